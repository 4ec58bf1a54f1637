"""How much dearer the next page of a site is than the first: after pages in vain, for one.

A forecast that is the best of many is too high, and the more so the longer the site has brought
nothing. And a form on the front page, often the box that all pages have, says little of others. So
a page must promise more there before it is asked for. Which of the waiting links is the best is not
touched. Leaves out what a find would teach, which speaks for going on.
"""

from __future__ import annotations

from dataclasses import dataclass

VAIN = 0.5  # power of the pages since the last find with which the price rises
ONLY = 0.6  # of what is promised counts where only the front page has shown something


@dataclass(slots=True)
class Weariness:
    """What the pages of one site have brought so far."""

    vain: int = 0  # pages since the last find
    front: int = 0  # finds on the front page
    below: int = 0  # and on the others

    def see(self, found: int, is_front: bool) -> None:
        """One more page was read."""
        self.vain = 0 if found else self.vain + 1
        if is_front:
            self.front += found
        else:
            self.below += found

    @property
    def price(self) -> float:
        """How many times as much as at first a page must promise."""
        only = self.front > 0 and not self.below
        return float((1 + self.vain) ** VAIN / (ONLY if only else 1.0))
