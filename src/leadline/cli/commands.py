"""The list of all commands, each with the line of help that the list shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from leadline import __version__
from leadline.cli.defaults import checked_defaults
from leadline.cli.lazy import LOOKS, Later, LazyGroup
from leadline.config import load_config
from leadline.errors import Interrupted

HELP = """Harvest the table behind a search page, and know how much of it you hold.

Start with `leadline demo`: a real catalogue on this machine, harvested before your eyes.

`leadline harvest https://example.org/search --into example.db`

`leadline export example.db example.csv`

To compare policies on a table of your own:

`leadline lab run --data films.jsonl --interface attribute --limit 1000`
"""

INTERRUPTED = "interrupted; nothing that was kept is lost"
BEFORE = "interrupted; nothing was begun"
LAB = "Policies against simulated sources with known truth: curves, tables, bounds."


class Lab(LazyGroup):
    """The commands of the lab."""

    later: ClassVar = {
        "run": Later("leadline.cli.lab", "run",
                     "Run policies against a simulated source and count pages and queries until "
                     "50 … 99 % are held."),
        "paper": Later("leadline.cli.paper", "paper",
                       "Repeat a figure of Wu et al. 2006 or Ntoulas et al. 2005, with `sounding` "
                       "beside its lines."),
        "prove": Later("leadline.cli.lab_prove", "prove",
                       "Harvest a simulated source that cuts its answers at K until nothing can "
                       "be missing."),
        "size": Later("leadline.cli.lab_size", "size",
                      "Harvest a simulated source in part, audit it, and compare its size as "
                      "told with the truth."),
        "locate": Later("leadline.cli.lab_locate", "locate",
                        "Crawl a simulated store locator, which shows what is near a point, and "
                        "prove it complete."),
        "refresh": Later("leadline.cli.lab_refresh", "refresh",
                         "Harvest a simulated source, change it, and count what a refresh finds "
                         "for how many pages."),
        "integrate": Later("leadline.cli.lab_integrate", "integrate",
                           "Gather the union of overlapping sources, and count pages and queries "
                           "until 50 … 95 % of it."),
        "facets": Later("leadline.cli.lab_facets", "facets",
                        "Serve a table as a faceted site, crawl it, and compare what is found "
                        "with the truth."),
        "discover": Later("leadline.cli.lab_discover", "discover",
                          "Compare strategies for finding query forms within sites, on a Web of "
                          "which all is known."),
        "serve": Later("leadline.cli.sites", "serve",
                       "Serve a table as a Web site on this machine, until Ctrl-C."),
        "web": Later("leadline.cli.lab_web", "web",
                     "Serve a synthetic Web on this machine, each site at an address of its own, "
                     "until Ctrl-C."),
    }  # fmt: skip


class Root(LazyGroup):
    """All commands."""

    later: ClassVar = {
        "demo": Later("leadline.cli.demo", "demo",
                      "Harvest a real catalogue on this machine: a Web site of 7,884 airports, "
                      "over HTTP."),
        "inspect": Later("leadline.cli.inspect", "inspect",
                         "Find a site's search form and facets and learn how it can be asked; "
                         "nothing is kept."),
        "forms": Later("leadline.cli.forms", "forms",
                       "List the forms of saved pages: what each is for, and the role of each "
                       "field."),
        "harvest": Later("leadline.cli.harvest", "harvest_command",
                         "Harvest the table behind a search form: find it, learn to ask it, ask "
                         "as little as possible."),
        "status": Later("leadline.cli.status", "status",
                        "Say where a harvest stands: records, requests, coverage, why it "
                        "stopped."),
        "export": Later("leadline.cli.export", "export",
                        "Write the records as CSV, JSON lines, Parquet or SQLite, or all pages as "
                        "WARC."),
        "search": Later("leadline.cli.search", "search",
                        "Find the records of a harvest that have all these words, the best "
                        "first."),
        "explain": Later("leadline.cli.explain", "explain",
                         "Say why each page was asked, what was expected of it, and what came."),
        "prove": Later("leadline.cli.prove", "prove",
                       "Check the proof that everything is held, from the archived pages alone."),
        "refresh": Later("leadline.cli.refresh", "refresh_command",
                         "Ask a harvested source for what has changed: records added, changed "
                         "and vanished."),
        "discover": Later("leadline.cli.discover", "discover",
                          "Find sites and their query forms, and keep them in a file that can "
                          "be searched."),
        "sources": Later("leadline.cli.sources", "sources",
                         "Search the forms that `leadline discover` found: by words, fields and "
                         "size."),
        "integrate": Later("leadline.cli.integrate", "integrate",
                           "Harvest several sources of one domain, each helping the others, and "
                           "make them one table."),
        "unify": Later("leadline.cli.unify", "unify",
                       "Make one table of all sources of a file: match attributes, link records, "
                       "fuse values."),
        "lab": Later("leadline.cli.commands", "lab_app", LAB),
    }  # fmt: skip

    def make_context(self, *arguments: Any, **settings: Any) -> Any:
        """What was typed, understood; typer takes its time for that."""
        with _ended_by_ctrl_c(BEFORE):
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: Any) -> Any:
        """The command; Ctrl-C ends it in one line, where it has no line of its own for that."""
        with _ended_by_ctrl_c(INTERRUPTED):
            return super().invoke(ctx)


@contextmanager
def _ended_by_ctrl_c(told: str) -> Iterator[None]:
    """Typer would end it without a word."""
    try:
        yield
    except KeyboardInterrupt as error:
        raise Interrupted(told) from error


app = typer.Typer(cls=Root, no_args_is_help=True, help=HELP, **LOOKS)
lab_app = typer.Typer(cls=Lab, name="lab", no_args_is_help=True, help=LAB, **LOOKS)


@lab_app.callback()
def _lab() -> None:
    pass


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
