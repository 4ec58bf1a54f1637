"""The forms of one site: each judged once, asked once if it may be, and kept.

A form that was judged before is only noted as standing on one page more. What may not be asked is
kept with the reason. Forms that a script sends, or that are posted, are not asked here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from leadline.browse.address import same_site
from leadline.browse.links import anchors, origin
from leadline.detect.classify import SEARCH, Verdict, classify
from leadline.detect.forms import forms
from leadline.detect.gate import refusal
from leadline.detect.voter import Vote, votes
from leadline.discover.describe import about, form_entry, form_key
from leadline.discover.probe import Probed, probed
from leadline.discover.sights import Sights, sights_of
from leadline.discover.templates import named_searches
from leadline.discover.totals import Totals
from leadline.document import Document
from leadline.interpret.talk import Talk
from leadline.interpret.templates import Template, descriptions, read_description
from leadline.model import Form, Request
from leadline.read.total import TotalRule
from leadline.store.sites import Run, SitesStore
from leadline.store.sites_values import FormEntry, Probe, Site

T = TypeVar("T")
Fetch = Callable[[Request], Awaitable[Document | None]]
NAMED = Verdict(kind=SEARCH, probability=1.0, reason="named by the site")
SILENT = 5  # forms of a site that are asked once more
PLACES = 5  # pages of a site that are noted for a form


@dataclass(slots=True)
class _Known:
    number: int
    is_query: bool
    address: str  # that it asks
    places: int = 1


@dataclass(slots=True, kw_only=True)
class Shown:
    """What a page shows: the keys of its query forms, and what is to be kept of all its forms."""

    query: set[str] = field(default_factory=set)
    new: list[FormEntry] = field(default_factory=list)
    places: list[tuple[int, str]] = field(default_factory=list)


class FormsOfSite:
    """What is known of the forms of a site; `fetch` asks them, and counts what it takes."""

    def __init__(
        self, store: SitesStore, run: Run, site: Site, fetch: Fetch, totals: Totals
    ) -> None:
        self._store, self._run, self._site, self._fetch = store, run, site, fetch
        self._totals = totals
        self._known = dict[str, _Known]()
        self._sights = Sights()
        self._silent = dict[str, tuple[Form, Verdict, Document]]()
        self._rule: TotalRule | None = None  # where a form of the site showed its total

    @property
    def has_silent(self) -> bool:
        """Whether a form that should be a search has brought nothing so far."""
        return bool(self._silent)

    async def ask_again(self, pages: Sequence[Document]) -> set[str]:
        """Ask the forms that brought nothing with words of other pages; the keys of those heard."""
        heard = set[str]()
        for key, (form, verdict, page) in self._silent.items():
            told = await self._ask(form, page, pages)
            if told.probe is Probe.ANSWERS and key in self._known:
                entry = form_entry(form, key, verdict, None, about(page), told)
                self._store.renew_form(self._known[key].number, entry)
                heard.add(key)
        self._silent.clear()
        return heard

    def addresses(self, keys: Iterable[str]) -> Counter[str]:
        """What some forms that are kept ask, and how many ask it."""
        return Counter(self._known[key].address for key in keys)

    async def on(self, page: Document, *, front: bool = False) -> Shown:
        """Judge the forms of a page; on a front page without a search also those it names."""
        sights = sights_of(page)
        if sights is not None and not front and (again := self._again(sights)) is not None:
            return self._seen_again(again, page)
        found, shown = forms(page), Shown()
        opinions = votes(page, len(found))
        keys = [key_on(form, page.url) for form in found]
        if sights is not None and len(sights) == len(keys):
            self._sights.remember(sights, keys)
        for form, key, vote in zip(found, keys, opinions, strict=True):
            await self._judge(form, key, page, shown, vote)
        if front and not shown.query:
            for form in await self._named(page):
                await self._judge(form, key_on(form, page.url), page, shown, NAMED)
        return shown

    def _again(self, sights: Sequence[bytes]) -> list[str] | None:
        """The keys of forms that look so; None if one was not judged yet."""
        keys = [key for key in self._sights.keys(sights) if key in self._known]
        return keys if len(keys) == len(sights) else None

    def _seen_again(self, keys: Sequence[str], page: Document) -> Shown:
        shown = Shown()
        for key in keys:
            self._note(key, self._known[key], page, shown)
        return shown

    def keep(self, shown: Shown) -> None:
        """Keep what a page showed."""
        for entry in shown.new:
            number, _ = self._store.keep_form(self._site, self._run, entry)
            self._known[entry.identity] = _Known(number, entry.is_query, _address(entry))
        if shown.places:
            self._store.keep_places(shown.places)

    async def _judge(
        self, form: Form, key: str, page: Document, shown: Shown, opinion: Vote | Verdict | None
    ) -> None:
        known = self._known.get(key) or self._stored(key)
        if known is not None:
            self._note(key, known, page, shown)
        elif key not in {entry.identity for entry in shown.new}:
            verdict = opinion if isinstance(opinion, Verdict) else classify(form, opinion)
            entry = await self._entry(form, verdict, page, key)
            shown.new.append(entry)
            shown.query |= {key} if entry.is_query else set()

    def _note(self, key: str, known: _Known, page: Document, shown: Shown) -> None:
        """A form that was judged before stands on one page more."""
        if known.places < PLACES:
            known.places += 1
            shown.places.append((known.number, page.url))
        if known.is_query:
            shown.query.add(key)

    def _stored(self, key: str) -> _Known | None:
        """A form that another search found."""
        number = self._store.form_number(key)
        stored = None if number is None else self._store.form(number)
        if stored is None:
            return None
        entry = stored.entry
        self._known[key] = _Known(stored.id, entry.is_query, _address(entry), places=0)
        return self._known[key]

    async def _entry(self, form: Form, verdict: Verdict, page: Document, key: str) -> FormEntry:
        refused, shown = refusal(form, verdict), about(page)
        told = None
        if refused is None and form.method == "GET":
            anchors(page)  # now that it is parsed; who chooses the next page wants them
            told = await self._ask(form, page)
            if told.probe is Probe.SILENT and len(self._silent) < SILENT:
                self._silent[key] = (form, verdict, Document(page.page))
        return form_entry(form, key, verdict, refused, shown, told)

    async def _ask(self, form: Form, page: Document, more: Sequence[Document] = ()) -> Probed:
        rules = self._totals.tried(self._rule)
        told = await driven(probed(form, page, more, rules), self._fetch, page, *more)
        if told.rule is not None:
            self._rule = told.rule
            self._totals.take(told.rule)
        return told

    async def _named(self, page: Document) -> tuple[Form, ...]:
        described = list[Template]()
        for named in descriptions(page)[:1]:
            document = await self._fetch(Request(url=named.url))
            described += read_description(document) if document is not None else ()
        return named_searches(page, described)


def key_on(form: Form, page: str) -> str:
    """What a form is known by; one that asks another site is of the site that shows it."""
    key = form_key(form)
    return key if same_site(form.action, page) else f"{key}@{origin(page)}"


def _address(entry: FormEntry) -> str:
    return entry.action.partition("?")[0]


async def driven(talk: Talk[T], fetch: Fetch, *pages: Document) -> T:
    """Fetch what a talk asks for, until it has decided; meanwhile these pages are folded."""
    held = list(pages)
    try:
        request = next(talk)
        while True:
            for one in held:
                one.fold()
            document = await fetch(request)
            held += [] if document is None else [document]
            request = talk.send(document)
    except StopIteration as done:
        result: T = done.value
        return result
