"""Where more of the same should be: what changes that were found together have in common.

Changes come in batches, and one page of a batch shows what it is about. Each conjunction of values
and spans that the records of a page share is a guess; what was counted around it says how many
more it can hold at most. The guess that promises most for the way to them is counted next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from leadline.model import Query, Record
from leadline.plan.refresh.cell import Cell
from leadline.plan.refresh.held import Held
from leadline.plan.refresh.parts import box_of, contains

BROAD = 0.3  # of all records: values that more of them have tell nothing
PROMISED = 4  # records too many or missing, at least, for which a guess is counted
GUESSES = 3  # that are counted for one page
FIELDS = 4  # that a guess may have


@dataclass(slots=True)
class Found:
    """What records have in common that came (1) or went (-1) on one page, and guesses from it."""

    box: Query
    guesses: list[Query]
    sign: int
    trials: int = GUESSES


class Alike:
    """The guesses about all changes that were found."""

    def __init__(self, held: Held, cells: Mapping[Query, Cell]) -> None:
        self.held, self.cells, self._found = held, cells, list[Found]()

    def learn(self, records: Sequence[Record], sign: int) -> None:
        """Records came (1) or went (-1), all on one page."""
        if records:
            box = box_of(records, self.held, without="")
            self._found.append(Found(box, list(self._parts(box)), sign))

    def best(self, least: float) -> Query | None:
        """What should have most of what is left of a batch, if it is worth more than that."""
        guesses = [(guess.worth, found, guess.query) for found in self._found if found.trials
                   for guess in self._promising(found)]  # fmt: skip
        worth, found, query = max(guesses, key=lambda one: one[0], default=(0.0, None, None))
        if found is None or worth < least:
            return None
        found.trials -= 1
        return query

    def _parts(self, box: Query) -> Iterator[Query]:
        sized = ((len(self.held.keys(Query((pair,)))), pair) for pair in box.predicates)
        telling = sorted((size, pair) for size, pair in sized if size <= BROAD * len(self.held.now))
        pairs = [pair for _, pair in telling[:FIELDS]]
        for many in range(1, len(pairs) + 1):
            yield from (Query(tuple(some)) for some in combinations(pairs, many))

    def _promising(self, found: Found) -> Iterator[Cell]:
        """The guesses as they would be if all that is left around them were there."""
        there = max(self._left(found.box, found.sign), default=0)
        for query in found.guesses if there >= PROMISED else ():
            most = min(self._left(query, found.sign), default=there)
            if query not in self.cells and most >= PROMISED:
                size = len(self.held.keys(query))
                yield Cell(query, size + found.sign * min(most, size), size)

    def _left(self, query: Query, sign: int) -> Iterator[int]:
        """How many records all cells around a query have too many (or too few)."""
        for cell in self.cells.values():
            if contains(cell.query, query):
                yield sign * (cell.said - cell.believed)
