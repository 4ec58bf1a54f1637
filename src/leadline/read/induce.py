"""Learning how the records of a site are read, from result pages and pages without hits.

Structured data first, then what repeats in the page. The more samples differ,
the surer: a second query shows what stays the same, a page without hits what is no record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser

from leadline.document import Document
from leadline.model import Record
from leadline.read.fields import Lesson, Values, learn
from leadline.read.fields_roles import words_of
from leadline.read.furniture import between, essential_names, learn_essential
from leadline.read.keys import parameters
from leadline.read.keys_learn import learn_keys
from leadline.read.records import Element, grow, set_apart, text_of
from leadline.read.repeated import Unit, descendants, repeated
from leadline.read.repeated_quiet import Usual, learn_usual
from leadline.read.repeated_score import (
    Scored,
    facts,
    holds,
    ranked,
    recur,
    stale_texts,
    texts,
)
from leadline.read.repeated_select import Items, learn_items, with_spare
from leadline.read.structured import BODY
from leadline.read.structured_induce import induce_json
from leadline.read.structured_wrapper import JsonWrapper
from leadline.read.wrapper import HtmlWrapper, Sample

TRIED = 4
LESSON = 1000  # records of a page that are learnt from


def induce(
    samples: Sequence[Sample], empty: Sequence[Document] = ()
) -> HtmlWrapper | JsonWrapper | None:
    """How to read the records of a site; None if these pages hold none that can be told."""
    data = induce_json(samples, empty)
    pieces = all(sample.document.piece is not sample.document for sample in samples)
    if data is not None and data.source == BODY and not pieces:
        return data
    page = induce_html(samples, empty)
    if pieces and samples:
        return page or data
    if data is None or not _covers(data, page, samples):
        return page
    alike = page is not None and all(_count(data, s) == _count(page, s) for s in samples)
    return replace(data, usual=_usual(page if alike else None, samples, empty))


def _count(wrapper: HtmlWrapper | JsonWrapper, sample: Sample) -> int:
    return len(wrapper.extract(sample.document).records)


def _covers(data: JsonWrapper, page: HtmlWrapper | None, samples: Sequence[Sample]) -> bool:
    """Whether data inside pages says at least what the pages show."""
    for sample in samples:
        records = data.extract(sample.document).records
        if not _are_visible(records, sample.document):
            return False
        shown = page.extract(sample.document).records if page is not None else records
        if _hits(records, sample.words) > _hits(shown, sample.words) + 0.3:
            continue
        if len(records) != len(shown) or _texts(records) < _texts(shown):
            return False
    return True


def _hits(records: Sequence[Record], words: Sequence[str]) -> float:
    """The share of records that contain a word asked for."""
    asked = words_of(words)
    hits = sum(any(word in record.text.casefold() for word in asked) for record in records)
    return hits / (len(records) or 1)


def _texts(records: Sequence[Record]) -> int:
    return sum(len(dict(record.values)) for record in records)


def _are_visible(records: Sequence[Record], document: Document) -> bool:
    body = document.tree.body
    page = text_of(grow(body)) if body is not None else ""
    shown = [any(len(text) > 3 and text in page for _, text in record.values) for record in records]
    return sum(shown) >= 0.8 * len(shown)


def induce_html(samples: Sequence[Sample], empty: Sequence[Document] = ()) -> HtmlWrapper | None:
    """A wrapper for what repeats on these pages; None if nothing does."""
    samples = [replace(sample, document=sample.document.piece) for sample in samples]
    empty = [document.piece for document in empty]
    samples = [sample for sample in samples if _body(sample.document) is not None]
    roots = [root for sample in samples if (root := _body(sample.document)) is not None]
    without = [root for document in empty if (root := _body(document)) is not None]
    for best in _best(samples, roots, without)[:TRIED]:
        items = learn_items(best, _trees(samples))
        if items is None:
            continue
        items = with_spare(items, _trees(samples), [d.tree for d in empty if d.is_html])
        if (wrapper := _wrapper(items, samples)) is not None:
            return replace(wrapper, usual=_usual(wrapper, samples, empty))
    return None


def _trees(samples: Sequence[Sample]) -> list[LexborHTMLParser]:
    return [sample.document.tree for sample in samples]


def _body(document: Document) -> Element | None:
    body = document.tree.body if document.is_html else None
    return set_apart(grow(body)) if body is not None else None


def _best(
    samples: Sequence[Sample], roots: Sequence[Element], without: Sequence[Element]
) -> list[Scored]:
    if not roots:
        return []
    sets = repeated(roots)
    asked = any(sample.words for sample in samples)
    best: list[Scored] = []
    for stale in _stale([texts(root) for root in roots], [texts(root) for root in without]):
        known = [facts(root, stale, s.words) for root, s in zip(roots, samples, strict=True)]
        other = ranked(sets, known, asked)
        if not best or (other and recur(other[0], known) and holds(other[0], best[0])):
            best = other
        if best and not without:
            break
    return best


def _stale(pages: Sequence[set[str]], empty: Sequence[set[str]]) -> Iterator[set[str]]:
    """What is no record's text, as strictly as can be first; labels never are.

    Pages may show the same records, whatever was asked: then what is on all of them is no
    furniture, and what is on a page without hits tells better. Only a site that says the same
    whatever it is asked may show its records without hits too.
    """
    labels = {text for page in pages for text in page if text.endswith((":", "："))}
    yield stale_texts(pages, empty) | labels
    yield (quiet := stale_texts((), empty)) | labels
    if not any(_has_word(text) for page in pages for text in page - quiet):
        yield labels


def _has_word(text: str) -> bool:
    return any(character.isalpha() for character in text)


def _wrapper(items: Items, samples: Sequence[Sample]) -> HtmlWrapper | None:
    units: list[Unit] = []
    pages: list[int] = []
    for page, sample in enumerate(samples):
        found = items.find(sample.document.tree)[0][:LESSON]
        units += found
        pages += [page] * len(found)
    if len(units) < 2:
        return None
    wrapper = _reader(items, units, pages, samples)
    values = [wrapper.reading.read(unit)[0] for unit in units]
    if essential := learn_essential(values, pages):
        kept = _without_furniture(values, pages, frozenset(essential))
        units, pages = [units[n] for n in kept], [pages[n] for n in kept]
        wrapper = _reader(items, units, pages, samples)
        values = [wrapper.reading.read(unit)[0] for unit in units]
        wrapper = replace(wrapper, essential=essential_names(values))
    return replace(wrapper, keys=learn_keys(wrapper.reading, units, pages, samples))


def _reader(
    items: Items, units: Sequence[Unit], pages: Sequence[int], samples: Sequence[Sample]
) -> HtmlWrapper:
    words = [asked_words(sample) for sample in samples]
    asked = [words[page] for page in pages]
    parts = learn(Lesson(units=units, pages=pages, asked=asked, headers=items.header))
    return HtmlWrapper(items=items, parts=parts)


def _without_furniture(
    values: Sequence[Values], pages: Sequence[int], essential: frozenset[str]
) -> list[int]:
    """The numbers of those that are records."""
    kept: list[int] = []
    for page in dict.fromkeys(pages):
        own = [n for n, at in enumerate(pages) if at == page]
        kept += between(own, lambda n: values[n], essential)
    return kept


def asked_words(sample: Sample) -> tuple[str, ...]:
    """What was asked, as far as it is known or can be seen in the address."""
    values = [value for _, value in parameters(urlsplit(sample.document.url).query)]
    return (*sample.words, *(value for value in values if 2 < len(value) < 60))


def _usual(
    wrapper: HtmlWrapper | None, samples: Sequence[Sample], empty: Sequence[Document]
) -> Usual:
    """What these pages show when the records are taken away."""
    roots = [_body(document) for document in empty]
    roots = roots or [_rest(wrapper, sample.document) for sample in samples[:2]]
    return learn_usual([root for root in roots if root is not None])


def _rest(wrapper: HtmlWrapper | None, document: Document) -> Element | None:
    """A page without its records."""
    units = wrapper.items.find(document.tree)[0] if wrapper is not None else []
    records = {e.node.mem_id for unit in units for e in unit}
    root = _body(document)
    for element in descendants(root) if root is not None else ():
        element.children = [
            c for c in element.children if isinstance(c, str) or c.node.mem_id not in records
        ]
    return root
