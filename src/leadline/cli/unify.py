"""`leadline unify`: what several sources of a file say, as one table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from leadline.cli.duration import duration
from leadline.cli.interrupt import interrupted_as
from leadline.cli.line import Line
from leadline.cli.options import OUTPUT, Json
from leadline.cli.plain import plain
from leadline.errors import BadData, StoreError
from leadline.linking.unifying import Unified, as_json
from leadline.linking.unifying import unify as make_one
from leadline.store import open_store
from leadline.unify.attributes import Attribute
from leadline.unify.overlap import picture

EPILOG = """Examples:

`leadline unify films.db`

`leadline unify films.db --overlap overlap.svg --json`

`leadline export films.db films.csv --entities`
"""


def unify(
    file: Annotated[Path, typer.Argument(help="The file that several sources are kept in.")],
    overlap: Annotated[
        Path | None,
        typer.Option(help="Draw how sources overlap.", metavar="FILE.svg", rich_help_panel=OUTPUT),
    ] = None,
    as_object: Json = False,
) -> None:
    """Make one table of all sources of a file: match attributes, link records, fuse values.

    Nothing is fetched, and records stay as they are; what was unified before is made anew.
    """
    drawable(overlap)
    with (
        open_store(file, create=False) as store,
        Line(quiet=as_object) as line,
        interrupted_as("interrupted; what was unified before is as it was"),
    ):
        if not store.sources():
            raise StoreError(f"{file}: it holds no harvest yet")
        done = make_one(store, line.show)
    if overlap is not None:
        draw(overlap, done)
    if as_object:
        print(json.dumps({"file": str(file), **as_json(done)}))
    else:
        _show(done, file)


def drawable(path: Path | None) -> None:
    """Raise if no picture can be written there, before there is much work to lose."""
    if path is not None and not path.parent.is_dir():
        raise BadData(f"{path}: its directory does not exist")
    if path is not None and path.is_dir():
        raise BadData(f"{path}: it is a directory")
    if path is not None and path.suffix.lower() != ".svg":
        raise BadData(f"{path}: the picture is an SVG: end its name in .svg")


def draw(path: Path, done: Unified) -> None:
    """Write the picture of how sources overlap."""
    names = [done.urls[one] for one in done.overlap.sources]
    try:
        path.write_text(picture(done.overlap, names), encoding="utf-8")
    except OSError as error:
        raise BadData(f"{path}: {error.strerror}") from error


def _show(done: Unified, file: Path) -> None:
    overlap = done.overlap
    print(f"  entities   {done.entities:,} of {done.records:,} records, "
          f"{duration(done.seconds)}")  # fmt: skip
    for i, one in enumerate(overlap.sources):
        print(f"  source {one:<3} {overlap.matrix[i][i]:,} entities, {overlap.alone[i]:,} of them "
              f"here alone: {plain(done.urls[one])}")  # fmt: skip
    for attribute in done.matching.attributes:
        if attribute.is_shared:
            print(f"  attribute  {plain(_names(attribute))}")
    own = sum(not each.is_shared for each in done.matching.attributes)
    print(f"  besides    {own:,} attributes of one source")
    print(f"  conflicts  {done.conflicts:,} entities that sources disagree on")
    print(f"  kept in    {file}")


def _names(one: Attribute) -> str:
    columns = ", ".join(f"{column.source}: {column.name}" for column in one.columns)
    return f"{one.name} ({one.kind}; {columns})"
