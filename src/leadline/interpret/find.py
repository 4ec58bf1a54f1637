"""The ways in: search forms and other search templates, on the page given or a few clicks away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from leadline.browse.find import rank_links
from leadline.detect.boxes import is_hollow
from leadline.detect.gate import may_list
from leadline.detect.searches import searches
from leadline.document import Document
from leadline.interpret.points import Pointing, pointing
from leadline.interpret.talk import Talk
from leadline.interpret.templates import (
    Template,
    descriptions,
    read_description,
    templates,
    vote,
)
from leadline.model import Form, Request
from leadline.query.encode import Encoding, encoding_of
from leadline.query.paging import Cursor, Numbered
from leadline.query.script import SCRIPT

LOOKS = 8  # pages that are looked at besides the first


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to ask: how, by which form if it is one, and the page that has it.

    `rendered` says that answers are read as a browser shows them; `data`, that they are the JSON
    which a page's script asks for; `paging` is how its pages are asked for, where that shows;
    `pointing` are the controls that take a point, where points are asked.
    """

    encoding: Encoding
    page: Document
    form: Form | None = None
    rendered: bool = False
    data: bool = False
    paging: Numbered | Cursor | None = None
    pointing: Pointing | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The ways found, best first, and the forms that are never submitted, with the reason.

    `lists` are forms that only choose what is listed, for want of a search;
    `boxes` belong to no form: what a script reads, and perhaps the address of the page too;
    `hollow` are the pages behind the first one that wait for their scripts, `seen` all of them.
    """

    ways: tuple[Way, ...] = ()
    lists: tuple[Way, ...] = ()
    boxes: tuple[Way, ...] = ()
    hollow: tuple[Document, ...] = ()
    seen: tuple[Document, ...] = ()
    refused: tuple[tuple[Form, str], ...] = ()


def find_ways(front: Document) -> Talk[Found]:
    """Look at the front page, then where its links most likely lead to a search."""
    found = yield from _ways(front)
    asked, waiting = {front.url}, _links(front, {front.url})
    lists, boxes, refused = list(found.lists), list(found.boxes), list(found.refused)
    seen = list[Document]()
    for _ in range(LOOKS):
        if found.ways or not waiting:
            break
        score, url = max(waiting)
        waiting.remove((score, url))
        asked.add(url)
        document = yield Request(url=url)
        if document is not None and document.is_html and document.page.status < 400:
            found = yield from _ways(document)
            lists += [way for way in found.lists if way.form not in {one.form for one in lists}]
            boxes, refused = [*boxes, *found.boxes], [*refused, *found.refused]
            seen.append(document)
            waiting = [one for one in {*waiting, *_links(document, asked)} if one[1] not in asked]
    return Found(
        ways=found.ways,
        lists=tuple(lists),
        boxes=tuple(boxes),
        hollow=tuple(filter(needs_script, seen)),
        seen=tuple(seen),
        refused=tuple(refused),
    )


def needs_script(document: Document) -> bool:
    """Whether a page has nothing to ask yet and waits for its scripts."""
    if not is_hollow(document):
        return False
    return not ways_on(document).ways and not descriptions(document)


def _links(document: Document, seen: set[str]) -> list[tuple[float, str]]:
    return [(link.score, link.url) for link in rank_links(document, seen)]


def _ways(document: Document) -> Talk[Found]:
    """The ways that one page offers: forms, address templates, an OpenSearch description."""
    found = ways_on(document)
    if found.ways:
        return found
    for named in descriptions(document)[:1]:
        description = yield Request(url=named.url)
        if description is not None:
            return replace(found, ways=_templated(read_description(description), document))
    return found


def ways_on(document: Document) -> Found:
    """The forms of a page, and the address templates it names where it has no form."""
    listed = searches(document)
    forms = (way for one in listed if one.refused is None for way in _of(one.form, document))
    choices = (
        Way(encoding=encoding_of(one.form), page=document, form=one.form)
        for one in listed
        if one.refused is not None and may_list(one.form, one.verdict)
    )
    usable = [way for way in forms if way.encoding.fields]
    sent = tuple(way for way in usable if way.form is not None and way.form.method != SCRIPT)
    return Found(
        ways=sent or _templated(templates(document), document),
        lists=tuple(way for way in choices if way.encoding.fields),
        boxes=tuple(way for way in usable if way not in sent),
        refused=tuple((one.form, one.refused) for one in listed if one.refused is not None),
    )


def _of(form: Form, document: Document) -> Iterator[Way]:
    """How a form is asked: by points, if it may take them, and else by its fields."""
    encoding = encoding_of(form)
    if form.method != SCRIPT and (found := pointing(form.controls)) is not None:
        by_points = replace(encoding, fields=(found.field(),))
        yield Way(encoding=by_points, page=document, form=form, pointing=found)
    yield Way(encoding=encoding, page=document, form=form)


def _templated(named: Iterable[Template], document: Document) -> tuple[Way, ...]:
    return tuple(Way(encoding=one.encoding, page=document) for one in vote((), named))
