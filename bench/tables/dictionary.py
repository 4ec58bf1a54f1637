"""The Collaborative International Dictionary of English, one row per headword.

From Debian's dict-gcide: an index (headword, place, length) over a gzipped text.
Licence: GPL-2 or later.

The index names a headword once for each entry which treats it, and an entry once for each
headword it treats. So a row joins all entries of its headword, whatever its capitals, and a long
entry (Sea, with its hundred compounds) is part of many rows.
"""

import gzip
import string
from collections.abc import Iterator
from pathlib import Path

from bench.tables.base import Collection, Row, one_line
from bench.tables.debian import BOOKWORM

DIGITS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
VALUE = {digit: value for value, digit in enumerate(DIGITS)}

ENCODING = "cp1252"  # all but three letters are ASCII; one byte each keeps the index's places

Place = tuple[int, int]


def headwords(outdir: Path) -> Iterator[Row]:
    folder = BOOKWORM.unpacked(outdir, "dict-gcide") / "usr" / "share" / "dictd"
    text = gzip.decompress((folder / "gcide.dict.dz").read_bytes()).decode(ENCODING)
    for word, places in _index(folder / "gcide.index").values():
        entries = (text[start : start + length] for start, length in places)
        yield {"word": word, "text": one_line(" ".join(entries))}


def _index(path: Path) -> dict[str, tuple[str, list[Place]]]:
    """For each headword in small letters: its first spelling and the places of its entries."""
    index: dict[str, tuple[str, list[Place]]] = {}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            word, start, length = line.rstrip("\n").split("\t")
            if word.startswith(("00-database", "00database")):
                continue
            place = _number(start), _number(length)
            _, places = index.setdefault(word.lower(), (word, []))
            if place not in places:
                places.append(place)
    return index


def _number(digits: str) -> int:
    number = 0
    for digit in digits:
        number = number * 64 + VALUE[digit]
    return number


COLLECTIONS = (
    Collection("gcide", "report", 169_464, "an English dictionary: word, text", headwords),
)
