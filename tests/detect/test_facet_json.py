import json

import pytest

from leadline.detect.facet_json import data_facets, without_facets

OBJECTS = {
    "total": 9,
    "items": [{"id": 1, "title": "One"}, {"id": 2, "title": "Two"}],
    "filters": [
        {"name": "f_genre", "label": "Genre",
         "values": [{"label": "Drama", "count": 5}, {"label": "Comedy", "count": 4}]},
    ],
}  # fmt: skip


def told(data):
    return [(f.name, [(v.text, v.count) for v in f.values]) for f in data_facets(data)]


def test_objects_with_texts_and_counts():
    assert told(OBJECTS) == [("Genre", [("Drama", 5), ("Comedy", 4)])]
    assert data_facets(OBJECTS)[0].idents == ("f_genre", "Genre")


@pytest.mark.parametrize(
    "data",
    [
        {"facets": {"genre": {"Drama": 5, "Comedy": 4}}},
        {"facet_counts": {"facet_fields": {"genre": ["Drama", 5, "Comedy", 4]}}},
        {"aggregations": {"genre": {"buckets": [{"key": "Drama", "doc_count": 5},
                                                {"key": "Comedy", "doc_count": 4}]}}},
    ],
)  # fmt: skip
def test_other_ways_to_write_them(data):
    assert told(data) == [("genre", [("Drama", 5), ("Comedy", 4)])]
    assert data_facets(data)[0].idents == ("genre",)


def test_without_them_the_records_are_left():
    assert json.loads(without_facets(json.dumps(OBJECTS))) == {
        "total": 9,
        "items": [{"id": 1, "title": "One"}, {"id": 2, "title": "Two"}],
        "filters": [{"name": "f_genre", "label": "Genre", "values": []}],
    }


@pytest.mark.parametrize("data", [None, 3, "x", [], {}, [[1, 2]], {"facets": [1, "a"]},
                                  {"facets": {"a": {"b": -1, "c": True}}}])  # fmt: skip
def test_anything_else_has_none(data):
    assert data_facets(data) == ()


def test_depth_does_not_matter():
    deep: object = OBJECTS
    for _ in range(50_000):
        deep = [deep]
    assert [facet.name for facet in data_facets(deep)] == ["Genre"]
    assert without_facets("[" * 50_000) == "[" * 50_000
