"""`leadline explain`: why was this asked?"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from leadline.cli.line import Line
from leadline.cli.one_source import SourceUrl, chosen
from leadline.cli.options import HarvestFile
from leadline.errors import BadChoice
from leadline.model import Turn
from leadline.store import Store, StoredSource, open_store

MANY = 100  # pages, then tenths do not matter


def explain(
    file: HarvestFile,
    source: SourceUrl = None,
    turn: Annotated[
        int | None, typer.Option(min=1, help="Only this turn.", metavar="N")
    ] = None,
    query: Annotated[
        str | None, typer.Option(help="Only queries that contain this text.", metavar="TEXT")
    ] = None,
    last: Annotated[
        int, typer.Option(min=1, help="So many turns, from the last one back.", metavar="N")
    ] = 20,
    as_object: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each turn, a line each.")
    ] = False,
) -> None:  # fmt: skip
    """Say why each page was asked, what was expected of it, and what came."""
    with open_store(file, create=False, write=False) as store, Line(quiet=as_object) as line:
        sources = chosen(store, file, source)
        told = (one for each in sources for one in _told(store, each, line))
        wanted = deque((one for one in told if _wanted(one, turn, query)), maxlen=last)
    if not wanted:
        raise BadChoice(f"{file}: {_missed(turn, query)}")
    if as_object:
        for one in wanted:
            print(json.dumps(one, ensure_ascii=False))
    else:
        _show(wanted, several=len(sources) > 1)


def _missed(turn: int | None, query: str | None) -> str:
    """What was looked for in vain."""
    which = f"no turn {turn:,}" if turn is not None else "no turn"
    return which if query is None else f"{which} whose query contains '{query}'"


def _told(store: Store, source: StoredSource, line: Line) -> Iterator[dict[str, Any]]:
    seen: set[str] = set()
    for turn in store.turns(source.id):
        line.show(f"reading: {turn.number:,} turns")
        keys = {record.key for record in turn.answer.records}
        yield _as_json(source.url, turn, len(keys - seen))
        seen |= keys


def _as_json(url: str, turn: Turn, new: int) -> dict[str, Any]:
    why, answer = turn.step.why, turn.answer
    return {
        "source": url,
        "turn": turn.number,
        "query": str(turn.step.query),
        "page": turn.step.page,
        "expert": why.expert if why else None,
        "expected": round(why.expected, 2) if why else None,
        "pages_expected": round(why.pages, 1) if why else None,
        "evidence": why.evidence if why else "",
        "outcome": answer.outcome.value,
        "records": len(answer.records),
        "new": new,
        "total": answer.total,
    }


def _wanted(told: dict[str, Any], turn: int | None, query: str | None) -> bool:
    if turn is not None and told["turn"] != turn:
        return False
    return query is None or query.lower() in told["query"].lower()


def _show(told: Iterable[dict[str, Any]], *, several: bool) -> None:
    table = Table(box=None, pad_edge=False)
    for name in (*(("source",) if several else ()), "turn", "query", "page", "why", "came"):
        table.add_column(name, overflow="fold")
    for one in told:
        where = (one["source"],) if several else ()
        row = (str(one["turn"]), one["query"], str(one["page"]), _why(one), _came(one))
        table.add_row(*where, *row)
    Console(highlight=False, markup=False).print(table)


def _why(one: dict[str, Any]) -> str:
    if one["expert"] is None:
        return "the policy gives no reasons"
    if not one["expected"]:
        return f"{one['expert']}: {one['evidence'] or 'nothing was known yet'}"
    pages = one["pages_expected"]
    on = "1 page" if pages == 1 else f"{pages:,g} pages" if pages < MANY else f"{pages:,.0f} pages"
    said = f"{one['expert']}: {one['expected']:,.1f} new expected on {on}"
    return f"{said}; {one['evidence']}" if one["evidence"] else said


def _came(one: dict[str, Any]) -> str:
    if one["outcome"] != "found":
        return str(one["outcome"])
    total = "" if one["total"] is None else f" of {one['total']:,}"
    return f"{one['records']}{total}, {one['new']} new"
