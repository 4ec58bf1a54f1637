"""The pairs that are worth comparing, counted and made in DuckDB.

`unify.blocking` chooses the rules. Pairs between sources may match. Pairs within a source are made
by the same rules, as many as are needed to learn from: they show what pairs look like that do not
match.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from leadline.linking.workbench import Workbench
from leadline.unify.blocking import (
    Counted,
    Part,
    Rule,
    Way,
    by_chance,
    choose,
    different,
    double_rules,
    largest,
    single_rules,
)
from leadline.unify.levels import NEAR, ORDERED, comparison

KEYS = 200_000  # of a rule that are counted at least
LETTERS = 5
DECOYS = 300_000  # pairs within sources that are enough
RANDOM = 150_000  # random pairs
SAMPLE = 200_000  # pairs that are learnt from
PARTS = 1_000_000
DRAWN = 500_000  # pairs of numbers that tell how near is near


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A rule, and the size of a block up to which it makes pairs."""

    counted: Counted
    within: float  # others of their source that it brings records together with
    cap: int
    whole: bool = False  # whether no block is larger


class Candidates:
    """Makes the pairs of a workbench."""

    def __init__(self, bench: Workbench) -> None:
        self._bench, self._db = bench, bench.db
        self._sizes = bench.sizes()
        self._records = sum(self._sizes.values())
        self.tolerances = [self._tolerances(i) for i in range(len(bench.kinds))]

    # --- numbers ------------------------------------------------------------------------------

    def _tolerances(self, i: int) -> tuple[float, ...]:
        """Differences that few random pairs of a number are below."""
        if self._bench.kinds[i] not in ORDERED:
            return ()
        query = f"SELECT v{i} FROM rows WHERE v{i} IS NOT NULL AND isfinite(v{i})"
        values = self._db.execute(f"{query} USING SAMPLE 20000 ROWS (reservoir, 1)").fetchnumpy()
        known = values[f"v{i}"]
        if len(known) < 2:
            return ()
        rng = np.random.default_rng(1)
        apart = np.abs(rng.choice(known, DRAWN) - rng.choice(known, DRAWN))
        return tuple(float(one) for one in np.quantile(apart, NEAR))

    def random(self) -> Any:
        """Random pairs within sources, as two arrays of numbers."""
        rng, left, right, first = np.random.default_rng(2), [], [], 0
        for size in self._sizes.values():
            wanted = min(RANDOM * size // self._records, 4 * size * size)
            if size > 1 and wanted:
                a, b = rng.integers(0, size, wanted), rng.integers(1, size, wanted)
                left.append(first + a)
                right.append(first + (a + b) % size)
            first += size
        empty = np.zeros(0, dtype=np.int64)
        pairs = np.concatenate([empty, *left]), np.concatenate([empty, *right])
        return np.minimum(*pairs), np.maximum(*pairs)

    # --- rules --------------------------------------------------------------------------------

    def rules(self) -> list[Chosen]:
        """The rules worth their pairs: of one attribute, then of two where that adds."""
        kinds = self._bench.kinds
        single = {rule: self._count(rule) for rule in single_rules(kinds)}
        chosen = choose([one.counted for one in single.values()], self._records)
        whole = [one.rule for one in chosen if single[one.rule].whole]
        double = {rule: self._count(rule) for rule in double_rules(kinds, whole)}
        spent = sum(one.pairs for one in chosen)
        more = choose(different([one.counted for one in double.values()]), self._records, spent)
        return [(single | double)[one.rule] for one in (*chosen, *more)]

    def _count(self, rule: Rule) -> Chosen:
        """What a rule makes, with the largest blocks that it can afford."""
        part = max(self._records // KEYS, 1)
        own = [f"sum(c * (c - 1)) FILTER (source = {source})" for source in self._sizes]
        sums = ", ".join(f"sum(w{i})" for i in range(len(own)))
        blocks = f"""
            SELECT total, sum(cross_pairs), {sums}, count(*) FROM (
                SELECT sum(c) AS total, (sum(c) ** 2 - sum(c * c)) / 2 AS cross_pairs,
                       {", ".join(f"coalesce({w}, 0) AS w{i}" for i, w in enumerate(own))}
                FROM (SELECT key, source, count(*) AS c FROM ({self._keys(rule)})
                      WHERE key % {part} = 0 GROUP BY key, source) GROUP BY key)
            WHERE total > 1 GROUP BY total ORDER BY total"""
        found = np.array(self._db.execute(blocks).fetchall(), dtype=float)
        found = found.reshape(-1, 3 + len(own))
        made = np.cumsum(found[:, 1:-1], axis=0) * part
        repeated = float((found[:, 0] * found[:, -1]).sum()) * part / self._records
        more = made[:, 0] - by_chance(made[:, 1:])
        matches = np.maximum.accumulate(more) / max(repeated, 1.0)
        last = largest(made[:, 0], matches, self._records)
        if last < 0:
            return Chosen(counted=Counted(rule=rule, pairs=0.0, matches=0.0), within=0.0, cap=1)
        counted = Counted(rule=rule, pairs=float(made[last, 0]), matches=float(matches[last]))
        return Chosen(counted=counted, within=float(made[last, 1:].sum()), cap=int(found[last, 0]),
                      whole=last == len(found) - 1)  # fmt: skip

    @property
    def possible_within(self) -> float:
        """How many others of their source all records have together."""
        return float(sum(size * (size - 1) for size in self._sizes.values()))

    # --- pairs --------------------------------------------------------------------------------

    def exact(self) -> int:
        """Find records that are equal in all, once in each source: `exact` pairs; how many.

        Half of the attributes must be there, and a text among them or two numbers.
        """
        columns = [comparison(i, kind).column for i, kind in enumerate(self._bench.kinds)]
        there = [f"({one} IS NOT NULL)::INT" for one in columns]
        telling = [f"{1 if one[0] == 'v' else 2} * ({one} IS NOT NULL)::INT" for one in columns]
        self._db.execute(f"""
            CREATE TABLE exact AS SELECT unnest(list_sort(list(n))[2:]) AS r, min(n) AS l
            FROM rows WHERE 2 * ({" + ".join(there)}) >= {len(columns)}
            AND {" + ".join(telling)} >= 2 GROUP BY {", ".join(columns)}
            HAVING count(*) > 1 AND count(*) = count(DISTINCT source)""")
        return int(self._bench.one("SELECT count(*) FROM exact"))

    def make(self, rules: Sequence[Chosen]) -> float:
        """Make the tables `between` and `within`; the share of all pairs within that was made.

        Of records that are equal the first looks for others, unless it has one in each source.
        """
        self._db.execute(f"""
            CREATE TABLE done AS SELECT r AS n FROM exact
            UNION SELECT l FROM exact GROUP BY l HAVING count(*) + 1 = {len(self._sizes)}""")
        for number, one in enumerate(rules):
            self._db.execute(f"""
                CREATE TABLE keys{number} AS
                WITH k AS ({self._keys(one.counted.rule)}), b AS (
                    SELECT key FROM k GROUP BY key HAVING count(*) BETWEEN 2 AND {one.cap})
                SELECT DISTINCT k.n, k.source, k.key FROM k SEMI JOIN b USING (key)""")
        free = "ANTI JOIN done ON keys.n = done.n"
        self._pairs("between", len(rules), "a.n < b.n AND a.source <> b.source", free, free)
        made = sum(one.within for one in rules)
        share = _parts(DECOYS, made)
        part = f"WHERE hash(keys.n) % {PARTS} < {share}"
        self._pairs("within", len(rules), "a.n <> b.n AND a.source = b.source", part, "")
        for number in range(len(rules)):
            self._db.execute(f"DROP TABLE keys{number}")
        return share / PARTS

    def _pairs(self, name: str, rules: int, condition: str, left: str, right: str) -> None:
        each = [
            f"""SELECT a.n AS l, b.n AS r FROM (SELECT keys.* FROM keys{i} AS keys {left}) a
                JOIN (SELECT keys.* FROM keys{i} AS keys {right}) b USING (key) WHERE {condition}"""
            for i in range(rules)
        ]
        empty = "SELECT n AS l, n AS r FROM rows WHERE false"
        self._db.execute(f"CREATE TABLE {name} AS {' UNION '.join([*each, empty])}")

    def sample(self) -> str:
        """A query for some records' pairs between sources, all of each.

        The left record is of the smaller source, as more of its records match.
        """
        sizes = " ".join(f"WHEN {source} THEN {size}" for source, size in self._sizes.items())
        smaller = f"CASE a.source {sizes} END < CASE b.source {sizes} END"
        both = "SELECT l, r FROM between UNION ALL SELECT l, r FROM exact"
        pairs = f"""SELECT CASE WHEN {smaller} THEN l ELSE r END AS l,
                           CASE WHEN {smaller} THEN r ELSE l END AS r
                    FROM ({both}) p JOIN rows a ON p.l = a.n JOIN rows b ON p.r = b.n"""
        made = self._bench.one(f"SELECT count(*) FROM ({both})")
        return f"SELECT * FROM ({pairs}) WHERE hash(l) % {PARTS} < {_parts(SAMPLE, made)}"

    def _keys(self, rule: Rule) -> str:
        """A query for the keys of all records by a rule: n, source, key."""
        query = "rows"
        for number, part in enumerate(rule):
            query = f"(SELECT *, {self._key(part, len(rule) > 1)} AS k{number} FROM {query})"
        key = ", ".join(f"k{number}" for number in range(len(rule)))
        known = " AND ".join(f"k{number} IS NOT NULL" for number in range(len(rule)))
        return f"SELECT n, source, hash({key}) AS key FROM {query} WHERE {known}"

    def _key(self, part: Part, wide: bool) -> str:
        i, column = part.attribute, comparison(part.attribute, self._bench.kinds[part.attribute])
        if part.way is Way.WORD:
            return f"unnest(t{i})"
        if part.way is Way.START:
            return f"nullif(p{i}[:{LETTERS}], '')"
        if part.way is Way.NEAR:
            width = 2 * max(self.tolerances[i][1 + wide] if self.tolerances[i] else 0.0, 1e-9)
            grids = f"[2 * floor(v{i} / {width!r}), 2 * floor(v{i} / {width!r} + 0.5) + 1]"
            return f"unnest(CASE WHEN isfinite(v{i}) THEN {grids} END)"
        return column.column


def _parts(wanted: int, made: float) -> int:
    """How many of a million parts of something are as many as are wanted."""
    return round(min(1.0, wanted / made) * PARTS) if made else PARTS
