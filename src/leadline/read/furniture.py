"""What stands in a row with the records and is none: "23 results" before them, a pager after.

Where such lines are made of the same element as records, only what they say tells them: they lack
half of the values that nearly every record has. They are looked for at both ends of a page, never
among the records, and only on sites whose samples have them there: a record that says little is a
record. Leaves out furniture in the middle, which `repeated_select` tells by its classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from leadline.read.fields import Values

ENDS = 3  # lines at either end of a page that may be furniture
MIDDLE = 4  # records between them by which records are known
NEARLY_ALL = 0.9
MOSTLY = 0.8  # of the pages have it
TIMES = 2  # that it must be seen if it says just half of what records say

T = TypeVar("T")


def learn_essential(values: Sequence[Values], pages: Sequence[int]) -> tuple[str, ...]:
    """The names of what nearly all records say, if something else stands at the ends of pages."""
    rows = [_of_page(values, pages, page) for page in dict.fromkeys(pages)]
    middle = [row for own in rows for row in own[ENDS:-ENDS]]
    if len(middle) < MIDDLE:
        return ()
    names = _common(middle)
    long = [own for own in rows if len(own) > 2 * ENDS]
    ends = [[own[end] for own in long if lacks(own[end], names)] for end in (0, -1)]
    sure = any(2 * len(row & names) < len(names) for rows in ends for row in rows)
    often = max(map(len, ends)) >= MOSTLY * len(long)
    return tuple(sorted(names)) if often and (sure or sum(map(len, ends)) >= TIMES) else ()


def essential_names(values: Sequence[Values]) -> tuple[str, ...]:
    """What nearly all of these records say."""
    return tuple(sorted(_common([{name for name, _ in own} for own in values])))


def _common(rows: Sequence[set[str]]) -> frozenset[str]:
    counted = Counter(name for row in rows for name in row)
    return frozenset(name for name, times in counted.items() if times >= NEARLY_ALL * len(rows))


def _of_page(values: Sequence[Values], pages: Sequence[int], page: int) -> list[set[str]]:
    return [{name for name, _ in own} for own, at in zip(values, pages, strict=True) if at == page]


def lacks(own: set[str], essential: frozenset[str]) -> bool:
    """Whether something says no more than half of what records say."""
    said = len(own & essential)
    return said < len(essential) and 2 * said <= len(essential)


def between(
    rows: Sequence[T], values: Callable[[T], Values], essential: frozenset[str]
) -> Sequence[T]:
    """The rows without the furniture at either end."""
    strange = [lacks({name for name, _ in values(row)}, essential) for row in rows]
    start = next((n for n, one in enumerate(strange[:ENDS]) if not one), min(ENDS, len(rows)))
    end = next((n for n, one in enumerate(strange[::-1][:ENDS]) if not one), ENDS)
    return rows[start : max(start, len(rows) - end)]
