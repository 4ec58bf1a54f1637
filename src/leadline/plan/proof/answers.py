"""The pages of one query as the turns show them, and what is found about a query."""

from __future__ import annotations

from dataclasses import dataclass, field

from leadline.model import Answer, Count
from leadline.plan.proof.value import Ground
from leadline.plan.sorted_list import beginning


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
    def ends(self) -> bool:
        """Whether nothing follows the last page: it says so, or the one behind it is empty."""
        behind = self.pages.get(self.last + 1)
        return not self.pages[self.last].more or (behind is not None and not behind.more)

    @property
    def shows(self) -> bool:
        """Whether any page showed something."""
        return any(page.rows for page in self.pages.values())

    @property
    def sizes(self) -> dict[int, int]:
        """How many records each page shows that has some."""
        return {page: len(shown.rows) for page, shown in self.pages.items() if shown.rows}

    @property
    def shown(self) -> set[int]:
        """All that any page showed."""
        return {row for page in self.pages.values() for row in page.rows}

    @property
    def first(self) -> list[int]:
        """What was shown up to the first page that was not read, in its order."""
        return beginning({page: shown.rows for page, shown in self.pages.items()})

    @property
    def first_turns(self) -> tuple[int, ...]:
        """The turns that showed that."""
        return tuple(beginning({page: (shown.turn,) for page, shown in self.pages.items()}))

    def note_total(self, number: int, answer: Answer) -> None:
        """Take in what a turn says of how many records meet the query."""
        if answer.total is None:
            return
        if answer.count is Count.EXACT:
            self.total, self.stated = answer.total, number
        elif answer.count is Count.LEAST:
            self.least = max(self.least, answer.total)

    def read_through(self, ground: Ground) -> Finding:
        """What an answer that was read to its end shows."""
        end = self.last + self.pages[self.last].more  # the empty page, if it is what says so
        pages = [self.pages[page] for page in range(1, end + 1)]
        records = len({row for page in pages for row in page.rows})
        return Finding(ground=ground, count=records, turns=tuple(page.turn for page in pages))


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """How far a query is closed by its own answer; if it is not, why not."""

    ground: Ground
    count: int | None = None
    turns: tuple[int, ...] = ()
    why: str = ""
