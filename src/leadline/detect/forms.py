"""The forms of a page: where they send what, and the words around them.

Where the button that is pressed (one that says search, else the first) overrides action, method or
encoding, the form has the button's. The query of a GET action is dropped, as browsers do. A search
box outside of all forms, which a script reads, is a form of its own with the method SCRIPT. Follows
the HTML standard, 4.10.22.3 ("form submission algorithm"). Leaves out what scripts change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from selectolax.lexbor import LexborNode

from leadline.detect.controls import BUTTONS, PRESSED, Controls, caption, kind_of
from leadline.detect.nearby import ancestors, attribute, squeezed, text_in, walk
from leadline.detect.owners import owned
from leadline.detect.vocabulary import says
from leadline.document import Document
from leadline.model import Control, Form

METHODS = {"get": "GET", "post": "POST", "dialog": "DIALOG"}
URLENCODED = "application/x-www-form-urlencoded"
ENCODINGS = frozenset({URLENCODED, "multipart/form-data", "text/plain"})
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption"})
TYPED = frozenset({"text", "search"})
MARKS = ("id", "class", "src")


def forms(document: Document) -> tuple[Form, ...]:
    """The forms of a page in order, then its search boxes without a form."""
    if not document.is_html:
        return ()
    found = owned(document.tree, document.markup)
    controls = Controls(document.tree)
    written = [_form(document, form, nodes, controls) for form, nodes in found.forms]
    return (*written, *_scripted(document, found.loose, controls))


def _form(
    document: Document, form: LexborNode, nodes: tuple[LexborNode, ...], controls: Controls
) -> Form:
    own = controls.of(nodes)
    button = _pressed(nodes)
    method = METHODS.get(_setting(form, button, "method").lower(), "GET")
    action, method = _target(document, _setting(form, button, "action"), method)
    encoding = _setting(form, button, "enctype").lower()
    return Form(
        action=action,
        method=method,
        controls=own,
        name=_name(form),
        text=_text(form, own),
        hints=f"{_hints(form)}\n{_control_hints(nodes)}".rstrip("\n"),
        page=document.url,
        encoding=encoding if encoding in ENCODINGS else URLENCODED,
        charset=document.sent_in(attribute(form, "accept-charset")),
    )


def _pressed(nodes: Iterable[LexborNode]) -> LexborNode | None:
    usable = [n for n in nodes if kind_of(n) in PRESSED and "disabled" not in n.attributes]
    searching = (n for n in usable if says("search", caption(n))) if len(usable) > 1 else ()
    return next(iter(searching), usable[0] if usable else None)


def _setting(form: LexborNode, button: LexborNode | None, name: str) -> str:
    """The attribute of a form, or what its default button says instead."""
    override = f"form{name}"
    if button is not None and override in button.attributes:
        return attribute(button, override)
    return attribute(form, name)


def _target(document: Document, action: str, method: str) -> tuple[str, str]:
    """Where a form sends, and how; what runs a script has the method SCRIPT."""
    if action.lower().startswith("javascript:"):
        return _here(document), "SCRIPT"
    url = document.resolve(action) if action else _here(document)
    if url is None:
        return action, method
    return (url.partition("?")[0] if method == "GET" else url), method


def _here(document: Document) -> str:
    return document.url.partition("#")[0]


def _name(form: LexborNode) -> str:
    names = (attribute(form, name) for name in ("id", "name", "aria-label"))
    return next((name for name in names if name), "")


def _text(form: LexborNode, controls: tuple[Control, ...]) -> str:
    """Three lines: headings, what is on the buttons, and the other words inside."""
    inner = [text_in(n) for n in walk(form, 150, frozenset()) if n.tag in HEADINGS][:3]
    heading = " ".join(inner) or _heading_before(form)
    buttons = " ".join(control.label for control in controls if control.kind in BUTTONS)
    return "\n".join((heading, squeezed(buttons)[:200], text_in(form, most=500, nodes=300)))


def _heading_before(form: LexborNode) -> str:
    at: LexborNode | None = form
    for _ in range(10):
        if at is None or at.tag == "body":
            return ""
        at = at.prev or at.parent
        if at is not None and at.tag in HEADINGS:
            return text_in(at)
    return ""


def _hints(form: LexborNode) -> str:
    return squeezed(" ".join(_marks(form)))[:400]


def _control_hints(nodes: Iterable[LexborNode]) -> str:
    """What the first controls are called in the markup, and the pictures on them."""
    told = (node.attributes for node in nodes)
    shown = (own for own in told if (own.get("type") or "").lower() != "hidden")
    marks = ((own.get(name) or "")[-60:] for own in islice(shown, 12) for name in MARKS)
    return squeezed(" ".join(marks))[:400]


def _marks(form: LexborNode) -> Iterator[str]:
    for node in (form, *ancestors(form, 3)):
        if node.tag not in ("body", "html"):
            own = node.attributes
            yield from (own.get(name) or "" for name in ("role", "class", "id"))
            yield "search" if node.tag == "search" else ""


# --- search boxes without a form ------------------------------------------------------------------


def _scripted(
    document: Document, loose: Iterable[LexborNode], controls: Controls
) -> Iterator[Form]:
    for node in loose:
        boxes = controls.of([node]) if kind_of(node) in TYPED else ()
        for box in boxes:
            if _is_search_box(node, box):
                yield Form(
                    action=_here(document),
                    method="SCRIPT",
                    controls=boxes,
                    name=_name(node),
                    text="\n".join((_heading_before(node), "", "")),
                    hints=_hints(node),
                    page=document.url,
                )


def _is_search_box(node: LexborNode, box: Control) -> bool:
    if box.kind == "search" or attribute(node, "role") == "searchbox":
        return True
    if any(attribute(at, "role") == "search" or at.tag == "search" for at in ancestors(node, 6)):
        return True
    written = (attribute(node, "id"), box.name, box.label, box.placeholder)
    return any(says("search", text) for text in written)
