"""What travels between choosing and reading: a page of a list that is wanted, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

Value = tuple[str, str]  # the name of a facet, and one of its values
Under = frozenset[Value]
Alone = Callable[[str, str, str], str]  # a link's address, its list's, and that of everything
Example = tuple[str, str]  # where a link leads that adds an alternative, and where it stands
Together = Callable[[Sequence[str], str, Example | None], str]  # links, from the list of everything


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A value that can be added: where that leads, and how many results it leaves."""

    url: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A page (counted from 1) of the list under some values, and where it is."""

    under: Under
    url: str
    page: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What one page of a list says: who is on it, of how many, and what narrows it further.

    `cut` are facets that have more values here than the panel shows, `orders` lead to the same
    list in other orders, `url` is where the page was found if it was not where it was looked for.
    """

    keys: tuple[str, ...]
    total: int | None = None
    panel: Mapping[Value, Link] = field(default_factory=dict)
    following: str = ""
    cut: frozenset[str] = frozenset()
    orders: tuple[str, ...] = ()
    url: str = ""


T = TypeVar("T")
Exploring = Generator[Ask, Shown | None, T]  # None: the page could not be had
