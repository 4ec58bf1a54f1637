"""One search form, understood by asking it.

Puts together what `hits`, `pages`, `semantics` and `columns` find out: result pages, paging, longer
pages, totals, the limit K, what two words mean, and which field shows which attribute.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from leadline.interpret.asked_columns import asked_columns
from leadline.interpret.attributes import predicates
from leadline.interpret.begin import begun
from leadline.interpret.bounds import as_values, learn_ranges
from leadline.interpret.broaden import broadened
from leadline.interpret.columns import match_columns, searched_field, useful
from leadline.interpret.find import Way
from leadline.interpret.headings import headed
from leadline.interpret.hits import Hits, keyword_of, relearnt
from leadline.interpret.letters import learn_letters
from leadline.interpret.lone_boxes import unlocked
from leadline.interpret.most_shown import most_shown
from leadline.interpret.orders import Ordering, learn_orders
from leadline.interpret.own_name import with_own_name
from leadline.interpret.pages import (
    Pages,
    learn_longer,
    learn_paging_of_long,
    page_at,
)
from leadline.interpret.rekey import read_by, rekeyed, reread
from leadline.interpret.semantics import learn_exclusion, learn_joining, learn_wildcard
from leadline.interpret.straight import straightened
from leadline.interpret.stuck import stuck_at
from leadline.interpret.talk import Heard, Talk
from leadline.interpret.totals import learn_total_of, reach_of
from leadline.model import Attribute, Interface, Query, Record, Request
from leadline.query.encode import Encoding
from leadline.query.paging import Numbered, Single, has_next, size_of
from leadline.query.paging_edit import values
from leadline.read.outcome import learn_signs
from leadline.read.total import TotalRule
from leadline.source import Source

WITNESSES = 2  # answers that a list of everything is compared with


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """A source, the size of the largest answer seen behind it, and some of its records.

    `stuck` is an answer that goes on behind what its page shows, where no second page was found.
    """

    source: Source
    reach: int
    records: tuple[Record, ...] = ()
    stuck: Heard | None = None

    @property
    def is_deep(self) -> bool:
        """Whether answers are told to go on behind what is shown, unlike mere suggestions."""
        told = self.source.total is not None or not isinstance(self.source.paging, Single)
        return told or self.source.located

    def drawn(self) -> Study:
        """The same, with pages as a browser shows them."""
        return replace(self, source=replace(self.source, rendered=True))


def study(url: str, way: Way, words: Sequence[str], fields: Sequence[str]) -> Talk[Study | None]:
    """Ask a form until it is understood; None if it brings no list of results."""
    opened = yield from begun(_restricted(way.encoding, fields), way, words)
    if opened is None:
        return None
    encoding, hits = with_own_name(*opened)
    hits = headed(hits, way.page) if way.data else hits
    encoding = straightened(encoding, hits.answers)
    hits, short = relearnt(hits, (yield from _broadest(encoding, hits)))
    encoding, hits, short = yield from _unlocked(encoding, hits, short, way)
    encoding, broad = yield from _lengthened(encoding, hits, short, way)
    pages = yield from learn_paging_of_long(hits.wrapper, short, broad, way.paging)
    hits, short, broad, pages = _rekeyed(hits, short, broad, pages)
    total = learn_total_of((*hits.answers, short, *pages.read), hits.empty)
    everything, broad = yield from _everything(encoding, hits, broad, total)
    limit = yield from most_shown(encoding, hits, pages, broad, total)
    encoding = yield from _ranged(encoding, hits, pages, limit)
    ordering = Ordering()
    if limit is not None:
        ordering = yield from learn_orders(encoding, hits.wrapper, broad, total, way.form)
        encoding = ordering.asked_by(encoding)
    columns = yield from _columns_of(encoding, hits)
    ordering = ordering.known_as(columns)
    interface = yield from _interface(
        encoding, hits, pages, broad, total, everything, limit, columns
    )
    letters = yield from _letters(encoding, hits, interface)
    source = Source(
        url=url,
        encoding=encoding,
        interface=replace(interface, orders=ordering.orders),
        paging=pages.paging,
        wrapper=hits.wrapper,
        signs=learn_signs(hits.empty, [one.document for one in hits.answers]),
        total=total,
        form=way.form,
        everything=everything or "",
        columns=columns,
        measures=ordering.measures,
        first=(*_first(interface, hits, broad, total), *letters),
        links_more=_links_more(broad, pages),
    )
    seen = (record for one in (*hits.answers, *pages.read) for record in one.records)
    return Study(
        source=source,
        reach=reach_of(broad, total),
        records=tuple(seen),
        stuck=stuck_at(way, broad, hits, total) if not pages.read else None,
    )


def _rekeyed(
    hits: Hits, short: Heard, broad: Heard, pages: Pages
) -> tuple[Hits, Heard, Heard, Pages]:
    """The same, with records known by what several pages show to be theirs."""
    wrapper = rekeyed(hits.wrapper, (*hits.answers, broad, *pages.read)) if pages.read else None
    if wrapper is None or wrapper == hits.wrapper:
        return hits, short, broad, pages
    again = read_by(wrapper, hits)
    read = tuple(reread(wrapper, one) for one in pages.read)
    return again, reread(wrapper, short), reread(wrapper, broad), replace(pages, read=read)


def _restricted(encoding: Encoding, fields: Sequence[str]) -> Encoding:
    """Only these fields, where the user named some."""
    if not fields:
        return encoding
    wanted = {field.lower() for field in fields}
    kept = tuple(f for f in encoding.fields if f.attribute.name.lower() in wanted)
    return replace(encoding, fields=kept)


def _broadest(encoding: Encoding, hits: Hits) -> Talk[Heard]:
    """The broadest answer of those that were asked, and of a few more."""
    total = learn_total_of(hits.answers, hits.empty)

    def reach(heard: Heard) -> int:
        return reach_of(heard, total)

    broad = max(hits.answers, key=lambda one: (reach(one), not one.query.predicates))
    return (yield from broadened(encoding, hits, broad, reach)) if broad.query.predicates else broad


def _unlocked(
    encoding: Encoding, hits: Hits, broad: Heard, way: Way
) -> Talk[tuple[Encoding, Hits, Heard]]:
    """With what the form keeps out as it comes, where a box lets it in."""
    total = learn_total_of(hits.answers, hits.empty)
    encoding, wider = yield from unlocked(
        encoding, hits.wrapper, broad, way.form, lambda heard: reach_of(heard, total)
    )
    if wider is not broad and not broad.query.predicates:
        hits = replace(hits, blank=wider)
    return encoding, hits, wider


def _lengthened(
    encoding: Encoding, hits: Hits, broad: Heard, way: Way
) -> Talk[tuple[Encoding, Heard]]:
    """Longer pages, where the site offers them."""
    longer = yield from learn_longer(hits.wrapper, broad, way.form)
    if longer is None:
        return encoding, broad
    again = encoding
    for name, value in _changed(broad.request, longer.request):
        again = again.with_fixed(name, value)
    request = again.encode(broad.query)
    if request == longer.request:
        return again, longer
    heard = yield from page_at(hits.wrapper, broad, request, 1)
    return (encoding, broad) if heard is None or heard.keys != longer.keys else (again, heard)


def _changed(before: Request, after: Request) -> list[tuple[str, str]]:
    """The parameters that differ; of a query string within JSON only what differs in it."""
    old = values(before)
    found = [(place[1], text) for place, text in values(after).items() if old.get(place) != text]
    outer = {name.partition("?")[0] for name, _ in found if "?" in name}
    return [(name, text) for name, text in found if name not in outer]


def _everything(
    encoding: Encoding, hits: Hits, broad: Heard, total: TotalRule | None
) -> Talk[tuple[str | None, Heard]]:
    """What lists everything: "" the untouched form, a wildcard, None nothing; and the answer."""
    if not broad.query.predicates:
        return "", broad
    if hits.blank is not None and reach_of(hits.blank, total) >= reach_of(broad, total):
        return "", hits.blank
    if total is None or not (box := keyword_of(encoding)):
        return None, broad
    found = yield from learn_wildcard(encoding, hits.wrapper, box, broad, total)
    return (None, broad) if found is None else found


def _ranged(encoding: Encoding, hits: Hits, pages: Pages, limit: int | None) -> Talk[Encoding]:
    """Ranges are asked by intervals where answers must be split, else value by value."""
    if limit is None:
        return as_values(encoding)
    records = [record for one in (*hits.answers, *pages.read) for record in one.records]
    return (yield from learn_ranges(encoding, hits.wrapper, records))


def _interface(
    encoding: Encoding,
    hits: Hits,
    pages: Pages,
    broad: Heard,
    total: TotalRule | None,
    everything: str | None,
    limit: int | None,
    columns: Sequence[tuple[str, str]],
) -> Talk[Interface]:
    """What the harvest is told of the form."""
    joined: bool | None = True
    box = keyword_of(encoding)
    without = ""
    if by_words := [one for one in hits.found if box in dict(one.query.predicates)]:
        joined = yield from learn_joining(encoding, hits.wrapper, total, by_words)
        if joined and limit is not None and total is not None:
            without = yield from learn_exclusion(encoding, total, by_words)
    attributes = useful(_attributes(encoding), columns)
    return Interface(
        attributes=tuple(replace(a, without=without) if a.name == box else a for a in attributes),
        page_size=page_size_of(broad, pages),
        limit=limit,
        predicates=predicates(encoding.fields) if joined else 1,
        browsable=everything is not None,
        any_page=pages.any_page,
    )


def page_size_of(broad: Heard, pages: Pages) -> int:
    """Records on a full page: as asked for, where even the broadest answer fits one page."""
    shown = max(len(one.records) for one in (broad, *pages.read))
    return shown if pages.read else max(shown, size_of(broad.request))


def _attributes(encoding: Encoding) -> tuple[Attribute, ...]:
    return tuple(field.attribute for field in encoding.fields)


def _columns_of(encoding: Encoding, hits: Hits) -> Talk[tuple[tuple[str, str], ...]]:
    """Which field of the records shows which attribute."""
    answers = hits.answers
    records = [record for one in answers for record in one.records]
    found = _columns(encoding, answers)
    return (yield from asked_columns(encoding, hits.wrapper, records, found))


def _columns(encoding: Encoding, heard: Sequence[Heard]) -> tuple[tuple[str, str], ...]:
    records = [record for one in heard for record in one.records]
    ranged = {field.column: field.attribute.name for field in encoding.fields if field.column}
    others = match_columns(_attributes(encoding), records)
    pairs = (*ranged.items(), *(pair for pair in others if pair[0] not in ranged))
    box = keyword_of(encoding)
    found = [
        (value, record)
        for one in heard
        for name, value in one.query.predicates
        for record in one.records
        if name == box
    ]
    field = searched_field(box, found) if found else None
    return pairs if field is None else (*pairs, (field, box))


def _first(
    interface: Interface, hits: Hits, broad: Heard, total: TotalRule | None
) -> tuple[Query, ...]:
    """Queries that bring something, for a start.

    Beside a list of everything a few that were asked already, if one seems to have as much: if they
    have what it has not, it is no list of everything.
    """
    found = tuple(one.query for one in hits.found if interface.can_ask(one.query))
    if interface.browsable:
        as_long = any(reach_of(one, total) == reach_of(broad, total) for one in hits.found)
        return found[:WITNESSES] if as_long else ()
    asked = dict.fromkeys((broad.query, *found))
    return tuple(query for query in asked if interface.can_ask(query))


def _letters(encoding: Encoding, hits: Hits, interface: Interface) -> Talk[tuple[Query, ...]]:
    """The letters to ask first, where they find more than themselves."""
    box = keyword_of(encoding)
    records = [record for one in hits.answers for record in one.records]
    asked = any(name == box for one in hits.found for name, _ in one.query.predicates)
    if interface.browsable or not asked:
        return ()
    return (yield from learn_letters(encoding, hits.wrapper, box, records))


def _links_more(broad: Heard, pages: Pages) -> bool:
    """Whether a page that has another after it says so: further pages too, if there are some."""
    if isinstance(pages.paging, Numbered) and pages.paging.path:
        return False
    return bool(pages.read) and has_next(broad.document, broad.request)
