"""Texts without what formats differ in: case, accents, punctuation, the order of words, and how an
address is reached.

Words of scripts written without spaces are cut into pairs of characters, which tells texts apart
about as well as words do. Nothing is stemmed: what a record is called is rarely inflected.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

MOST = 5000  # characters of a text that are looked at
UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")

_REACHED = re.compile(r"\s*(?:https?://(?:www\.)?|www\.)", re.IGNORECASE)
_GAP = re.compile(r"[\W_]+")
_INSIDE = re.compile(r"(?<=\w)['’`´](?=\w)")  # "O'Hare", "Schindler’s"


def plain(text: str) -> str:
    """The text in small letters and digits, without accents, one blank between words."""
    address = _REACHED.match(text)
    bare = _INSIDE.sub("", text[address.end() if address else 0 :][:MOST]).casefold()
    if not bare.isascii():
        parts = unicodedata.normalize("NFKD", bare)
        kept = "".join(c for c in parts if not unicodedata.combining(c))
        bare = unicodedata.normalize("NFC", kept)
    return _GAP.sub(" ", bare).strip()


def words(bare: str) -> list[str]:
    """The words of a plain text, each once, in order."""
    found = bare.split(" ") if bare else []
    if not bare.isascii():
        found = [part for word in found for part in _cut(word)]
    return list(dict.fromkeys(found))


def sorted_words(some: Iterable[str]) -> str:
    """Words in alphabetical order: the same for "House, The" and "The House"."""
    return " ".join(sorted(some))


def _cut(word: str) -> Iterator[str]:
    at = 0
    for match in UNSPACED.finditer(word):
        if match.start() > at:
            yield word[at : match.start()]
        yield from _pairs(match.group())
        at = match.end()
    if at < len(word):
        yield word[at:]


def _pairs(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    for i in range(len(run) - 1):
        yield run[i : i + 2]
