"""What the turns say about each query: is it closed by its own answer, and if not, why not.

An answer is whole if its pages are there from the first to the last, the last promises no more,
and it had room left: fewer records than the limit, or as many as the source counts. It is refuted
by a record that is held, meets the query by its own values, and is not in it. A count closes a
query if exactly as many records that meet it are held. Nothing is known here of how the queries
were chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from leadline.model import Answer, Count, Interface, Outcome, Query, Turn
from leadline.plan.proof.held import Held
from leadline.plan.proof.value import ANSWERED, Ground


@dataclass(frozen=True, slots=True)
class Shown:
    """One page of a query that could be read."""

    turn: int
    rows: tuple[int, ...]
    more: bool


@dataclass(slots=True)
class Asked:
    """The pages of one query."""

    pages: dict[int, Shown] = field(default_factory=dict)
    failed: set[int] = field(default_factory=set)
    refused: bool = False
    total: int | None = None  # exact, as stated last
    stated: int = 0  # the turn that did
    least: int = 0

    @property
    def last(self) -> int:
        """The last page that has something, or is the only one."""
        return max((page for page, shown in self.pages.items() if shown.rows), default=1)

    @property
    def shown(self) -> set[int]:
        """All that any page showed."""
        return {row for page in self.pages.values() for row in page.rows}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """How far a query is closed by its own answer; if it is not, why not."""

    ground: Ground
    count: int | None = None
    turns: tuple[int, ...] = ()
    why: str = ""


class Evidence:
    """A fold over turns."""

    def __init__(self, turns: Iterable[Turn], interface: Interface) -> None:
        self.interface = interface
        self.held = Held(interface)
        self.asked: dict[Query, Asked] = {}
        self.turns: set[int] = set()
        self._found: dict[Query, Finding] = {}
        for turn in turns:
            self._hear(turn)

    @property
    def records(self) -> int:
        """How many records are held."""
        return len(self.held.rows)

    def _hear(self, turn: Turn) -> None:
        query, answer = turn.step.query, turn.answer
        self.turns.add(turn.number)
        asked = self.asked.setdefault(query, Asked())
        if answer.outcome is Outcome.FAILED:
            asked.failed.add(turn.step.page)
        elif answer.outcome is Outcome.REFUSED:
            asked.refused = True
        else:
            rows = tuple([self.held.add(record) for record in answer.records])
            self.held.test(query, rows)
            asked.pages[turn.step.page] = Shown(turn.number, rows, answer.more)
            _note_total(asked, turn.number, answer)

    # --- findings -----------------------------------------------------------------------------

    def finding(self, query: Query) -> Finding:
        """The best that is known of a query by its own answer."""
        if query not in self._found:
            grounds = (Ground.EMPTY, Ground.WHOLE, Ground.COUNT)
            found = (one for ground in grounds if (one := self.closed(query, ground)) is not None)
            self._found[query] = next(found, None) or self.open(query)
        return self._found[query]

    def closed(self, query: Query, ground: Ground) -> Finding | None:
        """That a query is closed on this ground; None if it is not."""
        asked = self.asked.get(query)
        if asked is None or ground not in ANSWERED:
            return None
        if ground is Ground.COUNT:
            return self._counted(query, asked)
        shows = any(page.rows for page in asked.pages.values())
        if shows is (ground is Ground.EMPTY) or self._flaw(query, asked):
            return None
        return _read_through(asked, ground)

    def open(self, query: Query) -> Finding:
        """What is known of a query that is not closed by its own answer."""
        asked = self.asked.get(query)
        if asked is None:
            can = self.interface.can_ask(query)
            why = "it was never asked" if can else "the form cannot ask for it"
            return Finding(ground=Ground.OPEN, why=why)
        stated = (asked.stated,) if asked.total is not None else ()
        why = self._flaw(query, asked) or "more records meet it than it shows"
        return Finding(ground=Ground.OPEN, count=asked.total, turns=stated, why=why)

    def missing(self, query: Query) -> int | None:
        """How many of its records are not held at most, by the source's own count."""
        asked = self.asked.get(query)
        if asked is None or asked.total is None:
            return None
        return max(0, asked.total - len(self._known(query, asked)))

    def _counted(self, query: Query, asked: Asked) -> Finding | None:
        if not asked.total or len(self._known(query, asked)) != asked.total:
            return None
        return Finding(ground=Ground.COUNT, count=asked.total, turns=(asked.stated,))

    def _known(self, query: Query, asked: Asked) -> set[int]:
        """The records held that meet a query: shown for it, or by their own values."""
        return asked.shown | (self.held.matching(query) or set())

    def _flaw(self, query: Query, asked: Asked) -> str:
        """Why an answer is not whole; nothing if it is."""
        if not asked.pages:
            return "the source refuses it" if asked.refused else "it could not be had"
        first = next(page for page in count(1) if page not in asked.pages)
        if first <= asked.last or asked.pages[asked.last].more:
            had = "could not be had" if first in asked.failed else "was not read"
            return f"page {first} {had}"
        rows = [row for page in range(1, asked.last + 1) for row in asked.pages[page].rows]
        return self._short(asked, rows) or self._refuted(query, set(rows))

    def _short(self, asked: Asked, rows: list[int]) -> str:
        """Whether the source may have more than it shows."""
        shown, limit = len(set(rows)), self.interface.limit
        if asked.total is not None and asked.total != shown:
            return f"the source counts {asked.total} and shows {shown}"
        if asked.least > shown:
            return f"the source counts at least {asked.least} and shows {shown}"
        most = self._most if limit is None else limit
        if asked.total is None and most is not None and len(rows) >= most:
            return f"it shows {len(rows)}, as many as the source ever does"
        return ""

    @cached_property
    def _most(self) -> int | None:
        """The limit that answers show where none is known: the longest end alike, after full pages.

        Sites hide limits; two answers of the same length, none longer, may be cut off.
        """
        sizes = Counter(sum(len(page.rows) for page in asked.pages.values())
                        for asked in self.asked.values() if asked.total is None)  # fmt: skip
        most, page = max(sizes, default=0), self.interface.page_size
        return most if sizes[most] > 1 and most > page and not most % page else None

    def _refuted(self, query: Query, rows: set[int]) -> str:
        strays = (self.held.matching(query) or set()) - rows
        return f"{len(strays)} held that meet it are not in its answer" if strays else ""


def _note_total(asked: Asked, number: int, answer: Answer) -> None:
    if answer.total is None:
        return
    if answer.count is Count.EXACT:
        asked.total, asked.stated = answer.total, number
    elif answer.count is Count.LEAST:
        asked.least = max(asked.least, answer.total)


def _read_through(asked: Asked, ground: Ground) -> Finding:
    pages = [asked.pages[page] for page in range(1, asked.last + 1)]
    records = len({row for page in pages for row in page.rows})
    return Finding(ground=ground, count=records, turns=tuple(page.turn for page in pages))
