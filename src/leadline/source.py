"""A source, understood: how one hidden database is asked and read.

All that a harvest needs besides its turns, as one frozen value that is stored with them. What
decides how it comes to be is in `interpret/`; asking is in `query/`, reading in `read/`.
"""

from __future__ import annotations

from dataclasses import dataclass

from leadline.interpret.measures import Measure
from leadline.model import Form, Interface, Kind, Query
from leadline.query.encode import Encoding
from leadline.query.paging import Paging
from leadline.read import Wrapper
from leadline.read.details import DetailRule
from leadline.read.outcome import Signs
from leadline.read.total import TotalRule


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """How a source is asked and read.

    `everything` is what is typed to list all of it where the empty form does not do so;
    `columns` tells which field of a record shows which attribute; `first` are queries that are
    known to bring something; `findings` is what was found out, for people; `shortest` is the
    fewest letters of a word that the site looks for, where it refuses shorter ones; `passing` are
    fields that say how far a record is from the point asked for, and are left out of it;
    `unsearched` are fields that the search box does not look into.
    """

    url: str
    encoding: Encoding
    interface: Interface
    paging: Paging
    wrapper: Wrapper
    signs: Signs
    total: TotalRule | None = None
    capped: bool = False  # the site counts no further than its limit
    form: Form | None = None
    everything: str = ""
    columns: tuple[tuple[str, str], ...] = ()
    measures: tuple[tuple[str, Measure], ...] = ()  # of other columns that results are sorted by
    first: tuple[Query, ...] = ()
    findings: tuple[str, ...] = ()
    shortest: int = 0
    passing: tuple[str, ...] = ()
    unsearched: tuple[str, ...] = ()
    links_more: bool = False  # a page that has another after it links to it
    rendered: bool = False  # pages are read as a browser shows them
    details: DetailRule | None = None  # how records' own pages are read; None: not looked at yet

    @property
    def located(self) -> bool:
        """Whether it is asked for what is near a point."""
        return any(a.kind is Kind.NEAR for a in self.interface.attributes)

    def refuses(self, query: Query) -> bool:
        """Whether the site is known not to look for this: a word that is too short for it."""
        boxes = {a.name for a in self.interface.attributes if a.kind is Kind.KEYWORD}
        return any(name in boxes and len(v) < self.shortest for name, v in query.predicates)
