"""How the records of a cell are spread over an attribute, as far as the records held tell.

Of an ordered attribute it matters how many records share a value; of a category, which shares its
values have in cells like it, and which of them are so rare that one answer shows them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from leadline.intervals import order_key
from leadline.plan.splitting.likeness import PAIRS, Chances, Likeness, smoothed, values_of
from leadline.plan.splitting.node import Node
from leadline.plan.splitting.rows import MISSING, Rows
from leadline.plan.splitting.rulers import Ruler

SAMPLE = 400  # records looked at
RANDOM = 10  # records that were not asked for by an attribute tell how it is spread
OWN = 40  # records of the cell itself that its own shares are taken from
LARGEST = 24  # values of an attribute that are looked at singly; the others share what is left
UNMET = 0.2  # of a record: belief in each value that a drop-down lists

Shares = tuple[tuple[float, int], ...]  # the share of a value, and how many have that share
Ties = tuple[tuple[float, float], ...]  # a share of the records, and what share a value has there


@dataclass(frozen=True, slots=True)
class Spread:
    """How records are spread over an attribute: shares of values, or how many share a value.

    Values that should fit in one answer in all of the source are `rare`. `counted` says whether
    counts tell when no value is left to ask for, `lost` is the share of records that have no value
    and cannot be asked for by that.
    """

    ordered: bool
    shares: Shares = ()
    rare: Shares = ()
    counted: bool = True
    ties: Ties = ()
    lost: float = 0.0
    bound: float = 1.0  # how much more often two agree in it that are in a cell of another

    @property
    def agreement(self) -> float:
        """How often two records have the same value."""
        if self.ordered:
            return sum(records * share for records, share in self.ties)
        return sum(n * w * w for w, n in (*self.shares, *self.rare))


OUT = Spread(True)  # of an attribute that a cell cannot be split by


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What is known beside a cell: records of cells like it, the source's size, if it counts."""

    likeness: Likeness
    records: float
    counts: bool


def spread_of(node: Node, rows: Rows, position: int, around: Around, fits: float) -> Spread:
    """How the records of a cell are spread over an attribute; `fits` is a rare value's share."""
    own = node.rows[:: max(1, len(node.rows) // SAMPLE)]
    if not rows.ordered[position]:
        likely = smoothed(
            values_of(rows, position, own), around.likeness.chances(position, node.query)
        )
        return _over_values(rows, position, likely, fits, around.counts)
    cut_before = node.value(rows.attributes[position].name) is not None
    if cut_before or len(own) >= OWN:
        return _tied(rows, position, own)
    everywhere = _tied(rows, position, [*own, *range(len(rows))[-SAMPLE:]])
    more = _tied_more(rows, position, own, everywhere.agreement)
    ties = tuple((records, min(more * share, 1.0)) for records, share in everywhere.ties)
    return replace(everywhere, ties=ties)


def _tied_more(rows: Rows, position: int, own: Sequence[int], agreement: float) -> float:
    """How much more often records of a cell share a value than others: 1 if these do as often."""
    groups = Counter(v for row in own for v in rows.carried(position, row)[:1])
    pairs = groups.total() * (groups.total() - 1) / 2
    agree = sum(times * (times - 1) / 2 for times in groups.values())
    return max((agree + PAIRS) / (agreement * pairs + PAIRS), 1.0)


def _tied(rows: Rows, position: int, sample: Sequence[int]) -> Spread:
    """Of an ordered attribute: by how many records share a value."""
    groups = values_of(rows, position, sample, RANDOM)
    missing = rows.attributes[position].missing
    lost = 0.0 if missing else groups[MISSING] / max(groups.total(), 1)
    return Spread(True, ties=_ties(groups, rows.ruler(position)), lost=lost)


def _over_values(rows: Rows, position: int, likely: Chances, fits: float, counts: bool) -> Spread:
    """Of a category: the values met, by their likely shares, and those that no record has."""
    attribute = rows.attributes[position]
    lost = 0.0 if attribute.missing else likely.pop(MISSING, 0.0)
    unmet = max(len(attribute.domain or ()) - len(likely), 0)
    everything = len(rows) + UNMET * unmet
    scale, each = len(rows) / max(everything, UNMET), UNMET / max(everything, UNMET)
    scale *= rows.values_each(position)  # a record with several values is read as often
    rare = {v for v in likely if len(rows.having(position, v)) <= fits * everything}
    others = ((each, unmet),) if unmet else ()
    return Spread(
        ordered=False,
        shares=(*_grouped(scale * likely[v] for v in likely.keys() - rare),
                *(others if each > fits else ())),
        rare=(*_grouped(scale * likely[v] for v in rare), *(others if each <= fits else ())),
        counted=counts and not rows.several[position],
        lost=lost,
    )  # fmt: skip


def _grouped(shares: Iterable[float]) -> Shares:
    """The largest shares, and all others as if the halves of them were alike."""
    found = sorted(shares, reverse=True)
    others = found[LARGEST:]
    halves = others[: len(others) // 2], others[len(others) // 2 :]
    groups = ((sum(half) / len(half), len(half)) for half in halves if half)
    return (*((share, 1) for share in found[:LARGEST]), *groups)


def _ties(groups: Counter[str], ruler: Ruler) -> Ties:
    """How many records have a value that so many others share, by how often values were met."""
    records, least = groups.total(), 1 / _distinct(groups, ruler)
    return tuple(
        (times * values / records, max((times - 1) / max(records - 1, 1), least))
        for times, values in Counter(groups.values()).items()
    )


def _distinct(groups: Counter[str], ruler: Ruler) -> float:
    """How many values there may be: of numbers and dates, all between the least and the greatest
    met."""
    keys = [order_key(value) for value in groups if value != MISSING]
    if not keys or not all(map(ruler.measures, keys)):
        return float(len(groups) + 1) ** 2
    places = [ruler.place(key) for key in keys]
    return 1 + (max(places) - min(places)) / ruler.step
