"""How the records of one site's result pages are read, as a value that can be kept.

A wrapper is learned from samples (`induce`), reads any page of the same design, and notices when
the design is no longer the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from leadline.document import Document
from leadline.model import Record
from leadline.read.align import Path, Unit
from leadline.read.fields import Part, Reading, Values
from leadline.read.keys import digest, plain_url
from leadline.read.records import Extraction
from leadline.read.repeated_quiet import NOTHING, Usual
from leadline.read.repeated_select import Items


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A result page and what was asked to get it: words or values; none if nothing was."""

    document: Document
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRule:
    """What a record is known by: its link without these parameters, an attribute, or its values.

    `unstable` names the values that depend on the question.
    """

    link: Path = ()
    drop: tuple[str, ...] = ()
    by_link: bool = False
    attribute: str = ""
    unstable: tuple[str, ...] = ()

    def key(self, unit: Unit, values: Values, url: str) -> str:
        """The key of a record."""
        if url and self.by_link:
            return plain_url(url, self.drop)
        own = unit[0].attributes.get(self.attribute) if self.attribute else None
        return f"{self.attribute}={own}" if own else digest(values, self.unstable)


@dataclass(frozen=True, kw_only=True)
class HtmlWrapper:
    """Records as repeated structure of a page."""

    items: Items
    parts: tuple[Part, ...] = ()
    keys: KeyRule = KeyRule()
    usual: Usual = NOTHING  # what a page of this site shows besides records

    @cached_property
    def reading(self) -> Reading:
        """The parts, ready to be read."""
        return Reading(self.parts)

    def extract(self, document: Document) -> Extraction:
        """The records of a page."""
        if not document.is_html:
            return Extraction(healthy=False)
        units, strange = self.items.find(document.tree, self.reading.plans)
        records = tuple(self._record(unit, document) for unit in units)
        if not records:
            return Extraction(healthy=strange < 2 and self.usual.is_all_of(document))
        named = sum(len(record.values) > 0 for record in records)
        healthy = 2 * named >= len(records) and strange <= len(records)
        return Extraction(records=records, healthy=healthy)

    def _record(self, unit: Unit, document: Document) -> Record:
        values, text, links = self.reading.read(unit)
        link = links.get(self.reading.numbers.get(self.keys.link, -1))
        url = document.resolve(link.attributes.get("href")) if link is not None else None
        return Record(self.keys.key(unit, values, url or ""), values, text, url or "")
