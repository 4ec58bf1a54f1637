"""`leadline lab`: policies against simulated sources whose whole content is known."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from leadline.cli.machine import folder, processors
from leadline.cli.table import table_of
from leadline.cli.watch import Watcher, watcher
from leadline.lab import plots
from leadline.lab.collection import TEXT, indexed
from leadline.lab.cover import cover_of
from leadline.lab.experiment import BOUND, Bounds, Experiment, Finished, Run, conduct, summary
from leadline.lab.policies import DEFAULT, POLICIES, Setting, chosen
from leadline.lab.table import read_rows
from leadline.lab.world import Counts, World
from leadline.model import PAGES, QUERIES, Query
from leadline.plan.words import words


class Interface(StrEnum):
    """What the simulated source can be asked."""

    KEYWORD = "keyword"
    ATTRIBUTE = "attribute"


class Order(StrEnum):
    """In which order it shows what matches."""

    STATIC = "static"
    RELEVANCE = "relevance"
    NEWEST = "newest"


class Spending(StrEnum):
    """What is to be saved."""

    PAGES = "pages"
    QUERIES = "queries"


def counts_option(text: str) -> Counts:
    """How totals are reported, as typed."""
    kind, _, cap = text.partition(":")
    if kind in ("exact", "none", "rounded") and not cap:
        return Counts(kind=kind)  # type: ignore[arg-type]
    if kind == "capped" and cap.isdigit() and int(cap) > 0:
        return Counts(kind="capped", cap=int(cap))
    raise typer.BadParameter(f"'{text}' is none of exact, none, rounded, capped:N")


SOURCE, POLICY, OUTPUT = "The source", "The policies", "The output"
EPILOG = """Examples:

`leadline lab run --data films.jsonl --interface attribute --limit 1000`

`leadline lab run --data texts.csv --interface keyword --limit 100 --policy sounding,a-z,oracle`

`leadline lab run --data films.jsonl --interface attribute --policy all --json > results.json`
"""


def run(
    data: Annotated[
        Path,
        typer.Option(help="The table: .jsonl, .csv (either also .gz) or .parquet.", metavar="FILE",
                     rich_help_panel=SOURCE),
    ],
    interface: Annotated[
        Interface,
        typer.Option(help="A search box over the texts, or a form with the columns as fields.",
                     rich_help_panel=SOURCE),
    ],
    page_size: Annotated[
        int, typer.Option(min=1, help="Records on a page (p).", rich_help_panel=SOURCE)
    ] = 10,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="The most records shown for one query (K); none if left out.",
                     rich_help_panel=SOURCE),
    ] = None,
    counts: Annotated[
        Counts,
        typer.Option(parser=counts_option, metavar="exact|none|rounded|capped:N",
                     help="How the number of matches is reported.", rich_help_panel=SOURCE),
    ] = "exact",  # type: ignore[assignment]
    ranking: Annotated[
        Order, typer.Option(help="The order of results.", rich_help_panel=SOURCE)
    ] = Order.STATIC,
    predicates: Annotated[
        int | None,
        typer.Option(min=1, help="The most values in one query; 1: single values only. "
                     "No bound if left out.", rich_help_panel=SOURCE),
    ] = None,
    any_of: Annotated[
        bool,
        typer.Option("--any-of", help="Several values in a query: any may match, instead of all.",
                     rich_help_panel=SOURCE),
    ] = False,
    stop_words: Annotated[
        int,
        typer.Option(min=0, help="Refuse the N most frequent values.", metavar="N",
                     rich_help_panel=SOURCE),
    ] = 0,
    search_fields: Annotated[
        str | None,
        typer.Option(help="The columns a keyword is looked up in: a,b. All if left out.",
                     metavar="A,B", rich_help_panel=SOURCE),
    ] = None,
    browsable: Annotated[
        bool,
        typer.Option("--browsable", help="The empty query lists everything (up to the limit).",
                     rich_help_panel=SOURCE),
    ] = False,
    in_order: Annotated[
        bool,
        typer.Option("--in-order", help="Pages must be read one after the other, as with cursors; "
                     "otherwise they are numbered.", rich_help_panel=SOURCE),
    ] = False,
    failures: Annotated[
        float,
        typer.Option(min=0, max=1, help="The share of pages that cannot be had.",
                     rich_help_panel=SOURCE),
    ] = 0.0,
    policy: Annotated[
        str | None,
        typer.Option(help=f"Names, or 'all' that fit the source. These: {', '.join(POLICIES)}. "
                     f"If left out: {', '.join(DEFAULT)}.", metavar="A,B|all",
                     rich_help_panel=POLICY),
    ] = None,
    seeds: Annotated[
        int,
        typer.Option(min=1, help="Runs of each policy, each with another first query.",
                     rich_help_panel=POLICY),
    ] = 3,
    target: Annotated[
        float,
        typer.Option(min=0, max=1, help="Stop when this share of the records is held.",
                     rich_help_panel=POLICY),
    ] = 0.95,
    cost: Annotated[
        Spending, typer.Option(help="What sounding, adaptive and the oracles try to save.",
                               rich_help_panel=POLICY)
    ] = Spending.PAGES,
    first_query: Annotated[
        str | None,
        typer.Option(help="What every run asks first: a word, or column=value. "
                     "If left out, a value of middling frequency, one for each seed.",
                     metavar="VALUE", rich_help_panel=POLICY),
    ] = None,
    max_pages: Annotated[
        int | None,
        typer.Option(min=1, help="Stop a run after so many pages. If left out: 20 × records / "
                     "page size, at least 200.", rich_help_panel=POLICY),
    ] = None,
    domain: Annotated[
        Path | None,
        typer.Option(help="A table of the same domain, for the policy 'domain'.", metavar="FILE",
                     rich_help_panel=POLICY),
    ] = None,
    language: Annotated[
        str,
        typer.Option(help="The language of the word lists (a-z, random-16k, random-1m, "
                     "generic-frequency).", rich_help_panel=POLICY),
    ] = "en",
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Runs at the same time; as many as there are processors if left "
                     "out.", rich_help_panel=OUTPUT),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Also write results.json, curves.csv, curves.svg and curves.png there.",
                     metavar="DIR", rich_help_panel=OUTPUT),
    ] = None,
    as_object: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.",
                           rich_help_panel=OUTPUT)
    ] = False,
) -> None:  # fmt: skip
    """Run policies against a simulated source and count pages and queries until 50 … 99 % are held.

    The table is put behind a search box or a form. Every policy is run once for each seed, in a
    process of its own; the numbers are means over the seeds, and a mark is left out where a seed
    did not reach it. Beside them: greedy oracles, which know the table, and lower bounds.
    """
    if target <= 0:
        raise typer.BadParameter("the target must be above 0")
    if out is not None:
        plots.need_matplotlib()
        folder(out)
    fields = None if search_fields is None else frozenset(search_fields.split(","))
    world = World(
        collection=indexed(data, read_rows(data), interface.value, fields),
        page_size=page_size,
        limit=limit,
        ranking=ranking.value,
        counts=counts,
        any_of=any_of,
        predicates=predicates,
        browsable=browsable,
        any_page=not in_order,
        stop_words=stop_words,
        failures=failures,
    )
    setting = Setting(
        world=world,
        cover=cover_of(world),
        cost=QUERIES if cost is Spending.QUERIES else PAGES,
        language=language,
        domain=domain,
    )
    experiment = Experiment(
        setting=setting,
        policies=chosen(policy, setting),
        seeds=tuple(range(1, seeds + 1)),
        target=target,
        max_pages=max_pages,
        first=None if first_query is None else _first(world, first_query),
    )
    _note_unreachable(experiment)
    finished, complete = _conducted(experiment, jobs or processors())
    results = summary(experiment, finished) | ({} if complete else {"interrupted": True})
    _print(results, as_object)
    if out is not None:
        _write(out, results, finished)
    if not complete:
        raise typer.Exit(130)


def _first(world: World, text: str) -> Query:
    if world.collection.texts is not None:
        query = Query(tuple((TEXT, word) for word in words(text)))
    else:
        name, _, value = text.partition("=")
        query = Query(((name, value),))
    if not query.predicates or not world.interface.can_ask(query):
        raise typer.BadParameter(f"first query '{text}' cannot be asked here")
    if not len(world.ranked(query)):
        raise typer.BadParameter(f"first query '{text}' matches no record")
    return query


def _note_unreachable(experiment: Experiment) -> None:
    share = experiment.setting.cover.unreachable()
    if 1 - share < experiment.target:
        print(f"note: no single value shows {share:.1%} of the records under this limit; "
              f"with single values the target of {experiment.target:.1%} cannot be reached",
              file=sys.stderr)  # fmt: skip


def _conducted(experiment: Experiment, jobs: int) -> tuple[list[Finished], bool]:
    """What has finished, and whether that is all."""
    finished: list[Finished] = []
    records = experiment.world.collection.records
    try:
        with watcher() as watch:

            def told(name: str, seed: int, pages: int, held: int) -> None:
                watch.at(f"{name}, seed {seed}", pages, held / records)

            for one in conduct(experiment, jobs, told):
                finished.append(one)
                _tick(watch, one)
    except KeyboardInterrupt:
        return finished, False
    return finished, True


def _tick(watch: Watcher, one: Finished) -> None:
    watch.done(BOUND if isinstance(one, Bounds) else f"{one.policy}, seed {one.seed}")


def _print(results: dict[str, Any], as_object: bool) -> None:
    if as_object:
        print(json.dumps(results))
        return
    console = Console(highlight=False)
    limit = results["limit"]
    console.print(
        f"{results['records']:,} records, {results['values']:,} values, {results['page_size']} on "
        f"a page, {'no limit' if limit is None else f'at most {limit:,} for a query'}; "
        f"unreachable by single values: {results['unreachable']:.1%}"
    )
    console.print(table_of(results))


def _write(place: Path, results: dict[str, Any], finished: list[Finished]) -> None:
    runs = [one for one in finished if isinstance(one, Run)]
    (place / "results.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    plots.write_csv(place / "curves.csv", runs)
    plots.write_pictures(place, runs, results["records"] / results["page_size"])
