"""Harvest real software on loopback and compare with what was put into it.

    python -m bench.products [NAME …] [--data FILE] [--rows N] [--max-requests N] [--json]

Every product is loaded with the same rows (the lab's airports if not said), started, put behind a
proxy that counts, and harvested by the command line with its address alone. Reported: records and
values against the truth, requests as the harvester and as the proxy count them, and for the same
share of the records the requests of the harvest, with those that it took to understand the site,
beside those that the lab needs for the same table behind a simulated source that answers like the
product. With a budget of requests records' own pages are not read, as the lab has none; without, a
harvest looks at three of them. Facets are not asked (`bench.product_facets` measures those).
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.metrics import Score, flat, score
from tests.products.product import CannotRun, Product, tail
from tests.products.proxy import Watched, proxied
from tests.products.rows import AIRPORTS, Row, read
from tests.products.runner import PRODUCTS, running

LEADLINE = Path(sys.executable).with_name("leadline")
MARKS = (0.99, 0.95, 0.9, 0.8, 0.5)  # shares at which the lab says what it needed
LATER = """
WITH firsts AS (SELECT first_turn AS turn, count(*) AS new FROM records GROUP BY 1),
    curve AS (SELECT number, requests,
        sum(coalesce(new, 0)) OVER (ORDER BY number ROWS UNBOUNDED PRECEDING) - coalesce(new, 0)
        AS before FROM turns LEFT JOIN firsts ON firsts.turn = turns.number)
SELECT coalesce((SELECT sum(requests) FROM curve WHERE before >= ?), 0)
    + coalesce((SELECT sum(requests) FROM details), 0)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One product's harvest."""

    product: str
    truth: int
    found: int
    recall: float
    precision: float
    accuracy: float
    requests: int
    queries: int
    asked: int  # requests that reached the proxy
    mark: float | None  # the share of the records at which requests are compared
    needed: int | None  # requests until it was held
    lab: int | None
    counts: bool  # whether it found out where the product says how many records match
    total: int | None
    limit: int | None
    seconds: float
    stopped: str
    fields: dict[str, str]

    @property
    def ratio(self) -> float | None:
        """Requests for each one that the lab needs, both until they hold the same share."""
        return self.needed / self.lab if self.lab and self.needed else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """Requests of the harvest and of the lab until they held the same share of the records."""

    mark: float | None = None
    needed: int | None = None
    lab: int | None = None


def measure(product: Product, rows: list[Row], most: int | None, keep: Path) -> Measured:
    """Start the product, harvest it, compare."""
    with running(product.name, rows) as site, proxied(site) as watched:
        base = Path(tempfile.mkdtemp(prefix=f"{product.name}-", dir=keep)) / "harvest.db"
        summary = _harvest(watched, base, most)
        asked = len(watched.requests)
        learned = json.loads(
            _leadline("harvest", watched.url, "--into", base, "--dry-run", "--no-facets", "--json")
        )
        found = [flat(json.loads(line)) for line in _exported(base)]
        compared = score([shown.values for shown in site.truth], found)
        table = base.with_name("table.jsonl")
        table.write_text("\n".join(_simulated(watched)), encoding="utf-8")
    curve = _curve(product, base, compared, asked)
    return _measured(product, compared, summary, learned, asked, curve)


def _measured(
    product: Product,
    compared: Score,
    summary: dict[str, Any],
    learned: dict[str, Any],
    asked: int,
    curve: Curve,
) -> Measured:
    size = summary.get("size") or {}
    return Measured(
        product=product.name,
        truth=compared.truth,
        found=compared.found,
        recall=compared.recall,
        precision=compared.precision,
        accuracy=compared.accuracy,
        requests=summary["requests"],
        queries=summary["queries"],
        asked=asked,
        mark=curve.mark,
        needed=curve.needed,
        lab=curve.lab,
        counts=learned["total_shown"],
        total=size.get("estimate"),
        limit=learned.get("limit"),
        seconds=summary["seconds"],
        stopped=summary["stopped_because"],
        fields=dict(compared.mapping),
    )


def _harvest(site: Watched, base: Path, most: int | None) -> dict[str, Any]:
    budget = () if most is None else ("--max-requests", str(most), "--details", "never")
    options = ("--into", base, "--delay", "0", "--no-facets", *budget, "--json")
    found: dict[str, Any] = json.loads(_leadline("harvest", site.url, *options))
    return found


def _exported(base: Path) -> Iterator[str]:
    lines = _leadline("export", base, "--format", "jsonl").splitlines()
    return (line for line in lines if line.strip())


def _leadline(*arguments: str | Path) -> str:
    """What the command prints; raise with the end of its complaint when it fails."""
    done = subprocess.run(
        [str(LEADLINE), *map(str, arguments)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise CannotRun(f"leadline {arguments[0]} failed ({done.returncode}):\n{tail(done.stderr)}")
    return done.stdout


def _simulated(site: Watched) -> Iterator[str]:
    """Rows for the lab: of each record what the product shows, and what it searches instead."""
    for shown in site.truth:
        yield json.dumps({**shown.values, **shown.searched})


def _curve(product: Product, base: Path, compared: Score, asked: int) -> Curve:
    """What the harvest and the lab needed to hold the same share, the highest that both tell."""
    mark = next((share for share in MARKS if share <= compared.recall), None)
    if mark is None:
        return Curve()
    with closing(sqlite3.connect(base)) as kept:
        (later,) = kept.execute(LATER, (mark * compared.truth,)).fetchone()
    lab = _lab(product, base.with_name("table.jsonl"), mark)
    return Curve(mark=mark, needed=asked - int(later), lab=lab)


def _lab(product: Product, table: Path, mark: float) -> int | None:
    """Pages that the lab needs to hold this share."""
    options = ("--policy", "sounding", "--seeds", "1", "--target", str(mark), "--json")
    results = json.loads(_leadline("lab", "run", "--data", table, *product.lab, *options))
    reply = results["policies"]["sounding"].get(str(mark))
    return None if reply is None else int(reply["pages"])


HEADER = ("product", "records", "recall", "precision", "values right", "requests", "by proxy",
          "queries", "until", "needed", "lab", "ratio", "total", "limit", "s",
          "stopped")  # fmt: skip


def row(one: Measured) -> str:
    """A measurement as a row of Markdown."""
    cells = (
        one.product,
        f"{one.found:,} of {one.truth:,}",
        *(f"{share:.1%}" for share in (one.recall, one.precision, one.accuracy)),
        *(_number(count) for count in (one.requests, one.asked, one.queries)),
        "–" if one.mark is None else f"{one.mark:.0%}",
        *(_number(count) for count in (one.needed, one.lab)),
        "–" if one.ratio is None else f"{one.ratio:.2f}",
        *(_number(count) for count in (one.total, one.limit)),
        f"{one.seconds:.0f}",
        one.stopped,
    )
    return f"| {' | '.join(cells)} |"


def _number(count: int | None) -> str:
    return "–" if count is None else f"{count:,}"


def arguments() -> argparse.Namespace:
    """What is wanted."""
    parser = argparse.ArgumentParser(
        prog="bench.products",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(PRODUCTS)}")
    parser.add_argument("--data", type=Path, default=AIRPORTS, help="JSON Lines, also .gz")
    parser.add_argument("--rows", type=int, help="so many, evenly spaced; all if left out")
    parser.add_argument("--max-requests", type=int, help="as many as it takes if left out")
    parser.add_argument("--keep", type=Path, help="folder for the harvests; else they are removed")
    parser.add_argument("--json", action="store_true", help="one object a line, no table")
    options = parser.parse_args()
    if unknown := set(options.names) - set(PRODUCTS):
        parser.error(f"no such product: {', '.join(sorted(unknown))}")
    return options


def main() -> int:
    """Measure the products that are named, one after the other."""
    options = arguments()
    rows = read(options.data, options.rows)
    if not options.json:
        print(f"| {' | '.join(HEADER)} |\n|{' --- |' * len(HEADER)}")
    with tempfile.TemporaryDirectory() as folder:
        keep = options.keep or Path(folder)
        keep.mkdir(parents=True, exist_ok=True)
        wanted = [PRODUCTS[name] for name in options.names or PRODUCTS]
        well = [_report(product, rows, keep, options) for product in wanted]
    return 0 if all(well) else 1


def _report(product: Product, rows: list[Row], keep: Path, options: argparse.Namespace) -> bool:
    """Measure one product and print it; say whether that went well."""
    try:
        one = measure(product, rows, options.max_requests, keep)
    except CannotRun as error:
        print(f"{product.name}: {error}", file=sys.stderr)
        return False
    print(json.dumps({**asdict(one), "ratio": one.ratio}) if options.json else row(one), flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main())
