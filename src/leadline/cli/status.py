"""`leadline status`: where a harvest stands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from leadline.store import Store, StoredSource, open_store


def status(
    file: Annotated[Path, typer.Argument(help="The file that a harvest was kept in.")],
    as_object: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.")
    ] = False,
) -> None:
    """Say where a harvest stands: records, requests, coverage, why it stopped.

    Also while it is running.
    """
    with open_store(file, create=False, write=False) as store:
        found = [_standing(store, source) for source in store.sources()]
    if as_object:
        print(json.dumps({"file": str(file), "sources": found}, ensure_ascii=False))
        return
    console = Console(highlight=False)
    if not found:
        console.print(f"{file} holds no harvest yet.", markup=False)
    for one in found:
        _show(one, console)


def _standing(store: Store, source: StoredSource) -> dict[str, Any]:
    totals = store.totals(source.id)
    return {
        "url": source.url,
        "understood": store.understanding(source.id) is not None,
        "turns": totals.turns,
        "queries": totals.queries,
        "records": totals.records,
        "details": totals.details,
        "bytes": totals.bytes,
        "last_run": store.state(source.id),
    }


def _show(found: dict[str, Any], console: Console) -> None:
    console.print(found["url"], markup=False)
    last = found["last_run"]
    for name, value in (
        ("records", f"{found['records']:,}"),
        ("asked", f"{found['queries']:,} queries, {found['turns']:,} pages"),
        ("coverage", _coverage(last)),
        ("stopped", _stopped(found)),
    ):
        console.print(f"  {name:<9} {value}", markup=False, soft_wrap=True)


def _stopped(found: dict[str, Any]) -> str:
    if found["last_run"]:
        return str(found["last_run"]["stopped_because"])
    return "it is running, or was killed" if found["turns"] else "nothing was asked yet"


def _coverage(last: dict[str, Any] | None) -> str:
    if not last or last["size"] is None:
        return "unknown"
    size = last["size"]
    between = f"{size['low']:,} to {size['high']:,}"
    return f"{last['coverage']:.1%} of {size['estimate']:,} ({between}), {last['complete']}"
