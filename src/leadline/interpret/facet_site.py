"""The list of everything that a site shows with facets beside it, and how its lists are read.

Looked for where the source lists everything, then on its first page; as a browser shows it, if the
records come from data that a script asks for. Panels that lead nowhere, since a script acts on
them, cannot be asked; but what they count can be compared with the records (`mute`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from leadline.detect.facet_choices import Panel
from leadline.detect.facet_ranges import RangePanel, range_panels
from leadline.detect.facets import panels
from leadline.detect.pressable import pressable_panels
from leadline.document import Document
from leadline.interpret.facet_find import Facets, find_facets
from leadline.interpret.facet_lists import learn_results
from leadline.interpret.facet_panels import Facet, as_facet
from leadline.interpret.facet_trial import FEWEST, Lists
from leadline.interpret.talk import Talk
from leadline.model import Query, Record, Request, Step
from leadline.plan.facets.sliders import Slider
from leadline.query.ask import opening
from leadline.read.answer import read
from leadline.read.total import TotalRule, TotalSample, learn_total
from leadline.source import Source


class Reader:
    """How the lists of a source are read; the latest page is remembered.

    Where rows are drawn from data, records may be known by other names than rows can tell:
    `names` has them by the addresses of their pages.
    """

    def __init__(
        self, source: Source, *, learned: bool = False, names: Mapping[str, str] | None = None
    ) -> None:
        self.source, self.learned, self._names = source, learned, names or {}
        self._latest: tuple[Document | None, tuple[Record, ...]] = (None, ())

    def records(self, document: Document) -> tuple[Record, ...]:
        """The records on a page, each once."""
        if self._latest[0] is not document:
            found = read(self.source, document, document.page.request, Step(Query())).answer.records
            named = [replace(r, key=self._names.get(r.url, r.key)) for r in found]
            self._latest = document, tuple({record.key: record for record in named}.values())
        return self._latest[1]

    def naming(self, names: Mapping[str, str]) -> Reader:
        """The same, with records that are known by other names."""
        return Reader(self.source, learned=self.learned, names=names)

    def keys(self, document: Document) -> tuple[str, ...]:
        """What the records on a page are known by."""
        return tuple(record.key for record in self.records(document))


@dataclass(frozen=True, slots=True, kw_only=True)
class Panels:
    """The list of everything and its facets: its first page, and how lists are read."""

    reader: Reader
    document: Document
    lists: Lists
    facets: Facets
    ranges: tuple[RangePanel, ...] = ()
    mute: tuple[Facet, ...] = ()

    @property
    def total(self) -> int | None:
        """How many records the list counts."""
        return self.lists.size(self.document)

    @property
    def can_be_asked(self) -> bool:
        """Whether there is a facet whose values, or whose numbers, lead somewhere."""
        return bool(self.facets.counted or self.facets.uncounted or self.ranges)

    @property
    def tells(self) -> bool:
        """Whether there is a facet that can be asked, or at least counts its values."""
        return self.can_be_asked or bool(self.mute)

    @property
    def foreign(self) -> frozenset[str]:
        """The groups that stand beside the list of everything and are no facets."""
        counted = {facet.name for facet in self.facets.counted}
        return frozenset(as_facet(panel).name for panel in panels(self.document)) - counted

    def sliders(self) -> list[Slider]:
        """The ranges that can be asked for."""
        return [
            Slider(name=one.name, low=one.low, high=one.high, step=one.step, url=one.url)
            for one in self.ranges
        ]


def find_panels(source: Source, *, uncounted: bool = False) -> Talk[Panels | None]:
    """The list of everything that has facets beside it, and these facets.

    Of lists whose facets cannot be asked the first is told, for what it counts or what was refused.
    """
    silent: Panels | None = None
    asked = set[Request]()
    request: Request | None = next(_places(source, data=False))
    while request is not None:
        asked.add(request)
        document = yield request
        data = document is not None and not document.is_html
        found = (yield from _panels(source, document, uncounted)) if document is not None else None
        if found is not None and found.can_be_asked:
            return found
        if found is not None and (found.mute or found.facets.refused):
            silent = silent if silent is not None and silent.mute else found
        request = next((r for r in _places(source, data=data) if r not in asked), None)
    return silent


def _places(source: Source, *, data: bool) -> Iterator[Request]:
    """Where everything may be listed; what a script makes of data only a browser shows."""
    if source.interface.browsable:
        yield opening(source, Query())
    yield Request(url=source.url, rendered=source.rendered or data)


def _panels(source: Source, document: Document, uncounted: bool) -> Talk[Panels | None]:
    reader = reader_of(source, document) if document.page.status < 400 else None
    if reader is None:
        return None
    lists = lists_of(reader, document)
    found = yield from find_facets(document, lists, uncounted=uncounted)
    return Panels(
        reader=reader,
        document=document,
        lists=lists,
        facets=replace(found, uncounted=_beside_the_form(source, found.uncounted)),
        ranges=tuple(_ranges(source, document)),
        mute=tuple(_mute(document)),
    )


def _mute(document: Document) -> Iterator[Facet]:
    """Panels that count their values and lead nowhere, each once."""
    seen = set[tuple[str, ...]]()
    for panel in (*panels(document), *pressable_panels(document)):
        if panel.counted and panel.name and not any(choice.url for choice in panel.choices):
            counted = tuple(c for c in panel.choices if c.count is not None)
            texts = tuple(choice.text for choice in counted)
            if len(counted) >= FEWEST and texts not in seen:
                seen.add(texts)
                yield as_facet(replace(panel, choices=counted))


def _beside_the_form(source: Source, found: tuple[Panel, ...]) -> tuple[Panel, ...]:
    """The groups that are no controls of the search form: those are asked with it."""
    own = _controls(source)
    return tuple(panel for panel in found if panel.kind == "links" or panel.param not in own)


def _ranges(source: Source, document: Document) -> Iterator[RangePanel]:
    """The sliders that are no controls of the search form."""
    own = _controls(source)
    return (one for one in range_panels(document) if own.isdisjoint(one.params))


def _controls(source: Source) -> frozenset[str]:
    """What is asked with the search form, if that is asked at all."""
    form = source.form if source.interface.attributes else None
    controls = form.controls if form is not None else ()
    return frozenset(control.name for control in controls)


def reader_of(source: Source, document: Document) -> Reader | None:
    """How lists are read: as the answers of the source are, else as this page shows."""
    reader = Reader(source)
    if not reader.records(document) and (wrapper := learn_results(document)) is not None:
        learnt = replace(source, wrapper=wrapper, columns=(), total=None)
        reader = Reader(learnt, learned=True)
    return reader if reader.records(document) else None


def lists_of(reader: Reader, document: Document) -> Lists:
    """How lists are read, as the first page of one shows."""
    known = reader.source.total
    if known is None or known.read(document, len(reader.keys(document))) is None:
        known = _total(reader, document) or known
    return Lists(keys=reader.keys, total=known)


def _total(reader: Reader, document: Document) -> TotalRule | None:
    number = len(reader.records(document))
    return learn_total([TotalSample(document=document, records=number, page_size=number)])
