"""Three different products with overlapping parts of one collection, as one table."""

import json
from contextlib import ExitStack
from random import Random

import pytest

from leadline.store import open_store
from tests.harvest.odd_sites import leadline
from tests.products.rows import read
from tests.products.runner import running

PRODUCTS = ("datasette", "flask_admin", "oscar")


@pytest.mark.slow
def test_three_products_are_held_together_and_nothing_is_mixed_up(tmp_path):
    rows, rng = read(count=600), Random(1)
    own = [[row for row in rows if rng.random() < 0.6] for _ in PRODUCTS]
    with ExitStack() as stack:
        sites = [
            stack.enter_context(running(name, part))
            for name, part in zip(PRODUCTS, own, strict=True)
        ]
        urls = [site.url for site in sites]
        run = leadline("integrate", *urls, "--into", tmp_path / "x.db", "--delay", 0, "--json")
    assert run.code == 0, run.err
    truth = {row["name"] for part in own for row in part}
    found = _names(tmp_path / "x.db")
    assert json.loads(run.out)["union"]["entities"] == len(found)
    assert len(set.union(*found) & truth) >= 0.95 * len(truth)
    assert sum(len(names) == 1 for names in found) >= 0.98 * len(found)


def _names(path):
    """The airports that each entity's records name."""
    names = {row["name"] for row in read()}
    with open_store(path, create=False, write=False) as store:
        said = {
            (one.source, one.record.key): names.intersection(
                value for _, value in one.record.values
            )
            for source in store.sources()
            for one in store.records(source.id)
        }
        return [
            set.union(*(set(said[record.source, record.key]) for record in entity.records))
            for entity in store.entities()
        ]
