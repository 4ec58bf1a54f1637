"""The fold over turns, against the same counts made naively from sets."""

from dataclasses import dataclass, field
from functools import partial
from itertools import compress

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from leadline.model import (
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
from leadline.plan.knowledge import FAILURES_TO_CLOSE, Knowledge
from leadline.plan.words import words

ATTRIBUTES = (
    Attribute(name="genre"),
    Attribute(name="text", kind=Kind.KEYWORD),
    Attribute(name="year"),
)
FORM = Interface(attributes=ATTRIBUTES, page_size=3, browsable=True)

RECORDS = [
    Record("a", (("genre", "poetry"), ("year", "1922")), "The waste land"),
    Record("b", (("genre", "poetry"), ("year", "1922"), ("year", "1923")), "Land, land and sea"),
    Record("c", (("genre", "law"), ("year", "1923")), "The law of the sea"),
    Record("d", (("genre", "law"), ("shelf", "3")), ""),
    Record("e", (), "waste 海辺"),
    Record("f"),
    Record("g", (("genre", "poetry"), ("genre", "law"), ("genre", "law")), "The the"),
]
QUERIES = [
    Query.of(genre="poetry"),
    Query.of(genre="law"),
    Query.of(genre="cookery"),
    Query.of(year="1922"),
    Query.of(text="land"),
    Query.of(text="the"),
    Query.of(genre="poetry", year="1922"),
    Query.of(genre="poetry", year="1922", text="land"),
    Query((("text", "the"), ("text", "sea"))),
    Query.of(genre="cookery", year="1900"),
    Query(),
]


def turn(number: int, query: Query, page: int = 1, **answer: object) -> Turn:
    return Turn(number, Step(query, page), Answer(**answer))  # type: ignore[arg-type]


def knowing(*turns: Turn, form: Interface = FORM) -> Knowledge:
    known = Knowledge(form)
    for one in turns:
        known.hear(one)
    return known


# --- the naive counts -----------------------------------------------------------------------------


def pairs_of(record: Record) -> list[tuple[str, str]]:
    named = [pair for pair in record.values if pair[0] in ("genre", "year")]
    return list(dict.fromkeys(named + [("text", word) for word in words(record.text)]))


@dataclass
class Asked:
    """One query, as someone with paper and pencil would keep it."""

    before: int
    keys: set[str] = field(default_factory=set)
    first: set[str] = field(default_factory=set)
    lines: int = 0
    failures: int = 0
    total: int = -1
    exact: bool = False
    least: int = 0
    open: bool = False
    next_page: int = 1


@dataclass
class Naive:
    """The same knowledge from dictionaries and sets."""

    limit: int | None
    held: dict[str, Record] = field(default_factory=dict)
    asked: dict[Query, Asked] = field(default_factory=dict)
    met: dict[tuple[str, str], int] = field(default_factory=dict)

    def matching(self, query: Query) -> set[str]:
        return {k for k, r in self.held.items() if set(query.predicates) <= set(pairs_of(r))}

    def captures(self, key: str) -> int:
        return sum(key in asked.keys for asked in self.asked.values())

    def caught(self, pair: tuple[str, str], times: int) -> int:
        return sum(self.captures(key) == times for key in self.matching(Query((pair,))))

    def hear(self, turn: Turn) -> None:
        query, answer = turn.step.query, turn.answer
        if query not in self.asked:
            self.asked[query] = Asked(len(self.matching(query)))
            self.meet(query.predicates)
        asked = self.asked[query]
        fresh = {r.key: r for r in reversed(answer.records) if r.key not in self.held}
        for record in answer.records:
            if record.key in fresh:
                self.meet(pairs_of(record))
        self.held.update((r.key, r) for r in answer.records if r.key in fresh)
        asked.first |= fresh.keys()
        asked.keys |= {record.key for record in answer.records}
        asked.next_page = turn.step.page + 1
        if answer.outcome is Outcome.FAILED:
            asked.failures += 1
            asked.open = asked.failures < FAILURES_TO_CLOSE
        else:
            self.note(query, asked, answer)

    def meet(self, pairs: object) -> None:
        for pair in pairs:  # type: ignore[attr-defined]
            self.met.setdefault(pair, len(self.held))

    def note(self, query: Query, asked: Asked, answer: Answer) -> None:
        asked.lines += len(answer.records)
        asked.open = answer.more and answer.outcome is Outcome.FOUND
        asked.least = max(asked.least, len(asked.keys), len(self.matching(query)))
        claims_more = False
        if answer.total is not None and answer.count is Count.LEAST:
            asked.least = max(asked.least, answer.total)
            claims_more = answer.total > len(asked.keys)
        elif answer.total is not None:
            asked.total, asked.exact = answer.total, answer.count is Count.EXACT
        if 0 <= asked.total < len(asked.keys):
            asked.total, asked.exact = len(asked.keys), False
        cut = self.limit is not None and asked.lines >= self.limit
        repeated = asked.lines - len(asked.keys)
        counted = asked.exact and not asked.total == asked.lines < 4 * repeated
        if not (asked.open or asked.failures or counted or claims_more or cut):
            asked.total, asked.exact = len(asked.keys), answer.outcome is not Outcome.REFUSED


@st.composite
def conversations(draw: st.DrawFn) -> tuple[Interface, list[Turn]]:
    """Any queries in any order, each page once, answered in any way a site might."""
    form = Interface(
        attributes=ATTRIBUTES,
        page_size=3,
        limit=draw(st.sampled_from([None, 2, 6])),
        browsable=True,
    )
    naive, turns = Naive(form.limit), list[Turn]()
    for query in draw(st.lists(st.sampled_from(QUERIES), max_size=16)):
        asked = naive.asked.get(query)
        if asked is None or asked.open:
            page = 1 if asked is None else asked.next_page
            turns.append(Turn(len(turns) + 1, Step(query, page), draw(answers)))
            naive.hear(turns[-1])
    return form, turns


totals = st.one_of(st.none(), st.integers(0, 9), st.just(10**12))
counts = st.sampled_from(Count)
found = st.builds(
    Answer,
    records=st.lists(st.sampled_from(RECORDS), min_size=1, max_size=4).map(tuple),
    total=totals,
    count=counts,
    more=st.sampled_from([True, True, False]),
)
nothing = st.builds(
    Answer,
    total=totals,
    count=counts,
    more=st.booleans(),
    outcome=st.sampled_from([Outcome.EMPTY, Outcome.REFUSED, Outcome.FAILED]),
)
answers = found | found | nothing


@given(conversations())
def test_the_counters_are_what_sets_would_count(story):
    form, turns = story
    known, naive = Knowledge(form), Naive(form.limit)
    for one in turns:
        known.hear(one)
        naive.hear(one)
        compare_values(known, naive)
        compare_records(known, naive)
        compare_queries(known, naive)
    assert known.pages == len(turns)


def compare_values(known: Knowledge, naive: Naive) -> None:
    names = [(ATTRIBUTES[a].name, n) for a, n in zip(known.attribute, known.names, strict=True)]
    assert names == list(naive.met)
    assert known.values == len(names)
    assert known.since.tolist() == list(naive.met.values())
    assert [known.id_of(*pair) for pair in names] == list(range(len(names)))
    assert known.local.tolist() == [len(naive.matching(Query((pair,)))) for pair in names]
    assert known.once.tolist() == [naive.caught(pair, 1) for pair in names]
    assert known.twice.tolist() == [naive.caught(pair, 2) for pair in names]
    assert known.once_in_all == known.once.sum()
    assert known.twice_in_all == known.twice.sum()
    for value, pair in enumerate(names):
        assert known.query(value) == Query((pair,))
        assert known.query_of[value] == known.number(Query((pair,)))


def compare_records(known: Knowledge, naive: Naive) -> None:
    keys = list(naive.held)
    assert known.records == len(keys)
    assert known.captures.tolist() == [naive.captures(key) for key in keys]
    assert len(known.start) == len(keys) + 1
    for row, key in enumerate(keys):
        terms = known.terms_of(np.array([row]))
        pairs = [(ATTRIBUTES[known.attribute[v]].name, known.names[v]) for v in terms]
        assert sorted(pairs) == sorted(pairs_of(naive.held[key]))
    for value in range(known.values):
        query = known.query(value)
        assert {keys[row] for row in known.rows_of(value)} == naive.matching(query)


def compare_queries(known: Knowledge, naive: Naive) -> None:
    assert known.queries == list(naive.asked)
    asked = list(naive.asked.values())
    keys = list(naive.held)
    assert known.total.tolist() == [a.total for a in asked]
    assert known.exact.tolist() == [a.exact for a in asked]
    assert known.least.tolist() == [a.least for a in asked]
    assert known.shown.tolist() == [len(a.keys) for a in asked]
    assert known.brought.tolist() == [len(a.first) for a in asked]
    open_ones = [not hides for hides in known.hides(np.arange(len(asked)))]
    assert list(compress(known.before, open_ones)) == list(
        compress((a.before for a in asked), open_ones)
    )
    assert known.open.tolist() == [a.open for a in asked]
    assert known.next_page.tolist() == [a.next_page for a in asked]
    visible = (len(naive.matching(q)) for q in naive.asked)
    assert list(compress(known.matched(), open_ones)) == list(compress(visible, open_ones))
    alone = [sum(naive.captures(key) == 1 for key in a.keys) for a in asked]
    assert known.alone.tolist() == alone
    for number, query in enumerate(naive.asked):
        assert known.number(query) == number
        assert known.query(*known.parts(number)) == query
        assert known.matches(number) == known.matched()[number]
        rows = known.rows_matching(known.parts(number))
        assert {keys[row] for row in rows} == naive.matching(query)
        single = len(query.predicates) == 1
        assert known.value[number] == (known.id_of(*query.predicates[0]) if single else -1)


# --- stories --------------------------------------------------------------------------------------

A, B, C, D, E, F, G = RECORDS
POETRY, LAW = Query.of(genre="poetry"), Query.of(genre="law")


def test_nothing_is_known_at_first():
    known = knowing()
    assert (known.records, known.values, known.pages) == (0, 0, 0)
    assert known.unfinished() is None
    assert known.number(POETRY) == -1
    assert known.id_of("genre", "poetry") == -1


def test_values_of_other_fields_are_not_kept():
    known = knowing(turn(1, LAW, records=(D,)))
    assert known.names == ["law"]


def test_a_record_shown_twice_by_one_query_was_captured_once():
    known = knowing(
        turn(1, POETRY, records=(A, A, B), more=True),
        turn(2, LAW, records=(A,)),
        turn(3, POETRY, 2, records=(A, B)),
    )
    assert known.captures.tolist() == [2, 1]
    assert known.alone.tolist() == [1, 0]


def test_a_query_read_to_its_end_has_as_many_records_as_it_showed():
    known = knowing(turn(1, POETRY, records=(A, B), more=True), turn(2, POETRY, 2, records=(B, G)))
    assert known.total.tolist() == [3]
    assert known.exact.tolist() == [True]


def test_a_total_that_counts_every_record_twice_is_that_of_its_lines():
    known = knowing(turn(1, POETRY, records=(A, B, A, B), total=4))
    assert (known.total.tolist(), known.exact.tolist()) == ([2], [True])


def test_a_record_that_is_shown_again_as_the_list_moved_leaves_one_to_be_found():
    known = knowing(
        turn(1, POETRY, records=(A, B, C), total=6, more=True),
        turn(2, POETRY, 2, records=(C, D, G), total=6),
    )
    assert (known.total.tolist(), known.exact.tolist()) == ([6], [True])


def test_behind_an_empty_page_no_answer_leads_on():
    known = knowing(
        turn(1, POETRY, records=(A, B, G), total=12, more=True),
        turn(2, POETRY, 3, total=12, outcome=Outcome.EMPTY),
    )
    assert known.open[0]  # page 2 was left out
    assert not known.leads_on(0)


def test_a_query_cut_at_the_limit_has_no_known_total():
    form = Interface(attributes=ATTRIBUTES, page_size=3, limit=2)
    known = knowing(turn(1, POETRY, records=(A, B)), turn(2, LAW, records=(C,)), form=form)
    assert known.total.tolist() == [-1, 1]
    assert known.exact.tolist() == [False, True]


def test_a_query_that_ends_before_the_total_it_promised_has_no_exact_total():
    known = knowing(turn(1, POETRY, records=(A, B), total=1000, count=Count.LEAST))
    assert not known.exact[0]
    assert known.total[0] == -1
    assert known.least[0] == 1000


def test_a_site_that_shows_more_than_it_claims_is_not_believed():
    known = knowing(turn(1, POETRY, records=(A, B, G), total=0, more=True))
    assert (known.total[0], known.exact[0]) == (3, False)


def test_overflow_is_what_the_limit_hides():
    form = Interface(attributes=ATTRIBUTES, page_size=3, limit=2)
    known = knowing(
        turn(1, POETRY, records=(A, B), total=3),
        turn(2, LAW, records=(C, D), total=2),
        turn(3, Query.of(year="1922"), records=(A, B), total=2, count=Count.LEAST),
        form=form,
    )
    assert [known.overflows(q) for q in range(3)] == [True, False, False]
    assert not knowing(turn(1, POETRY, records=(A, B), total=3)).overflows(0)


def test_a_site_that_searches_only_titles_matches_fewer_than_we_hold():
    form = Interface(attributes=ATTRIBUTES, page_size=3, limit=2)
    known = knowing(
        turn(1, LAW, records=(C, G)),
        turn(2, POETRY, records=(A, B)),
        turn(3, Query.of(text="the"), records=(A,), total=1),
        form=form,
    )
    assert known.matches(2) == 3
    assert not known.overflows(2)


def test_a_query_closes_when_its_pages_fail_twice():
    once = knowing(turn(1, LAW, outcome=Outcome.FAILED))
    assert once.unfinished() == Step(LAW, 2)
    twice = knowing(turn(1, LAW, outcome=Outcome.FAILED), turn(2, LAW, 2, outcome=Outcome.FAILED))
    assert twice.unfinished() is None
    assert twice.total.tolist() == [-1]


def test_a_refused_query_is_closed_and_nothing_is_certain():
    known = knowing(turn(1, LAW, outcome=Outcome.REFUSED))
    assert not known.open[0]
    assert not known.exact[0]


def test_the_query_opened_last_is_the_unfinished_one():
    known = knowing(
        turn(1, LAW, records=(C,), more=True), turn(2, POETRY, records=(A, B), more=True)
    )
    assert known.unfinished() == Step(POETRY, 2)
    assert known.open.tolist() == [True, True]


def test_the_query_for_everything_matches_everything():
    known = knowing(turn(1, Query(), records=(A,), more=True), turn(2, LAW, records=(C, D)))
    assert known.matched().tolist() == [3, 2]
    assert known.parts(0) == ()


def test_rows_that_someone_keeps_do_not_stop_the_conversation():
    known = knowing(turn(1, POETRY, records=(A,)))
    rows = known.rows_of(known.id_of("genre", "poetry"))
    known.hear(turn(2, LAW, records=(B,)))
    assert rows.tolist() == [0]
    assert known.rows_of(known.id_of("genre", "poetry")).tolist() == [0, 1]


def test_rows_matching_several_values():
    known = knowing(turn(1, Query(), records=(A, B, C, D, E, F, G)))
    poetry, law = known.id_of("genre", "poetry"), known.id_of("genre", "law")
    land = known.id_of("text", "land")
    assert known.rows_matching([poetry, land]).tolist() == [0, 1]
    assert known.rows_matching([land, law]).tolist() == []
    assert known.rows_matching([poetry, law]).tolist() == [6]
    assert known.rows_matching([]).tolist() == [0, 1, 2, 3, 4, 5, 6]


def test_rows_matching_a_rare_value_and_values_as_common_as_can_be():
    records = tuple(
        Record(f"r{n}", (("genre", "law"), ("year", f"{n % 60}")), "the" if n < 190 else "land")
        for n in range(200)
    )
    known = knowing(turn(1, Query(), records=records))
    law, the = known.id_of("genre", "law"), known.id_of("text", "the")
    rare, last = known.id_of("year", "13"), known.id_of("year", "19")
    assert known.rows_matching([law, rare]).tolist() == [13, 73, 133, 193]
    assert known.rows_matching([rare, law, the]).tolist() == [13, 73, 133]
    assert known.rows_matching([the, last]).tolist() == [19, 79, 139]


def test_a_learner_hears_before_and_after_the_count():
    class Listener:
        heard: list[tuple[str, int, list[int], list[int]]] = []  # noqa: RUF012

        def expect(self, known, query, step):
            self.heard.append(("expect", known.records, [], []))

        def learn(self, known, query, turn, shown):
            fresh, again = shown.fresh.tolist(), shown.again.tolist()
            assert shown.rows.tolist() == fresh + again
            self.heard.append(("learn", known.records, fresh, again))

    listener = Listener()
    known = Knowledge(FORM, listener)
    known.hear(turn(1, POETRY, records=(A, B)))
    known.hear(turn(2, Query.of(text="the"), records=(A, C, C)))
    assert listener.heard == [
        ("expect", 0, [], []),
        ("learn", 2, [0, 1], []),
        ("expect", 2, [], []),
        ("learn", 3, [2], [0]),
    ]


def hear_page(known, word, page, texts, total):
    records = tuple(Record(text, (), text) for text in texts)
    answer = Answer(records=records, total=total, more=True)
    known.hear(Turn(known.pages + 1, Step(Query.of(text=word), page), answer))


def test_what_is_left_of_a_total_is_shared_out_by_what_its_pages_showed():
    known = Knowledge(Interface(attributes=(Attribute(name="text", kind=Kind.KEYWORD),)))
    hear = partial(hear_page, known)
    hear("air", 1, [f"air {i} {'de' if i < 9 else ''}" for i in range(30)], 30)
    hear("de", 1, [f"air {i} de" for i in range(8)], 20)
    assert known.unseen().tolist() == [0, 11]  # nine of twenty are held
    hear("de", 2, ["air 10 ", "air 11 "], 20)  # held, and nobody could know that they match
    assert known.unseen()[1] == 9 / 3
    hear("de", 3, ["de 30", "de 31", "de 32"], 20)
    assert known.unseen()[1] == 6 * 4 / 6  # three new ones, two held, one for luck


def test_what_a_query_hides_is_thought_to_be_as_new_as_its_latest_pages():
    known = Knowledge(Interface(attributes=(Attribute(name="text", kind=Kind.KEYWORD),)))
    hear = partial(hear_page, known)
    hear("isle", 1, [f"isle {i}" for i in range(50)], 50)
    hear("and", 1, [f"land {i}" for i in range(10)], 100)  # found inside of other words
    for page in range(5):
        hear("and", page + 2, [f"isle {i}" for i in range(10 * page, 10 * page + 10)], 100)
    assert known.matched().tolist() == [50, 96]  # by all pages 93: of 60 records 10 were new
