"""Sites with facets: what only they tell is harvested, with the query that tells it."""

import json
from random import Random
from urllib.parse import parse_qsl, urlsplit

import pytest

from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.faceted_table import FacetTable
from leadline.lab.sites.server import started
from leadline.store import open_store
from tests.harvest.odd_sites import leadline

CALM = ("--delay", 0, "--browser", "never", "--json")


NOUNS = [
    "lamp",
    "chair",
    "cup",
    "rug",
    "clock",
    "mirror",
    "vase",
    "shelf",
    "stool",
    "bowl",
    "tray",
    "basket",
]
MAKERS = [
    "Adler",
    "Brandt",
    "Costa",
    "Duval",
    "Engel",
    "Ferri",
    "Grimm",
    "Holt",
    "Ivers",
    "Jansen",
    "Keller",
    "Lund",
]


def things(number=150, facets=("colour", "size", "tag"), shown=()):
    rng = Random(5)
    rows = [
        {
            "title": f"{rng.choice(NOUNS).title()} {n} by {rng.choice(MAKERS)}",
            "hue": (colour := rng.choice(["red", "red", "red", "green", "blue"])),
            "note": f"made by {rng.choice(MAKERS)} for {rng.choice(MAKERS)} in {1900 + n % 90}",
            "colour": colour,
            "size": rng.choice(["S", "M", "L"]),
            "tag": rng.sample(["new", "old", "odd"], rng.randint(0, 2)),
        }
        for n in range(number)
    ]
    kept = {"title", "note", *facets, *shown}
    rows = [{name: row[name] for name in row if name in kept} for row in rows]
    return FacetTable(rows=rows, facets=facets)


def harvested(site, path, *options):
    with started(site) as url:
        got = leadline("harvest", url, "--into", path, *CALM, *options)
    return url, got


def pairs_in(path):
    with open_store(path, create=False, write=False) as store:
        return list(store.pairs(store.sources()[0].id))


def true_pairs(site, url):
    return {(f"{url}/item/{key}", name, text) for key, name, text in site.table.pairs()}


def told(pairs):
    return {(pair.key, pair.attribute, pair.value) for pair in pairs}


@pytest.mark.parametrize("manner", ["query", "path", "coded"])
def test_facets_are_asked_from_the_front_page_on(tmp_path, manner):
    site = FacetedSite(table=things(), page_size=10, manner=manner)
    url, got = harvested(site, tmp_path / "x.db")
    summary, pairs = json.loads(got.out), pairs_in(tmp_path / "x.db")
    assert got.code == 0
    assert summary["records"] == 150
    assert told(pairs) == true_pairs(site, url)
    assert summary["pairs"]["count"] == summary["pairs"]["hidden"] == len(pairs)
    assert all(pair.hidden for pair in pairs)


def test_each_pair_has_the_query_that_tells_it(tmp_path):
    site = FacetedSite(table=things(), page_size=10)
    harvested(site, tmp_path / "x.db")
    seen = [pair for pair in pairs_in(tmp_path / "x.db") if not pair.counted]
    assert seen
    for pair in seen:
        assert (pair.attribute, pair.value) in pair.query.predicates
        sent = dict(parse_qsl(urlsplit(pair.url).query)).values()
        assert pair.value in {value for values in sent for value in values.split("|")}


def test_no_set_of_values_is_fetched_under_two_addresses(tmp_path):
    site = FacetedSite(table=things(), page_size=10)
    harvested(site, tmp_path / "x.db")
    asked = [path for _, path in site.log if path.startswith("/browse?")]
    sets = [frozenset(parse_qsl(path.partition("?")[2])) for path in asked]
    assert len(sets) == len(set(sets))


def test_what_rows_show_is_not_asked_again(tmp_path):
    site = FacetedSite(table=things(facets=("colour", "size"), shown=("hue",)), page_size=10)
    url, _ = harvested(site, tmp_path / "x.db")
    pairs = pairs_in(tmp_path / "x.db")
    assert told(pairs) == true_pairs(site, url)
    assert {(p.attribute, p.hidden, bool(p.page)) for p in pairs} == {
        ("Colour", False, False),
        ("Size", True, True),
    }


def test_no_facets_asks_none(tmp_path):
    site = FacetedSite(table=things(), page_size=10)
    _, got = harvested(site, tmp_path / "x.db", "--no-facets")
    assert json.loads(got.out)["pairs"] == {"count": 0, "hidden": 0, "lists": 0}
    assert pairs_in(tmp_path / "x.db") == []


def test_facets_bring_the_records_that_a_list_does_not_show(tmp_path):
    site = FacetedSite(table=things(200), page_size=10, limit=60)
    url, got = harvested(site, tmp_path / "x.db")
    assert json.loads(got.out)["records"] >= 190
    assert told(pairs_in(tmp_path / "x.db")) <= true_pairs(site, url)


def test_links_without_counts_are_tried(tmp_path):
    site = FacetedSite(table=things(80), page_size=10, counted=False)
    url, _ = harvested(site, tmp_path / "x.db")
    assert told(pairs_in(tmp_path / "x.db")) == true_pairs(site, url)


def test_a_spent_budget_keeps_what_was_told_and_the_next_run_goes_on(tmp_path):
    site, path = FacetedSite(table=things(), page_size=10), tmp_path / "x.db"
    with started(site) as url:
        first = leadline("harvest", url, "--into", path, *CALM, "--max-requests", 40,
                         "--details", "never")  # fmt: skip
        some = told(pairs_in(path))
        asked = len(site.log)
        last = leadline("harvest", url, "--into", path, *CALM, "--details", "never")
    assert (first.code, last.code) == (0, 0)
    assert some < told(pairs_in(path)) == true_pairs(site, url)
    whole = json.loads(last.out)["pairs"]["lists"]
    assert len(site.log) - asked < whole  # lists of the first run are not asked again
