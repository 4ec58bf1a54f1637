"""How a faceted list is read where nothing is known of it: results apart from the facets beside.

A long facet repeats itself more than results do, so it is taken out before they are looked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from leadline.detect.facets import facets
from leadline.document import Document
from leadline.read import Sample, Wrapper, induce

FEWEST = 5  # records that a page of a list should show


def learn_results(document: Document) -> Wrapper | None:
    """How results look on a page with facets; None if it has none."""
    return induce([Sample(document=without_facets(document))])


def learn_list(pages: Sequence[Document]) -> Wrapper | None:
    """How results look on pages of a list, with facets beside them or not."""
    learnt = induce([Sample(document=page) for page in pages])
    if not pages or not facets(pages[0]) or not _are_few_or_facets(learnt, pages[0]):
        return learnt
    bare = [without_facets(page) for page in pages]
    ways = (induce([Sample(document=page) for page in some]) for some in (bare, bare[:1]))
    found = [wrapper for wrapper in ways if wrapper is not None]
    return max(found, key=lambda one: len(one.extract(pages[0]).records), default=None)


def _are_few_or_facets(wrapper: Wrapper | None, page: Document) -> bool:
    """Whether what is read as results are facets, or their values, or hardly any."""
    chosen = {choice.url for facet in facets(page) for choice in facet.choices}
    records = wrapper.extract(page).records if wrapper is not None else ()
    return len(records) < FEWEST or 2 * sum(record.url in chosen for record in records) > len(
        records
    )


def without_facets(document: Document) -> Document:
    """A page without the entries of its facets."""
    chosen = {choice.url for facet in facets(document) for choice in facet.choices}
    copy = Document(document.page)
    for link in copy.tree.css("a[href]"):
        if copy.resolve(link.attributes.get("href")) in chosen:
            entry = link.parent if link.parent is not None and link.parent.tag == "li" else link
            entry.decompose()
    return copy
