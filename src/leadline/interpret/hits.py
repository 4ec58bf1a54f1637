"""The first result pages of a form nobody told us anything about.

What repeats on a page is only known to be a list of results by contrast: a word that exists nowhere
shows the page without results, the untouched form perhaps all of them, and words taken from the
site itself show some. From these pages the wrapper is learnt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from leadline.document import Document
from leadline.interpret.facet_lists import learn_apart
from leadline.interpret.talk import Heard, Talk
from leadline.interpret.words import generic, is_content, nonsense, probe_words
from leadline.model import Kind, Query
from leadline.plan.words import words
from leadline.query.encode import Encoding
from leadline.read import Sample, Wrapper

LISTED = 5  # links that make a list
SEVERAL = 2  # that are the same kind of page
ENOUGH = 3  # different result pages to learn from
TRIES = 10
OPTIONS = 4  # of a drop-down that are tried
MANY_OPTIONS = 12  # the same where nothing can be typed
MOST_OPTIONS = 24  # of all drop-downs
OWN_WORDS = 12  # taken from a page
COMMON = 4  # words of the language that are tried
LETTERS = ("a", "1", "2")
BEGINNINGS = re.compile(r"[{<\n]")  # of what data are made of
MORE_LINES = 2  # that a page with results has beyond one without


@dataclass(frozen=True, slots=True, kw_only=True)
class Hits:
    """Result pages, pages without results, and the wrapper that both agree with."""

    wrapper: Wrapper
    found: tuple[Heard, ...]
    empty: tuple[Document, ...]
    blank: Heard | None  # what the untouched form brought, if it brought records

    @property
    def answers(self) -> tuple[Heard, ...]:
        """Every page with records, the untouched form's last."""
        return self.found if self.blank is None else (*self.found, self.blank)


def first_hits(encoding: Encoding, front: Document, seeds: Sequence[str]) -> Talk[Hits | None]:
    """Ask until there are a few different result pages; None if none turns up."""
    nothing = yield from _without_hits(encoding)
    empty = [one.document for one in nothing]
    asked_nothing = (yield from ask(encoding, Query())) if _may_be_blank(encoding) else None
    blank = asked_nothing if asked_nothing and says_more(asked_nothing, nothing) else None
    if keyword_of(encoding):
        tries = _tries(encoding, front, asked_nothing, seeds)
        found = yield from _asked(encoding, tries, nothing, blank)
    else:
        found = yield from _longest(encoding)
    hits = settled(found, blank, empty)
    if hits is None:
        found += yield from _asked(encoding, _last_tries(encoding, front), nothing, blank)
        hits = settled(found, blank, empty)
        if hits is not None and len(hits.found) == 1:
            found += yield from _asked(encoding, _said_by(encoding, hits), nothing, blank)
            hits = settled(found, blank, empty) or hits
    return hits or _same_for_all(asked_nothing, front)


def _asked(
    encoding: Encoding, tries: Iterable[Query], nothing: Sequence[Heard], blank: Heard | None
) -> Talk[list[Heard]]:
    """The answers that say more than a page without hits, until there are enough."""
    empty = [one.document for one in nothing]
    found: list[Heard] = []
    for query in tries:
        heard = yield from ask(encoding, query)
        if heard is not None and says_more(heard, nothing):
            found.append(heard)
            wrapper = _learn([*found, *_given(blank)], empty)
            if wrapper is not None and len(_showing(wrapper, found)) >= ENOUGH:
                break
    return found


def _same_for_all(heard: Heard | None, front: Document) -> Hits | None:
    """A list of links that is shown whatever is asked for, and not before anything is."""
    hits = settled([], heard, ())
    if hits is None or hits.blank is None or hits.wrapper.extract(front).records:
        return None
    linked = sum(bool(record.url) for record in hits.blank.records)
    return hits if linked >= LISTED else None


def _longest(encoding: Encoding) -> Talk[list[Heard]]:
    """The longest answers to some choices: most may have a single record, of which none is told."""
    heard = list[Heard]()
    for query in islice(options(encoding, MANY_OPTIONS), MOST_OPTIONS):
        answer = yield from ask(encoding, query)
        heard += _given(answer)
    return sorted(heard, key=lambda one: -len(one.document.page.body))[: ENOUGH + 1]


def settled(found: Sequence[Heard], blank: Heard | None, empty: Sequence[Document]) -> Hits | None:
    """How these answers are read, and which of them show records; None if none does.

    If only the untouched form seems to, it may be a page of explanations, or a list of another
    shape than answers to words have: it is left out then, if that lets those show some.
    """
    hits = _settled(found, blank, empty)
    if blank is None or not found or (hits is not None and hits.found):
        return hits
    for without in ([*empty, blank.document], empty):
        other = _settled(found, None, without)
        if other is not None and len(other.found) >= min(len(found), SEVERAL):
            return other
    return hits


def _settled(found: Sequence[Heard], blank: Heard | None, empty: Sequence[Document]) -> Hits | None:
    wrapper = _learn([*found, *_given(blank)], empty)
    if wrapper is None:
        return None
    showing = _showing(wrapper, found)
    browsed = _showing(wrapper, _given(blank))
    if not showing and not browsed:
        return None
    return Hits(
        wrapper=wrapper,
        found=tuple(showing),
        empty=tuple(empty),
        blank=browsed[0] if browsed else None,
    )


def relearnt(hits: Hits, broad: Heard) -> tuple[Hits, Heard]:
    """The same with a broader answer to learn from: the first ones may have had one hit each."""
    if broad.query in {one.query for one in (*hits.found, *_given(hits.blank))}:
        return hits, broad
    again = settled([*hits.found, broad], hits.blank, hits.empty)
    shown = again.found if again is not None else ()
    same = next((one for one in shown if one.query == broad.query), None)
    return (hits, broad) if again is None or same is None else (again, same)


def ask(encoding: Encoding, query: Query) -> Talk[Heard | None]:
    """The first page of an answer, if it could be had."""
    request = encoding.encode(query)
    document = yield request
    if document is None or document.page.status >= 400:
        return None
    return Heard(query=query, request=request, document=document)


def _may_be_blank(encoding: Encoding) -> bool:
    """Whether it can be asked without any value: not if one of a list is always chosen."""
    return all(field.any is not None or not field.attribute.domain for field in encoding.fields)


def _without_hits(encoding: Encoding) -> Talk[list[Heard]]:
    """What the form says to words that exist nowhere; two, so that the word itself drops out."""
    box = keyword_of(encoding)
    pages = []
    for seed in (0, 1) if box else ():
        heard = yield from ask(encoding, Query(((box, nonsense(seed)),)))
        if heard is not None:
            pages.append(heard)
    return pages


def keyword_of(encoding: Encoding) -> str:
    """The name of the search box, or nothing."""
    named = (f.attribute.name for f in encoding.fields if f.attribute.kind is Kind.KEYWORD)
    return next(named, "")


def _tries(
    encoding: Encoding, front: Document, blank: Heard | None, seeds: Sequence[str]
) -> Iterator[Query]:
    """What to ask, most promising first."""
    box = keyword_of(encoding)
    pages = [front] if blank is None else [blank.document, front]
    listed = dict.fromkeys(_words(pages, seeds))
    yield from (Query(((box, word),)) for word in list(listed)[:TRIES])
    yield from islice(options(encoding), TRIES)


def _last_tries(encoding: Encoding, front: Document) -> Iterator[Query]:
    """What to ask where nothing brought a list: other common words, single letters and digits, and
    two words at once, should one be too common."""
    if box := keyword_of(encoding):
        common = generic(front)
        pairs = (f"{common[0]} {word}" for word in common[COMMON : COMMON + 3])
        for word in (*common[COMMON : COMMON + 6], *LETTERS, *pairs):
            yield Query(((box, word),))


def _said_by(encoding: Encoding, hits: Hits) -> Iterator[Query]:
    """What the only answer says: it may have had a single record."""
    said = filter(is_content, common_words(hits))
    yield from (Query(((keyword_of(encoding), word),)) for word in islice(said, TRIES))


def _words(pages: Sequence[Document], seeds: Sequence[str]) -> Iterator[str]:
    yield from seeds
    own = [probe_words(page, OWN_WORDS) for page in pages]
    for place in range(OWN_WORDS // 3):
        yield from (listed[place] for listed in own if len(listed) > place)
    yield from generic(pages[0])[:COMMON]
    yield from (word for listed in own for word in listed[OWN_WORDS // 3 :])


def options(encoding: Encoding, many: int = OPTIONS) -> Iterator[Query]:
    """Some options of each drop-down, taking turns."""
    listed = [(f.attribute.name, f.attribute.domain) for f in encoding.fields if f.attribute.domain]
    for place in range(many):
        for name, domain in listed:
            if place < len(domain):
                yield Query(((name, domain[place * len(domain) // min(many, len(domain))]),))


def _given(blank: Heard | None) -> list[Heard]:
    return [] if blank is None else [blank]


def says_more(heard: Heard, nothing: Sequence[Heard]) -> bool:
    """Whether a page is not just the page without results again, with another word in it."""
    return all(_more_lines(heard, other) >= MORE_LINES for other in nothing)


def _more_lines(heard: Heard, other: Heard) -> int:
    asked = (*heard.words, *other.words)
    return len(_lines(heard, asked) - _lines(other, asked))


def _lines(heard: Heard, asked: Iterable[str]) -> frozenset[str]:
    """The lines of a page, without these words, which the page may have of its own."""
    if not heard.document.is_html:
        return frozenset(BEGINNINGS.split(heard.document.text))
    body = heard.document.tree.body
    text = body.text(separator="\n").lower() if body is not None else ""
    for word in asked:
        text = text.replace(word.lower(), "") if word else text
    return frozenset(" ".join(line.split()) for line in text.split("\n"))


def _learn(heard: Sequence[Heard], empty: Sequence[Document]) -> Wrapper | None:
    return (
        learn_apart([Sample(document=one.document, words=one.words) for one in heard], empty)
        if heard
        else None
    )


def _showing(wrapper: Wrapper, heard: Iterable[Heard]) -> list[Heard]:
    """Those that show records, no two the same ones."""
    seen: set[frozenset[str]] = set()
    showing = []
    for one in heard:
        read = replace(one, records=wrapper.extract(one.document).records)
        if read.records and read.keys not in seen:
            seen.add(read.keys)
            showing.append(read)
    return showing


def common_words(hits: Hits) -> list[str]:
    """The words of the records seen, commonest first."""
    heard = (*hits.found, *_given(hits.blank))
    counted = Counter(word for one in heard for r in one.records for word in words(r.text))
    return [word for word, _ in counted.most_common()]
