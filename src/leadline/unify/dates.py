"""Dates as people write them: `2006-03-01`, `1 March 2006`, `Mar 1, 2006`, `2006年3月1日`.

Where only the order of day and month is open (`03/01/2006`), a whole column tells it: a number
above twelve is a day. Times of day are ignored. Months are known in nine languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from leadline.unify.texts import plain

LONGEST = 48
MONTHS: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "jan gen janv janvier januar january enero gennaio janeiro januari stycznia",
            "feb fev fevr fevrier februar february febrero febbraio fevereiro februari lutego",
            "mar mars marz marc march marzo marco maart mrt marca",
            "apr avr abr avril april abril aprile kwietnia",
            "may mai mag maj mayo maggio maio mei maja",
            "jun june juni juin junio giugno junho giu czerwca",
            "jul july juli juillet julio luglio julho lug juil lipca",
            "aug aou ago august aout agosto augustus augusti sierpnia",
            "sep sept set september septembre septiembre settembre setembro wrzesnia",
            "oct okt ott out october oktober octobre octubre ottobre outubro pazdziernika",
            "nov november novembre noviembre novembro listopada",
            "dec dez dic dezember december decembre diciembre dicembre dezembro grudnia",
        ),
        1,
    )
    for name in names.split()
}
_ISO = re.compile(r"(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2}))?(?:[T ]\d{1,2}:\d\d.*)?")
_PACKED = re.compile(r"([12]\d{3})(0[1-9]|1[0-2])([0-2]\d|3[01])")
_NUMERIC = re.compile(r"(\d{1,2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{4})(?:,? \d{1,2}:\d\d.*)?")
_EAST = re.compile(r"(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월](?:\s?(\d{1,2})\s?[日일])?")
_ORDINAL = re.compile(r"(?<=\d)(st|nd|rd|th|er|º|ª)\b", re.IGNORECASE)


def day(text: str, day_first: bool = True) -> date | None:
    """The date that a text consists of, the first of the month if no day is told; else None."""
    text = text.strip()
    if len(text) > LONGEST or not any(c.isdigit() for c in text):
        return None
    if match := _ISO.fullmatch(text):
        return _date(match[1], match[3], match[4] or "1")
    if match := _NUMERIC.fullmatch(text):
        first, second = (1, 2) if day_first else (2, 1)
        return _date(match[3], match[second], match[first])
    if match := _EAST.fullmatch(text) or _PACKED.fullmatch(text):
        return _date(match[1], match[2], match[3] or "1")
    return _worded(text)


def is_day_first(texts: Iterable[str]) -> bool:
    """Whether a column of numeric dates puts the day before the month."""
    for text in texts:
        if match := _NUMERIC.fullmatch(text.strip()):
            if int(match[1]) > 12:
                return True
            if int(match[2]) > 12:
                return False
    return True


def _worded(text: str) -> date | None:
    """A date with the month as a word; other words may only be of two letters, as `de`."""
    parts = plain(_ORDINAL.sub("", text)).split()
    months = [MONTHS[part] for part in parts if part in MONTHS]
    numbers = [part for part in parts if part.isdecimal()]
    others = [p for p in parts if p not in MONTHS and not p.isdecimal() and len(p) > 2]
    weekday = len(others) == 1 and parts[0] == others[0]
    if len(months) != 1 or (others and not weekday) or not 1 <= len(numbers) <= 2:
        return None
    years = [part for part in numbers if len(part) == 4]
    days = [part for part in numbers if len(part) <= 2]
    return _date(years[0], months[0], days[0] if days else 1) if len(years) == 1 else None


def _date(year: str, month: str | int, of_month: str | int) -> date | None:
    try:
        return date(int(year), int(month), int(of_month))
    except ValueError:
        return None
