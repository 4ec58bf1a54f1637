"""Reading and setting one value of a request: in its query string, its body, or its JSON body.

Whatever is not set stays as it is, byte for byte, so that a site's own way of encoding survives.
Leaves out multipart bodies.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Literal
from urllib.parse import quote_plus, unquote_plus

from leadline.model import Request

Where = Literal["query", "path", "body", "json"]
VALUES = 500  # of one request that are looked at


def parts(url: str) -> tuple[str, str, str]:
    """The address up to its path, the path, and the query string; the fragment is dropped."""
    bare, _, query = url.partition("#")[0].partition("?")
    start = bare.find("/", bare.find("://") + 3) if "://" in bare else 0
    return (bare, "", query) if start < 0 else (bare[:start], bare[start:], query)


def whole(site: str, path: str, query: str) -> str:
    """The address of which these are the parts."""
    return f"{site}{path}?{query}" if query else f"{site}{path}"


def values(request: Request) -> dict[tuple[Where, str], str]:
    """All values of a request by place and name; of several of one name, the last."""
    found: dict[tuple[Where, str], str] = {}
    for name, value in _pairs(parts(request.url)[2]):
        found["query", name] = value
    if is_json(request):
        found |= {("json", ".".join(path)): str(value) for path, value in leaves(_json(request))}
    else:
        found |= {("body", name): value for name, value in _pairs(request.body)}
    return found


def put(request: Request, where: Where, name: str, value: str) -> Request:
    """The request with one value set; added at the end if it was not there."""
    if where == "json":
        return replace(request, body=_put_json(_json(request), name.split("."), value))
    if where == "body":
        return replace(request, body=_put_pair(request.body, name, value))
    site, path, query = parts(request.url)
    return replace(request, url=whole(site, path, _put_pair(query, name, value)))


def is_json(request: Request) -> bool:
    """Whether the body of a request is JSON."""
    return "json" in request.content_type.lower() or request.body.lstrip()[:1] == "{"


def leaves(data: Any) -> list[tuple[tuple[str, ...], Any]]:
    """The plain values of JSON objects within objects, with the keys that lead there."""
    found: list[tuple[tuple[str, ...], Any]] = []
    waiting: list[tuple[tuple[str, ...], Any]] = [((), data)]
    while waiting and len(found) < VALUES:
        path, value = waiting.pop()
        if isinstance(value, dict):
            if len(path) < 8:
                waiting += [((*path, str(key)), item) for key, item in list(value.items())[:VALUES]]
        elif path and not isinstance(value, list | bool) and value is not None:
            found.append((path, value))
    return found[::-1]


def number(text: str | None) -> int | None:
    """A whole number that may count pages or records."""
    if text is None or not text.isascii() or not text.isdecimal() or len(text) > 7:
        return None
    return int(text)


def _pairs(text: str) -> list[tuple[str, str]]:
    cut = [item.partition("=") for item in text.split("&", VALUES)[:VALUES] if item]
    return [(unquote_plus(name), unquote_plus(value)) for name, _, value in cut]


def _put_pair(text: str, name: str, value: str) -> str:
    items = [item for item in text.split("&") if item]
    new = f"{quote_plus(name)}={quote_plus(value)}"
    at = [n for n, item in enumerate(items) if unquote_plus(item.partition("=")[0]) == name]
    if not at:
        return "&".join([*items, new])
    items[at[-1]] = f"{items[at[-1]].partition('=')[0]}={quote_plus(value)}"
    return "&".join(items)


def _json(request: Request) -> Any:
    try:
        return json.loads(request.body)
    except (ValueError, RecursionError):
        return {}


def _put_json(data: Any, path: list[str], value: str) -> str:
    top = inner = data if isinstance(data, dict) else {}
    for key in path[:-1]:
        if not isinstance(inner.get(key), dict):
            inner[key] = {}
        inner = inner[key]
    old = inner.get(path[-1])
    is_number = number(value) is not None and not isinstance(old, str)
    inner[path[-1]] = int(value) if is_number else value
    return json.dumps(top, ensure_ascii=False)
