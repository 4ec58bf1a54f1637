"""Entities by ranges of a number that is not shown: from the lowest up, each range on one page.

How far a range goes is guessed by how many the one before had. One that has more entities than a
page is made shorter; one that has no more tells its entities. Counts of the ranges that were too
long are kept: what is left of them needs no guess. A single number with many entities is read page
by page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from leadline.plan.facets.known import Known
from leadline.plan.facets.lists import Ask, Exploring, Shown, Under

GROWTH = 4  # times as long as the range before
FILLED = 0.75  # of a page that a range should have
ASKED = 100_000  # pages for one slider


@dataclass(frozen=True, slots=True, kw_only=True)
class Slider:
    """A facet of numbers, and the address of what lies within two of them."""

    name: str
    low: Decimal
    high: Decimal
    step: Decimal
    url: Callable[[Decimal, Decimal], str]

    def under(self, low: Decimal, high: Decimal) -> Under:
        """What is true of what lies within two numbers."""
        return frozenset([(self.name, f"{low:f}" if low == high else f"{low:f}–{high:f}")])


def slide(slider: Slider, known: Known, size: int) -> Exploring[None]:
    """Everybody who has a number, in ranges that fit a page."""
    longer: list[tuple[Decimal, int]] = []  # ends of ranges from `low` up, and how many lie there
    low, steps, asked = slider.low, _steps(slider, slider.low, slider.high), 0
    while low <= slider.high and asked < ASKED:
        high = _end(slider, low, steps, longer, size)
        asked += 1
        shown = yield Ask(under=slider.under(low, high), url=slider.url(low, high))
        if shown is None or (shown.total is None and longer):
            return
        count = len(shown.keys) if shown.total is None else shown.total
        steps = _better(_steps(slider, low, high), count, size)
        if count > size and low < high:
            longer.append((high, count))
            continue
        if count > size and low == slider.low and longer and count == longer[0][1]:
            return  # the lowest number would be everybody's: the site does not look at it
        known.meet(shown.keys, slider.under(low, high))
        yield from _turn(slider.under(low, high), known, shown)
        longer = [(end, n - count) for end, n in longer if end > high]
        low = high + slider.step
        while longer and longer[-1][1] <= 0:
            low = longer.pop()[0] + slider.step


def _steps(slider: Slider, low: Decimal, high: Decimal) -> int:
    """How many numbers lie in a range."""
    return int((high - low) / slider.step) + 1


def _better(steps: int, count: int, size: int) -> int:
    """How many numbers should have about a page of entities, when so many had this count."""
    return max(1, min(int(steps * FILLED * size / max(count, 1)), GROWTH * steps))


def _end(
    slider: Slider, low: Decimal, steps: int, longer: list[tuple[Decimal, int]], size: int
) -> Decimal:
    """Where a range from here should end: where one is known to end that fits, or by guess."""
    end, count = longer[-1] if longer else (slider.high, size + 1)
    if count <= size:
        return end
    most = _steps(slider, low, end) - bool(longer)
    return low + (max(1, min(steps, most)) - 1) * slider.step


def _turn(under: Under, known: Known, shown: Shown) -> Exploring[None]:
    """The further pages of a list."""
    seen, page, more = set(shown.keys), 1, shown
    while more.following and len(seen) < (shown.total or len(seen)):
        page += 1
        answer = yield Ask(under=under, url=more.following, page=page)
        if answer is None or not set(answer.keys) - seen:
            return
        known.meet(answer.keys, under, page)
        seen.update(answer.keys)
        more = answer
