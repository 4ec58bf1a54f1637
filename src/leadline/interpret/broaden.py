"""An answer broad enough to learn from: one that has pages, and shows where a limit cuts it.

The first words that bring anything may bring little. The commonest words of the records seen,
options of drop-downs, and common words of the language bring more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice, zip_longest

from leadline.interpret.hits import Hits, common_words, keyword_of, options
from leadline.interpret.pages import page_at
from leadline.interpret.talk import Heard, Talk
from leadline.interpret.words import generic
from leadline.model import Query
from leadline.query.encode import Encoding
from leadline.query.paging import has_next

TRIES = 6
SHORTEST = 3  # letters of a word that no site refuses


def broadened(
    encoding: Encoding, hits: Hits, broad: Heard, reach: Callable[[Heard], int]
) -> Talk[Heard]:
    """The broadest answer of a few; at least one more is asked."""
    asked = {one.query for one in hits.found}
    wide = (query for query in _wide(encoding, hits, broad) if query not in asked)
    for query in islice(wide, TRIES):
        request = encoding.encode(query)
        opening = Heard(query=query, request=request, document=broad.document)
        heard = yield from page_at(hits.wrapper, opening, request, 1)
        if heard is not None and reach(heard) > reach(broad):
            broad = heard
        if has_next(broad.document, broad.request):
            break
    return broad


def _wide(encoding: Encoding, hits: Hits, broad: Heard) -> Iterator[Query]:
    """Queries that are likely to bring much: words and options, taking turns."""
    box = keyword_of(encoding)
    common = [word for word in common_words(hits) if len(word) >= SHORTEST]
    kinds = (common[: 2 * TRIES], generic(broad.document)) if box else ()
    typed = ([Query(((box, word),)) for word in words] for words in kinds)
    mixed = chain.from_iterable(zip_longest(*typed, islice(options(encoding), TRIES)))
    return (query for query in dict.fromkeys(mixed) if query is not None)
