"""Rows of a table from a JSONL, JSON, CSV or Parquet file, one dictionary at a time.

Cells of CSV are between commas, semicolons, tabs or bars, whichever makes most columns of lines
that all have as many. Columns of one name are one column of several values. CSV that is not UTF-8
is in the likeliest character set by its first megabyte; JSON is always UTF-8. Of JSON that is not
in lines, the table is a list of objects.
"""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from decimal import Decimal
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

from leadline.charset import codec_of_text
from leadline.errors import BadData, MissingExtra

Row = Mapping[str, Any]
SEPARATORS = ",;\t|"  # that cells of CSV may be between
LOOKED_AT = 20  # lines of CSV that tell which
SEEN = 1 << 20  # bytes of CSV by which its character set is told
LONGEST_CELL = 2**31 - 1  # characters: whatever fits into memory, as with the other kinds of file


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a file, by its ending: .jsonl, .json, .csv (also gzipped) or .parquet."""
    name = path.name.removesuffix(".gz")
    readers = {
        ".jsonl": _json_lines,
        ".ndjson": _json_lines,
        ".json": _json,
        ".csv": _csv,
        ".parquet": _parquet,
    }
    reader = readers.get(Path(name).suffix.lower())
    if reader is None:
        raise BadData(f"{path}: unknown kind of file; there are: {', '.join(sorted(readers))}")
    empty = True
    try:
        for row in reader(path):
            empty = False
            yield row
    except (OSError, EOFError) as error:
        raise BadData(f"{path}: cannot be read: {_reason(error)}") from error
    except UnicodeDecodeError as error:
        raise BadData(f"{path}: not {error.encoding.upper()} text: {error}") from error
    if empty:
        raise BadData(f"{path}: no rows are in it")


def check_columns(wanted: Iterable[str], there: Collection[str]) -> None:
    """Complain about the first column that a table does not have."""
    for name in wanted:
        if name not in there:
            raise BadData(f"there is no column {name!r}; there are: {', '.join(there)}")


def texts_in(value: Any) -> Iterator[str]:
    """The strings of a field: what a search box could match."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts_in(inner)
    elif isinstance(value, dict):
        yield from texts_in(list(value.values()))


def values_in(value: Any) -> Iterator[str]:
    """The attribute values of a field: one, or each of a list; nothing for null, NaN and ''."""
    if isinstance(value, list | tuple):
        for inner in value:
            yield from values_in(inner)
    elif value is not None and value != "" and value == value:
        yield _as_text(value)


def _as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, float | Decimal) and value % 1 == 0:
        return str(int(value))
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, date | time):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)


def _reason(error: BaseException) -> str:
    return getattr(error, "strerror", None) or str(error)


def _opened(path: Path, encoding: str = "utf-8-sig") -> TextIO:
    return TextIOWrapper(_bytes(path), encoding=encoding, newline="")


def _bytes(path: Path) -> BinaryIO:
    return cast(BinaryIO, gzip.open(path, "rb")) if path.suffix == ".gz" else path.open("rb")


def _json(path: Path) -> Iterator[Row]:
    with _opened(path) as text:
        try:
            rows = json.load(text)
        except (ValueError, RecursionError) as error:
            if isinstance(error, UnicodeDecodeError):
                raise
            raise BadData(f"{path}: not JSON: {error}; of a row a line, call it .jsonl") from error
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadData(f"{path}: not a list of objects")
    yield from rows


def _json_lines(path: Path) -> Iterator[Row]:
    with _opened(path) as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield _json_row(path, number, line)


def _json_row(path: Path, number: int, line: str) -> Row:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadData(f"{path}, line {number}: not JSON: {error}") from error
    if not isinstance(row, dict):
        raise BadData(f"{path}, line {number}: not an object but {type(row).__name__}")
    return row


def _csv(path: Path) -> Iterator[Row]:
    csv.field_size_limit(LONGEST_CELL)
    with _bytes(path) as file:
        encoding = codec_of_text(file.read(SEEN))
    separator = max(SEPARATORS, key=lambda one: _columns(path, one, encoding))
    with _opened(path, encoding) as lines:
        reader = csv.reader(lines, strict=True, delimiter=separator)
        try:
            filled = (cells for cells in reader if cells)
            names = next(filled, [])
            _check_header(path, names)
            for cells in filled:
                if len(cells) != len(names):
                    raise BadData(f"{path}, line {reader.line_num}: not as many cells as columns")
                yield _csv_row(names, cells)
        except csv.Error as error:
            raise BadData(f"{path}, line {reader.line_num}: not CSV: {error}") from error


def _csv_row(names: Sequence[str], cells: Sequence[str]) -> Row:
    row: dict[str, Any] = dict(zip(names, cells, strict=True))
    if len(row) < len(names):
        for name in {one for one in names if names.count(one) > 1}:
            row[name] = [cell for one, cell in zip(names, cells, strict=True) if one == name]
    return row


def _columns(path: Path, separator: str, encoding: str) -> int:
    """How many cells the first lines have with a separator; 1 if not all have as many."""
    with _opened(path, encoding) as lines:
        try:
            first = islice(csv.reader(lines, strict=True, delimiter=separator), LOOKED_AT)
            sizes = {len(row) for row in first if row}
        except csv.Error:
            return 1
    return sizes.pop() if len(sizes) == 1 else 1


def _check_header(path: Path, names: Sequence[str]) -> None:
    """One column that has a separator in its name is most likely several."""
    inside = [one for one in SEPARATORS if len(names) == 1 and one in names[0]]
    if inside:
        raise BadData(
            f"{path}: one column, {names[0]!r}, that looks like several: "
            f"not all lines have as many cells with {inside[0]!r} between them"
        )


def _parquet(path: Path) -> Iterator[Row]:
    try:
        import pyarrow as arrow
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise MissingExtra("pyarrow", "parquet") from error
    try:
        file = parquet.ParquetFile(path)
        for batch in file.iter_batches():
            yield from batch.to_pylist()
    except arrow.ArrowException as error:
        raise BadData(f"{path}: not Parquet: {error}") from error
