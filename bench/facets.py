"""Every table of docs/facets.md: faceted sites of all kinds, crawled by our way and by others.

    python -m bench.facets data out/facets [--only TEXT] [--large] [--papers [--most PAGES]]

`data` holds the tables as JSONL; the trap's is made here. Each row is one `leadline lab facets` and
leaves one file, so that what was interrupted goes on where it stood; what is there is printed.
`--large` adds 10,000 and 100,000 entities. `--papers` is Figure 8 of the paper: ours, its two
approaches and a plain crawler at 1,000, 10,000 and 100,000 entities, with curves and a picture in a
folder each; the others are stopped where `lab facets` does by itself, or where `--most` says.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

FILMS = "vega-films", "distributor,mpaa,genre,creative_type,source"
FLIGHTS = "flights", "carrier,origin,dest,month,day,hour"
TRAPS = ("colour size brand shape maker fabric style season origin grade finish pattern weight "
         "length width height power speed taste scent")  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One site."""

    name: str
    data: str
    facets: str
    entities: int
    options: tuple[str, ...] = ()

    def command(self, data: Path, method: str) -> list[str]:
        """How it is served and crawled."""
        return [sys.executable, "-m", "leadline", "lab", "facets", "--json",
                "--data", str(data / f"{self.data}.jsonl"), "--facets", self.facets,
                "--entities", str(self.entities), "--method", method, *self.options]  # fmt: skip


def rows() -> Iterator[Row]:
    """The sites of the first tables."""
    for name, options in (("plain", ""), ("limit", "--limit 100"), ("uncounted", "--uncounted"),
                          ("select", "--widget select"), ("boxes", "--widget boxes"),
                          ("ajax", "--widget ajax"), ("folded", "--shape folded"),
                          ("hierarchy", "--shape hierarchy"), ("late", "--shape late"),
                          ("late-coded", "--shape late --addresses coded"),
                          ("widening", "--shape widening"), ("sessions", "--trap"),
                          ("churn", "--churn 0.01")):  # fmt: skip
        yield Row(name=f"films-{name}", data=FILMS[0], facets=FILMS[1], entities=1000,
                  options=tuple(options.split()))  # fmt: skip
    yield Row(name="flights", data="flights", facets="carrier,origin,month,hour", entities=1000)
    yield Row(name="films-all", data=FILMS[0], facets=f"{FILMS[1]},year", entities=3201)
    yield Row(name="films-slider", data=FILMS[0], facets="distributor,year,genre,rating",
              entities=1000, options=("--widget", "slider"))  # fmt: skip
    yield Row(name="films-several", data="films", facets="genres,mpaa,year,rating", entities=1000)
    for name, options in (("", ""), ("-folded", "--shape folded"), ("-churn", "--churn 0.01"),
                          ("-widening", "--shape widening")):  # fmt: skip
        yield Row(name=f"packages{name}", data="debian-attributes",
                  facets="section,maintainer,tags", entities=1000,
                  options=tuple(options.split()))  # fmt: skip
    for name, options in (("", ""), ("-tree", "--shape hierarchy"), ("-churn", "--churn 0.01"),
                          ("-widening", "--shape widening")):  # fmt: skip
        yield Row(name=f"airports{name}", data="airports", facets="country,subd,tz", entities=2000,
                  options=tuple(options.split()))  # fmt: skip
    yield Row(name="trap", data="trap", facets=TRAPS.replace(" ", ","), entities=1000,
              options=("--trap", "--max-pages", "3000"))  # fmt: skip


def large() -> Iterator[Row]:
    """More entities."""
    for entities in (10_000, 100_000):
        yield Row(name=f"flights-{entities}", data=FLIGHTS[0], facets=FLIGHTS[1], entities=entities)
    yield Row(name="airports-10000", data="airports", facets="country,tz,subd", entities=10_000)


def papers() -> Iterator[Row]:
    """Figure 8 of the paper."""
    four = "carrier,origin,month,hour"
    yield Row(name="figure-films-1000", data=FILMS[0], facets=FILMS[1], entities=1000)
    yield Row(name="figure-flights-1000", data=FLIGHTS[0], facets=four, entities=1000)
    yield Row(name="figure-flights-10000", data=FLIGHTS[0], facets=FLIGHTS[1], entities=10_000)
    yield Row(name="figure-flights-100000", data=FLIGHTS[0], facets=four, entities=100_000,
              options=("--page-size", "100"))  # fmt: skip


def trap(path: Path) -> None:
    """A table with 20 facets of 50 values, no two of which have to do with each other."""
    rng = Random(3)
    lines = [
        json.dumps({"title": f"Thing number {n} of the {rng.choice(['north', 'south'])}"}
                   | {name: f"value {min(int(rng.expovariate(0.1)), 49) + 1}"
                      for name in TRAPS.split()})
        for n in range(1000)
    ]  # fmt: skip
    path.write_text("\n".join(lines) + "\n")


def shown(name: str, found: dict[str, Any]) -> str:
    """A line of a table for each method."""
    return "\n".join(
        f"| {name} | {found['entities']:,} | {method} | {one['precision']:.4f} | "
        f"{one['recall']:.4f} | {found['best_grouping']:,} | {one['pages']:,}"
        f"{'' if one['finished'] else ' (stopped)'} | {one['seconds']:.0f} |"
        for method, one in found["methods"].items()
    )


def main() -> None:
    """Run what is not there yet, and print all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--papers", action="store_true")
    parser.add_argument("--most")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    wanted = [*rows(), *(large() if args.large else ())]
    jobs = [(row, "ours") for row in wanted]
    jobs += [(row, "all") for row in papers()] if args.papers else []
    for row, method in jobs:
        if args.only not in row.name:
            continue
        kept = args.out / f"{row.name}.{method}.json"
        if not kept.exists():
            data = args.out if row.data == "trap" else args.data
            if row.data == "trap":
                trap(args.out / "trap.jsonl")
            command = row.command(data, method)
            if method == "all":
                command += ["--out", str(args.out / row.name)]
                command += ["--max-pages", args.most] if args.most else []
            done = subprocess.run(command, check=True, capture_output=True)
            kept.write_bytes(done.stdout)
        print(shown(row.name, json.loads(kept.read_text())), flush=True)


if __name__ == "__main__":
    main()
