"""How sure a link is, and from which score on it is made, without labels.

Scores of pairs within a source, which are different things, tell how often different things reach a
score: the decoys of Elias & Gygi (Nature Methods 2007), there for proteins. Of two sources' records
that nothing better was found for, so many must reach it by chance; what is more is right. The share
that is right rises with the score, so it is smoothed to do so (pool adjacent violators). A link
must also be worth the choice among all records of a source, whatever the decoys say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BIN = 10  # links at least that a share is told from
SLACK = 0.5  # bits less: a name that is once in each source and the same must be enough
SURE = 0.5  # share of right ones from which links are made

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoys:
    """The best scores that some records have with another of their source, where they have any."""

    scores: Floats
    records: float  # all of them
    others: float  # that each of them has in its source


@dataclass(frozen=True, slots=True, kw_only=True)
class Sureness:
    """How sure links are: from each score on, the share that is right."""

    scores: Floats  # rising
    shares: Floats
    least: float = 0.0  # bits, below which no link is sure

    def of(self, scores: Floats) -> Floats:
        """How sure links with these scores are."""
        if not len(self.scores):
            return np.zeros(len(scores))
        at = np.searchsorted(self.scores, scores, side="right") - 1
        shares: Floats = np.where(at >= 0, self.shares[np.maximum(at, 0)], 0.0)
        return np.where(scores >= self.least, shares, 0.0)


def sureness(
    links: Floats, decoys: Decoys, sizes: Sequence[int], already: int = 0, agreed: float = 1.0
) -> Sureness:
    """How sure links of sources of these sizes are, by their scores; so many are made already.

    Of matches, this share has the same name.
    """
    scores = np.sort(links)[::-1]
    if not len(scores):
        return Sureness(scores=np.zeros(0), shares=np.zeros(0))
    ends = _ends(scores)
    starts = np.concatenate([[0], ends[:-1]])
    tops = np.concatenate([[np.inf], scores[ends[:-1] - 1]])
    lows = scores[ends - 1]
    chance = _by_chance(decoys, lows, starts + already, sizes)
    chance -= _by_chance(decoys, tops, starts + already, sizes)
    counts = (ends - starts).astype(np.float64)
    right = 1.0 - chance / counts  # below 0 where fewer are linked than by chance
    shares = np.maximum(_rising(right[::-1], counts[::-1]), 0.0)
    least = float(np.log2(max(min(sizes), 1) * agreed)) - SLACK
    return Sureness(scores=lows[::-1], shares=shares, least=least)


def _by_chance(
    decoys: Decoys, least: Floats, linked: NDArray[np.int64], sizes: Sequence[int]
) -> Floats:
    """How many links reach a score by chance when so many others are made.

    A record that finds such a partner among the others of its source finds one among so many of
    another with the chance of as many trials.
    """
    reached = np.sort(decoys.scores)
    share = (len(reached) - np.searchsorted(reached, least)) / max(decoys.records, 1.0)
    none = 1.0 - np.minimum(share, 1.0)
    found = np.zeros(len(least))
    for a, b in _free(linked, sizes):
        trials = np.maximum(a, b) / max(decoys.others, 1.0)
        found += np.minimum(a, b) * (1.0 - none**trials)
    return found


def _ends(scores: Floats) -> NDArray[np.int64]:
    """Where bins end, counted from the best score; equal scores are in one bin."""
    last = np.flatnonzero(np.append(np.diff(scores) != 0, True)) + 1
    ends, start = list[int](), 0
    for end in last.tolist():
        if end - start >= BIN:
            ends.append(end)
            start = end
    if start < len(scores):
        ends.append(len(scores))
    return np.array(ends, dtype=np.int64)


def _free(linked: NDArray[np.int64], sizes: Sequence[int]) -> Iterator[tuple[Floats, Floats]]:
    """How many records of each two sources are left when so many links are made.

    Each link takes one record from two sources; which, is spread by their sizes, but none can give
    more than the others can take.
    """
    for i, a in enumerate(sizes):
        for b in sizes[i + 1 :]:
            taken = linked * _part(a, b, sizes)
            yield np.maximum(a - taken, 1.0), np.maximum(b - taken, 1.0)


def _part(a: int, b: int, sizes: Sequence[int]) -> float:
    """The share of links that are between two sources, by the smaller of them."""
    total = sum(min(x, y) for i, x in enumerate(sizes) for y in sizes[i + 1 :])
    return min(a, b) / total if total else 0.0


def _rising(shares: Floats, counts: Floats) -> Floats:
    """The rising line nearest to shares (pool adjacent violators)."""
    blocks: list[list[float]] = []
    for share, count in zip(shares, counts, strict=True):
        blocks.append([float(share), float(count), 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            top, below = blocks.pop(), blocks.pop()
            weight = top[1] + below[1]
            mean = (top[0] * top[1] + below[0] * below[1]) / weight
            blocks.append([mean, weight, top[2] + below[2]])
    return np.array([share for share, _, width in blocks for _ in range(int(width))])
