"""Our pages beside the best grouping on tables drawn at random, by the plan alone: no HTTP.

    python -m bench.facet_plans [--kind random|several|small] [--seeds 0-50] [--page-size 20]
                                [--limit K]

`random` tables have 300 to 3,000 entities and three to seven facets of 2 to 100 values, even or
not, each plain, with gaps, with several values (everybody has one, or not), or told by another.
`several` are few and small facets, the first of them with one value or two; `small` 1,000 entities
with four to eight facets of 2 to 10 values, of which some hang together. Pages are counted as
`lab facets` counts them: the first list, two trials (order and view), and the list of one value of
each facet, which is not fetched again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from random import Random
from statistics import mean, median

import numpy as np

from leadline.answering import answered
from leadline.lab.facets.best import Best
from leadline.lab.sites.faceted_table import FacetTable, texts_of
from leadline.plan.facets.journey import Journey
from leadline.plan.facets.lists import Link, Shown

UNDERSTANDING = 3  # the first list, another order, another view
Column = Sequence[str | list[str] | None]


class Lists:
    """A table's lists as a site would show them; an address is the choice, the page, the order."""

    def __init__(self, table: FacetTable, page_size: int, limit: int | None) -> None:
        self.table, self.size, self.limit = table, page_size, limit
        mixed = np.random.default_rng(len(table.rows)).permutation(len(table.rows))
        self._place = np.argsort(mixed)

    def shown(self, url: str) -> Shown:
        """What a page says."""
        choice, page, order = json.loads(url)
        rows = self.table.chosen(tuple(choice)) if choice else self.table.present
        counts = self.table.counts(rows)
        ordered = (rows[np.argsort(self._place[rows])], rows, rows[::-1])[order][: self.limit]
        there = [value for value in np.flatnonzero(counts).tolist() if value not in choice]
        end = page * self.size
        return Shown(
            keys=tuple(str(row + 1) for row in ordered[end - self.size : end].tolist()),
            total=len(rows),
            panel={self.table.values[v]: Link(url=json.dumps([[*choice, v], 1, 0]),
                                              count=int(counts[v])) for v in there},
            following=json.dumps([choice, page + 1, order]) if end < len(ordered) else "",
            orders=tuple(json.dumps([choice, 1, other]) for other in (1, 2)),
            url=url,
        )  # fmt: skip


def crawled(table: FacetTable, page_size: int, limit: int | None) -> tuple[int, float, float]:
    """Our pages, precision and recall."""
    lists, root = Lists(table, page_size, limit), json.dumps([[], 1, 0])
    first = lists.shown(root)
    journey, asked = Journey(first, url=root, alone=_alone), set[str]()
    for ask in answered(journey.go(), lambda ask: lists.shown(ask.url)):
        asked.add(ask.url)
    journey.known.conclude()
    found = set(journey.known.pairs())
    truth = {(str(n + 1), facet, text) for n, row in enumerate(table.rows)
             for facet in table.facets for text in texts_of(row, facet)}  # fmt: skip
    right = len(found & truth)
    pages = UNDERSTANDING + len(asked | _tried(first))
    return pages, right / max(1, len(found)), right / len(truth)


def _alone(link: str, here: str, everything: str) -> str:
    """What a link adds to the choice of the list it stands on, put on another list's."""
    had, choice = json.loads(here)[0], json.loads(everything)[0]
    added = [value for value in json.loads(link)[0] if value not in had]
    return json.dumps([[*choice, *added], 1, 0])


def _tried(first: Shown) -> set[str]:
    """The list of each facet's largest value that not all have."""
    found: dict[str, Link] = {}
    for (facet, _), link in first.panel.items():
        if link.count < (first.total or 0):
            found[facet] = max(found.get(facet, link), link, key=lambda one: one.count)
    return {link.url for link in found.values()}


def random_table(seed: int) -> FacetTable:
    """A table of facets of all kinds."""
    rng = Random(seed)
    number, columns = rng.choice([300, 600, 1000, 1500, 2000, 3000]), list[Column]()
    for place in range(rng.randint(3, 7)):
        kind = rng.choice(["plain", "plain", "gaps", "several", "several-all", "told"])
        count, skew = rng.choice([2, 3, 5, 8, 12, 20, 40, 100]), rng.choice([0, 0.5, 1.0])
        values = [f"{place} {n}" for n in range(count)]
        weights = [1 / (n + 1) ** skew for n in range(count)]
        if kind == "told" and columns:
            base = rng.choice(columns)
            told = {text: rng.choice(values) for text in dict.fromkeys(map(str, base))}
            columns.append([told[str(value)] for value in base])
        elif kind == "gaps":
            gap = rng.uniform(0.1, 0.7)
            columns.append([None if rng.random() < gap else rng.choices(values, weights)[0]
                            for _ in range(number)])  # fmt: skip
        elif kind.startswith("several"):
            least = int(kind == "several-all")
            columns.append([
                sorted(set(rng.choices(values, weights,
                                       k=rng.randint(least, min(count, rng.choice([2, 3]))))))
                for _ in range(number)
            ])  # fmt: skip
        else:
            columns.append(rng.choices(values, weights, k=number))
    return _table(columns)


def several_table(seed: int) -> FacetTable:
    """A table of few and small facets, of which some have several values."""
    rng = Random(1000 + seed)
    number, columns = rng.choice([600, 1000, 2000]), list[Column]()
    for place in range(rng.randint(2, 4)):
        values = [f"{place} {n}" for n in range(rng.choice([2, 3, 4, 5, 8]))]
        if place == 0 or rng.random() < 0.3:
            columns.append([sorted(set(rng.choices(values, k=rng.choice([1, 1, 2, 2]))))
                            for _ in range(number)])  # fmt: skip
        else:
            columns.append(rng.choices(values, k=number))
    return _table(columns)


def small_table(seed: int) -> FacetTable:
    """A table of small facets, of which some are told by another, wholly or mostly."""
    rng = Random(5000 + seed)
    number, columns = 1000, list[Column]()
    for place in range(rng.randint(4, 8)):
        count, skew = rng.choice([2, 2, 3, 4, 5, 6, 8, 10]), rng.choice([0, 0.5, 1.0])
        values = [f"{place} {n}" for n in range(count)]
        weights = [1 / (n + 1) ** skew for n in range(count)]
        kind = rng.choice(["plain", "plain", "plain", "told", "half", "gaps", "several"])
        if kind in ("told", "half") and columns:
            base = rng.choice(columns)
            told = {text: rng.choice(values) for text in dict.fromkeys(map(str, base))}
            columns.append([told[str(value)] if kind == "told" or rng.random() < 0.6
                            else rng.choices(values, weights)[0] for value in base])  # fmt: skip
        elif kind == "gaps":
            columns.append([None if rng.random() < 0.3 else rng.choices(values, weights)[0]
                            for _ in range(number)])  # fmt: skip
        elif kind == "several":
            columns.append([sorted(set(rng.choices(values, weights, k=rng.choice([1, 1, 2]))))
                            for _ in range(number)])  # fmt: skip
        else:
            columns.append(rng.choices(values, weights, k=number))
    return _table(columns)


def _table(columns: list[Column]) -> FacetTable:
    names = [f"f{place}" for place in range(len(columns))]
    rows = [{"title": f"Thing {n}", **dict(zip(names, row, strict=True))}
            for n, row in enumerate(zip(*columns, strict=True))]  # fmt: skip
    return FacetTable(rows=rows, facets=tuple(names))


TABLES: dict[str, Callable[[int], FacetTable]] = {
    "random": random_table,
    "several": several_table,
    "small": small_table,
}


def main() -> None:
    """Print a line for each table, and how they lie."""
    parser = argparse.ArgumentParser(prog="bench.facet_plans")
    parser.add_argument("--kind", choices=TABLES, default="random")
    parser.add_argument("--seeds", default="0-50")
    parser.add_argument("--page-size", type=int, default=20)
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    first, _, last = options.seeds.partition("-")
    ratios = list[float]()
    for seed in range(int(first), int(last)):
        table = TABLES[options.kind](seed)
        best = Best(table=table, page_size=options.page_size, limit=options.limit).pages()
        pages, precision, recall = crawled(table, options.page_size, options.limit)
        ratios.append(pages / best)
        print(f"| {seed} | {len(table.rows):,} | {len(table.facets)} | {precision:.4f} | "
              f"{recall:.4f} | {best:,} | {pages:,} | {ratios[-1]:.2f} |", flush=True)  # fmt: skip
    print(f"{min(ratios):.2f} to {max(ratios):.2f}, median {median(ratios):.2f}, mean "
          f"{mean(ratios):.3f}, over 1.2: {sum(one > 1.2 for one in ratios)}")  # fmt: skip


if __name__ == "__main__":
    main()
