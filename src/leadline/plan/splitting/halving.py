"""Halving: a box for words is divided word by word, where the site can leave a word out.

What has a word and what has it not are together all of a cell, whatever the site takes for a word.
So, where a sign before a word excludes it, a source with a single box is proved to be held whole
the way one with ranges is: a cell that overflows is divided by the word that half of its records
show. With counts, what the first half leaves is the size of the second. Where the counts of two
halves do not add up, the word is no good (a stop-word, for instance), and another divides the cell.
Leaves out boxes that cannot list everything; texts that have few words in common take long queries,
up to a bound.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice

from leadline.model import Attribute, Interface, Kind, Outcome, Query, Record, Step, Turn, Why
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.splitting.asked import Asked, State
from leadline.plan.words import words

CLOSED = (State.VALID, State.EMPTY, State.COUNT)
SHORTEST = 3  # letters of a word that sites look for; of shorter ones counts tell
LOOKED_AT = 2_000  # records of a cell, to choose a word
TRIES = 5  # words that do not divide a cell, then it is given up
DEEPEST = 300  # words of a query
ENOUGH = 8  # records of a cell that tell which word divides it
UNKNOWN = 4.0  # limits that a cell may have about which nothing is known


def can_halve(interface: Interface) -> bool:
    """Whether answers are cut, everything can be listed, and a word can be left out."""
    return interface.limit is not None and interface.browsable and _box(interface) is not None


def _box(interface: Interface) -> Attribute | None:
    boxes = [a for a in interface.attributes if a.kind is Kind.KEYWORD and a.without]
    return boxes[0] if boxes and interface.predicates is None else None


class Half:
    """A cell: its query, the records held that seem to be in it, and the word that divides it."""

    def __init__(self, query: Query, parent: Half | None, thought: float) -> None:
        self.query, self.parent, self.thought = query, parent, thought
        self.rows: list[int] = []
        self.asked: Asked | None = None
        self.derived: int | None = None  # its size, by what its other half has
        self.word = ""
        self.tried: set[str] = set()
        self.parts: tuple[Half, ...] = ()
        self.closed: State | None = None
        self.stuck = False

    @property
    def total(self) -> int | None:
        """How many records it has, by the source."""
        return self.asked.total if self.asked is not None else self.derived

    @property
    def left(self) -> bool:
        """Whether it, or a cell around it, is closed, or divided in another way since."""
        cell: Half | None = self
        while cell is not None:
            if cell.closed is not None or (cell.parent and cell not in cell.parent.parts):
                return True
            cell = cell.parent
        return False


class Halver:
    """What was asked of a box for words, what follows from it, and what is next."""

    def __init__(self, interface: Interface) -> None:
        box = _box(interface)
        assert box is not None
        self.interface, self.box, self._limit = interface, box, interface.limit or 1
        self.root = Half(Query(), None, UNKNOWN * self._limit)
        self.cells = {self.root.query: self.root}
        self.next: Step | None = None
        self._numbers: dict[str, int] = {}
        self._words: list[frozenset[str]] = []
        self._waiting = [self.root]
        self._counts = False
        self._advance()

    @property
    def proved(self) -> bool:
        """Whether nothing can be missing."""
        return self.root.closed is not None

    @property
    def impossible(self) -> list[Query]:
        """Cells that overflow and that no word divides."""
        return [cell.query for cell in self.cells.values() if cell.stuck and not cell.left]

    # --- learning -----------------------------------------------------------------------------

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        """Nothing is noted beforehand."""

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """Take in a page, whoever asked for it, and decide what is next."""
        new = [row for record in turn.answer.records if (row := self._row(record)) is not None]
        for row in new:
            self._route(row, self.root)
        if turn.answer.outcome is Outcome.FOUND:
            self._counts = turn.answer.total is not None
        if (cell := self.cells.get(turn.step.query)) is not None:
            self._hear(cell, turn, len(new))
        self._advance()

    def _row(self, record: Record) -> int | None:
        """The number of a record never seen before."""
        if record.key in self._numbers:
            return None
        self._numbers[record.key] = len(self._words)
        said = " ".join((record.text, *(value for _, value in record.values)))
        self._words.append(frozenset(words(said)))
        return len(self._words) - 1

    def _route(self, row: int, cell: Half) -> None:
        """Put a record into the cells that it seems to be in."""
        cell.rows.append(row)
        while cell.parts:
            cell = cell.parts[cell.word not in self._words[row]]
            cell.rows.append(row)

    def _hear(self, cell: Half, turn: Turn, new: int) -> None:
        cell.asked = cell.asked or Asked(cell.query, self.interface)
        shown = len(cell.asked.shown | {record.key for record in turn.answer.records})
        cell.asked.hear(turn.number, turn.step.page, turn.answer, shown, new)
        if cell.asked.total is not None:
            cell.thought = float(cell.asked.total)
        if not self._adds_up(cell):
            return
        if cell.asked.state in CLOSED:
            self._close(cell, cell.asked.state)
        elif turn.answer.outcome is Outcome.REFUSED and cell.parent is not None:
            self._divide(cell.parent)  # by another word: the site does not look for this one
        elif cell.asked.state is not State.READING and not cell.parts:
            self._divide(cell)

    def _close(self, cell: Half, state: State) -> None:
        cell.closed = state
        above = cell.parent
        while above is not None and above.closed is None and _covers(above):
            above.closed = State.VALID
            above = above.parent

    def _adds_up(self, cell: Half) -> bool:
        """Whether it may be a half; if not, another word divides what it is said to be one of."""
        above = cell.parent
        if above is None or cell not in above.parts or above.total is None or cell.total is None:
            return True
        other = above.parts[cell is above.parts[0]]
        rest = above.total - cell.total
        fits = rest == other.total if other.asked is not None else 0 < rest < above.total
        if not fits and above.total > self._limit:
            self._divide(above)
            return False
        if other.asked is None:
            self._expect(other, rest)
        return True

    def _expect(self, cell: Half, size: int) -> None:
        """Note what a cell has, by its other half; one that overflows is divided unasked."""
        cell.derived, cell.thought = size, float(size)
        if size > self._limit and not cell.parts and len(cell.rows) >= ENOUGH:
            self._divide(cell)

    # --- dividing -----------------------------------------------------------------------------

    def _divide(self, cell: Half) -> None:
        """Divide a cell by a word that was not tried; it is stuck if there is none."""
        word = self._dividing(cell)
        cell.closed, cell.word, cell.parts = None, word, ()
        cell.stuck = not word
        if cell.stuck:
            return
        cell.tried.add(word)
        share = sum(word in self._words[row] for row in cell.rows) / len(cell.rows)
        parts = [(word, share), (self.box.without + word, 1 - share)]
        cell.parts = tuple(self._part(cell, value, part) for value, part in parts)
        for row in cell.rows:
            cell.parts[word not in self._words[row]].rows.append(row)
        self._waiting += reversed(cell.parts)

    def _part(self, cell: Half, value: str, share: float) -> Half:
        query = Query((*cell.query.predicates, (self.box.name, value)))
        thought = share * max(cell.total or 0.0, cell.thought, 2.0 * self._limit)
        part = self.cells[query] = Half(query, cell, thought)
        return part

    def _dividing(self, cell: Half) -> str:
        """The word that comes nearest to half of the records held in a cell."""
        if len(cell.tried) >= TRIES or len(cell.query.predicates) >= DEEPEST:
            return ""
        used = {value.removeprefix(self.box.without) for _, value in cell.query.predicates}
        sample = list(islice(reversed(cell.rows), LOOKED_AT))
        counted = Counter(word for row in sample for word in self._words[row])
        fit = [
            (abs(2 * times - len(sample)), word)
            for word, times in counted.items()
            if word not in cell.tried | used and (self._counts or _is_asked(word))
        ]
        return min(fit, key=lambda one: (not _is_asked(one[1]), *one))[1] if fit else ""

    # --- choosing -----------------------------------------------------------------------------

    def _advance(self) -> None:
        """What is next: go on with the cell that is being read, or the one that came last."""
        while self._waiting and not self._is_open(self._waiting[-1]):
            self._waiting.pop()
        self.next = self._step(self._waiting[-1]) if self._waiting and not self.proved else None

    def _is_open(self, cell: Half) -> bool:
        """Whether pages of a cell are to be read."""
        if cell.left or cell.parts or cell.stuck:
            return False
        return cell.asked is None or cell.asked.state is State.READING

    def _step(self, cell: Half) -> Step:
        asked = cell.asked or Asked(cell.query, self.interface)
        thought, held = cell.thought, len(asked.shown)
        why = Why(
            expert="halve",
            expected=max(min(thought, self._limit) - len(cell.rows), 0.0),
            pages=max(1.0, min(thought, self._limit) / self.interface.page_size),
            evidence=f"{len(cell.rows)} held of about {thought:.0f} in the cell {cell.query}",
        )
        return Step(cell.query, asked.next_page(held, thought, counts=self._counts), why)


def _covers(cell: Half) -> bool:
    return bool(cell.parts) and all(part.closed is not None for part in cell.parts)


def _is_asked(word: str) -> bool:
    return len(word) >= SHORTEST or not word.isascii()
