"""Answering a talk: a generator that yields what it wants to know, and is sent the replies.

Who decides writes such generators, who does answers them: a simulated source or a live site.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from contextlib import closing
from typing import TypeVar

Q = TypeVar("Q")
A = TypeVar("A")
R = TypeVar("R")


def answered(talk: Generator[Q, A, R], answer: Callable[[Q], A]) -> Generator[Q, None, R]:
    """Each question of a talk once its answer was heard; returns what comes of it.

    Whoever stops asking for more leaves the talk.
    """
    with closing(talk):
        try:
            question = next(talk)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        while True:
            try:
                following = talk.send(answer(question))
            except StopIteration as end:
                yield question
                return end.value  # type: ignore[no-any-return]
            yield question
            question = following


def heard_out(talk: Generator[Q, A, R], answer: Callable[[Q], A]) -> tuple[list[Q], R]:
    """All questions of a talk, and what comes of it."""
    asked, running = list[Q](), answered(talk, answer)
    while True:
        try:
            asked.append(next(running))
        except StopIteration as end:
            return asked, end.value


async def attended(talk: Generator[Q, A, R], answer: Callable[[Q], Awaitable[A]]) -> R:
    """What comes of a talk whose answers have to be waited for."""
    try:
        question = next(talk)
        while True:
            question = talk.send(await answer(question))
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
