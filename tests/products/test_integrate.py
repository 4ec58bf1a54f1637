"""Three products with overlapping parts of one collection, integrated from their front pages alone.

They show the airports in columns of different names, one of them name and code in one title. The
*union recall* is the share of the airports that any product serves which an entity of the table
stands for. The *entity precision* is the share of the entities that stand for one airport, and that
no other entity stands for.
"""

import json
from collections import Counter
from contextlib import ExitStack
from random import Random

import pytest

from leadline.store import open_store
from tests.harvest.odd_sites import leadline
from tests.products.proxy import Trouble, proxied
from tests.products.rows import read
from tests.products.runner import free_port, running

COUNT, SHARE = 560, 0.6
HALF_WAY = 30  # requests of the shop: it is understood, and half of its pages are read
MOST = 240  # requests of a run; what comes later hardly brings anything
NAMES = ("datasette", "flask_admin", "oscar")


def parts():
    """Each airport in any of three parts by chance."""
    rng = Random(4)
    return [[row for row in read(count=COUNT) if rng.random() < SHARE] for _ in NAMES]


def entities(path, sites):
    """The codes of the airports that each entity's records are of."""
    shown = {site.url: {_said(one.values.items()): one.key for one in site.truth} for site in sites}
    with open_store(path, create=False, write=False) as store:
        codes = {
            (source.id, one.record.key): shown[source.url].get(_said(one.record.values))
            for source in store.sources()
            for one in store.records(source.id)
        }
        return [
            {codes[one.source, one.key] for one in entity.records} for entity in store.entities()
        ]


def _said(pairs):
    return frozenset(value for _, value in pairs if value)


@pytest.mark.slow
def test_three_products_are_one_table_though_one_of_them_dies_half_way(tmp_path):
    rows, port, path = parts(), free_port(), tmp_path / "x.db"
    with ExitStack() as stack, ExitStack() as mortal:

        def kill(asked):
            if asked == HALF_WAY:
                mortal.close()

        sites = [stack.enter_context(running(*one)) for one in zip(NAMES[:2], rows, strict=False)]
        shop = mortal.enter_context(running("oscar", rows[2], port))
        sites.append(stack.enter_context(proxied(shop, Trouble(before=kill))))
        asked = ("integrate", *(site.url for site in sites), "--into", path, "--json",
                 "--delay", 0, "--browser", "never", "--max-requests", MOST)  # fmt: skip
        died = leadline(*asked)
        told = json.loads(died.out)
        assert (died.code, sites[2].url in died.err) == (23, True)
        assert [bool(one["failure"]) for one in told["sources"]] == [False, False, True]
        held = [one["records"] / len(part) for one, part in zip(told["sources"], rows, strict=True)]
        assert min(held[:2]) >= 0.95
        assert 0 < held[2] < 0.9
        with running("oscar", rows[2], port):
            back = leadline(*asked)
        assert back.code == 0
    found = entities(path, sites)
    truth = {row["iata"] for part in rows for row in part}
    times = Counter(code for codes in found for code in codes)
    right = [codes for codes in found if len(codes) == 1 and times[next(iter(codes))] == 1]
    assert len(truth & times.keys()) >= 0.95 * len(truth)
    assert len(right) >= 0.98 * len(found)
