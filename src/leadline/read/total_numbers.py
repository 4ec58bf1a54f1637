"""The whole numbers of a line of text, and what the line says about each.

Reads 1,234, 1.234, 1 234, 1'234, 12,34,567, and the digits of other scripts. Passes over
fractions, dates, times and amounts of money; marks ranges ("1–10"), page numbers, caps ("10,000+")
and roundings ("about 1,200"). Leaves out numbers in words.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from leadline.model import Count
from leadline.read.total_words import (
    ABOUT,
    FILLERS,
    LEAST,
    LEAST_AFTER,
    OF,
    PAGE_SIGNS,
    PAGES,
    PER_PAGE,
    RESULT,
    UNITS,
)

FIGURES = 40  # of one line that are looked at
_SPACES = "\u00a0\u2007\u2009\u202f"
_FIGURE = re.compile(
    rf"(?<![\d.,:#_])(?:\d{{1,3}}(?P<sep>[,.'’ {_SPACES}])\d{{3}}(?:(?P=sep)\d{{3}})*(?!\d)"
    r"|\d{1,2}(?:,\d\d)+,\d{3}(?!\d)|\d{1,15}(?!\d))"
)
_DIGIT = re.compile(r"\d")
_OTHER = re.compile(r"[^\x00-\x7f]")
_DATE = re.compile(r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}")
_AMOUNT = re.compile(r"[$€£¥₹₽#№v]\s?$|[a-z]-?$", re.IGNORECASE)
_GOES_ON = re.compile(r"[.,:]\d")
_THOUSANDS = re.compile(r"\s?[kK](?!\w)")
_RANGE = re.compile(
    r"\s*(?:[-–—‑−〜～~]|to|through|bis|à|a|al|até|tot|t/m|do|до|till|から|至|到)\s*"
)
_THINGS = re.compile(r"(?: [^\W\d_]+){1,2}(?![^\W\d_]|\s*:)")
_BESIDE = re.compile(r"[\s-]*[^\W\d_]+(?![^\W_]|\s*\d)")  # not "1,234 (page 1 of 5)"
_CLAUSE = re.compile(r"[.:;!?¦]\s")
_WORD = re.compile(r"[^\W\d_]+\.?|[~≈><≥/／|]", re.UNICODE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number, the words around it, and its part in the line: `range`, `page`, `of` or none."""

    value: int
    start: int
    end: int
    part: str = ""
    count: Count = Count.EXACT
    before: tuple[str, ...] = ()  # the words before it, nearest first
    after: tuple[str, ...] = ()
    order: int = 0


def ascii_digits(text: str) -> str:
    """The text with the digits and separators of all scripts as ASCII has them."""
    return text if text.isascii() else _OTHER.sub(_ascii, text)


def _ascii(character: re.Match[str]) -> str:
    if character[0].isdecimal():
        return str(unicodedata.decimal(character[0]))
    return {"٬": ",", "，": ",", "．": ".", "＋": "+"}.get(character[0], character[0])


@lru_cache(maxsize=1_000)  # pages of one query say the same
def figures(line: str) -> tuple[Figure, ...]:
    """The numbers of a line that may count something."""
    if _DIGIT.search(line) is None:
        return ()
    text = ascii_digits(line)
    plain = _DATE.sub(_dotted, text)
    matches = [m for m in islice(_FIGURE.finditer(plain), FIGURES) if not _is_part(text, m)]
    found: list[Figure] = []
    for order, match in enumerate(matches):
        left = matches[order - 1].end() if order else 0
        right = matches[order + 1].start() if order + 1 < len(matches) else len(text)
        gap = text[left : match.start()] if order else None
        found.append(_figure(text, match, left, right, order, gap, found))
        _close_range(found, gap)
    return tuple(found)


def _dotted(date: re.Match[str]) -> str:
    return "·" * len(date.group())


def _is_part(text: str, match: re.Match[str]) -> bool:
    """Whether the digits belong to a fraction, a date, an amount or a name."""
    behind = text[match.end() : match.end() + 24]
    ahead = text[max(0, match.start() - 3) : match.start()]
    if _GOES_ON.match(behind) or UNITS.match(behind):
        return True
    return bool(_AMOUNT.search(ahead)) and not _sign(text, match.start())


def _sign(text: str, at: int) -> bool:
    """Whether the character before is a letter of a script that writes no spaces."""
    return at > 0 and text[at - 1] > "\u2e7f"


def _figure(
    text: str,
    match: re.Match[str],
    left: int,
    right: int,
    order: int,
    gap: str | None,
    earlier: list[Figure],
) -> Figure:
    before_text, after_text = text[max(left, match.start() - 60) : match.start()], text[
        match.end() : min(right, match.end() + 60)
    ]  # fmt: skip
    before = tuple(_WORD.findall(before_text.lower())[::-1])
    after = tuple(_WORD.findall(after_text.lower()))
    value = _value(match.group())
    thousands = _THOUSANDS.match(after_text)
    return Figure(
        value=value * 1000 if thousands else value,
        start=match.start(),
        end=match.end(),
        part=_part(text, match, before, after, gap, earlier),
        count=Count.ABOUT if thousands else _count(before, text[match.end() :]),
        before=before,
        after=after,
        order=order,
    )


def _value(digits: str) -> int:
    return int(digits if digits.isdecimal() else "".join(filter(str.isdecimal, digits)))


def _part(
    text: str,
    match: re.Match[str],
    before: tuple[str, ...],
    after: tuple[str, ...],
    gap: str | None,
    earlier: list[Figure],
) -> str:
    if PER_PAGE.match(text[match.end() : match.end() + 30]):
        return "page"
    follows = text[match.end() : match.end() + 4].lstrip()
    if PAGE_SIGNS.match(follows) or (_is_page(after[:1]) and _BESIDE.match(text, match.end())):
        return "page"
    if gap is not None and earlier and _is_of(gap, before, earlier[-1]):
        return "page" if earlier[-1].part == "page" and not _counts(text, match) else "of"
    return "page" if _is_page(before[:1]) and len(before) < 4 else ""


def _counts(text: str, match: re.Match[str]) -> bool:
    """Whether what is counted is said right behind the number: "page 1 of 42 matching records"."""
    behind = _THINGS.match(text, match.end())
    return behind is not None and any(w.startswith(RESULT) for w in behind[0].lower().split())


def _is_page(word: tuple[str, ...]) -> bool:
    return bool(word) and word[0].startswith(PAGES) and not word[0].startswith("paginat")


def _is_of(gap: str, before: tuple[str, ...], earlier: Figure) -> bool:
    """Whether "of" joins two numbers: "of", "results of", "of about", "of a total of"."""
    words = before[::-1]
    if len(gap) > 40 or not words or _CLAUSE.search(gap):
        return False
    if words == ("/",) or words == ("／",):
        return earlier.part in ("range", "page")
    at = next((n for n, word in enumerate(words[:2]) if word in OF), None)
    return at is not None and all(word in FILLERS for word in words[at + 1 :])


def _close_range(found: list[Figure], gap: str | None) -> None:
    """Mark the last two numbers if they are the ends of a range."""
    if gap is None or len(found) < 2 or not _RANGE.fullmatch(gap):
        return
    first, last = found[-2:]
    if first.part != "of" and first.value <= last.value:
        found[-2:] = [replace(first, part="range"), replace(last, part="range")]


def _count(before: tuple[str, ...], behind: str) -> Count:
    near = before[:1] + ((f"{before[1]} {before[0]}",) if len(before) > 1 else ())
    if set(near) & LEAST or LEAST_AFTER.match(behind.lstrip()):
        return Count.LEAST
    signs = any(word.endswith(("約", "约", "약")) for word in before[:1])
    return Count.ABOUT if set(near) & ABOUT or signs else Count.EXACT
