"""`leadline discover`: what was typed, and what it says."""

from pathlib import Path

import pytest

from leadline.cli.discovered import Outcome, show, told
from leadline.discover.crawl import Progress, Summary
from leadline.store.sites_values import Tally
from tests.discover.little_web import BOOKS, catalogue, little_web, ran


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["not a url"], 2, "'not a url' is not a URL"),
        (["ftp://example.org"], 2, "not an http or https URL"),
        (["nowhere.csv"], 2, "there is no file nowhere.csv"),
        ([], 2, "name a site, or a file that lists some"),
        (["http://127.0.3.9:1/"], 5, "nothing could be had of the site: http://127.0.3.9:1/"),
        (["127.0.3.9", "--strategy", "luck"], 2, "unknown strategy 'luck'; there are: bandit"),
    ],
)
def test_what_cannot_be_meant_is_said_in_a_line(
    arguments, code, said, tmp_path, capsys, monkeypatch
):
    with pytest.raises(SystemExit) as ended:
        ran(capsys, monkeypatch, *arguments, "--into", tmp_path / "s.db")
    error = capsys.readouterr().err
    assert ended.value.code == code
    assert said in error
    assert error.count("\n") == 1


def test_a_list_of_sites_is_read_and_lines_without_one_are_counted(tmp_path, capsys, monkeypatch):
    with little_web({"127.0.3.1": catalogue("Books", BOOKS)}) as (port, _):
        (tmp_path / "list.csv").write_text(f"name,address\nBooks,http://127.0.3.1:{port}/\n")
        told = ran(capsys, monkeypatch, tmp_path / "list.csv", "--into", tmp_path / "s.db")
    assert (told["sites"], told["query_forms"]) == (1, 1)
    assert list(told)[:1] + list(told)[-1:] == ["sites", "seconds"]


def test_a_site_that_could_not_be_had_is_named(tmp_path, capsys, monkeypatch):
    with little_web({"127.0.3.1": catalogue("Books", BOOKS)}) as (port, _):
        urls = (f"http://127.0.3.1:{port}/", "http://127.0.3.9:1/")
        told = ran(capsys, monkeypatch, *urls, "--into", tmp_path / "s.db")
    [failed] = told["failed"]
    assert (told["sites"], told["unreachable"], failed["site"]) == (1, 1, urls[1])
    assert failed["why"].startswith("http://127.0.3.9:1/robots.txt: nothing answers there")


def test_where_many_that_could_not_be_had_are_listed(capsys):
    outcome = Outcome(
        tally=Tally(sites=3, unreachable=9, known=12),
        summary=Summary(strategy="bandit", ended="every site is searched"),
        seconds=2.0,
        requests=40,
        failed=(("http://a/", "http://a/robots.txt: no such host"), ("http://b/", "too slow")),
    )
    show(outcome, Path("s.db"), as_object=False)
    assert capsys.readouterr().out.splitlines()[:4] == [
        "  sites     3 searched, 9 could not be had; 12 known",
        "  not had   http://a/robots.txt: no such host",
        "            http://b/: too slow",
        "            … and 7 more: leadline sources --sites s.db --export all-sites.csv",
    ]


def test_the_progress_is_one_line():
    tally = Tally(sites=1200, unreachable=3, pages=4000, site_pages=500, forms=900, query_forms=450)
    assert told(Progress(doing="searching", running=200, waiting=7, tally=tally)) == (
        "searching: 1,003 sites done · 200 under way · 7 waiting · 4,500 pages · 900 forms · "
        "450 query forms · 0.100 a page"
    )
