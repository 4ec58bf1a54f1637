"""How well the size of a source is told: harvest to a known share, audit, compare with the truth.

There are several harvests, each with a first query of its own, and for each of them several
audits with draws of their own. A harvest and its audits are one piece of work in one process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from leadline.answering import answered, heard_out
from leadline.flow import converse, recall
from leadline.lab.run import first_query
from leadline.lab.workers import Tell, Work, fork_all
from leadline.lab.world import World
from leadline.model import Kind
from leadline.plan.knowledge import Knowledge
from leadline.plan.size import Audit, Size, estimate_size
from leadline.plan.size.chao import chao
from leadline.plan.size.drill_downs import DrillDowns
from leadline.plan.size.lu_li import lu_li
from leadline.plan.size.random_answers import random_answers
from leadline.plan.size.schnabel import schnabel
from leadline.plan.size.wu import crawls_of, pairwise_overlap
from leadline.plan.sounding import Sounding

HARVESTS = 5
PAGES_A_RECORD = 5  # times the pages of all records, then a harvest stops short of its target
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Sizing:
    """What is to be run."""

    world: World
    coverage: float = 0.8
    audit: int = 100
    runs: int = 20

    @property
    def harvests(self) -> int:
        """How many harvests the runs are spread over."""
        return min(self.runs, HARVESTS)


@dataclass(frozen=True, slots=True)
class Told:
    """What one estimator said in one run; `size` is None if it could say nothing."""

    estimator: str
    run: int
    size: Size | None
    pages: int
    coverage: float


def conduct(sizing: Sizing, at_once: int, watch: Callable[..., None]) -> Iterator[list[Told]]:
    """Every harvest with its audits, so many processes at once."""
    works = [_working(sizing, number) for number in range(sizing.harvests)]
    for done in fork_all(works, at_once, watch):
        yield done.result


def _working(sizing: Sizing, number: int) -> Work:
    def work(tell: Tell) -> list[Told]:
        known = harvested(sizing.world, sizing.coverage, number + 1, tell)
        runs = range(number, sizing.runs, sizing.harvests)
        return [told for run in runs for told in estimates(sizing, known, run)]

    return work


def harvested(
    world: World,
    coverage: float,
    seed: int,
    tell: Callable[[int, int], None] = lambda pages, records: None,
) -> Knowledge:
    """What the default policy knows when it holds that share, or all it gets."""
    policy, records = Sounding(), world.collection.records
    known = recall(policy, world.interface)
    talk = converse(policy, known, (first_query(world, seed),), seed)
    most = PAGES_A_RECORD * records // world.page_size + 100
    for _ in answered(talk, world.answer):
        tell(known.pages, known.records)
        if known.records >= coverage * records - 1e-9 or known.pages >= most:
            break
    return known


def estimates(sizing: Sizing, known: Knowledge, run: int) -> Iterator[Told]:
    """Every estimator on one harvest; each may ask as many pages as the audit."""
    world, pages = sizing.world, sizing.audit
    coverage = known.records / world.collection.records

    def told(name: str, size: Size | None, spent: int) -> Told:
        return Told(name, run, size, spent, coverage)

    audit = Audit(known, pages, run)
    asked, _ = heard_out(audit.steps(), world.answer)
    yield told("ours", audit.estimate(), len(asked))
    yield told("running", estimate_size(known), 0)
    asked, crawls = heard_out(crawls_of(known, pages, run), world.answer)
    yield told("wu", pairwise_overlap(crawls) if len(crawls) > 1 else None, len(asked))
    asked, answers = heard_out(random_answers(known, pages, run), world.answer)
    yield told("lu-li", lu_li(answers), len(asked))
    yield told("chao1", chao(known), 0)
    yield told("schnabel", schnabel(known), 0)
    if all(a.kind is not Kind.KEYWORD for a in known.interface.attributes):
        walks = DrillDowns(known, pages, run)
        asked, _ = heard_out(walks.steps(), world.answer)
        yield told("drill-downs", walks.estimate(), len(asked))


def summary(sizing: Sizing, told: list[Told]) -> dict[str, Any]:
    """The truth, and for each estimator what it said in each run."""
    names = dict.fromkeys(one.estimator for one in told)
    ordered = sorted(told, key=lambda one: one.run)
    return {
        "truth": sizing.world.collection.records,
        "coverage": [round(one.coverage, 6) for one in ordered if one.estimator == "ours"],
        "runs": {name: [_as_json(t) for t in ordered if t.estimator == name] for name in names},
    }


def _as_json(told: Told) -> dict[str, float | None]:
    size = told.size
    numbers = (None, None, None) if size is None else (size.estimate, size.low, size.high)
    rounded = (None if number is None else round(number, 1) for number in numbers)
    said = dict(zip(("estimate", "low", "high"), rounded, strict=True))
    return said | {"audit_pages": told.pages}
