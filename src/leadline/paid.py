"""Pages that were read while a source was understood, and whose records nobody has heard of.

They are in the archive and cost nothing, so that a harvest whose budget is spent takes them in
before it ends. Leaves out pages that only the page before them tells how to ask for.
"""

from __future__ import annotations

from collections.abc import Iterator

from leadline.auditing import is_known
from leadline.model import Query, Step
from leadline.plan.knowledge import Knowledge
from leadline.query.ask import request_for
from leadline.source import Source
from leadline.store import Store

FARTHEST = 200  # pages of a query that are looked for


def paid_steps(source: Source, known: Knowledge, store: Store) -> Iterator[Step]:
    """The steps whose pages are archived and were not taken yet."""
    asked = (Query(), *source.asked)
    for query in (query for query in dict.fromkeys(asked) if source.interface.can_ask(query)):
        for page in range(1, FARTHEST + 1):
            step = Step(query, page)
            request = request_for(source, step)
            if request is None:
                break
            if not is_known(known, step) and store.get(request) is not None:
                yield step
