"""Commands that are imported when they are called, not before.

A group has one line of help for each of its commands, so that its own help, and every other
command, does without importing them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

LOOKS: dict[str, Any] = {
    "add_completion": False,
    "rich_markup_mode": "markdown",
    "pretty_exceptions_enable": False,
}


@dataclass(frozen=True, slots=True)
class Later:
    """A command, or a group of them, by its module and name there, and what it does."""

    module: str
    name: str
    summary: str


class LazyGroup(TyperGroup):
    """A group of commands that are imported one by one."""

    later: ClassVar[Mapping[str, Later]] = {}

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, one in self.later.items():
            self.add_command(TyperCommand(name, help=one.summary), name)

    def loaded(self, name: str) -> Any:
        """The command of that name, imported; None if there is none."""
        if (one := self.later.get(name)) is not None:
            self.add_command(_command(name, one), name)
        return self.commands.get(name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is called, imported."""
        self.loaded(args[0])
        return super().resolve_command(ctx, args)


def _command(name: str, one: Later) -> Any:
    module = import_module(one.module)
    found = getattr(module, one.name)
    if isinstance(found, typer.Typer):
        return get_command(found)
    app = typer.Typer(**LOOKS)
    app.command(name, epilog=getattr(module, "EPILOG", None))(found)
    return get_command(app)
