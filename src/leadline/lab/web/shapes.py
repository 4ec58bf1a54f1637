"""Shapes of forms: markup with places to fill in, by kind and language.

The package brings a few dozen, written for it after how forms of such kinds look (`forms.html`).
Real, annotated ones can be read instead: see `annotated.py`. What is put into a page is a shape
with its action, choices and numbers filled in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

from leadline.detect.forms import forms
from leadline.document import Document
from leadline.model import Form, Page, Request

MARK = re.compile(r"<!-- ([a-z-]+) ([a-z]{2}) -->")
SEARCH = "search"
ELSEWHERE = "elsewhere"  # a box that asks another site
ANY = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The markup of a form, and what it is for."""

    kind: str
    language: str
    html: str

    def filled(self, action: str, **words: str) -> str:
        """The markup for one place."""
        html = self.html.replace("@action@", escape(action))
        for name, word in words.items():
            html = html.replace(f"@{name}@", word)
        return html


class Shapes:
    """All shapes there are, by kind and language."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        self._shapes: dict[tuple[str, str], list[Shape]] = {}
        for shape in shapes:
            for language in {shape.language, ANY}:
                self._shapes.setdefault((shape.kind, language), []).append(shape)

    def of(self, kind: str, language: str) -> list[Shape]:
        """Those of a kind that suit a language; English ones, or any, if there are none."""
        for wanted in (language, "en", ANY):
            if found := self._shapes.get((kind, wanted)):
                return found
        return []

    def __len__(self) -> int:
        return sum(len(found) for (_, lang), found in self._shapes.items() if lang == ANY)


@cache
def shipped() -> Shapes:
    """The shapes that come with the package."""
    text = (files("leadline.lab.web") / "forms.html").read_text(encoding="utf-8")
    _, *parts = MARK.split(text)
    marked = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return Shapes(Shape(kind=k, language=lang, html=html.strip()) for k, lang, html in marked)


def parsed(html: str, url: str) -> Form:
    """The one form of a piece of markup, as on a page at an address."""
    page = Page(request=Request(url=url), url=url, body=html.encode())
    return forms(Document(page))[0]
