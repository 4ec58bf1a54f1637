from leadline.intervals import WHOLE, Interval, order_key
from leadline.plan.splitting.few_values import is_one, next_value, within


def keys(*values: int) -> list[tuple[int, float, str]]:
    return sorted(order_key(str(value)) for value in values)


GRADES = keys(*(n % 5 + 1 for n in range(50)))


def test_a_part_ends_where_the_next_value_begins():
    assert next_value(WHOLE, GRADES, (), 0.2) == (order_key("2"), 0.2)
    assert next_value(WHOLE, GRADES, (), 0.45) == (order_key("3"), 0.4)


def test_a_part_has_a_value_even_if_it_is_more_than_wanted():
    assert next_value(WHOLE, GRADES, (), 0.05) == (order_key("2"), 0.2)


def test_others_tell_of_values_that_the_sample_lacks():
    found = next_value(Interval("2", None), keys(5, 5, 5, 5), GRADES, 0.2)
    assert found is not None
    assert found[0] == order_key("3")


def test_many_values_and_single_ones_are_no_steps():
    assert next_value(WHOLE, keys(*range(40)), (), 0.2) is None
    zeros = keys(*[0] * 20, *range(20, 30))
    assert next_value(WHOLE, zeros, zeros, 0.2) is None


def test_one_value_is_not_divided():
    assert next_value(WHOLE, keys(3, 3, 3, 3), (), 0.2) is None
    assert is_one(keys(3, 3, 3), ())
    assert not is_one(keys(3, 3), ())
    assert not is_one(keys(3, 3, 3), keys(3, 4))


def test_keys_within_an_interval():
    assert within(Interval("2", "4", True, False), keys(1, 2, 3, 4, 5)) == keys(3, 4)
