"""Labels on a record's own page and the values they name, whatever the markup.

A label names what follows it within the nearest element that holds more than the label: `<dd>`
after `<dt>`, the other cells of a row, text after `<b>Author:</b>`, paragraphs under a heading.
Only what stands at the same place as the first value belongs to it. "Label: value" in one text
is a label too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from leadline.read.details_columns import columns
from leadline.read.details_pieces import Frame, Piece
from leadline.read.fields_runs import trimmed
from leadline.read.records import BLOCK

PREFIX = re.compile(r"([^\W\d_][^:：]{0,38}?)\s*(?::(?!//)\s*|：\s*)(\S.*)", re.S)
COLONS = (":", "：")
CLIMB = 5  # elements that may stand around a label alone
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LONGEST = 60
LINE = 40  # characters of a line of running text
PROSE = 25  # letters outside links that make a text of what has links in it


@dataclass(frozen=True, slots=True)
class Marks:
    """What is known of the labels of a site's pages.

    `known` gives a label's name by its place and text (an empty one only ends what was before);
    at `open` places any text is a label; `prefixes` and `open_prefixes` do this for labels that
    begin a text; `skip` are texts that are no values. At other `paths` of labels, a text is one
    if it ends in a colon.
    """

    known: Mapping[tuple[str, str], str]
    open: Collection[str] = ()
    prefixes: Mapping[tuple[str, str], str] = field(default_factory=dict)
    open_prefixes: Collection[str] = ()
    skip: frozenset[tuple[str, str]] = frozenset()
    title: str = ""  # the place of the heading, which no label names
    paths: Collection[str] = ()  # all places of labels
    heads: Collection[str] | None = None  # headers of columns that name something; None: all

    def names(self) -> set[str]:
        """The names that labels give."""
        return {name for name in (*self.known.values(), *self.prefixes.values()) if name}

    def label(self, piece: Piece) -> tuple[str, str, str] | None:
        """The label that a piece is or begins with: its text, its name, and what comes after."""
        path, text = piece.path, piece.text
        name = self.known.get((path, text))
        if name is not None:
            return text, name, ""
        if path in self.paths and (path in self.open or text.endswith(COLONS)) and _may_be(text):
            return text, label_of(text), ""
        match = PREFIX.fullmatch(text) if ":" in text or "：" in text else None
        if match is None:
            return None
        name = self.prefixes.get((path, match[1]))
        if name is None and path in self.open_prefixes:
            name = label_of(match[1])
        return None if name is None else (match[1], name, match[2])


@dataclass(slots=True)
class Named:
    """A label and the pieces it names."""

    label: str
    name: str
    place: Piece
    pieces: list[Piece]
    scope: Frame | None = None
    end: int = 0
    below: Frame | None = None

    def texts(self) -> list[str]:
        """The values."""
        return [text for text, _ in values_of(self.pieces)]


def label_of(text: str) -> str:
    """A label as a name."""
    return " ".join(text.strip(" :：*•·-–—?").lower().split())[:LONGEST]


def is_wordy(text: str) -> bool:
    """Whether a text has letters."""
    return any(c.isalpha() for c in text)


def _may_be(text: str) -> bool:
    return len(text) <= LONGEST and is_wordy(text)


def named(pieces: Sequence[Piece], marks: Marks) -> tuple[list[Named], list[Piece]]:
    """The labels of a page with their values, and the pieces that have none."""
    found: list[Named] = []
    rest: list[Piece] = []
    now: Named | None = None
    below, headers = columns(pieces)
    for number, piece in enumerate(pieces):
        if number in headers:
            now = None
            continue
        if (head := below.get(number)) and marks.label(piece) is None:
            now = None
            if marks.heads is not None and head not in marks.heads:
                continue
            found.append(Named(head, head, piece, [piece]))
            continue
        label = marks.label(piece)
        if label is not None:
            now = _opened(number, piece, *label)
            found.append(now)
        elif (piece.path, piece.text) not in marks.skip:
            if piece.path == marks.title:
                rest.append(piece)
            elif now is not None and now.name and _belongs(now, number, piece):
                now.pieces.append(piece)
            else:
                now = None
                rest.append(piece)
    return found, rest


def _opened(number: int, piece: Piece, label: str, name: str, after: str) -> Named:
    if after:
        first = Piece(after, piece.frame, piece.block)
        return Named(label, name, piece, [first], piece.frame, piece.frame.end)
    scope = scope_of(number, piece)
    return Named(label, name, piece, [], scope, scope.end if scope is not None else 0)


def scope_of(number: int, piece: Piece) -> Frame | None:
    """The nearest element around a label that holds something after it."""
    frame: Frame | None = piece.frame
    for _ in range(CLIMB):
        if frame is None or frame.end > number + 1:
            return frame
        alone = frame.tag == "tr" and _is_heading_row(frame, piece)
        if frame.tag == "tr" and not alone:
            return None
        frame = frame.parent
    return None


def _is_heading_row(row: Frame, piece: Piece) -> bool:
    """Whether the label is the only cell of its row, as far as can be seen."""
    cell = piece.frame
    while cell.parent is not None and cell.parent is not row:
        cell = cell.parent
    return cell.tag == "th"


def _belongs(now: Named, number: int, piece: Piece) -> bool:
    if number >= now.end or now.scope is None:
        return False
    below = _below(piece.frame, now.scope)
    if not now.pieces:
        now.below = below
        return True
    first = now.pieces[0]
    if _is_inline(now.below) and _is_inline(below):
        return piece.block == first.block
    if below is None or now.below is None:
        return False
    return below is now.below or below.path == now.below.path or now.scope.tag == "tr"


def _below(frame: Frame, scope: Frame) -> Frame | None:
    """The child of the scope that a piece stands in; None if in the scope itself."""
    if frame is scope:
        return None
    while frame.parent is not None and frame.parent is not scope:
        frame = frame.parent
    return frame


def _is_inline(frame: Frame | None) -> bool:
    return frame is None or frame.tag not in BLOCK


def values_of(pieces: Sequence[Piece]) -> Iterator[tuple[str, Piece]]:
    """The values that pieces make: one for each block, or for each link of a list of links.

    Long lines and paragraphs are one text.
    """
    blocks = list(blocks_of(pieces))
    if is_prose([joined(block) for block in blocks]) and 4 * sum(map(is_list, blocks)) < len(
        blocks
    ):
        yield shown(joined(pieces)), pieces[0]
        return
    for block in blocks:
        if is_list(block):
            yield from ((text, piece) for piece in block if (text := shown(piece.text)))
        elif text := shown(joined(block)):
            yield text, block[0]


def is_prose(lines: Sequence[str]) -> bool:
    """Whether lines are those of one running text."""
    return len(lines) > 1 and 2 * sum(len(line) >= LINE for line in lines) >= len(lines)


def shown(text: str) -> str:
    """A text without what sets it off; nothing if nobody can see it."""
    text = trimmed(text)
    return text if any(c.isprintable() and not c.isspace() for c in text) else ""


def blocks_of(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Runs of pieces of one block."""
    run: list[Piece] = []
    for piece in pieces:
        if run and run[-1].block != piece.block:
            yield run
            run = []
        run.append(piece)
    if run:
        yield run


def is_list(block: Sequence[Piece]) -> bool:
    """Whether links stand side by side, rather than in a running text."""
    if len(block) == 1 or not any(piece.frame.link for piece in block):
        return False
    plain = sum(_letters(piece.text) for piece in block if not piece.frame.link)
    linked = sum(_letters(piece.text) for piece in block if piece.frame.link)
    return plain < PROSE or plain < linked


def _letters(text: str) -> int:
    return sum(c.isalnum() for c in text)


def joined(block: Sequence[Piece]) -> str:
    """The pieces of one line as a text."""
    text = " ".join(piece.text for piece in block)
    return re.sub(r" (?=[,.;:!?)\]])", "", text)
