"""What the parts of a record are: fields with names, labels, passages read through, boilerplate.

Learned from the records of one or more pages, then read from any page of the same design.
Fields are aligned by relative path; a constant prefix is a label.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from leadline.read.align import Path, Spot, Unit, aligned, recurring, tree_of
from leadline.read.fields_counting import is_counting, place_before, unnumbered
from leadline.read.fields_names import HEADINGS, Names, kind_of_values, label_name
from leadline.read.fields_plan import Plans
from leadline.read.fields_roles import Roles
from leadline.read.fields_runs import Run, runs
from leadline.read.fields_split import PLAIN, Place, Split, learn_split
from leadline.read.records import BLOCK, Element

PREFIX = re.compile(r"([^\W\d_][^:：]{0,38}?)\s*(?::(?!//)\s+|：\s*)(\S.*)", re.S)
ANY = "*"


class Role(StrEnum):
    """What a part of a record is for."""

    FIELD = "field"
    LABEL = "label"
    THROUGH = "through"  # only marks words of what encloses it
    PLACE = "place"  # counts the records of a page
    SPOT = "spot"  # only told from others: a link, or a value that has a label


READ = (Role.FIELD, Role.PLACE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One place in a record and what is read there.

    `after` is the step its text follows within the place; `prefix` a label that its text begins
    with (`*`: whatever label that is); `skip` a text that is no value, such as "Add to basket";
    `split` takes apart a text of several values; `silent` are values that all records have, which
    say nothing about what a record is about; `numbered` texts begin with their place on the page.
    """

    path: Path
    role: Role = Role.FIELD
    after: str = ""
    name: str = ""
    prefix: str = ""
    skip: tuple[str, ...] = ()
    split: Split | None = None
    silent: tuple[str, ...] = ()
    numbered: bool = False


Values = tuple[tuple[str, str], ...]


class Reading:
    """How the values of a record are read, given its parts; made once for each wrapper."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.top, spots = tree_of(part.path for part in parts)
        numbers = {path: spot.number for path, spot in spots.items()}
        self.through = {numbers[p.path] for p in parts if p.role is Role.THROUGH}
        self.labels = {numbers[p.path] for p in parts if p.role is Role.LABEL}
        self.plans = Plans(self.top, self.through, self.labels)
        self.parts = {(numbers[p.path], p.after): p for p in parts if p.role in READ}
        self.numbers = numbers

    def read(self, unit: Unit) -> tuple[Values, str, dict[int, Element]]:
        """The values of a record by name, all text but labels and boilerplate, and its links."""
        named: list[tuple[str, str]] = []
        texts: list[str] = []
        found, links = self.plans.runs(unit)
        for run in found:
            self.take(run, named, texts)
        return grouped(named), " ".join(texts), links

    def take(self, run: Run, named: list[tuple[str, str]], texts: list[str]) -> None:
        """Add what a run says to the values of its record, and to its text."""
        part = self.parts.get((run.spot.number, run.after))
        if part is not None and part.numbered:
            run = run._replace(text=unnumbered(run.text))
        split = part.split if part is not None and not run.label else None
        pairs = split.values(run.text) if split is not None else (self._named(run, part),)
        for name, text in pairs:
            if name is not None and (part is None or text not in part.silent):
                texts.append(text)
            if name:
                named.append((name, text))

    def _named(self, run: Run, part: Part | None) -> tuple[str | None, str]:
        if part is not None and (part.role is Role.PLACE or run.text in part.skip):
            return None, ""
        if run.label:
            return label_name(run.label), run.text
        if part is None:
            return "", run.text
        match = PREFIX.fullmatch(run.text) if part.prefix else None
        if match and part.prefix in (ANY, match[1]):
            return part.name or label_name(match[1]), match[2]
        return part.name or "text", run.text


def grouped(named: Iterable[tuple[str, str]]) -> Values:
    """Names and values, those of one name together."""
    values: dict[str, list[str]] = {}
    for name, text in named:
        values.setdefault(name, []).append(text)
    return tuple((name, text) for name, some in values.items() for text in some)


@dataclass(frozen=True, slots=True)
class Identity:
    """A text of the records: its spot, what it comes after there, and its values by record."""

    spot: Spot
    after: str
    texts: list[tuple[int, str]]
    places: list[int]  # in its record

    @property
    def place(self) -> float:
        """Where in a record it stands, on average."""
        return sum(self.places) / len(self.places)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """Records to learn from: of each the page it is on, and what was asked to find it."""

    units: Sequence[Unit]
    pages: Sequence[int]
    asked: Sequence[Sequence[str]]
    headers: Sequence[str] = ()


def learn(lesson: Lesson) -> tuple[Part, ...]:
    """The parts of these records."""
    top, spots = aligned(lesson.units)
    roles = Roles(spots, lesson.asked)
    found: dict[tuple[int, str], Identity] = {}
    named: dict[tuple[int, str], Identity] = {}
    for number, unit in enumerate(lesson.units):
        for place, run in enumerate(runs(unit, top, roles.through, roles.labels)[0]):
            key, kept = (run.spot.number, run.after), named if run.label else found
            own = kept.setdefault(key, Identity(run.spot, run.after, [], []))
            own.texts.append((number, run.text))
            own.places.append(place)
    marks = [Part(path=s.path, role=Role.THROUGH) for s in spots if s.number in roles.through]
    marks += [Part(path=s.path, role=Role.LABEL) for s in spots if s.number in roles.labels]
    labelled = {number for number, _ in named}
    before = {(own.spot.path, own.after) for own in found.values() if own.after}
    told = [
        spot
        for spot in spots[1:]
        if spot.tag == "a" or spot.number in labelled or (spot.path[:-1], spot.label) in before
    ]
    marks += [Part(path=spot.path, role=Role.SPOT) for spot in told]
    marks += _idle_links(named, lesson)
    return (*marks, *_parts(sorted(found.values(), key=lambda one: one.place), spots, lesson))


def _idle_links(named: Mapping[tuple[int, str], Identity], lesson: Lesson) -> list[Part]:
    """Links that say the same in all records and only happen to stand after a label."""
    linked = [own for own in named.values() if any(step.tag == "a" for step in own.spot.path)]
    texts = [(own, _boilerplate(own, lesson.asked)) for own in linked]
    return [Part(path=own.spot.path, after=own.after, skip=skip) for own, skip in texts if skip]


def _parts(found: list[Identity], spots: Sequence[Spot], lesson: Lesson) -> list[Part]:
    names = Names(spots, [identity.spot for identity in found], lesson.headers)
    lines = _labelled_lines(found)
    return [_part(identity, identity.spot.number in lines, names, lesson) for identity in found]


def _part(identity: Identity, labelled: bool, names: Names, lesson: Lesson) -> Part:
    path, after = identity.spot.path, identity.after
    given = names.given(identity.spot)
    if _is_place(identity, lesson.pages) and not given.strip("#").isalpha():
        return Part(path=path, after=after, role=Role.PLACE)
    if (rest := _after_places(identity, lesson.pages)) is not None:
        return replace(_part(rest, labelled, names, lesson), numbered=True)
    if not labelled and (split := _split(identity, names)) is not None:
        return Part(path=path, after=after, split=split)
    prefix = ANY if labelled else _prefix(identity)
    constant = () if prefix else _boilerplate(identity, lesson.asked)
    dated = kind_of_values(constant) == "date"
    kept = bool(given) or dated or _is_named_block(identity.spot, names)
    skip, silent = ((), constant) if kept else (constant, ())
    if len(skip) == 1 and not after:
        names.lead(identity.spot, skip[0])
    name = "" if labelled else names.name(identity.spot, identity.texts, prefix, bool(skip))
    return Part(path=path, after=after, name=name, prefix=prefix, skip=skip, silent=silent)


def _is_named_block(spot: Spot, names: Names) -> bool:
    """Whether a text has a block of its own whose class says what it is: `<p class="stock">`."""
    linked = any(step.tag == "a" for step in spot.path)
    return spot.tag in BLOCK and not linked and bool(names.from_classes(spot))


def _split(identity: Identity, names: Names) -> Split | None:
    """How a text of several values is taken apart; titles are not."""
    if any(step.tag == "a" or step.tag in HEADINGS for step in identity.spot.path):
        return None
    found = learn_split([text for _, text in identity.texts])
    if found is None:
        return None
    base = names.given(identity.spot) or names.from_classes(identity.spot)
    places = [replace(p, name=names.taken_for(_piece_name(p, base))) for p in found.places]
    return replace(found, places=tuple(places))


def _piece_name(place: Place, base: str) -> str:
    return place.name if place.name != PLAIN else base or PLAIN


def _is_place(identity: Identity, pages: Sequence[int]) -> bool:
    """Whether a text only counts the records of each page, and is written as one that does."""
    by_page: dict[int, list[str]] = defaultdict(list)
    for number, text in identity.texts:
        by_page[pages[number]].append(text)
    if not all(is_counting(some) for some in by_page.values() if len(some) > 2):
        return False
    starts = Counter(some[0].strip("#.) ") for some in by_page.values() if len(some) > 2)
    marked = identity.texts[0][1][-1] in ".)" or identity.texts[0][1][0] == "#"
    return bool(starts) and (max(starts.values()) > 1 or (marked and "1" in starts))


def _after_places(identity: Identity, pages: Sequence[int]) -> Identity | None:
    """The same texts without the places on the page that all of them begin with, if they do."""
    heads = [(number, place_before(text)) for number, text in identity.texts]
    counted = [(number, head) for number, head in heads if head]
    if len(counted) < len(heads) or not _is_place(replace(identity, texts=counted), pages):
        return None
    return replace(identity, texts=[(n, unnumbered(text)) for n, text in identity.texts])


def _labelled_lines(found: Sequence[Identity]) -> set[int]:
    """Spots whose lines each begin with their own label."""
    lines: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for identity in found:
        lines[identity.spot.number] += identity.texts
    return {number for number, texts in lines.items() if _are_labelled(texts)}


def _are_labelled(texts: Sequence[tuple[int, str]]) -> bool:
    per_record: dict[int, list[str]] = defaultdict(list)
    for number, text in texts:
        match = PREFIX.fullmatch(text)
        if match:
            per_record[number].append(match[1])
    labelled = sum(map(len, per_record.values()))
    return labelled >= 0.8 * len(texts) and recurring(list(per_record.values()))


def _prefix(identity: Identity) -> str:
    matches = [PREFIX.fullmatch(text) for _, text in identity.texts]
    counts = Counter(match[1] for match in matches if match)
    if len(identity.texts) < 2 or not counts:
        return ""
    label, times = counts.most_common(1)[0]
    return label if times >= 0.9 * len(identity.texts) else ""


def _boilerplate(identity: Identity, asked: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The texts that are the same in all records, unless they were asked for."""
    records = len({number for number, _ in identity.texts})
    counts = Counter(text for _, text in set(identity.texts))
    linked = any(step.tag == "a" for step in identity.spot.path)
    if records < (2 if linked else 3):
        return ()
    words = {word.casefold() for some in asked for word in some}
    everywhere = {t for t, n in counts.items() if n >= 0.95 * records and t.casefold() not in words}
    covered = sum(text in everywhere for _, text in identity.texts)
    return tuple(sorted(everywhere)) if covered >= 0.95 * len(identity.texts) else ()
