"""How `leadline harvest` ended: kept in its file, as JSON, and for people."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from leadline.cli.duration import duration
from leadline.cli.facets import facets_line
from leadline.cli.many import many
from leadline.harvest.follow import Details
from leadline.harvest.plan import Summary
from leadline.store import Store

NAMES = 8  # of fields that the closing lines tell
CLOSING = (
    "requests", "pages", "queries", "records", "details", "pairs", "size", "coverage", "complete",
    "stopped_because", "seconds",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What all runs on a source took."""

    requests: int
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a harvest ended, and what it cost over all its runs."""

    summary: Summary
    cost: Cost

    def as_json(self) -> dict[str, Any]:
        """The closing object."""
        told = as_json(self.summary)
        return {"requests": self.cost.requests, **told, "seconds": self.cost.seconds}


def keep_ended(store: Store, url: str, ended: dict[str, Any], spent: Cost) -> Cost:
    """Keep how a run ended, for `leadline status`, and return what all runs took with it."""
    number = store.source(url)
    before = store.state(number) or {}
    cost = {
        "requests": before.get("requests", 0) + spent.requests,
        "seconds": round(before.get("seconds", 0.0) + spent.seconds, 1),
    }
    store.keep_state(number, {**before, **ended, **cost})
    return Cost(**cost)


def closing(state: dict[str, Any]) -> dict[str, Any]:
    """The closing object of a harvest that ended before, from what was kept of it."""
    return {name: state[name] for name in CLOSING if name in state}


def as_json(got: Summary) -> dict[str, Any]:
    """What a run brought, as JSON values."""
    size = got.size
    return {
        "pages": got.pages,
        "queries": got.queries,
        "records": got.records,
        "details": got.details,
        "pairs": {"count": got.pairs.count, "hidden": got.pairs.hidden, "lists": got.lists},
        "size": None
        if size is None
        else {
            "estimate": round(size.estimate),
            "low": round(size.low),
            "high": round(size.high),
        },
        "coverage": None if got.coverage is None else round(got.coverage, 4),
        "complete": got.complete,
        "stopped_because": got.stopped_because,
    }


def show(outcome: Outcome, details: Details, into: Path) -> None:
    """The closing lines; what is said of records' own pages depends on what was wanted of them."""
    got, cost, console = outcome.summary, outcome.cost, Console(highlight=False)
    queries = many(got.queries, "query", "queries")
    for name, value in (
        ("records", f"{got.records:,}{_of(got)}"),
        ("requests", f"{cost.requests:,}, {queries}, {duration(cost.seconds)}"),
        ("stopped", got.stopped_because),
        ("facets", facets_line(got.pairs.count, got.pairs.hidden, got.lists)),
        ("own pages", _own_pages(got, details)),
        ("kept in", str(into)),
    ):
        if value:
            console.print(f"  {name:<9} {value}", markup=False, soft_wrap=True)


def _own_pages(got: Summary, wanted: Details) -> str:
    """What records' own pages added, or would add, and how to get it."""
    if got.details and not got.unread:
        return f"{got.details:,} read"
    if not got.more or not got.unread:
        return ""
    names = ", ".join(got.more[:NAMES]) + (", …" if len(got.more) > NAMES else "")
    read = f"{got.details:,} read; " if got.details else ""
    if wanted is Details.ALWAYS:
        return f"{read}they also say: {names}; {got.unread:,} are left for another run"
    return f"{read}they also say: {names}; --details always reads them: {got.unread:,} requests"


def _of(got: Summary) -> str:
    if got.size is None:
        return ", of how many is unknown"
    if got.size.counted:
        return f" of {got.size.estimate:,.0f} that the site counts ({got.coverage:.1%})"
    if got.proved:
        return ", all there are"
    return (
        f" of about {got.size.estimate:,.0f} ({got.coverage:.0%}; "
        f"roughly between {got.size.low:,.0f} and {got.size.high:,.0f})"
    )
