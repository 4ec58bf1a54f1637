"""`leadline sources` and `leadline harvest @ID`: from a search over forms to a harvest."""

import json
import sys

import pytest

from leadline.cli import main
from leadline.errors import StoreError
from leadline.store import open_store
from tests.discover.little_web import BOOKS, JOBS, catalogue, little_web


def ran(capsys, monkeypatch, *arguments):
    """What the command printed."""
    monkeypatch.setattr(sys, "argv", ["leadline", *map(str, arguments)])
    try:
        main()
    except SystemExit as ended:
        if ended.code:
            raise
    return capsys.readouterr().out


@pytest.fixture
def found(tmp_path, capsys, monkeypatch):
    """Two sites, and the file in which their forms are."""
    sites = {
        "127.0.3.1": catalogue("Books of the library", BOOKS),
        "127.0.3.2": catalogue("Jobs for everybody", JOBS),
    }
    with little_web(sites) as (port, log):
        urls = [f"http://{host}:{port}/" for host in sites]
        file = tmp_path / "sites.db"
        ran(capsys, monkeypatch, "discover", *urls, "--into", file, "--delay", 0)
        yield file, urls, log


def test_sources_are_searched_by_words(found, capsys, monkeypatch):
    file, urls, _ = found
    told = json.loads(ran(capsys, monkeypatch, "sources", "library", "--sites", file, "--json"))
    (one,) = told["sources"]
    assert one["page"] == f"{urls[0]}search"
    assert (one["kind"], one["method"], one["size"]) == ("search", "GET", 36)
    assert one["fields"][0]["label"] == "Title"
    assert told["facets"]["fields"] == {"title": 1}


def test_sources_are_shown_to_people(found, capsys, monkeypatch):
    file, urls, _ = found
    lines = ran(capsys, monkeypatch, "sources", "jobs", "--sites", file).splitlines()
    assert lines[0].endswith("Search Jobs for everybody")
    assert lines[1] == f"     {urls[1]}search"
    assert lines[2] == "     15 · answers · asks by Title"
    assert ran(capsys, monkeypatch, "sources", "zebra", "--sites", file) == "Nothing found.\n"


def test_the_list_of_sites_is_exported(found, tmp_path, capsys, monkeypatch):
    file, urls, _ = found
    for name in ("all.txt", "all.csv"):
        said = ran(capsys, monkeypatch, "sources", "--sites", file, "--export", tmp_path / name)
        assert said == f"2 sites are in {tmp_path / name}\n"
    assert (tmp_path / "all.txt").read_text().split() == urls
    assert "Jobs for everybody" in (tmp_path / "all.csv").read_text()


def test_a_source_is_harvested_by_its_number(found, tmp_path, capsys, monkeypatch):
    file, urls, log = found
    told = json.loads(ran(capsys, monkeypatch, "sources", "library", "--sites", file, "--json"))
    number, records = told["sources"][0]["id"], tmp_path / "books.db"
    log.clear()
    done = ran(capsys, monkeypatch, "harvest", number, "--sites", file, "--into", records,
               "--delay", 0, "--browser", "never", "--details", "never", "--json")  # fmt: skip
    assert json.loads(done)["records"] >= 10
    assert log[1] == ("127.0.3.1", "GET", "/search")
    with open_store(records, write=False) as store:
        assert [one.url for one in store.sources()] == [f"{urls[0]}search"]


def test_sites_that_a_harvest_has_met_are_remembered(tmp_path, capsys, monkeypatch):
    records, file = tmp_path / "books.db", tmp_path / "sites.db"
    sites = {"127.0.3.1": catalogue("Books", BOOKS, ("127.0.3.2", "127.0.3.3"))}
    with little_web(sites) as (port, log):
        with open_store(records) as store:
            from leadline.model import Page, Request

            body = f'<a href="http://127.0.3.2:{port}/x">one</a><a href="/own">own</a>'.encode()
            asked = Request(url=f"http://127.0.3.1:{port}/links")
            store.put(Page(request=asked, url=asked.url, body=body))
        out = ran(capsys, monkeypatch, "discover", "--from", records, "--into", file, "--json")
        assert log == []
    told = json.loads(out)
    assert (told["known_sites"], told["sites"], told["pages"]) == (1, 0, 0)


def test_no_file_is_made_for_a_harvest_that_is_not_there(tmp_path, capsys, monkeypatch):
    into = tmp_path / "sites.db"
    with pytest.raises(SystemExit) as ended:
        ran(capsys, monkeypatch, "discover", "--from", tmp_path / "no.db", "--into", into)
    assert ended.value.code == StoreError.exit_code
    assert "no.db: there is no such file" in capsys.readouterr().err
    assert not into.exists()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["harvest", "@999"], 2, "has no source @999; `leadline sources` lists them"),
        (["sources", "--export", "x.pdf"], 2, "the list can be written as .csv or .txt"),
    ],
)
def test_what_is_not_there_is_said(arguments, code, said, found, capsys, monkeypatch):
    file, _, _ = found
    with pytest.raises(SystemExit) as ended:
        ran(capsys, monkeypatch, *arguments, "--sites", file)
    assert ended.value.code == code
    assert said in capsys.readouterr().err


def test_without_a_file_there_is_nothing_to_search(tmp_path, capsys, monkeypatch):
    with pytest.raises(SystemExit) as ended:
        ran(capsys, monkeypatch, "sources", "--sites", tmp_path / "none.db")
    assert ended.value.code == 15


def test_a_kind_of_form_that_there_is_not(tmp_path, capsys, monkeypatch):
    with pytest.raises(SystemExit, match="2"):
        ran(capsys, monkeypatch, "sources", "--kind", "serach", "--sites", tmp_path / "none.db")
    assert "there is no kind 'serach' of form; there are: contact, login," in (
        capsys.readouterr().err
    )
