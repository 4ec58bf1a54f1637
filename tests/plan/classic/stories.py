"""Small sources and half-told conversations for the tests of the published policies."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from leadline.answering import answered
from leadline.flow import converse, recall
from leadline.lab.collection import index
from leadline.lab.world import World
from leadline.model import (
    Answer,
    Attribute,
    Interface,
    Kind,
    Outcome,
    Query,
    Record,
    Step,
    Turn,
)
from leadline.plan.knowledge import Knowledge
from leadline.plan.policy import Policy

# Wu et al. 2006, Figure 1, newest first in the order of Example 2.1.
FIGURE_1 = [
    {"a": "a1", "b": "b1", "c": "c1"},
    {"a": "a3", "b": "b4", "c": "c2"},
    {"a": "a2", "b": "b3", "c": "c2"},
    {"a": "a2", "b": "b2", "c": "c2"},
    {"a": "a2", "b": "b2", "c": "c1"},
]

BOX = Interface(attributes=(Attribute(name="text", kind=Kind.KEYWORD),))


def table(rows: Iterable[Mapping[str, Any]], **settings: Any) -> World:
    """A source that is asked by attribute and lists the last row first."""
    return World(collection=index(rows, "attribute"), ranking="newest", **settings)


def library(*texts: str, **settings: Any) -> World:
    """A source that is asked by keyword and lists the last text first."""
    rows = [{"text": text} for text in texts]
    return World(collection=index(rows, "keyword"), ranking="newest", **settings)


def word(text: str) -> Query:
    return Query.of(text=text)


def pairs(rows: Iterable[Mapping[str, str]]) -> list[list[tuple[str, str]]]:
    return [list(row.items()) for row in rows]


def documents(*texts: str, start: int = 0) -> tuple[Record, ...]:
    return tuple(Record(str(i), (), text) for i, text in enumerate(texts, start))


def hear(
    known: Knowledge, query: Query, records: tuple[Record, ...], total: int | None = None
) -> None:
    """The whole of a query on one page."""
    outcome = Outcome.FOUND if records else Outcome.EMPTY
    answer = Answer(records=records, total=total, outcome=outcome)
    known.hear(Turn(known.pages + 1, Step(query), answer))


def crawl(
    world: World, policy: Policy, *first: Query, pages: int = 10_000
) -> tuple[list[Turn], Knowledge]:
    """All turns of a conversation, and what is known after them."""
    known, turns = recall(policy, world.interface), list[Turn]()
    talk = converse(policy, known, first, heard=turns.append)
    for _ in islice(answered(talk, world.answer), pages):
        pass
    return turns, known


def asked(turns: Iterable[Turn]) -> list[str]:
    """The values asked, in order, each once."""
    values = [value for turn in turns for _, value in turn.step.query.predicates]
    return list(dict.fromkeys(values))
