"""Pairwise overlap of independent crawls with a t-test, as Wu et al. did it, for comparison.

Several crawls from different values; for each two of them the size is |A|·|B| / |A ∩ B|; of these
sizes the mean and its t-interval (Wu, Wen, Liu, Ma 2006, §5: six crawls, fifteen pairs). Pairs of
crawls that share nothing count with an overlap of one record. Crawls that all run to the same
frequent values overlap more than chance, so the size comes out too small.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import combinations
from random import Random

import numpy as np

from leadline.flow import converse, recall
from leadline.model import Answer, Step
from leadline.plan.classic import GreedyLink
from leadline.plan.knowledge import Knowledge
from leadline.plan.size.student import mean_interval
from leadline.plan.size.value import Size

CRAWLS = 6


def pairwise_overlap(crawls: Sequence[frozenset[str]]) -> Size:
    """The size by the overlaps of every two crawls."""
    sizes = [len(a) * len(b) / max(len(a & b), 1) for a, b in combinations(crawls, 2)]
    mean, low, high = mean_interval(sizes)
    held = float(len(frozenset().union(*crawls)))
    return Size(estimate=max(mean, held), low=max(low, held), high=max(high, held))


def crawls_of(
    known: Knowledge, pages: int, seed: int
) -> Generator[Step, Answer, list[frozenset[str]]]:
    """Six greedy-link crawls from random values of records held, with equal shares of the pages."""
    rng, found = Random(f"wu/{seed}"), list[frozenset[str]]()
    values = np.flatnonzero(known.local > 0)
    for number in range(CRAWLS if len(values) else 0):
        value = int(values[rng.randrange(len(values))])
        found.append((yield from _crawl(known, value, pages // CRAWLS, seed * CRAWLS + number)))
    return found


def _crawl(
    known: Knowledge, value: int, pages: int, seed: int
) -> Generator[Step, Answer, frozenset[str]]:
    policy, keys = GreedyLink(), set[str]()
    talk = converse(policy, recall(policy, known.interface), (known.query(value),), seed)
    step = next(talk, None)
    for _ in range(pages):
        if step is None:
            break
        answer = yield step
        keys.update(record.key for record in answer.records)
        try:
            step = talk.send(answer)
        except StopIteration:
            break
    return frozenset(keys)
