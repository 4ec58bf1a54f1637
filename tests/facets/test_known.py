from leadline.plan.facets.known import Known

RED, BLUE, SMALL, LARGE = (
    ("colour", "red"), ("colour", "blue"), ("size", "small"), ("size", "large"),
)  # fmt: skip


def known() -> Known:
    return Known({RED: 2, BLUE: 1, SMALL: 1, LARGE: 2}, 3)


def test_a_list_whose_members_all_have_a_value_says_so_of_each():
    all_ = known()
    all_.meet("ab", frozenset([RED]))
    all_.read("ab", {LARGE: 2}, 2, frozenset([RED]))
    all_.conclude()
    assert set(all_.pairs()) == {("a", *RED), ("b", *RED), ("a", *LARGE), ("b", *LARGE)}
    assert all_.is_closed(LARGE)
    assert not all_.is_closed(SMALL)


def test_who_is_in_no_other_list_is_in_the_largest():
    all_ = known()
    all_.meet("abc", frozenset())
    all_.meet("c", frozenset([BLUE]))
    all_.read("c", {}, 1, frozenset([BLUE]))
    all_.conclude()
    assert all_.is_closed(RED)
    assert all_.having([RED]) == ["a", "b"]


def test_counts_that_contradict_a_list_are_believed_no_more():
    all_ = known()
    all_.meet("ab", frozenset([RED]))
    all_.read("ab", {LARGE: 2}, 2, frozenset([RED]))
    all_.conclude()
    all_.meet("ab", frozenset([BLUE]))
    all_.read("ab", {SMALL: 2}, 2, frozenset([BLUE]))
    all_.conclude()
    assert set(all_.pairs()) == {(key, *value) for key in "ab" for value in (RED, BLUE)}


def test_without_a_total_nothing_is_concluded():
    all_ = Known({RED: 1}, None)
    all_.meet("a", frozenset())
    all_.read("a", {RED: 1}, 1, frozenset())
    all_.conclude()
    assert list(all_.pairs()) == []
