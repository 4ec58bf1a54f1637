"""Labels that name nothing of a record lose their name: they only end what stands before them.

Such are headings over what is the same on all pages, and over links to other records.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from leadline.read.details_labels import COLONS, Marks, Named, named
from leadline.read.details_learn import last_tag
from leadline.read.details_pieces import Piece
from leadline.read.kin import Others

MOST = 40  # values of one label on a page
SURE = frozenset({"dt", "th", "label"})
IDS = re.compile(r"#[^.>:]*")


def pruned(marks: Marks, pages: Sequence[Sequence[Piece]], others: Sequence[Others]) -> Marks:
    """The marks with names for those labels only that name something of a record."""
    read = [named(page, marks)[0] for page in pages]
    marks = replace(marks, skip=_template(read, len(pages)))
    read = [named(page, marks)[0] for page in pages]
    by_label: dict[tuple[str, str], list[tuple[int, Named]]] = defaultdict(list)
    for number, page in enumerate(read):
        for one in page:
            by_label[one.place.path, one.label].append((number, one))
    lively = {place for place, found in by_label.items() if _varies(found)}
    paths = {path for path, _ in lively}
    kinds = set(map(_kind, paths))
    kept = {
        place
        for place, found in by_label.items()
        if (place in lively or (_is_sure(place, marks) and _kind(place[0]) in kinds))
        and _is_of_the_record(found, others, _is_sure(place, marks))
    }
    return replace(
        marks,
        known={place: name if place in kept else "" for place, name in marks.known.items()},
        prefixes={place: name for place, name in marks.prefixes.items() if place in kept},
        open=frozenset(path for path in marks.open if path in paths),
    )


def _kind(path: str) -> str:
    """The end of a path without ids, which tell labels apart that are of one kind."""
    return IDS.sub("", path.rpartition(">")[2])


def _template(read: Sequence[Sequence[Named]], pages: int) -> frozenset[tuple[str, str]]:
    """Texts beside values that are the same on every page, whatever the label."""
    seen: dict[tuple[str, str], set[int]] = defaultdict(set)
    beside: Counter[tuple[str, str]] = Counter()
    for number, page in enumerate(read):
        for one in page:
            for piece in one.pieces:
                seen[piece.path, piece.text].add(number)
                beside[piece.path, piece.text] += len(one.pieces) > 1
    return frozenset(
        place for place, some in seen.items() if len(some) == pages and beside[place] >= pages
    )


def _varies(found: Sequence[tuple[int, Named]]) -> bool:
    texts: dict[int, list[str]] = defaultdict(list)
    for number, one in found:
        texts[number] += one.texts()
    having = [tuple(some) for some in texts.values() if some]
    return len(set(having)) > 1 or len(having) == 1


def _is_sure(place: tuple[str, str], marks: Marks) -> bool:
    path, text = place
    if text.endswith(COLONS) or place in marks.prefixes or last_tag(path) in SURE:
        return True
    return any(step.startswith("td:1") for step in path.split(">"))


def _is_of_the_record(
    found: Sequence[tuple[int, Named]], others: Sequence[Others], sure: bool
) -> bool:
    counts = [len(one.texts()) for _, one in found if one.pieces]
    if not counts or median(counts) > MOST:
        return False
    pieces = [(number, piece) for number, one in found for piece in one.pieces]
    away = sum(others[number](piece.frame.link) for number, piece in pieces if piece.frame.link)
    return sure or 2 * away < len(pieces)
