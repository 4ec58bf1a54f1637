"""Buttons that ask for the next page: forms with hidden fields, and links that submit a form.

A form counts if one of its buttons is called "next", or carries the following number, or if it has
a menu of page numbers. Forms that take passwords or files never count. Leaves out buttons that only
a script of the site's own knows how to follow; the common `__doPostBack(target, argument)` is read,
since it says what is sent: "..." behind the number of this page leads to the one after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from selectolax.lexbor import LexborNode

from leadline.document import Document
from leadline.model import Request
from leadline.query.paging_edit import parts, whole
from leadline.query.wire import MULTIPART, URLENCODED, body, urlencoded
from leadline.read.next_page_words import says_next

FORMS = 200
CONTROLS = 500
LEVELS = 6  # above a number, to what has all numbers of pages
LONGEST = 6  # digits of the number of a page
_POSTBACK = re.compile(r"__doPostBack\(\s*['\"]([^'\"]*)['\"]\s*,\s*['\"]([^'\"]*)['\"]")
_REST = ("...", "…")
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
            if _kind(pressed) not in ("submit", "image"):
                continue
            sent = [*_fields(controls), *_own(pressed)]
            if _is_next(pressed, current) or _asks_for(sent, _text(pressed), current + 1):
                yield _sent(document, form, sent, pressed.attributes.get("formaction"))
        yield from _postbacks(document, form, controls, current)
        yield from _chosen(document, form, controls)


def _chosen(document: Document, form: LexborNode, controls: list[LexborNode]) -> Iterator[Request]:
    """A menu of page numbers, with the number after the chosen one."""
    for menu in controls:
        name = menu.attributes.get("name") or ""
        if menu.tag != "select" or not _PAGE_NAME.match(name):
            continue
        options = [_option(option) for option in menu.css("option")[:CONTROLS]]
        here = options.index(_value(menu)) if _value(menu) in options else len(options)
        if here + 1 < len(options) and options[here + 1].isdecimal():
            others = [(key, value) for key, value in _fields(controls) if key != name]
            yield _sent(document, form, [*others, (name, options[here + 1])])


def _option(option: LexborNode) -> str:
    own = option.attributes.get("value")
    return own if own is not None else option.text().strip()


def _kind(control: LexborNode) -> str:
    default = "submit" if control.tag == "button" else "text" if control.tag == "input" else ""
    return (control.attributes.get("type") or default or control.tag or "").lower()


def _is_next(button: LexborNode, current: int) -> bool:
    attributes = button.attributes
    if "disabled" in attributes or (attributes.get("aria-disabled") or "") == "true":
        return False
    name, value = attributes.get("name") or "", (attributes.get("value") or "").strip()
    if _PAGE_NAME.match(name) and value.isdecimal():
        return value == str(current + 1)
    said = (attributes.get(place) or "" for place in ("aria-label", "title", "alt"))
    return bool(_NEXT_NAME.match(name)) or any(map(says_next, (_text(button), *said)))


def _text(button: LexborNode) -> str:
    """What stands on it."""
    own = button.text() if button.tag == "button" else button.attributes.get("value") or ""
    return own[:200].strip()


def _asks_for(sent: list[tuple[str, str]], text: str, page: int) -> bool:
    """Whether a button that says so asks for this page by a field of its form."""
    own = any(_PAGE_NAME.match(name) and value == text for name, value in sent)
    return text == str(page) and own


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
        return _option(chosen[0]) if chosen else ""
    if control.tag == "textarea":
        return control.text()
    default = "on" if _kind(control) in ("checkbox", "radio") else ""
    return control.attributes.get("value") or default


def _own(button: LexborNode) -> list[tuple[str, str]]:
    name = button.attributes.get("name")
    return [(name, button.attributes.get("value") or "")] if name else []


def _sent(
    document: Document, form: LexborNode, pairs: list[tuple[str, str]], to: str | None = None
) -> Request:
    action = document.resolve(to or form.attributes.get("action") or document.url) or document.url
    charset = document.sent_in(form.attributes.get("accept-charset"))
    if (form.attributes.get("method") or "").strip().lower() != "post":
        site, path, _ = parts(action)
        return Request(url=whole(site, path, urlencoded(pairs, charset)))
    kind = (form.attributes.get("enctype") or "").strip().lower()
    content_type, text = body(kind if kind == MULTIPART else URLENCODED, tuple(pairs), charset)
    return Request(url=action, method="POST", body=text, content_type=content_type)


def _postbacks(
    document: Document, form: LexborNode, controls: list[LexborNode], current: int
) -> Iterator[Request]:
    links = form.css("a[href*='__doPostBack']")[:CONTROLS]
    page = _unlinked(links) or current
    for link, before in zip(links, [None, *links], strict=False):
        call = _POSTBACK.search(link.attributes.get("href") or "")
        text = link.text()[:200].strip()
        if call and (says_next(text) or text == str(page + 1) or _leads_on(link, before, page)):
            fields = dict(_fields(controls)) | {
                "__EVENTTARGET": call[1],
                "__EVENTARGUMENT": call[2],
            }
            yield _sent(document, form, list(fields.items()))


def _leads_on(link: LexborNode, before: LexborNode | None, page: int) -> bool:
    """Whether "..." stands behind the numbers up to that of this page."""
    if link.text().strip() not in _REST or before is None:
        return False
    return before.text().strip() == str(page - 1) and page > 1


def _unlinked(links: list[LexborNode]) -> int | None:
    """The number among those of pages that is no link: that of the page which is shown."""
    said = {number for link in links if (number := link.text().strip()).isdecimal()}
    first = next((link for link in links if link.text().strip() in said), None)
    for owner in islice(_above(first), LEVELS):
        words = owner.text(separator=" ")[:2_000].split()
        others = [word for word in words if word.isdecimal() and word not in said]
        if others and said <= set(words):
            return int(others[0]) if len(others) == 1 and len(others[0]) <= LONGEST else None
    return None


def _above(node: LexborNode | None) -> Iterator[LexborNode]:
    while node is not None and (node := node.parent) is not None:
        yield node
