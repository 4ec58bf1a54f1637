"""Every table of docs/selection.md in one go: the default policy, the oracles, and all rivals.

    python -m bench.tables data && python -m bench.selection data out/selection [--only TEXT …]

Each cell is one `leadline lab run` and leaves one file, so that what was interrupted goes on where
it stood; the tables are printed from the files that are there. Rivals (every policy of the papers
that suits the source) get as many pages as `sounding` took to 90 %, with the first of its first
queries: what they hold by then, or where they were earlier, is what the last column says.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

OURS = ("sounding", "oracle", "oracle-seen")
RIVALS = ("breadth-first", "depth-first", "random", "greedy-link", "greedy-link-abort", "mmmi",
          "mmmi-85", "adaptive", "adaptive-zipf")  # fmt: skip
WORD_RIVALS = ("random-16k", "random-1m", "generic-frequency", "a-z")
SAMPLE = 20_000
TIMES = 3  # the pages of all records: what rivals get where `sounding` does not reach 90 %


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One setting of one collection."""

    data: str
    interface: str
    limit: int | None = None
    more: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What its files are called."""
        options = "".join(part.replace("--", "-").replace(":", "") for part in self.more)
        return f"{self.data}-{self.interface}-{self.limit or 'all'}{options}"

    @property
    def by_queries(self) -> bool:
        """Whether queries are what is to be saved."""
        return "queries" in self.more


def grid() -> Iterator[Cell]:
    """K ∈ {50, 100, 1000, ∞} for every tuning collection, hardest to reach first."""
    collections = (
        ("debian-attributes", "attribute"), ("films", "attribute"), ("debian-text", "keyword"),
        ("flights-60k", "attribute"), ("films", "keyword"),
    )  # fmt: skip
    for limit in (100, 50, 1000, None):
        for data, interface in collections:
            yield Cell(data=data, interface=interface, limit=limit)


def robust() -> Iterator[Cell]:
    """Other page sizes and rankings, no totals, queries as the cost."""
    text = ("text-20k", "keyword")
    for data, interface, limit, more in (
        (*text, 100, "--page-size 20"), (*text, 100, "--page-size 50"),
        ("debian-text", "keyword", 100, "--page-size 50"),
        (*text, 1000, "--page-size 50"), (*text, 100, "--ranking relevance"),
        (*text, 100, "--ranking newest"), (*text, 100, "--counts none"),
        (*text, 1000, "--counts none"), (*text, None, "--counts none"),
        (*text, 100, "--cost queries"),
        ("films", "attribute", 1000, "--page-size 20"),
        ("films", "attribute", 1000, "--page-size 50"),
        ("films", "attribute", 1000, "--ranking relevance"),
        ("films", "attribute", 1000, "--counts none"),
        ("films", "attribute", None, "--counts none"),
        ("films", "attribute", 1000, "--cost queries"),
        ("flights-60k", "attribute", None, "--page-size 50"),
        ("flights-60k", "attribute", 1000, "--page-size 50"),
        ("flights-60k", "attribute", 100, "--counts none"),
        ("flights-60k", "attribute", None, "--counts none"),
        ("debian-attributes", "attribute", 1000, "--page-size 50"),
        ("debian-attributes", "attribute", 1000, "--counts none"),
    ):  # fmt: skip
        yield Cell(data=data, interface=interface, limit=limit, more=tuple(more.split()))


def whole() -> Iterator[Cell]:
    """All 336,776 flights."""
    for limit in (1000, None, 100):
        yield Cell(data="flights", interface="attribute", limit=limit)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path, help="the folder that bench.tables wrote")
    parser.add_argument("out", type=Path, help="where each cell's results are kept")
    only = "run only cells with one of these in their name, in this order"
    parser.add_argument("--only", nargs="+", default=[""], metavar="TEXT", help=only)
    parser.add_argument("--jobs", type=int, default=1, help="runs at the same time")
    parser.add_argument("--print", action="store_true", help="run nothing, print what is there")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    sample(options.data)
    groups = {"K and interface": [*grid()], "Other settings": [*robust()], "Whole": [*whole()]}
    if not options.print:
        for text in options.only:
            for cell in (cell for cells in groups.values() for cell in cells):
                if text in cell.name:
                    measure(cell, options)
    for title, cells in groups.items():
        print(f"\n{title}\n\n" + "\n".join(table(cells, options.out)))


def sample(data: Path) -> None:
    """The random 20,000 of the Debian descriptions, where they are not there yet."""
    place = data / "text-20k.jsonl"
    if not place.exists():
        lines = (data / "debian-text.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
        random.Random(0).shuffle(lines)
        place.write_text("".join(lines[:SAMPLE]), encoding="utf-8")


def measure(cell: Cell, options: argparse.Namespace) -> None:
    """Run what this cell lacks."""
    ours = run(cell, "ours", OURS, ("--seeds", "3"), options)
    pages = ours["policies"]["sounding"].get("0.9", {}).get("pages")
    cap = math.ceil(pages or TIMES * ours["records"] / ours["page_size"])
    rivals = RIVALS + (WORD_RIVALS if cell.interface == "keyword" else ())
    capped = () if cell.by_queries else ("--max-pages", str(cap))
    run(cell, "rivals", rivals, ("--seeds", "1", *capped), options)


def run(cell: Cell, part: str, policies: tuple[str, ...], more: tuple[str, ...],
        options: argparse.Namespace) -> dict[str, Any]:  # fmt: skip
    place = options.out / f"{cell.name}.{part}.json"
    if not place.exists():
        print(place.stem, file=sys.stderr, flush=True)
        command = [
            sys.executable, "-m", "leadline", "lab", "run",
            "--data", str(options.data / f"{cell.data}.jsonl"), "--interface", cell.interface,
            *(() if cell.limit is None else ("--limit", str(cell.limit))), *cell.more, *more,
            "--target", "0.9", "--policy", ",".join(policies), "--jobs", str(options.jobs),
            "--json",
        ]  # fmt: skip
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        place.write_text(done.stdout, encoding="utf-8")
    found: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
    return found


def at(policy: dict[str, Any], cell: Cell) -> float | None:
    """Pages, or queries where they are the cost, at which a policy held 90 %."""
    mark = policy.get("0.9")
    return None if mark is None else mark["queries" if cell.by_queries else "pages"]


def table(cells: list[Cell], out: Path) -> Iterator[str]:
    """The rows of a Markdown table."""
    yield "| collection | K | sounding | oracle | oracle-seen | bound | best rival |"
    yield "|---|---|---|---|---|---|---|"
    for cell in cells:
        place = out / f"{cell.name}.ours.json"
        if place.exists():
            yield row(cell, json.loads(place.read_text(encoding="utf-8")), out)


def row(cell: Cell, ours: dict[str, Any], out: Path) -> str:
    policies, bound = ours["policies"], ours["bound"].get("0.9")
    place = out / f"{cell.name}.rivals.json"
    rivals = json.loads(place.read_text(encoding="utf-8")) if place.exists() else None
    setting = " ".join((cell.data, cell.interface, *cell.more))
    mark = policies["sounding"].get("0.9")
    shown = f"ends at {policies['sounding']['coverage']:.1%}"
    if mark is not None:
        shown = f"{mark['pages']:,.0f} ({mark['queries']:,.0f})"
    columns = [setting, f"{cell.limit or '∞'}", shown]
    for name in ("oracle", "oracle-seen"):
        columns.append(compared(policies, name, cell))
    columns += [f"{bound:,}" if bound else "", best(rivals, cell) if rivals else ""]
    return f"| {' | '.join(columns)} |"


def compared(policies: dict[str, Any], name: str, cell: Cell) -> str:
    theirs, ours = at(policies[name], cell), at(policies["sounding"], cell)
    if theirs is None:
        return f"ends at {policies[name]['coverage']:.1%}"
    return f"{theirs:,.0f}" + (f" (× {ours / theirs:.2f})" if ours is not None else "")


def best(rivals: dict[str, Any], cell: Cell) -> str:
    """The best rival: where it held 90 %, or how much it held at the end."""
    policies = rivals["policies"]
    reached = {name: p for name, policy in policies.items() if (p := at(policy, cell)) is not None}
    if reached:
        name = min(reached, key=lambda n: reached[n])
        return f"{reached[name]:,.0f} ({name})"
    name = max(policies, key=lambda n: policies[n]["coverage"])
    return f"{policies[name]['coverage']:.1%} by {rivals['max_pages']:,} pages ({name})"


if __name__ == "__main__":
    main()
