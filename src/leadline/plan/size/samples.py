"""What draws through one attribute tell of the missing records that have a known value of it.

How many they are is the mean over draws, a record that has several known values counting one over
their number. Which share of them has some other trait is the ratio of two such means. Draws of
values that were asked and of ones that were not are two strata.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leadline.plan.size.frames import Draw, Frame
from leadline.plan.size.spread import values_in
from leadline.plan.size.student import effective
from leadline.plan.size.weighing import reach_by

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class List:
    """A list of missing records: how many it has, and which share of them each list has."""

    position: int
    size: float
    variance: float  # of the logarithm of the size
    shares: Floats
    variances: Floats  # of the shares
    number: float  # draws that matter
    alone: float  # the share that no other list has
    like: float  # missing records, with or without known values, that one of it stands for


def lists_of(frames: Sequence[Frame]) -> list[List]:
    """The lists that draws from frames tell of."""
    if not frames:
        return []
    inside = np.zeros(frames[0].known.values, bool)
    inside[[value for frame in frames for value in frame.values]] = True
    found = (_list_of(frame, inside) for frame in frames)
    return [one for one in found if one is not None]


def _list_of(frame: Frame, inside: NDArray[np.bool_]) -> List | None:
    strata = np.repeat((0, 1), (len(frame.of_asked), len(frame.of_fresh)))
    draws = [*frame.of_asked, *frame.of_fresh]
    mass = np.array([draw.mass for draw in draws]) / np.bincount(strata, minlength=2)[strata]
    seen = np.array([bool(draw.found) for draw in draws], bool)
    if not mass[seen].sum() > 0:
        return None
    once, traits = _traits(frame, [draw for draw in draws if draw.found], inside)
    mass[~seen] *= np.average(once, weights=mass[seen])
    mass[seen] *= once
    size = float(mass.sum()) + (0.0 if frame.of_asked else frame.certain) + frame.guessed
    own = mass[seen] / mass[seen].sum()
    means = own @ traits
    variances = _variance(own[:, None] * (traits - means), strata[seen])
    return List(
        position=frame.position,
        size=size,
        variance=float(_variance(mass[:, None], strata)[0] + frame.guessed**2) / size**2,
        shares=means[:-2],
        variances=variances[:-2],
        number=effective(own),
        alone=float(means[-2]),
        like=float(means[-1]),
    )


def _traits(
    frame: Frame, draws: Sequence[Draw], inside: NDArray[np.bool_]
) -> tuple[Floats, Floats]:
    """For each draw how much its records count in the mean, and the means of their traits: to be in
    each list, in no other than this, and the records like it."""
    known, attributes = frame.known, len(frame.known.interface.attributes)
    every = [values_in(known, record) for draw in draws for record in draw.found]
    counted = [[(at, v if v >= 0 and inside[v] else -1) for at, v in values] for values in every]
    degrees = np.zeros((len(counted), attributes))
    for row, values in enumerate(counted):
        for position, value in values:
            degrees[row, position] += value >= 0
    alone = np.count_nonzero(degrees, axis=1) < 2
    traits = np.column_stack((degrees > 0, alone, 1 / reach_by(attributes, counted)))
    weights = 1 / np.maximum(degrees[:, frame.position], 1)
    start = np.cumsum([0, *(len(draw.found) for draw in draws[:-1])])
    numbers = np.array([len(draw.found) for draw in draws])
    sums = np.add.reduceat(weights, start)
    means = np.add.reduceat(weights[:, None] * traits, start) / sums[:, None]
    return sums / numbers, means


def _variance(values: Floats, strata: NDArray[np.int64]) -> Floats:
    """The variance of the column sums, draws of a stratum being independent and alike."""
    total = np.zeros(values.shape[1])
    for stratum in (0, 1):
        own = values[strata == stratum]
        if len(own) > 1:
            total += len(own) / (len(own) - 1) * np.sum((own - own.mean(axis=0)) ** 2, axis=0)
        elif len(own):
            total += own[0] ** 2
    return total
