"""Alignment of the parts of records by their place: one tree of spots laid over all records.

A spot is a place inside a record: tag and classes below another spot, with a number only where
several of a kind stand side by side in every record (the cells of a row). Class tokens that vary
from record to record (`post-123`, `odd`) do not tell spots apart, those that stand side by side
do. An `itemprop` counts as a class (`@name`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leadline.read.records import Element, pieces, text_of

CELLS = frozenset({"td", "th"})
MOST_SPOTS = 600
MOST_COLUMNS = 60

Unit = Sequence[Element]  # the sibling elements that are one record


@dataclass(frozen=True, slots=True)
class Step:
    """One level of a path inside a record; `position` 0 means any."""

    tag: str
    classes: tuple[str, ...] = ()
    position: int = 0


Path = tuple[Step, ...]


class Spot:
    """A place inside records, with the places below it."""

    __slots__ = ("branches", "found", "label", "number", "path", "seen")

    def __init__(self, path: Path, number: int) -> None:
        self.path = path
        self.number = number
        self.branches: dict[str, list[Branch]] = {}
        self.found: list[tuple[int, Element]] = []  # while learning: record and element
        self.label = _label(path[-1]) if path else ""
        self.seen: dict[tuple[str, str | None, str | None], Branch | None] = {}

    @property
    def tag(self) -> str:
        """The tag found here; none at the top."""
        return self.path[-1].tag if self.path else ""

    def branch(self, element: Element, attributes: dict[str, str | None]) -> Branch | None:
        """Which kind of child an element is."""
        known = self.branches.get(element.tag)
        if known is None:
            return None
        if len(known) == 1 and not known[0].classes:
            return known[0]
        own = (element.tag, attributes.get("class"), attributes.get("itemprop"))
        if own not in self.seen:
            if len(self.seen) >= MOST_SPOTS:
                self.seen.clear()  # records with a class each, such as `post-123`
            self.seen[own] = self._nearest(known, set(tokens_of(element)))
        return self.seen[own]

    def _nearest(self, known: list[Branch], tokens: set[str]) -> Branch | None:
        """The branch whose classes an element has; else the one it shares most with.

        What records are is decided elsewhere, so their own classes need not fit.
        """
        exact = next((branch for branch in known if branch.classes <= tokens), None)
        best = exact or max(known, key=lambda branch: len(branch.classes & tokens))
        alone = not self.path and len(known) == 1
        return best if alone or best.classes & tokens or exact else None


def _label(step: Step) -> str:
    name = ".".join((step.tag, *step.classes))
    return f"{name} {step.position}" if step.position else name


class Branch:
    """Children of one tag and class: one spot, or one for each position."""

    __slots__ = ("classes", "spots")

    def __init__(self, classes: Iterable[str]) -> None:
        self.classes = frozenset(classes)
        self.spots: dict[int, Spot] = {}


def tokens_of(element: Element) -> list[str]:
    """The class tokens of an element, and its itemprop as `@name`."""
    prop = element.attributes.get("itemprop")
    return element.classes + ([f"@{name}" for name in prop.split()] if prop else [])


def tree_of(paths: Iterable[Path]) -> tuple[Spot, dict[Path, Spot]]:
    """The spots that these paths pass through."""
    top = Spot((), 0)
    spots: dict[Path, Spot] = {(): top}
    for path in paths:
        for depth in range(1, len(path) + 1):
            if path[:depth] not in spots:
                spots[path[:depth]] = _add(spots[path[: depth - 1]], path[depth - 1], len(spots))
    return top, spots


def _add(parent: Spot, step: Step, number: int) -> Spot:
    branches = parent.branches.setdefault(step.tag, [])
    branch = next((b for b in branches if b.classes == frozenset(step.classes)), None)
    if branch is None:
        branch = Branch(step.classes)
        branches.append(branch)
        branches.sort(key=lambda b: -len(b.classes))
    return branch.spots.setdefault(step.position, Spot((*parent.path, step), number))


def aligned(units: Sequence[Unit]) -> tuple[Spot, list[Spot]]:
    """The spots of these records, each with the elements found there; the top has number 0."""
    top = Spot((), 0)
    top.found = [(number, bundle(unit)) for number, unit in enumerate(units)]
    spots = [top]
    for spot in spots:  # grows while we look at it
        for tag, group in _children(spot).items():
            if len(spots) < MOST_SPOTS:
                _divide(spot, tag, group, spots)
    return top, spots


def bundle(unit: Unit) -> Element:
    """One element that holds all of a unit."""
    whole = Element("", {}, unit[0].node)
    whole.children = list(unit)
    return whole


Group = list[tuple[int, list[Element]]]  # per parent: the record, and its children of one tag


def _children(spot: Spot) -> dict[str, Group]:
    return _by_tag((number, element.elements()) for number, element in spot.found)


def _by_tag(parents: Iterable[tuple[int, Iterable[Element]]]) -> dict[str, Group]:
    groups: dict[str, Group] = defaultdict(list)
    for number, children in parents:
        own: dict[str, list[Element]] = defaultdict(list)
        for child in children:
            own["td" if child.tag == "th" else child.tag].append(child)
        for tag, elements in own.items():
            groups[tag].append((number, elements))
    return groups


def _divide(parent: Spot, tag: str, group: Group, spots: list[Spot]) -> None:
    if tag == "td":
        _columns(parent, group, spots)
        return
    kept = kept_classes([[tokens_of(e) for e in elements] for _, elements in group])
    kinds: dict[tuple[str, ...], Group] = defaultdict(list)
    for number, elements in group:
        own: dict[tuple[str, ...], list[Element]] = defaultdict(list)
        for element in elements:
            own[tuple(sorted(kept.intersection(tokens_of(element))))].append(element)
        for classes, some in own.items():
            kinds[classes].append((number, some))
    for classes, some_group in kinds.items():
        numbered = is_numbered(some_group)
        for number, elements in some_group:
            for position, element in enumerate(elements, 1):
                step = Step(tag, classes, position if numbered else 0)
                _put(parent, step, number, element, spots)


def _columns(parent: Spot, group: Group, spots: list[Spot]) -> None:
    for number, cells in group:
        column = 1
        for cell in cells[:MOST_COLUMNS]:
            _put(parent, Step(cell.tag, (), column), number, cell, spots)
            column += span_of(cell)


def span_of(cell: Element) -> int:
    """How many columns a cell takes."""
    span = cell.attributes.get("colspan") or ""
    return max(1, min(int(span), MOST_COLUMNS)) if span.isdecimal() and len(span) < 4 else 1


def _put(parent: Spot, step: Step, number: int, element: Element, spots: list[Spot]) -> None:
    spot = _add(parent, step, len(spots))
    if not spot.found:
        spots.append(spot)
    spot.found.append((number, element))


def kept_classes(parents: Sequence[Sequence[list[str]]]) -> set[str]:
    """The tokens that tell the children of one tag apart, given the tokens of each."""
    every = [tokens for children in parents for tokens in children]
    common = set(every[0]).intersection(*every) if every else set()
    if sum(len(children) == 1 for children in parents) >= 0.95 * len(parents):
        return common
    spread = Counter(token for children in parents for token in {t for c in children for t in c})
    often = {t for t in spread if not has_digit(t) or spread[t] >= 0.5 * len(parents)}
    kinds = {tuple(sorted(often.intersection(tokens))) for tokens in every}
    if len(kinds) > 12:
        often = {token for token in often if spread[token] >= 0.2 * len(parents)}
    return often | common


def has_digit(token: str) -> bool:
    """Whether a token is a number, or has one in it."""
    return any(c.isdigit() for c in token)


def is_numbered(group: Group) -> bool:
    """Whether children of one kind are told apart by counting: as many in every record."""
    counts = Counter(len(elements) for _, elements in group)
    count, times = counts.most_common(1)[0]
    if count < 2 or count > 12 or len(group) < 3 or times < 0.9 * len(group):
        return False
    return not recurring([[lead(e) for e in elements] for _, elements in group])


def lead(element: Element) -> str:
    """What an element begins with: its first piece of text, up to a colon."""
    first = next((" ".join(p.split()) for p in pieces(element) if p.strip()), "")
    for colon in (":", "："):
        first = first.partition(colon)[0]
    return first.strip()


def recurring(labels: Sequence[Sequence[str]]) -> bool:
    """Whether these texts, listed per record, are the labels of values: few, and in many records.

    No label comes twice in one record, and one record has several.
    """
    counts = Counter(label for some in labels for label in set(some))
    total = sum(len(some) for some in labels)
    if len(counts) < 2 or "" in counts or sum(counts.values()) < 0.95 * total:
        return False
    if any(len(label) > 40 or not any(c.isalpha() for c in label) for label in counts):
        return False
    if total < 1.5 * len(labels):
        return False
    return len(labels) >= 2 and total / len(counts) >= max(2.0, 0.3 * len(labels))


def texts_of(spot: Spot) -> list[tuple[int, str]]:
    """The record and text of each element found at a spot."""
    return [(number, text_of(element)) for number, element in spot.found]
