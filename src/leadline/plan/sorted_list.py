"""How far a sorted list that was read from its beginning leaves nothing out.

A source that cuts its answers but sorts them on request shows one end of them: all that comes
before the last value read is there, of those equal to it perhaps not all. An ascending and a
descending list whose ends have passed each other are together everything that has a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count, pairwise, takewhile
from typing import TypeVar

from leadline.intervals import Key

T = TypeVar("T")


def beginning(pages: Mapping[int, Sequence[T]]) -> list[T]:
    """What the pages from the first up to the first that is not there show."""
    return [one for page in takewhile(pages.__contains__, count(1)) for one in pages[page]]


def reach(keys: Iterable[Key | None], descending: bool = False) -> Key | None:
    """The last value of a list, up to which it leaves out nothing; None if it is not sorted.

    What has no value may stand at either end.
    """
    line = [key for key in keys if key is not None]
    rises = all(a >= b if descending else a <= b for a, b in pairwise(line))
    return line[-1] if line and rises else None


def cross(up: Iterable[Key | None], down: Iterable[Key | None]) -> bool:
    """Whether nothing lies between what an ascending and a descending list have reached."""
    high, low = reach(up), reach(down, descending=True)
    return high is not None and low is not None and high > low
