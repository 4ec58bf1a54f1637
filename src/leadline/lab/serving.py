"""What an event loop serves, served beside code that knows nothing of event loops."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


@contextmanager
def in_a_thread(serving: AbstractAsyncContextManager[T]) -> Iterator[T]:
    """Serve in an event loop in a thread of its own, as long as this block lasts."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def done(work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    async def begun() -> T:
        return await serving.__aenter__()

    async def ended() -> None:
        await serving.__aexit__(None, None, None)

    try:
        served = done(begun())
        try:
            yield served
        finally:
            done(ended())
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
