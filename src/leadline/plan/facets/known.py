"""Who has which value: witnessed, or the only way to make the site's counts true.

Each list that was read to its end tells its members, and its panel how many of them have each
value. If as many are known to have it, the others do not; if no more than these can, all do. Where
the counts of a facet add up to the members and nobody has two values, everybody has exactly one.

Counts may be wrong, or grow old while a site changes. A count that contradicts what is known is not
used; a facet whose counts are wrong by more than a few in a hundred is believed no more, and of it
only what was witnessed is kept. Values may be met that the first list did not name: of those nobody
says how many have them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from leadline.plan.facets.evidence import EVERYTHING, OWN, Evidence, Pair, Told
from leadline.plan.facets.lists import Under, Value
from leadline.plan.facets.states import NO, SEEN, YES, Rows, States

UNSAID = -1  # how many have a value that the first list does not name
SLACK = 0.02  # of the members of lists whose counts may be wrong
PER_TOLD = 20_000  # entries that take as long as looking at a list at all
PER_PAGE = 2_000_000  # entries that may be gone through for each page that was read


class Known:
    """What is known of all entities and values met so far."""

    def __init__(self, counts: Mapping[Value, int], total: int | None) -> None:
        self.values: list[Value] = []
        self.counts = np.zeros(0, np.int64)
        self.total = total
        self.number: dict[Value, int] = {}
        self.keys: dict[str, int] = {}
        self._states = States()
        self._told: list[Told] = []
        self._evidence: list[Evidence] = []
        self._doubted: set[str] = set()
        self._checked: dict[str, float] = {}
        self._wrong: dict[str, float] = {}
        self._fresh = False
        self._earned, self._cost = 0, 0
        self.add(counts)
        self.counts = np.array([counts[v] for v in self.values], np.int64)
        self._first = len(self.values)  # so many are named by the first list

    def add(self, values: Iterable[Value]) -> None:
        """Values that the first list does not name, but another does."""
        new = [value for value in dict.fromkeys(values) if value not in self.number]
        if new:
            self.number |= {value: len(self.values) + n for n, value in enumerate(new)}
            self.values += new
            self.counts = np.concatenate([self.counts, np.full(len(new), UNSAID, np.int64)])
            self._states.add([facet for facet, _ in new])

    def say(self, value: Value, count: int) -> None:
        """How many have a value that the first list does not name."""
        self.add([value])
        self.counts[self.number[value]] = count

    # --- what lists show --------------------------------------------------------------------------

    def meet(self, keys: Iterable[str], having: Under, page: int = 1) -> None:
        """Entities that a page of the list under these values shows."""
        rows = self._rows(keys)
        self._states.touched[rows] = True
        self.add(having)
        for value in having:
            column = self.number[value]
            new = rows[self._states.of[rows, column] != SEEN]
            self._evidence.append(Evidence(rows=new, value=column, under=having, page=page))
            self._note(value[0], self._states.put(new, column, SEEN))
        self._earned += PER_PAGE
        self._fresh = True

    def tell(self, keys: Iterable[str], value: Value, under: Under) -> None:
        """Entities that have a value as the lists that they are on tell together."""
        self.add([value])
        rows, column = self._rows(keys), self.number[value]
        self._conclude(rows[self._states.of[rows, column] & 1 == 0], column, YES, under)
        self._fresh = True

    def read(
        self,
        keys: Iterable[str],
        panel: Mapping[Value, int],
        total: int,
        under: Under,
        cut: frozenset[str] = frozenset(),
    ) -> None:
        """A list that was read to its end; values that its panel lacks have no members in it.

        Not so in facets of which the panel shows the first values only (`cut`). Of the facets it
        was chosen by, and of those that its panel lacks, nothing is concluded: some sites go on
        counting what is not chosen, others leave out what is settled.
        """
        rows, chosen = self._rows(keys), {facet for facet, _ in under}
        if len(rows) != total or self.total is None:
            return
        self.add(panel)
        seen = {facet for facet, _ in panel} - chosen - self._doubted
        for facet in seen:
            self._checked[facet] = self._checked.get(facet, 0) + len(rows)
            if facet not in cut:
                lacking = [n for n in self._offered(facet) if not panel.get(self.values[n])]
                self._note(facet, self._states.rule_out(rows, np.array(lacking, np.int64)))
        use = [self.number[value] for value, n in panel.items() if value[0] in seen and n]
        counts = np.array([panel[self.values[n]] for n in use], np.int64)
        self._told.append(
            Told(under=under, members=rows, values=np.array(use, np.int64), counts=counts)
        )
        self._states.touched[rows] = True
        self._fresh = True

    def _offered(self, facet: str) -> list[int]:
        """The values that a panel would name; a branch of a tree only where that is chosen."""
        columns: list[int] = self._states.columns(facet).tolist()
        first = [n for n in columns if n < self._first]
        return first or columns

    # --- what is known ----------------------------------------------------------------------------

    def has(self, value: Value) -> bool:
        """Whether a value was met."""
        return value in self.number

    def having(self, values: Iterable[Value]) -> list[str]:
        """The entities that are known to have all these values."""
        names = list(self.keys)
        return [names[row] for row in np.flatnonzero(self._having(values)).tolist()]

    def _having(self, values: Iterable[Value]) -> NDArray[np.bool_]:
        found = np.ones(len(self.keys), np.bool_)
        for value in values:
            found &= (self._states.of[: len(self.keys), self.number[value]] & 1).astype(np.bool_)
        return found

    def without(self, facet: str) -> list[str]:
        """The entities of which no value of a facet is known."""
        names = list(self.keys)
        return [names[row] for row in self._states.without(facet, len(names)).tolist()]

    def is_closed(self, value: Value) -> bool:
        """Whether all entities with a value are known."""
        n = self.number[value]
        return bool(self.counts[n] != UNSAID and self._states.yes[n] >= self.counts[n])

    def is_total(self, facet: str) -> bool:
        """Whether everybody seems to have exactly one value of a facet."""
        counts = self.counts[self._states.columns(facet)]
        said = bool((counts != UNSAID).all())
        return said and self.is_had_once(facet, int(counts.sum()), self.total)

    def is_had_once(self, facet: str, counted: int, total: int | None) -> bool:
        """Whether each of so many seems to have one value of a facet, as its counts add up."""
        few = self._states.several(facet) <= SLACK / 2 * len(self.keys)
        return counted == total and few

    def is_settled(self, keys: Iterable[str], facet: str) -> bool:
        """Whether it is known of all these entities which values of a facet they have."""
        return self._states.is_settled(self._rows(keys), facet)

    def pairs(self) -> Iterable[tuple[str, str, str]]:
        """Everything that somebody is known to have."""
        names = list(self.keys)
        for row, column in np.argwhere(self._states.of[: len(names)] & 1).tolist():
            yield names[row], *self.values[column]

    def witnessed(self) -> Iterator[Pair]:
        """The same with what tells it: the page that first did, if one did."""
        names = list(self.keys)
        for one in self._evidence:
            seen = self._states.of[one.rows, one.value] == SEEN
            for row in (one.rows if one.page else one.rows[~seen]).tolist():
                yield Pair(key=names[row], value=self.values[one.value], under=one.under,
                           page=one.page)  # fmt: skip

    # --- what follows -----------------------------------------------------------------------------

    def conclude(self, *, often: bool = False) -> None:
        """All that follows from the counts; who calls `often` waits until it is worth its time."""
        if self.total is None or not self._fresh or (often and self._earned < self._cost):
            return
        self._fresh, self._earned, self._cost = False, 0, 0
        while len(rows := self._states.changed(len(self.keys))):
            fresh = np.zeros(len(self.keys), np.bool_)
            fresh[rows] = True
            for told in self._told:
                if fresh[told.members].any():
                    self._count(told)
            if len(self.keys) == self.total:
                self._count_all()
            for facet in self._states.facets:
                if facet not in self._doubted and self.is_total(facet):
                    self._exactly_one(facet, rows)
            self._doubt()
        self._told = [told for told in self._told if len(told.values)]

    def _count(self, told: Told) -> None:
        """What the counts of a list tell."""
        part = self._states.of[np.ix_(told.members, told.values)]
        self._cost += part.size + PER_TOLD
        yes, open_ = (part & 1).sum(axis=0), (part == 0).sum(axis=0)
        wrong = np.maximum(yes - told.counts, told.counts - yes - open_).clip(0)
        for n in np.flatnonzero(wrong).tolist():
            self._note(self.values[told.values[n]][0], int(wrong[n]))
        for full, state in ((yes == told.counts, NO), (yes + open_ == told.counts, YES)):
            for n in np.flatnonzero(full & (open_ > 0)).tolist():
                rows = told.members[part[:, n] == 0]
                self._conclude(rows, int(told.values[n]), state, told.under)
        left = (open_ > 0) & (wrong == 0) & (yes < told.counts) & (yes + open_ > told.counts)
        told.narrow(part, left)

    def _count_all(self) -> None:
        """The same for the list of everybody, once all are known."""
        yes, open_ = self._states.yes, len(self.keys) - self._states.yes - self._states.no
        for full, state in ((yes == self.counts, NO), (yes + open_ == self.counts, YES)):
            for n in np.flatnonzero(full & (open_ > 0)).tolist():
                if self.values[n][0] not in self._doubted:
                    rows = np.flatnonzero(self._states.of[: len(self.keys), n] == 0)
                    self._conclude(rows, n, state, EVERYTHING)

    def _exactly_one(self, facet: str, rows: Rows) -> None:
        """Who has a value has no other; who can have but one has it."""
        columns = self._states.columns(facet)
        part = self._states.of[np.ix_(rows, columns)]
        self._cost += part.size
        has, open_ = (part & 1).any(axis=1), part == 0
        self._states.rule_out(rows[has & open_.any(axis=1)], columns)
        last = ~has & (open_.sum(axis=1) == 1)
        for place in np.flatnonzero(open_[last].any(axis=0)).tolist():
            self._conclude(rows[last & open_[:, place]], int(columns[place]), YES, EVERYTHING)

    def _conclude(self, rows: Rows, column: int, state: int, under: Under) -> None:
        self._states.put(rows, column, state)
        if state == YES:
            self._evidence.append(Evidence(rows=rows, value=column, under=under, page=0))

    # --- counts that are wrong --------------------------------------------------------------------

    def _note(self, facet: str, wrong: int) -> None:
        if wrong:
            self._wrong[facet] = self._wrong.get(facet, 0) + wrong

    def _doubt(self) -> None:
        """Facets whose counts were wrong too often: only what was witnessed is kept."""
        for facet, wrong in self._wrong.items():
            if facet not in self._doubted and wrong > SLACK * self._checked.get(facet, 0):
                self._doubted.add(facet)
                columns = set(self._states.forget(facet).tolist())
                self._evidence = [e for e in self._evidence if e.page or e.value not in columns]
                for told in self._told:
                    kept = np.array([n not in columns for n in told.values.tolist()], np.bool_)
                    told.values, told.counts = told.values[kept], told.counts[kept]

    def _rows(self, keys: Iterable[str]) -> Rows:
        rows = [self.keys.setdefault(key, len(self.keys)) for key in keys]
        self._states.room_for(len(self.keys))
        return np.array(rows, np.int64)


__all__ = ["OWN", "Known", "Pair"]
