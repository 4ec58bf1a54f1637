"""Sites by what they may be expected to bring: the order in which ours are searched.

What a site may bring per page is the mean of all sites searched so far, times what sites with the
same words brought beside that: words of the links that name it and of its host, and its top-level
domain. It is worked out when a site is named and again when it is taken, so what was learned in
between counts. Leaves out importance; a site that is named often merely has more words.
Method: the posterior mean of a Gamma prior over Poisson counts for each word.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from urllib.parse import urlsplit

from leadline.browse.experience import Tally
from leadline.browse.scheduling import Slot
from leadline.interpret.names import spaced

WEIGHT = 2.0  # of the prior of a word, in finds
FIRST_RATE = 0.3  # finds per page before any site was searched
WORDS = 20  # of a site that are looked at
REMEMBERED = 50_000  # words


class Prospects:
    """The most promising site first; of equals the one that was named first."""

    def __init__(self) -> None:
        self._all = Tally(found=FIRST_RATE, expected=1.0)  # finds and pages
        self._words = dict[str, Tally]()
        self._sites = dict[str, dict[str, None]]()
        self._order = dict[str, int]()
        self._gone = set[str]()
        self._heap = list[tuple[float, int, str]]()

    def add(self, site: str, words: Iterable[str] = ()) -> None:
        """Note the words that a site is named with."""
        known = self._sites.setdefault(site, dict.fromkeys(_host_words(site)))
        known |= dict.fromkeys(words)
        self._order.setdefault(site, len(self._order))
        if site not in self._gone:
            self._push(site)

    def take(self) -> Slot | None:
        """The most promising as things look now."""
        while self._heap:
            before, _, site = heapq.heappop(self._heap)
            if site in self._gone:
                continue
            if self.expected(site) < 0.9 * -before:  # it has lost since: let it wait its turn
                self._push(site)
                continue
            self._gone.add(site)
            return Slot(site)
        return None

    def give_back(self, slot: Slot) -> None:
        """Let it wait again."""
        self._gone.discard(slot.site)
        self._push(slot.site)

    def learn(self, site: str, pages: int, found: int) -> None:
        """What a site brought counts for its words."""
        expected = pages * self._all.found / self._all.expected
        for word in self._words_of(site):
            if word in self._words or len(self._words) < REMEMBERED:
                tally = self._words.setdefault(word, Tally())
                tally.found += found
                tally.expected += expected
        self._all.found += found
        self._all.expected += pages

    def expected(self, site: str) -> float:
        """What a page of the site may be expected to bring."""
        known = [self._words[word] for word in self._words_of(site) if word in self._words]
        logs = [math.log((WEIGHT + t.found) / (WEIGHT + t.expected)) for t in known]
        share = sum(logs) / math.sqrt(len(logs)) if logs else 0.0
        return self._all.found / self._all.expected * math.exp(share)

    def _words_of(self, site: str) -> list[str]:
        return list(self._sites.get(site, ()))[:WORDS]

    def _push(self, site: str) -> None:
        heapq.heappush(self._heap, (-self.expected(site), self._order[site], site))


def _host_words(site: str) -> list[str]:
    """The words of a host; its last label, with a dot, is a word of its own."""
    try:
        name = urlsplit(site).hostname or ""
    except ValueError:
        return []
    front, _, last = name.rpartition(".")
    words = [word for word in spaced(front).split() if len(word) > 2 and not word.isdigit()]
    return [*words, f".{last}"] if not last.isdigit() else words
