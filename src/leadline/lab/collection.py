"""A table indexed for asking: values, the records that carry them, and the records' own content.

Compact, so that a million rows of twenty values fit beside what the crawler knows: values are
interned, both directions are CSR arrays, texts are one buffer.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from leadline.errors import BadData
from leadline.lab.table import Row, check_columns, texts_in, values_in
from leadline.model import Attribute, Kind, Record
from leadline.plan.words import tokens

Mode = Literal["keyword", "attribute"]
TEXT = "text"


@dataclass(frozen=True, slots=True)
class Collection:
    """All records of a source, and for each value the records that a query for it matches.

    `post[where[v]:where[v + 1]]` are the rows that value v matches, ascending; `times` says how
    often each of them has it. `shown` are the texts, or the forward index, of what a page shows.
    """

    attributes: tuple[Attribute, ...]
    names: list[str]
    attribute: NDArray[np.int16]
    where: NDArray[np.int64]
    post: NDArray[np.int32]
    times: NDArray[np.int32]
    lengths: NDArray[np.int32]
    texts: Texts | None
    carried: Carried | None
    ids: dict[tuple[str, str], int]

    @property
    def records(self) -> int:
        """How many records there are."""
        return len(self.lengths)

    @property
    def values(self) -> int:
        """How many values can be asked."""
        return len(self.names)

    def rows(self, value: int) -> NDArray[np.int32]:
        """The rows that match a value, ascending."""
        return self.post[self.where[value] : self.where[value + 1]]

    @property
    def frequency(self) -> NDArray[np.int64]:
        """How many records match each value."""
        return np.diff(self.where)

    def record(self, row: int) -> Record:
        """A record as a page shows it."""
        if self.texts is not None:
            return Record(str(row), (), self.texts[row])
        assert self.carried is not None
        names, attributes = self.names, self.attributes
        pairs = tuple((attributes[self.attribute[v]].name, names[v]) for v in self.carried[row])
        return Record(str(row), pairs)


@dataclass(frozen=True, slots=True)
class Texts:
    """Many texts in one buffer."""

    buffer: bytes
    ends: NDArray[np.int64]

    def __getitem__(self, row: int) -> str:
        start = int(self.ends[row - 1]) if row else 0
        return self.buffer[start : int(self.ends[row])].decode("utf-8")


@dataclass(frozen=True, slots=True)
class Carried:
    """The values of each record, one record after the other."""

    start: NDArray[np.int64]
    terms: NDArray[np.int32]

    def __getitem__(self, row: int) -> list[int]:
        found: list[int] = self.terms[self.start[row] : self.start[row + 1]].tolist()
        return found


def index(rows: Iterable[Row], mode: Mode, searched: frozenset[str] | None = None) -> Collection:
    """Index a table; `searched` names the fields that a keyword can match (None: all)."""
    return _keywords(rows, searched) if mode == "keyword" else _attributes(rows)


def indexed(
    path: Path, rows: Iterable[Row], mode: Mode, searched: frozenset[str] | None = None
) -> Collection:
    """`index`, with the file named in whatever goes wrong."""
    try:
        return index(rows, mode, searched)
    except BadData as error:
        named = str(error).startswith(str(path))
        raise error if named else BadData(f"{path}: {error}") from None


def _keywords(rows: Iterable[Row], searched: frozenset[str] | None) -> Collection:
    ids: dict[str, int] = {}
    columns: dict[str, None] = {}
    terms, starts, lengths = array("i"), array("q", [0]), array("i")
    buffer, ends = bytearray(), array("q")
    for row in rows:
        columns |= dict.fromkeys(row)
        shown = "\n".join(text for value in row.values() for text in texts_in(value))
        found = tokens(shown if searched is None else _only(row, searched))
        terms.extend(ids.setdefault(word, len(ids)) for word in found)
        starts.append(len(terms))
        lengths.append(len(found))
        buffer += shown.encode("utf-8", "replace")
        ends.append(len(buffer))
    check_columns(sorted(searched or ()), columns)
    if not ids:
        raise BadData("no row has any text to search; are these strings? (try attributes)")
    attributes = (Attribute(name=TEXT, kind=Kind.KEYWORD),)
    texts = Texts(bytes(buffer), np.frombuffer(ends, np.int64))
    zeros = np.zeros(len(ids), np.int16)
    pairs = {(TEXT, word): v for word, v in ids.items()}
    return _collection(attributes, list(ids), zeros, _array(terms), _array(starts, np.int64),
                       _array(lengths), texts, pairs)  # fmt: skip


def _only(row: Row, searched: frozenset[str]) -> str:
    return "\n".join(text for name in row if name in searched for text in texts_in(row[name]))


def _attributes(rows: Iterable[Row]) -> Collection:
    ids: dict[tuple[str, str], int] = {}
    terms, starts, lengths = array("i"), array("q", [0]), array("i")
    for row in rows:
        pairs = dict.fromkeys((name, text) for name, v in row.items() for text in values_in(v))
        terms.extend(ids.setdefault(pair, len(ids)) for pair in pairs)
        starts.append(len(terms))
        lengths.append(len(pairs))
    if not ids:
        raise BadData("no row has any value to ask for")
    order = {name: i for i, name in enumerate(dict.fromkeys(name for name, _ in ids))}
    attributes = tuple(Attribute(name=name) for name in order)
    positions = np.array([order[name] for name, _ in ids], np.int16)
    names = [text for _, text in ids]
    return _collection(attributes, names, positions, _array(terms), _array(starts, np.int64),
                       _array(lengths), None, ids)  # fmt: skip


def _array(values: array[int], dtype: Any = np.int32) -> NDArray[Any]:
    return np.frombuffer(values, dtype) if len(values) else np.zeros(0, dtype)


def _collection(
    attributes: tuple[Attribute, ...],
    names: list[str],
    positions: NDArray[np.int16],
    terms: NDArray[np.int32],
    starts: NDArray[np.int64],
    lengths: NDArray[np.int32],
    texts: Texts | None,
    ids: dict[tuple[str, str], int],
) -> Collection:
    rows = np.repeat(np.arange(len(lengths), dtype=np.int64), np.diff(starts))
    keys, times = np.unique(terms.astype(np.int64) * len(lengths) + rows, return_counts=True)
    values, post = np.divmod(keys, len(lengths))
    where = np.zeros(len(names) + 1, np.int64)
    np.cumsum(np.bincount(values, minlength=len(names)), out=where[1:])
    carried = None if texts is not None else Carried(starts, terms)
    return Collection(attributes, names, positions, where, post.astype(np.int32),
                      times.astype(np.int32), lengths, texts, carried, ids)  # fmt: skip
