"""The maps of a site: those that its robots.txt names, of which the first are read before any list.

So it is known beforehand which pages there are, and once a few records are known, which of these
are records'. Where they are is kept, so that a run that goes on asks robots.txt no more for it.
"""

from __future__ import annotations

from leadline.browse.address import same_site
from leadline.document import Document
from leadline.errors import BudgetSpent, FetchError, StoppedAnswering
from leadline.interpret.facet_map import Maps
from leadline.model import Request
from leadline.net.stack import Door
from leadline.store import Store

FIRST = 2  # maps that are read before anything else
NEARLY = 0.98  # of what is held that a map must name, if it is a map of the records


async def maps_of(store: Store, number: int, door: Door, url: str) -> Maps:
    """The maps of a site, not read yet."""
    state = store.state(number) or {}
    if "maps" not in state:
        named = [one for one in await door.sitemaps(url) if same_site(one, url)]
        state = {**state, "maps": named}
        store.keep_state(number, state)
    return Maps(state["maps"])


async def read_first(maps: Maps, door: Door) -> None:
    """Read the first maps, as far as they can be had."""
    talk = maps.read(FIRST)
    try:
        request = next(talk)
        while True:
            request = talk.send(await _document(door, request))
    except (StopIteration, BudgetSpent, StoppedAnswering):
        return


async def _document(door: Door, request: Request) -> Document | None:
    try:
        page = await door.fetch(request)
    except FetchError:
        return None
    return Document(page) if page.status < 400 else None


def are_all_held(maps: Maps, store: Store, number: int) -> bool:
    """Whether a whole map of records names none that the conversation has not brought."""
    held = [one.record.url for one in store.records(number) if one.first_turn]
    named = set(maps.records(held)) if maps.whole else set[str]()
    return bool(named) and named.issubset(held) and len(named) >= NEARLY * len(held)
