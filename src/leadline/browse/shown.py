"""The links of one page as the search of a site weighs them: the place of each, and what it shows.

A link is seen among those of its block that stand as it does: how many they are, and whether their
names are those that many sites use. What is known of it besides is in `features.py`.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from leadline.browse.experience import Experience
from leadline.browse.features import around, features, words_of
from leadline.browse.links import Anchor

ODD = 0.4  # names so much less usual than those of the page's menu are none of a menu
MAIN = 0.9  # of what the most usual place has; places with less are not the page's main menu
SEVERAL = 3  # links that a menu has at least
MANY = 10  # links of a menu that is not small
LITTLE = 0.02  # usage of a name that is hardly any
Path = tuple[str, ...]
Place = tuple[int, Path]  # a block, and where its links stand


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A link as one page shows it."""

    path: Path = ()
    features: Mapping[str, float] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    inside: Mapping[str, float] = field(default_factory=dict)  # what counts if it is of a menu
    marks: tuple[str, ...] = ()  # of menus; none if it says by itself what it leads to


class _Block(NamedTuple):
    """What the links of a block that stand alike have in common."""

    crowd: int
    usual: float  # their names
    features: Mapping[str, float]
    inside: Mapping[str, float]


class Sheet:
    """A page of links, so many links from the front page."""

    def __init__(self, links: Sequence[Anchor], depth: int, fruitful: bool, stray: bool) -> None:
        self._depth, self._fruitful, self._stray = depth, fruitful, stray
        self._links = links
        self.places = dict[str, int]()  # of each address, where it has words if it has any
        for place, anchor in enumerate(links):
            known = self.places.get(anchor.url)
            if known is None or (anchor.text and not links[known].text):
                self.places[anchor.url] = place
        self._alike = defaultdict[Place, list[str]](list)  # what the links of a block are called
        for place in self.places.values():
            self._alike[_at(links[place])].append(links[place].text.lower())
        self._usual = dict[Place, float]()
        self._blocks = dict[tuple[Place, int], _Block]()
        self._most_usual: float | None = None

    def path(self, url: str) -> Path:
        """Where a link stands; nowhere if it is not there."""
        place = self.places.get(url)
        return () if place is None else self._links[place].path

    def text(self, url: str) -> str:
        """What a link is called."""
        return self._links[self.places[url]].text.lower()

    def shown(self, url: str, known: Experience, depth: int | None = None) -> Shown:
        """A link with all that is known of it; `depth` if other pages lead there sooner."""
        place = self.places[url]
        anchor = self._links[place]
        block = self._block(anchor, self._depth if depth is None else depth, known)
        told, words = features(anchor, block.features), words_of(anchor)
        told["words"] = known.said(words)
        if "page" not in told:
            return Shown(path=anchor.path, features=told, words=words)
        told["low"] = low = place / len(self._links)
        marks = known.menus.marks_of(anchor.text.lower(), block.crowd, low, block.usual)
        return Shown(path=anchor.path, features=told, words=words, inside=block.inside, marks=marks)

    def _block(self, anchor: Anchor, depth: int, known: Experience) -> _Block:
        """What a link shares with the others of its block; found out once."""
        at = _at(anchor)
        found = self._blocks.get((at, depth))
        if found is None:
            found = self._blocks[at, depth] = self._new_block(anchor, at, depth, known)
        return found

    def _new_block(self, anchor: Anchor, at: Place, depth: int, known: Experience) -> _Block:
        crowd, named = len(self._alike[at]), self._named(at, known)
        shared = around(anchor, depth, crowd, self._fruitful, self._stray)
        inside = {"few": math.log(max(1.0, MANY / crowd)), "below": shared["deep"]}
        if named < ODD:
            inside["odd" if depth == 1 else "odd below"] = 1.0
        if named < MAIN and depth == 1:
            inside["lesser"] = 1.0
        shared["named"] = named
        return _Block(crowd, self._usual_at(at, known), shared, inside)

    def _named(self, block: Place, known: Experience) -> float:
        """How usual the names at a place are beside those of the page's most usual place.

        In a language that few sites speak no name is usual; its menus still stand out.
        """
        if self._most_usual is None:
            blocks = [block for block, names in self._alike.items() if len(names) >= SEVERAL]
            self._most_usual = max((self._usual_at(one, known) for one in blocks), default=0.0)
        most = max(self._most_usual, self._usual_at(block, known))
        return (self._usual_at(block, known) + LITTLE) / (most + LITTLE)

    def _usual_at(self, block: Place, known: Experience) -> float:
        """How usual the names of the links at a place are."""
        if block not in self._usual:
            names = [known.menus.usual(text) for text in self._alike[block]]
            self._usual[block] = sum(names) / len(names)
        return self._usual[block]


def _at(anchor: Anchor) -> Place:
    return anchor.block, anchor.path


def named(url: str, kind: str, depth: int, known: Experience) -> Shown:
    """An address that no link leads to, by what names it."""
    anchor = Anchor(url=url, text="", path=(kind,))
    words = words_of(anchor)
    told = features(anchor, around(anchor, depth, 1)) | {kind: 1.0, "words": known.said(words)}
    return Shown(path=anchor.path, features=told, words=words)
