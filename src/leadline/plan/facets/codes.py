"""Values asked several at a time, where a site takes several of a facet for alternatives.

Each of some rare values gets a number, and each list asks for all values in whose numbers a certain
binary digit is one: the lists that an entity is on spell the number of its value. So 31 values that
a few entities have each take five lists instead of 31. The most frequent values get the numbers
with fewest ones. A list must be as long as the counts of its values together, else the site does
not take them for alternatives, or somebody has two of them; and a value is told only if as many
entities spell it as have it. Whatever is not told so is read value by value, as elsewhere.

That lists overlap on purpose is group testing (Dorfman, "The detection of defective members of
large populations", 1943), with the numbers as the code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from leadline.plan.facets.cells import Cells, pages
from leadline.plan.facets.lists import Ask, Exploring, Value
from leadline.plan.facets.opened import Cell

DIGITS = range(3, 8)  # of a number
WORTH = 0.7  # of the pages that reading each value by itself takes
Address = Callable[[Sequence[Value]], str]  # of the list of several values


def coded(counts: Mapping[Value, int], size: int) -> tuple[tuple[Value, ...], ...]:
    """The values of each list for the rarest of some values; none if that does not pay."""
    rare = sorted(counts, key=lambda value: (counts[value], value))
    ways = [(_cost(lists, counts, size) / number, lists)
            for digits in DIGITS if (number := 2**digits - 1) <= len(rare)
            for lists in [_lists(rare[:number], counts, digits)]]  # fmt: skip
    cost, best = min(ways, default=(1.0, ()))
    return best if cost <= WORTH else ()


def _lists(
    values: Sequence[Value], counts: Mapping[Value, int], digits: int
) -> tuple[tuple[Value, ...], ...]:
    numbers = sorted(range(1, 2**digits), key=lambda number: (number.bit_count(), number))
    common = sorted(values, key=lambda value: (-counts[value], value))
    given = dict(zip(common, numbers, strict=True))
    return tuple(
        tuple(value for value, number in given.items() if number >> digit & 1)
        for digit in range(digits)
    )


def _cost(lists: tuple[tuple[Value, ...], ...], counts: Mapping[Value, int], size: int) -> int:
    return pages([sum(counts[value] for value in some) for some in lists], size)


def read_coded(cells: Cells, counts: Mapping[Value, int], address: Address) -> Exploring[bool]:
    """What can be told of rare values by asking several at a time; whether the site takes that."""
    left = {value: n for value, n in counts.items() if 0 < n <= cells.page_size}
    while lists := coded(left, cells.page_size):
        found: list[Cell] = []
        for some in lists:
            cell = yield from _read(cells, some, left, address(some))
            if cell is None:
                return False
            found.append(cell)
        for value, keys, cell in _spelt(lists, found):
            if len(keys) == left[value]:
                cells.known.tell(keys, value, cell.under)
        left = {value: n for value, n in left.items() if not any(value in some for some in lists)}
    return True


def _read(
    cells: Cells, some: Sequence[Value], counts: Mapping[Value, int], url: str
) -> Exploring[Cell | None]:
    """The list of several values, read to its end, if it is one of alternatives."""
    expected = sum(counts[value] for value in some)
    if not url or cells.is_too_long(expected):
        return None
    cell = yield from cells.apart(Ask(under=frozenset(some), url=url))
    if cell is None or cell.total != expected:
        return None
    yield from cells.turn(cell, cell.following)
    return cell if len(cell.members) == expected else None


def _spelt(
    lists: Sequence[Sequence[Value]], found: Sequence[Cell]
) -> Iterator[tuple[Value, list[str], Cell]]:
    """Each value, who is on exactly its lists, and one of these."""
    numbers: dict[Value, int] = {}
    spelt: dict[str, int] = {}
    for digit, (some, cell) in enumerate(zip(lists, found, strict=True)):
        for value in some:
            numbers[value] = numbers.get(value, 0) | 1 << digit
        for key in cell.members:
            spelt[key] = spelt.get(key, 0) | 1 << digit
    who: dict[int, list[str]] = {}
    for key, number in spelt.items():
        who.setdefault(number, []).append(key)
    for value, number in numbers.items():
        yield value, who.get(number, []), found[number.bit_length() - 1]
