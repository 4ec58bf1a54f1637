"""Proofs beside the ledger, and the pages that turns were read from."""

import pytest

from leadline.store import MemoryStore, ReadFrom, open_store
from tests.store.stories import EMMA, FAUST, SITE, page, turn


@pytest.fixture(params=["file", "memory"])
def store(request, tmp_path):
    with open_store(tmp_path / "x.db") if request.param == "file" else MemoryStore() as opened:
        yield opened


def test_a_proof_is_kept_and_replaced(store):
    source = store.source(SITE)
    assert store.proof(source) is None
    store.keep_proof(source, {"cells": [1]})
    store.keep_proof(source, {"cells": [1, 2]})
    assert store.proof(source) == {"cells": [1, 2]}


def test_turns_lead_to_their_pages(store):
    source, first, second = store.source(SITE), page(body=b"one"), page(body=b"two")
    store.put(first)
    store.keep_turn(source, turn(1, EMMA), page=first)
    store.keep_turn(source, turn(2, FAUST))
    store.put(second)
    store.keep_turn(source, turn(3, FAUST), page=second)
    assert list(store.read_from(source)) == [
        ReadFrom(1, first),
        ReadFrom(2, None),
        ReadFrom(3, second),
    ]
    assert list(store.read_from(source + 1)) == []
