"""Words of records and of those who search them, the same way for both.

Scripts that put no spaces between words are searched by their characters in sequence. Nothing that
people type is a syntax error; a `*` at the end of a word stands for any ending.
"""

from __future__ import annotations

import re

from leadline.store.cells import Pairs, is_utf8

MOST_WORDS = 32
UNSPACED = re.compile(
    "([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff])"
)  # Thai, Lao, Burmese, Khmer, Japanese, Chinese
WORD = re.compile(r"[^\W_]+")


def searchable(text: str, values: Pairs) -> str:
    """The text under which a record is found: its own, and the values that are not part of it."""
    said = [value for _, value in values]
    if " ".join(said) == text:  # as with most records
        return spread(text)
    return spread("\n".join([text, *[value for value in said if value not in text]]))


def spread(text: str) -> str:
    """The text with spaces around the characters of scripts that have none."""
    if text.isascii():
        return text
    whole = text if is_utf8(text) else text.encode("utf-8", "replace").decode()
    return UNSPACED.sub(r" \1 ", whole)


def match_expression(words: str) -> str:
    """What people typed, as FTS5 wants it: every word a string; empty if there is no word."""
    return " ".join(map(_phrase, asked(words)))


def asked(words: str) -> list[str]:
    """The words that somebody typed, as many as are reasonable."""
    typed = words.replace("\0", " ").split()
    return [word for word in typed if WORD.search(word)][:MOST_WORDS]


def _phrase(word: str) -> str:
    inside = spread(word.rstrip("*")).replace('"', " ")
    return f'"{inside}"' + ("*" if word.endswith("*") else "")
