"""Pages that are called by their records: "1-10 | 11-20 | 21-30", the one we are on no link.

The following page is the range after the one that is missing from the row. Leaves out rows whose
present range is a link like the others, and lists of years or prices, whose addresses are not
those of the same list.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from selectolax.lexbor import LexborNode

from leadline.document import Document
from leadline.read.next_page_runs import both_ends, kin

LONGEST = 24  # characters of such a label
_RANGE = re.compile(r"[\[(]?\s*(\d{1,6})\s*(?:-|–|—|to|bis|à|a|al|до)\s*(\d{1,6})\s*[\])]?")


def range_after(document: Document, within: LexborNode | None = None) -> str | None:
    """The address of the range after that of this page; None if there is no row of ranges."""
    links = dict(_ranges(document, within))
    if not links:
        return None
    size, _ = Counter(last - first + 1 for first, last in links).most_common(1)[0]
    starts = {first: url for (first, last), url in links.items() if last - first < size}
    for first in sorted(starts):
        here = first - size
        if here not in starts and (here == 1 or here - size in starts):
            return starts[first]
    return None


def _ranges(document: Document, within: LexborNode | None) -> Iterator[tuple[tuple[int, int], str]]:
    root = document.tree if within is None else within
    for node in both_ends(root.css("a[href]")):
        label = _RANGE.fullmatch(_text(node))
        if label is None or not 1 <= int(label[1]) <= int(label[2]):
            continue
        url = document.resolve(node.attributes.get("href"))
        if url is not None and kin(url, document.url):
            yield (int(label[1]), int(label[2])), url


def _text(node: LexborNode) -> str:
    inner = islice(node.traverse(include_text=True), 6)
    text = "".join(n.text_content or "" for n in inner if n.tag == "-text")
    return text.strip() if len(text) < LONGEST else ""
