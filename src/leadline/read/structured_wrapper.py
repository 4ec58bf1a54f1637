"""A wrapper for records that come as JSON: where the list is, and what its objects mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from leadline.document import Document
from leadline.model import Record
from leadline.read.jsonpath import Flat, Object, Path, flat, object_lists, ordered, plain, select
from leadline.read.keys import digest, plain_url
from leadline.read.records import Extraction
from leadline.read.repeated_quiet import NOTHING, Usual
from leadline.read.structured import BODY, values_at

UNNAMED = frozenset({"@type", "@context", "@id", "position"})


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonWrapper:
    """Records as the objects of a list in JSON.

    `names` gives the names of fields whose last part alone would not do; `kind` is the `@type`
    that objects must have; `key` and `link` are the fields that hold a record's id and address.
    """

    source: str
    path: Path
    kind: str = ""
    key: str = ""
    link: str = ""
    unstable: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    usual: Usual = NOTHING  # what a page of this site shows besides records

    def extract(self, document: Document) -> Extraction:
        """The records of an answer."""
        if document.page.status >= 400 and isinstance(document.json, dict):
            return Extraction()  # what is wrong is no record
        root = values_at(document, self.source)
        objects = objects_at(root, self.path, self.kind) if root is not None else None
        if objects is None:
            calm = not _has_list(root) if root is not None else self.usual.is_all_of(document)
            return Extraction(healthy=calm and (self.source != BODY or root is not None))
        return Extraction(records=tuple(self._record(one, document) for one in objects))

    def _record(self, one: Object, document: Document) -> Record:
        pairs = flat(one)
        first = dict(reversed(pairs))
        values = self.values(pairs)
        url = document.resolve(first.get(self.link)) if self.link in first else None
        text = " ".join(value for _, value in values if not value.startswith(("http:", "https:")))
        return Record(self._key(first, values, document), values, text, url or "")

    def _key(
        self, first: dict[str, str], values: tuple[tuple[str, str], ...], document: Document
    ) -> str:
        own = first.get(self.key) if self.key else None
        if own is None:
            return digest(values, self.unstable)
        if self.key == self.link:
            return plain_url(document.resolve(own) or own)
        return f"{self.key}={own}"

    def values(self, pairs: Flat) -> tuple[tuple[str, str], ...]:
        """The values of an object under the names of fields."""
        named = dict(self.names)
        return tuple(
            (named.get(name) or name.rpartition(".")[2], text)
            for name, texts in ordered(pairs)
            if name != self.link and name.rpartition(".")[2] not in UNNAMED
            for text in texts
        )


def objects_at(root: Any, path: Path, kind: str) -> list[Object] | None:
    """The objects of one type at a path."""
    objects = select(root, path)
    if objects is None or not kind:
        return objects
    return [one for one in objects if kind_of(one) == kind]


def kind_of(one: Object) -> str:
    """What JSON-LD says an object is."""
    kind = one.get("@type")
    return plain(kind[0] if isinstance(kind, list) and kind else kind)


def _has_list(root: Any) -> bool:
    lists: Sequence[list[Object]] = list(object_lists(root).values())
    return any(len(objects) >= 2 and len(flat(objects[0])) >= 2 for objects in lists)
