"""All ways to part some things into groups."""

from __future__ import annotations

from collections.abc import Iterator


def partitions(items: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to part some things into groups; a Bell number of them, so for few things only."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for some in partitions(rest):
        yield [(first,), *some]
        for place, group in enumerate(some):
            yield [*some[:place], (first, *group), *some[place + 1 :]]
