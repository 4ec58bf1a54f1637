"""Two controls that are the ends of one range: price from … to …, minYear and maxYear.

Names or labels differ in one marker (min/max, from/to, von/bis …), the rest names the attribute.
Journeys ("from: Oslo, to: Rome") are no ranges: two plain boxes need something that is measured
beside the marker. Boxes, and lists that leave out no whole number, take any interval; other lists
cut a range into cells, which are asked as "a..b", either end of which may be open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from leadline.interpret.domains import domain_of, numeric
from leadline.interpret.names import spaced
from leadline.model import Control

BETWEEN = ".."
ISO = "%Y-%m-%d"
REACH = 3  # controls between the two ends, at most

_MARKS = (
    "min/max minimum/maximum from/to low/high lower/upper lo/hi start/end begin/end since/until",
    "since/till from/until from/till after/before gte/lte ge/le gt/lt first/last start/stop",
    "von/bis ab/bis seit/bis de/à de/a du/au desde/hasta mínimo/máximo minimo/massimo da/a dal/al",
    "od/do van/tot vanaf/tot от/до с/по より/まで から/まで 最小/最大 最低/最高 下限/上限",
)
_PAIRS = frozenset(
    (low, high) for line in _MARKS for low, _, high in (p.partition("/") for p in line.split())
)
_LOW = frozenset(low for low, _ in _PAIRS)
_HIGH = frozenset(high for _, high in _PAIRS)
_ENDS = frozenset(["min", "max", "minimum", "maximum", "lower", "upper", "gte", "lte"])
_AFFIXES = (("min", "max"), ("from", "to"), ("von", "bis"), ("start", "end"), ("low", "high"))
_MEASURED = ("number", "date", "month", "week", "time", "datetime-local", "range")
_TYPED = ("text", "tel", *_MEASURED)
_INTERVALS = ("text", "tel", "number", "range", "date")
_STEP = re.compile(r"\d{0,9}\.(\d{1,6})0*", re.ASCII)
_WRITTEN = re.compile(r"\b([^\W\d_]{1,4})([./-])([^\W\d_]{1,4})\2([^\W\d_]{1,4})\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """The ends, what they are ends of, and the values or cells that two lists cut it into.

    `ordered` says that it takes any interval, `decimals` how fine the numbers are that it takes,
    and `pattern` how a date is written into it.
    """

    low: Control
    high: Control
    name: str
    domain: tuple[str, ...] | None = None
    ordered: bool = False
    decimals: int = 0
    pattern: str = ""


def ranges(controls: Sequence[Control]) -> tuple[Range, ...]:
    """The ranges of a form, each control in one at most."""
    found, used = [], set[str]()
    for low, high in _neighbours(controls):
        if low.name in used or high.name in used:
            continue
        pair = _range(low, high)
        if pair is not None:
            found.append(pair)
            used |= {low.name, high.name}
    return tuple(found)


def is_end(control: Control) -> bool:
    """Whether it names one end of a range, such as a highest price without a lowest."""
    return bool(_ENDS.intersection((*spaced(control.name).split(), *spaced(control.label).split())))


def ends(value: str) -> tuple[str, str]:
    """The two ends of what is asked: `3` is 3 to 3, `3..` has no upper end."""
    low, between, high = value.partition(BETWEEN)
    return (low.strip(), high.strip()) if between else (value, value)


def _neighbours(controls: Sequence[Control]) -> Iterator[tuple[Control, Control]]:
    for i, low in enumerate(controls):
        for high in controls[i + 1 : i + 1 + REACH]:
            if low.name and high.name and low.name != high.name and _alike(low, high):
                yield low, high


def _alike(low: Control, high: Control) -> bool:
    if low.kind == "select":
        return high.kind == "select" and not (low.multiple or high.multiple)
    return low.kind in _TYPED and high.kind in _TYPED


def _range(low: Control, high: Control) -> Range | None:
    by_name = _rest(spaced(low.name).split(), spaced(high.name).split())
    by_label = _rest(spaced(low.label).split(), spaced(high.label).split())
    if by_name is None and by_label is None:
        return None
    rest = _shared(low.label, high.label) or " ".join(by_label or ()) or " ".join(by_name or ())
    if not (_is_measured(low, high) or (rest and low.kind != "select")):
        return None
    domain = _cells(low, high)
    return Range(
        low=low,
        high=high,
        name=rest or "range",
        domain=domain,
        ordered=_counts(domain or ()) if low.kind == "select" else low.kind in _INTERVALS,
        decimals=max(_decimals(control.step) for control in (low, high)),
        pattern=_pattern(low),
    )


def _rest(low: list[str], high: list[str]) -> list[str] | None:
    """What is left of two names that differ in one marker at the same place."""
    if len(low) != len(high):
        return _tail(low, high)
    apart = [i for i, pair in enumerate(zip(low, high, strict=True)) if pair[0] != pair[1]]
    if len(apart) != 1:
        return None
    i = apart[0]
    inner = _within(low[i], high[i])
    return None if inner is None else [*low[:i], *inner, *low[i + 1 :]]


def _tail(low: list[str], high: list[str]) -> list[str] | None:
    """Labels such as "Price from" and "to"."""
    if low and high and len(high) == 1 and (low[-1], high[0]) in _PAIRS:
        return low[:-1]
    return None


def _within(low: str, high: str) -> list[str] | None:
    if (low, high) in _PAIRS:
        return []
    for one, other in _AFFIXES:
        if low.startswith(one) and high == other + low[len(one) :]:
            return [low[len(one) :]]
        if low.endswith(one) and high == low[: -len(one)] + other:
            return [low[: -len(one)]]
    return None


def _shared(low: str, high: str) -> str:
    """The words of both labels, or of the first one, without the markers and how to write it."""
    one, other = (spaced(_WRITTEN.sub(" ", label[:200])).split() for label in (low, high))
    words = [word for word in one if word not in _LOW]
    both = [word for word in words if word in other]
    return " ".join(both or ([] if set(other) - _HIGH else words))


def _is_measured(low: Control, high: Control) -> bool:
    if low.kind == "select":
        return all(numeric(domain_of(c.options).labels) for c in (low, high))
    return low.kind in _MEASURED and high.kind in _MEASURED


def _cells(low: Control, high: Control) -> tuple[str, ...] | None:
    """Steps of one are values; wider steps are cells between neighbours, open at the edges.

    Where an end cannot be left open, what is at an edge is asked by itself.
    """
    if low.kind != "select":
        return None
    lows, highs = domain_of(low.options), domain_of(high.options)
    shared = [label for label in lows.labels if label in set(highs.labels)]
    if not shared or _counts(shared):
        return tuple(shared) or None
    if _size(shared[0]) > _size(shared[-1]):  # the latest year first
        shared.reverse()
    first = "" if lows.any is not None else shared[0]
    last = "" if highs.any is not None else shared[-1]
    return (
        f"{first}{BETWEEN}{shared[0]}",
        *(f"{a}{BETWEEN}{b}" for a, b in pairwise(shared)),
        f"{shared[-1]}{BETWEEN}{last}",
    )


def _size(label: str) -> int:
    return int("".join(filter(str.isdecimal, label))[:18] or 0)


def _decimals(step: str) -> int:
    found = _STEP.fullmatch(step)
    return len(found[1].rstrip("0")) if found else 0


def _pattern(control: Control) -> str:
    """How a date is written, by a hint such as DD.MM.YYYY or jj/mm/aaaa; nothing if nobody says."""
    if control.kind == "date":
        return ISO
    found = _WRITTEN.search(control.placeholder[:60]) or _WRITTEN.search(control.label[:60])
    if found is None:
        return ""
    parts = [_part(found[place].lower()) for place in (1, 3, 4)]
    return found[2].join(parts) if len(set(parts)) == len(parts) else ""


def _part(letters: str) -> str:
    if len(letters) == 4:
        return "%Y"
    return "%m" if letters[0] in "mм" else "%d"


def _counts(labels: Sequence[str]) -> bool:
    """Whether they are whole numbers and leave out none between the least and the greatest."""
    if not labels or not all(label.isdecimal() and len(label) < 9 for label in labels):
        return False
    steps = {abs(int(a) - int(b)) for a, b in pairwise(labels)}
    return steps <= {1}
