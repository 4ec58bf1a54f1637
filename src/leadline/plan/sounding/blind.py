"""A search box without totals and without a limit: find the broadest answer, and read it whole.

No total says which of the common words matches most, but page numbers do: a page that is there
says that an answer is at least so long, one that is not that it is shorter. So before one answer is
read to its end the common words are compared: the longest answer so far is measured by galloping
and halving, and each of the others is asked for a page just behind that one's end. Pages that are
there bring records; of those that are not there it takes about one a word. After that the word
that most of the records held carry is read to its end, then the next.

Nothing is compared where pages are not numbered, where queries are what costs, where no answer was
seen to end (some sites show their last page for ever: a rare word is asked first to find out), once
a page behind an end was an error, and when more pages were missed than the longest answer allows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Outcome, Turn
from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.sounding.offer import NOTHING, Offer

RIVAL = 0.5  # of the commonest word's records: words as common as that are compared
CLOSE = 50  # an end is known well enough within a page in so many
LOSS = 0.05  # of the longest answer: so many pages may be missed by comparing
TRIES = 3  # rare words that are asked to see an answer end
STALE = 0.0005  # of the records on the latest pages new: then an answer is left
UNKNOWN = np.iinfo(np.int32).max


class Blind:
    """How far each answer reaches, and `next`, the page to ask."""

    def __init__(self, *, compares: bool) -> None:
        self.next = NOTHING
        self._compares = compares
        self._ends = False  # whether an answer was seen to end as it should
        self._tries = 0
        self._missed = 0
        self._found = Column(np.int32)  # the last page that is known to be there
        self._past = Column(np.int32, UNKNOWN)  # the first page that is known not to be there
        self._stride = Column(np.int32)
        self._place = Column(np.int32, 1)  # no page before this one is left to read
        self._left = Column(np.bool_)  # whether a query was read as far as it pays
        self._reading = -1

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """Take in a page."""
        for column in (self._found, self._past, self._stride, self._place, self._left):
            column.grow(len(known.queries))
        if turn.step.page > self._found.array[query] + 1:
            self._measure_ahead(query, turn, len(shown.rows))
        else:
            self._measure(query, turn, len(shown.rows))
        self._move_on(known, query)
        if self.next.query == turn.step.query:
            self._tries += self.next.expert == "survey" and turn.step.page == 1
            self._reading = query if self.next.expert == "probe" else self._reading

    def plan(self, known: Knowledge, newness: NDArray[Any]) -> None:
        """Choose the page; `newness` is the new share of the latest pages of each query."""
        if self._reading >= 0 and (self._ended(known) or newness[self._reading] < STALE):
            self._left.array[self._reading] = True
            self._reading = -1
        self.next = self._choose(known)

    def _measure(self, query: int, turn: Turn, shown: int) -> None:
        """What a page read in turn says about the length of its answer.

        One that shows nothing the answer has not shown is past the end.
        """
        page, more = turn.step.page, turn.answer.more
        if turn.answer.outcome is Outcome.FAILED:
            return
        if shown:
            self._reach(query, page)
            self._ends = self._ends or not more
        if not (shown and more):
            self._end(query, page + (shown > 0))

    def _measure_ahead(self, query: int, turn: Turn, shown: int) -> None:
        """What a page says that was asked without those before it.

        It is there if others follow: behind the end some sites show their last page.
        """
        answer = turn.answer
        if answer.outcome in (Outcome.FAILED, Outcome.REFUSED) or (answer.more and not shown):
            self._compares = False
        elif answer.more:
            self._reach(query, turn.step.page)
        else:
            self._missed += 1
            self._end(query, turn.step.page)

    def _reach(self, query: int, page: int) -> None:
        found = int(self._found.array[query])
        if page > found:
            self._stride.array[query] = max(2 * (page - found), page // CLOSE)
            self._found.array[query] = page

    def _end(self, query: int, past: int) -> None:
        self._past.array[query] = min(self._past.array[query], past)

    def _move_on(self, known: Knowledge, query: int) -> None:
        """Find the first page of a query that was not read."""
        place, skipped = int(self._place.array[query]), known.skipped.get(query, ())
        while place < known.next_page[query] and place not in skipped:
            place += 1
        self._place.array[query] = place

    def _ended(self, known: Knowledge) -> bool:
        reading = self._reading
        past = self._place.array[reading] >= self._past.array[reading]
        return bool(past or not known.open[reading])

    def _choose(self, known: Knowledge) -> Offer:
        longest = int(np.argmax(self._found.array))
        if self._compares:
            if (survey := self._compare(known, longest)) is not NOTHING:
                return survey
            if known.open[longest] and not self._left.array[longest]:
                self._reading = longest
        return self._commonest(known) if self._reading < 0 else self._rest(known, self._reading)

    def _compare(self, known: Knowledge, longest: int) -> Offer:
        """A page that helps to find the longest answer, while others could be longer."""
        least = max(RIVAL * known.local.max(initial=0), 2 * known.interface.page_size)
        rivals = np.flatnonzero((known.query_of < 0) & (known.local >= least))
        if not len(rivals) or self._missed > LOSS * self._found.array[longest]:
            return NOTHING
        if not self._ends:
            return self._rarest(known)
        found, past = int(self._found.array[longest]), int(self._past.array[longest])
        query, page = known.queries[longest], found + 1
        if past == UNKNOWN and known.open[longest]:
            page = found + int(self._stride.array[longest])
        elif past - found > max(1, found // CLOSE) and known.open[longest]:
            page = (found + past) // 2
        else:
            query = known.query(int(rivals[np.argmax(known.local[rivals])]))
        return Offer("survey", 0.0, query, page, evidence="whether its answer is the longest")

    def _rarest(self, known: Knowledge) -> Offer:
        """A word whose answer should end on its first page."""
        held = np.where(known.query_of < 0, known.local, UNKNOWN)
        if self._tries == TRIES or not held.min(initial=UNKNOWN) < known.interface.page_size:
            return NOTHING
        query = known.query(int(np.argmin(held)))
        return Offer("survey", 0.0, query, 1, evidence="how an answer ends")

    def _commonest(self, known: Knowledge) -> Offer:
        """The value that most of the records held carry, of those that were not read yet."""
        waiting = known.query_of < 0
        parked = np.flatnonzero(known.open & (known.value >= 0) & ~self._left.array)
        waiting[known.value[parked]] = True
        held = np.where(waiting, known.local, 0)
        value = int(np.argmax(held)) if len(held) else 0
        if not len(held) or not held[value]:
            return NOTHING
        if (query := int(known.query_of[value])) >= 0:
            self._reading = query
            return self._rest(known, query)
        share = float(held[value]) / max(known.records, 1)
        size = known.interface.page_size
        return Offer("probe", size * share, known.query(value), 1, size * share, 1.0,
                     f"{held[value]} of {known.records} held")  # fmt: skip

    def _rest(self, known: Knowledge, query: int) -> Offer:
        size = float(known.interface.page_size)
        return Offer("rest", size, known.queries[query], int(self._place.array[query]), size, 1.0,
                     f"{known.shown[query]} shown")  # fmt: skip
