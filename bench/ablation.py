"""What each idea of the default policy gives: the policy again with one of them switched off.

    python -m bench.ablation --data data/films.jsonl --interface attribute --limit 1000

Prints pages and queries at 50, 80 and 90 % for each variant, first queries as in the lab. Tune on
the collections marked for it only (bench/tables/README.md).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from leadline.lab.collection import index
from leadline.lab.run import first_query, run
from leadline.lab.table import read_rows
from leadline.lab.world import World
from leadline.plan.sounding import Sounding, backbone, openings, rests
from leadline.plan.sounding import index as indices
from leadline.plan.sounding.depth import Depth
from leadline.plan.sounding.guesses import Guesses
from leadline.plan.sounding.values import Values

MARKS = (0.5, 0.8, 0.9)
Change = Callable[[], list[tuple[Any, str, Any]]]


def _without_features(*places: int) -> Change:
    whole = Values.features

    def features(self: Values, known: Any, values: Any) -> Any:
        found = whole(self, known, values)
        found[:, list(places)] = 0.0
        return found

    return lambda: [(Values, "features", features)]


def _flat(self: Depth, depth: Any) -> Any:
    return np.ones(len(depth))


def _nothing_to_guess(self: Guesses, known: Any) -> None:
    return None


def _always_to_the_end() -> list[tuple[Any, str, Any]]:
    whole = indices._worth
    return [
        (indices, "_worth", lambda h, p, w, setting: whole(h, p, w, replace(setting, rate=0.0)))
    ]


CHANGES: dict[str, Change] = {
    "all of it": lambda: [],
    "without the regional share": _without_features(3, 7),
    "without capture-recapture": _without_features(2),
    "without length, age, company": _without_features(4, 5, 6),
    "without leave-one-out yields": _without_features(9),
    "without the backbone": lambda: [(backbone, "WEIGHT", 0.0)],
    "without guesses": lambda: [(Guesses, "renew", _nothing_to_guess)],
    "without the broad-query bonus": lambda: [(indices, "BONUS", 0.0)],
    "without the option to stop": _always_to_the_end,
    "with depth taken as even": lambda: [(Depth, "yields", _flat)],
    "opening with page 1": lambda: [(openings, "opening_page", lambda *_: 1)],
    "overflow not corrected": lambda: [(rests.Rests, "correction", 1.0)],
}
WORLDS: dict[str, dict[str, Any]] = {
    "single values only": {"predicates": 1},
    "pages in order": {"any_page": False},
}


@contextmanager
def changed(changes: list[tuple[Any, str, Any]]) -> Iterator[None]:
    """Replace attributes for a while."""
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in changes]
    for owner, name, value in changes:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)


def measure(world: World, name: str, seeds: int) -> str:
    """One row of the table: means over the seeds."""
    source = replace(world, **WORLDS.get(name, {}))
    with changed(CHANGES.get(name, list)()):
        curves = [
            run(source, Sounding(), first=first_query(source, seed), seed=seed, target=MARKS[-1],
                max_pages=4 * world.collection.records // world.page_size)
            for seed in range(1, seeds + 1)
        ]  # fmt: skip
    cells = []
    for mark in MARKS:
        found = [place for curve in curves if (place := curve.at(mark)) is not None]
        pages, queries = (np.mean([f[i] for f in found]) if found else 0 for i in (0, 1))
        cells.append(f"{pages:,.0f} ({queries:,.0f})" if len(found) == seeds else "–")
    return f"| {name} | {' | '.join(cells)} |"


def main() -> None:
    """Print the table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--interface", choices=("keyword", "attribute"), required=True)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--rows", type=int, help="a random sample of so many rows")
    parser.add_argument("--seeds", type=int, default=2)
    options = parser.parse_args()
    rows = list(read_rows(options.data))
    if options.rows:
        chosen = np.random.default_rng(0).permutation(len(rows))[: options.rows]
        rows = [rows[i] for i in sorted(chosen.tolist())]
    world = World(collection=index(rows, options.interface), limit=options.limit)
    print("| variant | 50 % | 80 % | 90 % |\n|---|---|---|---|", flush=True)
    names = [*CHANGES, *WORLDS]
    with ProcessPoolExecutor(2) as pool:
        for row in pool.map(
            measure, *zip(*((world, n, options.seeds) for n in names), strict=True)
        ):
            print(row, flush=True)


if __name__ == "__main__":
    main()
