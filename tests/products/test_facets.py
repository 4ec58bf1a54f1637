"""Real faceted software: who has which value, from the address of its front page alone."""

import pytest

from bench.product_facets import measure
from tests.products.rows import read


@pytest.mark.slow
def test_the_facets_of_datasette_are_told(tmp_path):
    got = measure("datasette", read(count=2_000), tmp_path)
    assert set(got.attributes) >= {"country", "timezone"}
    assert got.truth >= 2 * 2_000
    assert got.precision >= 0.99
    assert got.recall >= 0.99
    assert got.hidden == 0
