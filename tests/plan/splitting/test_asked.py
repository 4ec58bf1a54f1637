from leadline.model import Answer, Attribute, Count, Interface, Kind, Outcome, Query, Record
from leadline.plan.splitting.asked import Asked, State

YEAR = Attribute(name="year", kind=Kind.RANGE)


def asked(*, limit: int | None = 10, any_page: bool = True, page_size: int = 2) -> Asked:
    form = Interface(attributes=(YEAR,), page_size=page_size, limit=limit, any_page=any_page)
    return Asked(Query.of(year="[1 .. 9]"), form)


def page(
    *keys: str, total: int | None = None, more: bool = False, count: Count = Count.EXACT
) -> Answer:
    outcome = Outcome.FOUND if keys else Outcome.EMPTY
    records = tuple(Record(key) for key in keys)
    return Answer(records=records, total=total, more=more, count=count, outcome=outcome)


def hear(query: Asked, number: int, answer: Answer, held: int | None = None) -> State:
    known = len(query.shown)
    found = len({*query.shown, *(record.key for record in answer.records)})
    query.hear(number, number, answer, found if held is None else held, found - known)
    return query.state


def test_a_query_is_read_whole():
    query = asked()
    assert query.next_page(0, 0.0, counts=False) == 1
    assert hear(query, 1, page("a", "b", more=True)) is State.READING
    assert query.next_page(2, 0.0, counts=False) == 2
    assert hear(query, 2, page("c")) is State.VALID


def test_nothing_is_there():
    assert hear(asked(), 1, page()) is State.EMPTY
    assert hear(asked(), 1, page(total=0)) is State.EMPTY


def test_as_many_are_held_as_there_are():
    assert hear(asked(), 1, page("a", "b", total=7, more=True), held=7) is State.COUNT


def test_a_total_tells_that_it_overflows():
    query = asked()
    assert hear(query, 1, page("a", "b", total=11, more=True)) is State.OVERFLOW
    assert query.overflows
    assert query.unread


def test_a_total_as_large_as_the_limit_does_not():
    query = asked(limit=2)
    assert hear(query, 1, page("a", "b", total=2)) is State.COUNT


def test_without_a_total_a_full_answer_may_be_cut():
    assert hear(asked(limit=2), 1, page("a", "b")) is State.OVERFLOW
    assert hear(asked(limit=3), 1, page("a", "b")) is State.VALID


def test_a_least_total_at_the_limit_overflows():
    query = asked()
    assert hear(query, 1, page("a", "b", total=10, count=Count.LEAST, more=True)) is State.OVERFLOW
    query = asked()
    assert hear(query, 1, page("a", "b", total=5, count=Count.LEAST, more=True)) is State.READING


def test_a_rounded_total_proves_nothing():
    query = asked()
    answer = page("a", "b", total=2, count=Count.ABOUT, more=True)
    assert hear(query, 1, answer) is State.READING
    assert query.total is None


def test_a_total_that_is_not_shown_proves_nothing():
    query = asked()
    hear(query, 1, page("a", "b", total=4, more=True))
    assert hear(query, 2, page("a", "b", total=4)) is State.OVERFLOW


def test_with_a_total_pages_are_read_from_the_last_back():
    query = asked()
    assert query.next_page(0, 0.0, counts=True) == 1
    hear(query, 1, page("a", "b", total=7, more=True))
    order = []
    while query.state is State.READING:
        number = query.next_page(len(query.shown), 7.0, counts=True)
        order.append(number)
        hear(query, number, page(f"{number}x", *([f"{number}y"] if number < 4 else []), total=7))
    assert order == [4, 3, 2]
    assert query.state is State.COUNT


def test_with_many_held_the_first_page_is_skipped():
    assert asked().next_page(6, 10.0, counts=True) == 4
    assert asked(any_page=False).next_page(6, 10.0, counts=True) == 1


def test_without_a_total_the_last_page_tells_whether_it_overflows():
    query = asked()
    assert query.next_page(0, 9.0, counts=False) == 5
    assert hear(query, 5, page("a", "b")) is State.OVERFLOW
    query = asked()
    assert hear(query, 5, page()) is State.READING
    assert query.next_page(0, 9.0, counts=False) == 1


def test_pages_in_order():
    query = asked(any_page=False)
    for number in (1, 2, 3):
        assert query.next_page(0, 9.0, counts=False) == number
        hear(query, number, page(f"{number}x", f"{number}y", more=number < 3))
    assert query.state is State.VALID


def test_without_a_limit_nothing_overflows():
    query = asked(limit=None)
    assert hear(query, 1, page("a", "b", total=3, more=True)) is State.READING
    assert not query.overflows
    assert query.next_page(2, 3.0, counts=True) == 2
    assert hear(query, 2, page("c", total=3)) is State.COUNT


def test_what_fails_or_is_refused_is_left():
    assert hear(asked(), 1, Answer(outcome=Outcome.FAILED)) is State.FAILED
    assert hear(asked(), 1, Answer(outcome=Outcome.REFUSED)) is State.FAILED
    query = asked()
    hear(query, 1, page("a", "b", total=20, more=True))
    hear(query, 5, Answer(outcome=Outcome.FAILED))
    assert query.state is State.FAILED
    assert not query.unread


def test_an_answer_ends_before_an_empty_page_whatever_it_promised():
    query = asked()
    assert hear(query, 1, page("a", "b", more=True)) is State.READING
    assert hear(query, 2, page("c", more=True)) is State.READING
    assert hear(query, 3, page()) is State.VALID


def test_what_an_answer_brought_lately():
    query = asked()
    hear(query, 1, page("a", "b", total=20, more=True))
    assert query.brought == 1.0
    hear(query, 2, page("a", "b", total=20, more=True))
    assert query.brought == 0.5
