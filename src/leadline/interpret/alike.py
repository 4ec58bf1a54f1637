"""Whether two lists show the same kind of records, by the addresses of the records' own pages.

Addresses of one kind agree in some folders of their path, and in the names of their parameters:
/item/17 and /item/23 do, /news/5 is of another kind. Where nothing is the same in all of them,
or records have no addresses, only what is read in the same way is of one kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from leadline.model import Record

MOSTLY = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """An address as its host, folders and names of parameters; None for a folder that varies."""

    host: str
    folders: tuple[str | None, ...]
    names: frozenset[str]

    @property
    def telling(self) -> bool:
        """Whether anything but the host has to agree."""
        return any(folder is not None for folder in self.folders) or bool(self.names)

    def fits(self, other: Shape) -> bool:
        """Whether an address has this shape."""
        same = (self.host, self.names) == (other.host, other.names)
        return same and _common(self.folders, other.folders) == self.folders


def same_kind(known: Sequence[Record], others: Sequence[Record], read_alike: bool) -> bool:
    """Whether other records are of the kind of the known ones."""
    shapes = [_shape(record.url) for record in others if record.url]
    if not any(record.url for record in known) and not shapes:
        return read_alike
    common = [shape for shape in _kinds(known) if shape.telling or read_alike]
    fitting = sum(any(kind.fits(shape) for kind in common) for shape in shapes)
    return bool(shapes) and fitting >= MOSTLY * len(others)


def _kinds(records: Iterable[Record]) -> list[Shape]:
    """What the addresses of records have in common, one shape for each length and host."""
    kinds: dict[tuple[str, int, frozenset[str]], Shape] = {}
    for shape in (_shape(record.url) for record in records if record.url):
        place = shape.host, len(shape.folders), shape.names
        before = kinds.get(place, shape)
        folders = _common(before.folders, shape.folders)
        kinds[place] = Shape(host=shape.host, folders=folders, names=shape.names)
    return list(kinds.values())


def _common(one: tuple[str | None, ...], other: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """The folders in which both agree; nothing where they are not equally deep."""
    if len(one) != len(other):
        return ()
    return tuple(a if a == b else None for a, b in zip(one, other, strict=True))


def _shape(url: str) -> Shape:
    try:
        parts = urlsplit(url)
    except ValueError:
        return Shape(host="", folders=(url,), names=frozenset())
    folders = tuple(folder for folder in parts.path.split("/") if folder)
    names = frozenset(name for name, _ in parse_qsl(parts.query[:2_000], keep_blank_values=True))
    return Shape(host=parts.netloc.lower(), folders=folders, names=names)
