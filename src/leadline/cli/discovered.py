"""How `leadline discover` goes and ended, for people and as JSON."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

from leadline.cli.duration import duration
from leadline.cli.plain import plain
from leadline.discover.crawl import Progress, Summary
from leadline.discover.sample import Report
from leadline.store.sites import SitesStore
from leadline.store.sites_values import Tally

NAMED = 5  # sites that could not be had


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How it ended, and what the file holds now."""

    tally: Tally
    summary: Summary
    seconds: float
    requests: int
    met: int = 0
    brought: Tally = field(default_factory=Tally)  # by this run
    failure: str = ""  # of the first site, if none could be had
    failed: tuple[tuple[str, str], ...] = ()  # the first sites that could not be had, and why

    @classmethod
    def idle(cls, store: SitesStore, met: int) -> Outcome:
        """Nothing was fetched: sites were only remembered."""
        summary = Summary(strategy="", ended="nothing was fetched")
        return cls(tally=store.tally(), summary=summary, seconds=0.0, requests=0, met=met)

    def as_json(self) -> dict[str, Any]:
        """The closing object."""
        tally, told = self.tally, self.summary.sample
        return {
            "sites": tally.sites,
            "unreachable": tally.unreachable,
            "failed": [{"site": site, "why": why} for site, why in self.failed],
            "known_sites": tally.known,
            "pages": tally.all_pages,
            "probes": tally.probes,
            "requests": self.requests,
            "forms": tally.forms,
            "query_forms": tally.query_forms,
            "harvest": round(tally.harvest, 4),
            "strategy": self.summary.strategy,
            "sample": None if told is None else _report(told),
            "stopped_because": self.summary.ended,
            "seconds": round(self.seconds, 1),
        }


def told(progress: Progress) -> str:
    """All of it in one line."""
    tally = progress.tally
    done = max(0, tally.sites + tally.unreachable - progress.running)
    return (
        f"{progress.doing}: {done:,} sites done · {progress.running:,} under way · "
        f"{progress.waiting:,} waiting · {tally.all_pages:,} pages · {tally.forms:,} forms · "
        f"{tally.query_forms:,} query forms · {tally.harvest:.3f} a page"
    )


def show(outcome: Outcome, into: Path, as_object: bool) -> None:
    """The closing lines, or the closing object."""
    if as_object:
        print(json.dumps(outcome.as_json()))
        return
    tally, console = outcome.tally, Console(highlight=False)
    missed = f", {tally.unreachable:,} could not be had" if tally.unreachable else ""
    met = f", {outcome.met:,} of them new" if outcome.met else ""
    for name, value in (
        ("sites", f"{tally.sites:,} searched{missed}; {tally.known:,} known{met}"),
        *_failed_lines(outcome, into),
        ("pages", f"{tally.all_pages:,}, and {tally.probes:,} to ask forms; "
                  f"{outcome.requests:,} requests, {duration(outcome.seconds)}"),
        ("forms", f"{tally.forms:,}, of which {tally.query_forms:,} are query forms: "
                  f"{tally.harvest:.3f} a page"),
        ("strategy", outcome.summary.strategy),
        *(_sample_lines(outcome.summary.sample) if outcome.summary.sample else ()),
        ("stopped", outcome.summary.ended),
        ("kept in", f"{into}; search it: leadline sources WORDS --sites {into}"),
    ):  # fmt: skip
        if value:
            console.print(f"  {name:<9} {value}", markup=False, soft_wrap=True)


def _failed_lines(outcome: Outcome, into: Path) -> list[tuple[str, str]]:
    """The first sites that could not be had, why, and where the others are listed."""
    names = ("not had", *[" "] * len(outcome.failed))
    said = [why if site in why else f"{site}: {why}" for site, why in outcome.failed]
    if (left := outcome.tally.unreachable - len(said)) > 0 and said:
        said.append(f"… and {left:,} more: leadline sources --sites {into} --export all-sites.csv")
    return list(zip(names, map(plain, said), strict=False))


def _sample_lines(told: Report) -> list[tuple[str, str]]:
    """What the sample said of each strategy, and how the prediction did."""
    lines = [
        ("sampled", f"{one.strategy}: harvest {one.harvest.mean:.3f} ± {one.harvest.margin:.3f}, "
                    f"coverage {one.coverage.mean:.2f} ± {one.coverage.margin:.2f}, on "
                    f"{one.sites} sites")
        for one in told.compared
    ]  # fmt: skip
    return lines + [
        ("predicted", f"{one.name} {_figure(one.predicted)} ± {_figure(one.margin)}, came "
                      f"{_figure(one.real)} ({'within' if one.within else 'not within'})")
        for one in told.checks
    ]  # fmt: skip


def _figure(number: float) -> str:
    return f"{number:,.0f}" if abs(number) >= 10 else f"{number:.3f}"


def _report(told: Report) -> dict[str, Any]:
    return {
        "sites": told.sites,
        "strategies": [_plain(asdict(one)) for one in told.compared],
        "chosen": told.chosen,
        "prediction": _plain(asdict(told.prediction)),
        "checks": [_plain(asdict(one)) for one in told.checks],
    }


def _plain(told: dict[str, Any]) -> dict[str, Any]:
    """What JSON can say: a margin that nobody knows is null."""
    return {
        name: _plain(value) if isinstance(value, dict) else None if value == math.inf else value
        for name, value in told.items()
    }
