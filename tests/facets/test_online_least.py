"""What the paper's online approach cannot do without is less than what it takes."""

from random import Random

from leadline.lab.facets.measure import measure
from leadline.lab.facets.online_least import online_least
from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.faceted_table import FacetTable


def test_the_lists_of_pairs_are_counted_in_both_orders():
    rows = [{"title": f"Cup {n}", "hue": "rb"[n % 2], "size": "SML"[n % 3]} for n in range(12)]
    table = FacetTable(rows=rows, facets=("hue", "size"))
    # two hues of six, three sizes of four, and six pairs of two from either side
    assert online_least(table, 5) == 2 * 2 + 3 * 1 + 2 * 6 * 1


def test_the_online_approach_takes_more():
    rng = Random(3)
    rows = [{"title": f"Cup {n} of {rng.random():.4f}", "hue": rng.choice("rgb"),
             "size": rng.choice("SML")} for n in range(24)]  # fmt: skip
    table = FacetTable(rows=rows, facets=("hue", "size"))
    got = measure(FacetedSite(table=table, page_size=5), "online", 3000)
    assert got.finished
    assert got.pages >= online_least(table, 5) > 20
