"""What every policy keeps to, and the list of those that must.

`crawl` talks to a source and checks at each step that the policy behaves; the tests choose the
policies and the sources. A new policy is added to `POLICIES`, an oracle to `ORACLES`.
"""

from __future__ import annotations

import pickle
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol

from leadline.flow import converse, next_step, recall
from leadline.lab.collection import index
from leadline.lab.cover import cover_of
from leadline.lab.oracle import Oracle
from leadline.lab.proving import form_over
from leadline.lab.world import Counts, World
from leadline.model import (
    PAGES,
    QUERIES,
    Answer,
    Attribute,
    Count,
    Interface,
    Kind,
    Outcome,
    Query,
    Record,
    Step,
    Turn,
)
from leadline.plan.classic import (
    Abortion,
    Adaptive,
    AToZ,
    BreadthFirst,
    DepthFirst,
    DomainKnowledge,
    DomainTable,
    GenericFrequency,
    GreedyLink,
    Mmmi,
    RandomValue,
    RandomWords,
    Zipf,
)
from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge
from leadline.plan.many.high_frequency import HighFrequency
from leadline.plan.many.query_select import QuerySelectT
from leadline.plan.many.reading import Reading
from leadline.plan.policy import Policy
from leadline.plan.sounding import Sounding
from leadline.plan.splitting import Splitting
from leadline.plan.words import words
from tests.ledgers import read_again

# --- the policies ---------------------------------------------------------------------------------

WORDS = ("the", "of", "sea", "law", "poetry", "zebra", "1922", "land", "a", "京都", "Law", "s1")
DOMAIN = DomainTable.of(
    [
        [("genre", "poetry"), ("year", "1922"), ("text", "sea")],
        [("genre", "law"), ("year", "1923"), ("text", "law"), ("text", "sea")],
        [("genre", "cookery"), ("year", "1900"), ("text", "salt"), ("shelf", "s3")],
        [("genre", "law"), ("nowhere", "x")],
    ]
)

POLICIES: dict[str, Callable[[], Policy]] = {
    "a-z": lambda: AToZ(WORDS),
    "adaptive": lambda: Adaptive(),
    "adaptive zipf": lambda: Adaptive(estimator=Zipf(), batch=2),
    "breadth-first": lambda: BreadthFirst(),
    "depth-first": lambda: DepthFirst(),
    "domain knowledge": lambda: DomainKnowledge(DOMAIN),
    "generic frequency": lambda: GenericFrequency(WORDS),
    "greedy link": lambda: GreedyLink(),
    "high frequency": lambda: HighFrequency(),
    "query select t": lambda: QuerySelectT(size=50),
    "reading": lambda: Reading(PAGES),
    "greedy link with abortion": lambda: Abortion(GreedyLink()),
    "mmmi": lambda: Mmmi(batch=3, window=4),
    "mmmi of a known size": lambda: Mmmi(records=20, share=0.5, batch=2),
    "mmmi with abortion": lambda: Abortion(Mmmi(batch=3, window=4), patience=1),
    "random": lambda: RandomValue(),
    "random words": lambda: RandomWords(WORDS, top=9),
    "sounding": lambda: Sounding(),
    "sounding with words": lambda: Sounding(words=WORDS),
    "sounding for queries": lambda: Sounding(cost=QUERIES),
    "splitting": lambda: Splitting(),
}

ORACLES: dict[str, Callable[[World], Policy]] = {
    "oracle": lambda world: Oracle(world, cover_of(world)),
    "broad oracle": lambda world: Oracle(world, cover_of(world), broad=True),
    "seeing oracle": lambda world: Oracle(world, cover_of(world), seen=True),
}

# --- the sources ----------------------------------------------------------------------------------


class Source(Protocol):
    """Something that can be asked."""

    @property
    def interface(self) -> Interface:
        """How."""

    def answer(self, step: Step) -> Answer:
        """One page."""


@dataclass(frozen=True)
class Library:
    """A small source that says the truth, whatever its form."""

    interface: Interface
    records: tuple[Record, ...]

    def answer(self, step: Step) -> Answer:
        """One page of the matching records, in the order of the shelf."""
        found = [record for record in self.records if carries(record, step.query)]
        visible = found[: self.interface.limit]
        size = self.interface.page_size
        page = tuple(visible[(step.page - 1) * size : step.page * size])
        more = len(visible) > step.page * size
        outcome = Outcome.FOUND if page else Outcome.EMPTY
        return Answer(records=page, total=len(found), more=more, outcome=outcome)


def carries(record: Record, query: Query) -> bool:
    """Whether a record has all that is asked."""
    return set(query.predicates) <= {*record.values, *(("text", w) for w in words(record.text))}


@dataclass(frozen=True)
class Odd:
    """A source whose answers were tampered with."""

    source: Source
    tamper: Callable[[Step, Answer], Answer]

    @property
    def interface(self) -> Interface:
        """As it was."""
        return self.source.interface

    def answer(self, step: Step) -> Answer:
        """What is left of the true answer."""
        return self.tamper(step, self.source.answer(step))


def book(n: int) -> Record:
    """The n-th of a shelf of books with hubs, pairs and rarities."""
    genre = ("poetry", "law", "law", "novel", "study")[n % 5]
    values = (("genre", genre), ("year", str(1920 + n % 7)), ("shelf", f"s{n // 3}"))
    text = f"The {('sea', 'land', 'waste land', '京都の海')[n % 4]} of {genre} volume {n}"
    return Record(f"book {n}", values[: n % 4 or 3], text)


BOOKS = tuple(book(n) for n in range(23))
TEXT = Attribute(name="text", kind=Kind.KEYWORD)
FIELDS = (Attribute(name="genre"), Attribute(name="year"), Attribute(name="shelf"))
LISTED = (
    Attribute(name="genre", domain=("law", "poetry", "cookery")),
    Attribute(name="year", domain=("1920", "1921")),
)


def library(*attributes: Attribute, books: Sequence[Record] = BOOKS, **form: Any) -> Library:
    """Books behind a form."""
    return Library(Interface(attributes=attributes, **{"page_size": 4, **form}), tuple(books))


KEYWORD, FACETS, MIXED = library(TEXT), library(*FIELDS), library(TEXT, *FIELDS)

FORMS: dict[str, Library] = {
    "a search box": KEYWORD,
    "a search box for one word": library(TEXT, predicates=1),
    "fields": FACETS,
    "one field at a time": library(*FIELDS, predicates=1),
    "two fields at a time, cut": library(*FIELDS, predicates=2, limit=4),
    "listed values": library(*LISTED),
    "one listed value at a time": library(*LISTED, predicates=1, limit=3),
    "a box and fields": MIXED,
    "a box and listed values, one at a time": library(TEXT, *LISTED, predicates=1),
    "a list of everything": library(TEXT, *FIELDS, browsable=True, predicates=1),
    "a limit below the page size": library(TEXT, *FIELDS, page_size=10, limit=3, predicates=1),
    "a limit of one": library(TEXT, page_size=1, limit=1, predicates=1),
    "one record": library(TEXT, *FIELDS, books=[book(3)]),
    "no records": library(TEXT, *FIELDS, books=[]),
    "records that are all equal": library(
        TEXT, *FIELDS, books=[replace(book(3), key=str(n)) for n in range(12)], limit=7
    ),
    "records without values": library(TEXT, *FIELDS, books=[Record(str(n)) for n in range(9)]),
}


def silent(step: Step, answer: Answer) -> Answer:
    """No totals."""
    return replace(answer, total=None)


def claiming(total: int, count: Count = Count.EXACT) -> Callable[[Step, Answer], Answer]:
    """Always the same total."""
    return lambda step, answer: replace(answer, total=total, count=count)


def only(outcome: Outcome) -> Callable[[Step, Answer], Answer]:
    """Never any record."""
    return lambda step, answer: Answer(outcome=outcome)


def stripped(step: Step, answer: Answer) -> Answer:
    """Records of which only the key can be read."""
    return replace(answer, records=tuple(Record(record.key) for record in answer.records))


def stuttering(step: Step, answer: Answer) -> Answer:
    """A promoted record on top of each page, and each record twice."""
    return replace(answer, records=(BOOKS[0], *answer.records, *answer.records))


def promising(step: Step, answer: Answer) -> Answer:
    """Every page that shows something says that there is more."""
    return replace(answer, more=bool(answer.records))


def moody(step: Step, answer: Answer) -> Answer:
    """Pages that fail, are refused, or forget their total, by turns."""
    mood = Random(f"{step.query}/{step.page}").randrange(5)
    if mood < 2:
        return Answer(outcome=(Outcome.FAILED, Outcome.REFUSED)[mood])
    return answer if mood < 4 else silent(step, answer)


MANNERS: dict[str, Callable[[Step, Answer], Answer]] = {
    "only empty": only(Outcome.EMPTY),
    "only failed": only(Outcome.FAILED),
    "only refused": only(Outcome.REFUSED),
    "empty of a thousand": lambda step, answer: Answer(total=1000, outcome=Outcome.EMPTY),
    "no totals": silent,
    "totals too low": claiming(1),
    "a total of zero": claiming(0),
    "huge totals": claiming(10**12),
    "huge least totals": claiming(10**9, Count.LEAST),
    "rounded totals": claiming(10, Count.ABOUT),
    "records stripped": stripped,
    "records repeated": stuttering,
    "always more": promising,
    "moods": moody,
}

TABLE = [
    {"title": f"the {('sea', 'land')[n % 2]} {n}", "genre": ("law", "verse")[n % 3 % 2], "y": n % 9}
    for n in range(33)
]


def _cut(ordered: Sequence[str], categories: Sequence[str], **how: Any) -> World:
    """Forty books with ranges and drop-downs, behind a form that shows six at most."""
    rows = [
        {"n": n, "y": n % 9 if n % 7 else None, "genre": ("law", "verse", "art")[n * n % 5 % 3],
         "tags": ["new", "old", "rare"][n % 3 : n % 4]}
        for n in range(40)
    ]  # fmt: skip
    settings = {"limit": 6, "page_size": 3, "browsable": True, **how}
    return World(collection=form_over(rows, ordered, categories), **settings)


WORLDS: dict[str, World] = {
    "values": World(collection=index(TABLE, "attribute")),
    "words": World(collection=index(TABLE, "keyword"), page_size=3, ranking="relevance"),
    "words, cut, newest": World(collection=index(TABLE, "keyword"), limit=8, ranking="newest"),
    "words, any of them": World(collection=index(TABLE, "keyword"), any_of=True),
    "stop-words": World(collection=index(TABLE, "keyword"), stop_words=2),
    "titles": World(collection=index(TABLE, "keyword", frozenset({"title"}))),
    "failures": World(
        collection=index(TABLE, "attribute"), page_size=2, failures=0.3, predicates=1
    ),
    "capped": World(collection=index(TABLE, "attribute"), counts=Counts(kind="capped", cap=5)),
}

CELLS: dict[str, World] = {
    "from … to": _cut(["y"], []),
    "from … to, no totals": _cut(["y"], [], counts=Counts(kind="none")),
    "drop-downs": _cut([], ["genre", "tags"]),
    "drop-downs, no totals": _cut([], ["genre", "tags"], counts=Counts(kind="none")),
    "both": _cut(["n", "y"], ["genre", "tags"]),
    "both, no totals": _cut(["n", "y"], ["genre", "tags"], counts=Counts(kind="none")),
    "both, up to ten": _cut(["n"], ["genre"], counts=Counts(kind="capped", cap=10)),
    "both, one page after the other": _cut(["n"], ["tags"], any_page=False),
    "both, one at a time": _cut(["n"], ["genre"], predicates=1),
    "both, no list of everything": _cut(["n", "y"], ["genre"], browsable=False),
    "both, pages that fail": _cut(["n", "y"], ["genre"], failures=0.3),
}

# --- the contract ---------------------------------------------------------------------------------


class Broken(AssertionError):
    """A policy did what no policy may."""


def crawl(
    policy: Policy,
    source: Source,
    *,
    first: Iterable[Query] = (),
    seed: int = 0,
    pages: int | None = None,
) -> list[Turn]:
    """The ledger of a crawl in which the policy kept to the contract at each step.

    It has to end by itself unless `pages` says where to stop.
    """
    first, form = tuple(first), source.interface
    known = recall(policy, form)
    turns, chance = list[Turn](), random.getstate()
    read: defaultdict[Query, set[int]] = defaultdict(set)
    talk = converse(Watched(policy), known, first, seed, turns.append)
    step = next(talk, None)
    while step is not None and len(turns) != pages:
        if len(turns) >= BOUND:
            raise Broken(f"still asking after {BOUND} pages")
        _check_step(step, form, read, turns[-1] if turns else None)
        read[step.query].add(step.page)
        try:
            step = talk.send(source.answer(step))
        except StopIteration:
            step = None
    if random.getstate() != chance:
        raise Broken("used randomness that its seed does not fix")
    return turns


BOUND = 500


def _check_step(
    step: Step, form: Interface, read: Mapping[Query, set[int]], last: Turn | None
) -> None:
    if type(step.page) is not int or not form.can_ask(step.query):
        raise Broken(f"asks what the form cannot express: {step}")
    if step.page in read[step.query]:
        raise Broken(f"repeats itself: {step}")
    if not form.any_page and step.page != len(read[step.query]) + 1:
        raise Broken(f"skips pages: {step} after page {len(read[step.query])}")
    if last and last.step.query == step.query and last.answer.outcome is Outcome.REFUSED:
        raise Broken(f"insists on what was refused: {step}")


@dataclass(frozen=True)
class Watched:
    """A policy that is asked twice and must neither differ nor touch what it was shown."""

    policy: Policy

    def learner(self, interface: Interface) -> Any:
        """The policy's own."""
        return self.policy.learner(interface)

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        """The choice, if it was the same twice and left no trace."""
        before, again = snapshot(known), Random()
        again.setstate(rng.getstate())
        one, other = self.policy.choose(known, rng), self.policy.choose(known, again)
        if one != other:
            raise Broken(f"changes its mind: {one}, then {other}")
        if snapshot(known) != before:
            raise Broken(f"changes what is known to choose {one}")
        return one


def snapshot(known: Knowledge) -> dict[str, bytes]:
    """The whole knowledge as bytes, without the policy's own learning."""
    return {name: _frozen(part) for name, part in vars(known).items() if name != "learner"}


def _frozen(part: object) -> bytes:
    if isinstance(part, Column):
        return part.array.tobytes()
    return pickle.dumps(part)


def check_replay(
    make: Callable[[], Policy],
    form: Interface,
    turns: list[Turn],
    first: Iterable[Query] = (),
    seed: int = 0,
) -> None:
    """From any part of a stored ledger the policy goes on as it did."""
    ledger, steps = read_again(turns), [turn.step for turn in turns] + [None]
    for cut in sorted({*range(min(4, len(steps))), len(turns) // 3, len(turns) // 2, len(turns)}):
        policy = make()
        known = recall(policy, form, ledger[:cut])
        step = next_step(policy, known, tuple(first), seed)
        if step != steps[cut] or (step and steps[cut] and step.why != steps[cut].why):
            raise Broken(f"after {cut} stored turns it asks {step} instead of {steps[cut]}")


def diary() -> list[str]:
    """What every policy asks the mixed library, for comparing processes."""
    lines = list[str]()
    for name, make in POLICIES.items():
        turns = crawl(make(), MIXED, first=FIRST, pages=60)
        lines += [f"{name}: {turn.step.query} {turn.step.page}" for turn in turns]
    return lines


FIRST = (Query.of(text="sea"), Query.of(genre="law"))


def firsts(source: Source) -> list[Query]:
    """The first queries that this form takes."""
    return [query for query in FIRST if source.interface.can_ask(query)]
