"""How a faceted list is read where nothing is known of it: results apart from the facets beside.

A long facet repeats itself more than results do, so it is taken out before they are looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from urllib.parse import unquote_plus

from leadline.detect.facet_json import data_facets
from leadline.detect.facet_json import without_facets as bare_json
from leadline.detect.facet_values import letters
from leadline.detect.facets import facets
from leadline.detect.pressable import pressable_panels, without_pressable
from leadline.document import Document
from leadline.model import Record
from leadline.read import Sample, Wrapper, induce

FEWEST = 5  # records that a page of a list should show


def learn_results(document: Document) -> Wrapper | None:
    """How results look on a page with facets; None if it has none.

    Results that all say the same are told apart by where they lead.
    """
    bare = without_facets(document)
    found = induce([Sample(document=bare)])
    if document.is_json or (found and len(found.extract(document).records) >= FEWEST):
        return found
    other = induce([Sample(document=_with_addresses(bare))])
    ways = [way for way in (found, other) if way is not None]
    return max(ways, key=lambda way: len(way.extract(document).records), default=None)


def _with_addresses(document: Document) -> Document:
    """A page whose links say where they lead."""
    for link in document.tree.css("a[href]"):
        link.insert_child(f" {link.attributes.get('href') or ''}")
    body = (document.tree.html or "").encode("utf-8", "replace")
    return Document(replace(document.page, body=body))


def learn_apart(samples: Sequence[Sample], empty: Sequence[Document] = ()) -> Wrapper | None:
    """How results look, learned without the facets if those were taken for results.

    That they were is believed if they recur from answer to answer, or if they lead to lists and
    what is left says more, and not if that is the same rows without their links.
    """
    learnt = induce(samples, empty)
    page = samples[0].document
    if learnt is None or not _has_facets(page) or not _are_facets(learnt, page):
        return learnt
    bare = [replace(sample, document=without_facets(sample.document)) for sample in samples]
    other = induce(bare, [without_facets(document) for document in empty])
    if other is None or _are_same_rows(learnt, other, page):
        return learnt
    apart = _lead_to_lists(learnt, samples[0]) and _said(other, page) > _said(learnt, page)
    return other if apart or _recurs(learnt, samples) else learnt


def _are_same_rows(learnt: Wrapper, other: Wrapper, page: Document) -> bool:
    """Whether what one reads stands in what the other reads, row by row."""
    inner, outer = learnt.extract(page).records, other.extract(page).records
    return len(inner) == len(outer) and all(
        set(own.text.split()) <= set(whole.text.split())
        for own, whole in zip(inner, outer, strict=True)
    )


def _lead_to_lists(wrapper: Wrapper, sample: Sample) -> bool:
    """Whether most of what is read asks on: on the path of the page, or for its words."""
    page = sample.document
    found = [
        _asks_on(record.url, page.url, sample.words) for record in wrapper.extract(page).records
    ]
    return 2 * sum(found) > len(found)


def _asks_on(url: str, page: str, words: Sequence[str]) -> bool:
    path, own = (one.partition("#")[0].partition("?")[0] for one in (url, page))
    spoken = unquote_plus(url).casefold()
    return path in ("", own) or any(word.casefold() in spoken for word in words)


def _recurs(wrapper: Wrapper, samples: Sequence[Sample]) -> bool:
    """Whether most of what is read from one answer stands in the others, whatever was asked."""
    first, *others = ({letters(r.text) for r in wrapper.extract(sample.document).records}
                      for sample in samples)  # fmt: skip
    return bool(others) and all(2 * len(first & own) > len(own) for own in others)


def _said(wrapper: Wrapper, page: Document) -> float:
    """How much a record says, on average."""
    records = wrapper.extract(page).records
    return sum(len(record.text) for record in records) / max(len(records), 1)


def learn_list(pages: Sequence[Document]) -> Wrapper | None:
    """How results look on pages of a list, with facets beside them or not."""
    learnt = induce([Sample(document=page) for page in pages])
    if not pages or not _has_facets(pages[0]) or not _are_few_or_facets(learnt, pages[0]):
        return learnt
    bare = [without_facets(page) for page in pages]
    ways = (induce([Sample(document=page) for page in some]) for some in (bare, bare[:1]))
    found = [wrapper for wrapper in ways if wrapper is not None]
    return max(found, key=lambda one: len(one.extract(pages[0]).records), default=None)


def _has_facets(page: Document) -> bool:
    if page.is_json:
        return bool(data_facets(page.json))
    return bool(facets(page)) or any(panel.counted for panel in pressable_panels(page))


def _are_few_or_facets(wrapper: Wrapper | None, page: Document) -> bool:
    """Whether what is read as results are facets, or their values, or hardly any."""
    few = wrapper is None or len(wrapper.extract(page).records) < FEWEST
    return few or (wrapper is not None and _are_facets(wrapper, page))


def _are_facets(wrapper: Wrapper, page: Document) -> bool:
    records = wrapper.extract(page).records
    return 2 * sum(map(_choices(page), records)) > len(records)


def _choices(page: Document) -> Callable[[Record], bool]:
    """Whether a record is a value of a facet: it leads where that does, or says no more."""
    if not page.is_json:
        chosen = {choice.url for facet in facets(page) for choice in facet.choices}
        return lambda record: record.url in chosen
    values = [value for facet in data_facets(page.json) for value in facet.values]
    said = {text for value in values for text in (value.text, *value.sent, str(value.count))}
    return lambda record: all(text in said for _, text in record.values)


def without_facets(document: Document) -> Document:
    """A page, or the data behind one, without the entries of its facets."""
    if document.is_json:
        body = bare_json(document.text).encode()
        return Document(replace(document.page, body=body))
    chosen = {choice.url for facet in facets(document) for choice in facet.choices}
    copy = Document(document.page)
    for link in copy.tree.css("a[href]"):
        if copy.resolve(link.attributes.get("href")) in chosen:
            entry = link.parent if link.parent is not None and link.parent.tag == "li" else link
            entry.decompose()
    without_pressable(copy)
    return copy
