"""The options that commands share which ask real sites: what they are asked, and manners."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leadline.cli.budget import budget_option
from leadline.net.budget import Budget
from leadline.net.stack import Browser

WHAT, MANNERS = "What is asked", "Manners"

SeedWords = Annotated[
    list[str] | None,
    typer.Option(
        help="A word that the search should find; may be given several times.",
        metavar="WORD",
        rich_help_panel=WHAT,
    ),
]
Sites = Annotated[
    Path,
    typer.Option(
        help="The file of `leadline discover` that @12 is in.",
        metavar="FILE",
        rich_help_panel=WHAT,
    ),
]
MaxRequests = Annotated[
    int | None,
    typer.Option(
        min=1, help="Stop this run after so many requests in all.", rich_help_panel=MANNERS
    ),
]
Allowed = Annotated[
    Budget | None,
    typer.Option(
        parser=budget_option,
        metavar="N|SIZE|TIME",
        help="What this run may take in all: 500 requests, 20MB, 3h, 45min.",
        rich_help_panel=MANNERS,
    ),
]
Delay = Annotated[
    float,
    typer.Option(
        min=0,
        help="Seconds between two requests to a site; it grows when the site is slow or asks for "
        "it. 0 is for sites of your own.",
        rich_help_panel=MANNERS,
    ),
]
Timeout = Annotated[
    float, typer.Option(min=0.1, help="Seconds that a page may take.", rich_help_panel=MANNERS)
]
Contact = Annotated[
    str,
    typer.Option(
        help="An address or URL for the site's owner, said in the user agent.",
        rich_help_panel=MANNERS,
    ),
]
Shown = Annotated[
    Browser,
    typer.Option(
        help="Show pages in a real browser first; auto: where it is needed.",
        rich_help_panel=MANNERS,
    ),
]


def spending(budget: Budget | None, max_requests: int | None) -> Budget:
    """The budget of a run, of both options that say it; the number of requests goes first."""
    allowed = budget or Budget()
    allowed.max_requests = max_requests or allowed.max_requests
    return allowed
