"""`leadline export`: hand over what was harvested."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from leadline.errors import StoreError
from leadline.store import Store, open_store
from leadline.store.export import FORMATS, SUFFIXES, format_of
from leadline.store.export import export as write

EPILOG = """Examples:

`leadline export films.db films.csv`

`leadline export films.db films.jsonl.gz`

`leadline export films.db | jq .title`

`leadline export films.db pages.warc.gz`
"""


def export(
    file: Annotated[Path, typer.Argument(help="The file that a harvest was kept in.")],
    target: Annotated[
        str, typer.Argument(help="The file to write; - is the standard output.")
    ] = "-",
    format: Annotated[
        str | None,
        typer.Option(help=f"One of {', '.join(FORMATS)}; as the file's name says if left out, "
                     "else jsonl."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(help="The address of the source, where the file holds several.",
                     metavar="URL"),
    ] = None,
    vanished: Annotated[
        bool,
        typer.Option("--vanished", help="Also those that a refresh no longer found, with the time "
                     "in a column of its own."),
    ] = False,
    as_object: Annotated[
        bool, typer.Option("--json", help="Say what was written as one JSON object.")
    ] = False,
) -> None:  # fmt: skip
    """Write the records as CSV, JSON lines, Parquet or SQLite, or all pages as WARC."""
    chosen = format or _format(target)
    with open_store(file, create=False, write=False) as store:
        written = write(store, _source(store, file, source), chosen, target, vanished=vanished)
    if target == "-":
        return
    if as_object:
        print(json.dumps({"file": target, "format": chosen, "written": written}))
    else:
        kind = "pages" if chosen == "warc" else "records"
        print(f"{written:,} {kind} written to {target} as {chosen}", file=sys.stderr)


def _format(target: str) -> str:
    """What the name of the file asks for; the standard output, a pipe or a device gets jsonl."""
    if target == "-" or (Path(target).exists() and not Path(target).is_file()):
        return "jsonl"
    if (chosen := format_of(target)) is None:
        raise StoreError(f"{target}: its name does not say what to write: end it in "
                         f"{', '.join(SUFFIXES)} (text also in .gz), or choose with --format: "
                         f"{', '.join(FORMATS)}")  # fmt: skip
    return chosen


def _source(store: Store, file: Path, url: str | None) -> int:
    sources = store.sources()
    if url is not None:
        sources = [one for one in sources if one.url == url or url in one.url]
    if not sources:
        raise StoreError(f"{file}: no harvest in it" + (f" of {url}" if url else ""))
    if len(sources) > 1:
        raise StoreError(f"{file} holds several sources; name one with --source: "
                         + ", ".join(one.url for one in sources))  # fmt: skip
    return sources[0].id
