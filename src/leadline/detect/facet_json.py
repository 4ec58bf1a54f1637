"""Facets in JSON: groups of values with counts, as the endpoints behind pages give them.

Lists of objects that have a text and a count each; objects whose keys are values and whose values
are counts; lists in which texts and counts take turns. The latter two only under a key that says
what they are. What a facet may be called when it is asked for is gathered from what stands around
it; which name is right, only trying tells. Leaves out facets without counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

NODES = 200_000  # that are looked at
FEWEST = 2  # values of a facet
LONGEST = 300  # characters of a text
_COUNT = re.compile(
    r"(?:doc|item|hit|result|product|record)?_?(?:count|counts|total|hits|num|number|quantity|freq"
    r"|frequency|results|amount|size|n)|(?:num|number|count)_?of_?\w*|anzahl|nombre|numero",
    re.I,
)
_LABELS = ("label", "title", "displayname", "display_name", "text", "name", "caption", "value",
           "term", "key", "id", "slug")  # fmt: skip
_SENT = ("value", "id", "key", "slug", "code", "term", "name", "param", "query", "label", "text")
_IDENTS = ("name", "id", "key", "field", "param", "parameter", "code", "slug", "attribute",
           "facet", "urlkey", "url_key", "label", "title")  # fmt: skip
_INNER = frozenset(("values", "buckets", "items", "options", "terms", "entries", "facetvalues",
                    "facet_values", "choices", "list", "data", "children"))  # fmt: skip
_OUTER = re.compile(r"facet|aggregat|filter|refine|navigat|bucket|histogram", re.I)
_GROUP = re.compile(rf"(?:{_OUTER.pattern})\w*", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class DataValue:
    """A value as it is shown, how it may be sent, and how many have it."""

    text: str
    sent: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DataFacet:
    """A facet as it is shown, and what it may be called when it is asked for."""

    name: str
    idents: tuple[str, ...]
    values: tuple[DataValue, ...]


def data_facets(data: Any) -> tuple[DataFacet, ...]:
    """The facets in a JSON document, each name once."""
    found: dict[str, DataFacet] = {}
    for value, owner, path in _walk(data):
        values = tuple(_values(value, path))
        if len(values) >= FEWEST and (facet := _named(values, owner, path)) is not None:
            found.setdefault(facet.name, facet)
    return tuple(found.values())


def without_facets(text: str) -> str:
    """The text of a JSON document without the values of its facets; as it is if it is none."""
    try:
        data = json.loads(text)
        for value, _, path in list(_walk(data)):
            if len(list(_values(value, path))) >= FEWEST:
                value.clear()
        return json.dumps(data)
    except (ValueError, RecursionError):
        return text


Path = tuple[str, ...]


def _walk(data: Any) -> Iterator[tuple[Any, Any, Path]]:
    """Everything in a document with what it stands in and the keys that lead to it."""
    stack: list[tuple[Any, Any, Path]] = [(data, None, ())]
    for _ in range(NODES):
        if not stack:
            return
        value, owner, path = stack.pop()
        yield value, owner, path
        if isinstance(value, dict):
            for key, inner in reversed(value.items()):
                if isinstance(inner, dict | list):
                    stack.append((inner, value, (*path[-6:], str(key))))
        elif isinstance(value, list):
            stack += [(inner, value, path) for inner in reversed(value)
                      if isinstance(inner, dict | list)]  # fmt: skip


def _values(value: Any, path: Path) -> Iterator[DataValue]:
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        yield from _of_objects(value)
    elif any(map(_OUTER.search, path)):
        pairs = list(_pairs(value))
        if pairs and all(_is_text(text) and _is_count(count) for text, count in pairs):
            for text, count in pairs:
                yield DataValue(text=text, sent=(text,), count=count)


def _pairs(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list) and len(value) % 2 == 0:
        yield from zip(value[::2], value[1::2], strict=True)


def _of_objects(objects: list[dict[str, Any]]) -> Iterator[DataValue]:
    """Objects with a count and a text each."""
    counts = [key for key in objects[0] if _COUNT.fullmatch(str(key))
              and all(_is_count(one.get(key)) for one in objects)]  # fmt: skip
    label = next((key for name in _LABELS for key in objects[0] if str(key).lower() == name
                  and key not in counts and _tells_apart(objects, key)), None)  # fmt: skip
    if not counts or label is None:
        return
    for one in objects:
        low = {str(key).lower(): value for key, value in one.items()}
        sent = [_text(low[name]) for name in _SENT if _is_text(low.get(name))]
        yield DataValue(text=_text(one[label]), sent=tuple(dict.fromkeys(sent)),
                        count=one[counts[0]])  # fmt: skip


def _tells_apart(objects: list[dict[str, Any]], key: str) -> bool:
    texts = [one.get(key) for one in objects]
    return all(map(_is_text, texts)) and len(set(map(str, texts))) == len(texts)


def _named(values: tuple[DataValue, ...], owner: Any, path: Path) -> DataFacet | None:
    """A facet with its names, from the object around its values, or from the keys above them."""
    own = [key for key in reversed(path) if key.lower() not in _INNER and not _GROUP.fullmatch(key)]
    low = {str(k).lower(): v for k, v in owner.items()} if isinstance(owner, dict) else {}
    said = [_text(low[name]) for name in _IDENTS if _is_text(low.get(name))]
    shown = [_text(low[name]) for name in _LABELS[:7] if _is_text(low.get(name))]
    names = [*shown, *said, *own[:1]]
    if not names:
        return None
    return DataFacet(name=names[0], idents=tuple(dict.fromkeys([*said, *own[:1]])), values=values)


def _is_text(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return False
    return 0 < len(str(value).strip()) <= LONGEST


def _text(value: Any) -> str:
    return " ".join(str(value).split())


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 40
