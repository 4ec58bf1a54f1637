"""What a search form finds: a small table of its own, asked with words and choices.

All words must be in a record's text; a choice other than the first of its list must be the
record's. What a form does not have is ignored. Twenty records are on a page, with the
number of all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape, unescape
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from zlib import crc32

from leadline.lab.web.draw import mixed
from leadline.lab.web.placing import Placed
from leadline.lab.web.render import filled, written
from leadline.lab.web.shapes import parsed
from leadline.lab.web.site import Site

if TYPE_CHECKING:
    from leadline.lab.web.world import Web

SHOWN = 20
START = "start"  # the parameter that pages of results are turned by
LEAST, MOST = 30, 300  # records of a table
TAG = re.compile(r"<[^>]+>")
WORD = re.compile(r"\w+")
TYPED = frozenset({"text", "search", "tel", "number", "url", "date"})
CHOSEN = frozenset({"select", "radio"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One record of a table."""

    number: int  # that its choices follow from
    title: str
    text: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """What is behind a form: its table, and what it can be asked by."""

    records: tuple[Record, ...]
    typed: Mapping[str, str]  # by name: what the box holds before anything is typed
    chosen: Mapping[str, tuple[str, ...]]  # by name: the choices, the first for any


def behind(web: Web, site: Site, form: Placed) -> Behind:
    """The table behind a form."""
    read = parsed(written(web, site, form), f"{web.origin(site.number)}/")
    named = [control for control in read.controls if control.name]
    return Behind(
        records=tuple(_records(site, form)),
        typed={one.name: one.value for one in named if one.kind in TYPED},
        chosen={
            one.name: tuple(option.value for option in one.options)
            for one in named
            if one.kind in CHOSEN and len(one.options) > 1
        },
    )


def _records(site: Site, form: Placed) -> list[Record]:
    seed = site.seed ^ (form.number << 8)
    count = LEAST + mixed(seed, 0) % (MOST - LEAST)
    return [_record(site, mixed(seed, place + 1)) for place in range(count)]


def _record(site: Site, number: int) -> Record:
    titles, paragraphs = site.subject.titles, site.subject.paragraphs
    title = titles[number % len(titles)]
    text = unescape(TAG.sub("", paragraphs[number // 1024 % len(paragraphs)]))[:200]
    words = frozenset(WORD.findall(f"{title} {text}".lower()))
    return Record(number=number, title=title, text=text, words=words)


def matching(table: Behind, fields: Mapping[str, str]) -> list[Record]:
    """The records that are asked for; none if nothing is."""
    words: list[str] = []
    for name, before in table.typed.items():
        if fields.get(name, "") != before:
            words += WORD.findall(fields.get(name, "").lower())
    asked = {name: fields[name] for name in table.chosen if name in fields}
    if not words and not asked:
        return []
    return [
        one for one in table.records if one.words.issuperset(words) and _fits(table, one, asked)
    ]


def _fits(table: Behind, record: Record, asked: Mapping[str, str]) -> bool:
    for name, value in asked.items():
        first, *rest = table.chosen[name]
        own = rest[mixed(crc32(name.encode()), record.number) % len(rest)]
        if value not in (first, own):
            return False
    return True


def results(web: Web, site: Site, form: Placed, fields: Mapping[str, str]) -> str:
    """The page that a search form leads to."""
    found = matching(web.behind(site.number, form), fields)
    told = site.language
    first = int(fields[START]) if fields.get(START, "").isdecimal() else 0
    total = f"<p>{len(found)} {told.found}</p>" if found else f"<p>{told.nothing}</p>"
    places = range(first, min(len(found), first + SHOWN))
    shown = "\n".join(_shown(found[place], place + 1) for place in places)
    onward = _onward(site, form, fields, first + SHOWN) if len(found) > first + SHOWN else ""
    body = f'{total}\n<div class="results">{shown}</div>{onward}\n{written(web, site, form)}'
    return filled(web, site, title=escape(told.search[0]), body=body)


def _shown(record: Record, place: int) -> str:
    title, text = escape(record.title), escape(record.text)
    return f'<div class="result"><h4>{place}. {title}</h4><p>{text}</p></div>'


def _onward(site: Site, form: Placed, fields: Mapping[str, str], start: int) -> str:
    path = form.action or site.shown_at(form.node)
    asked = urlencode({**fields, START: start})
    return f'<p><a href="{escape(path)}?{escape(asked)}">{start + 1}… &gt;&gt;</a></p>'
