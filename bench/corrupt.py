"""Two sources of one collection, each with a part of it and with errors of its own; truth is known.

Each source has its own names for the attributes, its own formats, and its own mistakes: typing
errors, values left out, words moved, numbers a little off; `Errors` says how often.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Any

Row = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Errors:
    """How often a value is changed, of those that can be."""

    typo: float = 0.15  # of texts; a quarter of them get two
    missing: float = 0.1  # of values but the first, which is what a thing is called
    moved: float = 0.05  # the first word goes to the end, behind a comma
    shortened: float = 0.03  # the last word is left out, or a word is abbreviated
    off: float = 0.05  # numbers are a little off


def sources(
    rows: Sequence[Row], rng: Random, *, part: float = 0.7, errors: Errors | None = None
) -> tuple[list[tuple[int, Row]], list[tuple[int, Row]]]:
    """Two sources: entity and row of each record. The second has other names and formats."""
    wrong = errors or Errors()
    kept = [[i for i in range(len(rows)) if rng.random() < part] for _ in range(2)]
    for some in kept:
        rng.shuffle(some)
    formats = _formats(rows, rng)
    first = [(i, _damaged(rows[i], rng, wrong)) for i in kept[0]]
    second = [(i, _renamed(_damaged(rows[i], rng, wrong), formats)) for i in kept[1]]
    return first, second


def _damaged(row: Row, rng: Random, errors: Errors) -> Row:
    found: Row = {}
    for place, (name, value) in enumerate(row.items()):
        if place and rng.random() < errors.missing:
            continue
        if isinstance(value, list):
            found[name] = [one for one in value if rng.random() >= errors.missing] or value
        elif isinstance(value, int | float) and not isinstance(value, bool):
            found[name] = _off(value, rng) if rng.random() < errors.off else value
        elif isinstance(value, str):
            found[name] = _text(value, rng, errors)
    return found


def _off(value: float, rng: Random) -> float:
    if isinstance(value, int):
        return value + rng.choice((-1, 1))
    return round(value * (1 + rng.uniform(-0.03, 0.03)), 2)


def _text(value: str, rng: Random, errors: Errors) -> str:
    words = value.split()
    if len(words) > 2 and rng.random() < errors.moved:
        value = f"{' '.join(words[1:])}, {words[0]}"
    elif len(words) > 2 and rng.random() < errors.shortened:
        at = rng.randrange(len(words))
        short = [*words[:at], words[at][0] + ".", *words[at + 1 :]]
        value = " ".join(words[:-1] if rng.random() < 0.5 else short)
    if rng.random() < errors.typo and not re.fullmatch(r"[\d\W]*", value):
        for _ in range(2 if rng.random() < 0.25 else 1):
            value = typo(value, rng)
    return value


def typo(text: str, rng: Random) -> str:
    """The text with a letter wrong, missing, doubled or swapped with its neighbour."""
    at, kind = rng.randrange(len(text)), rng.randrange(4)
    if kind == 0:
        return text[:at] + rng.choice(string.ascii_lowercase) + text[at + 1 :]
    if kind == 1 and len(text) > 3:
        return text[:at] + text[at + 1 :]
    if kind == 2:
        return text[:at] + text[at] + text[at:]
    return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]


# --- names and formats of the second source -------------------------------------------------------


def _formats(rows: Sequence[Row], rng: Random) -> Mapping[str, tuple[str, str]]:
    """A new name and a format for each attribute."""
    names = list(dict.fromkeys(name for row in rows[:1000] for name in row))
    return {name: (_name(name, i), rng.choice(("upper", "code", "same"))) for i, name in
            enumerate(names)}  # fmt: skip


def _name(name: str, number: int) -> str:
    return (f"{name}s", name.upper(), f"the {name}", f"{name}_value", f"item {name}")[number % 5]


def _renamed(row: Row, formats: Mapping[str, tuple[str, str]]) -> Row:
    return {formats[name][0]: _formatted(value, formats[name][1]) for name, value in row.items()}


def _formatted(value: Any, how: str) -> Any:
    if isinstance(value, int) and value >= 10_000:
        return f"{value:,}"
    if not isinstance(value, str):
        return value
    if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        at = date.fromisoformat(value)
        return f"{at.day} {at:%B} {at.year}"
    if how == "code" and " " in value:
        return f"{value} ({''.join(word[0] for word in value.split()).upper()})"
    return value.upper() if how == "upper" else value


# --- a collection of any size ---------------------------------------------------------------------


def books(count: int, rng: Random) -> Iterator[Row]:
    """Made-up books: titles of real words by their frequency, authors, publishers, days, pages."""
    from wordfreq import top_n_list

    words = [one for one in top_n_list("en", 30_000) if one.isalpha()]
    first = [one.title() for one in top_n_list("it", 3000) if one.isalpha() and len(one) > 3]
    last = [one.title() for one in top_n_list("de", 40_000) if one.isalpha() and len(one) > 4]
    houses = [f"{one.title()} {rng.choice(('Press', 'Books', 'Verlag', '& Co'))}"
              for one in rng.sample(words, 800)]  # fmt: skip
    for _ in range(count):
        title = [words[_zipf(rng, len(words))] for _ in range(rng.choice((2, 3, 3, 4, 5, 6)))]
        yield {
            "title": " ".join(title).capitalize(),
            "author": f"{first[_zipf(rng, len(first))]} {last[_zipf(rng, len(last))]}",
            "publisher": houses[_zipf(rng, len(houses))],
            "published": (date(1950, 1, 1) + timedelta(days=rng.randrange(27_000))).isoformat(),
            "pages": max(int(rng.gauss(280, 110)), 24),
        }


def _zipf(rng: Random, size: int) -> int:
    """A place in a list, the first ones more often (log-uniform)."""
    return min(int(size ** rng.random()) - 1, size - 1)


def without(rows: Iterable[Row], names: Sequence[str]) -> list[Row]:
    """Rows without some attributes."""
    return [{name: value for name, value in row.items() if name not in names} for row in rows]
