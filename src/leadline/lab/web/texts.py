"""Words and paragraphs for pages: of a site's language and subject, real names in them.

Names are those of the shipped table of airports; sentences, menus and subjects are in `words.toml`.
Instead of made sentences, paragraphs can be taken from a file of texts. Paragraphs are made once
and shared by all pages, so that a page costs a few look-ups.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from importlib.resources import as_file, files
from pathlib import Path
from random import Random

from leadline.errors import BadData
from leadline.lab.demo import CATALOGUE
from leadline.lab.table import read_rows
from leadline.lab.web.draw import chance

LANGUAGES = {"en": 70, "de": 10, "fr": 10, "es": 10}  # of a hundred sites
PARAGRAPHS = 160  # of each subject
SHORTEST = 40  # characters of a text that is used
LONGEST = 900  # characters of a paragraph
TITLE = 6  # words of a title taken from a text


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a site is about: its words, names, and ready paragraphs and titles."""

    name: str
    words: tuple[str, ...]
    titles: tuple[str, ...]
    paragraphs: tuple[str, ...]  # as markup


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The words that sites of a language share."""

    code: str
    menu: tuple[str, ...]
    search: tuple[str, ...]  # links that say that they lead to a search
    advanced: tuple[str, ...]
    links: tuple[str, ...]  # links that say that they lead to other sites
    more: tuple[str, ...]
    found: str
    nothing: str
    thanks: str
    subjects: tuple[Subject, ...]


@lru_cache(4)
def languages(path: Path | None = None) -> Mapping[str, Language]:
    """All languages by code, from what the package ships and perhaps from a file of texts."""
    own = () if path is None else tuple(_texts(path))
    if path is not None and not own:
        raise BadData(f"{path}: no row has a text of more than {SHORTEST} characters")
    places = _places()
    raw = tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8"))
    return {code: _language(code, raw[code], places, own) for code in LANGUAGES}


def _texts(path: Path) -> Iterable[str]:
    for row in read_rows(path):
        text = " ".join(str(value) for value in row.values() if isinstance(value, str))
        if len(text) > SHORTEST:
            yield " ".join(text.split())[:LONGEST]


def _places() -> tuple[str, ...]:
    with as_file(files("leadline.lab") / "data" / CATALOGUE) as path:
        cities = (str(row.get("city") or "") for row in read_rows(path))
        return tuple(sorted({city for city in cities if 3 < len(city) < 20}))


def _language(
    code: str, raw: dict[str, object], places: Sequence[str], own: Sequence[str]
) -> Language:
    topics = raw["topics"]
    assert isinstance(topics, dict)
    made = tuple(_subject(code, name, _list(words), raw, places, own)
                 for name, words in topics.items())  # fmt: skip
    return Language(
        code=code,
        menu=_list(raw["menu"]),
        search=_list(raw["search"]),
        advanced=_list(raw["advanced"]),
        links=_list(raw["links"]),
        more=_list(raw["next"]),
        found=str(raw["found"]),
        nothing=str(raw["nothing"]),
        thanks=str(raw["thanks"]),
        subjects=made,
    )


def _list(text: object) -> tuple[str, ...]:
    return tuple(part.strip() for part in str(text).split(","))


def _subject(
    code: str,
    name: str,
    words: tuple[str, ...],
    raw: dict[str, object],
    places: Sequence[str],
    own: Sequence[str],
) -> Subject:
    rng = chance("texts", code, name)
    moulds = raw["sentences"]
    assert isinstance(moulds, list)
    if own:
        paragraphs = [rng.choice(own) for _ in range(PARAGRAPHS)]
        titles = [" ".join(text.split()[:TITLE]) for text in paragraphs]
    else:
        paragraphs = [_paragraph(rng, moulds, places, words) for _ in range(PARAGRAPHS)]
        first, second = _list(raw["first"]), _list(raw["second"])
        titles = [_title(rng, first, second, places, words) for _ in range(3 * PARAGRAPHS)]
    return Subject(
        name=name,
        words=words,
        titles=tuple(dict.fromkeys(titles)),
        paragraphs=tuple(f"<p>{escape(text)}</p>" for text in paragraphs),
    )


def _paragraph(
    rng: Random, moulds: Sequence[str], places: Sequence[str], words: Sequence[str]
) -> str:
    return " ".join(_sentence(rng, moulds, places, words) for _ in range(rng.randint(2, 7)))


def _sentence(
    rng: Random, moulds: Sequence[str], places: Sequence[str], words: Sequence[str]
) -> str:
    a, b = rng.choice(places), rng.choice(places)
    return rng.choice(moulds).format(a=a, b=b, w=rng.choice(words), y=rng.randint(1950, 2025))


def _title(
    rng: Random,
    first: Sequence[str],
    second: Sequence[str],
    places: Sequence[str],
    words: Sequence[str],
) -> str:
    word, place = rng.choice(words), rng.choice(places)
    which = rng.random()
    if which < 0.3:
        return f"{rng.choice(first)} {rng.choice(second)}"
    if which < 0.6:
        return f"{word.capitalize()}: {place}"
    return f"{place}, {rng.choice(second)}" if which < 0.8 else f"{word.capitalize()} ({place})"
