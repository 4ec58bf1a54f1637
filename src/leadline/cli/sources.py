"""`leadline sources`: search the database of online databases."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from leadline.cli.options import Json
from leadline.cli.plain import plain
from leadline.detect.weights import KINDS
from leadline.discover.lists import write_list
from leadline.errors import BadData
from leadline.store.sites import open_sites
from leadline.store.sites_values import KnownForm, Wanted

ANY = "any"  # kind of form
SOME = 5  # titles, fields and places that are shown
EPILOG = """Examples:

`leadline sources used cars`

`leadline sources --field author --min-size 10000 --json`

`leadline harvest @12` harvests the source with that number.
"""


def sources(
    words: Annotated[
        list[str] | None, typer.Argument(help="What it should be about; everything if left out.",
                                         metavar="WORDS")
    ] = None,
    sites: Annotated[
        Path, typer.Option(help="The file that `leadline discover` made.", metavar="FILE")
    ] = Path("sites.db"),
    kind: Annotated[
        str, typer.Option(help="What the form is for: search, login, registration, contact, "
                          "subscribe, order, password-recovery, other, or any.")
    ] = "search",
    field: Annotated[
        list[str] | None,
        typer.Option(help="It has a field of this name, label or role; may be given several "
                     "times.", metavar="NAME"),
    ] = None,
    min_size: Annotated[
        int, typer.Option(min=0, help="It says that it has so many records.")
    ] = 0,
    limit: Annotated[int, typer.Option(min=1, help="Show so many.")] = 20,
    export: Annotated[
        Path | None,
        typer.Option(help="Write the list of all sites instead: .csv, or .txt with one address on "
                     "each line.", metavar="FILE"),
    ] = None,
    as_object: Json = False,
) -> None:  # fmt: skip
    """Search the forms that `leadline discover` found: by words, fields and size.

    The best come first; without words, the largest. Words are looked for in titles, subjects,
    labels, choices and results.
    """
    wanted = Wanted(
        words=" ".join(words or ()),
        kind="" if kind == ANY else kind,
        fields=tuple(field or ()),
        min_size=min_size,
        limit=limit,
    )
    if kind not in (*KINDS, ANY):
        raise BadData(f"there is no kind '{kind}' of form; there are: {', '.join((*KINDS, ANY))}")
    if export is not None and export.suffix.lower() not in (".csv", ".txt"):
        raise BadData(f"{export}: the list can be written as .csv or .txt")
    with open_sites(sites, create=False, write=False) as store:
        if export is not None:
            _exported(export, write_list(export, store.sites()), as_object)
            return
        found, facets = store.search(wanted), store.facets(wanted)
    if as_object:
        listed = [as_json(one) for one in found]
        print(json.dumps({"sources": listed, "facets": facets}, ensure_ascii=True))
    else:
        _print(found, facets)


def _exported(path: Path, count: int, as_object: bool) -> None:
    print(json.dumps({"file": str(path), "sites": count}) if as_object
          else f"{count:,} sites are in {path}")  # fmt: skip


def as_json(one: KnownForm) -> dict[str, Any]:
    """A source as JSON values."""
    entry = one.entry
    return {
        "id": f"@{one.id}",
        "score": one.score,
        "site": one.site,
        "title": entry.title,
        "page": entry.page,
        "action": entry.action,
        "method": entry.method,
        "kind": entry.kind,
        "probability": entry.probability,
        "probe": entry.probe.value,
        "fields": [{"name": f.name, "label": f.label, "type": f.type, "role": f.role,
                    "values": f.values, "some": list(f.some)} for f in entry.fields],
        "size": entry.size,
        "size_of_everything": entry.whole,
        "subject": list(entry.subject),
        "titles": list(entry.titles),
        "word": entry.word,
        "refused": entry.refused,
        "places": list(one.places),
    }  # fmt: skip


def _print(found: list[KnownForm], facets: dict[str, dict[str, int]]) -> None:
    console = Console(highlight=False)
    if not found:
        console.print("Nothing found.")
        return
    for one in found:
        console.print(Text(plain(f"@{one.id}  {one.entry.title or one.site}")), style="bold",
                      soft_wrap=True)  # fmt: skip
        for text in _lines(one):
            console.print(Text(plain(f"     {text}")), soft_wrap=True)
    for name, counts in facets.items():
        listed = " · ".join(f"{value} {count}" for value, count in counts.items())
        console.print(Text(plain(f"{name}: {listed}")), soft_wrap=True)


def _lines(one: KnownForm) -> Iterator[str]:
    entry = one.entry
    yield entry.page
    size = "" if entry.size is None else f"{'' if entry.whole else 'at least '}{entry.size:,} · "
    labels = [field.label or field.name for field in entry.fields]
    yield f"{size}{entry.probe.value} · asks by {_some(labels)}"
    if entry.subject:
        yield f"about {' '.join(entry.subject[: 2 * SOME])}"
    if entry.titles:
        yield f"such as {_some(entry.titles, '; ')}"
    others = [place for place in one.places if place != entry.page]
    if others:
        yield f"also at {_some(others)}"


def _some(texts: list[str] | tuple[str, ...], between: str = ", ") -> str:
    more = f" and {len(texts) - SOME:,} more" if len(texts) > SOME else ""
    return between.join(texts[:SOME]) + more
