"""Words of a list that no record has shown, for a search box where the words met run dry.

Records whose every word is their own cannot be reached from others: under a limit they stay
hidden behind the common words, however many of these are combined. A list of words, most frequent
first, leads to some of them. A guess is priced like any query, by how many of the latest guesses
hit and what they found: all of it is new, since the word was never met. A miss costs one page.
Before any was tried, a word that none of n records held carries is expected in one of n of those
unseen at most.
Leaves out where the list comes from, and other forms of words that were met.
"""

from __future__ import annotations

from leadline.model import Interface, Kind, Query
from leadline.plan.knowledge import Knowledge

FADE = 0.98
PRIOR_HITS, PRIOR_TRIES = 0.5, 2.0
PRIOR_SIZE = 3.0  # records behind a word nobody showed, before any was tried


class Unmet:
    """The place in the list, and how guessing went."""

    def __init__(self, interface: Interface, words: tuple[str, ...]) -> None:
        boxes = [a.name for a in interface.attributes if a.kind is Kind.KEYWORD]
        self._box, self._words = (boxes[0], words) if boxes else ("", ())
        self._place = 0
        self._tries, self._hits = 0.0, 0.0
        self._found = PRIOR_SIZE * PRIOR_HITS

    @property
    def query(self) -> Query | None:
        """The next word to try, if there is one."""
        if self._place >= len(self._words):
            return None
        return Query(((self._box, self._words[self._place]),))

    def worth(self, page_size: int, most: float) -> float:
        """New records that a page spent on guessing is expected to bring, the first at `most`."""
        prior = min(PRIOR_HITS, most)
        hit = (self._hits + prior) / (self._tries + PRIOR_TRIES)
        size = self._found / (self._hits + PRIOR_HITS)
        return hit * size / (hit * max(1.0, size / page_size) + 1 - hit)

    def learn(self, found: int) -> None:
        """A guess was asked and so many records match."""
        self._tries = FADE * self._tries + 1
        self._hits = FADE * self._hits + (found > 0)
        self._found = FADE * self._found + (1 - FADE) * PRIOR_SIZE * PRIOR_HITS + found

    def move_on(self, known: Knowledge) -> None:
        """Leave out words that were met or asked by now, or cannot be asked."""
        while self._place < len(self._words) and self._is_out(known):
            self._place += 1

    def _is_out(self, known: Knowledge) -> bool:
        word = self._words[self._place]
        if known.id_of(self._box, word) >= 0:
            return True
        return not known.interface.can_ask(Query(((self._box, word),)))
