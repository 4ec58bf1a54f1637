"""A fetched page, parsed at most once: its text, its tree or its JSON, and what links mean on it.

Pure, and lazy: whoever only looks at the address pays for nothing else.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import quote

import ada_url
from selectolax.lexbor import LexborHTMLParser

from leadline.charset import charset, decode, known, written
from leadline.codec import parsed
from leadline.long_lists import marked
from leadline.model import Page
from leadline.row_spans import spread
from leadline.tame import tamed
from leadline.values import LINES, markup_in, values_of

HTML = ("text/html", "application/xhtml+xml", "")
TAIL = 100  # characters by which two texts are known to end alike
_ROWS = re.compile(r"\s*<tr[\s>]", re.I)
_BASE = re.compile("<base", re.I)
_NAME = r"[\w~+,;-]+(?:\.[\w~+,;-]+)*"
_QUERY = r"(?:\?[\w=&~.,;:%+/-]*)?"
_PATH = rf"/(?:{_NAME}(?:/{_NAME})*/?)?{_QUERY}"
_PLAIN = re.compile(rf"{_PATH}|{_NAME}(?:/{_NAME})*/?{_QUERY}", re.ASCII)  # is joined as it is
_WHOLE = re.compile(rf"(https?://[\w.:-]+)({_PATH})?", re.ASCII)


class Document:
    """One page as the readers see it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def url(self) -> str:
        """Where it was found, after redirects."""
        return self.page.url

    @cached_property
    def media_type(self) -> str:
        """What the server says it is, without parameters."""
        return self.page.header("content-type").partition(";")[0].strip().lower()

    @cached_property
    def text(self) -> str:
        """The body as text."""
        return decode(self.page.body, self.page.header("content-type"))

    @cached_property
    def charset(self) -> str:
        """The character set in which its forms and links are written, such as `windows-1251`."""
        return charset(self.page.body, self.page.header("content-type"))

    def sent_in(self, accepted: str | None) -> str:
        """The character set of a form of this page that accepts these (HTML, 4.10.22.5)."""
        named = next(filter(None, map(known, (accepted or "").split())), self.charset)
        return "utf-8" if named.startswith("utf-16") else named

    @cached_property
    def markup(self) -> str:
        """The text without what parsers choke on; nearly always the text itself."""
        return tamed(self.text)

    @property
    def is_cut(self) -> bool:
        """Whether its end is not read, being too far away or nested too deeply."""
        return self.markup is not self.text and self.markup[-TAIL:] != self.text[-TAIL:]

    @cached_property
    def tree(self) -> LexborHTMLParser:
        """The body as a tree, by the rules of HTML, whatever it is; rows of tables are whole."""
        table = "<table>" if _ROWS.match(self.markup) else ""  # without it they are no rows
        tree = LexborHTMLParser(table + marked(self.markup))
        if "rowspan" in self.markup or "ROWSPAN" in self.markup:
            spread(tree)
        return tree

    def fold(self) -> None:
        """Let go of the tree, which takes fifty times what the page does, while others work.

        Whoever asks has it made anew; elements had before are those of another.
        """
        self.__dict__.pop("tree", None)

    @cached_property
    def is_html(self) -> bool:
        """Whether it is a page for people."""
        return self.media_type in HTML and not self.is_json

    @property
    def is_json(self) -> bool:
        """Whether the body is a JSON object or list, or what is read like one (`values`)."""
        return self.json is not None

    @cached_property
    def json(self) -> Any:
        """The body as JSON values; None if it is none."""
        if self.page.body.lstrip()[:1] in (b"{", b"["):
            whole = parsed(self.text)
            if whole is not None or self.media_type not in LINES:
                return whole
        return None if self.media_type in HTML else values_of(self.media_type, self.text)

    @cached_property
    def piece(self) -> Document:
        """The piece of a page that JSON brings and mostly is, as a page; else the page itself."""
        inside = markup_in(self.json) if self.is_json else ""
        if len(inside) < len(self.text) // 3 or not inside:
            return self
        headers = (("Content-Type", "text/html; charset=utf-8"),)
        return Document(replace(self.page, headers=headers, body=inside.encode("utf-8", "replace")))

    @cached_property
    def base(self) -> str:
        """What relative links are relative to."""
        if not self.is_html or _BASE.search(self.text) is None:
            return self.url
        found = self.tree.css_first("base[href]")
        href = found.attributes.get("href") if found is not None else None
        return _joined(href or "", self.url) or self.url

    def resolve(self, href: str | None) -> str | None:
        """The absolute address of a link, without its fragment; None if it leads nowhere."""
        if href is None:
            return None
        if _PLAIN.fullmatch(href) and self.origin:
            return (self.origin if href[0] == "/" else self.folder) + href
        if (whole := _WHOLE.fullmatch(href)) and (root := _root(whole[1])):
            return root + (whole[2] or "/")
        return _joined(href if href.isascii() else self._written(href), self.base)

    def _written(self, href: str) -> str:
        """A link whose query is in the character set of the page (URL standard, query state)."""
        if self.charset == "utf-8":
            return href
        path, mark, query = href.partition("?")
        pieces = (c if c.isascii() else quote(written(c, self.charset)) for c in query)
        return path + mark + "".join(pieces)

    @cached_property
    def origin(self) -> str:
        """What an address that begins with a slash stands behind; nothing if there is none."""
        end = self.base.find("/", 8)
        return _root(self.base[: end + 1] if end > 0 else self.base)

    @cached_property
    def folder(self) -> str:
        """What an address that begins with a name stands behind."""
        plain = _WHOLE.fullmatch(self.base)
        if plain is not None and plain[2] and self.origin == plain[1]:
            path = plain[2].partition("?")[0]
            return plain[1] + path[: path.rindex("/") + 1]
        return _joined(".", self.base) or ""


@lru_cache(4096)
def _root(base: str) -> str:
    root = _joined("/", base)
    return root.removesuffix("/") if root is not None else ""


def _joined(href: str, base: str) -> str | None:
    try:
        url = ada_url.URL(href.strip(), base=base)
    except ValueError:
        return None
    if url.protocol not in ("http:", "https:"):
        return None
    url.hash = ""
    return str(url.href)
