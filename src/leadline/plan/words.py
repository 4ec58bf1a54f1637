"""The words of a text that can be asked in a search box.

Words are runs of letters, digits and marks, lower-cased. Scripts that write no spaces (Han, kana,
Thai, Lao, Khmer, Burmese) are cut into overlapping pairs of characters, as the usual search
engines' CJK analysers do; a lone character stands for itself. Leaves out stemming: what a site
does with word forms is learnt by asking.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from leadline.ascii_words import ascii_words


def _of_kind(kinds: str, codes: Iterable[int]) -> str:
    return "".join(chr(code) for code in codes if unicodedata.category(chr(code))[0] in kinds)


_HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_KANA = (*range(0x3041, 0x3100), *range(0x31F0, 0x3200), *range(0xFF66, 0xFFA0))
_SOUTH_EAST = (*range(0x0E00, 0x0F00), *range(0x1000, 0x10A0), *range(0x1780, 0x1800))
_UNSPACED = _HAN + _of_kind("LNM", (*_KANA, *_SOUTH_EAST))  # without their punctuation
_MARKS = _of_kind("M", range(0x300, 0x10000))  # accents and vowel signs, which \w leaves out
_LETTER = rf"[^\W_{_UNSPACED}]"
_TOKEN = re.compile(rf"(?P<unspaced>[{_UNSPACED}]+)|{_LETTER}(?:{_LETTER}|[{_MARKS}])*")
_PLAIN = re.compile(r"[^\W_]+")
_NEEDS_CARE = re.compile(f"[{_UNSPACED}{_MARKS}]")


def tokens(text: str) -> list[str]:
    """The words of a text, in order, with repetitions."""
    if text.isascii():
        return ascii_words(text)
    lowered = text.lower()
    if _NEEDS_CARE.search(lowered) is None:
        return _PLAIN.findall(lowered)
    return [word for match in _TOKEN.finditer(lowered) for word in _words(match)]


def words(text: str) -> list[str]:
    """The distinct words of a text, in order of first appearance."""
    return list(dict.fromkeys(tokens(text)))


def _words(match: re.Match[str]) -> Iterator[str]:
    run = match.group()
    if match.lastgroup is None or len(run) == 1:
        yield run
    else:
        yield from (run[i : i + 2] for i in range(len(run) - 1))
