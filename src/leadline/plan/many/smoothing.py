"""Shares of many values, each drawn to that of its attribute as far as its values agree.

And the discount of an attribute: a value is known because a record that carries it was met, so of
the l records held l - d speak of its frequency, d being large where most values were met once
(absolute discounting, Ney, Essen & Kneser 1994). Values that were asked tell it better than those
that nothing but chance has shown: of these the common ones are asked soon, and what is left was met
once, whatever its frequency.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
ENOUGH = 3.0  # values met once or twice, and asked, that all values of the attribute are worth
LEAST, MOST = 0.01, 0.95  # how often two records of one value differ, relative to any two


def smoothed(
    part: NDArray[Any],
    whole: NDArray[Any],
    attribute: NDArray[Any],
    attributes: int,
    *,
    prior: float = 0.5,
) -> Floats:
    """The share of each value's records that are in the part.

    Two records with one value agree about being in the part more often than any two records do
    (beta-binomial, by moments). Where they always agree, as a city lies in one country, one record
    tells all of its value; where they do no more than any two, the mean of all values tells most.
    """
    size = np.bincount(attribute, whole, attributes)
    mean = (np.bincount(attribute, part, attributes) + 2 * prior) / (size + 2.0)
    several = whole >= 2
    pairs = np.where(several, 2 * part * (whole - part) / np.maximum(whole - 1, 1), 0.0)
    differ = np.bincount(attribute, pairs, attributes)
    any_two = np.bincount(attribute, np.where(several, whole, 0), attributes) * 2
    ratio = np.clip((differ + 0.5) / (any_two * mean * (1 - mean) + 1.0), LEAST, MOST)
    worth = (ratio / (1 - ratio))[attribute]
    return np.asarray((part + worth * mean[attribute]) / np.maximum(whole + worth, 1e-9))


def discounts(
    counts: Floats, attribute: NDArray[Any], attributes: int, asked: NDArray[Any]
) -> Floats:
    """The discount of each attribute: n1 / (n1 + 2 n2) of the values met once and twice."""
    once, twice = _once_and_twice(counts, attribute, attributes)
    usual = (once + 0.5) / (once + 2 * twice + 1.0)
    once, twice = _once_and_twice(np.where(asked, counts, 0), attribute, attributes)
    return np.asarray((once + ENOUGH * usual) / (once + 2 * twice + ENOUGH))


def _once_and_twice(
    counts: Floats, attribute: NDArray[Any], attributes: int
) -> tuple[NDArray[Any], NDArray[Any]]:
    once = np.bincount(attribute, counts == 1, attributes)
    return once, np.bincount(attribute, counts == 2, attributes)
