"""What records' own pages say without a label: the heading, the description, and other texts that
stand at the same place of each page and vary.

Named as a person would: by what the page's `<title>` repeats, by `itemprop` and class, by the kind
of value. A place with no telling name counts only where every page has it once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from leadline.document import Document
from leadline.read.details_labels import (
    HEADINGS,
    blocks_of,
    is_list,
    is_prose,
    is_wordy,
    joined,
    shown,
)
from leadline.read.details_learn import last_tag, step_tag
from leadline.read.details_pieces import Piece
from leadline.read.fields_names import DATE, LAYOUT, NUMBER, PRICE, SPLIT
from leadline.read.records import BLOCK
from leadline.read.word_sets import words

FRAME = words("article bar footer header page overview sidebar site module widget see more")
PROSE = 80  # characters of a description
MOST = 12  # values of one place on a page
Others = Callable[[str], bool]
YEAR = re.compile(r"\(?(?:1[5-9]|20)\d\d\)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a text without a label stands, and its name."""

    path: str
    name: str


@dataclass(frozen=True, slots=True)
class Said:
    """A text and its place."""

    path: str
    text: str
    link: str


def read_places(rest: Sequence[Piece], places: Sequence[Place]) -> list[tuple[str, str]]:
    """The values at these places, in the order of the places."""
    names = {place.path: place.name for place in places}
    found: dict[str, list[str]] = {place.name: [] for place in places}
    for said in _said(rest, names):
        if said.path in names:
            found[names[said.path]].append(said.text)
    return [(name, text) for name, texts in found.items()
            for text in ([" ".join(texts)] if is_prose(texts) else texts)]  # fmt: skip


def learn_title(pages: Sequence[Sequence[Piece]], documents: Sequence[Document]) -> str:
    """The place of the heading: once on each page, and always another; "" if there is none."""
    found = _by_path([[Said(p.path, p.text, p.frame.link) for p in page] for page in pages])
    once = {path: own for path, own in found.items() if _is_heading(path, own)}
    return _title(once, [_titled(document) for document in documents])


def _is_heading(path: str, pages: Sequence[Sequence[Said]]) -> bool:
    texts = [page[0].text for page in pages if len(page) == 1 or (page and _heading(path))]
    different = len(set(texts)) >= max(2, len(pages) - 1)
    return len(texts) == len(pages) and different and 2 * sum(map(is_wordy, texts)) > len(texts)


def learn_places(
    rest: Sequence[Sequence[Piece]], title: str, others: Sequence[Others], taken: Collection[str]
) -> tuple[Place, ...]:
    """The places of these pages' texts that are worth reading."""
    found = _by_path([list(_said(page, (title,))) for page in rest])
    kept = {path: pages for path, pages in found.items() if _is_telling(pages, others)}
    return tuple(_named(kept, title, set(taken)))


def template(rest: Sequence[Sequence[Piece]]) -> frozenset[tuple[str, str]]:
    """Texts that stand beside others and are the same on every page."""
    pages = [{(piece.path, piece.text) for piece in page} for page in rest]
    return frozenset(set.intersection(*pages)) if pages else frozenset()


def _by_path(pages: Sequence[Sequence[Said]]) -> dict[str, list[list[Said]]]:
    found: dict[str, list[list[Said]]] = {}
    for number, page in enumerate(pages):
        for said in page:
            found.setdefault(said.path, [[] for _ in pages])[number].append(said)
    return found


def _said(pieces: Sequence[Piece], apart: Collection[str]) -> Iterator[Said]:
    """Texts and their places: those at places apart, links of a list, and whole blocks."""
    for block in blocks_of(pieces):
        if is_list(block) or last_tag(block[0].path) in HEADINGS or block[0].path in apart:
            for piece in block:
                if text := shown(piece.text):
                    yield Said(piece.path, text, piece.frame.link)
        elif text := shown(joined(block)):
            yield Said(_block_path(block[0]), text, block[0].frame.link)


def _block_path(piece: Piece) -> str:
    frame = piece.frame
    while frame.parent is not None and frame.tag not in BLOCK and not frame.link:
        if "." in frame.path.rpartition(">")[2] or "#" in frame.path.rpartition(">")[2]:
            break
        frame = frame.parent
    return frame.path


def _is_telling(pages: Sequence[Sequence[Said]], others: Sequence[Others]) -> bool:
    """Whether a place varies from page to page and does not only lead to other records."""
    having = [page for page in pages if page]
    if len(having) < max(2, 0.6 * len(pages)) or median(map(len, having)) > MOST:
        return False
    if len({tuple(s.text for s in page) for page in having}) < max(2, len(having) / 2):
        return False
    if _is_menu(having):
        return False
    flat = [(number, said) for number, page in enumerate(pages) for said in page]
    away = sum(others[number](said.link) for number, said in flat if said.link)
    return 2 * away < len(flat)


def _is_menu(pages: Sequence[Sequence[Said]]) -> bool:
    """Whether several texts stand here, most of which are on most of the pages."""
    counts = Counter(text for page in pages for text in {said.text for said in page})
    common = sum(times for times in counts.values() if 2 * times > len(pages))
    return median(map(len, pages)) > 1 and 2 * common > sum(counts.values())


def _titled(document: Document) -> str:
    node = document.tree.css_first("title")
    return letters_of(node.text(deep=True)[:1000]) if node is not None else ""


def _title(kept: dict[str, list[list[Said]]], titles: Sequence[str]) -> str:
    """The place whose text the page's title repeats, headings first."""
    best, worth = "", 0.0
    for path, pages in kept.items():
        hits = sum(_is_in(page, title) for page, title in zip(pages, titles, strict=True))
        if hits < 0.6 * len(titles) and not (hits and last_tag(path) == "h1"):
            continue
        length = median(len(s.text) for page in pages for s in page)
        own = hits / len(titles) + 2 * _heading(path) + min(length, 30) / 100
        if own > worth:
            best, worth = path, own
    return best or next((path for path in kept if _heading(path) == 1), "")


def _heading(path: str) -> float:
    tags = [step_tag(step) for step in path.split(">")[-2:]]
    return max({"h1": 1.0, "h2": 0.6, "h3": 0.4}.get(tag, 0.0) for tag in tags)


def _is_in(page: Sequence[Said], title: str) -> bool:
    return any(len(own := letters_of(said.text)) > 2 and own in title for said in page[:1])


def letters_of(text: str) -> str:
    """A text as it is compared: its letters and digits, small."""
    return "".join(c for c in text.casefold() if c.isalnum())


def _named(kept: dict[str, list[list[Said]]], title: str, taken: set[str]) -> Iterator[Place]:
    if title:
        yield Place(path=title, name=free_name("title", taken))
    for path, pages in kept.items():
        if path == title or _plain_of(pages) == _plain_of(kept.get(title, [])):
            continue
        texts = [said.text for page in pages for said in page]
        once = all(len(page) == 1 for page in pages)
        if not any(map(_has_content, texts)):
            continue
        name = _itemprop(path) or _prose(texts, pages) or _class_name(path)
        if name or once:
            yield Place(path=path, name=free_name(name or _kind(texts), taken))


def _plain_of(pages: Iterable[Sequence[Said]]) -> list[str]:
    return [letters_of(page[0].text) if page else "" for page in pages]


def _has_content(text: str) -> bool:
    return any(c.isalnum() for c in text)


def _prose(texts: Sequence[str], pages: Sequence[Sequence[Said]]) -> str:
    long = median(map(len, texts)) >= PROSE and all(map(is_wordy, texts))
    return "description" if long else ""


def _itemprop(path: str) -> str:
    for step in reversed(path.split(">")[-2:]):
        if "@" in step:
            return " ".join(w.lower() for w in SPLIT.split(step.rpartition("@")[2]) if w)
    return ""


def _class_name(path: str) -> str:
    """A name out of the class or id of the last two steps."""
    for step in reversed(path.split(">")[-3:]):
        tokens = re.split(r"[.#]", step)[1:]
        for token in sorted(tokens, key=len, reverse=True):
            own = [w.lower() for w in SPLIT.split(token) if w]
            telling = [w for w in own if w not in LAYOUT | FRAME and w.isalpha() and len(w) > 2]
            if telling and not token.startswith("@"):
                return " ".join(telling)
    return ""


def _kind(texts: Sequence[str]) -> str:
    for name, pattern in (("year", YEAR), ("date", DATE), ("price", PRICE), ("number", NUMBER)):
        if sum(pattern.fullmatch(text) is not None for text in texts) >= 0.8 * len(texts):
            return name
    return "text"


def free_name(name: str, taken: set[str]) -> str:
    """The name, numbered if it is taken; then it is."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} {number}"
    taken.add(free)
    return free
