"""Decoys between sources: what records that have found theirs could have been linked with besides.

A source holds each thing once. So where a record is surely linked to one of another source, all
others there are different things, and the best of those that are linked to nothing tells what
chance brings: what a record that has nothing there would be linked with. Decoys within a source
(`threshold`) are too many where it is denser than what sources share, as a list of all airstrips
is beside one of the airports that airlines go to. Looked at from the smaller source of two, most of
whose records are linked.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leadline.unify.threshold import Decoys

SUREST = 0.9  # from which a link counts as made for good
ENOUGH = 300  # links to learn from: of fewer, decoys within sources tell more

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """Of each record its source and its entity, counted from 0, and how sure it is of that entity.

    Not at all sure are those that were compared with nothing else.
    """

    sources: Ints
    entities: Ints
    sure: Floats


def rivals(
    linked: Linked, left: Ints, right: Ints, weights: Floats, enough: int = ENOUGH
) -> Decoys | None:
    """The decoys among these pairs, given the best first; None if too few links are sure."""
    has = _has(linked)
    smaller = _smaller(np.bincount(linked.sources, minlength=has.shape[1]))
    looking = has & (linked.sure >= SUREST)[:, None] & smaller[linked.sources]
    if (records := int(looking.sum())) < enough:
        return None
    turned = smaller[linked.sources[right], linked.sources[left]]
    one, other = np.where(turned, right, left), np.where(turned, left, right)
    at = linked.sources[other]
    chance = np.flatnonzero(looking[one, at] & ~has[other, linked.sources[one]])
    _, first = np.unique(one[chance] * has.shape[1] + at[chance], return_index=True)
    return Decoys(scores=weights[chance[first]], records=float(records),
                  others=_others(linked, looking, has))  # fmt: skip


def _has(linked: Linked) -> NDArray[np.bool_]:
    """Of each record: which sources have what it is."""
    has = np.zeros((int(linked.entities.max()) + 1, int(linked.sources.max()) + 1), dtype=np.bool_)
    has[linked.entities, linked.sources] = True
    return np.asarray(has[linked.entities])


def _smaller(sizes: Ints) -> NDArray[np.bool_]:
    """Of each two sources, whether the one is the smaller, or the first of equal ones."""
    places = np.arange(len(sizes))
    equal = sizes[:, None] == sizes[None, :]
    before = places[:, None] < places[None, :]
    return np.asarray((sizes[:, None] < sizes[None, :]) | (equal & before))


def _others(linked: Linked, looking: NDArray[np.bool_], has: NDArray[np.bool_]) -> float:
    """How many records that are linked to nothing of its source one can be mistaken for."""
    places = range(has.shape[1])
    free = np.stack([(~has[linked.sources == s]).sum(axis=0) for s in places])  # of s, by who lacks
    asked = np.stack([looking[linked.sources == s].sum(axis=0) for s in places])
    return float((asked * free.T).sum() / asked.sum())
