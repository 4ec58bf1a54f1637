"""Buttons that ask for the next page: forms with hidden fields, and links that submit a form.

A form counts if one of its buttons is called "next", or carries the following number. Forms that
take passwords or files never count. Leaves out buttons that only a script of the site's own knows
how to follow; the common `__doPostBack(target, argument)` is read, since it says what is sent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import urlencode

from selectolax.lexbor import LexborNode

from leadline.document import Document
from leadline.model import Request
from leadline.query.paging_edit import parts, whole
from leadline.read.next_page_words import MORE, NEXT, ONE_STEP, plain

FORMS = 200
CONTROLS = 500
_POSTBACK = re.compile(r"__doPostBack\(\s*['\"]([^'\"]*)['\"]\s*,\s*['\"]([^'\"]*)['\"]")
_NEXT_NAME = re.compile(
    r"^(?:next|nextpage|next_page|btn_?next|more|load_?more|weiter|suivant)", re.I
)
_PAGE_NAME = re.compile(r"^(?:p|pg|page|paged|page_?n\w*|seite|pagina)$", re.IGNORECASE)


def next_forms(document: Document, current: int = 1) -> Iterator[Request]:
    """The requests that the page's "next" buttons send."""
    if not document.is_html:
        return
    for form in islice(document.tree.css("form"), FORMS):
        controls = form.css("input, select, textarea, button")[:CONTROLS]
        if any(_kind(control) in ("password", "file") for control in controls):
            continue
        for pressed in controls:
            if _kind(pressed) in ("submit", "image") and _is_next(pressed, current):
                yield _sent(document, form, [*_fields(controls), *_own(pressed)])
        yield from _postbacks(document, form, controls, current)


def _kind(control: LexborNode) -> str:
    default = "submit" if control.tag == "button" else "text" if control.tag == "input" else ""
    return (control.attributes.get("type") or default or control.tag or "").lower()


def _is_next(button: LexborNode, current: int) -> bool:
    attributes = button.attributes
    if "disabled" in attributes or (attributes.get("aria-disabled") or "") == "true":
        return False
    name, value = attributes.get("name") or "", (attributes.get("value") or "").strip()
    text = button.text()[:200].strip() if button.tag == "button" else value
    if _PAGE_NAME.match(name) and value.isdecimal():
        return value == str(current + 1)
    labels = [text, attributes.get("aria-label") or "", attributes.get("title") or ""]
    return bool(_NEXT_NAME.match(name)) or any(_says_next(label) for label in labels)


def _says_next(label: str) -> bool:
    return plain(label) in NEXT | MORE or label in ONE_STEP


def _fields(controls: list[LexborNode]) -> list[tuple[str, str]]:
    """What a form sends without any button."""
    found = []
    for control in controls:
        attributes, kind = control.attributes, _kind(control)
        name = attributes.get("name") or ""
        off = kind in ("submit", "image", "button", "reset") or "disabled" in attributes
        unticked = kind in ("checkbox", "radio") and "checked" not in attributes
        if name and not off and not unticked:
            found.append((name, _value(control)))
    return found


def _value(control: LexborNode) -> str:
    if control.tag == "select":
        options = control.css("option")[:CONTROLS]
        chosen = [o for o in options if "selected" in o.attributes] or options[:1]
        own = chosen[0].attributes.get("value") if chosen else ""
        return own if own is not None else chosen[0].text().strip()
    if control.tag == "textarea":
        return control.text()
    default = "on" if _kind(control) in ("checkbox", "radio") else ""
    return control.attributes.get("value") or default


def _own(button: LexborNode) -> list[tuple[str, str]]:
    name = button.attributes.get("name")
    return [(name, button.attributes.get("value") or "")] if name else []


def _sent(document: Document, form: LexborNode, pairs: list[tuple[str, str]]) -> Request:
    action = document.resolve(form.attributes.get("action") or document.url) or document.url
    body = urlencode(pairs, errors="replace")
    if (form.attributes.get("method") or "").strip().lower() != "post":
        site, path, _ = parts(action)
        return Request(url=whole(site, path, body))
    kind = "application/x-www-form-urlencoded"
    return Request(url=action, method="POST", body=body, content_type=kind)


def _postbacks(
    document: Document, form: LexborNode, controls: list[LexborNode], current: int
) -> Iterator[Request]:
    for link in islice(form.css("a[href*='__doPostBack']"), CONTROLS):
        call = _POSTBACK.search(link.attributes.get("href") or "")
        text = link.text()[:200].strip()
        if call and (_says_next(text) or text == str(current + 1)):
            fields = dict(_fields(controls)) | {
                "__EVENTTARGET": call[1],
                "__EVENTARGUMENT": call[2],
            }
            yield _sent(document, form, list(fields.items()))
