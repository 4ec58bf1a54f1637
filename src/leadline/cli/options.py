"""The options that most commands share: the file of a harvest, and JSON instead of text."""

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
