"""Real software with 5,000 records, harvested from the address of its front page alone."""

import pytest

from bench.products import measure
from tests.products.needs import skip_if_missing
from tests.products.rows import read
from tests.products.runner import PRODUCTS

ROWS = read(count=5_000)
LISTED = ("datasette", "flask_admin", "oscar")  # they list everything and say how much that is


@pytest.mark.slow
@pytest.mark.parametrize("name", ["oscar", "datasette", "trac", "flask_admin", "mediawiki"])
def test_a_product_is_harvested_from_its_address_alone(name, tmp_path):
    skip_if_missing(name)
    got = measure(PRODUCTS[name], ROWS, None, tmp_path)
    assert got.truth >= len(ROWS) == 5_000
    assert got.recall >= 0.95
    assert got.precision >= 0.98
    assert got.accuracy >= 0.95
    assert got.counts
    assert got.limit is None
    if name in LISTED:
        assert got.total == 5_000
    assert got.mark is not None
    assert got.mark >= 0.95
    assert got.ratio is not None
    assert got.ratio <= 1.3
