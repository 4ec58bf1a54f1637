"""Ctrl-C: what is under way ends cleanly, and in one line."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from leadline.errors import Interrupted

T = TypeVar("T")


def interruptible(work: Coroutine[Any, Any, T]) -> T:
    """What comes of it; Ctrl-C ends it, and nothing is kept."""
    try:
        return asyncio.run(work)
    except KeyboardInterrupt as error:
        raise Interrupted("interrupted; run the same command again to start anew") from error


async def cancellable(work: Coroutine[Any, Any, T]) -> T:
    """What comes of it; Ctrl-C cancels it, and it may still say what it has."""
    task = asyncio.ensure_future(work)
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, task.cancel)
    try:
        return await task
    except asyncio.CancelledError as error:
        raise Interrupted(
            "interrupted before the first record; run the same command again to start anew"
        ) from error


@contextmanager
def interrupted_as(told: str) -> Iterator[None]:
    """Ctrl-C ends the block with this line, also where DuckDB makes an error of its own of it."""
    pressed = list[int]()

    def press(number: int, _: object) -> None:
        pressed.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, press)
    try:
        yield
    except BaseException as error:
        if pressed:
            raise Interrupted(told) from error
        raise
    finally:
        signal.signal(signal.SIGINT, before)
