"""The law of page numbers: which value of a request counts pages or records, and by how much.

Learned from the requests of the first two pages, of which the first usually lacks the value. A
value that differs for other reasons (a token, a time) is none that grows by a plausible step.
Where a page is asked by its first and its last record (`startRow=0&endRow=100`, or the two in a
list: `range=[0,24]`), both grow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from leadline.model import Request
from leadline.query.paging_edit import Where, number, parts, put, values, whole

PAGE = re.compile(
    r"^(?:p|pg|pn|pp|pag|page|paged|pages|seite|pagina|página|strona|str|sida|side|sivu|oldal|sayfa"
    r"|стр)$|page_?(?:n|num|no|nr|number|index|idx|id)?$|^page|curpage|pagina|pageindex|currentpage",
    re.IGNORECASE,
)
OFFSET = re.compile(
    r"offset|start|skip|^from$|first|begin|since|^b$|^o$|^s$|pos|rowno|record|^0$", re.I
)
END = re.compile(r"end|stop|until|last|to$|upper|high|^1$", re.I)
SIZE = re.compile(
    r"per_?page|page_?(?:size|len(?:gth)?|limit|count)|^limit$|limit$|^size$|^rows$|^max|^num$"
    r"|^count$|^show$|^n$|results_?per|items_?per|^step$|^len(?:gth)?$|^pp$|hitsperpage|^take$|^ps$|anzahl",
    re.IGNORECASE,
)
_FIRST = re.compile(r"(?:\d+\.)?variables\.(?:.*\.)?first")  # so many, as GraphQL servers mean it
CURSOR = re.compile(
    r"^_?next|cursor|after|before|continu|token|since_?id|max_?id|last|bookmark|scroll|marker|seek",
    re.IGNORECASE,
)
NOISE = re.compile(r"^_$|time|stamp|rand|nonce|token|csrf|session|^sid$|^ts$|^t$|cache|^cb$", re.I)
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """Pages are asked by number: a value is `start` on the first, and grows by `stride`.

    In a path, `name` is the piece with the number as "{}"; `suffix` is what it is put before, or
    None if the first page's path has the piece too. `path` is that of all further pages, where it
    is another one: a script adds them to the first. `end` names the value that ends a page, if one
    does; it is `reach` more than the first value.
    """

    where: Where
    name: str
    start: int = 1
    stride: int = 1
    suffix: str | None = None
    path: str = ""
    end: str = ""
    reach: int = 0

    def request(self, first: Request, page: int) -> Request:
        """The request of a page of the query whose first page is asked by `first`."""
        if page <= 1:
            return first
        return self.at(self.moved(first), self.start + (page - 1) * self.stride)

    def at(self, request: Request, value: int) -> Request:
        """The request with the value set, and what moves along with it."""
        if self.where == "path":
            return self._in_path(request, str(value))
        found = put(request, self.where, self.name, str(value))
        return put(found, self.where, self.end, str(value + self.reach)) if self.end else found

    def moved(self, request: Request) -> Request:
        """The request, where further pages are."""
        site, _, query = parts(request.url)
        return replace(request, url=whole(site, self.path, query)) if self.path else request

    def resized(self, size: int) -> Numbered:
        """The same law for pages of another size: what counts records makes strides that long."""
        longer = self.reach + size - self.stride if self.end else 0
        return replace(self, stride=size, reach=longer) if self.stride > 1 else self

    def _in_path(self, first: Request, value: str) -> Request:
        site, path, query = parts(first.url)
        return replace(first, url=whole(site, self._path(path, value), query))

    def _path(self, path: str, value: str) -> str:
        piece = self.name.replace("{}", value)
        if self.suffix is not None:
            kept = path.removesuffix(self.suffix)
            return kept + piece + (self.suffix if kept != path else "")
        before, _, after = self.name.partition("{}")
        seen = list(re.finditer(re.escape(before) + r"\d+" + re.escape(after), path))
        return path[: seen[-1].start()] + piece + path[seen[-1].end() :] if seen else path


def law(first: Request, second: Request, third: Request | None = None) -> Numbered | None:
    """How pages are numbered, by the requests of the first two or three; None if they are not."""
    if first.method != second.method or parts(first.url)[0] != parts(second.url)[0]:
        return None
    if parts(first.url)[1] != parts(second.url)[1]:
        found = _path_law(parts(first.url)[1], parts(second.url)[1])
        found = found or _moved_law(first, second)
        return found if found is None or _agrees(found, first, third) else None
    scored = sorted(_value_laws(first, second, third is not None), key=lambda pair: -pair[0])
    laws = [law for _, law in scored]
    steps = [_stretched(_with_end(found, laws), second, third) for found in laws]
    return next((found for found in steps if found and _agrees(found, first, third)), None)


def _moved_law(first: Request, second: Request) -> Numbered | None:
    """/list?q=a and /more?q=a&page=2: another path, and a number more."""
    _, path, _ = parts(second.url)
    moved = Numbered(where="query", name="", path=path).moved(first)
    before, after = values(moved).items(), values(second).items()
    found = law(moved, second) if before and before <= after else None
    return None if found is None else replace(found, path=path)


def _value_laws(first: Request, second: Request, sure: bool) -> list[tuple[float, Numbered]]:
    old, new = values(first), values(second)
    found = []
    for (where, name), text in new.items():
        score = _likely(name, number(old.get((where, name))), number(text), sure)
        if text != old.get((where, name)) and score > 0:
            start, stride = _step(name, number(old.get((where, name))), number(text) or 0)
            if stride > 0:
                law = Numbered(where=where, name=name, start=start, stride=stride)
                found.append((score, law))
    return found


def _with_end(found: Numbered, laws: Sequence[Numbered]) -> Numbered:
    """The law with the value that ends a page, if another grows alike from where the page ends."""
    for other in laws if found.stride > 1 else ():
        reach = other.start - found.start
        if other.stride == found.stride and ends_page(other.name, reach, found.stride):
            return replace(found, end=other.name, reach=reach)
    return found


def ends_page(name: str, reach: int, stride: int) -> bool:
    """Whether a value so far from where a page begins may say where it ends."""
    return reach in (stride, stride - 1) and bool(END.search(last_part(name)))


def last_part(name: str) -> str:
    """The innermost part of a name such as `paging[start]`, `request>from`, `0.value=page`."""
    return re.split(r"[.?>=\[]", name.rstrip("]"))[-1]


def is_size(name: str) -> bool:
    """Whether a value so called says how many records a page has."""
    return bool(SIZE.search(last_part(name)) or _FIRST.fullmatch(name))


def _likely(name: str, old: int | None, new: int | None, sure: bool) -> float:
    """How much a value looks like one that counts pages or records; 0 if it cannot be."""
    last = last_part(name)
    if new is None or new == 0 or (old is not None and new <= old) or NOISE.search(last):
        return 0.0
    if (SIZE.search(last) and old is None) or (CURSOR.search(last) and not sure):
        return 0.0
    score = 3.0 if PAGE.search(last) and not SIZE.search(last) else 2.0 * bool(OFFSET.search(last))
    if score == 0.0 and old is None and not sure and not _round(new):
        return 0.0
    return score + 0.5 + 0.5 * (old is not None)


def _round(value: int) -> bool:
    """Whether a second page may well begin with this: 1, 2, 10, 11, 20, 25, 26, 50…"""
    return value in (1, 2) or (value <= 1_000 and value % 5 in (0, 1))


def _step(name: str, old: int | None, new: int) -> tuple[int, int]:
    """The value on the first page, and how much it grows."""
    if old is not None:
        return old, new - old
    counts_records = bool(OFFSET.search(name)) and not PAGE.search(name)
    if new == 2 and not counts_records:
        return 1, 1
    return (1, new - 1) if new > 2 and new % 5 == 1 else (0, new)


def _stretched(found: Numbered, second: Request, third: Request | None) -> Numbered | None:
    """The law with the step from the second page to the third, which both show."""
    if third is None:
        return found
    place = (found.where, found.name)
    new, newer = number(values(second).get(place)), number(values(third).get(place))
    if new is None or newer is None or newer <= new:
        return None
    return replace(found, stride=newer - new, start=new - (newer - new))


def _agrees(found: Numbered, first: Request, third: Request | None) -> bool:
    if third is None:
        return True
    if found.where == "path":
        return parts(found.request(first, 3).url)[1] == parts(third.url)[1]
    wanted = values(found.request(first, 3)).get((found.where, found.name))
    return found.start >= 0 and wanted == values(third).get((found.where, found.name))


def _path_law(old: str, new: str) -> Numbered | None:
    return _replaced(old, new) or _inserted(old, new)


def _replaced(old: str, new: str) -> Numbered | None:
    """/list/p1/ and /list/p2/: the same but for one number."""
    if _DIGITS.sub("#", old) != _DIGITS.sub("#", new):
        return None
    both = list(zip(_DIGITS.finditer(old), _DIGITS.finditer(new), strict=True))
    differing = [(a, b) for a, b in both if a.group() != b.group()]
    if len(differing) != 1:
        return None
    before, after = (number(match.group()) for match in differing[0])
    if before is None or after is None or after <= before:
        return None
    name = _piece(new, differing[0][1])
    return Numbered(where="path", name=name, start=before, stride=after - before)


def _piece(path: str, match: re.Match[str]) -> str:
    """The number as "{}" with the letters before it, what cuts these off, and an extension.

    With other numbers behind it, all that follows: the last one that looks like it is meant.
    """
    rest = path[match.end() :]
    left = re.search(r"\W?[^\W\d]*$", path[: match.start()])
    right = re.match(r"(?:\.\w+)?(?=/|$)|[^\W\d]*", rest)
    after = rest if _DIGITS.search(rest) else right.group() if right else ""
    return f"{left.group() if left else ''}{{}}{after}"


def _inserted(old: str, new: str) -> Numbered | None:
    """/list/ and /list/page/2/: a piece with a number more."""
    if len(new) <= len(old):
        return None
    head = _common(old, new)
    suffix = old[head:]
    if not new.endswith(suffix):
        return None
    piece = new[head : len(new) - len(suffix)]
    numbers = list(_DIGITS.finditer(piece))
    value = number(numbers[-1].group()) if numbers else None
    if value is None or value == 0 or "{}" in piece:
        return None
    name = piece[: numbers[-1].start()] + "{}" + piece[numbers[-1].end() :]
    start, stride = _step(_DIGITS.sub("", piece).strip("/-_."), None, value)
    return Numbered(where="path", name=name, start=start, stride=stride, suffix=suffix)


def _common(old: str, new: str) -> int:
    for n, (a, b) in enumerate(zip(old, new, strict=False)):
        if a != b:
            return n
    return min(len(old), len(new))
