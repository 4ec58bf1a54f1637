"""The table of docs/limits.md: tables behind forms that cut their answers, harvested to the proof.

    python -m bench.prove data out/prove [--only TEXT] [--rows N] [--print]

Each cell is what one `leadline lab prove` does and leaves one file, so that what was interrupted
goes on where it stood; the table is printed from the files that are there. `--rows` takes a random
sample of larger tables. "At least" is what showing all records takes anybody, for drop-downs alone.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from leadline.lab.conjunctions import least_pages
from leadline.lab.proving import fields_of, form_over, orders_over, prove
from leadline.lab.table import read_rows
from leadline.lab.world import Counts, World

FORMS = (
    ("airports-places", "lat", ""),
    ("airports-places", "lat,lon", ""),
    ("films", "year,length,rating", ""),
    ("films", "year,length,rating", "genres"),
    ("flights-60k", "", "carrier,origin,dest,month,day,hour"),
    ("flights-60k", "dep_delay,arr_delay,flight,distance", "carrier,origin,dest,month,day,hour"),
    ("debian-catalogue", "size", ""),
    ("debian-catalogue", "size", "section,maintainer"),
    ("debian-catalogue", "", "section,maintainer"),
    ("airports", "elevation", "country,tz"),
    ("airports", "", "country,subd,tz"),
    ("vega-films", "", ""),
)
SORTED = (  # forms as above, and columns by which answers can be sorted
    ("airports-places", "lat", "", "lat"),
    ("films", "year,length,rating", "", "length"),
    ("debian-catalogue", "size", "", "size"),
    ("debian-catalogue", "", "section,maintainer", "size"),
    ("airports", "", "country,subd,tz", "name"),
)
LIMITS = (10, 100, 1000)
PAGE = 10
COUNTS = (Counts(), Counts(kind="none"))
HEAD = (
    "| table | from … to | drop-downs | sorted by | K | counts | proved | coverage "
    "| pages | × floor | at least | queries | × floor | impossible | s |"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One form over one table."""

    data: str
    ordered: str
    categories: str
    sort: str
    limit: int
    counts: Counts

    @property
    def name(self) -> str:
        """What its file is called."""
        fields = [part.replace(",", "+") for part in (self.ordered, self.categories) if part]
        fields += [f"by+{self.sort.replace(',', '+')}"] if self.sort else []
        return "-".join((self.data, *fields, str(self.limit), self.counts.kind))


def cells() -> Iterator[Cell]:
    """Every form with every limit, with totals and without."""
    for data, ordered, categories, sort in (*((*form, "") for form in FORMS), *SORTED):
        for limit in LIMITS:
            for counts in COUNTS:
                yield Cell(data=data, ordered=ordered, categories=categories, sort=sort,
                           limit=limit, counts=counts)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path, help="the folder of the tables")
    parser.add_argument("out", type=Path, help="where each cell's result is kept")
    parser.add_argument("--only", default="", help="only cells with this in their name")
    parser.add_argument("--rows", type=int, help="sample so many rows of each table")
    parser.add_argument("--print", action="store_true", help="run nothing, print what is there")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    wanted = [cell for cell in cells() if options.only in cell.name]
    for cell in wanted if not options.print else ():
        measure(cell, options)
    print("\n".join(table(wanted, options)))


def place(cell: Cell, options: argparse.Namespace) -> Path:
    """Where its result is kept."""
    sampled = f"-{options.rows}" if options.rows else ""
    found: Path = options.out / f"{cell.name}{sampled}.json"
    return found


def measure(cell: Cell, options: argparse.Namespace) -> None:
    """Run it, unless that was done."""
    path = place(cell, options)
    if path.exists():
        return
    print(path.stem, file=sys.stderr, flush=True)
    began = time.monotonic()
    form = world(cell, options)
    outcome = asdict(prove(form))
    outcome["impossible_cells"] = len(outcome["impossible_cells"])
    outcome["seconds"] = round(time.monotonic() - began, 1)
    outcome["least_pages"] = least_pages(form)
    path.write_text(json.dumps(outcome), encoding="utf-8")


def world(cell: Cell, options: argparse.Namespace) -> World:
    """The form over the table."""
    table = rows(options.data / f"{cell.data}.jsonl", options.rows)
    named = [part.split(",") if part else [] for part in (cell.ordered, cell.categories)]
    fields = fields_of(table, *named)
    sorting = orders_over(table, fields, cell.sort.split(",") if cell.sort else ())
    return World(collection=form_over(table, *fields), page_size=PAGE, limit=cell.limit,
                 counts=cell.counts, browsable=True, any_page=True, sorting=sorting)  # fmt: skip


@lru_cache(maxsize=1)
def rows(path: Path, most: int | None) -> list[Any]:
    """A table, or a sample of it."""
    found = list(read_rows(path))
    if most is None or len(found) <= most:
        return found
    return random.Random(0).sample(found, most)


def table(wanted: list[Cell], options: argparse.Namespace) -> Iterator[str]:
    """The rows of a Markdown table."""
    yield HEAD
    yield "|---" * HEAD.count(" |") + "|"
    for cell in wanted:
        if (path := place(cell, options)).exists():
            yield row(cell, json.loads(path.read_text(encoding="utf-8")))


def row(cell: Cell, found: dict[str, Any]) -> str:
    columns = [
        cell.data,
        cell.ordered.replace(",", ", ") or ("as it looks" if not cell.categories else ""),
        cell.categories.replace(",", ", "),
        cell.sort.replace(",", ", "),
        f"{cell.limit:,}",
        cell.counts.kind,
        "yes" if found["proved"] else "no",
        f"{found['coverage']:.1%}",
        f"{found['pages']:,}",
        f"{found['pages'] / found['floor_pages']:.2f}",
        f"{least / found['floor_pages']:.2f}" if (least := found.get("least_pages")) else "",
        f"{found['queries']:,}",
        f"{found['queries'] / found['floor_queries']:.2f}",
        f"{found['impossible_cells']:,}",
        f"{found['seconds']:.0f}",
    ]
    return f"| {' | '.join(columns)} |"


if __name__ == "__main__":
    main()
