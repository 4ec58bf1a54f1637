"""A harvest that ended by itself: the same command says so at once, asks nothing, changes nothing.

What was wanted of it is kept in the file as text, and compared with what is wanted now: who wants
something else gets it. So does whoever was left without a page that may be had another time.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from leadline.cli.harvested import closing
from leadline.cli.status import show_standing, standing
from leadline.errors import StoreError
from leadline.harvest.plan import Plan
from leadline.plan.stopping import EVERYTHING, UNPROVABLE
from leadline.store import Store, open_store
from leadline.store.lock import is_written

FINISHED = "finished"


def keep_finished(store: Store, plan: Plan, *, settled: bool) -> None:
    """Keep that this is what a harvest ended with, or that it is not over."""
    number = store.source(plan.url)
    kept = store.settings(number) or {}
    others = {name: value for name, value in kept.items() if name != FINISHED}
    now = {**others, FINISHED: repr(plan)} if settled else others
    if now != kept:
        store.keep_settings(number, now)


def finished(path: Path, plan: Plan) -> dict[str, Any] | None:
    """Where a harvest stands that this plan would add nothing to; None if it may add something."""
    if not path.is_file() or is_written(path.resolve()):
        return None
    with suppress(StoreError), open_store(path, create=False, write=False) as store:
        for source in store.sources():
            if source.url == plan.url:
                ended = (store.settings(source.id) or {}).get(FINISHED)
                return standing(store, source) if ended == repr(plan) else None
    return None


def show_finished(found: dict[str, Any], path: Path, as_object: bool) -> None:
    """The closing lines of then, and what can be done now."""
    if as_object:
        print(json.dumps(closing(found["last_run"])))
        return
    show_standing(found, running=False)
    print(f"  now       nothing was asked: this harvest is over. For what has changed since: "
          f"leadline refresh {path}")  # fmt: skip
    if (because := found["last_run"]["stopped_because"]) != EVERYTHING:
        proof = "" if because == UNPROVABLE else "--until-proved, or "
        print(f"            To ask on all the same: {proof}a --target")
