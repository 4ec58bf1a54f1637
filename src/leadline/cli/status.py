"""`leadline status`: where a harvest stands."""

from __future__ import annotations

import json
from typing import Any

from leadline.cli.duration import duration
from leadline.cli.facets import facet_lines, facet_table, missing_lines, refused_lines
from leadline.cli.many import many
from leadline.cli.options import HarvestFile, Json
from leadline.cli.plain import plain
from leadline.store import Store, StoredSource, open_store
from leadline.store.lock import is_written


def status(
    file: HarvestFile,
    as_object: Json = False,
) -> None:
    """Say where a harvest stands: records, requests, coverage, why it stopped.

    Also while it is running.
    """
    with open_store(file, create=False, write=False) as store:
        found = [standing(store, source) for source in store.sources()]
    running = is_written(file.resolve())
    if as_object:
        print(json.dumps({"file": str(file), "running": running, "sources": found},
                         ensure_ascii=False))  # fmt: skip
        return
    if not found:
        print(f"{file} holds no harvest yet.")
    for one in found:
        show_standing(one, running=running)


def standing(store: Store, source: StoredSource) -> dict[str, Any]:
    """All that is known about how a source stands, as JSON values."""
    totals = store.totals(source.id)
    return {
        "url": source.url,
        "understood": store.understanding(source.id) is not None,
        "turns": totals.turns,
        "queries": totals.queries,
        "records": totals.records,
        "details": totals.details,
        "bytes": totals.bytes,
        "facets": facet_table(store, source.id),
        "last_run": store.state(source.id),
    }


def show_standing(found: dict[str, Any], *, running: bool) -> None:
    """The same for people."""
    print(plain(found["url"]))
    last = found["last_run"]
    for name, value in (
        ("records", f"{found['records']:,}"),
        ("asked", _asked(found["queries"], found["turns"])),
        ("requests", _requests(last)),
        ("coverage", _coverage(last)),
        ("stopped", "not yet: it is running" if running else _stopped(found)),
    ):
        if value:
            print(f"  {name:<9} {plain(value)}")
    for title, lines in (
        ("facets", facet_lines(found["facets"])),
        ("refused", refused_lines(last)),
        ("missing", missing_lines(last)),
    ):
        for number, line in enumerate(lines):
            print(f"  {'' if number else title:<9} {plain(line)}")


def _asked(queries: int, pages: int) -> str:
    return f"{many(queries, 'query', 'queries')}, {many(pages, 'page', 'pages')}"


def _requests(last: dict[str, Any] | None) -> str:
    if not last or "requests" not in last:  # a first run that was killed
        return ""
    return f"{last['requests']:,}, {duration(last['seconds'])}"


def _stopped(found: dict[str, Any]) -> str:
    if (last := found["last_run"]) and "stopped_because" in last:
        return str(last["stopped_because"])
    return "it was killed; it can go on" if found["turns"] else "nothing was asked yet"


def _coverage(last: dict[str, Any] | None) -> str:
    if not last or last.get("size") is None:
        return "unknown"
    size = last["size"]
    between = f"{size['low']:,} to {size['high']:,}"
    return f"{last['coverage']:.1%} of {size['estimate']:,} ({between}), {last['complete']}"
