"""Records that come as JSON, in the shapes that interfaces of the Web have."""

import json
from dataclasses import replace
from typing import Any

import pytest

from leadline.document import Document
from leadline.read import JsonWrapper, Sample, induce
from leadline.read.flattened import unflattened
from leadline.read.jsonpath import flat, object_lists, select
from tests.read.result_pages import HOST, ROWS, Row, document, search

API = f"{HOST}/api/search"


def answer(value: Any) -> Document:
    return document(json.dumps(value), API, "application/json")


def plain(rows: list[Row], total: int) -> Any:
    facets = [{"value": c, "count": n} for n, c in enumerate(sorted({r["country"] for r in ROWS}))]
    return {"total": total, "facets": {"country": facets}, "results": rows, "took": 3}


def engine(rows: list[Row], total: int) -> Any:
    """As search engines answer."""
    hits = [
        {"_index": "a", "_id": r["iata"], "_score": 1.0 / (n + 1), "_source": r,
         "highlight": {"name": [f"<em>{r['name']}</em>"]}}
        for n, r in enumerate(rows)
    ]  # fmt: skip
    return {"hits": {"total": {"value": total}, "hits": hits}}


def resources(rows: list[Row], total: int) -> Any:
    """As JSON:API answers."""
    data = [
        {"type": "airport", "id": r["iata"],
         "attributes": {"name": r["name"], "zone": r["timezone"]},
         "links": {"self": f"/airports/{r['iata']}"}}
        for r in rows
    ]  # fmt: skip
    return {"data": data, "meta": {"total": total}, "links": {"next": "/x"}}


def columns(rows: list[Row], total: int) -> Any:
    names = ["iata", "name", "timezone"]
    return {"columns": names, "rows": [[r[n] for n in names] for r in rows], "count": total}


def by_id(rows: list[Row], total: int) -> Any:
    return {"airports": {r["iata"]: {"name": r["name"], "zone": r["timezone"]} for r in rows}}


def places(rows: list[Row], total: int) -> Any:
    """As GeoJSON."""
    features = [
        {"type": "Feature", "properties": {"code": r["iata"], "name": r["name"]},
         "geometry": {"type": "Point", "coordinates": [len(r["name"]), 2.5]}}
        for r in rows
    ]  # fmt: skip
    return {"type": "FeatureCollection", "features": features}


def bare(rows: list[Row], total: int) -> Any:
    return rows


SHAPES = [plain, engine, resources, columns, by_id, places, bare]


@pytest.mark.parametrize("shape", SHAPES)
def test_the_list_of_records_is_found(shape):
    samples = [
        Sample(document=answer(shape(*search(words, n))), words=(words,))
        for words, n in [("san", 1), ("san", 2), ("international", 1)]
    ]
    wrapper = induce(samples, [answer(shape([], 0))])
    assert isinstance(wrapper, JsonWrapper)
    for words, number in [("new", 1), ("heathrow", 1)]:
        rows, total = search(words, number)
        found = wrapper.extract(answer(shape(rows, total)))
        assert found.healthy
        assert [dict(r.values)["name"] for r in found.records] == [r["name"] for r in rows]
        assert len({r.key for r in found.records}) == len(rows)
    assert wrapper.extract(answer(shape([], 0))).records == ()


def test_rows_without_names_are_known_by_the_numbers_of_their_columns_and_curves_are_none():
    def table(rows: list[Row]) -> Any:
        return {"data": [[n, r["name"], r["iata"]] for n, r in enumerate(rows)],
                "curve": [[n, n * n, n + 1] for n in range(99)]}  # fmt: skip

    wrapper = induce([Sample(document=answer(table(search("san")[0])), words=("san",))])
    assert isinstance(wrapper, JsonWrapper)
    rows, _ = search("heathrow")
    (record, *_) = wrapper.extract(answer(table(rows))).records
    assert dict(record.values)["column 2"] == rows[0]["name"]


def test_rows_that_are_a_number_and_a_list_each_are_read_by_column():
    def grid(rows: list[Row]) -> Any:
        return {"total": 9, "rows": [{"id": n, "cell": [r["name"], r["iata"]]}
                                     for n, r in enumerate(rows)]}  # fmt: skip

    wrapper = induce([Sample(document=answer(grid(search("san")[0])), words=("san",))])
    assert wrapper is not None
    (record,) = wrapper.extract(answer(grid(search("heathrow")[0]))).records
    assert dict(record.values)["column 1"] == "London Heathrow Airport"


def test_columns_beside_each_other_are_rows_where_two_tell_them_apart():
    titles = [f"Title {n}" for n in range(9)]
    index = {"docs": [f"p{n}" for n in range(9)], "titles": titles, "terms": {"a": [1, 2]}}
    wrapper = induce([Sample(document=answer(index))])
    assert wrapper is not None
    records = wrapper.extract(answer(index)).records
    assert [dict(record.values) for record in records][2] == {"docs": "p2", "titles": "Title 2"}
    assert not object_lists({"labels": titles, "values": [7] * 9})


def test_a_link_in_a_cell_is_the_address_of_the_record():
    def table(rows: list[Row]) -> Any:
        return {"data": [[f"<a href='/show?id={r['iata']}&amp;x=1'>{r['name']}</a>", r["timezone"]]
                         for r in rows]}  # fmt: skip

    wrapper = induce([Sample(document=answer(table(search("san")[0])), words=("san",))])
    assert wrapper is not None
    (record,) = wrapper.extract(answer(table(search("heathrow")[0]))).records
    assert record.url == f"{HOST}/show?id=LHR&x=1"
    assert record.values == (
        ("column 1", "London Heathrow Airport"),
        ("column 2", "Europe/London"),
    )


def test_ids_and_addresses_become_key_and_url():
    samples = [Sample(document=answer(resources(*search("san"))), words=("san",))]
    wrapper = induce(samples)
    assert wrapper is not None
    record = wrapper.extract(answer(resources(*search("heathrow")))).records[0]
    assert (record.key, record.url) == ("id=LHR", f"{HOST}/airports/LHR")
    assert record.values == (
        ("type", "airport"),
        ("id", "LHR"),
        ("name", "London Heathrow Airport"),
        ("zone", "Europe/London"),
    )


def test_another_shape_is_noticed():
    wrapper = induce([Sample(document=answer(plain(*search("san"))))])
    assert wrapper is not None
    assert not wrapper.extract(answer(engine(*search("new")))).healthy
    assert not wrapper.extract(document("<p>Down for maintenance</p>")).healthy
    assert wrapper.extract(answer(plain([], 0))).healthy


def test_data_inside_a_script_is_read_where_it_says_what_the_page_shows():
    def page(words: str) -> Document:
        rows, _ = search(words)
        items = "".join(f"<li><a href='/a/{r['iata']}'>{r['name']}</a></li>" for r in rows)
        data = json.dumps({"props": {"page": {"items": rows, "user": None}}})
        return document(
            f"<ul>{items}</ul><script id='__DATA__' type='application/json'>{data}</script>"
        )

    wrapper = induce([Sample(document=page(w), words=(w,)) for w in ("san", "international")])
    assert isinstance(wrapper, JsonWrapper)
    assert wrapper.path == ("*", "props", "page", "items", "*")
    (record,) = wrapper.extract(page("heathrow")).records
    assert dict(record.values)["timezone"] == "Europe/London"


def test_an_assignment_in_a_script_is_read_as_data():
    def page(words: str) -> Document:
        rows, _ = search(words)
        items = "".join(f"<li>{r['name']}</li>" for r in rows)
        script = f"var x = 1; window.__STATE__ = {json.dumps({'list': rows})}; start(x);"
        return document(f"<ul>{items}</ul><script>{script}</script>")

    wrapper = induce([Sample(document=page(w), words=(w,)) for w in ("san", "international")])
    assert isinstance(wrapper, JsonWrapper)
    assert wrapper.source == "=window.__STATE__"


def test_objects_are_flattened():
    value = {"a": {"b": [1, 2, {"c": "<b>x</b> &amp; y"}], "d": None}, "e": True}
    assert flat(value) == [("a.b", "1"), ("a.b", "2"), ("a.b.c", "x & y"), ("e", "yes")]


def test_paths_lead_to_lists():
    value = {"r": [{"x": [{"y": 1}]}, {"x": [{"y": 2}, {"y": 3}]}]}
    assert object_lists(value)["r", "*", "x", "*"] == [{"y": 1}, {"y": 2}, {"y": 3}]
    assert select(value, ("r", "*", "x", "*")) == [{"y": 1}, {"y": 2}, {"y": 3}]
    assert select(value, ("nowhere", "*")) is None


def learned(value: Any) -> tuple[str, int]:
    """By which field records are known, and how many they then are."""
    sample = answer(value)
    wrapper = induce([Sample(document=sample)])
    assert isinstance(wrapper, JsonWrapper)
    return wrapper.key, len({record.key for record in wrapper.extract(sample).records})


def test_an_id_that_two_records_share_is_no_key():
    rows = [
        {"title": f"Recipe {n}", "id": str(n), "url": f"https://a.example/r/{n}", "time": "60 min"}
        for n in range(200)
    ]
    rows[7] |= {"id": "8"}
    assert learned(rows) == ("url", 200)
    assert learned([{k: v for k, v in row.items() if k != "url"} for row in rows]) == ("", 200)


def test_one_record_listed_twice_is_one():
    rows = [{"title": f"Recipe {n}", "id": str(n), "time": f"{n} min"} for n in range(200)]
    assert learned([*rows, rows[3]]) == ("id", 200)


def test_what_is_wrong_is_no_record():
    wrapper = induce([Sample(document=answer(ROWS[:9]))])
    assert wrapper is not None
    wrong = answer({"code": "no_such_page", "message": "There is no such page."})
    assert len(wrapper.extract(wrong).records) == 1
    page = replace(wrong.page, status=400)
    assert wrapper.extract(Document(page)).records == ()


def test_rows_that_come_as_a_piece_of_a_page_within_json():
    def told(rows: list[Row]) -> Document:
        items = "".join(f"<li><b>{r['name']}</b> <i>{r['timezone']}</i></li>" for r in rows)
        return answer({"success": True, "data": {"html": f"<ul>{items}</ul>", "pages": 9}})

    wrapper = induce([Sample(document=told(ROWS[:9]))])
    assert wrapper is not None
    records = wrapper.extract(told(ROWS[9:12])).records
    assert [r.text for r in records] == [f"{r['name']} {r['timezone']}" for r in ROWS[9:12]]


def test_the_markup_of_one_record_is_no_page():
    rows = [{"id": r["iata"], "name": r["name"], "text": f"<p>{r['timezone']}</p>"} for r in ROWS]
    document = answer(rows[:9])
    assert document.piece is document
    assert isinstance(induce([Sample(document=document)]), JsonWrapper)


def test_json_that_is_written_flat_is_what_it_means():
    said = [{"films": 1, "at": 8, "none": -1}, [2, 5], {"title": 3, "year": 4}, "Amber", 1961,
            {"title": 6, "year": 4, "by": 7}, "Birch", ["Ref", 3],
            ["Date", "2024-01-31"]]  # fmt: skip
    assert unflattened(said) == {
        "films": [
            {"title": "Amber", "year": 1961},
            {"title": "Birch", "year": 1961, "by": "Amber"},
        ],
        "at": "2024-01-31",
        "none": None,
    }
    nodes = {"type": "data", "nodes": [None, {"type": "data", "data": said}]}
    assert unflattened(nodes)["nodes"][1]["data"] == unflattened(said)


@pytest.mark.parametrize(
    "data",
    [
        [{"id": 1, "year": 2}, {"id": 0, "year": 1}],
        [{"id": 1}, "x", {"id": 700}],
        [1, 2],
        [["Amber", "1961"], ["Birch", "1962"], 2],
        {"nodes": [1, {"data": 3}]},
        [],
    ],
)
def test_other_json_is_left_as_it_is(data):
    assert unflattened(data) == data


def test_what_is_flat_and_names_itself_comes_to_an_end():
    assert unflattened([{"a": 0, "b": 1}, 7])["b"] == 7
    wide = [{"a": n + 1, "b": n + 1} for n in range(58)]
    assert unflattened([*wide, "end"]) is not None
