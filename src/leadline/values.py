"""Answers in XML, CSV or a script as the values that JSON would give them: all are read alike.

An element with text alone is that text, its attributes standing beside it (`price currency`); any
other is an object of its attributes and of what is in it, with lists of what comes several times.
Documents that define entities are not read. A script is data if it is little more than one value,
which it gives a name (`rows = […]`) or hands to a function (JSONP): an index, with what searches
it. It is not run. JSON of which each line is a value is a list of them.
"""

from __future__ import annotations

import csv
import json
import re
from contextlib import suppress
from itertools import islice
from typing import Any
from xml.etree import ElementTree

MOST = 200_000  # elements or rows that are looked at
DEEPEST = 100
XML = re.compile(r"(?:text|application)/(?:[\w.-]+\+)?xml")
PAGES = ("application/xhtml+xml", "image/svg+xml")
CSV = ("text/csv", "application/csv", "text/tab-separated-values")
OPENS = re.compile(r"<[a-z!]", re.I)
CLOSES = re.compile(r"</[a-z][\w-]*\s*>\Z", re.I)
TAIL = 100  # characters of markup that its last tag is looked for in
LINES = ("application/x-ndjson", "application/ndjson", "application/jsonl",
         "application/x-jsonlines",
         "application/jsonlines", "application/stream+json",
         "text/x-ndjson", "text/jsonl")  # fmt: skip
SCRIPT = re.compile(r"(?:text|application)/(?:x-)?(?:java|ecma)script|application/json")
HANDED = re.compile(r"[\w$.]\s*[=(]\s*(?=[{\[]\s*[{\[\"])")
TRIED = 200  # values of a script that are looked at
AROUND = 400  # characters around a short one
DECODER = json.JSONDecoder()
LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")  # with its end: cells have lines, too
ENTITIES = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.I)
DECLARED = re.compile(r"\s*<\?xml[^>]*\?>")


def values_of(media_type: str, text: str) -> Any:
    """The values of an answer of this type; None if it is of another, or broken."""
    if media_type in CSV:
        return _rows(text)
    if media_type in LINES:
        return _lines(text)
    if SCRIPT.fullmatch(media_type):
        return _handed(text)
    if XML.fullmatch(media_type) and media_type not in PAGES and not ENTITIES.search(text):
        return _tree(DECLARED.sub("", text, count=1))
    return None


def _lines(text: str) -> list[Any] | None:
    """The values of a text of which each line is one."""
    with suppress(ValueError, RecursionError):
        return [json.loads(line) for line in islice(filter(str.strip, text.split("\n")), MOST)]
    return None


def _is_markup(text: str) -> bool:
    whole = text.strip()
    return bool(OPENS.match(whole) and CLOSES.search(whole[-TAIL:]))


def markup_in(data: Any) -> str:
    """The longest text of JSON values that is markup; nothing if there is none."""
    best, waiting = "", [data]
    for _ in range(MOST):
        if not waiting:
            break
        value = waiting.pop()
        if isinstance(value, dict | list):
            waiting += value.values() if isinstance(value, dict) else value
        elif isinstance(value, str) and len(value) > len(best) and _is_markup(value):
            best = value
    return best


def _handed(text: str) -> Any:
    """The value that most of a script is, or all but a few words."""
    for found in islice(HANDED.finditer(text), TRIED):
        with suppress(ValueError, RecursionError):
            value, end = DECODER.raw_decode(text, found.end())
            if len(text) - (end - found.end()) <= max(AROUND, len(text) // 2):
                return value
    return None


def _rows(text: str) -> list[dict[str, str]] | None:
    lines = LINE.findall(text.removeprefix("\ufeff"))
    first = lines[0] if lines else ""
    sign = max(",;\t", key=first.count)
    try:
        rows = list(islice(csv.DictReader(lines, delimiter=sign, restval=""), MOST))
    except csv.Error:
        return None
    return [{name: value for name, value in row.items() if name} for row in rows]


def _tree(text: str) -> Any:
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError):
        return None
    return None if _name(root.tag) == "html" else _value(root, DEEPEST)


def _value(element: ElementTree.Element, depth: int) -> Any:
    found: dict[str, Any] = _attributes(element)
    text = (element.text or "").strip()
    if len(element) == 0 or depth == 0:
        return text if text or not found else found
    for child in element:
        name, value = _name(child.tag), _value(child, depth - 1)
        _add(found, name, value)
        if isinstance(value, str):
            for attribute, said in _attributes(child).items():
                _add(found, f"{name} {attribute}", said)
    return found


def _attributes(element: ElementTree.Element) -> dict[str, Any]:
    return {_name(name): value for name, value in element.attrib.items()}


def _add(found: dict[str, Any], name: str, value: Any) -> None:
    before = found.get(name)
    if isinstance(before, list):
        before.append(value)
    else:
        found[name] = value if before is None else [before, value]


def _name(tag: str) -> str:
    """A name without its name space."""
    return tag.rpartition("}")[2]
