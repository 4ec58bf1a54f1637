"""A body is unpacked or refused, never more than is allowed, whatever bytes come."""

import gzip
import zlib

from hypothesis import given
from hypothesis import strategies as st

from leadline.net.unpack import Body, Overflow

LIMIT = 2_000


@given(st.sampled_from(["gzip", "deflate", "", "x-unknown"]), st.lists(st.binary(max_size=300)))
def test_any_bytes_give_a_bounded_body_or_an_error_of_the_packing(encoding, pieces):
    body = Body(encoding, LIMIT)
    try:
        for piece in pieces:
            body.feed(piece)
    except (Overflow, zlib.error):
        return
    assert len(body.value()) <= LIMIT


@given(st.binary(max_size=LIMIT), st.integers(1, 50))
def test_what_was_packed_comes_back_in_any_pieces(data, size):
    packed, body = gzip.compress(data), Body("gzip", 2 * LIMIT)
    for start in range(0, len(packed), size):
        body.feed(packed[start : start + size])
    assert body.value() == data
    assert body.packed() == packed
