"""Numbers as people write them: `12,500`, `12 500,00`, `$1.5`, `121 min`, `-3.5 %`.

A comma or point that stands once and before exactly three digits is ambiguous; a comma is taken to
group thousands then, a point to begin decimals. Numbers written as words are not read.
"""

from __future__ import annotations

import re

LONGEST = 40
_NUMBER = re.compile(
    r"[^\w+\-−.]{0,3}(?P<sign>[+\-−]?)[^\w+\-−.]{0,3}"
    r"(?P<digits>\d[\d.,'’\u00a0\u202f ]*|[.,]\d+)\s*(?P<power>e[+-]?\d{1,2})?\s*"
    r"(?P<unit>[^\W\d_]{0,8}|[^\w\s]{1,3})\.?",
    re.IGNORECASE,
)
_GROUPS = re.compile(r"['’\u00a0\u202f ]")


def number(text: str) -> float | None:
    """The number that a text consists of, but for a unit; None if it is something else."""
    text = text.strip()
    if len(text) > LONGEST or (match := _NUMBER.fullmatch(text)) is None:
        return None
    try:
        value = float(_decimal(match["digits"]) + (match["power"] or ""))
    except ValueError:
        return None
    return -value if match["sign"] in ("-", "−") and value else value


def _decimal(digits: str) -> str:
    """The digits with a point before decimals and nothing else between them."""
    digits = _GROUPS.sub("", digits).rstrip(".,")
    comma, point = digits.rfind(","), digits.rfind(".")
    if comma >= 0 and point >= 0:
        group, mark = (",", ".") if point > comma else (".", ",")
        return digits.replace(group, "").replace(mark, ".")
    if comma >= 0 and _groups(digits, ","):
        return digits.replace(",", "")
    if digits.count(".") > 1:
        return digits.replace(".", "") if _groups(digits, ".") else "no number"
    return digits.replace(",", ".")


def _groups(digits: str, mark: str) -> bool:
    """Whether the mark stands between thousands."""
    first, *others = digits.split(mark)
    return 0 < len(first) <= 3 and all(len(part) == 3 for part in others)
