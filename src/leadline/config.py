"""What one does not want to type twice: `leadline.toml`, a table for each command.

    [harvest]
    delay = 2.0
    contact = "me@example.org"

Looked for in the current folder, then in the user's configuration folder; the first one found is
taken. The command line wins.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from leadline.errors import LeadlineError

NAME = "leadline.toml"


class BadConfig(LeadlineError):
    """A configuration file that cannot be used."""


def places() -> list[Path]:
    """Where a configuration may be."""
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return [Path(NAME), Path(home) / "leadline" / NAME]


def load_config(path: Path | None = None) -> tuple[Path | None, dict[str, Any]]:
    """The configuration and where it is; nothing if there is none."""
    if path is not None:
        return path, _read(path)
    found = next((place for place in places() if place.is_file()), None)
    return found, {} if found is None else _read(found)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadConfig(f"{path}: {error}") from error
