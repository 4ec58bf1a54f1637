"""Simulated sources under a result limit, harvested to the proof."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from leadline.answering import answered
from leadline.flow import converse, recall
from leadline.lab.proving import form_over
from leadline.lab.world import World
from leadline.model import Interface, Query, Step, Turn
from leadline.plan.proof import Proof, build, outline_in
from leadline.plan.splitting import Splitting

GENRES = ("poetry", "law", "maps", "music", "opera")


def books(number: int, seed: int = 0) -> list[dict[str, Any]]:
    """A table with a number, a category with several values, and gaps in both."""
    rng = Random(seed)
    return [
        {
            "year": rng.randrange(1900, 2000) if rng.random() < 0.95 else None,
            "genre": rng.sample(GENRES, rng.choice((0, 1, 1, 1, 2))),
            "shelf": f"{rng.choice('abc')}{rng.randrange(8)}",
        }
        for _ in range(number)
    ]


def world(
    number: int, ordered: list[str], categories: list[str], seed: int = 0, **settings: Any
) -> World:
    """The table behind a form that shows few."""
    settings = {"limit": 30, "page_size": 5, "browsable": True} | settings
    return World(collection=form_over(books(number, seed), ordered, categories), **settings)


def conversation(source: World, most: int | None = None) -> tuple[list[Turn], Any]:
    """All turns until splitting has nothing left to ask, and what it learned."""
    policy = Splitting()
    turns, known = list[Turn](), recall(policy, source.interface)
    talk = converse(policy, known, heard=turns.append)
    for _ in islice(answered(talk, source.answer), most):
        pass
    return turns, known.learner


def harvested(source: World, most: int | None = None) -> tuple[Proof, list[Turn], Interface]:
    """The proof of a harvest that splits."""
    turns, splitter = conversation(source, most=most)
    return build(turns, source.interface, outline_in(splitter)), turns, source.interface


def read(source: World, *queries: Query) -> list[Turn]:
    """The turns of reading these queries to their ends."""
    turns = list[Turn]()
    for query in queries:
        page, more = 1, True
        while more:
            answer = source.answer(Step(query, page))
            turns.append(Turn(len(turns) + 1, Step(query, page), answer))
            page, more = page + 1, answer.more
    return turns
