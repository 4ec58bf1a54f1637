"""From a file of several sources to entities in it."""

import sqlite3
from random import Random

import pytest

from bench.corrupt import sources as damaged
from bench.linkage import judged
from leadline.linking.unifying import unify
from leadline.model import Record
from leadline.store import Change, Kind, open_store
from tests.unify.tables import books, otherwise, stored


@pytest.fixture(scope="module")
def film_like(tmp_path_factory):
    """300 books in one source, 200 of them and 60 others in another one, in other formats."""
    rows = books(360)
    path = tmp_path_factory.mktemp("unify") / "books.db"
    second = [otherwise(row) for row in rows[100:]]
    stored(path, rows[:300], second)
    with open_store(path) as store:
        done = unify(store)
    return path, done


def test_the_same_books_become_one(film_like):
    _, done = film_like
    assert (done.records, done.entities) == (560, 360)
    assert done.overlap.matrix == ((300, 200), (200, 260))
    assert done.overlap.alone == (100, 60)
    assert done.conflicts == 0


def test_entities_links_and_values_are_tables(film_like):
    path, _ = film_like
    db = sqlite3.connect(path)
    try:
        assert db.execute("SELECT count(*), sum(sources) FROM entities").fetchall() == [(360, 560)]
        assert db.execute("SELECT count(*) FROM entity_records").fetchall() == [(560,)]
        said = db.execute(
            "SELECT source, record, value FROM entity_values WHERE attribute = 'pages' "
            "AND entity = (SELECT entity FROM entity_records WHERE record = 101)"
        ).fetchall()
        assert said == [(1, "100", "280"), (2, "0", "280 p")]
        assert db.execute("SELECT * FROM source_overlaps WHERE source_a < source_b").fetchall() == [
            (1, 2, 200)
        ]
    finally:
        db.close()


def test_an_entity_has_the_values_and_the_records_of_all(film_like):
    path, _ = film_like
    with open_store(path, write=False) as store:
        entity = next(one for one in store.entities() if one.id == 101)
    assert sorted(name for name, _ in entity.fields) == ["author", "pages", "published", "title"]
    assert [(one.source, one.key) for one in entity.records] == [(1, "100"), (2, "0")]
    assert all(one.sure > 0.9 for one in entity.records)


def test_conflicts_are_kept_with_their_sources(tmp_path):
    rows = books(200)
    other = [dict(row) for row in rows]
    other[7]["pages"] = 9999
    with open_store(stored(tmp_path / "x.db", rows, other)) as store:
        done = unify(store)
        (disputed,) = [one for one in store.entities() if one.conflicts]
    assert (done.entities, done.conflicts) == (200, 1)
    assert [(one.attribute, one.source, one.value) for one in disputed.conflicts] == [
        ("pages", 1, str(rows[7]["pages"])),
        ("pages", 2, "9999"),
    ]


def test_again_after_a_refresh_in_place_of_before(tmp_path):
    rows = books(60)
    with open_store(stored(tmp_path / "x.db", rows, rows)) as store:
        assert unify(store).entities == 60
        gone = Change(key="3", kind=Kind.VANISHED, at=1.0)
        new = Change(key="4", kind=Kind.CHANGED, at=1.0, record=Record("4", (("title", "New"),)))
        store.keep_changes(1, [gone, new])
        assert unify(store).records == 119
        assert len(list(store.entities())) == 61
        assert store.unified()["overlap"] == [[59, 58], [58, 60]]


def test_one_source_and_none(tmp_path):
    with open_store(stored(tmp_path / "x.db", books(5))) as store:
        done = unify(store)
        assert (done.entities, done.links, done.overlap.matrix) == (5, None, ((5,),))
    with open_store(tmp_path / "y.db") as store:
        assert unify(store).entities == 0


def test_sources_of_different_things_stay_apart(tmp_path):
    plants = [{"leaf": f"green{i}", "height": f"{i / 7:.3f} m"} for i in range(80)]
    with open_store(stored(tmp_path / "x.db", books(80), plants)) as store:
        assert unify(store).entities == 160


def test_values_that_nobody_expects(tmp_path):
    odd = ["\x00", "\ud800 lone", "9" * 400, "1e999", "-", "<b>&", "’’", "\u202e", "NaN", "日本"]
    rows = [{"na\ud800me": value, "other": "x" * 6000, "": value} for value in odd * 3]
    with open_store(stored(tmp_path / "x.db", rows, rows[::-1])) as store:
        assert unify(store).records == 60
        assert sum(len(one.records) for one in store.entities()) == 60


def test_errors_of_all_kinds(tmp_path):
    both = damaged(books(700), Random(5))
    path = stored(tmp_path / "x.db", *([row for _, row in one] for one in both))
    with open_store(path) as store:
        unify(store)
        score = judged(store, [[i for i, _ in one] for one in both])
    assert score.f1 > 0.95


def test_three_sources(tmp_path):
    rows = books(240)
    parts = rows[:160], [otherwise(row) for row in rows[80:]], rows[40:200]
    with open_store(stored(tmp_path / "x.db", *parts)) as store:
        done = unify(store)
    assert done.entities == 240
    assert done.overlap.matrix == ((160, 80, 120), (80, 160, 120), (120, 120, 160))


def test_two_sources_say_the_same_and_a_third_says_less(tmp_path):
    rows = books(150)
    less = [{name: row[name] for name in ("title", "author")} for row in rows[:100]]
    path = stored(tmp_path / "x.db", rows, less, rows[50:])
    with open_store(path) as store:
        done = unify(store)
    assert (done.records, done.entities) == (350, 150)
    assert done.overlap.matrix == ((150, 100, 100), (100, 100, 50), (100, 50, 100))
