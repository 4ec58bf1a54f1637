"""The commands: where values meet people. Each is a thin layer over a function of the library."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from leadline import __version__
from leadline.cli import lab
from leadline.cli.demo import demo
from leadline.cli.paper import EPILOG, paper
from leadline.errors import LeadlineError
from leadline.lab.workers import WorkFailed

HELP = """Harvest the table behind a search page, and know how much of it you hold.

Start with `leadline demo`: a real catalogue on this machine, harvested before your eyes.

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
lab.app.command("paper", epilog=EPILOG)(paper)
app.add_typer(lab.app, name="lab")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"leadline {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """The console script: errors in one line, exit code 2 for misuse, 130 after Ctrl-C."""
    try:
        app()
    except LeadlineError as error:
        print(f"leadline: {error}", file=sys.stderr)
        sys.exit(1 if isinstance(error, WorkFailed) else 2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # the reader of our output has left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
