"""From the address of a site to a source that can be harvested.

Finds the search forms (on the page given, else on the pages that most likely have one), tries the
most promising, and takes the one with most behind it. A talk: it yields requests and is sent
documents, and whoever drives it owns the network.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from leadline.document import Document
from leadline.errors import FormRefused, NoForm, UnknownField
from leadline.interpret.alike import same_kind
from leadline.interpret.chained import chained_ways
from leadline.interpret.find import Found, Way, find_ways, needs_script
from leadline.interpret.framed import framed_ways
from leadline.interpret.growing import grown_ways
from leadline.interpret.hits import keyword_of
from leadline.interpret.indexes import index_ways, is_index, leads_to, with_own
from leadline.interpret.listing import find_listing, has_all, list_on
from leadline.interpret.locating import locate
from leadline.interpret.lone_list import (
    drawn_listing,
    find_list_behind,
    find_list_inside,
    find_lone_list,
)
from leadline.interpret.nested import inner_ways, leads_to_lists, tells_facts, widened
from leadline.interpret.scripted import answered_ways, drawn, scripted_ways
from leadline.interpret.study import Study, study
from leadline.interpret.talk import Heard, Talk
from leadline.interpret.templates import identity
from leadline.interpret.words import frequent, is_content
from leadline.model import Query, Request
from leadline.query.paging import Single
from leadline.query.paging_edit import leaves
from leadline.read.walls import wall
from leadline.source import Source

WAYS = 3  # forms that are tried
WORDS = 4  # of a list that a search is asked for
NAMED = 5  # addresses in an error
PAGES = 2  # that are drawn in a browser to find one


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints:
    """What the user knows: words that are likely to bring something, fields to ask by."""

    words: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


def understand(url: str, hints: Hints, *, root: bool = True) -> Talk[Source]:
    """How the source behind an address is asked and read; also behind the only one it names."""
    front = yield Request(url=url)
    if front is None:
        raise NoForm(f"{url} could not be read")
    if (obstacle := wall(front)) is not None:
        raise obstacle
    hollow = needs_script(front)
    best = (yield from _scripted(url, front, hints)) if hollow else None
    if best is not None:
        return (yield from _whole(url, best, hints)).source
    found = yield from find_ways(front)
    best = yield from _chained(url, found, hints)
    if best is None:
        best = yield from _best(url, found.ways, hints)
    if best is None:
        best = yield from _best(url, (*(yield from _framed(found)), *found.lists), hints)
    if best is None:
        unseen = yield from _unseen(url, front, found, hints, hollow=hollow)
        best = yield from _drawn(url, found, unseen, hints)
    if best is not None:
        best = yield from _whole(url, best, hints)
    if best is not None and found.seen and not hints.fields:
        best = yield from _outdone(url, front, best)
    if (best is None or _narrow(best)) and not hints.fields:
        rival = best if best is not None and _says_something(best) else None
        listed = yield from find_listing(url, front, rival, found.seen)
        if listed is not None and best is None:
            best, listed = yield from _compared(url, found, listed, hints)
        index = None
        if best is None:
            index = yield from _index(url, (front, *found.seen), listed, hints)
        best = index or listed or best
    if best is None and not hints.fields:
        best = yield from _alone(url, front)
        best = (yield from _grown_alone(url, front, best, hints)) or best
    if best is None and root and (named := _only_named_in(front)):
        return replace((yield from understand(named, hints, root=False)), url=url)
    if best is None:
        raise _nothing(url, found, front)
    return best.source


def _compared(
    url: str, found: Found, listed: Study, hints: Hints
) -> Talk[tuple[Study | None, Study | None]]:
    """A search that no word opened, asked by those of a list; and the list, if it has as much."""
    said = (word for word, _ in frequent(record.text for record in listed.records))
    words = tuple(islice(filter(is_content, said), WORDS))
    search = yield from _best(url, found.ways, replace(hints, words=(*hints.words, *words)))
    if search is None or (yield from has_all(listed, search)):
        return None, listed
    return search, None


def _alone(url: str, front: Document) -> Talk[Study | None]:
    """The list on a page where nothing can be asked, or that it hands to its script."""
    shown = yield from drawn_listing(url, front)
    inside = yield from find_list_inside(url, front, shown)
    return inside or shown or (yield from find_lone_list(url, front))


def _index(
    url: str, pages: Sequence[Document], listed: Study | None, hints: Hints
) -> Talk[Study | None]:
    """The first index of links that lead to lists; of which a list that was found is one, and whose
    records are of its kind."""
    ways = (way for page in pages for way in index_ways(page))
    if listed is not None:
        action = listed.source.encoding.action
        ways = (way for way in ways if leads_to(way.encoding, [action]))
    for way in islice(ways, WAYS):
        studied = (yield from _inner(url, way, hints)) if listed is None else None
        if studied is None:
            studied = yield from _indexed(url, way, pages, hints)
        if studied is not None and _is_part(listed, studied):
            return studied
    return None


def _is_part(listed: Study | None, index: Study) -> bool:
    return listed is None or same_kind(listed.records, index.records, read_alike=True)


def _indexed(url: str, way: Way, pages: Sequence[Document], hints: Hints) -> Talk[Study | None]:
    """An index, with all its values where they are spread over several pages."""
    studied = yield from study(url, way, hints.words, ())
    if studied is None or not is_index(studied) or (yield from tells_facts(studied)):
        return None
    whole = yield from widened(way, pages)
    if whole is not way:
        return (yield from study(url, whole, hints.words, ()))
    return with_own(studied, way.page)


def _inner(url: str, outer: Way, hints: Hints) -> Talk[Study | None]:
    """What the pages of an index lead to, if those are indexes, too."""
    for way in (yield from inner_ways(outer))[:1]:
        studied = yield from _indexed(url, way, (outer.page,), hints)
        if studied is not None and leads_to_lists(studied):
            return studied
    return None


def _chained(url: str, found: Found, hints: Hints) -> Talk[Study | None]:
    """What the first form leads to in a second step."""
    for way in (found.ways or found.lists)[:1]:
        ways = (yield from chained_ways(way)) if not hints.fields else ()
        return (yield from _best(url, ways, hints))
    return None


def _framed(found: Found) -> Talk[tuple[Way, ...]]:
    """What the answers of the first form have in frames."""
    asked = [way for way in found.ways if way.pointing is None]
    return (yield from framed_ways(asked[0])) if asked else ()


def _narrow(best: Study) -> bool:
    """Whether a list of everything would be better: the search has none, and is no script's."""
    whole = best.source.interface.browsable or best.source.located
    return not (whole and _says_something(best)) and not best.source.rendered


def _outdone(url: str, front: Document, best: Study) -> Talk[Study]:
    """What another page shows, unless that is all on one page, and the first one lists more."""
    goes_on = best.reach > best.source.interface.page_size
    if _narrow(best) or goes_on or best.source.rendered:
        return best
    own = yield from list_on(url, front, None)
    return best if own is None or own.reach <= best.reach else own


def _says_something(best: Study) -> bool:
    """Whether its records are more than addresses."""
    return any(record.values for record in best.records)


def _unseen(
    url: str, front: Document, found: Found, hints: Hints, *, hollow: bool
) -> Talk[tuple[Document, ...]]:
    """Pages that were not drawn yet: of a site whose first page is a list, none behind it."""
    own = () if hollow else (front,)
    if not hints.fields and (yield from list_on(url, front, None)) is not None:
        return own
    return (*found.hollow, *own)


def _drawn(
    url: str, found: Found, unseen: tuple[Document, ...], hints: Hints
) -> Talk[Study | None]:
    """The best way that shows when scripts run: behind a form, on a page, or behind a box."""
    for way in [way for way in found.ways if way.pointing is None][:1]:
        ways = yield from answered_ways(way, hints.words)
        if (best := (yield from _behind(url, ways, hints))) is not None:
            return best
    for page in unseen[:PAGES]:
        if (best := (yield from _scripted(url, page, hints))) is not None:
            return best
    return (yield from _best(url, found.boxes, hints))


def _whole(url: str, best: Study, hints: Hints) -> Talk[Study]:
    """The way that a list goes on when its page is scrolled, if it leads on."""
    if best.stuck is None or hints.fields:
        return best
    ways = yield from grown_ways(best.stuck, keyword_of(best.source.encoding))
    other = yield from _best(url, ways, hints)
    return best if other is None or other.stuck is not None else other


def _grown_alone(url: str, front: Document, best: Study | None, hints: Hints) -> Talk[Study | None]:
    """The way that a page goes on which seems to have no second one, if more comes of it."""
    if best is not None and not isinstance(best.source.paging, Single):
        return None
    first = Heard(query=Query(), request=Request(url=front.url), document=front)
    other = yield from _best(url, (yield from grown_ways(first)), hints)
    return other if other is not None and other.is_deep else None


def _scripted(url: str, page: Document, hints: Hints) -> Talk[Study | None]:
    ways = yield from scripted_ways(page, hints.words)
    best = yield from _behind(url, ways, hints)
    if best is not None and best.source.rendered and not hints.fields:
        return (yield from find_list_behind(url, page, best)) or best
    return best


def _behind(url: str, ways: tuple[Way, ...], hints: Hints) -> Talk[Study | None]:
    """The best way behind a script: its data, unless they are no more than suggestions."""
    fitting = _with_fields(ways, hints.fields)
    best = yield from _best(url, tuple(way for way in fitting if way.data), hints)
    if best is not None and best.is_deep:
        return best
    other = yield from _best(url, tuple(way for way in fitting if not way.data), hints)
    studied = [one for one in (best, other) if one is not None]
    return max(studied, key=lambda one: one.reach, default=None)


def _best(url: str, ways: tuple[Way, ...], hints: Hints) -> Talk[Study | None]:
    """The way with most behind it, of the first few."""
    best: Study | None = None
    understood = set[tuple[str, ...]]()
    for way in _with_fields(ways, hints.fields)[:WAYS]:
        if identity(way.encoding) in understood:
            continue
        studied = yield from _studied(url, way, hints)
        if studied is not None:
            understood.add(identity(way.encoding))
            best = studied if best is None or studied.reach > best.reach else best
            if studied.source.located:  # which can be covered to its end
                return studied
    return best


def _studied(url: str, way: Way, hints: Hints) -> Talk[Study | None]:
    by_points = way.pointing is not None
    words, fields = hints.words, hints.fields
    talk = locate(url, way, words) if by_points else study(url, way, words, fields)
    if not way.rendered:
        return (yield from talk)
    studied = yield from drawn(talk)
    return None if studied is None else studied.drawn()


def _with_fields(ways: tuple[Way, ...], fields: tuple[str, ...]) -> tuple[Way, ...]:
    """The ways that have all the fields which the user named."""
    wanted = {field.lower() for field in fields}
    fitting = tuple(way for way in ways if wanted <= {name.lower() for name in _names(way)})
    if ways and not fitting:
        same = (way for way in ways if way.form == ways[0].form)
        known = list(dict.fromkeys(name for way in same for name in _names(way)))
        missing = wanted - {name.lower() for name in known}
        raise UnknownField([name for name in fields if name.lower() in missing], known)
    return fitting


def _names(way: Way) -> list[str]:
    return [field.attribute.name for field in way.encoding.fields]


def _nothing(url: str, found: Found, front: Document) -> NoForm | FormRefused:
    if found.ways:
        return NoForm(
            f"the search form at {found.ways[0].page.url} brought no list of results; "
            "name a word that it should find with --seed-word"
        )
    if found.refused:
        form, reason = found.refused[0]
        return FormRefused(
            f"the form at {form.page or url} is not submitted: {reason}; "
            "give the address of a page with a search form"
        )
    if front.page.status >= 400:
        return NoForm(f"{url} answers {front.page.status} and has no search form: "
                      "check the address")  # fmt: skip
    if named := _named_in(front):
        return NoForm(f"{url} has no list, but names others; give one of them: {', '.join(named)}")
    return NoForm(f"no search form found at {url}; give the address of the page that has it")


def _only_named_in(front: Document) -> str:
    """The only address that data names, if it is one of the same site."""
    named = _named_in(front)
    return named[0] if len(named) == 1 and named[0].startswith(f"{front.origin}/") else ""


def _named_in(front: Document) -> list[str]:
    """The first addresses that data names, as the root of an API does."""
    said = (value for _, value in leaves(front.json)) if front.is_json else ()
    found = (front.resolve(text) for text in said if str(text).startswith(("http", "/")))
    return list(dict.fromkeys(filter(None, found)))[:NAMED]
