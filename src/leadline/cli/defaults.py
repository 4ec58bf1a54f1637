"""The configuration as defaults of the commands: names and types are checked before anything runs.

An option is named as it is typed, without the dashes in front. What a value may be is read off the
command's own signature; ranges are checked with those of the command line.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from leadline.config import BadConfig

SAID: dict[Any, str] = {bool: "true or false", int: "a whole number", float: "a number"}
TEXT = "a text in quotes"


def checked_defaults(path: Path, config: Mapping[str, Any], group: Any) -> dict[str, Any]:
    """The defaults of a group's commands, by the names that its parameters have."""
    defaults: dict[str, Any] = {}
    for name, table in config.items():
        command = group.loaded(name)
        if command is None:
            raise BadConfig(f"{path}: there is no command '{name}'; {_there_are(group.commands)}")
        if not isinstance(table, dict):
            raise BadConfig(f"{path}: '{name}' is a command: write its options under [{name}]")
        inner = checked_defaults if hasattr(command, "commands") else _options
        defaults[name] = inner(path, table, command)
    return defaults


def _options(path: Path, table: Mapping[str, Any], command: Any) -> dict[str, Any]:
    hints = get_type_hints(inspect.unwrap(command.callback))
    known = {opt.lstrip("-"): p for p in command.params for opt in p.opts if opt.startswith("--")}
    options = {}
    for name, value in table.items():
        option = known.get(name.replace("_", "-"))
        if option is None:
            raise BadConfig(f"{path}: {command.name} has no option '{name}'; {_there_are(known)}")
        if (wanted := _objection(value, _bare(hints[option.name]))) is not None:
            raise BadConfig(f"{path}: '{name}' of {command.name} should be {wanted}")
        options[option.name] = value
    return options


def _bare(hint: Any) -> Any:
    """A type without the None that stands for an option left out."""
    if not isinstance(hint, UnionType):
        return hint
    return next(kind for kind in get_args(hint) if kind is not type(None))


def _objection(value: Any, kind: Any) -> str | None:
    """What the value should be instead; None if it will do."""
    if get_origin(kind) is list:
        return None if isinstance(value, list) and _texts(value) else "a list of texts in quotes"
    if issubclass(kind, Enum):
        return None if value in [one.value for one in kind] else f"one of {_listed(kind)}"
    if kind in SAID:
        wanted = (int, float) if kind is float else kind
        fits = isinstance(value, wanted) and isinstance(value, bool) == (kind is bool)
        return None if fits else SAID[kind]
    return None if isinstance(value, str) else TEXT


def _texts(values: list[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


def _listed(kind: type[Enum]) -> str:
    return ", ".join(str(one.value) for one in kind)


def _there_are(names: Mapping[str, Any]) -> str:
    return f"there are: {', '.join(names)}"
