"""Numbers and dates as pages write them, and as plain numbers and ISO dates.

"1,234 €", "1 234,50" and "3. Mai 2013" are read by what all values of a column have in common:
which mark is the decimal one, whether the day or the month comes first. Of several numbers in one
value the first counts. Leaves out "1.2 million", numbers in words, and calendars but the Gregorian.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from enum import StrEnum

MOSTLY = 0.9  # of the values are what all of them are taken for
LONGEST = 60  # characters of a value that are looked at
DECIMALS = 6


class Scale(StrEnum):
    """What the values of an ordered column are."""

    NUMBER = "number"
    DATE = "date"
    YEAR = "year"  # of dates


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """How the values of a column are read, and which values lie next to each other.

    `pattern` is how its dates are written, where that is in digits alone.
    """

    scale: Scale = Scale.NUMBER
    decimal: str = "."
    decimals: int = 0
    day_first: bool = True
    pattern: str = ""

    def plain(self, text: str) -> str | None:
        """A value as a plain number or an ISO date; None if it is neither."""
        if self.scale is Scale.NUMBER:
            return _plain_number(text, self.decimal)
        day = _date(text, self.day_first)
        if day is None:
            return None
        return str(day.year) if self.scale is Scale.YEAR else day.isoformat()

    def after(self, value: str) -> str:
        """The next value above a plain one."""
        return self._moved(value, 1)

    def before(self, value: str) -> str:
        """The next value below a plain one."""
        return self._moved(value, -1)

    def _moved(self, value: str, steps: int) -> str:
        if self.scale is Scale.DATE:
            day = _iso(value)
            return value if day is None else _shifted(day, steps).isoformat()
        try:
            number = Decimal(value)
        except InvalidOperation:
            return value
        decimals = max(self.decimals, len(value.partition(".")[2]))
        return f"{number + steps * Decimal(1).scaleb(-decimals):f}"


def learn_measure(values: Sequence[str]) -> Measure | None:
    """How these values are read; None if they are neither numbers nor dates."""
    enough = max(1.0, MOSTLY * len(values))
    for measure in (_of_dates(values), _of_numbers(values)):
        if sum(measure.plain(value) is not None for value in values) >= enough:
            return measure
    return None


# --- numbers --------------------------------------------------------------------------------------

_NUMBER = re.compile(
    r"(?<![\w.,])[-+−]?(?:[^\w\s.,+−-]{1,3}\s?)?"
    r"(\d{1,15}(?:[.,'’ \u00a0\u2009\u202f]\d{1,15}){0,6})",
    re.ASCII,
)
_MONEY = re.compile(r"[€$£¥]|\b(?:eur|usd|gbp|chf|jpy)\b", re.IGNORECASE)
_GROUPS = re.compile("['’ \u00a0\u2009\u202f]")


def _of_numbers(values: Sequence[str]) -> Measure:
    found = [number for value in values if (number := _written(value)) is not None]
    mark = _decimal_mark(found, any(_MONEY.search(value[:LONGEST]) for value in values))
    plain = (_plain_number(value, mark) or "" for value in values)
    decimals = max((len(one.partition(".")[2]) for one in plain), default=0)
    return Measure(decimal=mark, decimals=min(decimals, DECIMALS))


def _written(text: str) -> str | None:
    """The first number of a text, as it is written but without blanks between its digits."""
    found = _NUMBER.search(text[:LONGEST])
    if found is None:
        return None
    sign = "-" if found[0][0] in "-−" else ""
    return sign + _GROUPS.sub("", found[1]) if _is_grouped(found[1]) else sign + _first(found[1])


def _is_grouped(number: str) -> bool:
    """Whether blanks in a number stand between groups of three digits."""
    whole = re.split("[.,]", number)[0] if _GROUPS.search(number) else ""
    return all(len(group) == 3 for group in _GROUPS.split(whole)[1:])


def _first(number: str) -> str:
    return _GROUPS.split(number)[0]


def _decimal_mark(numbers: Iterable[str], money: bool) -> str:
    """Point or comma: by numbers that can be read one way only, else by which is likelier."""
    unclear = dict.fromkeys(".,", 0)
    bare = 0
    for number in numbers:
        marks = [char for char in number if char in ".,"]
        if not marks:
            bare += 1
        elif len(set(marks)) > 1:
            return marks[-1]
        elif len(marks) > 1:
            return "," if marks[0] == "." else "."
        elif _is_fraction(number, marks[0]):
            return marks[0]
        else:
            unclear[marks[0]] += 1
    commoner = max(unclear, key=lambda mark: unclear[mark])
    groups = bare or money  # smaller numbers have no groups of three, prices no three decimals
    return "," if unclear["."] and commoner == "." and groups else "."


def _is_fraction(number: str, mark: str) -> bool:
    whole, _, rest = number.lstrip("-").partition(mark)
    return len(rest) != 3 or len(whole) > 3 or whole == "0"


def _plain_number(text: str, decimal: str) -> str | None:
    written = _written(text)
    if written is None:
        return None
    plain = written.replace("," if decimal == "." else ".", "").replace(decimal, ".")
    return plain if plain.count(".") <= 1 else None


# --- dates ----------------------------------------------------------------------------------------

_MONTHS = (
    "jan gen ene янв sty", "feb fév fev фев lut", "mar mär maa mrt мар", "apr avr abr апр kwi",
    "may mai mag maj mei мая май", "jun juin giu июн cze", "jul juil lug июл lip",
    "aug aoû aou ago авг sie", "sep set сен wrz", "oct okt ott out окт paź", "nov ноя lis",
    "dec dez déc dic дек gru",
)  # fmt: skip
_BY_NAME = {start: n for n, line in enumerate(_MONTHS, 1) for start in line.split()}
_ISO = re.compile(r"\b(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?!\d)", re.ASCII)
_DIGITS = re.compile(r"(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)", re.ASCII)
_NAMED = re.compile(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|\.)?\s+(?:de\s+|of\s+)?([^\W\d_]{3,12})"
                    r"\.?,?\s+(?:de\s+)?(\d{4})(?!\d)")  # fmt: skip
_NAMED_FIRST = re.compile(
    r"(?<!\w)([^\W\d_]{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)"
)


def _of_dates(values: Sequence[str]) -> Measure:
    digits = [m for value in values if (m := _DIGITS.search(value[:LONGEST]))]
    first = sum(int(m[1]) > 12 for m in digits)
    second = sum(int(m[2]) > 12 for m in digits)
    marks = Counter(m[0][len(m[1])] for m in digits)
    order = ("%d", "%m", "%Y") if first >= second else ("%m", "%d", "%Y")
    pattern = marks.most_common(1)[0][0].join(order) if marks else ""
    return Measure(scale=Scale.DATE, day_first=first >= second, pattern=pattern)


def _date(text: str, day_first: bool) -> date | None:
    return next(filter(None, _dates(text[:LONGEST], day_first)), None)


def _dates(text: str, day_first: bool) -> Iterator[date | None]:
    if found := _ISO.search(text):
        yield _made(found[1], int(found[2]), found[3])
    if found := _DIGITS.search(text):
        day, month = (found[1], found[2]) if day_first else (found[2], found[1])
        yield _made(found[3], int(month), day)
    if found := _NAMED.search(text):
        yield _made(found[3], _month(found[2]), found[1])
    if found := _NAMED_FIRST.search(text):
        yield _made(found[3], _month(found[1]), found[2])


def _month(name: str) -> int:
    start = name.lower()
    return next((_BY_NAME[start[:n]] for n in (4, 3) if start[:n] in _BY_NAME), 0)


def _made(year: str, month: int, day: str) -> date | None:
    try:
        return date(int(year), month, int(day))
    except ValueError:
        return None


def _iso(value: str) -> date | None:
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None


def _shifted(day: date, days: int) -> date:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return day
