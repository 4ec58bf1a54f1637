"""A locator's form, understood by asking it: what is shown near a point, how far, and how much.

Answers from a few points tell how records are read. That the form means what its controls are
called is believed if records show coordinates and all that comes for a small radius around a known
place lies within it; without a radius, if that place comes first. Then the largest radius is
looked for (`reach`), and the most records of one answer, which is taken for the limit: an answer
that is shorter is complete. Leaves out locators whose records show no coordinates, and those
without a radius that nevertheless look only so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from leadline.interpret.columns import values_by_field
from leadline.interpret.ends import FARTHEST, learn_end
from leadline.interpret.find import Way
from leadline.interpret.hits import ask, settled
from leadline.interpret.pages import Pages, learn_paging, page_at
from leadline.interpret.points import KM, MILE, Pointing
from leadline.interpret.probing import NOWHERE, Point, Probing
from leadline.interpret.reach import learn_reach
from leadline.interpret.starts import starts
from leadline.interpret.study import Study, page_size_of
from leadline.interpret.talk import Heard, Talk
from leadline.model import Interface, Query
from leadline.plan.locator.sphere import EVERYWHERE, degrees, matrix
from leadline.query.paging import Numbered, has_next, next_request
from leadline.read.distances import is_distance
from leadline.read.outcome import learn_signs
from leadline.source import Source

LADDER = (EVERYWHERE, 8000.0, 3000.0, 1200.0, 500.0, 200.0, 80.0, 30.0)  # where any may be asked
AT_ALL = (EVERYWHERE, 3000.0, 200.0)  # the same, to find anything
SMALL = 25.0  # km around one place
SOME, MOST = 2, 12  # points that a radius is tried at, while a smaller one might be taken, and last
SAID_NOTHING = 2  # points with records that do not say where they are, then others will not either
AROUND = 2  # known places that are asked for
NEAREST = 1.0  # km: a place at the point that was asked for
FOLLOWED = 20  # pages of an answer that only follow each other


def locate(url: str, way: Way, words: Sequence[str]) -> Talk[Study | None]:
    """Ask a form by points until it is understood; None if that is not how it is asked."""
    found = way.pointing
    if found is None or (yield from _lists_everything(way)):
        return None
    for meant, unit in _meanings(found):
        probing = Probing(form=way.encoding, found=meant, unit=unit)
        if not (yield from _learnt(probing, starts(found, way.page, words))):
            return None
        if (yield from _means_it(probing)):
            largest = yield from _largest(probing)
            if largest is not None and probing.columns:
                return (yield from _studied(url, way, probing, largest))
    return None


def _meanings(found: Pointing) -> Iterator[tuple[Pointing, float]]:
    """What the form may mean: a radius in some unit; or one that it takes no notice of."""
    yield from ((found, unit) for unit in ((KM, MILE) if found.unit is None else (found.unit,)))
    if found.radius:
        yield replace(found, radius="", radii=()), KM


def _lists_everything(way: Way) -> Talk[bool]:
    """Whether the untouched form leads to pages of results, so that no point is needed."""
    if way.pointing is None or way.pointing.start is not None:
        return False  # untouched, it asks for a point
    blank = yield from ask(way.encoding, Query())
    if blank is None or not has_next(blank.document, blank.request):
        return False
    return settled([blank], None, [way.page]) is not None


def _learnt(probing: Probing, points: Sequence[Point]) -> Talk[bool]:
    """Whether some point brings records that show where they are."""
    if probing.found.radius:
        heard = yield from probing.ask(*NOWHERE, probing.radii((SMALL,))[-1])
        probing.nothing += [] if heard is None else [heard]
    said = 0
    for at, km in _tries(probing, points):
        said += yield from probing.learn(at, km)
        if probing.columns or said >= SAID_NOTHING:
            break
    return bool(probing.columns)


def _tries(probing: Probing, points: Sequence[Point]) -> Iterator[tuple[Point, float]]:
    """Where to look for anything: the largest radius of a list everywhere."""
    *wide, last = probing.radii(AT_ALL) if not probing.found.radii else probing.radii(())[:1]
    yield from ((at, km) for km in wide for at in points[:SOME])
    yield from ((at, last) for at in points[:MOST])


def _means_it(probing: Probing) -> Talk[bool]:
    """Whether what is asked around known places comes, and is there."""
    small = probing.radii((SMALL,))[-1]
    known = probing.known()
    for place in (known[0], known[-1])[:AROUND]:
        heard = yield from probing.ask(*degrees(place), small)
        if heard is None or not probing.columns or not len(shown := probing.where(heard)):
            return False
        if not probing.found.radius and matrix(place[None], shown[:1])[0, 0] > NEAREST:
            return False
    return len({one.keys for one in probing.heard}) > 1


def _largest(probing: Probing) -> Talk[float | None]:
    """The largest radius that the form takes at its word."""
    listed = bool(probing.found.radii or not probing.found.radius)
    radii = probing.radii(LADDER)
    return (
        yield from learn_reach(probing.ask, probing.where, probing.known(), radii, listed=listed)
    )


def _studied(url: str, way: Way, probing: Probing, largest: float) -> Talk[Study | None]:
    assert probing.wrapper is not None
    broad = max(probing.heard, key=lambda one: len(one.records))
    pages = yield from learn_paging(probing.wrapper, broad, way.paging)
    limit = yield from _limit(probing, broad, pages)
    encoding = probing.encoding(largest)
    interface = Interface(
        attributes=(encoding.fields[0].attribute,),
        page_size=page_size_of(broad, pages),
        limit=limit,
        predicates=1,
        any_page=pages.any_page,
    )
    asked = dict.fromkeys(one.query for one in probing.heard)
    source = Source(
        url=url,
        encoding=encoding,
        interface=interface,
        paging=pages.paging,
        wrapper=probing.wrapper,
        signs=learn_signs(
            [one.document for one in probing.nothing], [one.document for one in probing.heard]
        ),
        form=way.form,
        first=tuple(query for query in asked if interface.can_ask(query)),
        findings=("what is near a point is asked",),
        passing=_distances(probing.heard),
        links_more=bool(pages.read) and has_next(broad.document, broad.request),
    )
    records = {record.key: record for one in probing.heard for record in one.records}
    return Study(source=source, reach=len(records), records=tuple(records.values()))


def _distances(heard: Sequence[Heard]) -> tuple[str, ...]:
    """The fields that say how far away a record is."""
    shown = values_by_field(record for one in heard for record in one.records)
    return tuple(name for name, texts in shown.items() if is_distance(name, texts))


def _limit(probing: Probing, broad: Heard, pages: Pages) -> Talk[int]:
    """The most records that one answer showed, on all its pages."""
    most = len(broad.keys)
    if not pages.read or probing.wrapper is None:
        return most
    if isinstance(pages.paging, Numbered):
        end = yield from learn_end(probing.wrapper, pages.paging, broad)
        return max(most, FARTHEST * most if end is None else end)
    keys, at = set(broad.keys), broad
    for page in range(2, FOLLOWED + 1):
        request = next_request(pages.paging, at.document, at.request)
        heard = (
            None if request is None else (yield from page_at(probing.wrapper, broad, request, page))
        )
        if heard is None or heard.keys <= keys:
            break
        keys, at = keys | heard.keys, heard
    return len(keys)
