"""How well and how fast records of several sources are linked.

    python -m bench.linkage corrupted [--data FILE.jsonl …] [--seeds 3] [--rows 12000]
    python -m bench.linkage pairs --films FILE FILE --airports FILE FILE --debian FOLDER
    python -m bench.linkage scale [--sizes 10000,100000,1000000]

`corrupted`: two parts of a real table with errors (`bench.corrupt`), truth by construction.
`pairs`: real collections that overlap. `scale`: made-up books; a process of its own for each size.
Everything goes through a store file and `linking.unifying.unify`, as `leadline unify` does.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import resource
import subprocess
import sys
import time
import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from bench.corrupt import Row, books, sources, without
from leadline.linking.unifying import Unified, unify
from leadline.model import Answer, Query, Record, Step, Turn
from leadline.store import SqliteStore, open_store

Result = tuple[dict[str, "Score"], Unified]
Truth = Sequence[Hashable | None]  # the entity of each record of a source; None: nobody knows


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Pairs of two sources that were linked, that should be, and that are both."""

    found: int
    true: int
    right: int

    @property
    def precision(self) -> float:
        return self.right / max(self.found, 1)

    @property
    def recall(self) -> float:
        return self.right / max(self.true, 1)

    @property
    def f1(self) -> float:
        return 2 * self.right / max(self.found + self.true, 1)

    def __str__(self) -> str:
        return (f"F1 {self.f1:.4f}  precision {self.precision:.4f}  recall {self.recall:.4f}  "
                f"linked {self.found:,}  true {self.true:,}")  # fmt: skip


def fill(store: SqliteStore, url: str, rows: Iterable[Row]) -> None:
    """Put rows into a store as the records of a source; their keys are their places."""
    source, batch, turn = store.source(url), [], 0
    for number, row in enumerate(rows):
        batch.append(Record(str(number), tuple(_values(row))))
        if len(batch) == 1000:
            turn += 1
            _keep(store, source, turn, batch)
            batch = []
    if batch:
        _keep(store, source, turn + 1, batch)


def _keep(store: SqliteStore, source: int, turn: int, batch: list[Record]) -> None:
    step = Step(Query.of(q=str(turn)))
    store.keep_turn(source, Turn(turn, step, Answer(records=tuple(batch))))


def _values(row: Row) -> Iterable[tuple[str, str]]:
    for name, value in row.items():
        for one in value if isinstance(value, list) else [value]:
            if one is not None and one != "":
                yield name, str(one)


def linked(tables: Sequence[Sequence[Row]], **truths: Sequence[Truth]) -> Result:
    """Unify tables as sources of a file; how right the links are by each truth."""
    with TemporaryDirectory() as folder, open_store(Path(folder) / "x.db") as store:
        for number, rows in enumerate(tables):
            fill(store, f"http://source-{number}.example/", rows)
        done = unify(store)
        return {name: judged(store, truth) for name, truth in truths.items()}, done


def judged(store: SqliteStore, truths: Sequence[Truth]) -> Score:
    """How right the links of a store are; pairs of which nobody knows are left out."""
    place = {one.id: i for i, one in enumerate(store.sources())}
    found = right = 0
    for entity in store.entities():
        members = [(place[one.source], int(one.key)) for one in entity.records]
        for i, (a, x) in enumerate(members):
            for b, y in members[i + 1 :]:
                one, other = truths[a][x], truths[b][y]
                if a != b and one is not None and other is not None:
                    found += 1
                    right += one == other
    counts = [Counter(one for one in truth if one is not None) for truth in truths]
    true = sum(
        count * counts[b][one]
        for a in range(len(counts)) for b in range(a + 1, len(counts))
        for one, count in counts[a].items()
    )  # fmt: skip
    return Score(found=found, true=true, right=right)


def read(path: Path) -> list[Row]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


# --- known truth ----------------------------------------------------------------------------------


def corrupted(rows: Sequence[Row], seed: int) -> Result:
    """Two damaged parts of a table."""
    both = sources(rows, Random(seed))
    tables = [[row for _, row in one] for one in both]
    return linked(tables, known=[[i for i, _ in one] for one in both])


# --- real pairs -----------------------------------------------------------------------------------

ARTICLES = "the|a|an|le|la|les|l|der|die|das|el|il"


def title_key(title: str) -> str:
    """A title without case, accents and punctuation, its article first."""
    bare = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    if match := re.fullmatch(rf"(.*), ({ARTICLES})'?", bare):
        bare = f"{match[2]} {match[1]}"
    return re.sub(r"[\W_]+", " ", bare).strip()


def films(first: Path, second: Path) -> Result:
    """Same title and a year that differs by no more than one; nothing better is in the data."""
    a, b = read(first), read(second)
    own = [(title_key(row["title"]), int(row["year"])) for row in a]
    known = set(own)
    other: list[Hashable | None] = []
    for row in b:
        key, year = title_key(row.get("title", "")), int(row.get("year") or 0)
        near = ((key, year + apart) for apart in (0, -1, 1))
        other.append(next((one for one in near if one in known), ("none", len(other))))
    return linked([a, b], title=[own, other])


def airports(table: Path, other: Path) -> Result:
    """The code of IATA is the truth and hidden, as are the other codes.

    A code that stands twice in a source tells nothing about which of the two it is: `once` leaves
    the records with such codes out.
    """
    with table.open(encoding="utf-8", newline="") as lines:
        a: list[Row] = list(csv.DictReader(lines))
    b = json.loads(other.read_text(encoding="utf-8"))
    codes = [[row["iata"] or None for row in some] for some in (a, b)]
    twice = {code for some in codes for code, count in Counter(some).items() if count > 1}
    once = [[None if code in twice else code for code in some] for some in codes]
    hidden = ("iata", "icao", "lid")
    return linked([without(a, hidden), without(b, hidden)], code=codes, once=once)


def debian(folder: Path, names: Sequence[str]) -> Result:
    """Packages of two releases; their name is the truth and hidden.

    Libraries are renamed with each version of their interface: by `successor`, a name that is in
    one release only is the same as one of the other without its numbers, if that leaves one choice.
    `telling` leaves out names of which a record equals another of its release in all that is shown.
    """
    from bench.tables.debian import BOOKWORM, TRIXIE, _person, dependencies, stanzas

    tables, own = list[list[Row]](), list[list[str]]()
    for suite in (BOOKWORM, TRIXIE):
        found = {one["Package"]: one for one in stanzas(suite.packages(folder))}
        rows = [
            {
                "section": one.get("Section"),
                "maintainer": _person(one.get("Maintainer", "")),
                "source": one.get("Source", name).split()[0],
                "depends": dependencies(one.get("Depends", "")),
                "tags": re.findall(r"[^\s,]+::[^\s,]+", one.get("Tag", "")),
                "title": one.get("Description"),
                "size": one.get("Installed-Size"),
            }
            for name, one in found.items()
        ]
        tables.append([{name: row[name] for name in names} for row in rows])
        own.append(list(found))
    renamed = _renamed(own)
    return linked(tables, name=own, successor=renamed, telling=_telling(renamed, tables))


def _renamed(own: Sequence[Sequence[str]]) -> list[list[str]]:
    """Names, and one name for those that differ in numbers, where that leaves one choice."""
    both = set(own[0]) & set(own[1])
    bare = [Counter(_bare(name) for name in some if name not in both) for some in own]
    one = {name for name in bare[0] if bare[0][name] == bare[1][name] == 1}
    return [
        [_bare(name) if name not in both and _bare(name) in one else name for name in some]
        for some in own
    ]


def _bare(name: str) -> str:
    """A package's name with # for its numbers, without the mark of the change to 64-bit times."""
    return re.sub(r"\d+(\.\d+)*", "#", name.removesuffix("t64"))


def _telling(own: Sequence[Sequence[str]], tables: Sequence[Sequence[Row]]) -> list[Truth]:
    """Names, without those of which a record equals another one of its release."""
    shown = [[json.dumps(row, sort_keys=True) for row in rows] for rows in tables]
    counts = [Counter(rows) for rows in shown]
    lost = {
        name
        for some, rows, count in zip(own, shown, counts, strict=True)
        for name, row in zip(some, rows, strict=True)
        if count[row] > 1
    }
    return [[None if name in lost else name for name in some] for some in own]


# --- scale ----------------------------------------------------------------------------------------


def scale(size: int) -> dict[str, Any]:
    """So many records of made-up books in two sources: time, memory, and how right it is."""
    rows = list(books(round(size / 1.4), Random(size)))
    both = sources(rows, Random(size + 1))
    truths = [[i for i, _ in one] for one in both]
    with TemporaryDirectory() as folder, open_store(Path(folder) / "x.db") as store:
        for number, one in enumerate(both):
            fill(store, f"http://source-{number}.example/", (row for _, row in one))
        del rows, both
        began, cpu = time.monotonic(), time.process_time()
        done = unify(store)
        seconds, used = time.monotonic() - began, time.process_time() - cpu
        score = judged(store, truths)
    return {
        "records": done.records, "f1": round(score.f1, 4), "precision": round(score.precision, 4),
        "recall": round(score.recall, 4), "pairs": done.links.compared if done.links else 0,
        "seconds": round(seconds, 1), "cpu": round(used, 1),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }  # fmt: skip


def _scales(sizes: Sequence[int]) -> None:
    before: dict[str, Any] | None = None
    for size in sizes:
        command = [sys.executable, "-m", "bench.linkage", "scale", "--one", str(size)]
        row = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        growth = "" if before is None else (
            f"  ×{row['cpu'] / before['cpu']:.1f} CPU for ×{row['records'] / before['records']:.1f}"
        )  # fmt: skip
        print(json.dumps(row) + growth, flush=True)
        before = row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("corrupted", "pairs", "scale"))
    parser.add_argument("--data", type=Path, nargs="*", default=[])
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--rows", type=int, help="so many of a table, at random; all if left out")
    parser.add_argument("--films", type=Path, nargs=2)
    parser.add_argument("--airports", type=Path, nargs=2)
    parser.add_argument("--debian", type=Path)
    parser.add_argument("--sizes", default="10000,100000")
    parser.add_argument("--one", type=int)
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(scale(asked.one)))
    elif asked.what == "scale":
        _scales([int(one) for one in asked.sizes.split(",")])
    elif asked.what == "corrupted":
        for path in asked.data:
            for seed in range(asked.seeds):
                rows = read(path)
                drawn = Random(seed).sample(rows, min(asked.rows or len(rows), len(rows)))
                _say(f"{path.stem}, seed {seed}", corrupted(drawn, seed))
    else:
        _pairs(asked)


def _pairs(asked: argparse.Namespace) -> None:
    if asked.films:
        _say("films", films(*asked.films))
    if asked.airports:
        _say("airports", airports(*asked.airports))
    if asked.debian:
        plain = ("section", "maintainer", "source", "depends", "tags")
        _say("debian", debian(asked.debian, plain))
        _say("debian, with title and size", debian(asked.debian, (*plain, "title", "size")))


def _say(name: str, result: Result) -> None:
    scores, done = result
    for truth, score in scores.items():
        print(f"{name}, by {truth}: {score}  {done.seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
