"""How values of an ordered attribute are measured, so that a bound can lie between two of them.

Numbers are measured as they are, to the precision that they have, long whole ones to the last
digit, which floats do not tell apart; dates and times as ISO 8601 writes them, by whole seconds.
Other texts have no measure: only values that records have are bounds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from leadline.intervals import Key, order_key

DIGIT = re.compile(r"\d", re.ASCII)
SECONDS = len("0000-00-00 00:00:00")
BEYOND = re.compile(r"(\.0+)?Z?")  # what may follow these: parts of a second, and that it is UTC
BEGINNING = datetime(1, 1, 1, tzinfo=UTC)
LATEST = (datetime.max.replace(tzinfo=UTC) - BEGINNING).total_seconds() - 1
STEPS = {  # seconds that the next date or time is later, at most
    "0000-00": 31 * 86_400,
    "0000-00-00": 86_400,
    "0000-00-00 00:00": 60,
    "0000-00-00 00:00:00": 1,
}


def shape_of(value: str) -> str:
    """How a date or a time is written; empty if it is none."""
    shape = DIGIT.sub("0", value)
    is_date = _to_the_second(shape) in STEPS and BEYOND.fullmatch(shape[SECONDS:])
    return shape if is_date and _seconds(value) is not None else ""


def _to_the_second(shape: str) -> str:
    return shape[:SECONDS].replace("T", " ")


@lru_cache(maxsize=1 << 14)
def _seconds(value: str) -> float | None:
    whole = value if len(value) > len("0000-00") else f"{value}-01"
    try:
        moment = datetime.fromisoformat(whole).replace(tzinfo=UTC)
    except ValueError:
        return None
    return (moment - BEGINNING).total_seconds()


@dataclass(frozen=True, slots=True)
class Ruler:
    """Measures numbers of so many decimals or, with a shape, dates that are written like it."""

    decimals: int = 0
    shape: str = ""

    @property
    def step(self) -> float:
        """How far from each other two values are at least, but for months."""
        if self.shape:
            return STEPS[_to_the_second(self.shape)]
        return 10.0**-self.decimals if self.decimals else 1

    def measures(self, key: Key) -> bool:
        """Whether a value can be measured."""
        return _seconds(key[2]) is not None if self.shape else key[0] == 0

    def place(self, key: Key) -> float:
        """Where a value lies; a long whole number as it is."""
        return (_seconds(key[2]) or 0.0) if self.shape else key[1]

    def write(self, key: Key) -> str | None:
        """A value as it is written; None for a number that is finer than that."""
        if key[0]:
            return key[2]
        if isinstance(key[1], int):
            return str(key[1])
        text = f"{round(key[1], self.decimals):.{self.decimals}f}"
        short = text.rstrip("0").rstrip(".") if self.decimals else text
        return short if order_key(short) == key else None

    def text(self, place: float) -> str:
        """What lies at a place, or just below it."""
        if not self.shape:
            number = round(place, self.decimals)
            return str(number) if isinstance(number, int) else f"{number:.{self.decimals}f}"
        moment = BEGINNING + timedelta(seconds=min(place, LATEST))
        whole = moment.isoformat(self.shape[10:11] or "T")[:SECONDS]
        return whole[: len(self.shape)] + self.shape[SECONDS:]
