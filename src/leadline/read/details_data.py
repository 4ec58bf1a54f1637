"""What a record's own page holds as data: a JSON body, the JSON-LD object of the item, microdata.

Of the objects of a page the one is taken whose values vary most from page to page. Leaves out RDFa
and data that only scripts assemble.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from selectolax.lexbor import LexborNode

from leadline.document import Document
from leadline.read.fields_names import SPLIT
from leadline.read.jsonpath import Flat, flat
from leadline.read.structured import BODY, sources, values_at
from leadline.read.structured_wrapper import kind_of
from leadline.read.word_sets import words

MICRODATA = "microdata"
LD = "application/ld+json#"
NO_ITEM = words(
    "BreadcrumbList WebSite WebPage Organization Corporation SearchAction SiteNavigationElement "
    "ItemList WPHeader WPFooter WPSideBar ImageObject CollectionPage ItemPage"
)
SILENT = words(
    "@context @type @id url image logo mainEntityOfPage sameAs thumbnailUrl potentialAction"
)
MOST_NODES = 5_000
MOST_VALUES = 200
CONTENT = ("content", "datetime", "value")


@dataclass(frozen=True, slots=True, kw_only=True)
class DataRule:
    """Where the data of the item is, of which type, and which of its values are told."""

    source: str
    kind: str = ""
    names: tuple[tuple[str, str], ...] = ()

    def read(self, document: Document) -> tuple[tuple[str, str], ...]:
        """The values of a page's item."""
        names = dict(self.names)
        found = dict(_objects(document, self.source)).get(self.kind, [])
        return tuple((names.get(name) or _name(name), text) for name, text in found
                     if names.get(name, "?") and _is_told(name))  # fmt: skip


def learn_data(documents: Sequence[Document]) -> DataRule | None:
    """Where these pages hold their item as data; None if they do not."""
    pages = [{(source, kind): pairs for source in _places(document)
              for kind, pairs in _objects(document, source)} for document in documents]  # fmt: skip
    common = set(pages[0]).intersection(*pages[1:]) if pages else set()
    scored = [(_varying([page[place] for page in pages]), place) for place in sorted(common)]
    worth, best = max(scored, default=(0, ("", "")), key=lambda one: one[0])
    if worth < 2:
        return None
    source, kind = best
    return DataRule(source=source, kind=kind, names=_names([page[best] for page in pages]))


def _places(document: Document) -> list[str]:
    found = [name for name in sources(document) if name == BODY or name.startswith(LD)]
    return [*found, MICRODATA] if document.is_html else found


def _objects(document: Document, source: str) -> Iterator[tuple[str, Flat]]:
    """The objects at one place by type; the first of each."""
    if source == MICRODATA:
        yield from _microdata(document)
        return
    seen: set[str] = set()
    for one in _unfolded(values_at(document, source)):
        kind = kind_of(one)
        if kind not in NO_ITEM and kind not in seen and (kind or source == BODY):
            seen.add(kind)
            yield kind, flat(one)


def _unfolded(root: Any) -> Iterator[dict[str, Any]]:
    """The objects of JSON-LD, out of lists and graphs; a body's own object, out of its wrapping."""
    level = [root]
    for _ in range(4):
        inner = list[Any]()
        for value in level[:MOST_VALUES]:
            if isinstance(value, list):
                inner += value
            elif isinstance(value, dict) and isinstance(value.get("@graph"), list):
                inner += value["@graph"]
            elif isinstance(value, dict) and len(value) == 1:
                inner += value.values()
            elif isinstance(value, dict):
                yield value
        level = inner


def _varying(pages: Sequence[Flat]) -> int:
    values: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for pairs in pages:
        own: dict[str, list[str]] = defaultdict(list)
        for name, text in pairs:
            own[name].append(text)
        for name, texts in own.items():
            values[name].add(tuple(texts))
    return sum(len(some) > 1 for name, some in values.items() if _is_told(name))


def _names(pages: Sequence[Flat]) -> tuple[tuple[str, str], ...]:
    """Names for the values: the last part, or two where that is taken; none for what never varies
    below the top."""
    known = dict.fromkeys(name for pairs in pages for name, _ in pairs if _is_told(name))
    taken: set[str] = set()
    found = []
    for name in sorted(known, key=lambda n: n.count(".")):
        own = _name(name)
        if own in taken:
            own = " ".join(_spelled(part) for part in name.split(".")[-2:])
        taken.add(own)
        found.append((name, own))
    return tuple(found)


def _name(name: str) -> str:
    """A dotted name as people say it: `offers.price` is a price, `author.name` an author."""
    parts = name.split(".")
    last = parts[-2] if len(parts) > 1 and parts[-1] in ("name", "@value", "text") else parts[-1]
    return _spelled(last)


def _spelled(part: str) -> str:
    return " ".join(word.lower() for word in SPLIT.split(part) if word) or part


def _is_told(name: str) -> bool:
    return name.rpartition(".")[2] not in SILENT and not name.startswith("@")


def _microdata(document: Document) -> Iterator[tuple[str, Flat]]:
    """Items by type with the properties that are immediately theirs, or of items within them."""
    found: dict[str, Flat] = {}
    for node in document.tree.css("[itemprop]")[:MOST_NODES]:
        item = _item_of(node)
        kind = (item.attributes.get("itemtype") or "").rpartition("/")[2] if item else ""
        text = _value(node) if "itemscope" not in node.attributes else ""
        if item is not None and kind and kind not in NO_ITEM and text:
            pairs = found.setdefault(kind, [])
            if len(pairs) < MOST_VALUES:
                pairs.append((" ".join((node.attributes.get("itemprop") or "").split()), text))
    yield from found.items()


def _item_of(node: LexborNode) -> LexborNode | None:
    inner = node.parent
    for _ in range(60):
        if inner is None or "itemscope" in inner.attributes:
            return inner
        inner = inner.parent
    return None


def _value(node: LexborNode) -> str:
    own = node.attributes
    for name in CONTENT:
        if text := own.get(name):
            return " ".join(text.split())
    return " ".join(node.text(deep=True, separator=" ")[:4000].split())
