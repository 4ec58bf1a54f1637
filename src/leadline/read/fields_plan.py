"""Reading a record whose make-up was seen before: which texts make which run, worked out once.

Records of a page are mostly made alike. The outline of a record is everything that decides how it
is read but the words themselves; what `runs` finds in it is kept as a plan, and other records of
the same outline are read by the plan. Where words do matter (a text cut short, a label that is
empty), `runs` reads the record itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from leadline.read.align import Spot, Unit
from leadline.read.fields_runs import COLONS, CUT, Run, runs, trimmed
from leadline.read.records import Element

MOST_PLANS = 500
MARK = re.compile("\ue000(\\d+)\ue001")
Outline = tuple[object, ...]
Found = tuple[list[Run], dict[int, Element]]


class Text(NamedTuple):
    """How a text is put together: numbers of the record's texts, and what stands between."""

    parts: tuple[int | str, ...]

    def of(self, texts: Sequence[str]) -> str:
        """The text, normalised."""
        if len(self.parts) == 1:
            return " ".join(texts[self.parts[0]].split())  # type: ignore[index]
        return " ".join(
            "".join([p if p.__class__ is str else texts[p] for p in self.parts]).split()  # type: ignore[misc,index]
        )


class Planned(NamedTuple):
    """A run to come."""

    spot: Spot
    after: str
    text: Text
    label: Text | None
    trim: bool


class Plan(NamedTuple):
    """The runs of all records of one outline, and which of their links is at which spot."""

    runs: tuple[Planned, ...]
    links: tuple[tuple[int, int], ...]


def outline(unit: Unit) -> tuple[Outline, list[str], list[Element]]:
    """What decides how a record is read, its texts, and its links."""
    marks: list[object] = []
    texts: list[str] = []
    links: list[Element] = []
    stack = [iter(unit)]
    while stack:
        for child in stack[-1]:
            if isinstance(child, str):
                texts.append(child)
                marks.append(child.isspace())
                continue
            marks.append(_mark(child, links))
            if child.children:
                stack.append(iter(child.children))  # type: ignore[arg-type]
                break
            marks.append(None)
        else:
            stack.pop()
            marks.append(None)
    return tuple(marks), texts, links


def _mark(element: Element, links: list[Element]) -> object:
    own = element.attributes
    if not own:
        return element.tag
    if element.tag == "a" and "href" in own:
        links.append(element)
        return "a", own.get("class"), own.get("itemprop")
    return element.tag, own.get("class"), own.get("itemprop"), own.get("colspan")


class Plans:
    """Reads records as `runs` does, by plans where it can."""

    def __init__(self, top: Spot, through: Collection[int], labels: Collection[int]) -> None:
        self._how = (top, through, labels)
        self._plans: dict[Outline, Plan | None] = {}

    def runs(self, unit: Unit) -> Found:
        """The runs of one record, and the first link at each spot."""
        marks, texts, links = outline(unit)
        if marks not in self._plans:
            if len(self._plans) >= MOST_PLANS:
                self._plans.clear()
            self._plans[marks] = None  # a plan is made when such a record comes again
            return runs(unit, *self._how)
        plan = self._plans[marks]
        if plan is None:
            plan = self._plans[marks] = self._plan(unit, links)
        found = _read(plan, texts)
        if found is None:
            return runs(unit, *self._how)
        return found, {number: links[place] for number, place in plan.links}

    def _plan(self, unit: Unit, links: Sequence[Element]) -> Plan:
        copies, copied = _marked(unit)
        found, first = runs(copies, *self._how)
        places = {id(element): place for place, element in enumerate(copied)}
        planned = tuple(
            Planned(
                run.spot,
                run.after,
                _text(run.text),
                _text(run.label) if run.label else None,
                run.trim,
            )
            for run in found
        )
        return Plan(planned, tuple((n, places[id(element)]) for n, element in first.items()))


def _read(plan: Plan, texts: Sequence[str]) -> list[Run] | None:
    """The runs of a record; None if its words matter."""
    found: list[Run] = []
    for spot, after, form, named, trim in plan.runs:
        text = form.of(texts)
        if text[-1] in CUT:
            return None
        label = named.of(texts).strip(COLONS) if named is not None else ""
        if named is not None and not label:
            return None
        if trim:
            text = trimmed(text)
        if text:
            found.append(Run(spot, after, text, label, trim))
    return found


def _text(marked: str) -> Text:
    pieces = MARK.split(marked)
    parts = [int(p) if n % 2 else p for n, p in enumerate(pieces) if n % 2 or p]
    return Text(tuple(parts))


def _marked(unit: Unit) -> tuple[list[Element], list[Element]]:
    """A copy of a record with a mark for each text that is not blank; and the links of the copy."""
    whole = Element("", {}, unit[0].node)
    links: list[Element] = []
    count = 0
    stack = [(iter(unit), whole)]
    while stack:
        children, parent = stack[-1]
        child = next(children, None)  # type: ignore[call-overload]
        if child is None:
            stack.pop()
        elif isinstance(child, str):
            parent.children.append(" " if child.isspace() else f"\ue000{count}\ue001")
            count += 1
        else:
            copy = Element(child.tag, child.attributes, child.node)
            parent.children.append(copy)
            if copy.tag == "a" and "href" in copy.attributes:
                links.append(copy)
            stack.append((iter(child.children), copy))  # type: ignore[arg-type]
    return list(whole.elements()), links
