"""The links of one page as the search of a site weighs them: the place of each, and what it shows.

A link is seen among those of its block that stand as it does: how many they are, and whether their
names are those that many sites use. What is known of it besides is in `features.py`.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from leadline.browse.experience import Experience
from leadline.browse.features import features, words_of
from leadline.browse.links import Anchor

ODD = 0.4  # names so much less usual than those of the page's menu are none of a menu
MAIN = 0.9  # of what the most usual place has; places with less are not the page's main menu
SEVERAL = 3  # links that a menu has at least
MANY = 10  # links of a menu that is not small
LITTLE = 0.02  # usage of a name that is hardly any
Path = tuple[str, ...]
Block = tuple[int, Path]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A link as one page shows it."""

    path: Path = ()
    features: Mapping[str, float] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    inside: Mapping[str, float] = field(default_factory=dict)  # what counts if it is of a menu
    marks: tuple[str, ...] = ()  # of menus; none if it says by itself what it leads to


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
        self._alike = defaultdict[Block, list[str]](list)  # what the links of a block are called
        for place in self.places.values():
            self._alike[_block(links[place])].append(links[place].text.lower())
        self._usual = dict[Block, float]()
        self._most_usual: float | None = None

    def path(self, url: str) -> Path | None:
        """Where a link stands; None if it is not there."""
        place = self.places.get(url)
        return None if place is None else self._links[place].path

    def text(self, url: str) -> str:
        """What a link is called."""
        return self._links[self.places[url]].text.lower()

    def shown(self, url: str, known: Experience, depth: int | None = None) -> Shown:
        """A link with all that is known of it; `depth` if other pages lead there sooner."""
        depth = self._depth if depth is None else depth
        place = self.places[url]
        anchor = self._links[place]
        crowd = len(self._alike[_block(anchor)])
        told = features(anchor, depth, crowd, self._fruitful, self._stray)
        words, marks, inside = words_of(anchor), tuple[str, ...](), dict[str, float]()
        told["words"] = known.said(words)
        if "page" in told:
            low, usual = place / len(self._links), self._named(_block(anchor), known)
            told |= {"named": usual, "low": low}
            marks = known.menus.marks_of(
                self.text(url), crowd, low, self._usual_at(_block(anchor), known)
            )
            inside = {"few": math.log(max(1.0, MANY / crowd)), "below": told["deep"]}
            if usual < ODD:
                inside["odd" if depth == 1 else "odd below"] = 1.0
            if usual < MAIN and depth == 1:
                inside["lesser"] = 1.0
        return Shown(path=anchor.path, features=told, words=words, inside=inside, marks=marks)

    def _named(self, block: Block, known: Experience) -> float:
        """How usual the names at a place are beside those of the page's most usual place.

        In a language that few sites speak no name is usual; its menus still stand out.
        """
        if self._most_usual is None:
            blocks = [block for block, names in self._alike.items() if len(names) >= SEVERAL]
            self._most_usual = max((self._usual_at(one, known) for one in blocks), default=0.0)
        most = max(self._most_usual, self._usual_at(block, known))
        return (self._usual_at(block, known) + LITTLE) / (most + LITTLE)

    def _usual_at(self, block: Block, known: Experience) -> float:
        """How usual the names of the links at a place are."""
        if block not in self._usual:
            names = [known.menus.usual(text) for text in self._alike[block]]
            self._usual[block] = sum(names) / len(names)
        return self._usual[block]


def _block(anchor: Anchor) -> Block:
    return anchor.block, anchor.path


def named(url: str, kind: str, depth: int, known: Experience) -> Shown:
    """An address that no link leads to, by what names it."""
    anchor = Anchor(url=url, text="", path=(kind,))
    words = words_of(anchor)
    told = features(anchor, depth, 1, False, False) | {kind: 1.0, "words": known.said(words)}
    return Shown(path=anchor.path, features=told, words=words)
