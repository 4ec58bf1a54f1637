"""Answers in XML, CSV and scripts, as the values that JSON would give them."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.document import Document
from leadline.read import Sample, induce
from leadline.values import LINES, markup_in, values_of
from tests.read.result_pages import document

FEED = """<?xml version="1.0" encoding="utf-8"?>
<rss xmlns:o="http://a9.com/-/spec/opensearch/1.1/"><channel><o:totalResults>2</o:totalResults>
<item><title>Amber</title><guid isPermaLink="false">7</guid></item>
<item><title>Birch</title><category term="trees"/></item></channel></rss>"""


def test_a_feed_is_an_object_of_lists():
    assert values_of("application/rss+xml", FEED) == {
        "channel": {
            "totalResults": "2",
            "item": [
                {"title": "Amber", "guid": "7", "guid isPermaLink": "false"},
                {"title": "Birch", "category": {"term": "trees"}},
            ],
        }
    }


def test_rows_are_objects():
    assert values_of("text/csv", "Film;Year\nAmber; a tale;1950\n")[0]["Film"] == "Amber"
    assert values_of("text/csv", '\ufeffFilm,Year\n"Amber, a tale",1950\n') == [
        {"Film": "Amber, a tale", "Year": "1950"}
    ]
    assert values_of("text/csv", 'Film,Note\r\nAmber,"one\ntwo\u2028three"\r\n') == [
        {"Film": "Amber", "Note": "one\ntwo\u2028three"}
    ]


@pytest.mark.parametrize("script", [
    'rows = [{"a": 1}];', 'var x.rows=[{"a": 1}]', '/* made */\nconst rows = [{"a": 1}]; show();',
    'jQuery1_2([{"a": 1}])', '\ufeffcb([{"a": 1}]);',
])  # fmt: skip
def test_a_script_that_only_hands_over_a_value_is_that_value(script):
    assert values_of("application/javascript", script) == [{"a": 1}]
    assert values_of("text/javascript", script + "more of it" * 50) is None
    assert values_of("text/html", script) is None
    assert values_of("text/javascript", "rows = [{a: 1}]") is None


def test_a_script_that_is_mostly_an_index_is_that_index():
    index = {"docs": {"a": {"title": "A", "doc": "x" * 900}}}
    script = (
        f"var t = {{a: [1]}}; (function () {{ /* finds */ const docs = {json.dumps(index)}; }}())"
    )
    assert values_of("text/javascript", script) == index
    assert values_of("text/javascript", script + "more of it" * 200) is None


def test_pages_entities_and_broken_texts_are_left_alone():
    assert values_of("text/html", FEED) is None
    assert values_of("application/xml", "<html><body/></html>") is None
    assert values_of("application/xml", '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>') is None
    assert values_of("application/xml", "<a><b></a>") is None


def feed(*titles: str) -> Sample:
    items = "".join(
        f"<item><title>{title}</title><link>http://a.org/{title}</link>"
        f"<year>19{len(title)}</year></item>"
        for title in titles
    )
    body = f"<rss><channel><title>Films</title>{items}</channel></rss>"
    return Sample(document=document(body, kind="application/rss+xml"))


def test_records_of_a_feed_are_read_even_if_there_is_one():
    wrapper = induce([feed("Amber", "Birch", "Cedar tree"), feed("Dune", "Ember glow")], [])
    assert wrapper is not None
    [record] = wrapper.extract(feed("Fjord").document).records
    assert dict(record.values)["title"] == "Fjord"
    assert wrapper.extract(feed().document).records == ()


@given(st.sampled_from(["text/xml", "text/csv", "application/atom+xml"]), st.text())
def test_any_text_is_read_or_left_alone(kind, text):
    values_of(kind, text)


def test_lines_of_json_are_a_list():
    lines = Document(
        replace(document('{"a": 1}\n\n{"a": 2}\n').page, headers=(("Content-Type", LINES[0]),))
    )
    assert lines.json == [{"a": 1}, {"a": 2}]
    broken = replace(document('{"a": 1}\n{"a"').page, headers=(("Content-Type", LINES[0]),))
    assert Document(broken).json is None


def test_markup_in_json_is_the_longest_text_that_is_a_piece_of_a_page():
    piece = "\n<ul><li>a</li></ul>\n"
    assert markup_in({"status": "<b>ok</b>", "html": [piece], "n": 1}) == piece


@pytest.mark.parametrize("text", ["<a" + "x" * 10**6, "<a" + " " * 10**6, "a </b>", "<", ""])
def test_what_is_never_closed_is_no_markup_however_long(text):
    assert markup_in({"html": text}) == ""
