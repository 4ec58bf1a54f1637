"""A search box without totals and without a limit: find the broadest answer, and read what pays.

No total says which of the common words matches most, but page numbers do (`reach.py`). So before
one answer is read the common words are compared: the longest answer so far is measured, and each of
the others is asked for a page just behind that one's end. Pages that are there bring records; of
those that are not there it takes about one a word. Words that are clearly rarer among the records
that came with other queries need no comparing.

After that a word is read as long as it pays. What an answer brings is judged by its latest pages
and by what first pages of other words showed (`looks.py`), and exactly where its end was seen; it
is left, and may be taken up again, when the commonest word never asked is expected to bring twice
as much. Once a broad answer was read whole, first pages say little any more: then the share of the
records that came with other queries and lie outside of it is what is expected of a word. Broad
words earn a bonus (`index.broad`): while one is read, what is unseen of all others gets less, but
not of its own. An answer is opened as deep as the records held make sure that there is a page, and
read to its end and then back to its front, as its first page shows what every answer shows first;
but from the front where a source ranks by the query (`order.py`).

Nothing is compared or opened deep where pages are not numbered, where queries are what costs, where
no answer was seen to end (some sites show their last page for ever: a rare word is asked first to
find out), once a page ahead was an error, and when more were missed than the longest answer allows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Turn
from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.sounding.index import broad
from leadline.plan.sounding.looks import Looks
from leadline.plan.sounding.offer import NOTHING, Offer
from leadline.plan.sounding.reach import UNKNOWN, Reach

RIVAL = 0.5  # of the commonest word's records: words as common as that are compared
LOSS = 0.05  # of the longest answer: so many pages may be missed by comparing
TRIES = 3  # rare words that are asked to see an answer end
FADE = 0.8  # of what earlier pages of an answer say, with each page
BROAD, WHOLE = 0.25, 0.97  # of the source, and of an answer: what counts as broad and whole
SURE = 2.0  # standard errors: a word that is rarer by more is not compared
STAY = 2.0  # times as much must be expected of another word
SEVERAL = 3  # queries: the records of one or two are alike
EVERYWHERE = 0.9  # of the source: with several attributes, what is read before all else


class Blind:
    """What the answers have shown so far, and `next`, the page to ask."""

    def __init__(self, *, any_page: bool, pages_cost: bool, several: bool) -> None:
        self.next = NOTHING
        self._several = several
        self._reach, self._looks = Reach(), Looks()
        self._skips = any_page and pages_cost
        self._stay = STAY if pages_cost else np.inf
        self._by_query = False
        self._tries = 0
        self._records = Column(np.float64)  # on the latest pages of each query
        self._new = Column(np.float64)
        self._held = Column(np.int64)  # records by then: as more are held less is unseen
        self._reading = -1
        self._whole: set[int] = set()  # broad answers that were read

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """Take in a page."""
        ours = self.next.query == turn.step.query
        sure = ours and self.next.expert == "probe"
        self._reach.learn(known, query, turn, len(shown.rows), sure=sure)
        self._look(known, query, len(turn.answer.records), len(shown.fresh))
        if ours:
            self._tries += self.next.expert == "survey" and turn.step.page == 1
            self._reading = query if sure else self._reading
        if query not in self._whole and self._is_whole(known, query):
            self._whole.add(query)
            self._looks.restart(self._outside(known))

    def _is_whole(self, known: Knowledge, query: int) -> bool:
        """Whether the answer is a broad one of which nearly all records are held."""
        if known.value[query] < 0 or self._reach.unread[query] == UNKNOWN:
            return False
        if _least(known, query) < BROAD:
            return False
        matches = int(self._reach.matches(known.interface.page_size)[query])
        return known.matches(query) >= WHOLE * matches

    def _outside(self, known: Knowledge) -> float:
        """Of the records that came with other queries, the share outside of the whole answers."""
        outside = np.ones(known.records, bool)
        for query in self._whole:
            outside[known.rows_of(int(known.value[query]))] = False
        others = known.records - int(known.brought[[*self._whole]].sum())
        return min(1.0, float((outside.sum() + 0.5) / (others + 1)))

    def _look(self, known: Knowledge, query: int, records: int, new: int) -> None:
        for column, value in ((self._records, records), (self._new, new)):
            column.grow(len(known.queries))
            column.array[query] = (FADE if records else 1.0) * column.array[query] + value
        self._held.grow(len(known.queries))
        self._held.array[query] = known.records
        if known.value[query] >= 0 and 0 < known.shown[query] <= records:
            self._looks.learn(new, records)

    def plan(self, known: Knowledge, *, by_query: bool) -> None:
        """Choose the page; `by_query` is whether records are ranked by what was asked."""
        self._by_query = by_query
        if self._several:
            self.next = self._everywhere(known)
            return
        survey = self._compare(known) if self._skips and not self._reach.lost else NOTHING
        if survey is NOTHING and self.next.expert == "survey":
            self._reading = int(np.argmax(self._reach.found))
        self.next = self._best(known) if survey is NOTHING else survey

    def _compare(self, known: Knowledge) -> Offer:
        """A page that helps to find the longest answer, while others could be longer."""
        reach, longest = self._reach, int(np.argmax(self._reach.found))
        rivals = self._rivals(known, longest)
        if self._whole or not len(rivals) or reach.missed > LOSS * reach.found[longest]:
            return NOTHING
        if not reach.ends:
            return self._rarest(known)
        query, page = known.queries[longest], reach.ahead(longest) if known.open[longest] else 0
        if not page:
            query = known.query(int(rivals[np.argmax(known.local[rivals])]))
            page = reach.behind(longest)
        return Offer("survey", 0.0, query, page, evidence="whether its answer is the longest")

    def _rivals(self, known: Knowledge, longest: int) -> NDArray[Any]:
        """The words whose answers may be longer than the longest so far."""
        least = max(RIVAL * known.local.max(initial=0), 2 * known.interface.page_size)
        least = max(least, _least(known, longest) * known.records)
        common = np.flatnonzero(known.local >= least)
        return np.asarray(common[self._reach.may_exceed(longest)[known.query_of[common]]])

    def _rarest(self, known: Knowledge) -> Offer:
        """A word whose answer should end on its first page."""
        held = np.where(known.query_of < 0, known.local, UNKNOWN)
        if self._tries == TRIES or not held.min(initial=UNKNOWN) < known.interface.page_size:
            return NOTHING
        query = known.query(int(np.argmin(held)))
        return Offer("survey", 0.0, query, 1, evidence="how an answer ends")

    def _everywhere(self, known: Knowledge) -> Offer:
        """A page of a value that nearly every record has: its answer is a list of nearly all."""
        share = _shares(known)
        value = int(np.argmax(share)) if len(share) else -1
        if self._reading >= 0:
            value = int(known.value[self._reading])
        if len(known.queries) < SEVERAL or value < 0 or share[value] < EVERYWHERE:
            return NOTHING
        query, size = int(known.query_of[value]), known.interface.page_size
        if query >= 0 and not known.open[query]:
            return NOTHING
        page = max(1, int(known.local[value]) // size) if self._opens_deep else 1
        if query >= 0:
            page = self._reach.next_page(known, query, from_the_front=self._by_query)
        return Offer("probe", float(size), known.query(value), page, float(size), 1.0,
                     f"{share[value]:.0%} of all records at least")  # fmt: skip

    @property
    def _opens_deep(self) -> bool:
        """Whether pages further on are there as they should be, and other than the first ones."""
        return self._skips and self._reach.ends and not (self._reach.lost or self._by_query)

    def _best(self, known: Knowledge) -> Offer:
        """A page of an opened answer, or of the commonest word never asked."""
        probe, query = self._commonest(known), self._parked(known)
        if query.index >= probe.index and query is not NOTHING:
            self._reading = known.number(query.query)
            return query
        self._reading = -1
        return probe

    def _parked(self, known: Knowledge) -> Offer:
        """The next page of the opened answer that is worth most."""
        queries = np.flatnonzero(known.open & (known.value >= 0) & (self._reach.unread > 0))
        if not len(queries):
            return NOTHING
        size, held = known.interface.page_size, known.local[known.value[queries]]
        unread = self._reach.unread[queries]
        still = self._held.array[queries] / known.records
        share = self._looks.shares(
            still * self._new.array[queries], still * self._records.array[queries]
        )
        rest = (self._reach.matches(size)[queries] - held) / (size * np.maximum(unread, 1))
        expected = size * np.where(unread < UNKNOWN, rest, share)
        index = expected * broad(held, known.records)
        index = index * np.where(queries == self._reading, self._stay, 1.0)
        place = int(np.argmax(index))
        query = int(queries[place])
        page = self._reach.next_page(known, query, from_the_front=self._by_query)
        return Offer("rest", float(index[place]), known.queries[query], page,
                     float(expected[place]), 1.0, f"{known.shown[query]} shown")  # fmt: skip

    def _commonest(self, known: Knowledge) -> Offer:
        """The word that most of the records held carry, of those never asked."""
        held = np.where(known.query_of < 0, known.local, 0)
        value = int(np.argmax(held)) if len(held) else 0
        if not len(held) or not held[value]:
            return NOTHING
        size, share = known.interface.page_size, self._looks.mean
        expected = share * min(size, held[value] / (1.001 - share))
        page = max(1, int(held[value]) // size) if self._opens_deep else 1
        return Offer("probe", expected * float(broad(held[value], known.records)),
                     known.query(value), page, expected, 1.0,
                     f"{held[value]} of {known.records} held")  # fmt: skip


def _least(known: Knowledge, query: int) -> float:
    """The share of the source that a query matches at least.

    Its records may not show what was asked for, so it is a share only where they do.
    """
    if known.value[query] < 0:
        return 0.0
    brought = int(known.brought[query])
    return float(_lower(known.matches(query) - brought, known.records - brought))


def _shares(known: Knowledge) -> NDArray[Any]:
    """The same for every value."""
    asked = known.query_of >= 0
    brought = np.where(asked, known.brought[known.query_of], 0) if asked.any() else 0
    return _lower(known.local - brought, known.records - brought)


def _lower(held: Any, of: Any) -> NDArray[Any]:
    """A lower bound of a share, by the records that came with other queries than its own."""
    others = np.maximum(of, 0) + 2
    share = np.clip((held + 1) / others, 0, 1)
    return np.asarray(share - SURE * (share * (1 - share) / others) ** 0.5)
