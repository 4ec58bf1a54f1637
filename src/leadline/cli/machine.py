"""What the machine offers: processors, memory, and a folder to write to."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import typer

SELDOM = 20_000  # objects more than were let go, then Python looks for cycles among them


def let_go_by_counting() -> None:
    """Look for cycles of objects less often: pages and records have none, and are many."""
    gc.set_threshold(SELDOM)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def folder(path: Path) -> Path:
    """The folder, made if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise typer.BadParameter(f"{path}: {error.strerror}") from error
    return path
