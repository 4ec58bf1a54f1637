"""Reading and setting one value of a request: in its query string, its body, or its JSON body.

Whatever is not set stays as it is, byte for byte, so that a site's own way of encoding survives.
A value of a JSON body is named by the keys that lead to it, as in `search.page`, with places in
short lists (`requests.0.page`), names within a query string (`params?page`), and what an object
that is a name and a value calls it (`inputs.0.value=page`). So is one of JSON that a parameter of
the address holds (`request>page`). Leaves out multipart bodies.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import reduce
from typing import Any, Literal
from urllib.parse import quote_plus, unquote_plus

from leadline.codec import parsed
from leadline.model import Request

Where = Literal["query", "path", "body", "json"]
VALUES = 500  # of one request that are looked at
LONGEST = 4_000  # characters of a query string within JSON
SHORT = 20  # a list in a request that is looked into
INTO = ">"  # between a parameter and the keys of its JSON
_CALLING = ("name", "property", "key", "field", "param")  # beside a "value"
_CALLED = re.compile(r"\.value=[\w-]+$")
_PAIRS = re.compile(r"[^=&\s{}]{1,80}=[^=&\s]*(?:&[^=&\s{}]{1,80}=[^=&\s]*)+")


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
        data = parsed(value[:LONGEST]) if value[:1] in ("{", "[") else None
        inside = [(f"{name}{INTO}{way}", own) for way, own in _inside(data)]
        found |= {("query", place): own for place, own in inside or [(name, value)]}
    if is_json(request):
        found |= {("json", name): value for name, value in _inside(parsed(request.body))}
    else:
        found |= {("body", name): value for name, value in _pairs(request.body)}
    return found


def put(request: Request, where: Where, name: str, value: str) -> Request:
    """The request with one value set; added at the end if it was not there."""
    if where == "json":
        keys = _CALLED.sub(".value", name).split(".")
        return replace(request, body=_put_json(parsed(request.body), keys, value))
    if where == "body":
        return replace(request, body=_put_pair(request.body, name, value))
    site, path, query = parts(request.url)
    name, inside, way = name.partition(INTO)
    if inside:
        value = _put_json(parsed(dict(_pairs(query)).get(name, "")), way.split("."), value)
    return replace(request, url=whole(site, path, _put_pair(query, name, value)))


def without(request: Request, names: Collection[str]) -> Request:
    """The request without these values of its query string."""
    site, path, query = parts(request.url)
    kept = [item for item in query.split("&") if unquote_plus(item.partition("=")[0]) not in names]
    return replace(request, url=whole(site, path, "&".join(kept))) if names else request


def is_json(request: Request) -> bool:
    """Whether the body of a request is JSON."""
    return "json" in request.content_type.lower() or request.body.lstrip()[:1] == "{"


def leaves(data: Any, short: int = 0, *, nulls: bool = False) -> list[tuple[tuple[str, ...], Any]]:
    """The plain values of JSON objects within objects, with the keys that lead there.

    Lists are passed over, but those that are no longer than `short`; `nulls` are none unless asked.
    """
    found: list[tuple[tuple[str, ...], Any]] = []
    waiting: list[tuple[tuple[str, ...], Any]] = [((), data)]
    while waiting and len(found) < VALUES:
        path, value = waiting.pop()
        if isinstance(value, list) and len(value) <= short:
            value = dict(enumerate(value))
        if isinstance(value, dict):
            if len(path) < 8:
                waiting += [((*path, str(key)), item) for key, item in list(value.items())[:VALUES]]
        elif path and not isinstance(value, list | bool) and (nulls or value is not None):
            found.append((path, value))
    return found[::-1]


def _inside(data: Any) -> Iterator[tuple[str, str]]:
    """The values of a JSON body, also those of query strings that it holds."""
    for path, value in leaves(data, SHORT):
        yield ".".join(path) + _called(data, path), str(value)
        if isinstance(value, str) and _PAIRS.fullmatch(value[:LONGEST]):
            yield from ((f"{'.'.join(path)}?{name}", own) for name, own in _pairs(value))


def _called(data: Any, path: tuple[str, ...]) -> str:
    """What a value is called beside it, as in {"name": "start", "value": 0}."""
    outer = reduce(_at, path[:-1], data) if len(path) > 1 and path[-1] == "value" else None
    said = [outer[key] for key in _CALLING if key in outer] if isinstance(outer, dict) else []
    return f"={said[0]}" if said and _CALLED.fullmatch(f".value={said[0]}") else ""


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


def _put_json(data: Any, path: list[str], value: str) -> str:
    top = inner = data if isinstance(data, dict | list) else {}
    for key in path[:-1]:
        inner = _entered(inner, key)
    last, _, name = path[-1].partition("?")
    old = _at(inner, last)
    if name and isinstance(old, str):
        _set(inner, last, _put_pair(old, name, value))
    else:
        is_number = number(value) is not None and not isinstance(old, str)
        _set(inner, path[-1], int(value) if is_number else value)
    return json.dumps(top, ensure_ascii=False)


def _entered(outer: Any, key: str) -> Any:
    """The object or list behind a key; an empty object is put where there is none."""
    if not isinstance(_at(outer, key), dict | list):
        _set(outer, key, {})
    inner = _at(outer, key)
    return {} if inner is None else inner


def _at(outer: Any, key: str) -> Any:
    if isinstance(outer, dict):
        return outer.get(key)
    place = number(key)
    return outer[place] if place is not None and place < len(outer) else None


def _set(outer: Any, key: str, value: Any) -> None:
    if isinstance(outer, dict):
        outer[key] = value
    elif (place := number(key)) is not None and place < len(outer):
        outer[place] = value
