"""`leadline discover` on a little Web: what it finds, what it never does, how it goes on."""

import gc
import json
import signal
import subprocess
import sys
import weakref
from typing import Any

import pytest
from aiohttp import web

from leadline.browse.experience import Experience
from leadline.browse.links import external
from leadline.discover.remember import remembered
from leadline.discover.search import SiteSearch
from leadline.lab.web import Web
from leadline.lab.web.server import started
from leadline.net.addresses import Guard
from leadline.store.sites import Run, open_sites
from leadline.store.sites_values import Probe, State, Wanted
from tests.discover.little_web import (
    BOOKS,
    JOBS,
    catalogue,
    little_web,
    page,
    ran,
    results,
    submitted,
)


def library(*links):
    return catalogue("Books of the harbour library", BOOKS, links)


def careers(*links):
    return catalogue("Jobs for everybody", JOBS, links)


@pytest.fixture
def three():
    """A library that names an office, and a mirror of the library."""
    sites = {
        "127.0.3.1": library("127.0.3.2", "127.0.3.3"),
        "127.0.3.2": careers("127.0.3.1"),
        "127.0.3.3": library(),
    }
    with little_web(sites) as (port, log):
        yield [f"http://{host}:{port}/" for host in sites], log


def test_sites_are_found_from_a_seed_and_their_forms_are_kept(three, tmp_path, capsys, monkeypatch):
    urls, log = three
    told = ran(capsys, monkeypatch, urls[0], "--into", tmp_path / "sites.db")
    assert (told["sites"], told["unreachable"], told["known_sites"]) == (3, 0, 3)
    assert told["query_forms"] == 2  # the mirror's is the library's
    assert told["harvest"] == round(2 / told["pages"], 4)
    assert told["strategy"] == "bandit"
    assert told["requests"] == len(log)
    with open_sites(tmp_path / "sites.db", write=False) as store:
        books, jobs = store.search(Wanted())
    assert [one.split("/")[2] for one in books.places] == [url.split("/")[2] for url in urls[::2]]
    assert (books.entry.probe, books.entry.size, books.entry.whole) == (Probe.ANSWERS, 36, True)
    assert books.entry.titles[:2] == ("Amber harbour", "Amber island")
    assert {"books", "harbour", "library"} <= set(books.entry.subject)
    assert [(f.name, f.label, f.type) for f in books.entry.fields] == [("q", "Title", "search")]
    assert jobs.entry.size == 15


def test_nothing_that_is_no_search_is_ever_submitted(three, tmp_path, capsys, monkeypatch):
    urls, log = three
    told = ran(
        capsys, monkeypatch, *urls, "--into", tmp_path / "s.db", "--strategy", "exhaustive-3"
    )
    assert submitted(log) == []
    assert told["forms"] == 2 + 3 * 5  # the traps are kept, with the reason
    with open_sites(tmp_path / "s.db", write=False) as store:
        logins = store.search(Wanted(kind="login"))
    assert [one.entry.refused for one in logins] == ["it looks like login, not like a search"] * 3


def test_the_log_of_a_synthetic_web_shows_searches_alone(tmp_path, capsys, monkeypatch):
    with started(Web(12, seed=5, port=0)) as server:
        urls = [f"{server.web.origin(site)}/" for site in range(12)]
        told = ran(capsys, monkeypatch, *urls, "--into", tmp_path / "s.db", "--strategy",
                   "navmenu-3", "--max-pages", 100)  # fmt: skip
        log = server.log.summary()
    assert (log["violations"], log["most_at_once"]) == ([], 1)
    assert 0 < log["submissions"] <= told["probes"]
    assert told["query_forms"] >= 8


def test_a_form_that_first_brings_nothing_is_asked_with_words_of_other_pages(
    tmp_path, capsys, monkeypatch
):
    form = '<form action="/find"><input type="search" name="q"><button>Search</button></form>'

    def shy(request):
        if request.path == "/find":
            asked = request.query["q"]
            return results("Shelves", BOOKS, asked) if asked else page("Say something", form)
        if request.path == "/shelf":
            return page("The shelf", "".join(f"<li>{book}</li>" for book in BOOKS[:9]))
        return page("Welcome", f'{form}<a href="/shelf">See the shelf</a>')

    with little_web({"127.0.3.1": shy}) as (port, _):
        told = ran(capsys, monkeypatch, f"127.0.3.1:{port}", "--into", tmp_path / "s.db")
    assert (told["forms"], told["query_forms"]) == (1, 1)
    with open_sites(tmp_path / "s.db", write=False) as store:
        assert [one.entry.size for one in store.search(Wanted(words="shelf amber"))] == [6]


def test_the_same_command_again_fetches_nothing_more(three, tmp_path, capsys, monkeypatch):
    urls, log = three
    first = ran(capsys, monkeypatch, urls[0], "--into", tmp_path / "sites.db")
    asked = len(log)
    again = ran(capsys, monkeypatch, urls[0], "--into", tmp_path / "sites.db")
    assert len(log) == asked
    assert {**again, "seconds": 0} == {**first, "seconds": 0}


def test_what_is_killed_goes_on_and_fetches_no_page_twice(three, tmp_path, capsys, monkeypatch):
    urls, log = three
    quiet = ran(capsys, monkeypatch, *urls, "--into", tmp_path / "quiet.db")
    undisturbed = sorted(log)
    for asked in (13,):
        log.clear()
        command = [sys.executable, "-m", "leadline", "discover", *urls, "--delay", "0.3"]
        file = tmp_path / f"killed{asked}.db"
        child = subprocess.Popen([*command, "--into", str(file), "--json"])
        while len(log) < asked and child.poll() is None:
            try:
                child.wait(0.01)
            except subprocess.TimeoutExpired:
                continue
        child.send_signal(signal.SIGKILL)
        child.wait()
        told = ran(capsys, monkeypatch, *urls, "--into", file)
        for name in ("sites", "pages", "probes", "forms", "query_forms", "known_sites"):
            assert told[name] == quiet[name], name
        twice = len(log) - len(undisturbed)  # robots.txt, and what came in the last moments
        assert twice <= 3 * len(urls)


def test_ctrl_c_ends_it_with_a_summary(three, tmp_path):
    urls, log = three
    command = [sys.executable, "-m", "leadline", "discover", *urls, "--delay", "0.2"]
    child = subprocess.Popen([*command, "--into", str(tmp_path / "s.db"), "--json"],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    while len(log) < 6 and child.poll() is None:
        try:
            child.wait(0.01)
        except subprocess.TimeoutExpired:
            continue
    child.send_signal(signal.SIGINT)
    out, err = child.communicate()
    assert child.returncode == 130
    assert json.loads(out)["stopped_because"] == "interrupted"
    assert err.decode() == "leadline: interrupted; run the same command again to go on\n"


# --- budgets --------------------------------------------------------------------------------------


def test_no_more_pages_are_read_than_allowed(three, tmp_path, capsys, monkeypatch):
    urls, _ = three
    told = ran(capsys, monkeypatch, *urls, "--into", tmp_path / "s.db", "--max-pages", 4)
    assert told["pages"] == 4
    assert told["stopped_because"] == "all 4 pages of the budget are read"


def test_no_more_sites_are_searched_than_allowed(three, tmp_path, capsys, monkeypatch):
    urls, log = three
    told = ran(capsys, monkeypatch, urls[0], "--into", tmp_path / "s.db", "--max-sites", 1)
    assert (told["sites"], told["known_sites"]) == (1, 3)
    assert {host for host, _, _ in log} == {"127.0.3.1"}


def test_depth_0_reads_front_pages_alone(three, tmp_path, capsys, monkeypatch):
    urls, _ = three
    told = ran(capsys, monkeypatch, urls[0], "--into", tmp_path / "s.db", "--depth", 0)
    assert (told["pages"], told["query_forms"]) == (1, 0)


def test_a_sample_of_the_sites_chooses_the_strategy(tmp_path, capsys, monkeypatch):
    hosts = [f"127.0.3.{n}" for n in range(1, 9)]
    sites = {
        host: catalogue(f"Shelf {n}", BOOKS[4 * n : 4 * n + 4]) for n, host in enumerate(hosts)
    }
    with little_web(sites) as (port, _):
        urls = [f"http://{host}:{port}/" for host in hosts]
        file = tmp_path / "s.db"
        told = ran(capsys, monkeypatch, *urls, "--into", file, "--sample", 4, "--max-sites", 8)
    sample = told["sample"]
    names = {one["strategy"] for one in sample["strategies"]}
    assert {"bandit", "exhaustive-3", "navmenu-3"} <= names
    assert (sample["sites"], told["sites"]) == (4, 8)
    assert told["strategy"] == sample["chosen"]
    assert sample["prediction"]["sites"] == 4
    forms = next(one for one in sample["checks"] if one["name"] == "forms")
    assert (forms["predicted"], forms["real"], forms["within"]) == (4.0, 4, True)


def test_a_sample_of_one_site_knows_no_margin(three, tmp_path, capsys, monkeypatch):
    urls, _ = three
    told = ran(capsys, monkeypatch, urls[1], "--into", tmp_path / "s.db", "--sample", 1)
    assert {one["harvest"]["margin"] for one in told["sample"]["strategies"]} == {None}


# --- sites as they are ----------------------------------------------------------------------------


class Forbidding:
    """A site whose robots.txt allows nothing."""

    robots = True

    def __call__(self, request):
        return web.Response(text="User-agent: *\nDisallow: /")


def test_what_robots_txt_forbids_is_left_alone(tmp_path, capsys, monkeypatch):
    with little_web({"127.0.3.1": Forbidding()}) as (port, log):
        with pytest.raises(SystemExit) as ended:
            ran(capsys, monkeypatch, f"127.0.3.1:{port}", "--into", tmp_path / "s.db")
        assert ended.value.code == 5
        assert [address for _, _, address in log] == ["/robots.txt"]
    assert "robots.txt asks us not to" in capsys.readouterr().err


def test_a_site_that_leads_to_another_is_searched_there(tmp_path, capsys, monkeypatch):
    def leaving(request):
        there = f"http://127.0.3.2:{request.url.port}/"
        return page("Moved", "", status=301, headers={"Location": there})

    with little_web({"127.0.3.1": leaving, "127.0.3.2": library()}) as (port, _):
        urls = [f"127.0.3.{n}:{port}" for n in (1, 2)]
        told = ran(capsys, monkeypatch, *urls, "--into", tmp_path / "s.db")
    assert (told["sites"], told["query_forms"]) == (1, 1)
    with open_sites(tmp_path / "s.db", write=False) as store:
        first, second = store.sites()
    assert (first.forms_state, first.reason) == (State.DONE, f"it leads to {second.url}")


def test_a_search_that_only_a_description_names_is_found(tmp_path, capsys, monkeypatch):
    def described(request):
        if request.path == "/open.xml":
            template = "/find?q={searchTerms}"
            text = f'<OpenSearchDescription><Url type="text/html" template="{template}"/>'
            return web.Response(text=text, content_type="text/xml")
        if request.path == "/find":
            return results("Books", BOOKS, request.query["q"])
        kind = "application/opensearchdescription+xml"
        return page("Amber meadows", f'<link rel="search" type="{kind}" href="/open.xml">')

    with little_web({"127.0.3.1": described}) as (port, _):
        told = ran(capsys, monkeypatch, f"127.0.3.1:{port}", "--into", tmp_path / "s.db")
    assert (told["forms"], told["query_forms"]) == (1, 1)


def test_a_form_that_ignores_what_is_asked_is_no_query_form(tmp_path, capsys, monkeypatch):
    form = '<form action="/find"><input type="search" name="q"><button>Search</button></form>'

    def deaf(request):
        return page("Always the same", f"{form}<p>Amber harbour</p><p>Blue island</p>")

    with little_web({"127.0.3.1": deaf}) as (port, _):
        told = ran(capsys, monkeypatch, f"127.0.3.1:{port}", "--into", tmp_path / "s.db")
    assert (told["forms"], told["query_forms"]) == (1, 0)


def test_a_site_that_breaks_the_search_does_not_end_it(three, tmp_path, capsys, monkeypatch):
    urls, _ = three

    def broken(document):
        return external(document) if "127.0.3.2" not in document.url else 1 / 0

    monkeypatch.setattr("leadline.discover.search.external", broken)
    told = ran(capsys, monkeypatch, *urls, "--into", tmp_path / "s.db")
    assert (told["sites"], told["unreachable"]) == (2, 1)


def test_only_a_site_in_private_space_leads_there():
    guard = Guard(["127.0.0.1", "example.org"])
    answer: Any = {"host": "93.184.216.34"}
    guard.admitted("example.org", [answer])
    assert guard.is_inside("127.0.0.1")
    assert not guard.is_inside("example.org")
    assert not guard.is_inside("10.0.0.1")
    guard.admit("10.0.0.1")
    assert guard.is_inside("10.0.0.1")


def test_what_a_run_has_learned_is_there_for_the_next_one(three, tmp_path, capsys, monkeypatch):
    urls, _ = three
    file = tmp_path / "sites.db"
    ran(capsys, monkeypatch, urls[0], "--into", file, "--max-sites", 1)
    with open_sites(file) as store:
        first, second = remembered(store, Run(id=1)), store.begin("something else")
        again = remembered(store, second)
    assert first.menus.sites == again.menus.sites == 1
    assert again.weights.tolist() == first.weights.tolist() != Experience().weights.tolist()


def test_a_site_that_is_done_is_let_go_of_at_once(three, tmp_path, capsys, monkeypatch):
    """Without waiting for Python to look for cycles: there are many, and their pages are large."""
    searches, begin = [], SiteSearch.__init__

    def noted(self, *given):
        searches.append(weakref.ref(self))
        begin(self, *given)

    monkeypatch.setattr(SiteSearch, "__init__", noted)
    gc.disable()
    try:
        told = ran(capsys, monkeypatch, three[0][0], "--into", tmp_path / "sites.db")
        alive = [one for one in searches if one() is not None]
    finally:
        gc.enable()
    assert (told["sites"], alive) == (3, [])
    assert len(searches) >= 3
