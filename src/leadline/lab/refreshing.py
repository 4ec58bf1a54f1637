"""A simulated source harvested, changed and refreshed: what was found, for how many pages.

Three kinds of source: *cells*, a form with ranges and drop-downs, harvested to the proof;
*keyword*, a search box, harvested as far as asking pays; *listing*, a list of everything. A change
counts as found if the refresh names the record and the kind of change; changes of records that the
harvest never held count as additions if they are found at all, and are left out otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from leadline.answering import answered
from leadline.flow import converse, recall
from leadline.lab.churn import KINDS, Churn, Keyed
from leadline.lab.run import first_query
from leadline.model import Query, Record, Step, Turn
from leadline.plan.refresh import Refresh
from leadline.plan.sounding import Sounding
from leadline.plan.splitting import Splitting
from leadline.plan.stopping import Goal, reason_to_stop

Source = Literal["cells", "keyword", "listing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of it; `kinds` has for each kind of change how many there were and were found."""

    changes: int
    found: int
    share: float
    pages: int
    full_pages: int
    ratio: float
    wrong: int  # changes that were told and are none
    wrong_in_doubt: int  # of these: told as vanished, but said to be in doubt
    doubtful: int  # records told as vanished that may have changed instead
    unseen: int  # records that were not shown again
    kinds: Mapping[str, tuple[int, int]]


def harvested(world: Keyed, source: Source, seed: int = 0) -> list[Turn]:
    """All turns of a harvest of the source as it is now."""
    if source == "listing":
        return list(_listed(world))
    turns = list[Turn]()
    policy = Splitting() if source == "cells" else Sounding()
    known = recall(policy, world.interface)
    first = () if source == "cells" else (first_query(world, seed),)
    talk = converse(policy, known, first, seed, heard=turns.append)
    for _ in answered(talk, world.answer):
        if source != "cells" and reason_to_stop(known, Goal()) is not None:
            break
    return turns


def _listed(world: Keyed) -> Any:
    page, more = 0, True
    while more:
        page += 1
        step = Step(Query(), page)
        answer = world.answer(step)
        yield Turn(page, step, answer)
        more = answer.more


def refreshed(turns: list[Turn], after: Keyed, churn: Churn, most: int | None = None) -> Outcome:
    """Refresh a harvest against the source as it has become, for so many pages at most."""
    held: dict[str, Record] = {}
    for turn in turns:
        for record in turn.answer.records:
            held.setdefault(record.key, record)
    refresh, pages = Refresh(after.interface, turns, held.values()), 0
    for _ in answered(refresh.run(), after.answer):
        pages += 1
        if pages == most:
            break
    return _outcome(refresh, set(held), churn, pages, len(turns))


def _outcome(refresh: Refresh, held: set[str], churn: Churn, pages: int, full: int) -> Outcome:
    findings = refresh.findings
    doubtful = set(findings.doubtful)
    told = {
        "added": {record.key for record in findings.added},
        "changed": {record.key for record in findings.changed},
        "vanished": set(findings.vanished),
    }
    true = {kind: {k for k in churn.keys(kind) if kind == "added" or k in held} for kind in KINDS}
    kinds: dict[str, tuple[int, int]] = {
        kind: (len(true[kind]), len(true[kind] & told[kind])) for kind in KINDS
    }
    changes, found = (sum(pair[n] for pair in kinds.values()) for n in (0, 1))
    late = {key for key in told["added"] if key in churn.rows and key not in held}
    wrong = sum(len(told[kind] - true[kind] - late) for kind in KINDS)
    return Outcome(
        changes=changes,
        found=found,
        share=round(found / max(changes, 1), 4),
        pages=pages,
        full_pages=full,
        ratio=round(pages / max(full, 1), 4),
        wrong=wrong,
        wrong_in_doubt=len(doubtful - true["vanished"]),
        doubtful=len(doubtful),
        unseen=refresh.unseen,
        kinds=kinds,
    )
