"""Lists of sites, as people have them."""

import pytest

from leadline.cli.address import address
from leadline.discover.lists import read_list, write_list
from leadline.errors import BadData
from leadline.store.sites_values import Site


def read(tmp_path, text, name="list.txt"):
    file = tmp_path / name
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    found = read_list(str(file), address)
    return found.urls, found.skipped


@pytest.mark.parametrize(
    ("text", "urls", "skipped"),
    [
        ("a.org\nhttps://b.org/x\n", ["https://a.org/", "https://b.org/x"], 0),
        ("# sites\n\n  a.org  \r\n", ["https://a.org/"], 0),
        ("name,url\nA,http://a.org\nB,http://b.org\n", ["http://a.org/", "http://b.org/"], 1),
        ("\ufeffsite;title\na.org;A, or not\n", ["https://a.org/"], 1),
        ('"Smith, Sons",https://a.org/?q=1,x.y.z\n', ["https://a.org/?q=1"], 0),
        ("Tom\tb.org\n", ["https://b.org/"], 0),
        (b"\xff\xfe\x00\nhttp://a.org\n", ["http://a.org/"], 1),
        ("a.org\n" + "x" * 100_000 + "\n", ["https://a.org/"], 1),
    ],
)
def test_addresses_are_found_in_lines_and_columns(text, urls, skipped, tmp_path):
    assert read(tmp_path, text) == (urls, skipped)


@pytest.mark.parametrize("text", ["", "no address here\n", "\0\0\0"])
def test_a_list_without_an_address_is_an_error(text, tmp_path):
    with pytest.raises(BadData, match=r"list\.txt has no address of a site"):
        read(tmp_path, text)


def test_what_is_written_can_be_read(tmp_path):
    sites = [
        Site(key="a.org", url="https://a.org/", title='The "A", really', reason="x\ny"),
        Site(key="b.org:81", url="http://b.org:81/"),
    ]
    for name in ("sites.csv", "sites.txt"):
        assert write_list(tmp_path / name, sites) == 2
        found = read_list(str(tmp_path / name), address)
        assert found.urls == ["https://a.org/", "http://b.org:81/"]


def test_a_list_that_cannot_be_read_is_an_error(tmp_path):
    with pytest.raises(BadData, match="cannot read"):
        read_list(str(tmp_path), address)


def test_standard_input_is_a_list_too(monkeypatch, tmp_path):
    (tmp_path / "in").write_text("a.org\n")
    with (tmp_path / "in").open() as file:
        monkeypatch.setattr("sys.stdin", file)
        assert read_list("-", address).urls == ["https://a.org/"]
