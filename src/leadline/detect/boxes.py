"""The boxes of a page that a script listens to, and whether a page is made by a script at all.

A box counts if it belongs to no form, or to one that may be asked but sends nothing by itself; a
box that asks for an address, a name or a password never does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from selectolax.lexbor import LexborNode

from leadline.detect.classify import classify
from leadline.detect.controls import kind_of
from leadline.detect.forms import TYPED, forms
from leadline.detect.gate import refusal
from leadline.detect.nearby import attribute, text_in
from leadline.detect.owners import owned
from leadline.detect.vocabulary import concepts
from leadline.document import Document
from leadline.model import Form

ASKING = frozenset({"search", "query"})
PRIVATE = frozenset({"email", "password", "user", "captcha", "card", "personal", "contact",
                     "comment", "subscribe", "login", "register"})  # fmt: skip
SAID = ("id", "name", "placeholder", "aria-label", "title", "role", "class", "type")
CLOSED = frozenset({"disabled", "hidden", "readonly"})
MOST = 200  # boxes that are looked at
LITTLE = 400  # characters that a page without content may have around it
NODES = 3_000


def boxes(document: Document) -> tuple[str, ...]:
    """Selectors of the boxes that a script may read, those that say they search first."""
    if not document.is_html:
        return ()
    found = owned(document.tree, document.markup)
    written = forms(document)[: len(found.forms)]
    inside = (some for form, (_, some) in zip(written, found.forms, strict=True) if _asks(form))
    nodes = (node for some in chain(inside, (found.loose,)) for node in some if _takes_text(node))
    listed = [node for node in islice(nodes, MOST) if _is_open(node)]
    inputs = {node.mem_id: place for place, node in enumerate(document.tree.css("input"))}
    ordered = sorted(listed, key=lambda node: not concepts(_said(node)) & ASKING)
    return tuple(dict.fromkeys(selector(node, inputs) for node in ordered))


def is_scripted(document: Document) -> bool:
    """Whether scripts may change what a page shows."""
    return document.is_html and any(map(_runs, document.tree.css("script")))


def is_hollow(document: Document) -> bool:
    """Whether a page waits for its script: boxes outside of forms, or no links and little text."""
    return is_scripted(document) and (bool(boxes(document)) or _is_bare(document))


def _is_bare(document: Document) -> bool:
    body = document.tree.body
    if body is None or len(text_in(body, most=LITTLE, nodes=NODES)) >= LITTLE:
        return False
    listed = body.css("a[href]")[:NODES]
    links = (document.resolve(link.attributes.get("href")) for link in listed)
    return not any(link not in (None, document.url.partition("#")[0]) for link in links)


def _runs(script: LexborNode) -> bool:
    kind = attribute(script, "type").lower()
    return kind in ("", "module") or "javascript" in kind


def _asks(form: Form) -> bool:
    """Whether a form may be asked and only a script can do so."""
    sends = any(control.name and control.kind in TYPED for control in form.controls)
    return not sends and refusal(form, classify(form)) is None


def _takes_text(node: LexborNode) -> bool:
    return node.tag == "input" and kind_of(node) in TYPED and not CLOSED & node.attributes.keys()


def _is_open(node: LexborNode) -> bool:
    """Whether a box asks for nothing private."""
    said = concepts(_said(node))
    return bool(said & ASKING) or not said & PRIVATE


def _said(node: LexborNode) -> str:
    return " / ".join(_words(attribute(node, name) for name in SAID))


def _words(texts: Iterable[str]) -> Iterator[str]:
    return (text[:200] for text in texts if text not in ("", "text"))


def selector(node: LexborNode, places: dict[int, int]) -> str:
    """How a browser finds an element: by its id or name, else by its place among its kind."""
    for name in ("id", "name"):
        if value := attribute(node, name):
            return f'{node.tag}[{name}="{_quoted(value)}"]'
    return f"{node.tag} >> nth={places[node.mem_id]}"


def _quoted(value: str) -> str:
    r"""A CSS string; what is not plain as a hexadecimal escape, such as \22 for a quote."""
    return "".join(c if c.isalnum() or c in "-_.:[]" else f"\\{ord(c):x} " for c in value[:200])
