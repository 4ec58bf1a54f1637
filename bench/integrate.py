"""The tables of docs/integrate.md: what gathering the union of overlapping sources takes.

    python -m bench.tables data
    python -m bench.integrate data out/integrate [--rows 4000] [--seeds 10] [--only TEXT]

Each cell is one `leadline lab integrate` and leaves one file, so that what was interrupted goes on
where it stood; the table is printed from the files that are there. Constants were set on `TUNED`
alone.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

TUNED = (("films", "attribute"), ("debian-attributes", "attribute"), ("flights-60k", "attribute"),
         ("text-20k", "keyword"))  # fmt: skip
UNSEEN = (("airports", "attribute"), ("vega-films", "attribute"), ("debian-de", "keyword"),
          ("gcide", "keyword"))  # fmt: skip
PAIRS = (("debian-attributes", "trixie-attributes"),)
LIMITS = (None, 100)
MARK = "0.95"
METHODS = ("ours", "cycle", "separate-t")
ORACLES = ("oracle-pages", "oracle-queries")
DRAWS = 1  # that the oracles are shown: they cost more than all else


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One draw of sources from a collection, or one pair of collections."""

    data: tuple[str, ...]
    interface: str
    limit: int | None
    rows: int
    seed: int

    @property
    def group(self) -> str:
        """What draws are averaged under."""
        return f"{'+'.join(self.data)} {self.interface} K={self.limit or 'none'}"

    @property
    def methods(self) -> tuple[str, ...]:
        """What is compared."""
        return (*METHODS, *ORACLES) if self.seed <= DRAWS else METHODS

    @property
    def name(self) -> str:
        """What its file is called."""
        return f"{self.group.replace(' ', '-')}-{self.rows}-{self.seed}"

    def command(self, folder: Path) -> list[str]:
        """What makes it."""
        files = [str(folder / f"{name}.jsonl") for name in self.data]
        draw = ["--draw", "5"] if len(files) == 1 else []
        limit = [] if self.limit is None else ["--limit", str(self.limit)]
        return [
            str(Path(sys.executable).with_name("leadline")), "lab", "integrate",
            "--data", *files, *draw, "--rows", str(self.rows), "--interface", self.interface,
            *limit, "--seed", str(self.seed), "--method", ",".join(self.methods), "--jobs", "1",
            "--json",
        ]  # fmt: skip


def grid(rows: int, seeds: int) -> Iterator[Cell]:
    """Every collection with and without K, each drawn several times; and the pairs once."""
    for data, interface in (*TUNED, *UNSEEN):
        for limit in LIMITS:
            for seed in range(1, seeds + 1):
                yield Cell(data=(data,), interface=interface, limit=limit, rows=rows, seed=seed)
    for pair in PAIRS:
        for limit in LIMITS:
            yield Cell(data=pair, interface="attribute", limit=limit, rows=rows, seed=1)


def made(cell: Cell, folder: Path, out: Path) -> dict[str, Any]:
    """The results of one cell, run now if they are not there yet."""
    path = out / f"{cell.name}.json"
    if not path.exists():
        done = subprocess.run(cell.command(folder), capture_output=True, text=True, check=True)
        path.write_text(done.stdout, encoding="utf-8")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def line(group: str, results: list[dict[str, Any]]) -> str:
    """One row of the table: means over the draws, and the worst against others."""
    cells = [group, str(len(results))]
    for method in (*METHODS, *ORACLES):
        rows = [one["methods"][method] for one in results if method in one["methods"]]
        cells.append(mean([row.get(MARK) for row in rows]))
    cells.append(mean([one["floor"].get(MARK) for one in results if "floor" in one]))
    return "| " + " | ".join([*cells, ratio(results, "separate-t"), ratio(results, "cycle")]) + " |"


def mean(marks: list[dict[str, int] | None]) -> str:
    """Pages and queries of the draws that reached the mark, and how many did not."""
    reached = [mark for mark in marks if mark is not None]
    missed = f" ({len(marks) - len(reached)} never)" if len(reached) < len(marks) else ""
    if not reached:
        return "never"
    pages, queries = (fmean(mark[what] for mark in reached) for what in ("pages", "queries"))
    return f"{pages:,.0f} / {queries:,.0f}{missed}"


def ratio(results: list[dict[str, Any]], other: str) -> str:
    """Ours over the other's pages and queries: the mean and the worst draw that both reached."""
    pairs = [(o["methods"]["ours"].get(MARK), o["methods"][other].get(MARK)) for o in results]
    both = [(ours, theirs) for ours, theirs in pairs if ours and theirs]
    if not both:
        return "–"
    shares = [[a[what] / b[what] for a, b in both] for what in ("pages", "queries")]
    return " / ".join(f"{fmean(share):.2f} (≤ {max(share):.2f})" for share in shares)


def main() -> None:
    """Run what is missing, print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rows", type=int, default=4_000)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    columns = ["sources", "draws", *METHODS, *ORACLES, "floor", "ours / separate-t", "ours / cycle"]
    print("| " + " | ".join(columns) + " |")
    print("|" + " --- |" * len(columns))
    groups: dict[str, list[dict[str, Any]]] = {}
    for cell in grid(given.rows, given.seeds):
        if given.only in cell.name:
            groups.setdefault(cell.group, []).append(made(cell, given.data, given.out))
    for group, results in groups.items():
        print(line(group, results))


if __name__ == "__main__":
    main()
