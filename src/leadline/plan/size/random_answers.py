"""Answers to values drawn at random from what is held: what Lu and Li's estimate rests on."""

from __future__ import annotations

from collections.abc import Generator
from random import Random

import numpy as np

from leadline.model import Answer, Step
from leadline.plan.knowledge import Knowledge
from leadline.plan.size.reading import WHY


def random_answers(
    known: Knowledge, pages: int, seed: int
) -> Generator[Step, Answer, list[frozenset[str]]]:
    """Ask random values, each read to its end, until the pages are spent."""
    rng, answers = Random(f"random/{seed}"), list[frozenset[str]]()
    values = np.flatnonzero(known.local > 0).tolist()
    rng.shuffle(values)
    while pages > 0 and values:
        query, page, keys = known.query(values.pop()), 1, set[str]()
        while pages > 0:
            answer = yield Step(query, page, WHY)
            pages, page = pages - 1, page + 1
            keys.update(record.key for record in answer.records)
            if not answer.more:
                break
        answers.append(frozenset(keys))
    return answers
