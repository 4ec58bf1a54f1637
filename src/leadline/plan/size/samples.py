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

from leadline.plan.size.frames import LEAST, Draw, Frame
from leadline.plan.size.opinion import Opinion
from leadline.plan.size.reach import out_of_reach
from leadline.plan.size.spread import values_in
from leadline.plan.size.student import effective, ratio_error

Floats = NDArray[np.float64]
ALIKE = 0.3  # of a mean: by how much missing records may differ from those held


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
    beyond: float  # missing records that no list has, as no value of theirs is known


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
    found = [draw for draw in draws if draw.found]
    weights, traits = _traits(frame, found, inside)
    numbers = np.array([len(draw.found) for draw in found])
    sums, traits = _by_draw(numbers, weights, traits)
    once = _once(frame, inside, mass[seen], sums / numbers)
    mass *= once.missing
    size = float(mass.sum()) + (0.0 if frame.of_asked else frame.certain) + frame.guessed
    own = mass[seen] / mass[seen].sum()
    means = own @ traits
    variances = _variance(own[:, None] * (traits - means), strata[seen])
    return List(
        position=frame.position,
        size=size,
        variance=float(_variance(mass[:, None], strata)[0] + frame.guessed**2) / size**2
        + once.error**2,
        shares=means[:-1],
        variances=variances[:-1],
        number=effective(own),
        alone=float(means[-1]),
        beyond=_beyond(frame, found, np.repeat(size * own / sums, numbers) * weights),
    )


def _once(frame: Frame, inside: NDArray[np.bool_], mass: Floats, once: Floats) -> Opinion:
    """How much a record of the list counts in a draw: one over its known values, in the mean.

    Few records that have but one of them weigh as much as many others, so what the records held say
    is a second opinion.
    """
    known = frame.known
    own = inside & (known.attribute == frame.position)
    row = known.owners
    degrees = np.bincount(row, own[known.terms[: len(row)]], known.records)
    drawn = Opinion(
        float(np.average(once, weights=mass)), ratio_error(mass * once, mass), float(len(mass))
    )
    held = np.count_nonzero(degrees) / max(float(degrees.sum()), 1.0)
    return drawn.with_(Opinion(held, ALIKE, float(len(mass))))


def _by_draw(numbers: NDArray[np.int64], weights: Floats, traits: Floats) -> tuple[Floats, Floats]:
    """Of draws of so many records each the weights, and the means of traits."""
    start = np.cumsum([0, *numbers[:-1]])
    sums = np.add.reduceat(weights, start)
    return sums, np.add.reduceat(weights[:, None] * traits, start) / sums[:, None]


def _beyond(frame: Frame, draws: Sequence[Draw], stand_for: Floats) -> float:
    records = [record for draw in draws for record in draw.found]
    return out_of_reach(frame.known, records, stand_for, LEAST)


def _traits(
    frame: Frame, draws: Sequence[Draw], inside: NDArray[np.bool_]
) -> tuple[Floats, Floats]:
    """For each record drawn how much it counts, and its traits: to be in each list, and in no other
    than this."""
    known, attributes = frame.known, len(frame.known.interface.attributes)
    every = [values_in(known, record) for draw in draws for record in draw.found]
    counted = [[(at, v if v >= 0 and inside[v] else -1) for at, v in values] for values in every]
    degrees = np.zeros((len(counted), attributes))
    for row, values in enumerate(counted):
        for position, value in values:
            degrees[row, position] += value >= 0
    alone = np.count_nonzero(degrees, axis=1) < 2
    weights = 1 / np.maximum(degrees[:, frame.position], 1)
    return weights, np.column_stack((degrees > 0, alone))


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
