"""How the records of one site's result pages are read, as a value that can be kept.

A wrapper is learned from samples (`induce`), reads any page of the same design, and notices when
the design is no longer the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from selectolax.lexbor import LexborNode

from leadline.document import Document
from leadline.model import Record
from leadline.read.align import Path, Unit
from leadline.read.coordinates import placed
from leadline.read.fields import Part, Reading, Values
from leadline.read.fields_moulds import Moulds
from leadline.read.furniture import between
from leadline.read.keys import digest, echoed, plain_url
from leadline.read.records import Element, Extraction, grow
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

    `known` are the parameters that such links are known to have: others may be carried over from
    the page, where they say how it was asked. `unstable` names the values that depend on the
    question.
    """

    link: Path = ()
    drop: tuple[str, ...] = ()
    known: tuple[str, ...] | None = None
    by_link: bool = False
    attribute: str = ""
    unstable: tuple[str, ...] = ()

    def key(self, unit: Unit, values: Values, url: str, page: str) -> str:
        """The key of a record on this page."""
        if url and self.by_link:
            carried = () if self.known is None else echoed(url, page, self.known)
            return plain_url(url, (*self.drop, *carried))
        own = unit[0].attributes.get(self.attribute) if self.attribute else None
        return f"{self.attribute}={own}" if own else digest(values, self.unstable)


@dataclass(frozen=True, kw_only=True)
class HtmlWrapper:
    """Records as repeated structure of a page."""

    items: Items
    parts: tuple[Part, ...] = ()
    keys: KeyRule = KeyRule()
    usual: Usual = NOTHING  # what a page of this site shows besides records
    essential: tuple[str, ...] = ()  # what records say, where furniture stands in a row with them
    places: bool = False  # whether the markup of records is looked through for coordinates

    @cached_property
    def reading(self) -> Reading:
        """The parts, ready to be read."""
        return Reading(self.parts)

    @cached_property
    def moulds(self) -> Moulds:
        """What is known of the markup of records."""
        link = self.reading.numbers.get(self.keys.link, -1)
        above = (*self.items.header, *self.items.ahead)
        return Moulds(self.reading, link, self.keys.attribute, above)

    def extract(self, document: Document) -> Extraction:
        """The records of a page, or of the piece of one that data bring."""
        document = document.piece
        if not document.is_html:
            return Extraction(healthy=False)
        records, strange = self._records(document)
        if not records:
            return Extraction(healthy=strange < 2 and self.usual.is_all_of(document))
        said = tuple(record for record in records if record.values or record.url)
        named = sum(len(record.values) > 0 for record in said)
        healthy = 2 * named >= len(records) and strange <= len(records)
        return Extraction(records=said, healthy=healthy)

    def _records(self, document: Document) -> tuple[tuple[Record, ...], int]:
        """The records, and how many things in their place are none."""
        found, strange = list[Record](), 0
        for node in self.items.nodes(document.tree) if not self.items.kinds else ():
            html = node.html or ""
            record: Record | bool | None = self._known(node, html, document)
            if record is None:
                record = self._new(grow(node), html, document)
            if isinstance(record, Record):
                found.append(placed(record, node) if self.places else record)
            strange += record is False
        if not found and (self.items.kinds or self.items.spare):
            units, strange = self.items.find(document.tree, self.reading.plans)
            found = [self._record(unit, document) for unit in units]
            if self.places:
                both = zip(found, units, strict=True)
                found = [placed(record, *(one.node for one in unit)) for record, unit in both]
        if self.essential:
            found = [*between(found, lambda one: one.values, frozenset(self.essential))]
        return tuple(found), strange

    def _known(self, node: LexborNode, html: str, document: Document) -> Record | None:
        """A record whose markup is known."""
        read = self.moulds.read(html)
        if read is None:
            return None
        url = document.resolve(read.href) or ""
        unit = (Element("", {self.keys.attribute: read.own}, node),) if self.keys.attribute else ()
        return Record(
            self.keys.key(unit, read.values, url, document.url), read.values, read.text, url
        )

    def _new(self, element: Element, html: str, document: Document) -> Record | bool | None:
        """Any other record; False for what should be one and is not, None for anything else."""
        verdict = self.items.verdict((element,), self.reading.plans)
        if not verdict:
            return verdict
        self.moulds.learn(html, element)
        return self._record((element,), document)

    def _record(self, unit: Unit, document: Document) -> Record:
        values, text, links = self.reading.read(unit)
        link = links.get(self.reading.numbers.get(self.keys.link, -1))
        url = document.resolve(link.attributes.get("href")) if link is not None else None
        return Record(self.keys.key(unit, values, url or "", document.url), values, text, url or "")
