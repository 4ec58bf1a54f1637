"""Reading a record whose make-up was seen before: which texts make which run, worked out once.

Records of a page are mostly made alike. The outline of a record is everything that decides how it
is read but the words themselves; what `runs` finds in it is kept as a plan, and other records of
the same outline are read by the plan. Where words do matter (a label that is empty), `runs` reads
the record itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from leadline.read.align import Spot, Unit
from leadline.read.fields_runs import COLONS, CUT, Run, runs, trimmed, whole
from leadline.read.records import Element, Outline, mark_of

MOST_PLANS = 500
MARK = re.compile("\ue000(\\d+)\ue001")
Found = tuple[list[Run], dict[int, Element]]


class Text(NamedTuple):
    """How a text is put together: numbers of the record's texts, and what stands between."""

    parts: tuple[int | str, ...]

    def of(self, texts: Sequence[str]) -> str:
        """The text, normalised."""
        parts = [part if isinstance(part, str) else texts[part] for part in self.parts]
        return " ".join("".join(parts).split())


class Planned(NamedTuple):
    """A run to come; `host` is the number of the element it stands in, -1 for none."""

    spot: Spot
    after: str
    text: Text
    label: Text | None
    trim: bool
    host: int


class Plan(NamedTuple):
    """The runs of all records of one outline, and which of their elements is the link of a spot."""

    runs: tuple[Planned, ...]
    links: tuple[tuple[int, int], ...]


def outline(unit: Unit) -> tuple[Outline, list[str], list[Element]]:
    """What decides how a record is read, its texts, and its elements, in the order of the page."""
    if len(unit) == 1 and unit[0].outline is not None:
        known = unit[0].outline
        return known[0], known[1], [unit[0], *known[2]]
    marks: list[object] = []
    texts: list[str] = []
    elements: list[Element] = []
    stack: list[Iterator[Element | str]] = [iter(unit)]
    while stack:
        for child in stack[-1]:
            if isinstance(child, str):
                texts.append(child)
                marks.append(child.isspace())
                continue
            elements.append(child)
            marks.append(mark_of(child))
            stack.append(iter(child.children))
            break
        else:
            stack.pop()
            marks.append(None)
    return tuple(marks), texts, elements


class Plans:
    """Reads records as `runs` does, by plans where it can."""

    def __init__(self, top: Spot, through: Collection[int], labels: Collection[int]) -> None:
        self._how = (top, through, labels)
        self._plans: dict[Outline, Plan | None] = {}

    def __contains__(self, unit: object) -> bool:
        """Whether a record of the same outline was read before."""
        return isinstance(unit, tuple) and outline(unit)[0] in self._plans

    def runs(self, unit: Unit) -> Found:
        """The runs of one record, and the first link at each spot."""
        marks, texts, elements = outline(unit)
        if marks not in self._plans:
            if len(self._plans) >= MOST_PLANS:
                self._plans.clear()
            self._plans[marks] = None  # a plan is made when such a record comes again
            return runs(unit, *self._how)
        plan = self._plans[marks]
        if plan is None:
            plan = self._plans[marks] = self._plan(unit)
        found = _read(plan, texts, elements)
        if found is None:
            return runs(unit, *self._how)
        return found, {number: elements[place] for number, place in plan.links}

    def _plan(self, unit: Unit) -> Plan:
        copies, elements = _marked(unit)
        found, links = runs(copies, *self._how)
        places = {id(element): place for place, element in enumerate(elements)}
        own = [planned(run, places.get(id(run.host), -1)) for run in found]
        return Plan(tuple(own), tuple((n, places[id(e)]) for n, e in links.items()))


def planned(run: Run, host: int = -1) -> Planned:
    """The plan of a run whose text is made of marks."""
    label = _text(run.label) if run.label else None
    return Planned(run.spot, run.after, _text(run.text), label, run.trim, host)


def _read(plan: Plan, texts: Sequence[str], elements: Sequence[Element]) -> list[Run] | None:
    """The runs of a record; None if its labels are not what they were."""
    found: list[Run] = []
    for one in plan.runs:
        run = run_of(one, texts, elements[one.host].attributes if one.host >= 0 else {})
        if run is None:
            return None
        if run.text:
            found.append(run)
    return found


def run_of(one: Planned, texts: Sequence[str], attributes: Mapping[str, str | None]) -> Run | None:
    """The run that was planned, in an element of these attributes; None if its label is empty."""
    text = one.text.of(texts)
    if text[-1] in CUT:
        text = whole(text, attributes)
    label = one.label.of(texts).strip(COLONS) if one.label is not None else ""
    if one.label is not None and not label:
        return None
    return Run(one.spot, one.after, trimmed(text) if one.trim else text, label, one.trim)


def _text(marked: str) -> Text:
    pieces = MARK.split(marked)
    return Text(tuple(int(p) if n % 2 else p for n, p in enumerate(pieces) if n % 2 or p))


def _marked(unit: Unit) -> tuple[list[Element], list[Element]]:
    """A copy of a record with a mark for each text that is not blank; and the copy's elements."""
    top = Element("", {}, unit[0].node)
    elements: list[Element] = []
    count = 0
    stack: list[tuple[Iterator[Element | str], Element]] = [(iter(unit), top)]
    while stack:
        children, parent = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
        elif isinstance(child, str):
            parent.children.append(" " if child.isspace() else f"\ue000{count}\ue001")
            count += 1
        else:
            copy = Element(child.tag, child.attributes, child.node)
            elements.append(copy)
            parent.children.append(copy)
            stack.append((iter(child.children), copy))
    return list(top.elements()), elements
