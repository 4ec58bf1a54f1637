"""`leadline prove`: is everything held, and what says so?"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from leadline.cli.duration import duration
from leadline.cli.line import Line
from leadline.cli.live_options import WHAT, Contact, Delay
from leadline.cli.one_source import SourceUrl, chosen
from leadline.cli.options import HarvestFile, Json
from leadline.cli.plain import plain
from leadline.errors import Disproved, NotProved
from leadline.harvest.proofs import Checked, check
from leadline.plan.proof import Rechecked
from leadline.store import Store, StoredSource, open_store

TOLD = 10  # lines of a kind that people are shown


def prove(
    file: HarvestFile,
    source: SourceUrl = None,
    recheck: Annotated[
        int,
        typer.Option(min=0, help="Ask the live source for so many cells of the proof again, "
                     "chosen at random.", metavar="N", rich_help_panel=WHAT),
    ] = 0,
    delay: Delay = 1.0,
    contact: Contact = "",
    as_object: Json = False,
) -> None:  # fmt: skip
    """Check the proof that everything is held, from the archived pages alone.

    Every page that the proof rests on is read again and compared with what the file says, then the
    proof is checked step by step. Without --recheck nothing is asked of the network.
    """
    with (
        open_store(file, create=False, write=False) as store,
        Line(quiet=as_object) as line,
    ):
        found = [
            _Found(
                url=one.url,
                checked=_checked(store, one, line),
                again=_again(store, one, recheck, delay, contact, line),
            )
            for one in chosen(store, file, source)
        ]
    if as_object:
        sources = [one.as_json() for one in found]
        print(json.dumps({"file": str(file), "sources": sources}, ensure_ascii=False))
    else:
        for one in found:
            one.show()
    _complain(found, file)


def _checked(store: Store, source: StoredSource, line: Line) -> Checked:
    return check(
        store, source.id, lambda done, of: line.show(f"checking: {done:,} of {of:,} pages")
    )


def _again(
    store: Store, source: StoredSource, most: int, delay: float, contact: str, line: Line
) -> list[Rechecked]:
    if not most:
        return []
    from leadline.cli.prove_again import asked_again  # imports the network, which few need

    return asked_again(store, source, most, delay, contact, line)


def _complain(found: Sequence[_Found], file: Path) -> None:
    """Raise if a proof does not hold, or leaves something open."""
    for one in found:
        if not one.checked.verdict.holds:
            problems = one.checked.verdict.problems
            more = f" (and {len(problems) - 1:,} more)" if len(problems) > 1 else ""
            raise Disproved(f"{file}: the proof does not hold: {problems[0]}{more}")
    for one in found:
        if not one.checked.verdict.complete:
            what = f": {one.checked.verdict.uncovered[0]}" if one.checked.verdict.uncovered else ""
            raise NotProved(f"{file}: the proof holds, but is not complete{what}")
        if changed := [again for again in one.again if not again.holds]:
            raise NotProved(f"{file}: the source has changed since: {_told_again(changed[0])}")


@dataclass(frozen=True, kw_only=True)
class _Found:
    """What was found about one source."""

    url: str
    checked: Checked
    again: list[Rechecked]

    def as_json(self) -> dict[str, Any]:
        """All of it as JSON values."""
        checked, verdict = self.checked, self.checked.verdict
        return {
            "url": self.url,
            "holds": verdict.holds,
            "complete": verdict.complete,
            "low": verdict.low,
            "high": verdict.high,
            "problems": verdict.problems,
            "uncovered": verdict.uncovered,
            "cells": len(checked.proof.cells),
            "turns": checked.proof.turns,
            "later": checked.later,
            "pages": checked.pages,
            "began": checked.began,
            "ended": checked.ended,
            "changes": [
                {"query": str(c.query), "before": c.before, "after": c.after, "turns": c.turns}
                for c in checked.changes
            ],
            "failed": [{"query": str(step.query), "page": step.page} for step in checked.failed],
            "rechecked": [
                {"query": str(a.query), "holds": a.holds, "before": a.before, "now": a.now,
                 "new": a.new}
                for a in self.again
            ],
        }  # fmt: skip

    def show(self) -> None:
        """The same for people."""
        checked = self.checked
        print(plain(self.url))
        for name, values in (
            ("proof", [_judgement(checked)]),
            ("records", [_bounds(checked)]),
            ("rests on", [_grounds(checked)]),
            ("asked", _span(checked)),
            ("wrong", checked.verdict.problems),
            ("open", checked.verdict.uncovered),
            ("changed", [str(change) for change in checked.changes]),
            ("failed", [f"{step.query}, page {step.page}" for step in checked.failed]),
            ("recheck", [_told_again(one) for one in self.again]),
        ):
            _lines(name, values)


def _lines(name: str, values: Sequence[str]) -> None:
    for value in values[:TOLD]:
        print(f"  {name:<9} {plain(value)}")
        name = ""
    if len(values) > TOLD:
        print(f"  {name:<9} … and {len(values) - TOLD:,} more")


def _judgement(checked: Checked) -> str:
    if not checked.verdict.holds:
        return "does not hold"
    return "holds; nothing is missing" if checked.verdict.complete else "holds, but is not complete"


def _bounds(checked: Checked) -> str:
    low, high = checked.verdict.low, checked.verdict.high
    if not checked.verdict.holds:
        return f"{low:,} in the file"
    of = "of how many is not proved" if high is None else f"of {high:,} at most"
    return f"{low:,} held, all there are" if low == high else f"{low:,} held, {of}"


def _grounds(checked: Checked) -> str:
    cells = checked.proof.cells
    kinds = Counter(cell.ground.value for cell in cells)
    told = ", ".join(f"{times:,} {kind}" for kind, times in kinds.most_common())
    many = "1 cell" if len(cells) == 1 else f"{len(cells):,} cells"
    later = f"; {checked.later:,} turns came later" if checked.later else ""
    return f"{many} ({told}); {checked.pages:,} archived pages read again{later}"


def _span(checked: Checked) -> list[str]:
    if checked.began is None or checked.ended is None:
        return []
    began, ended = (datetime.fromtimestamp(t, UTC) for t in (checked.began, checked.ended))
    took = duration(checked.ended - checked.began)
    return [f"from {began:%Y-%m-%d %H:%M:%S} to {ended:%Y-%m-%d %H:%M:%S} UTC ({took})"]


def _told_again(one: Rechecked) -> str:
    if one.now is None:
        return f"{one.query}: it could not be asked"
    new = f", {one.new:,} of them new" if one.new else ""
    state = "holds" if one.holds else "holds no longer"
    return f"{one.query}: {state}; {one.before:,} records then, {one.now:,} now{new}"
