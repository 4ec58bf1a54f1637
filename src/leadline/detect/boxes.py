"""The boxes of a page that a script listens to, and whether a page is made by a script at all.

A box counts if it belongs to no form, or to one that may be asked but sends nothing by itself; a
box that asks for an address, a name or a password never does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
LITTLE = 400  # characters that a page without content may have around it
NODES = 3_000


def boxes(document: Document) -> tuple[str, ...]:
    """Selectors of the boxes that a script may read, those that say they search first."""
    if not document.is_html:
        return ()
    found = owned(document.tree, document.text)
    written = forms(document)[: len(found.forms)]
    inside = (nodes for form, (_, nodes) in zip(written, found.forms, strict=True) if _open(form))
    listed = [node for nodes in (*inside, found.loose) for node in nodes if _is_box(node)]
    inputs = {node.mem_id: place for place, node in enumerate(document.tree.css("input"))}
    ordered = sorted(listed, key=lambda node: not concepts(_said(node)) & ASKING)
    return tuple(dict.fromkeys(_selector(node, inputs) for node in ordered))


def is_scripted(document: Document) -> bool:
    """Whether scripts may change what a page shows."""
    return document.is_html and any(map(_runs, document.tree.css("script")))


def is_hollow(document: Document) -> bool:
    """Whether a page waits for its script: it has boxes outside of forms, or hardly any text."""
    if not is_scripted(document):
        return False
    body = document.tree.body
    text = "" if body is None else text_in(body, most=LITTLE, nodes=NODES)
    return len(text) < LITTLE or bool(boxes(document))


def _runs(script: LexborNode) -> bool:
    kind = attribute(script, "type").lower()
    return kind in ("", "module") or "javascript" in kind


def _open(form: Form) -> bool:
    """Whether a form may be asked and only a script can do so."""
    sends = any(control.name and control.kind in TYPED for control in form.controls)
    return not sends and refusal(form, classify(form)) is None


def _is_box(node: LexborNode) -> bool:
    if kind_of(node) not in TYPED or {"disabled", "hidden", "readonly"} & node.attributes.keys():
        return False
    said = concepts(_said(node))
    return bool(said & ASKING) or not said & PRIVATE


def _said(node: LexborNode) -> str:
    return " / ".join(_words(attribute(node, name) for name in SAID))


def _words(texts: Iterable[str]) -> Iterator[str]:
    return (text[:200] for text in texts if text not in ("", "text"))


def _selector(node: LexborNode, inputs: dict[int, int]) -> str:
    for name in ("id", "name"):
        if value := attribute(node, name):
            return f'input[{name}="{_quoted(value)}"]'
    return f"input >> nth={inputs[node.mem_id]}"


def _quoted(value: str) -> str:
    r"""A CSS string; what is not plain as a hexadecimal escape, such as \22 for a quote."""
    return "".join(c if c.isalnum() or c in "-_.:[]" else f"\\{ord(c):x} " for c in value[:200])
