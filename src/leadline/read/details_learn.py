"""Which texts of some records' own pages are labels: what recurs from page to page and has
something after it that does not.

A place all of whose texts recur is a place of labels, and then texts that are seen there for the
first time are labels too; elsewhere a text must end in a colon, or stand on all pages.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

from leadline.read.details_labels import (
    COLONS,
    HEADINGS,
    LONGEST,
    PREFIX,
    Marks,
    is_wordy,
    label_of,
    scope_of,
)  # fmt: skip
from leadline.read.details_pieces import Piece

PURE = 0.75  # share of the texts at a place of labels that recur
FOLLOWED = 0.3  # share of them that have a value
OPEN = 3  # different labels that make a place one of labels
WORDS = 6  # of a label
Place = tuple[str, str]


def learn_marks(pages: Sequence[Sequence[Piece]]) -> Marks:
    """The labels of these pages."""
    return _Learning(pages).marks()


class _Learning:
    """What recurs on some pages."""

    def __init__(self, pages: Sequence[Sequence[Piece]]) -> None:
        self.pages = pages
        self.least = max(2, math.ceil(len(pages) / 2))
        self.seen = _pages_of(pages)
        self.constant = {place for place, some in self.seen.items() if len(some) >= self.least}
        self.often: Counter[Place] = Counter()
        self.followed: Counter[Place] = Counter()
        self.colon: set[Place] = set()
        for page in pages:
            self._follow(page)

    def _follow(self, page: Sequence[Piece]) -> None:
        for number, piece in enumerate(page):
            place = (piece.path, piece.text)
            self.often[place] += 1
            after = page[number + 1] if number + 1 < len(page) else None
            scope = scope_of(number, piece) if after is not None else None
            if after is None or scope is None or number + 1 >= scope.end:
                continue
            colon = after.text.startswith(COLONS)
            if colon and place in self.constant:
                self.colon.add(place)
            if colon or (after.path, after.text) not in self.constant:
                self.followed[place] += 1

    def marks(self) -> Marks:
        """All of it together."""
        by_path: dict[str, list[Place]] = defaultdict(list)
        for place in self.often:
            by_path[place[0]].append(place)
        known: dict[Place, str] = {}
        open_paths: set[str] = set()
        for path, places in by_path.items():
            if self._is_label_path(path, places):
                known |= {p: label_of(p[1]) for p in places if _is_labelish(p[1])}
                if sum(p in self.constant for p in places) >= OPEN or last_tag(path) == "dt":
                    open_paths.add(path)
            else:
                known |= {p: label_of(p[1]) for p in places if self._is_label(p)}
        prefixes, open_prefixes = self._prefixes(known)
        paths = frozenset(path for path, _ in known)
        return Marks(known, frozenset(open_paths), prefixes, frozenset(open_prefixes), paths=paths)

    def _is_label_path(self, path: str, places: Sequence[Place]) -> bool:
        tag = last_tag(path)
        if not can_label(path) or not any(_is_labelish(p[1]) for p in places):
            return False
        total = sum(self.often[p] for p in places)
        pure = sum(self.often[p] for p in places if p in self.constant)
        follow = sum(self.followed[p] for p in places)
        if tag == "dt":
            return pure > 0
        return pure >= PURE * total and follow >= FOLLOWED * total

    def _is_label(self, place: Place) -> bool:
        path, text = place
        if place not in self.constant or not _is_labelish(text):
            return False
        if text.endswith(COLONS) or place in self.colon:
            return True
        everywhere = len(self.seen[place]) == len(self.pages) == self.often[place]
        return everywhere and can_label(path) and self.followed[place] >= 0.6 * self.often[place]

    def _prefixes(self, known: dict[Place, str]) -> tuple[dict[Place, str], set[str]]:
        pages: dict[Place, set[int]] = defaultdict(set)
        texts: Counter[str] = Counter()
        for number, page in enumerate(self.pages):
            for piece in page:
                if (piece.path, piece.text) in known:
                    continue
                texts[piece.path] += 1
                if match := PREFIX.fullmatch(piece.text):
                    pages[piece.path, match[1]].add(number)
        kept = {p: label_of(p[1]) for p, some in pages.items()
                if len(some) >= self.least and len(p[1].split()) <= WORDS}  # fmt: skip
        by_path = Counter(path for path, _ in kept)
        having = Counter(path for path, _ in pages)
        opened = {path for path, count in by_path.items()
                  if count >= OPEN and count >= 0.5 * having[path]}  # fmt: skip
        return kept, opened


def _pages_of(pages: Sequence[Sequence[Piece]]) -> dict[Place, set[int]]:
    seen: dict[Place, set[int]] = defaultdict(set)
    for number, page in enumerate(pages):
        for piece in page:
            seen[piece.path, piece.text].add(number)
    return seen


def _is_labelish(text: str) -> bool:
    return len(text) <= LONGEST and len(text.split()) <= WORDS and is_wordy(text)


def last_tag(path: str) -> str:
    """The tag that a path ends with."""
    return step_tag(path.rpartition(">")[2])


def step_tag(step: str) -> str:
    """The tag of a step."""
    for end, char in enumerate(step):
        if char in "#.:":
            return step[:end]
    return step


def can_label(path: str) -> bool:
    """Whether labels stand at such a place: not in links, nor in the second cell of a row."""
    steps = path.split(">")
    tags = [step_tag(step) for step in steps]
    cell = next((s for s, tag in zip(reversed(steps), reversed(tags), strict=True)
                 if tag in ("td", "dd", "th")), "")  # fmt: skip
    column = cell.partition(":")[2][:1]
    if cell.startswith("td:"):
        return column in "13579" and ("a" not in tags or column == "1")
    if cell.startswith("dd"):
        return tags[-1] in ("b", "strong", "label", *HEADINGS)
    return "a" not in tags or cell.startswith("th")
