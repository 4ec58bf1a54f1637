"""Shapes from real pages: the forms that the formasaurus package carries, with their kinds.

The folder is its `data`: an index of pages with the kinds of their forms, and the pages. A form is
taken as it is, but for its address, which becomes the site's. Left out are forms that are larger
than `LONGEST`, that have no named field, and pages on which our parser counts other forms than the
annotators did. Nothing of it is shipped.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from leadline.errors import BadData
from leadline.lab.web.shapes import ELSEWHERE, Shape, Shapes, parsed, shipped

KINDS = {
    "s": "search", "l": "login", "r": "registration", "p": "password-recovery", "c": "contact",
    "m": "subscribe", "b": "order", "P": "poll", "o": "other", "V": "other", "N": "other",
}  # fmt: skip
LONGEST = 8_000  # characters of a form
FEW = 10  # shapes that are too few to make many sites of
LANGUAGE = re.compile(r"""<html[^>]*\blang=["']?([a-z]{2})""", re.IGNORECASE)


@lru_cache(2)
def annotated(folder: Path) -> Shapes:
    """The shapes of a folder; boxes that ask other sites are the shipped ones."""
    try:
        index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadData(f"{folder}: no index of annotated pages ({error})") from None
    found = [shape for name, told in index.items() for shape in _of_page(folder / name, told)]
    if not any(shape.kind == "search" for shape in found):
        raise BadData(f"{folder}: no annotated search forms")
    return Shapes((*_common(found), *shipped().of(ELSEWHERE, "en")))


def _common(shapes: list[Shape]) -> Iterator[Shape]:
    """The shapes, those of a kind that is rare in their language as if they were English."""
    counted = Counter((shape.kind, shape.language) for shape in shapes)
    for shape in shapes:
        rare = counted[shape.kind, shape.language] < FEW
        yield replace(shape, language="en") if rare else shape


def _of_page(path: Path, told: dict[str, Any]) -> Iterator[Shape]:
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    written = LexborHTMLParser(text).css("form")
    if len(written) != len(told["forms"]):
        return
    language = LANGUAGE.search(text[:2000])
    code = language.group(1).lower() if language else "en"
    for kind, form in zip(told["forms"], written, strict=True):
        html = _markup(form) if kind in KINDS else ""
        if html and len(html) <= LONGEST and _usable(html):
            yield Shape(kind=KINDS[kind], language=code, html=html)


def _markup(form: LexborNode) -> str:
    """The form with a place for its address, without what leads or loads from elsewhere."""
    for node in form.css("script, iframe, object, embed, style, noscript"):
        node.decompose()
    for name in ("formaction", "href", "src", "data-src", "srcset", "background"):
        for node in form.css(f"[{name}]"):
            if name == "formaction" or "//" in (node.attributes.get(name) or ""):
                del node.attrs[name]
    form.attrs["action"] = "@action@"
    return form.html or ""


def _usable(html: str) -> bool:
    return any(control.name for control in parsed(html, "http://localhost/").controls)
