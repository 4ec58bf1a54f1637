"""What the turns say about each query: is it closed by its own answer, and if not, why not.

An answer is whole if its pages are there from the first to the last, the last promises no more or
an empty one follows, and it had room left: fewer records than the limit, or as many as the source
counts. Where nobody counts, no page but the last may show fewer records than most do. It is refuted
by a record that is held, meets the query by its own values, and is not in it. A count closes a
query if exactly as many records that meet it are held. What answers in a chosen order say is in
`orders`. Nothing is known here of how the queries were chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import count

from leadline.model import Interface, Outcome, Query, Turn
from leadline.plan.proof.answers import Asked, Finding, Shown
from leadline.plan.proof.held import Held
from leadline.plan.proof.orders import SortedAnswers
from leadline.plan.proof.value import Ground
from leadline.plan.proof.within import lies_within
from leadline.plan.size.listed import has_gaps, is_round

GROUNDS = (Ground.EMPTY, Ground.WHOLE, Ground.COUNT, Ground.SORTED, Ground.ENDS)  # the best first


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
            asked.note_total(turn.number, answer)

    # --- findings -----------------------------------------------------------------------------

    def finding(self, query: Query) -> Finding:
        """The best that is known of a query by its own answer."""
        if query not in self._found:
            found = (one for ground in GROUNDS if (one := self.closed(query, ground)) is not None)
            self._found[query] = next(found, None) or self.open(query)
        return self._found[query]

    def closed(self, query: Query, ground: Ground) -> Finding | None:
        """That a query is closed on this ground; None if it is not."""
        if ground is Ground.SORTED:
            return self._sorted.before(query)
        if ground is Ground.ENDS:
            return self._sorted.both_ends(query, self._total(query))
        if ground is Ground.COUNT:
            return self._counted(query)
        if ground not in (Ground.EMPTY, Ground.WHOLE):
            return None
        fit = (one for one in self._answers(query) if one.shows is (ground is Ground.WHOLE))
        whole = next((one for one in fit if not self._flaw(query, one)), None)
        return None if whole is None else whole.read_through(ground)

    @cached_property
    def _sorted(self) -> SortedAnswers:
        return SortedAnswers(self.asked, self.held, self.interface)

    def _answers(self, query: Query) -> list[Asked]:
        """The answers to a query: as it comes, and in each order."""
        names = ("", *(order.name for order in self.interface.orders))
        queries = (Query(query.predicates, name) for name in names)
        return [self.asked[one] for one in queries if one in self.asked]

    def _total(self, query: Query) -> Asked | None:
        """The answer that stated last how many records meet a query."""
        stating = [one for one in self._answers(query) if one.total is not None]
        return max(stating, key=lambda one: one.stated, default=None)

    def open(self, query: Query) -> Finding:
        """What is known of a query that is not closed by its own answer."""
        answers = self._answers(query)
        if not answers:
            can = self.interface.can_ask(query)
            why = "it was never asked" if can else "the form cannot ask for it"
            return Finding(ground=Ground.OPEN, why=why)
        counted = self._total(query) or answers[0]
        stated = (counted.stated,) if counted.total is not None else ()
        why = self._flaw(query, answers[0]) or "more records meet it than it shows"
        return Finding(ground=Ground.OPEN, count=counted.total, turns=stated, why=why)

    def missing(self, query: Query) -> int | None:
        """How many of its records are not held at most, by the source's own count."""
        asked = self._total(query)
        if asked is None or asked.total is None:
            return None
        return max(0, asked.total - len(self._known(query)))

    def _counted(self, query: Query) -> Finding | None:
        asked = self._total(query)
        if asked is None or not asked.total or len(self._known(query)) != asked.total:
            return None
        return Finding(ground=Ground.COUNT, count=asked.total, turns=(asked.stated,))

    def _known(self, query: Query) -> set[int]:
        """The records held that meet a query: shown for it, or by their own values."""
        by_values = self.held.matching(query)
        within = () if by_values is not None else self._within(query)
        return set().union(*within, *self._shown(query), by_values or ())

    def _shown(self, query: Query) -> list[set[int]]:
        return [asked.shown for asked in self._answers(query)]

    def _within(self, query: Query) -> Iterator[set[int]]:
        """What was shown for queries that ask for the same, and for certain for less of it."""
        lists = (self._asking.get(pair, []) for pair in query.predicates)
        for other in min(lists, key=len, default=[]):
            if lies_within(other, query, self.interface):
                yield self.asked[other].shown

    @cached_property
    def _asking(self) -> dict[tuple[str, str], list[Query]]:
        """The queries that have a predicate."""
        found = dict[tuple[str, str], list[Query]]()
        for query in self.asked:
            for pair in query.predicates:
                found.setdefault(pair, []).append(query)
        return found

    def _flaw(self, query: Query, asked: Asked) -> str:
        """Why an answer is not whole; nothing if it is."""
        if not asked.pages:
            return "the source refuses it" if asked.refused else "it could not be had"
        first = next(page for page in count(1) if page not in asked.pages)
        if first <= asked.last or not asked.ends:
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
        if asked.total is None and limit is None and self._may_be_all_it_shows(len(rows)):
            return f"it shows {len(rows)}, which may be as many as the source ever does"
        if asked.total is None and has_gaps(asked.sizes):
            return "some of its pages show fewer records than the others, and are not the last"
        return ""

    def _may_be_all_it_shows(self, rows: int) -> bool:
        """Whether the only answer is the only page, or ends after a round number, on a full one."""
        alone = sum(asked.shows for asked in self.asked.values()) == 1
        single = sum(len(asked.pages) for asked in self.asked.values()) == 1
        page = self.interface.page_size
        return single or (alone and rows > page and not rows % page and is_round(rows))

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
