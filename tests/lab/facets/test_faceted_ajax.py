"""A list that only a script shows, in a real browser."""

from random import Random

from leadline.lab.facets.best import Best
from leadline.lab.facets.measure import measure
from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.faceted_table import FacetTable
from tests.browsers import needs_chromium


@needs_chromium
def test_the_endpoint_behind_the_page_is_found_and_asked():
    rng = Random(3)
    rows = [{"title": f"Place {n} by the {rng.choice(['sea', 'hill', 'moor'])}",
             "land": rng.choice(["North", "East", "West"]), "kind": rng.choice(["castle", "abbey"]),
             "tag": rng.sample(["new", "old", "odd"], rng.randint(0, 2))}
            for n in range(200)]  # fmt: skip
    table = FacetTable(rows=rows, facets=("land", "kind", "tag"))
    site = FacetedSite(table=table, widget="ajax", page_size=10)
    found = measure(site, "ours", None)
    assert (found.precision, found.recall) == (1.0, 1.0)
    assert found.pages <= 1.2 * Best(table=table, page_size=10).pages() + 10
    drawn = [path for _, path in site.log if not path.startswith("/api")]
    assert drawn == ["/", "/", "/site.css"]


@needs_chromium
def test_what_only_the_script_can_ask_for_is_pressed():
    rows = [{"title": f"Stone {n} of the wall", "land": "North" if n % 3 else "East",
             "kind": ["castle", "abbey", "mill"][n % 5 % 3]} for n in range(30)]  # fmt: skip
    table = FacetTable(rows=rows, facets=("land", "kind"))
    found = measure(FacetedSite(table=table, widget="script", page_size=10), "ours", None)
    assert (found.precision, found.recall) == (1.0, 1.0)
    assert found.pages <= 25  # ten, and what the browser loads for them
