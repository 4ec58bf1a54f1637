"""A visit to a page and what is replied, as values: the designs know nothing of sockets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

HTML = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A request as a site sees it; `fields` are those of the address and of the form sent.

    `origin` is where the site was reached, such as http://127.0.0.1:8000.
    """

    origin: str = ""
    path: str = "/"
    method: str = "GET"
    fields: Mapping[str, str] = field(default_factory=dict)
    cookies: Mapping[str, str] = field(default_factory=dict)

    def part(self, place: int) -> str:
        """The n-th segment of the path, or nothing."""
        parts = self.path.split("/")[1:]
        return parts[place] if place < len(parts) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A response as a site makes it."""

    body: bytes
    kind: str = HTML
    status: int = HTTPStatus.OK
    headers: tuple[tuple[str, str], ...] = ()


def sent(text: str) -> dict[str, str]:
    """The fields of an encoded form, in UTF-8 or, as old pages send it, in Latin 1."""
    try:
        return dict(parse_qsl(text, encoding="utf-8", errors="strict"))
    except UnicodeDecodeError:
        return dict(parse_qsl(text, encoding="latin-1"))


def html(text: str, status: int = HTTPStatus.OK) -> Reply:
    """A page; what cannot be said in UTF-8 becomes a question mark."""
    return Reply(body=text.encode("utf-8", "replace"), status=status)


def plain(text: str) -> Reply:
    """A text."""
    return Reply(body=text.encode("utf-8", "replace"), kind="text/plain; charset=utf-8")


def as_json(value: Any, status: int = HTTPStatus.OK) -> Reply:
    """Data for programs."""
    return Reply(body=json.dumps(value).encode(), kind="application/json", status=status)


def redirect(place: str, *headers: tuple[str, str]) -> Reply:
    """Go there instead."""
    return Reply(body=b"", status=HTTPStatus.FOUND, headers=(("Location", place), *headers))
