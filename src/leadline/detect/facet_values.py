"""A facet's value and how many there are of it, from the texts of one entry: `Drama (1,234)`.

Leaves out counts in words and rounded ones ("1k"), which no arithmetic can rest on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from selectolax.lexbor import LexborNode

LONGEST = 300  # characters of a value
_ALONE = re.compile(r"[(\[{]?\s*(\d{1,3}(?:[.,'\s\u00a0\u202f]\d{3})+|\d{1,9})\s*[)\]}]?")
_BEHIND = re.compile(
    r"(.*\S)\s*[(\[](\d{1,3}(?:[.,'\s\u00a0\u202f]\d{3})+|\d{1,9})[)\]]", re.DOTALL
)
_MARK = re.compile(r"[☐☑☒□■▢▣✓✔✗✘✕○●◯◉◻◼⬜⬛]\s*(?=\S)")
_BETWEEN = re.compile(r"[-–—:|·•/,]")


def value_and_count(pieces: Sequence[str]) -> tuple[str, int | None]:
    """What an entry says, whose texts are these; no count if it shows none."""
    texts = [text for piece in pieces if (text := " ".join(piece.split()))]
    if len(texts) > 1 and (match := _ALONE.fullmatch(texts[-1])):
        return " ".join(_without_separator(texts[:-1])), _number(match[1])
    whole = " ".join(texts)
    if len(whole) <= 2 * LONGEST and (match := _BEHIND.fullmatch(whole)):
        return match[1], _number(match[2])
    return whole, None


def unmarked(text: str) -> str:
    """A value without the sign before it that says whether it is chosen."""
    return _MARK.sub("", text, count=1) if _MARK.match(text) else text


def _without_separator(texts: Sequence[str]) -> Sequence[str]:
    """The texts but for a last one that only parts a value from its count."""
    return texts[:-1] if len(texts) > 1 and _BETWEEN.fullmatch(texts[-1]) else texts


def shown_otherwise(link: LexborNode) -> str:
    """What a link without text says: its title, the words for its picture, or its label."""
    picture = link.css_first("img[alt]")
    alt = picture.attributes.get("alt") if picture is not None else ""
    said = (link.attributes.get("title"), alt, link.attributes.get("aria-label"))
    return next((" ".join(text.split()) for text in said if text and text.strip()), "")


def whole(text: str, link: LexborNode) -> str:
    """A value that is shortened, as the title of its link has it."""
    title = " ".join((link.attributes.get("title") or "").split())
    begun = text.rstrip("….").rstrip()
    short = text.endswith(("…", "...")) and len(title) > len(begun) > 0
    return title if short and title.startswith(begun) and len(title) <= LONGEST else text


def letters(text: str) -> str:
    """What is left of a text without counts, signs and spaces."""
    return "".join(filter(str.isalpha, text))


def _number(text: str) -> int:
    return int("".join(c for c in text if c.isdigit()))
