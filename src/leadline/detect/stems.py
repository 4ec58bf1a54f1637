"""Which of many word stems a text has, in one pass over the text.

A stem matches where a word begins, and anywhere if it has six letters or more or is of a script
written without spaces; `=q` is a word by itself. Stems are looked up by their first letters, so
that a text costs its length and not the number of stems.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

ANYWHERE = 6  # letters from which a stem is told inside a longer word
UNSPACED = "\u0e00"  # from Thai on, words are written without spaces

SHORT, LONG = 2, 4  # letters that stems are looked up by

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_BLANK = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Stem:
    """Letters, whether the word must end with them, and what they speak of."""

    letters: str
    is_word: bool
    concept: str


Index = Mapping[str, tuple[Stem, ...]]


class Stems:
    """Concepts by their stems, as `"search": "search, such, =find"`."""

    def __init__(self, concepts: Mapping[str, str]) -> None:
        pairs = (
            (name, stem.strip()) for name, text in concepts.items() for stem in text.split(",")
        )
        made = [
            (stem, Stem(plain(stem).strip(), stem.startswith("="), name)) for name, stem in pairs
        ]
        inside = [one for stem, one in made if _is_told_inside(stem)]
        self._starting = _index((one for stem, one in made if not _is_told_inside(stem)), SHORT)
        self._inside = _index((one for one in inside if len(one.letters) >= LONG), LONG)
        self._unspaced = _index((one for one in inside if len(one.letters) < LONG), SHORT)

    def told(self, bare: str) -> frozenset[str]:
        """What a plain text speaks of."""
        text = f"{bare.strip()} "
        found = {*self._at_words(text), *_anywhere(text, self._inside, LONG)}
        if not text.isascii():
            found.update(_anywhere(text, self._unspaced, SHORT))
        return frozenset(found)

    def _at_words(self, text: str) -> Iterator[str]:
        at = 0
        while at < len(text):
            for stem in self._starting.get(text[at : at + SHORT], ()):
                end = at + len(stem.letters)
                if text.startswith(stem.letters, at) and (not stem.is_word or text[end] == " "):
                    yield stem.concept
            at = text.find(" ", at) + 1 or len(text)


def _anywhere(text: str, index: Index, size: int) -> Iterator[str]:
    for at in range(len(text) - size):
        if (key := text[at : at + size]) in index:
            yield from (stem.concept for stem in index[key] if text.startswith(stem.letters, at))


def plain(text: str) -> str:
    """Text without accents and case, its camel-case and punctuation made blanks."""
    split = _CAMEL.sub(" ", text).casefold()
    if not split.isascii():
        bare = unicodedata.normalize("NFKD", split)
        kept = "".join(c for c in bare if not "\u0300" <= c <= "\u036f")
        split = unicodedata.normalize("NFC", kept)
    return _BLANK.sub(" ", split)


def _is_told_inside(stem: str) -> bool:
    spaced = stem[:1] < UNSPACED
    return not stem.startswith("=") and (not spaced or len(stem) >= ANYWHERE)


def _index(stems: Iterable[Stem], size: int) -> Index:
    """Stems by their first letters."""
    found: dict[str, list[Stem]] = {}
    for stem in stems:
        found.setdefault(f"{stem.letters} "[:size], []).append(stem)
    return {key: tuple(some) for key, some in found.items()}
