"""Sites whose facets are folded, open late, widen, slide, change or never end; our way through."""

from dataclasses import replace
from random import Random

import pytest

from leadline.detect.facet_ranges import range_panels
from leadline.detect.facets import facets
from leadline.document import Document
from leadline.lab.facets.best import Best
from leadline.lab.facets.measure import measure
from leadline.lab.facets.truth import truth_of
from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.faceted_churn import Churn
from leadline.lab.sites.faceted_table import FacetTable
from leadline.lab.sites.visit import Visit, sent
from leadline.model import Page, Request

HOST = "http://127.0.0.1"


def places(number: int) -> FacetTable:
    """Places in 3 lands with 12 regions each, of some kind, with a year and maybe with tags."""
    rng = Random(7)
    rows = []
    for n in range(number):
        land = rng.choice(["North", "North", "East", "West"])
        rows.append({
            "title": f"Place {n} by the {rng.choice(['sea', 'hill', 'wood', 'moor'])}",
            "note": f"seen in {rng.choice(['spring', 'autumn'])} {n}",
            "land": land,
            "region": f"{land} region {rng.randint(1, 12)}",
            "kind": rng.choice(["castle", "castle", "abbey", "bridge"]),
            "tag": rng.sample(["new", "old", "odd"], rng.randint(0, 2)),
            "year": rng.randint(1200, 1900),
        })  # fmt: skip
    return FacetTable(rows=rows, facets=("land", "region", "kind", "tag"))


def page(site: FacetedSite, path: str) -> Document:
    before, _, query = path.removeprefix(HOST).partition("?")
    reply = site.pages.reply(Visit(path=before, fields=sent(query)))
    url = f"{HOST}{path.removeprefix(HOST)}"
    headers = (("content-type", reply.kind),)
    return Document(Page(request=Request(url=url), url=url, body=reply.body, headers=headers))


def offered(document: Document) -> dict[str, list[str]]:
    """The values of each facet, and whatever stands among them."""
    return {panel.name: [choice.text for choice in panel.choices] for panel in facets(document)}


# --- what the sites show --------------------------------------------------------------------------


def test_folded_values_are_behind_a_page_of_values_behind_a_link_or_hidden():
    rows = [{"title": f"No {n}", "a": f"a{n % 60:02}", "b": f"b{n % 30:02}", "c": f"c{n % 25:02}"}
            for n in range(300)]  # fmt: skip
    site = FacetedSite(table=FacetTable(rows=rows, facets=("a", "b", "c")), shape="folded")
    shown = offered(page(site, "/"))
    assert [len(shown[name]) for name in "ABC"] == [8 + 1, 8 + 1, 25]
    assert (shown["A"][-1], shown["B"][-1]) == ("More…", "Show all 30")
    assert len(offered(page(site, "/browse?all=f_b"))["B"]) == 30
    parts = [offered(page(site, f"/browse?values=f_a&part={n}"))["A"] for n in (1, 2)]
    assert [sum(text.startswith("a") for text in part) for part in parts] == [40, 20]


def test_a_tree_opens_where_a_value_is_chosen():
    site = FacetedSite(table=places(100), shape="hierarchy")
    assert sorted(offered(page(site, "/"))["Land"]) == ["East", "North", "West"]
    inside = offered(page(site, "/browse?f_land=East"))
    assert {text.split()[0] for text in inside["Land"]} == {"East"}
    assert "Land" not in offered(page(site, "/browse?f_land=East&f_region=East+region+1"))


def test_facets_may_appear_late():
    site = FacetedSite(table=places(100), shape="late")
    assert list(offered(page(site, "/"))) == ["Land"]
    assert list(offered(page(site, "/browse?f_land=East"))) == ["Region", "Kind", "Tag"]


def test_alternatives_are_counted_as_before_and_widen_the_list():
    site = FacetedSite(table=places(100), shape="widening")
    before = {c.text: c.count or 0 for p in facets(page(site, "/")) for c in p.choices}
    chosen = facets(page(site, "/browse?f_land=East"))
    after = {c.text: c.count for p in chosen if p.name == "Land" for c in p.choices}
    assert after == {"North": before["North"], "West": before["West"]}
    both = page(site, "/browse?f_land=East%7CWest")
    assert f"{before['East'] + before['West']} results" in both.text


def test_numbers_may_be_sliders():
    table = replace(places(50), facets=("kind", "year"))
    root = page(FacetedSite(table=table, widget="slider"), "/")
    assert list(offered(root)) == ["Kind"]
    assert [panel.name for panel in range_panels(root)] == ["Year"]


def test_a_trap_has_a_session_of_its_own_in_the_links_of_every_page():
    site = FacetedSite(table=places(50), trap=True)
    first = page(site, "/").text
    site.log.append(("GET", "/"))
    again = page(site, "/").text
    assert first != again
    assert "later »" in first


def test_a_table_that_changes_keeps_its_truth():
    table = places(300)
    churn = Churn(table=table, share=0.1, requests=50)
    truth = truth_of(FacetedSite(table=table, churn=churn), "")
    assert len(churn.at(0).present) == 290
    assert len(churn.at(500).present) == 290
    assert len(truth.always) < len(list(table.pairs())) < len(truth.ever)


# --- our way through them -------------------------------------------------------------------------


def found(site: FacetedSite) -> tuple[float, float]:
    result = measure(site, "ours", None)
    return result.precision, result.recall


@pytest.mark.parametrize("shape", ["folded", "hierarchy", "widening"])
def test_ours_asks_for_values_that_the_first_list_lacks(shape):
    assert found(FacetedSite(table=places(200), shape=shape, page_size=10)) == (1.0, 1.0)


@pytest.mark.parametrize("manner", ["query", "coded"])
def test_ours_asks_for_facets_that_appear_late(manner):
    site = FacetedSite(table=places(80), shape="late", page_size=10, manner=manner)
    assert found(site) == (1.0, 1.0)


def test_ours_finds_ranges_that_fit_a_page():
    table = replace(places(300), facets=("kind", "year", "land"))
    assert found(FacetedSite(table=table, widget="slider", page_size=10)) == (1.0, 1.0)


def test_ours_is_not_misled_by_a_site_that_changes():
    table = places(400)
    best = Best(table=table, page_size=10).pages()
    churn = Churn(table=table, share=0.02, requests=best)
    precision, recall = found(FacetedSite(table=table, churn=churn, page_size=10))
    assert min(precision, recall) >= 0.97


def test_ours_ends_in_a_trap_and_says_what_it_refused():
    site = FacetedSite(table=places(150), trap=True, page_size=10)
    result = measure(site, "ours", 400)
    assert (result.precision, result.recall, result.finished) == (1.0, 1.0, True)
    assert "Arrivals in May 2024" in {refused.what for refused in result.refused}


def test_other_orders_show_more_of_a_list_that_no_value_parts():
    rows = [{**row, "sort": "x" if n < 50 else f"y{n % 4}"}
            for n, row in enumerate(places(90).rows)]  # fmt: skip
    site = FacetedSite(table=FacetTable(rows=rows, facets=("sort",)), page_size=5, limit=20)
    precision, recall = found(site)
    assert precision == 1.0
    assert recall > 0.9  # 0.67 if only the first 20 of 50 were seen
