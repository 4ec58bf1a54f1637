"""What the further pages of an answer tell about the addresses of records.

A site may write into each address where the record was found: `/show?id=7&from=2`. That `from` is
no part of the record shows only when several pages of one answer were read, after the wrapper was
learnt; then it is dropped, and what was read so far is read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from leadline.interpret.hits import Hits
from leadline.interpret.talk import Heard
from leadline.read import Wrapper
from leadline.read.keys import Seen, learn_dropped
from leadline.read.keys_learn import titles_of
from leadline.read.wrapper import HtmlWrapper


def rekeyed(wrapper: Wrapper, heard: Sequence[Heard]) -> Wrapper:
    """The wrapper that drops all from addresses that does not tell the records of these pages."""
    if not isinstance(wrapper, HtmlWrapper) or not wrapper.keys.by_link:
        return wrapper
    found = [(page, record) for page, one in enumerate(heard) for record in one.records]
    titles = titles_of([record.values for _, record in found], [page for page, _ in found])
    told = zip(found, titles, strict=True)
    seen = [Seen(page, record.url, title) for (page, record), title in told if record.url]
    known = wrapper.keys.drop
    drop = learn_dropped(seen, [one.words for one in heard]) or ()
    more = [name for name in drop if name not in known]
    return replace(wrapper, keys=replace(wrapper.keys, drop=(*known, *more))) if more else wrapper


def reread(wrapper: Wrapper, heard: Heard) -> Heard:
    """The same page, as another wrapper reads it."""
    return replace(heard, records=wrapper.extract(heard.document).records)


def read_by(wrapper: Wrapper, hits: Hits) -> Hits:
    """The same hits, as another wrapper reads them."""
    return replace(
        hits,
        wrapper=wrapper,
        found=tuple(reread(wrapper, one) for one in hits.found),
        blank=None if hits.blank is None else reread(wrapper, hits.blank),
    )
