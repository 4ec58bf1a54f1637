"""What most commands share: the file of a harvest, JSON instead of text, and lists as typed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

OUTPUT = "The output"

HarvestFile = Annotated[Path, typer.Argument(help="The file that a harvest was kept in.")]
Json = Annotated[
    bool,
    typer.Option("--json", help="Print one JSON object and nothing else.", rich_help_panel=OUTPUT),
]


def listed(text: str | None) -> tuple[str, ...]:
    """What was typed with commas between, each once."""
    parts = (part.strip() for part in (text or "").split(","))
    return tuple(dict.fromkeys(filter(None, parts)))
