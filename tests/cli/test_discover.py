"""`leadline discover`: what was typed, and what it says."""

import pytest

from leadline.cli.discovered import told
from leadline.discover.crawl import Progress
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


def test_the_progress_is_one_line():
    tally = Tally(sites=1200, unreachable=3, pages=4000, site_pages=500, forms=900, query_forms=450)
    assert told(Progress(doing="searching", running=200, waiting=7, tally=tally)) == (
        "searching: 1,003 sites done · 200 under way · 7 waiting · 4,500 pages · 900 forms · "
        "450 query forms · 0.100 a page"
    )
