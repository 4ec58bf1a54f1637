"""The ways in that show only when a page's scripts run: the data behind the page first.

The page is drawn once, which tells what data it loads, JSON or pieces of HTML. Where that does not
say how words are asked, one is typed into its box, and the requests and the address that come of it
are looked at. Best is an endpoint that takes words, then a list that is loaded whole, both of which
need no browser any more; then the forms and addresses of the page as drawn; at last typing every
question into the box. Leaves out filters that need a click.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar
from urllib.parse import unquote_plus

from leadline.detect.boxes import boxes, is_scripted
from leadline.detect.choosers import choosers
from leadline.document import Document
from leadline.interpret.endpoint import address, by_points, choosing, endpoint, fixed, typed
from leadline.interpret.find import Way, ways_on
from leadline.interpret.hits import keyword_of
from leadline.interpret.presentation import is_page_size, is_presentation
from leadline.interpret.talk import Talk
from leadline.interpret.words import generic, probe_words
from leadline.model import Query, Request
from leadline.query.encode import Encoding
from leadline.query.script import SCRIPT, loaded, typing
from leadline.read import Sample, induce
from leadline.read.records import grow, is_said, text_of

T = TypeVar("T")
BOXES = 2  # of a page that are typed into
LOADS = 12  # requests for JSON that are looked at
FEWEST = 2  # records that make a list
LOOKED_FOR = 20  # records of a list that are looked for on the page
MUCH = 0.2  # of a list on the page: the page is made of it
TRIES = 3  # words that are asked to see scripts show an answer
NEUTRAL = "first"
LETTERS = 4  # of a word that is told from other values


@dataclass(frozen=True, slots=True, kw_only=True)
class Data:
    """Data that a page loaded: how it was asked for, and how much of the page it may be."""

    request: Request
    weight: float
    shown: float = 0.0  # of its first records, the share that the page shows


def scripted_ways(front: Document, words: Sequence[str]) -> Talk[tuple[Way, ...]]:
    """The ways that a page offers when its scripts run, best first."""
    if not is_scripted(front):
        return ()
    drawn = yield Request(url=front.url, rendered=True)
    if drawn is None or not drawn.is_html or drawn.page.status >= 400:
        return ()
    data = yield from _data(drawn, ())
    near = [way for one in data for way in _by_points(one.request, drawn)]
    asked = [*near, *(way for one in data for way in _way(endpoint(one.request), drawn))]
    asked = asked or (yield from _typed(drawn, words)) or (yield from _chosen(drawn))
    whole = [way for one in data for way in _way(fixed(one.request), drawn)]
    others = (*asked, *whole[:1], *_either(ways_on(drawn).ways))
    if any(one.shown >= MUCH for one in data if one.request.method == "GET"):
        return tuple(way for way in others if way.encoding.method != SCRIPT)
    return tuple(sorted(others, key=lambda way: way.encoding.method == SCRIPT))


def answered_ways(way: Way, words: Sequence[str]) -> Talk[tuple[Way, ...]]:
    """The ways behind a form whose answers are shown by scripts."""
    box = keyword_of(way.encoding)
    for word in ("", *_telling(way.page, words)[:TRIES]) if box else ("",):
        request = way.encoding.encode(Query(((box, word),) if word else ()))
        plain = yield request
        if plain is None or not is_scripted(plain):
            return ()
        page = yield replace(request, rendered=True)
        if page is not None and _text(page) != _text(plain):
            data = yield from _data(page, ())
            asked = [found for one in data for found in _way(endpoint(one.request, word), page)]
            whole = [found for one in data[:1] for found in _way(_index(one, word), page)]
            return (*asked[:2], *whole, replace(way, page=page, rendered=True))
    return ()


def drawn(talk: Talk[T]) -> Talk[T]:
    """The same talk, with every page as a browser shows it."""
    try:
        request = next(talk)
        while True:
            document = yield replace(request, rendered=True)
            request = talk.send(document)
    except StopIteration as done:
        result: T = done.value
        return result


def _way(encoding: Encoding | None, page: Document, data: bool = True) -> Iterator[Way]:
    if encoding is not None:
        yield Way(encoding=encoding, page=page, data=data)


def _by_points(request: Request, page: Document) -> Iterator[Way]:
    """An endpoint that is asked for what is near a point."""
    if (found := by_points(request)) is not None:
        yield Way(encoding=found[0], page=page, data=True, pointing=found[1])


def _either(ways: Iterable[Way]) -> Iterator[Way]:
    """Ways that may do without a browser, then with it."""
    for way in ways:
        yield from (way, replace(way, rendered=True))


def _typed(page: Document, words: Sequence[str]) -> Talk[list[Way]]:
    """The ways that show when a word is typed."""
    word = next(iter(_telling(page, words)), NEUTRAL)
    before = set(loaded(page.page))
    for selector in boxes(page)[:BOXES]:
        after = yield typing(page.url, selector, word)
        if after is None:
            continue
        data = yield from _data(after, before)
        found = [way for one in data for way in _way(endpoint(one.request, word), after)]
        moved = address(after.url, word) if after.url != page.url else None
        found += _either(_way(moved, after, data=False))
        if not found and _text(after) != _text(page):
            found = [Way(encoding=typed(page.url, selector), page=after, rendered=True)]
        found += [way for one in data[:1] for way in _way(_index(one, word), after)]
        if found:
            return found
    return []


def _chosen(page: Document) -> Talk[list[Way]]:
    """The ways that show when something is chosen from a drop-down."""
    before = set(loaded(page.page))
    for selector, control in choosers(page)[:BOXES]:
        offered = [one.value for one in control.options if one.value and not one.selected]
        if len(offered) < FEWEST or is_presentation(control) or is_page_size(control):
            continue
        after = yield typing(page.url, selector, offered[-1])
        data = (yield from _data(after, before)) if after is not None else []
        ways = (
            way for one in data for way in _way(choosing(one.request, control, offered[-1]), page)
        )
        if found := list(ways):
            return found
    return []


def _index(data: Data, word: str) -> Encoding | None:
    """How a list is asked for that was loaded for a word, but without telling the word."""
    told = word.casefold() in unquote_plus(f"{data.request.url} {data.request.body}").casefold()
    takes_none = data.weight > 0 and endpoint(data.request, word) is None and not told
    return fixed(data.request) if takes_none else None


def _telling(page: Document, words: Sequence[str]) -> list[str]:
    """Words that are likely found, and not mistaken for another value of a request."""
    known = (*words, *probe_words(page, 8), *generic(page))
    return [word for word in known if len(word) >= LETTERS or not word.isascii()]


def _data(page: Document, before: Iterable[Request]) -> Talk[list[Data]]:
    """The lists that a page loaded, the one that makes up most of it first."""
    found: list[Data] = []
    text = _text(page)
    new = [request for request in loaded(page.page) if request not in before]
    first = {_unnumbered(request): request for request in reversed(new)}
    for request in [request for request in new if first[_unnumbered(request)] is request][:LOADS]:
        document = yield request
        if document is not None and document.page.status < 400:
            found.append(_weighed(request, document, text))
    return sorted(found, key=lambda one: -one.weight)


def _unnumbered(request: Request) -> str:
    """What is the same for the parts of a list that a script asks for one after the other."""
    return re.sub(r"\d+", "", f"{request.method} {request.url} {request.body}")


def _text(page: Document) -> str:
    body = page.tree.body if page.is_html else None
    return text_of(grow(body)) if body is not None else ""


def _weighed(request: Request, document: Document, text: str) -> Data:
    """How much of a list's text there is, most where the page shows it."""
    wrapper = induce([Sample(document=document)])
    records = wrapper.extract(document).records if wrapper is not None else ()
    if len(records) < FEWEST:
        return Data(request=request, weight=0.0)
    first = records[:LOOKED_FOR]
    shown = sum(is_said(record, text) for record in first)
    weight = sum(len(record.text) for record in records) * (0.1 + shown / LOOKED_FOR)
    return Data(request=request, weight=weight, shown=shown / len(first))
