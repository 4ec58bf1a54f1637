"""The commands: where values meet people. Each is a thin layer over a function of the library."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from leadline import __version__
from leadline.cli import lab
from leadline.cli.defaults import checked_defaults
from leadline.cli.demo import demo
from leadline.cli.explain import explain
from leadline.cli.export import EPILOG as EXPORT_EPILOG
from leadline.cli.export import export
from leadline.cli.harvest import EPILOG as HARVEST_EPILOG
from leadline.cli.harvest import harvest_command
from leadline.cli.inspect import inspect
from leadline.cli.paper import EPILOG, paper
from leadline.cli.sites import EPILOG as SITES_EPILOG
from leadline.cli.sites import serve
from leadline.cli.status import status
from leadline.config import load_config
from leadline.errors import Interrupted, LeadlineError

HELP = """Harvest the table behind a search page, and know how much of it you hold.

Start with `leadline demo`: a real catalogue on this machine, harvested before your eyes.

`leadline harvest https://example.org/search --into example.db`

`leadline export example.db example.csv`

To compare policies on a table of your own:

`leadline lab run --data films.jsonl --interface attribute --limit 1000`
"""

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    help=HELP,
)
app.command("demo")(demo)
app.command("inspect")(inspect)
app.command("harvest", epilog=HARVEST_EPILOG)(harvest_command)
app.command("status")(status)
app.command("export", epilog=EXPORT_EPILOG)(export)
app.command("explain")(explain)
lab.app.command("paper", epilog=EPILOG)(paper)
lab.app.command("serve", epilog=SITES_EPILOG)(serve)
app.add_typer(lab.app, name="lab")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"leadline {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    context: typer.Context,
    config: Annotated[
        Path | None,
        typer.Option(help="Defaults for the options of each command; `leadline.toml` here or in "
                     "the user's configuration folder if left out.", metavar="FILE"),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:  # fmt: skip
    path, found = load_config(config)
    if path is not None:
        context.default_map = checked_defaults(path, found, context.command)


def main() -> None:
    """The console script: errors in one line, an exit code for each kind (docs/errors.md)."""
    try:
        app()
    except LeadlineError as error:
        print(f"leadline: {_one_line(str(error))}", file=sys.stderr)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        print("leadline: interrupted", file=sys.stderr)
        sys.exit(Interrupted.exit_code)
    except BrokenPipeError:  # the reader of our output has left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _one_line(text: str) -> str:
    """A message on one line; what a site put into it does nothing to a terminal."""
    return "".join(c if c.isprintable() else " " for c in text)
