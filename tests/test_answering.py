"""Talks and who answers them."""

from __future__ import annotations

import asyncio
from collections.abc import Generator

from leadline.answering import answered, attended, heard_out


def counting(upto: int, left: list[str]) -> Generator[int, int, str]:
    total = 0
    try:
        for number in range(upto):
            total += yield number
    finally:
        left.append("left")
    return f"{total} in all"


def test_a_question_is_seen_when_its_answer_was_heard() -> None:
    heard: list[int] = []

    def answer(question: int) -> int:
        heard.append(question)
        return 10 * question

    seen = [(question, len(heard)) for question in answered(counting(3, []), answer)]
    assert seen == [(0, 1), (1, 2), (2, 3)]


def test_all_that_is_asked_and_what_comes_of_it() -> None:
    assert heard_out(counting(3, []), lambda question: 10 * question) == ([0, 1, 2], "30 in all")
    assert heard_out(counting(0, []), lambda question: question) == ([], "0 in all")


def test_who_asks_no_more_leaves_the_talk() -> None:
    left: list[str] = []
    running = answered(counting(3, left), lambda question: question)
    assert next(running) == 0
    running.close()
    assert left == ["left"]


def test_answers_may_have_to_be_waited_for() -> None:
    async def answer(question: int) -> int:
        await asyncio.sleep(0)
        return question

    assert asyncio.run(attended(counting(4, []), answer)) == "6 in all"
