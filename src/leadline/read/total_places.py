"""Where a page could state the number of its matches: lines of text, JSON values, HTTP headers.

Each such number is a `Spot`: its place, the words beside it, and how much it looks like a count of
results, by the words of `total_words`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, islice
from typing import Any

from leadline.document import Document
from leadline.model import Count
from leadline.read.places import elements_at, place
from leadline.read.text_blocks import Block, numbered_blocks, own_blocks
from leadline.read.total_numbers import Figure, figures
from leadline.read.total_words import (
    BAD_PLACE,
    GOOD_PLACE,
    OTHER_THINGS,
    RESULT,
    RESULT_SIGNS,
    TOTAL,
    TOTAL_SIGNS,
)
from leadline.read.word_sets import words

SPOTS = 4_000
CROWD = 4  # lines with numbers at places of one name; more are likely those of records
LINE = 400  # characters of a line that may hold a total
HEADERS = words("x-total-count x-total x-wp-total x-total-results x-result-count x-total-items")
_JSON_GOOD = re.compile(
    r"total|count|found|hits|matches|matching|filtered|results|numresults|amount|records"
    r"|completelistsize",  # OAI-PMH 2.0, section 3.5
    re.IGNORECASE,
)
_JSON_BAD = re.compile(
    r"page|per|(?<!completelist)size|limit|offset|skip|took|time|id$|status|code|version|rows|year|score|start|price"
    r"|retry|attempt|shard|duration|seconds|^ms$|index$",
    re.IGNORECASE,
)

Line = tuple[Block, tuple[Figure, ...]]  # a piece of text, and the numbers in it


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A number that may be the total: where, between which words, and how likely by its looks."""

    place: str
    value: int
    count: Count = Count.EXACT
    part: str = ""
    before: str = ""
    after: str = ""
    order: int = 0
    looks: float = 0.0
    line: str = ""
    alone: bool = False  # no other number at a place of that name stands between these words
    only: bool = False  # no other line at a place of that name has a number


class Numbers:
    """The numbers of a page that may be the total; those of a place are read when it is named."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._known = dict[str, list[list[Spot]]]()

    def all(self) -> list[Spot]:
        """Those of all places, in the order of the page."""
        spotted = {where: iter(self._of_lines(where)) for where in self._places}
        in_order = chain.from_iterable(next(spotted[where]) for where, _ in self._lines)
        return [*self._data, *islice(in_order, SPOTS)]

    def at(self, where: str) -> list[Spot]:
        """Those of one place, in the order of the page."""
        if ":" in where:
            return [spot for spot in self._data if spot.place == where]
        return list(chain.from_iterable(self._of_lines(where)))

    def _of_lines(self, where: str) -> list[list[Spot]]:
        if where not in self._known:
            lines = [(block, figures(block.text)) for block in self._places.get(where, ())]
            self._known[where] = _text_spots(where, lines)
        return self._known[where]

    @cached_property
    def _data(self) -> list[Spot]:
        document = self._document
        found = _json_spots(document.json) if document.is_json else ()
        return [*_header_spots(document), *found]

    @cached_property
    def _lines(self) -> list[tuple[str, Block]]:
        """The lines that may have one, each with its place."""
        found = numbered_blocks(self._document) if self._document.is_html else ()
        return [(place(block.owner), block) for block in found if len(block.text) <= LINE]

    @cached_property
    def _places(self) -> dict[str, list[Block]]:
        found = defaultdict[str, list[Block]](list)
        for where, block in self._lines:
            found[where].append(block)
        return found


def spots_at(document: Document, where: str) -> Iterator[Spot]:
    """The numbers that stand at one place of a page, in its order; how they look is not judged."""
    if where.startswith("header:"):
        yield from (spot for spot in _header_spots(document) if spot.place == where)
    elif document.is_json:
        yield from (spot for spot in _json_spots(document.json) if spot.place == where)
    else:
        for element in elements_at(document, where):
            for block in own_blocks(element):
                for figure in figures(block.text) if len(block.text) <= LINE else ():
                    yield _spot(block, where, figure)


def _header_spots(document: Document) -> Iterator[Spot]:
    for name in sorted(HEADERS):
        value = document.page.header(name).strip()
        if value.isdecimal() and len(value) < 16:
            yield Spot(place=f"header:{name}", value=int(value), looks=5.0)
    ranged = re.fullmatch(r"\w+ [\d*]+(?:-\d+)?/(\d{1,15})", document.page.header("content-range"))
    if ranged:
        yield Spot(place="header:content-range", value=int(ranged[1]), looks=5.0)


def _text_spots(where: str, lines: Sequence[Line]) -> list[list[Spot]]:
    """The numbers of each line at one place."""
    often = sum(bool(found) for _, found in lines)
    same = Counter(_beside(figure) for _, found in lines for figure in found)
    return [[_judged(line, where, figure, often, same) for figure in line[1]] for line in lines]


def _judged(
    line: Line, where: str, figure: Figure, often: int, same: Counter[tuple[str, str]]
) -> Spot:
    block, found = line
    alone = same[_beside(figure)] == 1
    looks = _looks(block, where, figure, len(found)) - _crowd(often, alone)
    return _spot(block, where, figure, looks, alone, often == 1)


def _beside(figure: Figure) -> tuple[str, str]:
    return (figure.before or ("",))[0], (figure.after or ("",))[0]


def _spot(
    block: Block,
    where: str,
    figure: Figure,
    looks: float = 0.0,
    alone: bool = True,
    only: bool = True,
) -> Spot:
    before, after = _beside(figure)
    return Spot(
        place=where,
        value=figure.value,
        count=figure.count,
        part=figure.part,
        before=before,
        after=after,
        order=figure.order,
        looks=looks,
        line=block.text,
        alone=alone,
        only=only,
    )


def _looks(block: Block, where: str, figure: Figure, beside: int) -> float:
    if figure.part in ("range", "page"):
        return -10.0
    named, other = _place_score(where)
    score = _word_score(block.text, figure) + named
    score -= 3.0 if other or _is_of_others(block.text) else 0.0
    score -= 2.0 if block.linked else 0.0
    score -= 2.0 if beside > 6 or len(block.text) > 200 else 0.0
    year = 1900 <= figure.value <= 2100 and figure.part != "of" and score < 3
    return score - (2.0 if year else 0.0)


@lru_cache(1_000)
def _place_score(where: str) -> tuple[float, bool]:
    """What the names of a place say, and whether it counts other things."""
    score = 1.0 if GOOD_PLACE.search(where) else 0.0
    score -= 1.0 if BAD_PLACE.search(where) else 0.0
    return score, OTHER_THINGS.search(where.lower()) is not None


@lru_cache(1_000)  # for each of the numbers of a line
def _is_of_others(line: str) -> bool:
    return OTHER_THINGS.search(line.lower()) is not None


def _crowd(repeated: int, alone: bool) -> float:
    """What speaks against a number where many lines have one: they are likely those of records."""
    return 0.0 if repeated <= CROWD else 1.0 if alone else 3.0


def _word_score(text: str, figure: Figure) -> float:
    if figure.part == "of":
        return 4.0
    ahead, behind = text[max(0, figure.start - 8) : figure.start], text[figure.end : figure.end + 6]
    score = 0.0
    if _any(figure.after[:3], RESULT) or RESULT_SIGNS.match(behind.lstrip()):
        score = 3.0
    if _any(figure.before[:3], RESULT) or RESULT_SIGNS.search(ahead):
        score = max(score, 2.5)
    if _any(figure.before[:3] + figure.after[:2], TOTAL) or TOTAL_SIGNS.search(ahead):
        score = max(score + 1.0, 2.5)
    return score


def _any(near: tuple[str, ...], stems: tuple[str, ...]) -> bool:
    return any(word.startswith(stems) for word in near)


def _json_spots(data: Any) -> Iterator[Spot]:
    """Whole numbers in objects within objects; a list tells of records, not of the answer.

    Of answers to several searches at once the first is looked at.
    """
    waiting: list[tuple[tuple[str, ...], Any, Any]] = [((), data, None)]
    for _ in range(SPOTS):
        if not waiting:
            return
        path, value, owner = waiting.pop(0) if len(waiting) < 64 else waiting.pop()
        if isinstance(value, dict) and len(path) < 6:
            waiting += [((*path, str(key)), item, value) for key, item in value.items()]
        elif _are_answers(value):
            waiting.append(((*path, "0"), value[0], value))
        elif (number := _whole(value)) is not None and path:
            looks = _json_looks(path)
            place = "json:" + ".".join(path)
            yield Spot(place=place, value=number, count=_json_count(owner), looks=looks)


def _are_answers(value: Any) -> bool:
    """Whether each of a few objects has a list of objects, or one without any."""
    return isinstance(value, list) and 0 < len(value) <= CROWD and all(map(_has_list, value))


def _has_list(value: Any) -> bool:
    lists = value.values() if isinstance(value, dict) else ()
    return any(isinstance(one, list) and all(isinstance(x, dict) for x in one) for one in lists)


def _whole(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and value.isdecimal() and len(value) < 16:
        return int(value)
    return value if isinstance(value, int) and 0 <= value < 10**15 else None


def _json_looks(path: tuple[str, ...]) -> float:
    key = path[-2] if path[-1] in ("value", "count", "total") and len(path) > 1 else path[-1]
    good = bool(_JSON_GOOD.search(path[-1]) or _JSON_GOOD.search(key))
    total = (
        1.0 if re.search(r"total|found|filtered|nbhits|matches", f"{key} {path[-1]}", re.I) else 0.0
    )
    bad = 4.0 if _JSON_BAD.search(path[-1]) else 0.0
    return (3.0 if good else 0.0) + total - bad - 0.25 * len(path)


def _json_count(owner: Any) -> Count:
    """What stands beside a number may say that it is a bound, or an estimate."""
    relation = str(owner.get("relation", "")).lower() if isinstance(owner, dict) else ""
    if relation in ("gte", "gt", ">=", ">"):
        return Count.LEAST
    estimated = isinstance(owner, dict) and any(
        (key.lower().startswith("exhaustive") and item is False)
        or ("estimate" in key.lower() and item is True)
        for key, item in islice(owner.items(), 100)
        if isinstance(key, str)
    )
    return Count.ABOUT if estimated else Count.EXACT
