"""Which of many word stems a text has, each of its words looked at once.

A stem matches where a word begins, and anywhere if it has six letters or more or is of a script
written without spaces; `=q` is a word by itself. Stems are looked up by their letters, and
those of several words by what stands around their first blank, so that a text costs its length and
not the number of stems. What a word speaks of is remembered: forms say the same few words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from leadline.ascii_words import ascii_words, has_camel

ANYWHERE = 6  # letters from which a stem is told inside a longer word
UNSPACED = "\u0e00"  # from Thai on, words are written without spaces

SHORT, LONG = 2, 4  # letters that stems are looked up by

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ACCENT = re.compile("[\u0300-\u036f]+")
_BLANK = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Stem:
    """Letters, where they must stand in a word, and what they speak of."""

    letters: str
    concept: str
    is_word: bool  # the word ends with them
    inside: bool  # it need not begin with them


Index = Mapping[str, tuple[Stem, ...]]


class Stems:
    """Concepts by their stems, as `"search": "search, such, =find"`."""

    def __init__(self, concepts: Mapping[str, str]) -> None:
        made = [
            Stem(plain(stem).strip(), name, stem.startswith("="), _is_told_inside(stem))
            for name, text in concepts.items()
            for stem in map(str.strip, text.split(","))
        ]
        single = [one for one in made if " " not in one.letters]
        inside = [one for one in single if one.inside]
        starting = [one for one in single if not one.inside]
        self._whole = _concepts(one for one in starting if one.is_word)
        self._begun = _concepts(one for one in starting if not one.is_word)
        self._lengths = _lengths(self._begun)
        self._inside = _index((one for one in inside if len(one.letters) >= LONG), LONG)
        self._unspaced = _index((one for one in inside if len(one.letters) < LONG), SHORT)
        self._several = _indexed(
            (_around_blank(one.letters), one) for one in made if " " in one.letters
        )

    def told(self, bare: str) -> frozenset[str]:
        """What a plain text speaks of."""
        words = bare.split()
        found = frozenset[str]().union(*[of_word(self, word) for word in set(words)])
        joints = [f"{one[-1]} {two[0]}" for one, two in pairwise(words)]
        if self._several.keys().isdisjoint(joints):
            return found
        return found.union(self._across(words, joints))

    def of_one(self, word: str) -> frozenset[str]:
        """What a word by itself speaks of."""
        found = [*self._whole.get(word, ())]
        for length in self._lengths.get(word[:SHORT], ()):
            found += self._begun.get(word[:length], ())
        if len(word) >= ANYWHERE or not word.isascii():
            found += _anywhere(word, self._inside, LONG)
        if not word.isascii():
            found += _anywhere(word, self._unspaced, SHORT)
        return frozenset(found)

    def _across(self, words: Sequence[str], joints: Sequence[str]) -> Iterator[str]:
        """What words say together, blanks before the first and after the last."""
        text, several = f" {' '.join(words)} ", self._several
        for place in [place for place, joint in enumerate(joints) if joint in several]:
            blank = sum(map(len, words[: place + 1])) + place + 1
            for stem in several[joints[place]]:
                start = blank - stem.letters.index(" ")
                end = start + len(stem.letters)
                if (
                    text.startswith(stem.letters, start)
                    and (stem.inside or text[start - 1] == " ")
                    and (not stem.is_word or text[end] == " ")
                ):
                    yield stem.concept


@lru_cache(maxsize=1 << 14)
def of_word(stems: Stems, word: str) -> frozenset[str]:
    """What a word speaks of."""
    return stems.of_one(word)


def _anywhere(word: str, index: Index, size: int) -> list[str]:
    places = [at for at in range(len(word) - size + 1) if word[at : at + size] in index]
    return [
        stem.concept
        for at in places
        for stem in index[word[at : at + size]]
        if word.startswith(stem.letters, at)
    ]


def _around_blank(letters: str) -> str:
    """The letters before and behind the first blank of a stem."""
    blank = letters.index(" ")
    return letters[blank - 1 : blank + 2]


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Text without accents and case, its camel-case and punctuation made blanks."""
    if text.isascii():
        return " ".join(ascii_words(_CAMEL.sub(" ", text) if has_camel(text) else text))
    split = text.casefold()
    if split != text:
        split = _CAMEL.sub(" ", text).casefold()
    if not split.isascii():
        bare = unicodedata.normalize("NFKD", split)
        split = unicodedata.normalize("NFC", _ACCENT.sub("", bare))
    return _BLANK.sub(" ", split)


def _is_told_inside(stem: str) -> bool:
    spaced = stem[:1] < UNSPACED
    return not stem.startswith("=") and (not spaced or len(stem) >= ANYWHERE)


def _concepts(stems: Iterable[Stem]) -> Mapping[str, tuple[str, ...]]:
    """What stems speak of, by all of their letters."""
    indexed = _indexed((stem.letters, stem) for stem in stems)
    return {letters: tuple(stem.concept for stem in some) for letters, some in indexed.items()}


def _lengths(stems: Iterable[str]) -> Mapping[str, tuple[int, ...]]:
    """How long stems are that begin with the same letters."""
    found: dict[str, set[int]] = {}
    for letters in stems:
        found.setdefault(letters[:SHORT], set()).add(len(letters))
    return {key: tuple(sorted(lengths)) for key, lengths in found.items()}


def _index(stems: Iterable[Stem], size: int) -> Index:
    """Stems by their first letters."""
    return _indexed((f"{stem.letters} "[:size], stem) for stem in stems)


def _indexed(pairs: Iterable[tuple[str, Stem]]) -> Index:
    found: dict[str, list[Stem]] = {}
    for key, stem in pairs:
        found.setdefault(key, []).append(stem)
    return {key: tuple(some) for key, some in found.items()}
