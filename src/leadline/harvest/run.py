"""A harvest: understand a site, converse with it, then see what facets and own pages add."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import Any, TypeVar

from leadline.answering import attended
from leadline.codec import dump, load
from leadline.document import Document
from leadline.errors import (
    BudgetSpent,
    FetchError,
    MissingExtra,
    NoForm,
    StoppedAnswering,
    StoreError,
)
from leadline.harvest.conversation import Conversation
from leadline.harvest.exploring import Asking, Exploration, Explored
from leadline.harvest.follow import GAVE_UP, INTERRUPTED, Details, Followed, Following
from leadline.harvest.mapped import read_mapped
from leadline.harvest.maps import are_all_held, maps_of, read_first
from leadline.harvest.pairs import Counted, by_record, keep_pairs, shown_by_own_pages
from leadline.harvest.plan import Plan, Progress, Summary, Watch
from leadline.harvest.proofs import keep_proof
from leadline.interpret.facet_map import Maps
from leadline.interpret.talk import Talk
from leadline.interpret.understand import understand
from leadline.model import Request
from leadline.net.fetcher import Fetcher
from leadline.net.stack import Door
from leadline.plan.size.value import exactly
from leadline.source import Source
from leadline.store import Store

T = TypeVar("T")
UNFINISHED = (INTERRUPTED, GAVE_UP)
NEARLY = 0.98  # of the records that a site counts, as it may change meanwhile


async def harvest(plan: Plan, store: Store, fetcher: Door, watch: Watch) -> Summary:
    """Harvest a source, or go on with it, until there is a reason to stop."""
    number = store.source(plan.url)
    source = await understood(plan, store, number, fetcher, watch)
    maps = await _maps(plan, store, number, fetcher, source)
    if store.totals(number).turns:
        watch(Progress(doing="reading what is held"))
    conversation = Conversation(plan, store, number, fetcher, source)
    summary = await conversation.run(watch)
    summary = replace(summary, settled=conversation.is_over(summary.stopped_because))
    keep_proof(store, number, conversation.source, conversation.known.learner)
    if summary.stopped_because not in UNFINISHED:
        summary = await explored(conversation, maps, summary, watch)
    return replace(summary, details=store.totals(number).details)


async def _maps(
    plan: Plan, store: Store, number: int, fetcher: Door, source: Source
) -> Maps | None:
    """The maps of a site whose facets may be asked, the first of them read before any list."""
    if not _asks_facets(plan) or source.located:
        return None
    maps = await maps_of(store, number, fetcher, source.url)
    await read_first(maps, fetcher)
    return maps


async def explored(
    conversation: Conversation, maps: Maps | None, summary: Summary, watch: Watch
) -> Summary:
    """What facets tell and what records' own pages add, once the conversation is over."""
    of = conversation
    exploration = Exploration(of.store, of.number, of.fetcher, of.source, maps=maps or Maps())
    got = Explored()
    if maps is not None:
        whole = _is_nearly_whole(summary) or are_all_held(maps, of.store, of.number)

        def told(done: int) -> None:
            watch(Progress(doing=f"asking facets, {done:,} pages of lists", pages=done))

        got = await exploration.run(of.plan.facets, told, complete=whole)
        summary = _with_lists(of, summary, got)
    if exploration.missing and not (got.stopped or of.plan.details is Details.NEVER):
        summary = await _mapped(of, exploration, summary, watch)
    if summary.stopped_because not in UNFINISHED:
        summary = await detailed(of, summary, watch)
    return replace(summary, pairs=await _kept_pairs(of, exploration))


async def _mapped(
    of: Conversation, exploration: Exploration, summary: Summary, watch: Watch
) -> Summary:
    """Records that only the site's map names, from their own pages."""
    following = Following(of.store, of.number, of.fetcher, of.source)

    def told(done: int) -> None:
        watch(Progress(doing="reading records that the site's map names", pages=done))

    got = await read_mapped(following, exploration.missing, told)
    exploration.say_missing(got.missing)
    return replace(
        _with_records(summary, of.store.totals(of.number).records),
        stopped_because=got.stopped or summary.stopped_because,
        settled=summary.settled and not (got.stopped or got.missing),
    )


async def _kept_pairs(of: Conversation, exploration: Exploration) -> Counted:
    """Keep who has which value, and whether own pages show it, as far as a few may be read."""
    if not exploration.told_something:
        return Counted()
    found, paged = by_record(exploration.witnessed()), frozenset[str]()
    if of.plan.details is not Details.NEVER:
        with suppress(BudgetSpent, StoppedAnswering, asyncio.CancelledError):
            paged = await shown_by_own_pages(
                of.store, of.number, of.fetcher, found, rendered=of.source.rendered
            )
    return keep_pairs(of.store, of.number, found, exploration.fields, paged)


def _is_nearly_whole(summary: Summary) -> bool:
    """Whether all records are held, but for what may have changed meanwhile."""
    counted = summary.size is not None and summary.size.counted
    return summary.proved or (counted and (summary.coverage or 0.0) >= NEARLY)


def _asks_facets(plan: Plan) -> bool:
    """Who wants a share of the records, or asks by some fields only, wants no more by himself."""
    limited = plan.goal.target is not None or bool(plan.hints.fields)
    return plan.facets is Asking.ALWAYS or (plan.facets is Asking.AUTO and not limited)


def _with_lists(of: Conversation, summary: Summary, got: Explored) -> Summary:
    """The summary with what lists brought: records too, if answers were cut."""
    before = summary.records
    summary = _with_records(summary, of.store.totals(of.number).records if got.lists else 0)
    records, size = summary.records, summary.size
    whole = got.total is not None and records >= got.total
    if whole and records > before:
        size = exactly(float(records), counted=True)
    return replace(
        summary,
        size=size,
        proved=summary.proved or (whole and size is not None and size.counted),
        lists=got.lists,
        stopped_because=got.stopped or summary.stopped_because,
        failure=_of_giving_up(got),
        settled=summary.settled and not (got.stopped or got.failure),
    )


def _with_records(summary: Summary, records: int) -> Summary:
    """The summary with so many records; more than were proved to be all disprove that."""
    if records <= summary.records:
        return summary
    size = None if summary.size is None else summary.size.at_least(records)
    return replace(summary, records=records, size=size, proved=False)


async def detailed(conversation: Conversation, summary: Summary, watch: Watch) -> Summary:
    """What records' own pages add, once the conversation is over."""
    of = conversation
    following = Following(of.store, of.number, of.fetcher, of.source)

    def told(done: int) -> None:
        watch(Progress(doing="reading records' own pages", pages=done, queries=summary.queries))

    got, wanted = await following.run(of.plan.details, told), of.plan.details is Details.ALWAYS
    stopped = got.stopped or summary.stopped_because
    if got.stopped not in ("", summary.stopped_because, *UNFINISHED):  # no record need be missing
        stopped = f"{summary.stopped_because}; then {got.stopped}"
    return replace(
        summary,
        unread=got.unread,
        more=got.names,
        stopped_because=stopped,
        failure=_of_giving_up(got),
        settled=summary.settled and not (got.stopped or (wanted and got.failure)),
    )


def _of_giving_up(got: Explored | Followed) -> str:
    """The failure that made it leave the site alone, if one did."""
    return got.failure if got.stopped == GAVE_UP else ""


async def understood(
    plan: Plan, store: Store, number: int, fetcher: Fetcher, watch: Watch
) -> Source:
    """How the source is asked and read: as stored, else as found out now."""
    if (stored := store.understanding(number)) is not None:
        return _loaded(stored, plan.url)
    source = await driven(understand(plan.url, plan.hints), fetcher, watch)
    store.keep_understanding(number, dump(source))
    return source


def _loaded(stored: Any, url: str) -> Source:
    try:
        return load(Source, stored)
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise StoreError(
            f"what the file knows about {url} cannot be used: it is damaged, or of another version "
            "of Leadline; harvest into another file"
        ) from error


async def driven(talk: Talk[T], fetcher: Fetcher, watch: Watch) -> T:
    """Fetch what a talk asks for, until it has decided.

    The very first page must be had; of the others the talk makes do with what it gets.
    """
    failures: list[FetchError | MissingExtra] = []
    pages = count(1)

    async def answer(request: Request) -> Document | None:
        asked = next(pages)
        watch(Progress(doing=f"looking at {request}", pages=asked))
        try:
            return Document(await fetcher.fetch(request))
        except (FetchError, MissingExtra) as error:
            if asked == 1:
                raise
            failures.append(error)
            return None

    try:
        return await attended(talk, answer)
    except NoForm as error:
        failure = failures[-1] if failures else None
        if isinstance(failure, MissingExtra):
            raise failure from error
        if failure is not None:
            raise NoForm(f"{error} (a page that was looked for: {failure})") from failure
        raise
