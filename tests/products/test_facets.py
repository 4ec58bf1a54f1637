"""Real faceted software: who has which value, from the address of its front page alone."""

import pytest

from bench.product_facets import changed, measure
from tests.products.rows import read

SHOWN = ("iata", "name", "timezone")
TOLD = {"datasette": {"country", "timezone"}, "oscar": {"country"}, "jsfacets": {"country"}}
CHANGING = {"datasette": 80, "jsfacets": 12}  # requests over which rows change; oscar takes minutes


@pytest.mark.slow
@pytest.mark.parametrize("product", TOLD)
def test_the_facets_of_a_product_are_told(product, tmp_path):
    got = measure(product, read(count=2_000), tmp_path)
    assert set(got.attributes.values()) >= TOLD[product]
    assert got.truth >= 2_000 * len(TOLD[product])
    assert got.precision >= 0.99
    assert got.recall >= 0.99
    assert got.twice == 0  # no set of values is fetched under two addresses
    assert got.hidden == 0


@pytest.mark.slow
@pytest.mark.parametrize("product", CHANGING)
def test_the_facets_of_a_product_are_told_while_its_rows_change(product, tmp_path):
    rows = read(count=2_020)
    got = changed(product, rows, tmp_path, (), share=0.01, requests=CHANGING[product])
    assert got.truth >= 1_980 * len(TOLD[product])
    assert got.changes > 5
    assert got.precision >= 0.97
    assert got.recall >= 0.97
    assert got.twice == 0


@pytest.mark.slow
def test_what_only_facets_tell_while_rows_change(tmp_path):
    rows = [{name: row[name] for name in (*SHOWN, "country")} for row in read(count=310)]
    got = changed("datasette", rows, tmp_path, ("country",), share=0.01, requests=120)
    assert set(got.attributes) == {"country", "timezone"}
    assert got.changes == 3
    assert got.precision >= 0.97
    assert got.recall >= 0.97
    assert got.queries > 50
    assert got.twice == 0
