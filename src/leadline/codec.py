"""Frozen dataclasses to plain JSON values and back, by their type hints.

For what is stored as one piece, such as how a source is asked. Knows dataclasses, enums, tuples,
optional values, and unions of dataclasses (told apart by a `"type"` beside their fields).
"""

from __future__ import annotations

import json
import types
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
PLAIN = frozenset({str, int, float, bool, type(None)})  # are as they are


def parsed(text: str) -> Any:
    """What any text says as JSON; None if it is none, or nested too deep."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def dump(value: Any) -> Any:
    """A value as JSON knows it; defaults are left out."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [item if type(item) in PLAIN else dump(item) for item in value]
    if not isinstance(value, type) and is_dataclass(kind):
        own = ((name, getattr(value, name), default) for name, default in _defaults(kind))
        kept = {name: dump(item) for name, item, default in own if item != default}
        return {"type": kind.__name__} | kept
    return value


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a dataclass, each with its default."""
    return tuple((field.name, field.default) for field in fields(kind))


def load(kind: type[T], data: Any) -> T:
    """What `dump` wrote, as a value of that type."""
    return _load(kind, data)  # type: ignore[no-any-return]


def _load(kind: Any, data: Any) -> Any:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _member(get_args(kind), data)
    if origin is tuple:
        return _tuple(get_args(kind), data)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(data)
    if is_dataclass(kind):
        return _dataclass(kind, data)
    return data


def _tuple(kinds: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_load(kinds[0], item) for item in data)
    return tuple(_load(kind, item) for kind, item in zip(kinds, data, strict=True))


def _member(kinds: tuple[Any, ...], data: Any) -> Any:
    if data is None:
        return None
    rest = [kind for kind in kinds if kind is not type(None)]
    named = data.get("type") if isinstance(data, dict) else None
    chosen = next((kind for kind in rest if getattr(kind, "__name__", "") == named), rest[0])
    return _load(chosen, data)


def _dataclass(kind: Any, data: Any) -> Any:
    hints = _hints(kind)
    return kind(**{name: _load(hints[name], item) for name, item in data.items() if name in hints})


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
