"""A form with ranges of numbers and dates, and a sentence where not all that was found is shown.

Numbers are shown with commas between thousands, dates in words; both are asked for in plain.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import ClassVar

from leadline.intervals import NUMBER
from leadline.lab.sites.design import Asking
from leadline.lab.sites.fields import Field, label_of
from leadline.lab.sites.listing import Listing
from leadline.lab.sites.markup import control, esc
from leadline.lab.sites.site import Item, Shown

LATEST = 2100  # smaller numbers of four digits may be years, which have no commas


class Ranges(Listing):
    """A table; the form has two controls for each ordered column."""

    name = "ranges"
    summary = 'ranges of numbers and dates, selects and a box; "only the first 100 are shown"'
    form: ClassVar[Asking] = "ranges"
    path = "offers"

    def search_form(self, sent: Mapping[str, str]) -> str:
        rows = "".join(f'<div class="field">{self._field(f, sent)}</div>' for f in self.site.fields)
        return (f'<form class="search-form" role="search" action="/{self.path}" method="get">'
                f'{rows}<button type="submit" class="btn">Search</button></form>')  # fmt: skip

    def _field(self, field: Field, sent: Mapping[str, str]) -> str:
        if field.ends is None:
            return (f'<label for="{esc(field.param)}">{esc(field.label)}</label> '
                    f"{control(field, sent.get(field.param, ''))}")  # fmt: skip
        low, high = (_end(field, param, sent.get(param, "")) for param in field.ends)
        return (f'<label for="{esc(field.ends[0])}">{esc(field.label)} from</label> {low} '
                f'<label for="{esc(field.ends[1])}">to</label> {high}')  # fmt: skip

    def total(self, shown: Shown) -> str:
        return super().total(shown) + self._cut(shown)

    def _cut(self, shown: Shown) -> str:
        limit = self.site.world.limit
        if limit is None or self.site.matches(shown.query) <= limit:
            return ""
        return f'<p class="hint">Only the first {limit:,} are shown. Please narrow your search.</p>'

    def records(self, shown: Shown) -> str:
        head = "".join(f'<th scope="col">{esc(label_of(name))}</th>' for name in self.site.listed)
        rows = "".join(self._row(item, shown) for item in shown.items)
        return (f'<table class="offers"><thead><tr>{head}</tr></thead>'
                f"<tbody>{rows}</tbody></table>")  # fmt: skip

    def _row(self, item: Item, shown: Shown) -> str:
        link = f'<td><a href="{self.item_url(item, shown)}">{esc(item.title)}</a></td>'
        cells = (f"<td>{esc(', '.join(map(_said, texts)))}</td>" for _, texts in item.values[1:])
        return f"<tr>{link}{''.join(cells)}</tr>"


def _end(field: Field, param: str, value: str) -> str:
    """The box for one end of a range."""
    kind = 'type="date"' if field.dates else f'type="number" step="{_step(field.decimals)}"'
    return f'<input {kind} id="{esc(param)}" name="{esc(param)}" value="{esc(value)}">'


def _step(decimals: int) -> str:
    return "1" if not decimals else f"0.{'1'.rjust(decimals, '0')}"


def _said(text: str) -> str:
    """A number or a date as people write it, other texts as they are."""
    if NUMBER.fullmatch(text) and "e" not in text.lower():
        whole, point, rest = text.partition(".")
        large = whole.isdigit() and (int(whole) > LATEST or point)
        return f"{int(whole):,}{point}{rest}" if large and len(whole) < 16 else text
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return text
    return f"{day.day} {day:%B} {day.year}"
