"""Three sites with overlapping parts of a real catalogue, asked together, as one table."""

import json
from contextlib import ExitStack
from random import Random

import pytest

from leadline.lab.demo import rows_of_the_catalogue
from leadline.lab.sites import site_of
from leadline.lab.sites.server import started
from leadline.store import open_store
from tests.harvest.odd_sites import always, held, leadline, page, serving

DESIGNS = ("table", "nested", "definitions")
ONE = ("--delay", 0, "--browser", "never", "--json")


def parts(rows, share=0.6):
    """Each row in any of three parts by chance."""
    rng = Random(1)
    return [[row for row in rows if rng.random() < share] for _ in DESIGNS]


@pytest.fixture
def sites():
    with ExitStack() as stack:
        own = parts(rows_of_the_catalogue()[:500])
        yield (
            own,
            [
                stack.enter_context(started(site_of(rows, design)))
                for rows, design in zip(own, DESIGNS, strict=True)
            ],
        )


def integrated(urls, path, *options):
    return leadline("integrate", *urls, "--into", path, *ONE, *options)


def entities(path):
    """The codes of each entity's records."""
    with open_store(path, create=False, write=False) as store:
        codes = {
            (one.source, one.record.key): dict(one.record.values).get("iata")
            for source in store.sources()
            for one in store.records(source.id)
        }
        return [
            {codes[record.source, record.key] for record in entity.records}
            for entity in store.entities()
        ]


def test_the_union_of_three_sites_is_one_table(sites, tmp_path):
    own, urls = sites
    run = integrated(urls, tmp_path / "x.db")
    assert run.code == 0
    told = json.loads(run.out)
    truth = {row["iata"] for rows in own for row in rows}
    found = entities(tmp_path / "x.db")
    assert len(set.union(*found) & truth) >= 0.95 * len(truth)
    assert sum(len(codes) == 1 for codes in found) >= 0.98 * len(found)
    assert told["union"]["entities"] == len(found) <= 1.02 * len(truth)
    assert told["requests"] == sum(source["requests"] for source in told["sources"])
    assert [source["url"] for source in told["sources"]] == [f"{url}/" for url in urls]
    status = json.loads(leadline("status", tmp_path / "x.db", "--json").out)
    kept = [source["last_run"] for source in status["sources"]]
    assert [one["records"] for one in kept] == [one["records"] for one in told["sources"]]
    assert [one["requests"] for one in kept] == [one["requests"] for one in told["sources"]]


def test_runs_that_were_cut_short_ask_what_one_run_asks(sites, tmp_path):
    _, urls = sites
    whole, slices = tmp_path / "whole.db", tmp_path / "slices.db"
    assert integrated(urls, whole, "--max-requests", 200).code == 0
    while len(asked(slices)) < len(asked(whole)):
        assert integrated(urls, slices, "--max-requests", 100).code == 0
    together = asked(slices)[: len(asked(whole))]
    assert together == asked(whole)
    assert len({source for source, _ in together}) == len(urls)


def asked(path):
    """What was asked of which source, in the order of asking."""
    if not path.exists():
        return []
    with open_store(path, create=False, write=False) as store:
        ledgers = {source.id: store.turns(source.id) for source in store.sources()}
        turns = [(number, next(ledgers[number])) for number in store.order()]
    return [(number, (turn.step.query, turn.step.page)) for number, turn in turns]


def test_a_site_that_dies_does_not_stop_the_others_and_comes_back(tmp_path):
    own = parts(rows_of_the_catalogue()[:300])
    path, designs = tmp_path / "x.db", DESIGNS
    with ExitStack() as stack:
        urls = [
            stack.enter_context(started(site_of(rows, design)))
            for rows, design in zip(own[1:], designs[1:], strict=True)
        ]
        with started(site_of(own[0], designs[0])) as url:
            port = int(url.rpartition(":")[2])
            begun = integrated([url, *urls], path, "--max-requests", 120)
            assert begun.code == 0
        before = records(path)
        died = integrated([url, *urls], path)
        assert died.code == 23
        assert url in died.err
        assert records(path)[0] == before[0]
        assert sum(records(path)[1:]) > sum(before[1:])
        with started(site_of(own[0], designs[0]), port=port):
            back = integrated([url, *urls], path)
        assert back.code == 0
        assert records(path)[0] > before[0]


def records(path):
    return [len(records) for _, _, records in held(path)]


def test_a_site_without_a_search_leaves_the_others(sites, tmp_path):
    _, urls = sites
    with serving(always(lambda: page("<p>Nothing to ask here"))) as empty:
        run = integrated([urls[0], empty], tmp_path / "x.db", "--max-requests", 60)
    told = json.loads(run.out)
    assert run.code == 23
    assert [source["records"] > 0 for source in told["sources"]] == [True, False]
    assert told["sources"][1]["failure"]


def test_what_an_earlier_harvest_knows_is_used(sites, tmp_path):
    _, urls = sites
    old = tmp_path / "old.db"
    assert integrated(urls[:2], old, "--max-requests", 150).code == 0
    run = integrated(urls[2:], tmp_path / "new.db", "--knowledge", old, "--max-requests", 120)
    assert run.code == 0
    with open_store(tmp_path / "new.db", create=False, write=False) as store:
        whys = [turn.step.why for turn in store.turns(1)]
    assert any(why is not None and why.expert == "told" for why in whys)


def test_one_address_typed_in_two_ways_is_one_source(sites, tmp_path):
    url = sites[1][0]
    run = integrated([url, f"{url}/", url.removeprefix("http://")], tmp_path / "x.db",
                     "--max-requests", 40)  # fmt: skip
    assert run.code == 0
    assert [source["url"] for source in json.loads(run.out)["sources"]] == [f"{url}/"]


def test_no_site_can_be_asked(tmp_path):
    with serving(always(lambda: page("<p>Nothing to ask here"))) as empty:
        run = integrated([empty], tmp_path / "x.db")
    assert (run.code, run.out) == (23, "")
    assert run.line.startswith(f"no source could be asked; {empty}/: ")


def test_files_that_are_not_there_are_told_before_anything_is_asked(tmp_path):
    def refuse():
        raise AssertionError

    with serving(always(refuse)) as url:
        lost = integrated([url], tmp_path / "x.db", "--knowledge", tmp_path / "none.db")
        drawn = integrated([url], tmp_path / "x.db", "--overlap", tmp_path / "none" / "x.svg")
    assert (lost.code, "there is no such file" in lost.line) == (15, True)
    assert (drawn.code, "its directory does not exist" in drawn.line) == (2, True)
