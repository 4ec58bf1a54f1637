"""The limit that a page states."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.document import Document
from leadline.interpret.limit_words import said_limit
from leadline.model import Page, Request


def page(text):
    url = "http://x.example/"
    body = f"<html><body><p>{text}</p></body></html>".encode()
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return Document(Page(request=Request(url=url), url=url, headers=headers, body=body))


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("Only the first 100 are shown. Please narrow your search.", 100),
        ("12,345 records found. Showing the first 1,000 results.", 1000),
        ("The first 250 records will be displayed", 250),
        ("Results are limited to 500", 500),
        ("A maximum of 200 hits can be listed: max. 200 records", 200),
        ("Es werden nur die ersten 100 Treffer angezeigt.", 100),
        ("Die Ausgabe ist auf 1.000 Treffer begrenzt.", 1000),
        ("Seuls les 300 premiers résultats sont affichés", 300),
        ("Sólo se muestran los primeros 200 resultados", 200),
        ("Vengono mostrati solo i primi 50 risultati", 50),
        ("Alleen de eerste 100 treffers worden getoond", 100),
        ("Показаны только первые 500 записей", 500),
        ("検索結果は最大1,000件まで表示します", 1000),
        ("最多显示500条", 500),
    ],
)
def test_sentences_in_several_languages(text, limit):
    assert said_limit(page(text)) == limit


@pytest.mark.parametrize(
    "text",
    [
        "Showing 1 - 10 of 808 records",
        "Up to 50 results per page; at most 50 results per page",
        "The first 10 of 300 are shown here: showing the first 10 of 300",
        "Only the first 100 are shown, limited to 500",  # which?
        "The first man on the moon",
        "",
    ],
)
def test_other_sentences(text):
    assert said_limit(page(text)) is None


@given(st.text(max_size=60))
def test_any_text_is_read_without_harm(text):
    said_limit(page(text.replace("<", "")))
