"""How long to wait until a page has shown what it is going to show, learned page by page.

At first as long as told. Once a few pages of a kind have told how late their scripts still change
something, twice that is enough. What is on its way over the network is waited for in any case.
"""

from __future__ import annotations

from dataclasses import dataclass

ENOUGH = 4  # pages that tell how late changes come
LEAST = 0.1  # seconds
KINDS = 1_000  # of pages whose pace is remembered


@dataclass(slots=True)
class Pace:
    """How late the pages of one kind change."""

    slowest: float = 0.0
    seen: int = 0
    last: int = 0

    def still(self, most: float) -> float:
        """For how many seconds nothing must change."""
        return most if self.seen < ENOUGH else min(most, max(LEAST, 2 * self.slowest))

    def note(self, delay: float, text: str) -> None:
        """A page had this text, and changed so late; one like the last page tells nothing."""
        if hash(text) != self.last:
            self.seen += 1
            self.last = hash(text)
        self.slowest = max(self.slowest, delay)


class Paces:
    """The paces of all kinds of pages; a kind is an address without its query."""

    def __init__(self) -> None:
        self._known = dict[str, Pace]()

    def of(self, url: str, how: str = "") -> Pace:
        """The pace of pages of an address, when they are asked in this way."""
        if len(self._known) >= KINDS:
            self._known.clear()
        return self._known.setdefault(f"{how} {url.partition('#')[0].partition('?')[0]}", Pace())
