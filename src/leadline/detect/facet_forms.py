"""Facets that are drop-downs, check-boxes or radio buttons of a form: what choosing one would send.

Choosing a value sends all that the form has filled in, and the value; so the address says both
what was chosen before and what is chosen now. Once a facet has a choice, its other values are left
out: they would replace the choice, or widen it. Only forms that are sent by GET have addresses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from selectolax.lexbor import LexborNode

from leadline.document import Document

CONTROLS = 5_000  # of one form
_BUTTONS = frozenset(("submit", "button", "image", "reset", "file", "password"))
_BOXES = frozenset(("checkbox", "radio"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A form as it stands on the page: where it is sent, and what it sends now."""

    action: str
    fields: tuple[tuple[str, str], ...]

    def chosen(self, param: str) -> bool:
        """Whether something is chosen there."""
        return any(name == param and value for name, value in self.fields)

    def url(self, param: str, value: str) -> str:
        """The address that choosing a value leads to; empty parameters are left out."""
        kept = [(n, v) for n, v in self.fields if n != param and v]
        return f"{self.action}?{urlencode([*kept, (param, value)], errors='replace')}"


def filled_around(document: Document, control: LexborNode) -> Filled | None:
    """The form around a control; None if there is none, or it is not sent by GET."""
    form = control.parent
    while form is not None and form.tag != "form":
        form = form.parent
    if form is None or (form.attributes.get("method") or "get").strip().lower() != "get":
        return None
    action = document.resolve(form.attributes.get("action") or document.url)
    if action is None:
        return None
    return Filled(action=action.partition("?")[0], fields=tuple(_fields(form)))


def _fields(form: LexborNode) -> Iterator[tuple[str, str]]:
    for node in form.css("input[name], select[name]")[:CONTROLS]:
        name = node.attributes.get("name") or ""
        kind = (node.attributes.get("type") or "text").lower()
        if node.tag == "select":
            yield from ((name, value) for value in _selected(node))
        elif kind not in _BUTTONS and (kind not in _BOXES or "checked" in node.attributes):
            value = node.attributes.get("value")
            yield name, "on" if value is None and kind in _BOXES else value or ""


def _selected(select: LexborNode) -> Iterator[str]:
    for option in select.css("option[selected]"):
        value = option.attributes.get("value")
        yield (option.text(deep=True) or "").strip() if value is None else value
