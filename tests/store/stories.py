"""Small ledgers and pages to keep, and Hypothesis strategies for all that sites can do."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from leadline.model import Answer, Count, Outcome, Page, Query, Record, Request, Step, Turn, Why
from leadline.store import MemoryStore, Store, open_store

SITE = "http://books.example/search"
EMMA = Record(
    "/emma",
    (("title", "Emma"), ("tag", "novel"), ("tag", "irony")),
    "Emma, a novel",
    SITE + "/emma",
)
FAUST = Record("/faust", (("title", "Faust"), ("year", "1808")), "Faust: Eine Tragödie")
GENJI = Record("/genji", (("title", "源氏物語"),), "源氏物語 by Murasaki")
WHY = Why(expert="depth", expected=3.5, pages=2.0, evidence="30 of 80", index=0.25)


def in_a_file(directory: Path) -> Store:
    return open_store(directory / "x.db")


def in_memory(directory: Path) -> Store:
    return MemoryStore()


def turn(number: int, *records: Record, query: Query | None = None, page: int = 1, **said) -> Turn:
    asked = Step(Query.of(q="novel") if query is None else query, page, WHY)
    return Turn(number, asked, Answer(records=records, **said))


def page(url: str = SITE, body: bytes = b"<p>one", **rest) -> Page:
    request = rest.pop("request", Request(url=url))
    return Page(request=request, url=url, body=body, fetched=1.5, seconds=0.25, **rest)


def numbered(number: int, per_turn: int = 3) -> Turn:
    """The n-th turn of a long ledger: its first record is always the same, the rest are new."""
    fresh = [
        Record(f"{number}-{i}", (("n", str(number)),), f"text {number}") for i in range(per_turn)
    ]
    return turn(number, Record("0", (("n", "0"),), "always"), *fresh, total=number, more=True)


texts = st.text(st.characters(exclude_categories=()), max_size=12)
pairs = st.lists(st.tuples(texts, texts), max_size=4).map(tuple)
requests = st.builds(
    Request,
    url=texts,
    method=st.sampled_from(["GET", "POST"]),
    body=texts,
    content_type=texts,
    rendered=st.booleans(),
)
records = st.builds(Record, texts, pairs, texts, texts)
whys = st.none() | st.builds(
    Why, expert=texts, expected=st.floats(allow_nan=False), pages=st.floats(0, 9), evidence=texts
)
answers = st.builds(
    Answer,
    records=st.lists(records, max_size=5).map(tuple),
    total=st.none() | st.integers(),
    count=st.sampled_from(Count),
    more=st.booleans(),
    outcome=st.sampled_from(Outcome),
)
steps = st.builds(Step, pairs.map(Query), st.integers(1, 10**6), whys)
