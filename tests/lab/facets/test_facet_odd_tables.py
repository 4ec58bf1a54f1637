"""Tables with what real columns have: odd signs, gaps, one value, long lists, odd names."""

from random import Random

import pytest

from leadline.lab.facets.best import Best
from leadline.lab.facets.measure import measure
from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.faceted_churn import Churn
from leadline.lab.sites.faceted_table import FacetTable
from leadline.lab.sites.faceted_urls import Addresses
from leadline.lab.sites.visit import Visit

ODD = ["a, b", "a/b", 'c "quoted"', "naïve café", "日本語", "x & y", "<b>bold</b>", "50% off",
       "a|b", "b|c", "#hash", "?q=1", "a=b", "plus+plus", "very " * 30 + "long", "(12)", "12",
       "1,234", "3 (4)", "None", "back\\slash", "Next", "More…", "All", "…", "-"]  # fmt: skip


def found(table: FacetTable, **options):
    site = FacetedSite(table=table, page_size=10, **options)
    best = Best(table=table, page_size=10, limit=site.limit).pages()
    got = measure(site, "ours", None)
    return got.precision, got.recall, got.pages <= 1.2 * best + 8


def table(facets: str, rows) -> FacetTable:
    return FacetTable(rows=list(rows), facets=tuple(facets.split(",")))


def odd_rows(number: int):
    rng = Random(11)
    for n in range(number):
        yield {
            "title": f"Thing {n} of {rng.choice(['wood', 'iron'])}",
            "kind": rng.choice(ODD),
            "flag": rng.random() < 0.5,
            "tags": rng.sample(ODD, rng.randint(0, 3)),
            "maybe": rng.choice([None, "", "yes", "no"]),
            "only": "same",
            "nothing": None,
        }


@pytest.mark.parametrize("manner", ["query", "path", "coded"])
def test_odd_values_gaps_and_a_facet_of_one_value(manner):
    odd = table("kind,flag,tags,maybe,only,nothing", odd_rows(150))
    assert found(odd, manner=manner) == (1.0, 1.0, True)


def test_names_in_another_script_and_names_that_end_in_numbers():
    rng = Random(2)
    rows = [{"title": f"Книга {n}", "жанр": rng.choice("абв"), "год": rng.randint(1, 9),
             "f2": rng.choice("xy"), "field_5": rng.choice("12345"), "field_1": rng.choice("xyz"),
             "field_7": rng.choice("xy")}
            for n in range(120)]  # fmt: skip
    assert found(table("жанр,год,f2,field_5,field_1,field_7", rows))[:2] == (1.0, 1.0)


def test_results_that_all_say_the_same():
    rng = Random(4)
    rows = [{"name": "Same thing", "a": rng.choice("xyz"), "b": rng.choice("xy")}
            for _ in range(200)]  # fmt: skip
    assert found(table("a,b", rows)) == (1.0, 1.0, True)


def test_a_limit_that_is_smaller_than_a_page():
    rng = Random(6)
    rows = [{"title": f"No. {n}", "a": rng.choice("pqrs"), "b": rng.randint(1, 30)}
            for n in range(200)]  # fmt: skip
    assert found(table("a,b", rows), limit=6) == (1.0, 1.0, True)


def test_fewer_entities_than_a_page_has_room_for():
    rows = [{"title": f"No. {n}", "a": "pq"[n % 2], "b": "xyz"[n % 3]} for n in range(7)]
    assert found(table("a,b", rows)) == (1.0, 1.0, True)


def test_a_value_that_everybody_has_is_not_read():
    rows = [{"title": f"Cup {n}", "a": "pqrs"[n % 4], "b": ["all", *["some"] * (n % 5 == 0)]}
            for n in range(400)]  # fmt: skip
    site = FacetedSite(table=table("a,b", rows), page_size=10)
    assert measure(site, "ours", None).recall == 1.0
    assert sum("f_b=all" in path for _, path in site.log) == 1


def test_addresses_keep_apart_what_reads_alike():
    values = [{"n": "x", "a b": "p|q", "a-b": "p"}, {"n": "y", "a b": "q", "a-b": "P"}]
    urls = Addresses(table=table("a b,a-b", values))
    assert list(urls.names.values()) == ["f_a_b", "f_a_b_1"]
    assert urls.read(Visit(origin="", path="/browse", method="GET", cookies={},
                           fields={"f_a_b": "p|q|q", "f_a_b_1": "P"})) == [0, 1, 2]  # fmt: skip
    words = Addresses(table=urls.table, manner="path")
    assert [words.write([n], {}) for n in range(4)] == [
        "/browse/p-q", "/browse/q", "/browse/p", "/browse/p-3"]  # fmt: skip


def test_what_all_have_is_no_facet_if_it_is_all_there_is():
    rows = [{"title": f"Cup {n} of {n % 7}", "a": "clay"} for n in range(60)]
    found = measure(FacetedSite(table=table("a", rows), page_size=10), "ours", None)
    assert [one.what for one in found.refused if "one value" in one.why] == ["A"]
    assert found.pages < 6


def test_a_change_does_not_open_all_lists_of_another_facet():
    rows = [{"title": f"Place {n}", "land": f"Land {n % 40}", "town": f"Town {n % 120}"}
            for n in range(600)]  # fmt: skip
    changing = table("land,town", rows)
    churn = Churn(table=changing, share=0.02, requests=150)
    site = FacetedSite(table=changing, page_size=10, churn=churn)
    found = measure(site, "ours", None)
    assert found.precision > 0.98
    assert found.recall > 0.98
    assert found.pages <= 1.35 * Best(table=changing, page_size=10).pages()
