"""JSON that a page writes flat: one list of all values, in which objects name places of others.

Pages made by Nuxt and SvelteKit hand their data to their scripts like this, as the npm package
devalue writes it (`stringify`): the first value is the whole, `{"title": 7}` is an object whose
title is the seventh value, a list that begins with a name is of that type (`["Date", "…"]`,
`["Ref", 4]`), and negative places are values that JSON has no word for. Leaves out types that a
site adds, of which the first value is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

MOST = 500_000  # values of the whole
DEEPEST = 60


def unflattened(data: Any) -> Any:
    """What a flat list means; anything else as it is, with such lists in its `nodes` undone."""
    if isinstance(data, dict) and isinstance(nodes := data.get("nodes"), list):
        return {**data, "nodes": [_node(node) for node in nodes]}
    return _Flat(data).whole() if _is_flat(data) else data


def _node(node: Any) -> Any:
    flat = isinstance(node, dict) and _is_flat(node.get("data"))
    return {**node, "data": unflattened(node["data"])} if flat else node


def _is_flat(data: Any) -> bool:
    """Whether all objects and lists of a list hold nothing but places of it."""
    if not isinstance(data, list) or not isinstance(data[0] if data else None, dict | list):
        return False
    inner = [one for one in data if isinstance(one, dict | list)]
    if len(inner) == len(data) or not any(isinstance(one, dict) and one for one in inner):
        return False
    return all(_names_places(one, len(data)) for one in inner)


def _names_places(one: dict[str, Any] | list[Any], most: int) -> bool:
    if isinstance(one, list) and one and isinstance(one[0], str):
        return True
    places = one.values() if isinstance(one, dict) else one
    return all(type(place) is int and place < most for place in places)


class _Flat:
    """A flat list, from which the whole is made; parts that several name are made for each."""

    def __init__(self, values: Sequence[Any]) -> None:
        self._values = values
        self._left = MOST

    def whole(self) -> Any:
        return self._at(0, 0)

    def _at(self, place: Any, depth: int) -> Any:
        self._left -= 1
        if type(place) is not int or not 0 <= place < len(self._values):
            return None
        value = self._values[place]
        if not isinstance(value, dict | list) or not value:
            return value
        if depth > DEEPEST or self._left < 0:
            return None
        if isinstance(value, dict):
            return {key: self._at(inner, depth + 1) for key, inner in value.items()}
        if isinstance(value[0], str):
            return self._typed(value, depth)
        return [self._at(inner, depth + 1) for inner in value]

    def _typed(self, value: list[Any], depth: int) -> Any:
        kind, *rest = value
        if kind == "Set":
            return [self._at(inner, depth + 1) for inner in rest]
        if kind in ("Map", "null"):
            pairs = zip(rest[::2], rest[1::2], strict=False)
            read = self._at if kind == "Map" else lambda key, _: key
            return {str(read(key, depth)): self._at(inner, depth + 1) for key, inner in pairs}
        first = rest[0] if rest else None
        return self._at(first, depth + 1) if type(first) is int else first
