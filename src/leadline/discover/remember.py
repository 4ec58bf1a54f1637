"""What a file of sites remembers of how they were searched, for the next run over it.

It is kept with the run when that ends, also by Ctrl-C; a run that was killed has learned for
itself alone.
"""

from __future__ import annotations

from leadline.browse.experience import Experience
from leadline.browse.remembering import from_notes, to_notes
from leadline.store.sites import Run, SitesStore

NAME = "experience"


def remembered(store: SitesStore, run: Run) -> Experience:
    """What this run, or else the last one before it, has learned."""
    for number in range(run.id, 0, -1):
        notes = store.notes(Run(id=number))
        found = from_notes(notes.get(NAME)) if isinstance(notes, dict) else None
        if found is not None:
            return found
    return Experience()


def remember(store: SitesStore, run: Run, learned: Experience) -> None:
    """Keep what was learned, beside what else the run has written down."""
    notes = store.notes(run)
    others = notes if isinstance(notes, dict) else {}
    store.keep_notes(run, {**others, NAME: to_notes(learned)})
