"""Real faceted software: who has which value, from the address of its front page alone."""

from urllib.parse import parse_qs, urlsplit

import pytest

from bench.product_facets import changed, measure
from tests.products.rows import read

SHOWN = ("iata", "name", "timezone")


@pytest.mark.slow
def test_the_facets_of_datasette_are_told(tmp_path):
    got = measure("datasette", read(count=2_000), tmp_path)
    assert set(got.attributes) >= {"country", "timezone"}
    assert got.truth >= 2 * 2_000
    assert got.precision >= 0.99
    assert got.recall >= 0.99
    assert got.hidden == 0


@pytest.mark.slow
def test_what_only_facets_tell_while_rows_change(tmp_path):
    rows = [{name: row[name] for name in (*SHOWN, "country")} for row in read(count=310)]
    got, asked = changed("datasette", rows, tmp_path, ("country",), share=0.01, requests=120)
    assert set(got.attributes) == {"country", "timezone"}
    assert got.changes == 3
    assert got.precision >= 0.97
    assert got.recall >= 0.97
    lists = [parse_qs(urlsplit(path).query) for path in asked]
    narrowed = [str((one["country"], one.get("_next"))) for one in lists if "country" in one]
    assert len(narrowed) > 50
    assert len(narrowed) == len(set(narrowed))  # no set of values is fetched under two addresses
