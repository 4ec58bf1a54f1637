"""Counts that are written into the texts of choices: `red: 12`, `12 red`, `XS 12 items`.

Nothing on the page tells them from numbers that belong to the values ("Windows 95"), so a group is
only *read* so here; that it is meant so, the list of a value must show, by being as long. Leaves
out groups of which not all texts have such a number, or in which texts are the same without it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from enum import Enum

from leadline.detect.facet_choices import Choice, Panel
from leadline.detect.facet_values import unmarked

LONGEST = 300  # characters of an entry
MOSTLY = 0.8  # of the choices must have a number: the others may be a way to more of them
_NUMBER = r"(?P<count>\d{1,3}(?:[.,'\u00a0\u202f]\d{3})+|\d{1,9})"
_SIGNS = r"[\s:=|·•\-–—(\[]"


class Inline(Enum):
    """Where the count stands."""

    BEHIND = re.compile(
        rf"(?P<value>.*?[^\s:=|·•\-–—(\[]){_SIGNS}*(?<!\d){_NUMBER}(?:\s*[^\W\d_]{{1,20}})?\s*[)\]]?"
    )
    BEFORE = re.compile(rf"[(\[]?{_NUMBER}[)\]]?\s*[x×:\-–—]?\s+(?P<value>\S.*)")


def read_inline(panel: Panel, where: Inline) -> Panel | None:
    """The panel with the counts that stand in its texts; None if it has none there."""
    read = [_counted(choice, where) for choice in panel.choices]
    values = [choice.text for choice in read if choice.count is not None]
    if len(values) < max(1, MOSTLY * len(read)) or len(set(values)) < len(values):
        return None
    return replace(panel, choices=tuple(read))


def _counted(choice: Choice, where: Inline) -> Choice:
    said = unmarked(choice.said or choice.text)
    match = where.value.fullmatch(said) if len(said) <= LONGEST else None
    if match is None:
        return choice
    count = int("".join(filter(str.isdigit, match["count"])))
    return replace(choice, text=match["value"], count=count)
