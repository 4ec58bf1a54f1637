"""Answers in a frame: the page that a search brings shows another one, which has the results.

The address of the frame has the words that were asked for, so it is a way to ask by itself. Leaves
out frames whose address says nothing of the question.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from leadline.browse.address import same_site
from leadline.document import Document
from leadline.interpret.find import Way
from leadline.interpret.hits import ask, keyword_of
from leadline.interpret.talk import Talk
from leadline.interpret.words import nonsense
from leadline.model import Query
from leadline.query.encode import encoding_from_template

FRAMES = 20  # of a page that are looked at
HOLE = "{words}"


def framed_ways(way: Way) -> Talk[tuple[Way, ...]]:
    """The ways to ask the frames of an answer."""
    box, word = keyword_of(way.encoding), nonsense(0)
    heard = (yield from ask(way.encoding, Query(((box, word),)))) if box else None
    if heard is None or not heard.document.is_html:
        return ()
    return tuple(
        Way(encoding=encoding_from_template(url.replace(quote(word), HOLE)), page=way.page)
        for url in _frames(heard.document)
        if word in url.partition("?")[2] and "{" not in url
    )


def _frames(document: Document) -> Iterator[str]:
    for frame in document.tree.css("iframe[src], frame[src]")[:FRAMES]:
        url = document.resolve(frame.attributes.get("src"))
        if url is not None and same_site(url, document.url):
            yield url
