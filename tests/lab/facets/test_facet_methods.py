from random import Random

import pytest

from leadline.lab.facets.best import Best
from leadline.lab.facets.measure import measure
from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.faceted_table import FacetTable
from leadline.plan.facets.partitions import partitions


def things(number: int, *, gaps: bool = True) -> FacetTable:
    rng = Random(5)
    rows = [
        {
            "title": f"Thing {n} of {rng.choice(['wood', 'iron', 'glass'])}",
            "note": f"made in {rng.choice(['spring', 'autumn'])} {n}",
            "colour": rng.choice(["red", "red", "red", "green", "blue"]),
            "size": rng.choice(["S", "M", "L"]),
            "tag": rng.sample(["new", "old", "odd"], rng.randint(0 if gaps else 1, 2)),
        }
        for n in range(number)
    ]
    return FacetTable(rows=rows, facets=("colour", "size", "tag"))


@pytest.mark.parametrize("manner", ["query", "path", "coded"])
def test_ours_finds_everything_at_about_the_price_of_the_best_grouping(manner):
    table = things(200)
    found = measure(FacetedSite(table=table, manner=manner, page_size=5), "ours", None)
    assert (found.precision, found.recall) == (1.0, 1.0)
    assert found.pages <= 1.2 * Best(table=table, page_size=5).pages()


def test_ours_reads_in_parts_what_the_site_does_not_show_whole():
    site = FacetedSite(table=things(200), page_size=5, limit=60)
    found = measure(site, "ours", None)
    assert found.precision == 1.0
    assert found.recall >= 0.99


def test_ours_needs_no_counts():
    found = measure(FacetedSite(table=things(60), page_size=5, counted=False), "ours", None)
    assert (found.precision, found.recall) == (1.0, 1.0)


@pytest.mark.parametrize("widget", ["select", "boxes"])
def test_ours_fills_in_forms(widget):
    table = things(200)
    found = measure(FacetedSite(table=table, page_size=5, widget=widget), "ours", None)
    assert (found.precision, found.recall) == (1.0, 1.0)
    assert found.pages <= 1.2 * Best(table=table, page_size=5).pages()


@pytest.mark.parametrize("counted", [True, False])
def test_values_that_look_like_page_numbers_are_not_taken_for_them(counted):
    rows = [{"title": f"Flight {n} to nowhere", "hour": n % 12 + 1, "day": n % 7 + 1}
            for n in range(150)]  # fmt: skip
    table = FacetTable(rows=rows, facets=("hour", "day"))
    found = measure(FacetedSite(table=table, page_size=10, counted=counted), "ours", None)
    assert (found.precision, found.recall) == (1.0, 1.0)


def test_a_facet_that_follows_from_another_is_not_asked():
    rows = [{"title": f"Place {n}", "town": f"Town {n % 9}", "land": f"Land {n % 9 % 3}"}
            for n in range(90)]  # fmt: skip
    table = FacetTable(rows=rows, facets=("town", "land"))
    found = measure(FacetedSite(table=table, page_size=10), "ours", None)
    assert (found.precision, found.recall) == (1.0, 1.0)
    assert found.pages <= 1 + 2 + 9 + 1  # the first list, an order and a view, the towns, a land


def test_the_papers_online_approach_finds_everything_at_many_times_the_price():
    site = FacetedSite(table=things(12), page_size=6)
    ours = measure(site, "ours", None)
    online = measure(site, "online", 10 * ours.pages)
    assert (online.precision, online.recall, online.finished) == (1.0, 1.0, False)


def test_the_papers_offline_approach_mines_what_it_crawled():
    site = FacetedSite(table=things(10), page_size=5)
    offline = measure(site, "offline", 400)
    assert offline.precision > 0.6
    assert offline.recall >= 0.9
    assert not offline.finished


def test_a_plain_crawler_takes_orders_for_attributes():
    found = measure(FacetedSite(table=things(24), page_size=8), "breadth-first", 300)
    assert found.pages == 300
    assert not found.finished
    assert found.precision < 0.8


def test_the_best_grouping_asks_together_what_is_cheaper_together():
    rows = [{"title": f"No {n}", "a": n % 2, "b": n // 2 % 2} for n in range(80)]
    table = FacetTable(rows=rows, facets=("a", "b"))
    assert Best(table=table, page_size=20).pages() == 4  # four lists of 20, not 2·2 + 2·2 - 2
    assert Best(table=table, page_size=30).pages() == 4 + 2 - 0 - 2


def test_a_best_grouping_with_a_gap_asks_for_both():
    rows = [{"title": "x", "a": 1}, {"title": "y", "a": 1, "b": 1}, {"title": "z", "b": 1}]
    assert Best(table=FacetTable(rows=rows, facets=("a", "b")), page_size=1).pages() == 4


def test_partitions():
    assert [len(list(partitions(tuple(range(n))))) for n in range(5)] == [1, 1, 2, 5, 15]
