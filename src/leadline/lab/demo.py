"""The demonstration: a real catalogue behind a simulated search box, harvested before your eyes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import Any

from leadline.errors import MissingExtra
from leadline.lab.bounds import page_floor
from leadline.lab.collection import index
from leadline.lab.policies import word_list
from leadline.lab.run import Curve, first_query, run
from leadline.lab.table import Row, read_rows
from leadline.lab.world import World
from leadline.plan.classic import AToZ
from leadline.plan.sounding import Sounding

CATALOGUE = "airports.jsonl.gz"
TARGET = 0.9
LIMIT = 100
SEED = 1
PATIENCE = 10  # times the pages that sounding took, then the comparison is given up


@dataclass(frozen=True, slots=True)
class Demo:
    """A harvest and, where there is a word list, the same by letters and common words."""

    world: World
    harvest: Curve
    by_letters: Curve | None

    @property
    def floor(self) -> int:
        """The pages that would hold as much, were no record shown twice."""
        return page_floor(self.harvest.records, self.harvest.coverage, self.world.page_size)

    @property
    def records(self) -> int:
        """The records that were harvested."""
        return int(self.harvest.held[-1])


def rows_of_the_catalogue() -> list[Row]:
    """The airports of the world."""
    with as_file(files("leadline.lab") / "data" / CATALOGUE) as path:
        return list(read_rows(path))


def catalogue() -> World:
    """The airports of the world, ten on a page, a hundred for a query."""
    return World(collection=index(rows_of_the_catalogue(), "keyword"), limit=LIMIT)


def harvest(world: World, progress: Callable[[int, int], None]) -> Curve:
    """What `sounding` gets."""
    first = first_query(world, SEED)
    return run(world, Sounding(), first=first, seed=SEED, target=TARGET, progress=progress)


def by_letters(world: World, pages: int) -> Curve | None:
    """What one gets with a–z, 0–9 and common words; None where there is no word list."""
    try:
        words = word_list("en")
    except MissingExtra:
        return None
    return run(world, AToZ(words), first=None, target=TARGET, max_pages=PATIENCE * pages)


def as_json(demo: Demo) -> dict[str, Any]:
    """The closing summary as plain values."""
    letters = demo.by_letters
    return {
        "records": demo.records,
        "of": demo.harvest.records,
        "coverage": round(demo.harvest.coverage, 6),
        "pages": len(demo.harvest.held),
        "queries": int(demo.harvest.queries[-1]),
        "floor": demo.floor,
        "seconds": round(demo.harvest.seconds, 3),
        "a-z": None
        if letters is None
        else {"pages": len(letters.held), "coverage": round(letters.coverage, 6)},
    }
