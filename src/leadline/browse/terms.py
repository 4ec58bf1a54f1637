"""Words and phrases to be found in the names of links: by looking them up, not by a pattern.

Finds what `names.vocabulary` finds, in a twentieth of the time; there are dozens of links on a
page. Terms of scripts that write no spaces are found within words.
"""

from __future__ import annotations

from collections import defaultdict

from leadline.interpret.names import UNSPACED, spaced


class Terms:
    """Terms, separated by commas; asked for texts that went through `spaced`."""

    def __init__(self, *lines: str) -> None:
        self.terms = terms = {spaced(term) for line in lines for term in line.split(",")} - {""}
        self._within = tuple(term for term in sorted(terms) if UNSPACED.search(term))
        self._words = frozenset(term for term in terms if " " not in term)
        self._phrases = defaultdict[str, list[str]](list)  # by their first words
        for term in terms - self._words:
            self._phrases[term.partition(" ")[0]].append(f" {term} ")
        self._first = frozenset(self._phrases)

    def said(self, text: str) -> bool:
        """Whether a text has one of them."""
        if not text:
            return False
        words = text.split(" ")
        if not self._words.isdisjoint(words):
            return True
        if len(words) > 1 and not self._first.isdisjoint(words) and self._has_phrase(text, words):
            return True
        return not text.isascii() and any(term in text for term in self._within)

    def __or__(self, other: Terms) -> Terms:
        """Those of both."""
        return Terms(*self.terms, *other.terms)

    def _has_phrase(self, text: str, words: list[str]) -> bool:
        around = f" {text} "
        starts = self._first.intersection(words)
        return any(phrase in around for first in starts for phrase in self._phrases[first])
