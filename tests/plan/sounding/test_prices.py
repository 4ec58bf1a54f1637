"""Which value has the best index: as if all were looked through each time."""

import numpy as np
import pytest

from leadline.plan.sounding import prices
from leadline.plan.sounding.prices import Prices


def priced(*worth: float) -> Prices:
    found = Prices()
    found.grow(len(worth))
    found.put(np.arange(len(worth)), worth)
    return found


def test_where_there_is_no_value_none_is_the_best() -> None:
    assert Prices().best == -1


def test_of_equals_the_first_is_the_best() -> None:
    found = priced(1.0, 3.0, 3.0)
    assert found.best == 1
    found.put(np.array([0, 2]), [3.0, 3.0])
    assert found.best == 0


def test_one_that_was_the_best_and_was_asked_is_so_no_more() -> None:
    found = priced(1.0, 3.0, 2.0)
    assert found.best == 1
    found.put(np.array([1]), -np.inf)
    assert found.best == 2


@pytest.mark.parametrize("few", [prices.FEW, 3])
def test_it_is_always_the_one_that_a_look_at_all_would_find(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prices, "FEW", few)
    rng, found = np.random.default_rng(0), Prices()
    for size in range(1, 300):
        found.grow(size)
        values = rng.choice(size, rng.integers(0, min(size, 6) + 1), replace=False)
        found.put(values, rng.integers(0, 8, len(values)).astype(float))
        if rng.random() < 0.7:
            assert found.best == int(np.argmax(found.array))
