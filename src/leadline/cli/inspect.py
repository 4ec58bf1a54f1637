"""`leadline inspect`: what could be asked of a site."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import typer
from rich.console import Console

from leadline.cli.address import address
from leadline.cli.interrupt import interruptible
from leadline.cli.live_options import Contact, Delay, SeedWords, Shown, Timeout
from leadline.cli.options import Json
from leadline.cli.progress import HarvestWatch
from leadline.detect.facet_choices import Choice, Panel
from leadline.harvest.run import driven
from leadline.interpret.facet_site import Panels, find_panels
from leadline.interpret.understand import Hints, understand
from leadline.intervals import Interval
from leadline.model import Attribute, Kind
from leadline.net.budget import Budget
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.query.paging import Numbered, Single
from leadline.read.structured_wrapper import JsonWrapper
from leadline.source import Source
from leadline.store import MemoryStore

ASKED = {Kind.KEYWORD.value: "words", Kind.RANGE.value: "from … to …"}
SOME = 8  # values of a domain that are shown


def inspect(
    url: Annotated[str, typer.Argument(help="The site, or the page with its search form.")],
    seed_word: SeedWords = None,
    delay: Delay = 1.0,
    contact: Contact = "",
    timeout: Timeout = 60.0,
    browser: Shown = Browser.AUTO,
    as_object: Json = False,
) -> None:
    """Find a site's search form and facets and learn how it can be asked; nothing is kept.

    Takes some twenty requests: a word that exists nowhere, a few that do, page two, two words at
    once, and the list of one value of each facet.
    """
    manners = Manners(delay=delay, timeout=timeout, contact=contact, browser=browser)
    found = interruptible(_inspected(address(url), tuple(seed_word or ()), manners, as_object))
    show_source(*found, as_object)


async def _inspected(
    url: str, words: tuple[str, ...], manners: Manners, quiet: bool
) -> tuple[Source, Panels | None]:
    budget = Budget()
    with HarvestWatch(budget, quiet=quiet) as watch:
        async with open_fetcher(
            manners, seeds=(url,), archive=MemoryStore(), budget=budget, told=watch.say
        ) as door:
            source = await driven(understand(url, Hints(words=words)), door, watch)
            return source, await driven(find_panels(source, uncounted=True), door, watch)


def show_source(source: Source, panels: Panels | None, as_object: bool) -> None:
    """What was found out, for people or as JSON."""
    found = {**described(source), "facets": _facets(panels)}
    if as_object:
        print(json.dumps(found, ensure_ascii=False))
        return
    console = Console(highlight=False)
    for name, value in _lines(found):
        console.print(f"  {name:<11} {value}", markup=False, soft_wrap=True)


def described(source: Source) -> dict[str, Any]:
    """What was found out, as JSON values."""
    interface = source.interface
    return {
        "url": source.url,
        "form": source.encoding.action,
        "method": source.encoding.method,
        "fields": [_field(attribute) for attribute in interface.attributes],
        "excludes_words": next((a.without for a in interface.attributes if a.without), None),
        "several_words": interface.predicates,
        "lists_everything": interface.browsable,
        "paging": _paging(source),
        "page_size": interface.page_size,
        "limit": interface.limit,
        "total_shown": source.total is not None,
        "orders": [order.name for order in interface.orders],
        "records": "json" if isinstance(source.wrapper, JsonWrapper) else "html",
    }


def _field(attribute: Attribute) -> dict[str, Any]:
    domain = attribute.domain
    return {
        "name": attribute.name,
        "kind": attribute.kind.value,
        "values": None if domain is None else len(domain),
        "some": None if domain is None else list(domain[:SOME]),
    }


def _facets(panels: Panels | None) -> list[dict[str, Any]]:
    if panels is None:
        return []
    counted = [_facet(f.panel, f.values, cut=f.cut) for f in panels.facets.counted]
    others = [*panels.facets.uncounted, *(facet.panel for facet in panels.mute)]
    return [*counted, *(_facet(panel, panel.choices) for panel in others)]


def _facet(panel: Panel, choices: Sequence[Choice], *, cut: bool = False) -> dict[str, Any]:
    return {
        "name": panel.name,
        "kind": panel.kind,
        "values": len(choices),
        "whole": not cut,
        "some": [{"value": c.text, "count": c.count} for c in choices[:SOME]],
    }


def _paging(source: Source) -> str:
    if isinstance(source.paging, Numbered):
        return "numbered"
    return "none" if isinstance(source.paging, Single) else "links"


def _lines(found: dict[str, Any]) -> list[tuple[str, str]]:
    limit = found["limit"]
    by_points = any(field["kind"] == Kind.NEAR.value for field in found["fields"])
    return [
        ("form", f"{found['method']} {found['form']}"),
        *(("field", _said(field)) for field in found["fields"]),
        *(() if by_points else _asked(found)),
        ("pages", f"{found['page_size']} records each, {found['paging']}"),
        ("limit", "none found" if limit is None else f"{limit:,} records for a query"),
        ("total", "shown" if found["total_shown"] else "not shown"),
        *(("order", name) for name in found["orders"]),
        ("everything", "can be listed" if found["lists_everything"] else "cannot be listed"),
        *(("facet", _said_facet(facet)) for facet in found["facets"]),
    ]


def _asked(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What of it can be asked at once: words of a box, and fields."""
    fields, sign = found["fields"], found["excludes_words"]
    if boxes := [field["name"] for field in fields if field["kind"] == Kind.KEYWORD.value]:
        without = "" if sign is None else f"; {sign}word leaves a word out"
        yield "words", f"{', '.join(boxes)}: {_at_once(found['several_words'])}{without}"
    if len(fields) > 1:
        yield "fields", _at_once(found["several_words"])


def _at_once(most: int | None) -> str:
    if most == 1:
        return "one at a time"
    return f"{'several' if most is None else f'up to {most:,}'} at once, all must match"


def _said_facet(facet: dict[str, Any]) -> str:
    some = ", ".join(one["value"] + ("" if one["count"] is None else f" {one['count']:,}")
                     for one in facet["some"])  # fmt: skip
    more = " …" if facet["values"] > SOME else ""
    least = "" if facet["whole"] else "at least "
    return f"{facet['name']}: {least}{facet['values']:,} values ({some}{more})"


def _radius(some: list[str] | None) -> str:
    """The radii that can be asked for."""
    if not some:
        return "any radius"
    free = Interval.parse(some[0])
    if free is not None:
        return f"a radius of up to {float(free.high or 0):,.0f} km"
    listed = (f"{float(km):,.1f}".removesuffix(".0") for km in some)
    return f"a radius of {', '.join(listed)} km"


def _said(field: dict[str, Any]) -> str:
    if field["kind"] == Kind.NEAR.value:
        return f"{field['name']}: a point and {_radius(field['some'])}"
    if field["values"] is None:
        return f"{field['name']}: {ASKED.get(field['kind'], 'a value')}"
    more = " …" if field["values"] > SOME else ""
    return f"{field['name']}: {field['values']} values ({', '.join(field['some'])}{more})"
