"""NavMenu(d): follow the links of a site's menus.

A menu is a group of three or more links that a text rendering shows in one line or as lines of one
link each; groups are ranked by how many links they have, how much of their text is links and how
far up they stand. The first links of the best groups are followed, and what those pages have in
common with the page are its navigational links, which the site repeats everywhere.
Source: He et al., Section 4.2, Figure 11, Algorithm NavMenu. Where its text and its figure differ
(the share of words in links, or their number) this follows the text.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass

from leadline.browse.links import internal
from leadline.browse.render import Line, render
from leadline.browse.searcher import InSiteSearcher
from leadline.browse.strategy import Entrance, Maker, Seen, Strategy

GROUPS = 3  # k: groups that are tried
FIRST = 1  # x: links of each that are followed
SMALLEST = 3  # links that make a menu
SIZE = WORDS = PLACE = 1 / 3  # w_s, w_w, w_d


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Links that stand in one row or one column."""

    urls: tuple[str, ...]
    share: float  # of the words that are in links
    height: float  # links below its middle, to the bottom of the page


def navmenu(depth: int) -> Maker:
    """Follow navigational links within the depth."""

    def make(site: Entrance) -> Strategy:
        return InSiteSearcher(site.url, depth, _NavigationalLinks(site.url))

    return make


class _NavigationalLinks:
    """LinkSelection of NavMenu; remembers the links of the pages that it saw."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._links = dict[str, frozenset[str]]()

    def __call__(self, seen: Seen) -> Generator[str, Seen, Iterable[str]]:
        if seen.document is None:
            return ()
        own = dict.fromkeys(a.url for a in internal(seen.document, self._root))
        self._links[seen.url] = frozenset(own)
        found = set[str]()
        for url in first_links(groups(render(seen.document), own)):
            if url not in self._links:
                self._links[url] = self._linked((yield url))
            found |= own.keys() & self._links[url]
        return [url for url in own if url in found]

    def _linked(self, child: Seen) -> frozenset[str]:
        """The links of a page; its own address counts, as a menu marks the page that is open."""
        if child.document is None:
            return frozenset()
        return frozenset((child.url, *(a.url for a in internal(child.document, self._root))))


def groups(lines: Iterable[Line], wanted: Iterable[str]) -> list[Group]:
    """The menus of a page, the likeliest first (lines 3–25 of Figure 11)."""
    inside = frozenset(wanted)
    rows = list[list[tuple[int, str]]]()
    words = list[tuple[int, int]]()  # in links, in all
    place, column = 0, False
    for line in lines:
        numbered = [(place + i, url) for i, url in enumerate(line.urls)]
        place += len(line.urls)
        alone = len(numbered) == 1 and not line.other
        if alone and column:
            rows[-1] += numbered
            words[-1] = (words[-1][0] + line.linked, words[-1][1] + line.linked)
        elif alone or len(numbered) > 1:
            rows.append(numbered)
            words.append((line.linked, line.linked + line.other))
        column = alone
    made = (_group(row, count, place, inside) for row, count in zip(rows, words, strict=True))
    return _ranked([group for group in made if len(group.urls) >= SMALLEST])


def first_links(ranked: Iterable[Group]) -> list[str]:
    """The first links of the best groups (lines 27–30)."""
    best = list(ranked)[:GROUPS]
    return list(dict.fromkeys(url for group in best for url in group.urls[:FIRST]))


def _group(
    row: list[tuple[int, str]], words: tuple[int, int], total: int, inside: frozenset[str]
) -> Group:
    linked, said = words
    middle = (row[0][0] + row[-1][0]) / 2
    urls = dict.fromkeys(url for _, url in row if url in inside)
    return Group(urls=tuple(urls), share=linked / max(said, 1), height=total - middle)


def _ranked(found: list[Group]) -> list[Group]:
    size = sum(len(group.urls) for group in found)
    share = sum(group.share for group in found) or 1.0
    height = sum(group.height for group in found) or 1.0

    def rank(group: Group) -> float:
        near = SIZE * len(group.urls) / size + WORDS * group.share / share
        return near + PLACE * group.height / height

    return sorted(found, key=rank, reverse=True)
