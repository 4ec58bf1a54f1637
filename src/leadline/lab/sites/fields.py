"""The search form of a site: which fields it has, and the query that filled-in fields mean.

A keyword attribute is a box in which all words must match; an attribute with few values is a select
with an "any" option; one with many is a box for a whole value; an ordered one is two boxes for the
least and the greatest value, both included. Text is trimmed, case is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from leadline.intervals import NUMBER, Interval
from leadline.lab.collection import TEXT, Collection
from leadline.model import Kind, Query
from leadline.plan.words import words

MOST_OPTIONS = 400
TAKEN = frozenset({"q", "page", "p", "s", "start", "offset", "after", "token", "submit"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field: the attribute it asks, the parameter it sends, and its options if it is a select.

    Where options are coded, their numbers (from 1) are sent instead of their texts. An ordered
    attribute has `ends`: what it sends for the least and the greatest value.
    """

    attribute: str
    param: str
    label: str
    words: bool = False
    without: str = ""  # before a word that records must not have
    options: tuple[str, ...] = ()
    known: Mapping[str, str] | None = None  # whole values, as they are and in lower case
    coded: bool = False
    ends: tuple[str, str] | None = None
    decimals: int = 0
    dates: bool = False

    @property
    def params(self) -> tuple[str, ...]:
        """All that it sends."""
        return self.ends or (self.param,)

    def asked(self, sent: Mapping[str, str]) -> list[tuple[str, str]]:
        """What the filled-in controls ask for."""
        texts = [sent.get(param, "").strip() for param in self.params]
        if self.ends is None:
            return self.predicates(texts[0])
        low, high = (text or None for text in texts)
        return [(self.attribute, str(Interval(low, high)))] if low or high else []

    def choices(self) -> Iterator[tuple[str, str]]:
        """What each option sends, and what people read."""
        if not self.coded:
            return zip(self.options, self.options, strict=True)
        return zip(map(str, range(1, len(self.options) + 1)), self.options, strict=True)

    def predicates(self, text: str) -> list[tuple[str, str]]:
        """What a filled-in text asks for; what cannot match anything stays as it is."""
        if not text:
            return []
        if self.words:
            return [(self.attribute, word) for word in self._words(text) or [text]]
        if self.coded and self.options:
            return [(self.attribute, self._decoded(text))]
        known = self.known or {}
        return [(self.attribute, known.get(text) or known.get(text.lower(), text))]

    def _words(self, text: str) -> list[str]:
        sign = self.without
        if not sign:
            return words(text)
        excluded = [part.removeprefix(sign) for part in text.split() if part.startswith(sign)]
        others = " ".join(part for part in text.split() if not part.startswith(sign))
        return words(others) + [sign + word for word in words(" ".join(excluded))]

    def _decoded(self, text: str) -> str:
        number = int(text) if re.fullmatch("[0-9]{1,6}", text) else 0
        return self.options[number - 1] if 1 <= number <= len(self.options) else text


def fields_of(
    collection: Collection, keyword: str, coded: bool, without: str = ""
) -> tuple[Field, ...]:
    """The form over what can be asked; `keyword` is the parameter of the box for any words."""
    values = _values(collection)
    taken = {*TAKEN, keyword}
    made = list[Field]()
    for attribute in collection.attributes:
        is_words = attribute.kind is Kind.KEYWORD
        whole = is_words and attribute.name == TEXT
        param = keyword if whole else _param(attribute.name, taken)
        label = "Keywords" if whole else label_of(attribute.name)
        known = values[attribute.name]
        if attribute.kind is Kind.RANGE:
            made.append(_range(attribute.name, param, label, known))
        else:
            field = _field(attribute.name, param, label, is_words, known, coded)
            made.append(replace(field, without=without) if is_words else field)
    return tuple(made)


def query_of(fields: tuple[Field, ...], sent: Mapping[str, str]) -> Query:
    """The query that filled-in fields mean: all of them must hold."""
    return Query(tuple(pair for field in fields for pair in field.asked(sent)))


def label_of(column: str) -> str:
    """A column's name as people read it."""
    return column.replace("_", " ").strip().capitalize() or column


def _values(collection: Collection) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {attribute.name: [] for attribute in collection.attributes}
    for name, text in collection.ids:
        found[name].append(text)
    return found


def _field(
    attribute: str, param: str, label: str, is_words: bool, values: list[str], coded: bool
) -> Field:
    if is_words:
        return Field(attribute=attribute, param=param, label=label, words=True)
    few = tuple(sorted(values)) if len(values) <= MOST_OPTIONS else ()
    trimmed = {value.strip(): value for value in values}
    known = {text.lower(): value for text, value in trimmed.items()} | trimmed
    return Field(attribute=attribute, param=param, label=label, options=few, known=known,
                 coded=coded)  # fmt: skip


def _range(attribute: str, param: str, label: str, values: list[str]) -> Field:
    numbers = [value for value in values if NUMBER.fullmatch(value)]
    return Field(
        attribute=attribute,
        param=param,
        label=label,
        ends=(f"{param}_min", f"{param}_max"),
        decimals=max((len(value.partition(".")[2]) for value in numbers), default=0),
        dates=not numbers,
    )


def _param(column: str, taken: set[str]) -> str:
    name = re.sub(r"\W+", "_", column).strip("_").lower() or "field"
    while name in taken:
        name += "_"
    taken.add(name)
    return name
