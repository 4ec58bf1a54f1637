"""Sets of words and of phrases, written as running text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text, cut at white space."""
    return frozenset(text.split())


def phrases(text: str) -> frozenset[str]:
    """The phrases of a text, cut at bars."""
    return frozenset(" ".join(phrase.split()) for phrase in text.split("|") if phrase.strip())
