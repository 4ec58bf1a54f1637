"""How often matching and other pairs agree on each level, without labels (EM).

Pairs of one source are other pairs, so how levels come together among these is counted and not
assumed: attributes that depend on each other, and what the choice of pairs does to them, are in it.
Only the best partner of each record is looked at, in other sources and in its own: among these,
matches are many, and what sources differ in otherwise does not pass for matches.
Matching pairs are assumed to agree on each attribute by itself. Expectation–maximisation after
Fellegi & Sunter (1969) and Winkler (1988) then finds the share of matches and their levels.
A missing value (-1) says nothing: only pairs with the same values missing are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ROUNDS = 200
ENOUGH = 1e-5  # change of the share of matches, at which it ends
WEIGHT = 20.0  # pairs that the independent guess at a pattern of other pairs counts for
AGREED, DIFFERS = 0.9, 0.005  # shares of matches that agree on a name, and that differ in all
NEVER = 1e-12
LEAST = 0.002  # no level is impossible for a match

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Patterns:
    """Different patterns of levels, a row each (the best level the highest); pairs of each."""

    levels: Ints
    counts: Floats

    @classmethod
    def of(cls, rows: Ints) -> Patterns:
        """The patterns of pairs."""
        if not len(rows):
            return cls(levels=rows, counts=np.zeros(0))
        levels, counts = np.unique(rows, axis=0, return_counts=True)
        return cls(levels=levels, counts=counts.astype(np.float64))


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """The chance of each level among matches (m) and others (u), by attribute; share of matches."""

    m: tuple[Floats, ...]
    u: tuple[Floats, ...]
    share: float


def first_model(sizes: Sequence[int], random: Patterns) -> Model:
    """What is known before: levels of random pairs, and that most matches agree."""
    u = [_shares(random, c, size, np.full(size, 1.0 / size)) for c, size in enumerate(sizes)]
    return Model(m=tuple(map(_first_guess, sizes)), u=tuple(u), share=0.3)


def best(model: Model, pivots: Ints, rows: Ints) -> Patterns:
    """The patterns of each record's best partner, where it has any."""
    if not len(rows):
        return Patterns.of(rows)
    weights = np.zeros(len(rows))
    for column, (m, u) in enumerate(zip(model.m, model.u, strict=True)):
        levels = rows[:, column]
        weights += np.where(levels >= 0, np.log2(m / u)[np.maximum(levels, 0)], 0.0)
    order = np.lexsort((-weights, pivots))
    first = np.append(True, np.diff(pivots[order]) != 0)
    return Patterns.of(rows[order[first]])


def estimate(start: Model, other: Patterns, between: Patterns) -> Model:
    """The model, from the best partners in the same source and in other ones."""
    m, share = list(start.m), start.share
    near = [_shares(other, c, len(u), 10 * u) for c, u in enumerate(start.u)]
    chance = _joint(other, between, near)
    for _ in range(ROUNDS if len(between.counts) else 0):
        likely = share * _product(between, m)
        belief = likely / (likely + (1 - share) * chance + 1e-300)
        m = [_update(between, c, belief, guess) for c, guess in enumerate(m)]
        before, share = share, float(np.average(belief, weights=between.counts))
        share = min(max(share, 1e-6), 1 - 1e-6)
        if abs(before - share) < ENOUGH * share:
            break
    return Model(m=tuple(m), u=start.u, share=share)


def firm(model: Model, names: Sequence[bool]) -> Model:
    """The model with attributes that name things kept to: where they differ, nothing matches.

    `names` are those whose values tell the records of each source apart. If matches nearly always
    agree on one, how much else agrees says nothing against it.
    """
    both = zip(model.m, names, strict=True)
    m = [_kept(of) if is_name and _is_kept(of) else of for of, is_name in both]
    return Model(m=tuple(m), u=model.u, share=model.share)


def agreed(model: Model, names: Sequence[bool]) -> float:
    """The share of matches that have the same name; of several names, where it is least."""
    return min((float(m[-1]) for m, name in zip(model.m, names, strict=True) if name), default=1.0)


def _is_kept(of: Floats) -> bool:
    return bool(of[-1] >= AGREED and of[0] <= DIFFERS)


def _kept(of: Floats) -> Floats:
    return np.append(NEVER, of[1:])


def _first_guess(size: int) -> Floats:
    """Most matches agree, the more the better the level."""
    falling = 0.5 ** np.arange(size)[::-1]
    guess: Floats = falling / falling.sum()
    return guess


def _shares(patterns: Patterns, column: int, size: int, prior: Floats) -> Floats:
    """The share of each level in a column, with a prior that counts as pairs."""
    return _with_prior(_counted(patterns, column, patterns.counts, size), prior)


def _counted(patterns: Patterns, column: int, weights: Floats, size: int) -> Floats:
    levels = patterns.levels[:, column] if len(patterns.counts) else np.zeros(0, dtype=np.int64)
    known = levels >= 0
    return np.bincount(levels[known], weights=weights[known], minlength=size).astype(np.float64)


def _with_prior(counts: Floats, prior: Floats) -> Floats:
    shares: Floats = (counts + prior) / (counts.sum() + prior.sum())
    return shares


def _update(between: Patterns, column: int, belief: Floats, guess: Floats) -> Floats:
    counts = _counted(between, column, between.counts * belief, len(guess))
    new = np.maximum(_with_prior(counts, _first_guess(len(guess))), LEAST)
    shares: Floats = new / new.sum()
    return shares


def _product(patterns: Patterns, chances: Sequence[Floats]) -> Floats:
    """The chance of each pattern if attributes are independent; a missing value is certain."""
    result = np.ones(len(patterns.counts))
    for column, of in enumerate(chances):
        levels = patterns.levels[:, column]
        result *= np.where(levels >= 0, of[np.maximum(levels, 0)], 1.0)
    return result


def _joint(other: Patterns, between: Patterns, near: Sequence[Floats]) -> Floats:
    """The chance of each pattern among other pairs with the same values missing, as counted."""
    seen = {row.tobytes(): count for row, count in zip(other.levels, other.counts, strict=True)}
    alike: dict[bytes, float] = {}
    for row, count in zip(other.levels, other.counts, strict=True):
        missing = (row < 0).tobytes()
        alike[missing] = alike.get(missing, 0.0) + float(count)
    own = np.array([seen.get(row.tobytes(), 0.0) for row in between.levels])
    total = np.array([alike.get((row < 0).tobytes(), 0.0) for row in between.levels])
    joint: Floats = (own + WEIGHT * _product(between, near)) / (total + WEIGHT)
    return joint
