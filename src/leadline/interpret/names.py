"""Names that people would give: labels cleaned, control names cut into words, vocabularies matched.

A vocabulary is a pattern over whole words; in scripts that write no spaces it matches anywhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from leadline.ascii_words import ascii_words, has_camel
from leadline.model import Control

LONGEST = 200  # characters of a label or name that are looked at
NAME = 60  # characters of an attribute's name

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WORD = re.compile(r"[^\W_]+")
UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
_ASIDE = re.compile(
    r"[(\[]\s*(?:optional|required|fakultativ|pflichtfeld|facultatif|opcional|facoltativo|"
    r"optioneel|opcjonalnie|необязательно|任意|必須|可选|选填)\s*[)\]]",
    re.IGNORECASE,
)
_EDGES = " \t\r\n\xa0:*?!.,;…：＊？、。–—-=>»›<«‹|"


def spaced(text: str) -> str:
    """`minPrice`, `min_price` and `Min. price:` all as `min price`."""
    return _spaced(text[:LONGEST])


@lru_cache(1 << 13)  # names in menus and forms are those of many pages
def _spaced(text: str) -> str:
    if text.isascii():
        return " ".join(ascii_words(_CAMEL.sub(" ", text) if has_camel(text) else text))
    written = unicodedata.normalize("NFC", text)
    lowered = written.lower()
    if lowered != written:
        lowered = _CAMEL.sub(" ", written).lower()
    return " ".join(_WORD.findall(lowered))


def vocabulary(*lines: str) -> re.Pattern[str]:
    """A pattern for the terms, separated by commas, in texts that went through `spaced`."""
    terms = [spaced(term) for line in lines for term in line.split(",") if term.strip()]
    ordered = sorted(set(terms), key=lambda term: (-len(term), term))
    whole = "|".join(re.escape(term) for term in ordered if not UNSPACED.search(term))
    parts = [rf"\b(?:{whole})\b"] if whole else []
    return re.compile("|".join(parts + [re.escape(t) for t in ordered if UNSPACED.search(t)]))


def says(pattern: re.Pattern[str], *texts: str) -> bool:
    """Whether one of the texts contains a term of the vocabulary."""
    return any(pattern.search(spaced(text)) for text in texts if text)


def clean(label: str) -> str:
    """A label as a name: `Country:` is `country`."""
    text = _ASIDE.sub(" ", " ".join(label[:LONGEST].split()))
    return " ".join(text.split()).strip(_EDGES)[:NAME].strip(_EDGES).lower()


_SHORT_FOR_WORDS = frozenset({"q", "s", "k", "kw", "w", "wd", "p", "qs", "query", "keyword"})


def name_of(control: Control) -> str:
    """What a person would call it: its label, else a short placeholder, else its name in words."""
    label = clean(control.label)
    if label:
        return label
    if 0 < len(control.placeholder) <= NAME // 2 and not control.options:
        hint = clean(control.placeholder)
        if hint:
            return hint
    words = spaced(control.name)
    return "keywords" if words in _SHORT_FOR_WORDS else words[:NAME] or control.name[:NAME]


def unique(names: Iterable[str]) -> list[str]:
    """The names, with a number behind those that were taken."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = number = seen.get(name, 0) + 1
        found.append(_free(name, number, seen) if number > 1 else name)
    return found


def _free(name: str, number: int, seen: dict[str, int]) -> str:
    while f"{name} {number}" in seen:
        number += 1
    seen[name] = number
    seen[f"{name} {number}"] = 1
    return f"{name} {number}"
