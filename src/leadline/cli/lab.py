"""`leadline lab`: policies against simulated sources whose whole content is known."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from leadline.cli.lab_options import (
    AnyOf,
    Asked,
    Browsable,
    Counted,
    Data,
    Failures,
    InOrder,
    Jobs,
    Limit,
    Order,
    PageSize,
    Predicates,
    Ranked,
    SearchFields,
    StopWords,
)
from leadline.cli.machine import folder, processors
from leadline.cli.options import OUTPUT, Json, listed
from leadline.cli.table import table_of
from leadline.cli.watch import Watcher, watcher
from leadline.lab import plots
from leadline.lab.collection import TEXT, indexed
from leadline.lab.cover import cover_of
from leadline.lab.experiment import BOUND, Bounds, Experiment, Finished, Run, conduct, summary
from leadline.lab.policies import DEFAULT, POLICIES, Setting, chosen
from leadline.lab.table import read_rows
from leadline.lab.world import World
from leadline.model import PAGES, QUERIES, Query
from leadline.plan.words import words


class Spending(StrEnum):
    """What is to be saved."""

    PAGES = "pages"
    QUERIES = "queries"


POLICY = "The policies"
EPILOG = """Examples:

`leadline lab run --data films.jsonl --interface attribute --limit 1000`

`leadline lab run --data texts.csv --interface keyword --limit 100 --policy sounding,a-z,oracle`

`leadline lab run --data films.jsonl --interface attribute --policy all --json > results.json`
"""


def run(
    data: Data,
    interface: Asked,
    page_size: PageSize = 10,
    limit: Limit = None,
    counts: Counted = "exact",  # type: ignore[assignment]
    ranking: Ranked = Order.STATIC,
    predicates: Predicates = None,
    any_of: AnyOf = False,
    stop_words: StopWords = 0,
    search_fields: SearchFields = None,
    browsable: Browsable = False,
    in_order: InOrder = False,
    failures: Failures = 0.0,
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
    jobs: Jobs = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Also write results.json, curves.csv, curves.svg and curves.png there.",
                     metavar="DIR", rich_help_panel=OUTPUT),
    ] = None,
    as_object: Json = False,
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
    fields = None if search_fields is None else frozenset(listed(search_fields))
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
