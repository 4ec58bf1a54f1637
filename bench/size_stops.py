"""What a harvest says of the size when it is stopped, at ten moments, without any audit.

    python -m bench.tables data && python -m bench.size_stops data [--rows 3000] [--only TEXT]

Random rows of each table are put behind a search box or a form, with and without a result limit of
100, with totals and without. A harvest goes on until asking no longer pays; at each tenth of its
pages the interval that it would show if its budget ended there is compared with the truth. For each
setting: how many of the ten moments had an interval, how many of these hold the truth, the median
width and the median distance of the estimate, in percent of the truth. Tables with a star were not
looked at when the estimator was made; the last lines sum up.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from statistics import median

from leadline.answering import answered
from leadline.flow import converse, recall
from leadline.lab.collection import Collection, Mode, index
from leadline.lab.run import first_query
from leadline.lab.table import read_rows
from leadline.lab.world import Counts, World
from leadline.plan.size import Size, estimate_size
from leadline.plan.sounding import Sounding
from leadline.plan.stopping import Goal, reason_to_stop

MOMENTS = 10
TABLES: tuple[tuple[str, Mode, str, str], ...] = (  # table, interface, its only column, unseen
    ("text-20k", "keyword", "", ""),
    ("debian-catalogue", "keyword", "title", ""),
    ("films", "keyword", "title", ""),
    ("films", "attribute", "", ""),
    ("debian-attributes", "attribute", "", ""),
    ("flights-60k", "attribute", "", ""),
    ("gcide", "keyword", "", ""),
    ("debian-ja", "keyword", "", "*"),
    ("debian-de", "keyword", "", "*"),
    ("vega-films", "keyword", "title", "*"),
    ("vega-films", "attribute", "", "*"),
    ("airports", "attribute", "", "*"),
    ("trixie-attributes", "attribute", "", "*"),
)


@dataclass(slots=True)
class Told:
    """What was said at some moments, as shares of the truth."""

    moments: int = 0
    held: list[bool] = field(default_factory=list)
    widths: list[float] = field(default_factory=list)
    off: list[float] = field(default_factory=list)

    def hear(self, size: Size | None, truth: int) -> None:
        """Take in what was said at one moment."""
        self.moments += 1
        if size is not None:
            self.held.append(size.low - 0.5 <= truth <= size.high + 0.5)
            self.widths.append((size.high - size.low) / truth)
            self.off.append(abs(size.estimate - truth) / truth)

    def add(self, other: Told) -> None:
        """Take in what was said elsewhere."""
        self.moments += other.moments
        self.held += other.held
        self.widths += other.widths
        self.off += other.off

    def __str__(self) -> str:
        if not self.held:
            return f"0 of {self.moments} | – | – | –"
        holds = f"{sum(self.held) / len(self.held):.0%}"
        width, off = (f"{100 * median(values):.1f}" for values in (self.widths, self.off))
        return f"{len(self.held)} of {self.moments} | {holds} | {width} | {off}"


def sizes(world: World, seed: int) -> Iterator[tuple[int, Size | None]]:
    """After each page, the records held and what the running estimate says."""
    policy = Sounding()
    known = recall(policy, world.interface)
    talk = converse(policy, known, (first_query(world, seed),), seed)
    for _ in answered(talk, world.answer):
        yield known.records, estimate_size(known)
        if reason_to_stop(known, Goal()) is not None:
            return


def told_by(world: World, seed: int) -> tuple[Told, float]:
    """What is said at each tenth of a harvest, and the share held at its end."""
    said, truth, told = list(sizes(world, seed)), world.collection.records, Told()
    for moment in range(1, MOMENTS + 1):
        told.hear(said[round(len(said) * moment / MOMENTS) - 1][1], truth)
    return told, said[-1][0] / truth


def collection(path: Path, mode: Mode, column: str, most: int) -> Collection:
    """Random rows of a table, or of one column of it."""
    rows = list(read_rows(path))
    rows = random.Random(0).sample(rows, min(most, len(rows)))
    return index([{column: row.get(column)} for row in rows] if column else rows, mode)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--rows", type=int, default=3000)
    parser.add_argument("--only", default="", help="tables whose name contains this")
    parser.add_argument("--page-size", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="of the first query")
    options = parser.parse_args()
    heads = ("table", "interface", "K", "totals", "held at the end", "moments", "holds",
             "width %", "off by %")  # fmt: skip
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    sums = {"": Told(), "*": Told()}
    for name, mode, column, star in TABLES:
        if options.only not in name:
            continue
        table = collection(options.data / f"{name}.jsonl", mode, column, options.rows)
        for limit, counts in product((None, 100), (Counts(), Counts(kind="none"))):
            world = World(collection=table, limit=limit, counts=counts,
                          page_size=options.page_size)  # fmt: skip
            told, held = told_by(world, options.seed)
            sums[star].add(told)
            what = " ".join((name + star, *([column + "s"] if column else ())))
            print(f"| {what} | {mode} | {limit or '–'} | {counts.kind} | {held:.3f} | {told} |",
                  flush=True)  # fmt: skip
    for star, told in sums.items():
        print(f"| all with a star | | | | | {told} |" if star else f"| others | | | | | {told} |")


if __name__ == "__main__":
    main()
