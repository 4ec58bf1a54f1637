"""Facets of numbers that are asked by a lowest and a highest one: sliders, or two inputs.

Two inputs for numbers side by side in a form that is sent by GET, with the same bounds or with
numbers in them; or one input that holds both numbers, as sliders that a script moves have it, with
the bounds beside it. Leaves out sliders that say nowhere how far they go, and dates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import zip_longest
from urllib.parse import urlencode

from selectolax.lexbor import LexborNode

from leadline.detect.facet_forms import Filled, filled_around
from leadline.detect.facet_names import Names
from leadline.document import Document

CONTROLS = 500
LEVELS = 2  # between an input and what says its bounds
_BOTH = re.compile(r"\s*(-?\d+(?:\.\d+)?)(\s*(?:-|–|,|;|:|\||~|\.\.)\s*)(-?\d+(?:\.\d+)?)\s*")
_LOWEST = ("min", "data-min", "data-range-min", "aria-valuemin")
_HIGHEST = ("max", "data-max", "data-range-max", "aria-valuemax")
_STEP = ("step", "data-step")


@dataclass(frozen=True, slots=True, kw_only=True)
class RangePanel:
    """A facet of numbers: its bounds, the step between two numbers, and what a form sends."""

    name: str
    low: Decimal
    high: Decimal
    step: Decimal
    action: str
    kept: tuple[tuple[str, str], ...]
    params: tuple[str, ...]  # one for each number, or one for both
    between: str = ""

    def url(self, low: Decimal, high: Decimal) -> str:
        """The address of the list of those within two numbers, both of them included."""
        texts = (f"{low:f}", f"{high:f}")
        sent = texts if len(self.params) > 1 else (self.between.join(texts),)
        own = list(zip(self.params, sent, strict=True))
        return f"{self.action}?{urlencode([*self.kept, *own], errors='replace')}"


def range_panels(document: Document) -> tuple[RangePanel, ...]:
    """The sliders of a page."""
    if not document.is_html:
        return ()
    names, found = Names(), dict[tuple[str, ...], RangePanel]()
    inputs = document.tree.css("form input[name]")[:CONTROLS]
    for one, other in zip_longest(inputs, inputs[1:]):
        for panel in (_both(document, names, one), _two(document, names, one, other)):
            if panel is not None:
                found.setdefault(panel.params, panel)
    return tuple(found.values())


def _two(
    document: Document, names: Names, one: LexborNode, other: LexborNode | None
) -> RangePanel | None:
    """Two inputs as a range."""
    if other is None or not (_takes_numbers(one) and _takes_numbers(other)):
        return None
    low, high = _bound(one, _LOWEST), _bound(other, _HIGHEST)
    if low is None or high is None or (one.attributes.get("name") == other.attributes.get("name")):
        return None
    if any(_bound(node, of) not in (None, end) for node, of, end in
           ((other, _LOWEST, low), (one, _HIGHEST, high))):  # fmt: skip
        return None
    return _panel(document, names, (one, other), low, high)


def _takes_numbers(node: LexborNode) -> bool:
    return (node.attributes.get("type") or "text").lower() in ("number", "range", "text")


def _both(document: Document, names: Names, node: LexborNode) -> RangePanel | None:
    """One input as a range."""
    match = _BOTH.fullmatch(node.attributes.get("value") or "")
    low, high = _around(node, _LOWEST), _around(node, _HIGHEST)
    if match is None or low is None or high is None:
        return None
    return _panel(document, names, (node,), low, high, between=match[2])


def _panel(
    document: Document,
    names: Names,
    nodes: tuple[LexborNode, ...],
    low: Decimal,
    high: Decimal,
    between: str = "",
) -> RangePanel | None:
    form = filled_around(document, nodes[0])
    if form is None or low >= high:
        return None
    params = tuple(node.attributes.get("name") or "" for node in nodes)
    group = _form_of(nodes[0])
    name = names.of(group, nodes[0]) if group is not None else ""
    return RangePanel(
        name=name or params[0],
        low=low,
        high=high,
        step=_around(nodes[0], _STEP) or _smallest(low, high),
        action=form.action,
        kept=tuple(_others(form, params)),
        params=params,
        between=between,
    )


def _others(form: Filled, params: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    return ((name, value) for name, value in form.fields if name not in params and value)


def _form_of(node: LexborNode) -> LexborNode | None:
    at: LexborNode | None = node
    while at is not None and at.tag not in ("fieldset", "form"):
        at = at.parent
    return at


def _around(node: LexborNode, names: tuple[str, ...]) -> Decimal | None:
    """A bound that an element says, or one near above it."""
    at: LexborNode | None = node
    for _ in range(LEVELS + 1):
        if at is None:
            return None
        if (bound := _bound(at, names)) is not None:
            return bound
        at = at.parent
    return None


def _bound(node: LexborNode, names: tuple[str, ...]) -> Decimal | None:
    said = (_number(node.attributes.get(name)) for name in names)
    return next((number for number in said if number is not None), None)


def _number(text: str | None) -> Decimal | None:
    if not text or len(text) > 20:
        return None
    try:
        number = Decimal(text.strip())
    except InvalidOperation:
        return None
    return number if number.is_finite() and abs(number.adjusted()) < 15 else None


def _smallest(low: Decimal, high: Decimal) -> Decimal:
    """One in the last place of the finer bound."""
    places = [min(0, int(number.as_tuple().exponent)) for number in (low, high)]
    return Decimal(1).scaleb(min(places))
