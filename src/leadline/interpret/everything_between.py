"""Ranges that may not be left open: filled in as wide as they go, they leave nothing out.

A form that wants a first and a last day shows nothing to a visitor who gives neither. What is
always sent instead is a thousand years for dates, and all numbers of nine digits.
"""

from __future__ import annotations

from datetime import date

from leadline.interpret.attributes import Field, FieldKind
from leadline.model import Form
from leadline.query.encode import Encoding

DAYS = (date(1000, 1, 1), date(2999, 12, 31))
NUMBERS = ("0", "999999999")


def needs_ranges(encoding: Encoding, form: Form | None) -> bool:
    """Whether a form says itself that both ends of a range must be given."""
    required = {control.name for control in form.controls if control.required} if form else set()
    return any(required.issuperset(field.controls) for field in _open_ranges(encoding))


def with_wide_ranges(encoding: Encoding) -> Encoding | None:
    """The same, with every range that is not asked as wide as possible; None if there is none."""
    ranges = _open_ranges(encoding)
    for field in ranges:
        for name, end in zip(field.controls, _ends(field), strict=True):
            encoding = encoding.with_fixed(name, end)
    return encoding if ranges else None


def _open_ranges(encoding: Encoding) -> list[Field]:
    """The ranges that are typed."""
    return [f for f in encoding.fields if f.kind is FieldKind.RANGE and not f.attribute.domain]


def _ends(field: Field) -> tuple[str, str]:
    low, high = (day.strftime(field.pattern) for day in DAYS)
    return (low, high) if field.pattern else NUMBERS
