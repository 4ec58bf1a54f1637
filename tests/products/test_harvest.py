"""Real software with 5,000 records, harvested from its address alone."""

import pytest

from bench.products import measure
from tests.products.rows import read
from tests.products.runner import PRODUCTS, wanted

ROWS = read(count=5_000)
COUNTED = ("datasette", "flask_admin")  # they list everything and say how much that is


@pytest.mark.slow
@pytest.mark.parametrize("name", ["datasette", "flask_admin", "oscar", "trac"])
def test_a_product_is_harvested_from_its_address_alone(name, tmp_path):
    if not wanted(name):
        pytest.skip("takes minutes; LEADLINE_ALL_PRODUCTS=1 runs it")
    got = measure(PRODUCTS[name], ROWS, None, tmp_path)
    assert got.truth >= len(ROWS) == 5_000
    assert got.recall >= 0.95
    assert got.precision >= 0.98
    assert got.accuracy >= 0.95
    if name in COUNTED:
        assert got.total == 5_000
    assert got.lab is not None
    assert got.asked <= 1.3 * got.lab
