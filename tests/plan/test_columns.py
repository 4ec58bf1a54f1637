"""Arrays that grow at their end."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from leadline.plan.columns import Column

moves = st.one_of(
    st.integers(-9, 9),
    st.lists(st.integers(-9, 9), max_size=100),
    st.integers(0, 200).map(lambda by: ("grow", by)),
)


@given(st.lists(moves, max_size=20), st.integers(-1, 1))
def test_a_column_is_a_list_that_grows(moves, fill):
    column, plain = Column(np.int32, fill), list[int]()
    for move in moves:
        if isinstance(move, int):
            column.append(move)
            plain.append(move)
        elif isinstance(move, list):
            column.extend(move)
            plain.extend(move)
        else:
            column.grow(len(plain) + move[1])
            plain += [fill] * move[1]
        assert column.array.tolist() == plain
        assert len(column) == len(plain)


def test_a_column_keeps_its_type_and_fill():
    column = Column(np.bool_)
    column.grow(100)
    assert column.array.dtype == np.bool_
    assert not column.array.any()


def test_what_is_written_stays_when_the_column_grows():
    column = Column(np.int64, -1)
    column.grow(2)
    column.array[1] = 7
    column.grow(1000)
    assert column.array[:4].tolist() == [-1, 7, -1, -1]
