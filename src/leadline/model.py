"""The values that travel between the stages: requests, forms, queries, steps, answers, turns.

Everything here is frozen. The one mutable object of a conversation is `plan.knowledge.Knowledge`,
which is a fold over turns and can be rebuilt from them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from leadline.intervals import Interval


class Kind(StrEnum):
    """What an attribute of an interface takes."""

    KEYWORD = "keyword"  # words of a record's text, several in one query
    VALUE = "value"  # one whole value of the attribute
    RANGE = "range"  # an interval of an ordered attribute: see `intervals`
    NEAR = "near"  # within so many km of a point: 'lat,lon,km'; domain: radii, or one interval


class Outcome(StrEnum):
    """How a step ended; none of these is an exception."""

    FOUND = "found"
    EMPTY = "empty"
    REFUSED = "refused"  # the site will not run this query: a stop-word, too short, too broad
    FAILED = "failed"  # the page could not be had


class Count(StrEnum):
    """How far a reported total can be trusted."""

    EXACT = "exact"
    LEAST = "least"  # "10,000+"
    ABOUT = "about"  # rounded


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One HTTP request as data; `rendered` asks for the page as a browser shows it.

    `headers` are those that a page's script adds; they do not tell requests apart.
    """

    url: str
    method: str = "GET"
    body: str = ""
    content_type: str = ""
    rendered: bool = False
    headers: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return self.url if self.method == "GET" else f"{self.method} {self.url}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What came back: the address after redirects, status, headers, and the body unpacked."""

    request: Request
    url: str
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    fetched: float = 0.0  # seconds since 1970
    seconds: float = 0.0  # that it took
    packed: bytes = field(default=b"", compare=False, repr=False)  # the body as sent, if as gzip

    def header(self, name: str) -> str:
        """The first header of that name, or nothing."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), "")


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a control: what is sent, and what people read."""

    value: str
    label: str = ""
    selected: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """One field of a form; `kind` is the type of an input, or select, textarea, button, radio…

    The radio buttons of one name are one control with options; so are its check-boxes.
    """

    name: str
    kind: str = "text"
    value: str = ""
    label: str = ""
    placeholder: str = ""
    options: tuple[Option, ...] = ()
    multiple: bool = False
    required: bool = False
    step: str = ""  # between the numbers that it takes, as declared


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form as found: where it sends what, and the words around it."""

    action: str
    method: str = "GET"
    controls: tuple[Control, ...] = ()
    name: str = ""  # its id, name or aria-label
    text: str = ""  # its heading, legend and buttons
    hints: str = ""  # role, class and id attributes of the form and what encloses it
    page: str = ""  # the address it was found at
    encoding: str = "application/x-www-form-urlencoded"
    charset: str = "utf-8"  # in which it is sent


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """One thing that can be asked about; `domain` lists its values where the form does.

    `missing` says that the empty value asks for the records that have no value here; `without` is
    what stands before a word that records must not have, where the site understands that.
    """

    name: str
    kind: Kind = Kind.VALUE
    domain: tuple[str, ...] | None = None
    missing: bool = False
    without: str = ""

    def takes(self, value: str) -> bool:
        """Whether the form can ask for this."""
        if value == "" and self.missing:
            return True
        if self.kind is Kind.RANGE:
            return Interval.parse(value) is not None
        if self.kind is Kind.NEAR:
            return not self.domain or self._has_radius(value.rpartition(",")[2])
        return not self.domain or value in self.domain

    def _has_radius(self, km: str) -> bool:
        intervals = (Interval.parse(one) for one in self.domain or ())
        return km in (self.domain or ()) or any(km in one for one in intervals if one is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """An order in which results can be had; it changes which are shown first, not which there are.

    `by` is the field of records that it sorts by, where that is known; `reverse` is the order that
    begins at the other end, where there is one.
    """

    name: str
    by: str = ""
    descending: bool = False
    reverse: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interface:
    """How a source can be asked, and how much of an answer it shows.

    `limit` is K, the most records shown for one query (None: no limit); `predicates` is the most
    predicates one query may have (None: as many as there are attributes, or words);
    `browsable` says that the query without predicates lists everything; `any_page` that pages are
    numbered, so that the fifth can be asked without the four before it.
    """

    attributes: tuple[Attribute, ...]
    page_size: int = 10
    limit: int | None = None
    predicates: int | None = None
    browsable: bool = False
    any_page: bool = False
    orders: tuple[Order, ...] = ()

    def attribute(self, name: str) -> Attribute:
        """The attribute of that name."""
        for attribute in self.attributes:
            if attribute.name == name:
                return attribute
        raise KeyError(name)

    def can_ask(self, query: Query) -> bool:
        """Whether the form can express this query."""
        if query.order and all(order.name != query.order for order in self.orders):
            return False
        if not query.predicates:
            return self.browsable
        if self.predicates is not None and len(query.predicates) > self.predicates:
            return False
        return self._attributes_allow(query)

    def _attributes_allow(self, query: Query) -> bool:
        by_name = {attribute.name: attribute for attribute in self.attributes}
        used: set[str] = set()
        for name, value in query.predicates:
            attribute = by_name.get(name)
            if attribute is None or not attribute.takes(value):
                return False
            if attribute.kind is not Kind.KEYWORD and name in used:
                return False
            used.add(name)
        return True


@dataclass(frozen=True, slots=True)
class Query:
    """An order-free set of (attribute, value) predicates, all of which must hold.

    `order` is the order in which its results are wanted, if not as they come: no predicate.
    """

    predicates: tuple[tuple[str, str], ...] = ()
    order: str = ""

    def __post_init__(self) -> None:
        ordered = tuple(sorted(set(self.predicates)))
        if ordered != self.predicates:
            object.__setattr__(self, "predicates", ordered)

    @classmethod
    def of(cls, **values: str) -> Query:
        """`Query.of(genre="poetry")`, for attribute names that are Python names."""
        return cls(tuple(values.items()))

    def with_(self, attribute: str, value: str) -> Query:
        """This query and one predicate more."""
        return Query((*self.predicates, (attribute, value)))

    @property
    def unordered(self) -> Query:
        """What it asks for, in whatever order."""
        return Query(self.predicates) if self.order else self

    def __str__(self) -> str:
        asked = " AND ".join(f"{name}={value}" for name, value in self.predicates) or "everything"
        return f"{asked}, in the order {self.order}" if self.order else asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Why a step was chosen: which expert, what it expected, and from what.

    `index` is what it won with: new records per cost, the worth of going on included.
    """

    expert: str
    expected: float  # new records on so many pages
    pages: float
    evidence: str = ""
    index: float = 0.0

    def __str__(self) -> str:
        pages = f"{self.pages:.1f} page{'' if self.pages == 1 else 's'}"
        return f"{self.expert}: {self.expected:.1f} new on {pages}; {self.evidence}".rstrip("; ")


@dataclass(frozen=True, slots=True)
class Step:
    """One page (counted from 1) of one query: what a policy chooses, and what costs."""

    query: Query
    page: int = 1
    why: Why | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """One record as a result page shows it; `url` is its own page, where it has one."""

    key: str
    values: tuple[tuple[str, str], ...] = ()
    text: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one page said: its records, the claimed total, and whether more pages follow."""

    records: tuple[Record, ...] = ()
    total: int | None = None
    count: Count = Count.EXACT
    more: bool = False
    outcome: Outcome = Outcome.FOUND


@dataclass(frozen=True, slots=True)
class Turn:
    """A line of the ledger: the n-th step of a conversation and its answer."""

    number: int
    step: Step
    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What asking costs: per query opened, per page read, per new record downloaded.

    With records counted as Ntoulas et al. do (2005, Eq. 2): c_q, c_r (per result page), c_d.
    """

    query: float = 0.0
    page: float = 1.0
    record: float = 0.0

    def of(self, queries: Any, pages: Any, new: Any) -> Any:
        """The price of so many queries, pages and new records (numbers or arrays)."""
        price = self.query * queries + self.page * pages
        return price + self.record * new if self.record else price


PAGES = Cost()
QUERIES = Cost(query=1.0, page=0.0)


__all__ = [
    "PAGES", "QUERIES", "Answer", "Attribute", "Control", "Cost", "Count", "Form", "Interface",
    "Kind", "Option", "Order", "Outcome", "Page", "Query", "Record", "Request", "Step", "Turn",
    "Why", "replace",
]  # fmt: skip
