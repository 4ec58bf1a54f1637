"""Facets that a script shows: by the data that it asks for, else by pressing what it offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from leadline.detect.boxes import is_scripted
from leadline.document import Document
from leadline.harvest.visit import Visit
from leadline.interpret.facet_data import data_pages
from leadline.interpret.facet_panels import Facet
from leadline.interpret.facet_pressed import everything, pressed_pages
from leadline.interpret.facet_site import Panels, lists_of, reader_of
from leadline.interpret.facet_urls import alone
from leadline.model import Query, Request
from leadline.plan.facets.lists import Alone, Shown
from leadline.query.ask import opening
from leadline.query.script import request_at
from leadline.source import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Scripted:
    """A list of everything that a script makes: its first page, and how lists are had and read."""

    document: Document
    first: Shown
    url: str
    read: Callable[[Document], Shown]
    request: Callable[[str], Request] | None = None
    alone: Alone = lambda link, here, everything: ""
    mute: tuple[Facet, ...] = ()


async def scripted(
    visit: Visit, source: Source, panels: Panels | None, names: Callable[[], Mapping[str, str]]
) -> Scripted | None:
    """How the facets that a script shows are asked; `names` are what drawn rows are known by."""
    found = await _by_data(visit, source)
    if found is not None or panels is None or not panels.mute:
        return found if found is None or found.first.keys else None
    return await _by_pressing(visit, source, panels, names)


async def _by_data(visit: Visit, source: Source) -> Scripted | None:
    """The data that a script asks for, if records are such data."""
    if not source.interface.browsable:
        return None
    listed = await visit.page(opening(source, Query()))
    front = await visit.page(Request(url=source.url))
    if listed is None or not listed.is_json or front is None or not is_scripted(front):
        return None
    data = await visit.driven(data_pages(front))
    if data is None:
        return None

    def shown(document: Document) -> Shown:
        return replace(data.shown(document), keys=visit.reader.keys(document))

    here = data.document
    return Scripted(document=here, first=shown(here), url=here.url, read=shown, alone=alone)


async def _by_pressing(
    visit: Visit, source: Source, panels: Panels, names: Callable[[], Mapping[str, str]]
) -> Scripted | None:
    """What can be pressed on a page as it is before, if it shows records then.

    Of a list that comes as a piece of a page that is the page which asks for it.
    """
    here: Document | None = panels.document
    if here is not None and not is_scripted(here):
        here = await visit.page(Request(url=source.url))
    scripts = here is not None and is_scripted(here)
    drawn = await visit.page(everything(here.url)) if here is not None and scripts else None
    reader = reader_of(source, drawn) if drawn is not None else None
    if drawn is None or reader is None:
        return None
    visit.reader = reader.naming(names()) if reader.learned else reader
    pages = await visit.driven(pressed_pages(drawn, lists_of(visit.reader, drawn)))
    if pages is None:
        return None
    first = pages.shown(drawn)
    return Scripted(document=drawn, first=first, url=first.url, read=pages.shown,
                    request=request_at, mute=panels.mute)  # fmt: skip
