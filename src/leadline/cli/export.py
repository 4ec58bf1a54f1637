"""`leadline export`: hand over what was harvested."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from leadline.cli.interrupt import interrupted_as
from leadline.cli.line import Line
from leadline.cli.one_source import SourceUrl, any_source
from leadline.cli.options import HarvestFile
from leadline.cli.watched import watched
from leadline.errors import BadChoice
from leadline.store import open_store
from leadline.store.export import FORMATS, SUFFIXES, format_of
from leadline.store.export import export as write
from leadline.store.export.entities import as_records
from leadline.store.export.to_dag import export_dag
from leadline.store.export.to_pairs import export_pairs

EPILOG = """Examples:

`leadline export films.db films.csv`

`leadline export films.db films.jsonl.gz`

`leadline export films.db | jq .title`

`leadline export films.db pages.warc.gz`

`leadline export films.db pairs.csv --pairs`

`leadline export films.db queries.svg --dag`

`leadline export films.db films.csv --entities`
"""
PAIRED = ("csv", "jsonl")


def export(
    file: HarvestFile,
    target: Annotated[
        str, typer.Argument(help="The file to write; - is the standard output.")
    ] = "-",
    format: Annotated[
        str | None,
        typer.Option(help=f"One of {', '.join(FORMATS)}; as the file's name says if left out, "
                     "else jsonl."),
    ] = None,
    source: SourceUrl = None,
    vanished: Annotated[
        bool,
        typer.Option("--vanished", help="Also those that a refresh no longer found, with the time "
                     "in a column of its own."),
    ] = False,
    pairs: Annotated[
        bool,
        typer.Option("--pairs", help="In place of records: who has which value of a facet, and the "
                     "query that tells it; as CSV or JSON lines."),
    ] = False,
    dag: Annotated[
        bool,
        typer.Option("--dag", help="In place of records: the queries asked by facets and which "
                     "narrows which; as a picture if the name ends in .svg, else as JSON."),
    ] = False,
    entities: Annotated[
        bool,
        typer.Option("--entities", help="In place of records: what `unify` made of all sources."),
    ] = False,
    as_object: Annotated[
        bool, typer.Option("--json", help="Say what was written as one JSON object.")
    ] = False,
) -> None:  # fmt: skip
    """Write the records as CSV, JSON lines, Parquet or SQLite, or all pages as WARC."""
    if dag:
        chosen, kind = "svg" if target.lower().endswith(".svg") else "json", "queries"
    else:
        chosen = format or _format(target)
        kind = "pairs" if pairs else "pages" if chosen == "warc" else "records"
        kind = "entities" if entities else kind
    if pairs and chosen not in PAIRED:
        raise BadChoice(f"pairs are written as {' or '.join(PAIRED)}, not as {chosen}")
    with (
        open_store(file, create=False, write=False) as kept,
        Line(quiet=as_object or target == "-") as line,
        interrupted_as(f"interrupted; {_left(target)}"),
    ):
        store = watched(as_records(kept) if entities else kept, line.show)
        number = 0 if entities else any_source(store, file, source).id
        if entities:
            written = write(store, number, chosen, target)
        elif dag:
            written = export_dag(store, number, target)
        elif pairs:
            written = export_pairs(store, number, chosen, target)
        else:
            written = write(store, number, chosen, target, vanished=vanished)
    if target == "-":
        return
    if as_object:
        print(json.dumps({"file": target, "format": chosen, "written": written}))
    else:
        print(f"{written:,} {kind} written to {target} as {chosen}", file=sys.stderr)


def _left(target: str) -> str:
    """What becomes of the target if its export is interrupted."""
    return "the rest was not written" if target == "-" else f"{target} is as it was"


def _format(target: str) -> str:
    """What the name of the file asks for; the standard output, a pipe or a device gets jsonl."""
    if target == "-" or (Path(target).exists() and not Path(target).is_file()):
        return "jsonl"
    if (chosen := format_of(target)) is None:
        raise BadChoice(f"{target}: its name does not say what to write: end it in "
                         f"{', '.join(SUFFIXES)} (text also in .gz), or choose with --format: "
                         f"{', '.join(FORMATS)}")  # fmt: skip
    return chosen
