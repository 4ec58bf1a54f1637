"""What records' own pages say without a label: the heading, the description, and other texts that
stand at the same place of each page and vary.

Named as a person would: by what the page's `<title>` repeats, by `itemprop` and class, by the kind
of value. A place with no telling name counts only where every page has it once.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from leadline.document import Document
from leadline.read.details_labels import HEADINGS, blocks_of, is_list, is_wordy, joined
from leadline.read.details_learn import last_tag, step_tag
from leadline.read.details_pieces import Piece
from leadline.read.fields_names import DATE, LAYOUT, NUMBER, PRICE, SPLIT
from leadline.read.fields_runs import trimmed
from leadline.read.records import BLOCK

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
    for said in _said(rest):
        if said.path in names:
            found[names[said.path]].append(said.text)
    return [(name, text) for name, texts in found.items() for text in texts]


def learn_places(
    rest: Sequence[Sequence[Piece]],
    documents: Sequence[Document],
    others: Sequence[Others],
    taken: Collection[str],
) -> tuple[Place, ...]:
    """The places of these pages' texts that are worth reading."""
    found: dict[str, list[list[Said]]] = defaultdict(lambda: [[] for _ in rest])
    for number, page in enumerate(rest):
        for said in _said(page):
            found[said.path][number].append(said)
    kept = {path: pages for path, pages in found.items() if _is_telling(pages, others)}
    title = _title(kept, [_titled(document) for document in documents])
    return tuple(_named(kept, title, set(taken)))


def _said(pieces: Sequence[Piece]) -> Iterator[Said]:
    for block in blocks_of(pieces):
        if is_list(block) or last_tag(block[0].path) in HEADINGS:
            for piece in block:
                if text := trimmed(piece.text):
                    yield Said(piece.path, text, piece.frame.link)
        elif text := trimmed(joined(block)):
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
    flat = [(number, said) for number, page in enumerate(pages) for said in page]
    away = sum(others[number](said.link) for number, said in flat if said.link)
    return 2 * away < len(flat)


def _titled(document: Document) -> str:
    node = document.tree.css_first("title")
    return _plain(node.text(deep=True)[:1000]) if node is not None else ""


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
    return any(len(own := _plain(said.text)) > 2 and own in title for said in page[:1])


def _plain(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def _named(kept: dict[str, list[list[Said]]], title: str, taken: set[str]) -> Iterator[Place]:
    if title:
        yield Place(path=title, name=_free("title", taken))
    for path, pages in kept.items():
        if path == title or _plain_of(pages) == _plain_of(kept.get(title, [])):
            continue
        texts = [said.text for page in pages for said in page]
        once = all(len(page) == 1 for page in pages)
        if not any(map(_has_content, texts)):
            continue
        name = _itemprop(path) or _prose(texts, pages) or _class_name(path)
        if name or once:
            yield Place(path=path, name=_free(name or _kind(texts), taken))


def _plain_of(pages: Iterable[Sequence[Said]]) -> list[str]:
    return [_plain(page[0].text) if page else "" for page in pages]


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
            telling = [w for w in own if w not in LAYOUT and w.isalpha() and len(w) > 2]
            if telling and not token.startswith("@"):
                return " ".join(telling)
    return ""


def _kind(texts: Sequence[str]) -> str:
    for name, pattern in (("year", YEAR), ("date", DATE), ("price", PRICE), ("number", NUMBER)):
        if sum(pattern.fullmatch(text) is not None for text in texts) >= 0.8 * len(texts):
            return name
    return "text"


def _free(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} {number}"
    taken.add(free)
    return free
