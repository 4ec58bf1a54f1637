"""Which field of a record shows which attribute of the form.

By name, or because most of a field's values are options of the attribute. Only what records show
can be asked about by value, so the attributes that nothing shows and that list no options are of
no use to a harvest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set

from leadline.model import Attribute, Kind, Record

MOSTLY = 0.8
LONGEST = 1000  # characters of a value that are looked at
BETWEEN = re.compile(r"\s*[,;|/·•\n]\s*")
WORDS = re.compile(r"[^\W_]+")


def match_columns(
    attributes: Sequence[Attribute], records: Sequence[Record]
) -> tuple[tuple[str, str], ...]:
    """(field, attribute) pairs, each field and each attribute at most once."""
    shown = values_by_field(records)
    pairs: dict[str, str] = {}
    for attribute in attributes:
        if attribute.kind is Kind.VALUE:
            field = _field_of(attribute, {f: v for f, v in shown.items() if f not in pairs})
            if field is not None:
                pairs[field] = attribute.name
    return tuple(pairs.items())


def searched_field(box: str, found: Sequence[tuple[str, Record]]) -> str | None:
    """The one field that a search box looks into, given words and records that they found.

    Only where box and field have the same name: else a word may be anywhere.
    """
    named = {
        name for _, record in found for name, _ in record.values if normal(name) == normal(box)
    }
    for field in sorted(named):
        hits = sum(
            any(name == field and word.lower() in value.lower() for name, value in record.values)
            for word, record in found
        )
        if hits >= MOSTLY * len(found):
            return field
    return None


def values_by_field(records: Iterable[Record]) -> dict[str, list[str]]:
    """The values that records show, field by field."""
    shown: dict[str, list[str]] = {}
    for record in records:
        for name, value in record.values:
            shown.setdefault(name, []).append(value)
    return shown


def _field_of(attribute: Attribute, shown: dict[str, list[str]]) -> str | None:
    wanted = normal(attribute.name)
    for field in shown:
        if normal(field) == wanted and _agrees(attribute, shown[field]):
            return field
    if attribute.domain is None:
        return None
    return next((f for f, values in shown.items() if _agrees(attribute, values)), None)


def _agrees(attribute: Attribute, values: Sequence[str]) -> bool:
    """Whether a field's values are options of the attribute, where it lists any."""
    if attribute.domain is None:
        return True
    options = frozenset(attribute.domain)
    return sum(bool(options_in(value, options)) for value in values) >= MOSTLY * len(values)


def options_in(value: str, options: Set[str]) -> tuple[str, ...]:
    """The options that a field shows: one, or several in one line."""
    if value in options:
        return (value,)
    parts = tuple(part for part in BETWEEN.split(value[:LONGEST]) if part)
    return parts if all(part in options for part in parts) else ()


def normal(name: str) -> str:
    """A name as its words alone."""
    return " ".join(WORDS.findall(name.lower()))


def useful(
    attributes: Iterable[Attribute], columns: Iterable[tuple[str, str]]
) -> tuple[Attribute, ...]:
    """The attributes that a harvest can ask: a search box, options, or values that records show.

    A second search box adds nothing that the first could not find.
    """
    shown = {name for _, name in columns}
    kept: list[Attribute] = []
    for attribute in attributes:
        if attribute.kind is Kind.KEYWORD:
            if not any(a.kind is Kind.KEYWORD for a in kept):
                kept.append(attribute)
        elif attribute.domain or attribute.name in shown:
            kept.append(attribute)
    return tuple(kept)
