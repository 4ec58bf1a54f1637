"""Bytes become the text that a browser would show."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.charset import charset, decode, unescaped, written

RUSSIAN = "Каталог библиотеки: книги, журналы и рукописи, найденные по запросу читателя"
JAPANESE = "図書館の目録を検索して、すべての本と雑誌を見つけることができます。検索結果は千件です。"
CZECH = "Příliš žluťoučký kůň úpěl ďábelské ódy, vyhledávání v katalogu knihovny"


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        ("é".encode(), "text/html; charset=utf-8", "é"),
        ("é".encode(), "text/html", "é"),
        ("é".encode(), "", "é"),
        (b"\xef\xbb\xbf\xc3\xa9", "text/html; charset=koi8-r", "é"),
        ("é".encode("utf-16"), "text/html; charset=utf-8", "é"),
        ("é".encode("utf-16-be"), 'text/plain; charset="UTF-16BE"', "é"),
        (b"\x93caf\xe9\x94 \x80", "text/html; charset=ISO-8859-1", "“café” €"),
        (b"\x93caf\xe9\x94", "text/html;charset='latin1'", "“café”"),
        ("漢字".encode("gbk"), "text/html; charset=gb2312", "漢字"),
        ("①髙".encode("cp932"), "text/html; charset=Shift_JIS", "①髙"),
        ("똠".encode("cp949"), "text/html; charset=euc-kr", "똠"),
        ('{"a": "é"}'.encode(), "application/json", '{"a": "é"}'),
        ('{"a": "é"}'.encode(), "application/ld+json", '{"a": "é"}'),
        (b"caf\xe9 \xff", "text/html; charset=utf-8", "caf� �"),
        (b"", "text/html", ""),
    ],
)
def test_what_the_server_says_holds(body, content_type, text):
    assert decode(body, content_type) == text


@pytest.mark.parametrize(
    "declaration",
    [
        b'<meta charset="windows-1251">',
        b"<META CHARSET=cp1251 />",
        b'<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
        b'<!-- <meta charset="utf-8"> --><meta charset=windows-1251>',
        b'<?xml version="1.0" encoding="windows-1251"?>',
    ],
)
def test_what_the_page_says_of_itself_holds_if_the_server_is_silent(declaration):
    assert decode(declaration + "Ж".encode("cp1251"), "text/html")[-1] == "Ж"
    assert decode(declaration + "Ж".encode(), "text/html; charset=utf-8")[-1] == "Ж"


def test_a_declaration_that_could_not_have_been_read_is_not_believed():
    assert decode('<meta charset="utf-16">é'.encode(), "text/html")[-1] == "é"


@pytest.mark.parametrize("label", ["rot13", "utf-7", "unicode_escape", "idna", "zip", "what?"])
def test_codecs_that_are_no_character_sets_are_not_used(label):
    assert decode(b"uryyb +AGE- \\u0061", f"text/html; charset={label}") == "uryyb +AGE- \\u0061"


@pytest.mark.parametrize(
    ("text", "codec"),
    [(RUSSIAN, "cp1251"), (RUSSIAN, "koi8-r"), (JAPANESE, "cp932"), (JAPANESE, "euc_jp"),
     (CZECH, "cp1250")],
)  # fmt: skip
def test_undeclared_text_is_guessed(text, codec):
    page = f"<html><title>{text}</title>{text * 20}".encode(codec)
    assert decode(page, "text/html") == f"<html><title>{text}</title>{text * 20}"


@given(st.binary(max_size=300), st.text(max_size=30))
def test_no_bytes_make_it_fail(body, content_type):
    assert isinstance(decode(body, content_type), str)


@given(
    st.binary(max_size=60),
    st.sampled_from(
        ["utf-16", "iso-2022-jp", "gb18030", "big5", "euc-jp", "euc-kr", "windows-1255", "koi8-u",
         "ibm866", "macintosh", "iso-8859-16", "iso-8859-8-i", "windows-874"]
    ),
)  # fmt: skip
def test_every_label_has_a_codec_that_takes_any_bytes(body, label):
    assert isinstance(decode(body, f"text/html; charset={label}"), str)


def test_every_codec_exists():
    from leadline.charset import _CODECS

    assert [b"".decode(codec) for codec in _CODECS.values()] == [""] * len(_CODECS)


def test_a_hostile_start_is_no_burden():
    assert decode(b"<meta " * 10**6, "text/html") == "<meta " * 10**6
    assert len(decode(b"\xff" * 10**6, "text/html")) == 10**6


@pytest.mark.parametrize(
    ("body", "content_type", "name"),
    [
        (b"", "text/html; charset=cp1251", "windows-1251"),
        (b"<meta charset=latin1>", "text/html", "windows-1252"),
        (b"<meta charset=x-sjis>", "", "shift_jis"),
        (RUSSIAN.encode("cp1251"), "text/html", "windows-1251"),
        (RUSSIAN.encode("utf-16"), "text/html", "utf-8"),
        (RUSSIAN.encode(), "text/html; charset=utf-16le", "utf-8"),
        (RUSSIAN.encode(), "text/html", "utf-8"),
        (b"plain", "", "utf-8"),
    ],
)
def test_answers_are_written_in_the_character_set_of_the_page(body, content_type, name):
    assert charset(body, content_type) == name


def test_what_a_character_set_lacks_is_written_by_number():
    assert written("Łódź é", "windows-1252") == b"&#321;\xf3d&#378; \xe9"
    assert written("é\ud800", "utf-8") == b"\xc3\xa9?"


def test_what_an_address_says_is_read_in_its_character_set():
    assert unescaped("%EA%ED%E8%E3%E0+%E8", "windows-1251") == "книга и"
    assert unescaped("%D0%BA%ff+%", "utf-8") == "к\ufffd %"
