"""Records that are looked for, gathered so that a page shows several of them.

All that lie in a cell of fewer pages than there are records in it are looked for together. Others
are parted in two where that takes fewest pages, and so on; one alone is looked for if its cell has
hardly more than a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from leadline.intervals import order_key
from leadline.model import Record
from leadline.plan.refresh.held import Held

ALONE = 2  # pages that a cell may have for one record

Records = list[Record]


def gathered(records: Records, pages: Callable[[Records], float], held: Held) -> Iterator[Records]:
    """Groups of them, each to be looked for in its cell; `pages` tells what that would take."""
    takes = pages(records) if records else 0
    if len(records) < 2 or takes <= 1:
        if records and takes <= ALONE:
            yield records
        return
    halves = min(_halves(records, held), key=lambda two: sum(map(pages, two)), default=None)
    if halves is None or (takes < len(records) and takes <= sum(map(pages, halves))):
        if takes <= len(records):
            yield records
        return
    for half in halves:
        yield from gathered(half, pages, held)


def _halves(records: Records, held: Held) -> Iterator[tuple[Records, Records]]:
    """By each attribute, in the middle of their values."""
    for name in held.attributes:
        line = sorted(records, key=lambda r: order_key((*held.carried(r, name), "")[0]))
        values = [held.carried(record, name)[:1] for record in line]
        cuts = [n for n in range(1, len(line)) if values[n] != values[n - 1]]
        if cuts:
            middle = min(cuts, key=lambda n: abs(2 * n - len(line)))
            yield line[:middle], line[middle:]
