"""Python values as SQLite cells, and back, without losing anything.

SQLite keeps text as UTF-8 and integers in 64 bits; pages can contain lone surrogates and claim any
total. Text that is no UTF-8 becomes a blob, an integer that does not fit becomes text; neither ever
equals an ordinary cell.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from json.encoder import encode_basestring as quoted
from typing import Any

Pairs = tuple[tuple[str, str], ...]
WHOLE = 1 << 63

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_decode = json.JSONDecoder().raw_decode  # what `_encode` wrote has no spaces around it to skip


def text_cell(text: str) -> str | bytes:
    """A string as it is kept."""
    return text if text.isascii() or is_utf8(text) else text.encode("utf-8", "surrogatepass")


def cell_text(cell: str | bytes) -> str:
    """The string that was kept."""
    return cell if isinstance(cell, str) else cell.decode("utf-8", "surrogatepass")


def whole_cell(number: int | None) -> int | str | None:
    """An integer of any size as it is kept."""
    return number if number is None or -WHOLE <= number < WHOLE else str(number)


def cell_whole(cell: int | str | None) -> int | None:
    """The integer that was kept."""
    return None if cell is None else int(cell)


def json_cell(value: Any) -> str:
    """JSON values as text; in ASCII where they hold what is no UTF-8."""
    text = _encode(value)
    return text if is_utf8(text) else json.dumps(value)


def pairs_cell(pairs: Pairs) -> str:
    """Names and values as JSON, as `json_cell` writes them, in a third of the time."""
    text = ",".join([f"[{quoted(name)},{quoted(value)}]" for name, value in pairs])
    return f"[{text}]" if is_utf8(text) else json.dumps(pairs)


def cell_json(cell: str | None) -> Any:
    """The JSON values that were kept."""
    return None if cell is None else _decode(cell)[0]


def cell_pairs(cell: str | None) -> Pairs:
    """Names and values that were kept as JSON."""
    return pairs(_decode(cell)[0]) if cell else ()


def pairs(rows: Iterable[Iterable[str]]) -> Pairs:
    """Lists of two as tuples of two."""
    return tuple([(name, value) for name, value in rows])


def is_utf8(text: str) -> bool:
    """Whether the text can be written as UTF-8."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
