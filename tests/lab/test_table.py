import gzip
import json
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path

import pyarrow as arrow
import pyarrow.parquet as parquet
import pytest

from leadline.errors import BadData
from leadline.lab.table import read_rows, texts_in, values_in

ROWS = [{"a": "x", "n": "1"}, {"a": "é", "n": "2"}]


def lines(rows) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def rows_of(path: Path, content: bytes) -> list[object]:
    path.write_bytes(content)
    return [dict(row) for row in read_rows(path)]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.jsonl", lines(ROWS)),
        ("t.ndjson", lines(ROWS)),
        ("t.JSONL", b"\xef\xbb\xbf" + lines(ROWS).replace(b"\n", b"\r\n\n")),
        ("t.jsonl.gz", gzip.compress(lines(ROWS), mtime=0)),
        ("t.csv", "a,n\nx,1\né,2\n".encode()),
        ("t.csv", "a;n\nx;1\né;2\n".encode()),
        ("t.csv", "a\tn\r\nx\t1\r\né\t2\r\n".encode()),
        ("t.csv", "a|n\nx|1\né|2\n".encode()),
        ("t.csv", "a;n\r\nx;1\r\né;2\r\n".encode("utf-16")),
        ("t.csv", "a,n\nx,1\né,2\n".encode("cp1252")),
        ("t.json", json.dumps(ROWS).encode()),
        ("t.json.gz", gzip.compress(json.dumps(ROWS, ensure_ascii=False).encode(), mtime=0)),
        ("t.csv.gz", gzip.compress("a,n\r\nx,1\r\né,2\r\n".encode(), mtime=0)),
    ],
)
def test_the_same_rows_from_every_kind_of_file(tmp_path, name, content):
    assert rows_of(tmp_path / name, content) == ROWS


def test_rows_from_parquet(tmp_path):
    parquet.write_table(
        arrow.table({"a": ["x", None], "l": [["p", "q"], []]}), tmp_path / "t.parquet"
    )
    assert list(read_rows(tmp_path / "t.parquet")) == [
        {"a": "x", "l": ["p", "q"]},
        {"a": None, "l": []},
    ]


def test_dates_and_decimals_of_parquet_are_values_as_in_text():
    moment = datetime(2020, 1, 31, 8, 30)
    found = [date(2020, 1, 31), moment, time(8, 30), Decimal("2.50"), Decimal("3.0"), float("nan")]
    assert list(values_in(found)) == [
        "2020-01-31", "2020-01-31T08:30:00", "08:30:00", "2.50", "3"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("t.jsonl", b'{"a": 1}\n[1]\n', "line 2: not an object but list"),
        ("t.jsonl", b'{"a": 1}\n{"a"\n', "line 2: not JSON"),
        ("t.jsonl", b'{"a": "\xff"}\n', "not UTF-8"),
        ("t.json", b'[{"a": "\xff"}]', "not UTF-8"),
        ("t.json", b'{"a": 1}\n{"a": 2}\n', "not JSON: Extra data"),
        ("t.json", b"[1]", "not a list of objects"),
        ("t.jsonl.gz", b"no gzip", "cannot be read"),
        ("t.jsonl.gz", gzip.compress(lines(ROWS), mtime=0)[:-12], "cannot be read"),
        ("t.csv", b"a,b\n1\n", "line 2: not as many cells"),
        ("t.csv", b"a,b\n1,2,3\n", "line 2: not as many cells"),
        ("t.csv", b"a;b\n1;2;3\n", "one column, 'a;b', that looks like several"),
        ("t.csv", b'a,b\n"1"x,2\n', "not CSV"),
        ("t.parquet", b"no parquet", "not Parquet"),
        ("t.csv", b"a,b\n", "no rows are in it"),
        ("t.xlsx", b"", "unknown kind of file"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path, name, content, complaint):
    with pytest.raises(BadData, match=complaint):
        rows_of(tmp_path / name, content)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadData, match="No such file"):
        list(read_rows(tmp_path / "t.jsonl"))


def test_texts_are_strings_and_values_are_everything():
    field = ["a", 1, 2.0, 2.5, True, None, "", ["b"], {"k": 1}]
    assert list(texts_in(field)) == ["a", "", "b"]
    assert list(texts_in({"name": "c", "places": [{"city": "d"}]})) == ["c", "d"]
    assert list(values_in(field)) == ["a", "1", "2", "2.5", "true", "b", '{"k": 1}']


def test_decimal_commas_are_no_separators(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text('size;name\n1,5;"a;b"\n2;"c,\nd"\n')
    assert list(read_rows(path)) == [
        {"size": "1,5", "name": "a;b"},
        {"size": "2", "name": "c,\nd"},
    ]


def test_a_single_column_is_read_as_it_is(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("name\na; b\nc | d\n")
    assert list(read_rows(path)) == [{"name": "a; b"}, {"name": "c | d"}]


def test_columns_of_one_name_are_one_of_several_values(tmp_path):
    content = b"team,goals,team,,\nAjax,1,PSV,,\nNEC,2,Ajax,,\n"
    assert rows_of(tmp_path / "t.csv", content) == [
        {"team": ["Ajax", "PSV"], "goals": "1", "": ["", ""]},
        {"team": ["NEC", "Ajax"], "goals": "2", "": ["", ""]},
    ]


def test_a_cell_may_be_as_long_as_a_book(tmp_path):
    book = "word " * 40_000
    content = f"title,text\nA,{book}\nB,short\n".encode()
    assert rows_of(tmp_path / "t.csv", content) == [
        {"title": "A", "text": book},
        {"title": "B", "text": "short"},
    ]
