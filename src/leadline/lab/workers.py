"""Work in forked children: several at once, each with a peak memory of its own.

A child inherits what the parent has loaded without copying it. It may tell the parent how far it
is; the parent hears of that, and of each result, in the order in which they come. Children ignore
Ctrl-C: the parent ends them, whichever way it leaves.
"""

from __future__ import annotations

import gc
import multiprocessing
import resource
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Any

from leadline.errors import LeadlineError

Tell = Callable[..., None]
Work = Callable[[Tell], Any]
EVERY = 0.2  # seconds between two messages of one child


class WorkFailed(LeadlineError):
    """A child that ended without a result."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class Done:
    """The result of one piece of work, and the most memory its process held, in megabytes."""

    number: int
    result: Any
    peak_mb: float


def fork_all(
    works: Sequence[Work],
    at_once: int,
    told: Callable[..., None] = lambda number, *news: None,
) -> Generator[Done, None, None]:
    """Do all the work, so many pieces at once; `told(number, *news)` hears of progress."""
    gc.freeze()  # else collecting garbage in a child copies what it shares with the parent
    waiting = list(enumerate(works))[::-1]
    children: dict[Connection, tuple[int, ForkProcess]] = {}
    try:
        while waiting or children:
            while waiting and len(children) < at_once:
                number, work = waiting.pop()
                ours, process = _start(work, list(children))
                children[ours] = number, process
            for ready in wait(list(children)):
                assert isinstance(ready, Connection)
                yield from _hear(ready, children, told)
    finally:
        for _, process in children.values():
            process.terminate()
        for _, process in children.values():
            process.join()
        gc.unfreeze()


def _start(work: Work, others: list[Connection]) -> tuple[Connection, ForkProcess]:
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(work, theirs, [ours, *others]), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _hear(
    ready: Connection,
    children: dict[Connection, tuple[int, ForkProcess]],
    told: Callable[..., None],
) -> Iterator[Done]:
    number, process = children[ready]
    try:
        kind, *news = ready.recv()
    except EOFError:
        process.join()
        raise WorkFailed(f"a process was ended from outside ({process.exitcode})") from None
    if kind == "news":
        told(number, *news)
        return
    process.join()
    del children[ready]
    if kind != "done":
        raise (LeadlineError if kind == "refused" else WorkFailed)(*news)
    yield Done(number, *news)


def _child(work: Work, pipe: Connection, inherited: list[Connection]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for other in inherited:  # held open, they would hide the parent's death from its children
        other.close()
    try:
        pipe.send(("done", work(_teller(pipe)), peak_mb()))
    except BrokenPipeError:
        pass
    except LeadlineError as error:
        pipe.send(("refused", str(error)))
    except Exception as error:
        pipe.send(("failed", f"{type(error).__name__}: {error} ({_place(error)})"))


def _teller(pipe: Connection) -> Tell:
    last = 0.0

    def tell(*news: Any) -> None:
        nonlocal last
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            pipe.send(("news", *news))

    return tell


def _place(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"


def peak_mb() -> float:
    """The most memory that this process has held."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)
