"""The methods by the names that people type, made for given sources."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from leadline.errors import LeadlineError
from leadline.lab.integrate.domain import DomainOracle
from leadline.lab.integrate.oracle import Oracle
from leadline.lab.integrate.sources import Overlapping
from leadline.model import PAGES, QUERIES, Cost
from leadline.plan.classic import GreedyLink
from leadline.plan.many.cycle import Cycle
from leadline.plan.many.efficiency import UNIT, three_part
from leadline.plan.many.high_frequency import HighFrequency
from leadline.plan.many.query_select import QuerySelectT
from leadline.plan.many.separate import Separate
from leadline.plan.many.sizes import Sizes
from leadline.plan.many.soundings import COST, Soundings
from leadline.plan.many.together import ManyPolicy

ALL = "all"
PERSISTENT = 0.0  # a run is over when the share is reached, so ours does not give up before


class UnknownMethod(LeadlineError):
    """A method name that nobody answers to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spending:
    """What costs, for ours and in the three parts of Xian et al."""

    ours: Cost = COST
    theirs: Cost = UNIT


BOTH = Spending()
COSTS = {
    "both": BOTH,
    "pages": Spending(ours=PAGES, theirs=three_part(0.0)),
    "queries": Spending(ours=QUERIES, theirs=three_part(1.0, 0.0, 0.0)),
}
Make = Callable[[Overlapping, Spending], ManyPolicy]
METHODS: dict[str, Make] = {
    "ours": lambda of, cost: Soundings(cost=cost.ours, least=PERSISTENT, sizes=Sizes(of.sizes)),
    "cycle": lambda of, cost: Cycle(of.sizes, cost=cost.theirs),
    "separate-t": lambda of, cost: Separate(of.sizes, lambda z: QuerySelectT(z, cost.theirs)),
    "separate-graph": lambda of, cost: Separate(of.sizes, lambda _: GreedyLink()),
    "separate-frequency": lambda of, cost: Separate(of.sizes, lambda _: HighFrequency()),
    "ours-blind": lambda of, cost: Soundings(cost=cost.ours, least=PERSISTENT),
    "oracle-pages": lambda of, cost: Oracle(of, PAGES),
    "oracle-queries": lambda of, cost: Oracle(of, QUERIES),
    "oracle-domain": lambda of, cost: DomainOracle(of, cost.ours),
}
ORACLES = frozenset(("oracle-pages", "oracle-queries", "oracle-domain"))


def chosen(text: str) -> tuple[str, ...]:
    """The methods that "a,b" or "all" stands for."""
    names = tuple(dict.fromkeys(name for part in text.split(",") if (name := part.strip())))
    if names == (ALL,):
        return tuple(METHODS)
    for name in names or (text,):
        if name not in METHODS:
            raise UnknownMethod(f"unknown method '{name}'; there are: {', '.join([*METHODS, ALL])}")
    return names


def make(name: str, sources: Overlapping, cost: Spending) -> ManyPolicy:
    """The method of that name; all but `ours-blind` are told the sizes of the sources."""
    return METHODS[name](sources, cost)
