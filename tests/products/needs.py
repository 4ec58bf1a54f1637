"""Products that neither pip nor npm installs: without the system's packages nothing can be tested.

All others must run: a test of theirs fails where they do not.
"""

import pytest

from tests.products.runner import PRODUCTS, missing


def skip_if_missing(name: str) -> None:
    """Skip the test of a product of the system's packages where they are not installed."""
    if PRODUCTS[name].packages and (lacks := missing(PRODUCTS[name])):
        pytest.skip(lacks)
