"""The Site Database and the Form Database in one SQLite file; each `keep_…` is one transaction.

`open_sites` opens it. Whoever searches sites takes them from here and brings back what was found;
the two searches only meet in this file, so that each goes on after any interruption.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from leadline.store import sites_forms, sites_rows, sites_search
from leadline.store.cells import cell_json, json_cell, text_cell
from leadline.store.sites_file import SitesFile
from leadline.store.sites_schema import SITES
from leadline.store.sites_shelf import Shelf
from leadline.store.sites_values import FormEntry, KnownForm, Site, Sought, State, Tally, Wanted

MET = 100_000  # sites that are remembered as known


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run of the command, perhaps the rest of one that was interrupted."""

    id: int
    seconds: float = 0.0  # of its earlier parts
    requests: int = 0


class SitesStore(SitesFile):
    """Sites and their forms; `open_sites` makes it."""

    # --- runs ---------------------------------------------------------------------------------

    def begin(self, asked: Any) -> Run:
        """A new run, or the last one if it was interrupted and the same was asked."""
        with self._writing() as db:
            sites_rows.reopen(db)
            last = db.execute("SELECT * FROM runs ORDER BY id DESC LIMIT 1").fetchone()
            if last is not None and last[6] is None and last[1] == json_cell(asked):
                return Run(id=last[0], seconds=last[3], requests=last[4])
            add = "INSERT INTO runs (asked, began) VALUES (?, ?)"
            return Run(id=db.execute(add, (json_cell(asked), time.time())).lastrowid or 0)

    def keep_run(self, run: Run, *, ended: str | None = None) -> None:
        """Keep what a run took so far, and why it ended."""
        with self._writing() as db:
            change = "UPDATE runs SET seconds = ?, requests = ?, ended = ? WHERE id = ?"
            db.execute(change, (run.seconds, run.requests, ended, run.id))

    def notes(self, run: Run) -> Any:
        """What a run wrote down for its later parts."""
        with self._reading() as db:
            row = db.execute("SELECT notes FROM runs WHERE id = ?", (run.id,)).fetchone()
        return None if row is None else cell_json(row[0])

    def keep_notes(self, run: Run, notes: Any) -> None:
        """Write something down for later parts of a run."""
        with self._writing() as db:
            db.execute("UPDATE runs SET notes = ? WHERE id = ?", (json_cell(notes), run.id))

    def cost(self) -> tuple[float, int]:
        """Seconds and requests of all runs."""
        with self._reading() as db:
            row = db.execute("SELECT coalesce(sum(seconds), 0), coalesce(sum(requests), 0) "
                             "FROM runs").fetchone()  # fmt: skip
        return float(row[0]), int(row[1])

    # --- sites --------------------------------------------------------------------------------

    def add_seeds(self, urls: Iterable[str]) -> int:
        """Sites that the user names; those that could not be had before are tried again."""
        with self._writing() as db:
            return sum(sites_rows.add_seed(db, _site(url, seed=True)) for url in urls)

    def add_met(self, urls: Iterable[str], *, inside: bool = False) -> int:
        """Sites that a page names; how many are new."""
        unmet = [url for url in urls if (url, inside) not in self._met]
        if not unmet:
            return 0
        with self._writing() as db:
            new = sum(sites_rows.add_met(db, _site(url, inside=inside)) for url in unmet)
        if len(self._met) > MET:
            self._met.clear()
        self._met.update((url, inside) for url in unmet)
        return new

    def take_for_forms(self, run: Run, most: int) -> list[Site]:
        """The next sites to be searched for forms: now they are open."""
        with self._writing() as db:
            return sites_rows.take_for_forms(db, run.id, most)

    def take_for_sites(self, most: int) -> list[Site]:
        """The next sites to be searched for other sites, once searched for forms."""
        with self._writing() as db:
            return sites_rows.take_for_sites(db, most)

    def waiting(self) -> int:
        """How many sites no search for forms has begun with."""
        with self._reading() as db:
            return sites_rows.count(db, "forms_state = 'new'")

    def sample(self, run: Run, most: int) -> list[Site]:
        """Some of the sites that wait, at random: now they are open."""
        with self._writing() as db:
            return sites_rows.sample(db, run.id, most)

    def yields(self, run: Run, strategy: str) -> list[tuple[int, int]]:
        """Pages and query forms of each site that a run has searched by a strategy."""
        self._catch_up()
        with self._reading() as db:
            return sites_rows.yields(db, run.id, strategy)

    def keep_site(self, site: Site) -> None:
        """Keep how far a site is."""
        if self._inside:
            self._rows.pop(site.id, None)
            sites_rows.keep(self._db, site)
        else:
            self._rows[site.id] = site
            self._sometime()

    def keep_failed(self, site: Site, reason: str) -> None:
        """Keep that a site cannot be searched, and why."""
        with self._writing() as db:
            self._rows.pop(site.id, None)
            change = (
                "UPDATE sites SET forms_state = ?1, sites_state = ?1, reason = ?2 WHERE id = ?3"
            )
            db.execute(change, (State.FAILED.value, text_cell(reason), site.id))

    def keep_named(self, urls: Iterable[str]) -> None:
        """One more site names each of these."""
        with self._writing() as db:
            rows = [(_site(url).key,) for url in urls]
            db.executemany("UPDATE sites SET named = named + 1 WHERE key = ?", rows)

    def shelf(self, site: Site, sought: Sought) -> Shelf:
        """Where the pages of a site lie while it is open; which search has fetched them."""
        return Shelf(site.id, sought, self._waiting, self._reading)

    def sites(self) -> Iterator[Site]:
        """All sites, in the order in which they were met."""
        self._catch_up()
        last = 0
        while True:
            with self._reading() as db:
                some = sites_rows.after(db, last)
            if not some:
                return
            yield from some
            last = some[-1].id

    def forget(self, site: Site) -> None:
        """Let go of the pages of a site."""
        for key in [key for key in self._waiting if key[0] == site.id]:
            del self._waiting[key]
        with self._writing() as db:
            db.execute("DELETE FROM held WHERE site = ?", (site.id,))

    def forget_done(self) -> None:
        """Let go of the pages of all sites that were searched for forms."""
        with self._writing() as db:
            done = "SELECT id FROM sites WHERE forms_state IN ('done', 'failed')"
            db.execute(f"DELETE FROM held WHERE site IN ({done})")

    # --- forms --------------------------------------------------------------------------------

    def form_number(self, identity: str) -> int | None:
        """The form of that identity, or the one that it mirrors."""
        with self._reading() as db:
            return sites_forms.number(db, identity)

    def keep_form(self, site: Site, run: Run, entry: FormEntry) -> tuple[int, bool]:
        """Keep a form; its number, and whether it is new and no mirror."""
        with self._writing() as db:
            return sites_forms.keep(db, site, run.id, entry)

    def renew_form(self, number: int, entry: FormEntry) -> None:
        """Keep what is known of a form by now."""
        with self._writing() as db:
            sites_forms.renew(db, number, entry)

    def keep_places(self, places: Iterable[tuple[int, str]]) -> None:
        """Pages on which forms stand."""
        if self._inside:
            for form, url in places:
                sites_forms.keep_place(self._db, form, url)
        else:
            self._places += places
            self._sometime()

    def form(self, number: int) -> KnownForm | None:
        """The form of that number."""
        with self._reading() as db:
            return sites_forms.form_at(db, number)

    def search(self, wanted: Wanted) -> list[KnownForm]:
        """The forms that are wanted, best first."""
        with self._reading() as db:
            return sites_search.search(db, wanted)

    def facets(self, wanted: Wanted) -> dict[str, dict[str, int]]:
        """What the forms that are wanted have in common."""
        with self._reading() as db:
            return sites_search.facets(db, wanted)

    def tally(self, run: Run | None = None) -> Tally:
        """What is held, or what one run has brought."""
        self._catch_up()
        with self._reading() as db:
            return sites_rows.tally(db, None if run is None else run.id)


def open_sites(path: str | Path, *, create: bool = True, write: bool = True) -> SitesStore:
    """The databases in that file: to write to, made if need be, or only to read."""
    return SitesStore.opened(path, SITES, create=create, write=write)


def site_key(url: str) -> str:
    """What a site is known by: its host without `www.`, and its port if that is a special one."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    shown = f"[{host}]" if ":" in host else host
    return shown if parts.port in (None, 80, 443) else f"{shown}:{parts.port}"


def _site(url: str, *, seed: bool = False, inside: bool = False) -> Site:
    """A site before anything of it was read; a page that a user names is one of its own."""
    path = urlsplit(url).path.rstrip("/") if seed else ""
    return Site(key=site_key(url) + path, url=url, seed=seed, inside=inside)
