"""The seam between choosing the pages of a site and fetching them.

A strategy names one page after the other and is told what each showed; whoever fetches (the live
command, or the lab) may be anyone. The same strategy finds query forms or entrances of other sites:
it only hears how many of what is sought a page was the first of its site to show.
Source: He et al., Section 3.3, Algorithm GeneralInSiteSearcher, of which this is the outside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from leadline.document import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """Where a site begins, and what is known of it before its first page.

    `sitemaps` are those that its robots.txt names, which manners have us read anyway.
    """

    url: str
    sitemaps: tuple[str, ...] = ()
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A page to be fetched, and how many links it is away from the front page."""

    url: str
    depth: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a page of the site showed; `document` is None if it could not be had.

    `fresh` counts the objects on it (query forms, or other sites) that the site had not shown
    before.
    """

    url: str  # as asked for
    depth: int
    document: Document | None
    fresh: int = 0


class Strategy(Protocol):
    """Goes through one site's pages in search of something; each choice is followed by learning."""

    def choose(self) -> Visit | None:
        """The next page; None when no more is worth asking for."""
        ...

    def learn(self, seen: Seen) -> None:
        """What the page that was chosen last showed."""
        ...


Maker = Callable[[Entrance], Strategy]
