"""Whatever a user types and a site does: one line that says what to do, and nothing is lost."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from aiohttp import web

from leadline import errors
from leadline.store import open_store
from tests.harvest.odd_sites import (
    FORM,
    SIZE,
    Catalogue,
    always,
    held,
    leadline,
    page,
    results,
    serving,
    titles,
)

FAST = ("--delay", 0, "--browser", "never", "--max-requests", 500)
BOMB = gzip.compress(bytes(16 << 20)) * 20


@pytest.fixture(scope="module")
def harvested(tmp_path_factory):
    """A file with the harvest of a well-behaved site."""
    path = tmp_path_factory.mktemp("harvested") / "books.db"
    with serving(Catalogue()) as site:
        ran = leadline("harvest", site, "--into", path, *FAST)
    assert ran.code == 0, ran.err
    return path


@pytest.fixture
def kept(harvested, tmp_path):
    """A copy of that file; whatever happens in the test, its records and turns stay."""
    path = tmp_path / "kept.db"
    shutil.copy(harvested, path)
    before = held(path)
    yield path
    assert held(path)[0] == before[0]


def harvest(site, path, *options):
    return leadline("harvest", site, "--into", path, *FAST, *options)


# --- what is typed ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("books", "not a URL; one looks like https://"),
        ("http://", "not a URL"),
        ("ftp://example.org/", "not an http or https URL"),
        ("mailto:me@example.org", "not an http or https URL"),
        ("http://exa mple.org/", "not a URL"),
        ("https://[::1", "not a URL"),
    ],
)
def test_what_is_no_url(kept, typed, said):
    ran = harvest(typed, kept)
    assert ran.code == 2
    assert said in ran.line


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--policy", "gredy"], "unknown policy 'gredy'; there are: sounding"),
        (["--fields", "title,author"], "no field named title, author; its fields are: search"),
    ],
)
def test_names_that_there_are_not(kept, options, said):
    with serving(Catalogue()) as site:
        ran = harvest(site, kept, *options)
    assert ran.code == 2
    assert said in ran.line


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[harvst]\n", "there is no command 'harvst'; there are: demo, inspect, forms, harvest"),
        ("harvest = 3", "write its options under [harvest]"),
        ("[harvest]\ndealy = 1", "harvest has no option 'dealy'; there are: into, max-requests"),
        ("[harvest]\ndelay = 'slow'", "'delay' of harvest should be a number"),
        ("[harvest]\ndelay = true", "'delay' of harvest should be a number"),
        ("[harvest]\nmax-requests = 1.5", "'max-requests' of harvest should be a whole number"),
        ("[harvest]\njson = 1", "'json' of harvest should be true or false"),
        ("[harvest]\nseed-word = 'a'", "'seed-word' of harvest should be a list of texts"),
        ("[harvest]\ncontact = 5", "'contact' of harvest should be a text in quotes"),
        ("[harvest]\nbrowser = 'maybe'", "should be one of auto, never, always"),
        ("[lab.run]\nlmit = 5", "run has no option 'lmit'"),
        ("[lab]\nrnu = 5", "there is no command 'rnu'"),
        ("delay = ", "Invalid value"),
    ],
)
def test_a_configuration_that_cannot_be_meant(tmp_path, text, said):
    path = tmp_path / "leadline.toml"
    path.write_text(text)
    ran = leadline("--config", path, "harvest", "https://example.org")
    assert ran.code == 2
    assert str(path) in ran.line
    assert said in ran.line


def test_a_configuration_is_spelt_as_the_options_are(tmp_path):
    path = tmp_path / "leadline.toml"
    path.write_text("[harvest]\ndelay = 0\nmax_requests = 40\njson = true\nbrowser = 'never'\n")
    with serving(Catalogue()) as site:
        ran = leadline("--config", path, "harvest", site, "--into", tmp_path / "books.db")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["requests"] == 40


# --- what a site answers ------------------------------------------------------------------------


def said_in_html(text, **options):
    return always(lambda: page(text, **options))


def sent(body, media="text/html", **headers):
    given = {"Content-Type": media, **headers}
    return always(lambda: web.Response(body=body, headers=given))


async def endless_redirect(request):
    raise web.HTTPFound("/b" if request.path == "/a" else "/a")


async def into_private_space(request):
    raise web.HTTPFound("http://127.0.0.2:9/")


async def two_gigabytes(request):
    response = web.StreamResponse(headers={"Content-Type": "text/html"})
    response.content_length = 2 << 30
    await response.prepare(request)
    for _ in range(2 << 10):
        await response.write(b"<p>x" * (1 << 18))
    return response


async def dripping(request):
    response = web.StreamResponse(headers={"Content-Type": "text/html"})
    await response.prepare(request)
    while True:
        await response.write(b" ")
        await asyncio.sleep(1)


async def forbidding(request):
    if request.path == "/robots.txt":
        return web.Response(text="User-agent: *\nDisallow: /")
    return page(FORM)


async def failing_at_robots(request):
    return web.Response(status=503)


async def resetting(request):
    request.transport.abort()
    return web.Response()


setattr(forbidding, "robots", True)  # noqa: B010
setattr(failing_at_robots, "robots", True)  # noqa: B010

CONTACT = """<form method=post action=/contact><h2>Contact us</h2><input name=email type=email>
    <textarea name=message></textarea><button>Send</button></form>"""
LOGIN = """<h1>Log in</h1><form method=post action=/login><input name=user>
    <input type=password name=secret><button>Log in</button></form>"""
ELSEWHERE = FORM.replace("/search", "http://127.0.0.2:9/search")
SITES: dict[str, tuple[Any, ...]] = {
    "no form": (said_in_html("<p>Hello"), 3, "no search form found at"),
    "the root of an API": (
        sent(b'{"books": "/books/", "authors": "/authors/"}', "application/json"),
        3, "names others; give one of them: http", "/books/, http", "/authors/",
    ),
    "no page": (said_in_html("<p>Hello", status=404), 3, "answers 404", "check the address"),
    "a contact form": (said_in_html(CONTACT), 4, "it looks like contact", "give the address"),
    "a form that asks elsewhere": (said_in_html(ELSEWHERE), 4, "it asks another site, 127.0.0.2"),
    "resets": (resetting, 5, "the server broke off; try later"),
    "robots.txt": (forbidding, 6, "robots.txt asks us not to", "ask its owner"),
    "robots.txt fails": (failing_at_robots, 6, "robots.txt answers 503", "try later"),
    "401": (said_in_html("<p>No", status=401), 7, "(401): give a page that anybody may read"),
    "403": (said_in_html("<p>No", status=403), 7, "(403): give a page that anybody may read"),
    "a login": (said_in_html(LOGIN), 7, "wants a login: give a page that anybody may read"),
    "a captcha": (
        said_in_html("<h1>Are you a robot?</h1><div class=g-recaptcha></div>"),
        8, "wants proof of a person: ask the site's owner",
    ),
    "429": (said_in_html("<p>No", status=429), 9, "(429): wait, then run again"),
    "500": (said_in_html("<p>No", status=500), 9, "(500): wait, then run again"),
    "503": (said_in_html("<p>No", status=503), 9, "(503): wait, then run again"),
    "a gzip bomb": (sent(BOMB, **{"Content-Encoding": "gzip"}), 10, "is larger than 33,554,432"),
    "two gigabytes": (two_gigabytes, 10, "is larger than 33,554,432 bytes"),
    "a byte a second": (dripping, 11, "did not arrive within 0.2 s", "allow more time"),
    "endless redirects": (endless_redirect, 12, "redirects more than 10 times", "in a browser"),
    "private space": (into_private_space, 13, "127.0.0.2 is in private address space"),
    "nothing": (sent(b""), 14, "is empty", "give another page"),
    "a PDF": (sent(b"%PDF-1.4", "application/pdf"), 14, "is application/pdf, neither HTML nor"),
    "half of JSON": (sent(b'{"a": [1, 2', "application/json"), 14, "that ends too early"),
    "an image": (sent(b"\x89PNG\r\n\x1a\n", "image/png"), 14, "is image/png", "give another page"),
    "an archive": (sent(b"PK\x03\x04", "application/zip"), 14, "is application/zip"),
    "an archive in disguise": (sent(b"PK\x03\x04" + bytes(range(9, 99))), 14, "is binary data"),
    "deep nesting": (said_in_html("<div>" * 100_000), 3, "no search form found"),
    "deep nesting after a form": (said_in_html(FORM + "<div>" * 100_000), 3, "--seed-word"),
    "invalid bytes": (sent(bytes(range(1, 256)) * 40), 3, "no search form found"),
}  # fmt: skip


@pytest.mark.parametrize("name", SITES)
def test_a_site_that_cannot_be_harvested(kept, name):
    handler, code, *words = SITES[name]
    options = ("--timeout", 0.2) if handler is dripping else ()
    with serving(handler) as site:
        ran = harvest(site, kept, *options)
    assert ran.code == code
    assert [word for word in words if word not in ran.line] == []
    assert ran.out == ""


def test_a_site_that_cannot_be_inspected():
    with serving(dripping) as site:
        ran = leadline("inspect", site, "--delay", 0, "--browser", "never", "--timeout", 0.2)
    assert (ran.code, ran.out) == (11, "")
    assert "did not arrive within 0.2 s" in ran.line


def test_a_host_that_nobody_is_at(kept):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        ran = harvest(f"http://127.0.0.1:{unused.getsockname()[1]}/", kept)
    assert ran.code == 5
    assert "nothing answers there" in ran.line
    assert "check the address or try later" in ran.line


def test_a_host_that_does_not_exist(kept):
    ran = harvest("http://books.invalid/", kept)
    assert ran.code == 5
    assert "check the address" in ran.line


def test_a_budget_that_is_too_small_to_understand_anything(kept):
    with serving(Catalogue()) as site:
        ran = harvest(site, kept, "--max-requests", 4)
    assert ran.code == 18
    assert "all 4 requests of the budget are spent; allow more" in ran.line


def test_requests_are_counted_over_all_runs(tmp_path):
    path = tmp_path / "books.db"
    with serving(Catalogue()) as site:
        assert harvest(site, path, "--max-requests", 4).code == 18
        status = json.loads(leadline("status", path, "--json").out)["sources"][0]
        assert status["last_run"]["requests"] == 4
        assert "all 4 requests" in leadline("status", path).out
        assert harvest(site, path, "--dry-run").code == 0
        seen = json.loads(leadline("status", path, "--json").out)["sources"][0]
        looked = seen["last_run"]["requests"]
        assert looked > 4
        ran = harvest(site, path, "--max-requests", 9, "--json")
    assert json.loads(ran.out)["requests"] == looked + 9


def test_every_kind_of_failure_is_in_the_documentation():
    text = (Path(__file__).parents[2] / "docs" / "errors.md").read_text()
    told = {int(code) for code in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)}
    kinds = [one for one in vars(errors).values() if isinstance(one, type)]
    codes = {kind.exit_code for kind in kinds if issubclass(kind, errors.LeadlineError)}
    assert told == {0, 1} | codes


def test_what_a_site_says_does_nothing_to_the_terminal(kept):
    with serving(said_in_html("", status=200)) as site:
        ran = harvest(f"{site}/%1b[31m\u202e", kept)
    assert ran.code == 3
    assert ran.line.isprintable()


def test_a_site_that_was_in_the_way_once_is_asked_again(tmp_path):
    class Opening(Catalogue):
        closed = True

        async def __call__(self, request):
            return page(LOGIN) if self.closed else await super().__call__(request)

    books = Opening()
    with serving(books) as site:
        assert harvest(site, tmp_path / "books.db").code == 7
        books.closed = False
        assert harvest(site, tmp_path / "books.db").code == 0


# --- what a site does later ---------------------------------------------------------------------


@dataclass
class Failing(Catalogue):
    """A site that answers so many searches, and then otherwise."""

    after: int = 30
    failing: bool = True

    async def answer(self, asked, number):
        if self.failing and self.asked > self.after:
            return await self.fail()
        return await super().answer(asked, number)

    async def fail(self):
        return page("<p>Sorry", status=503)


class Resetting(Failing):
    async def __call__(self, request):
        if self.failing and self.asked > self.after:
            request.transport.abort()
        return await super().__call__(request)


class Suspecting(Failing):
    async def fail(self):
        return page("<h1>Are you a robot?</h1><div class=g-recaptcha></div>")


@pytest.mark.parametrize(
    ("books", "said"),
    [
        (Failing(count=400), "cannot answer now (503)"),
        (Resetting(count=400), "the server broke off"),
        (Suspecting(count=400), "wants proof of a person"),
    ],
    ids=["503", "resets", "captcha"],
)
def test_a_site_that_starts_failing_is_left_alone_and_loses_nothing(tmp_path, books, said):
    path = tmp_path / "books.db"
    with serving(books) as site:
        ran = harvest(site, path)
        assert ran.code == 19
        line = ran.err.splitlines()[-1]
        assert said in line
        assert "run the same command again later to go on" in line
        before = held(path)[0]
        assert 0 < len(before[2]) < 400
        outcomes = [turn.answer.outcome.value for turn in before[1]]
        assert outcomes[-1] == "found"  # the failures at the end are not kept
        books.failing = False
        again = harvest(site, path)
    assert again.code == 0, again.err
    after = held(path)[0]
    assert after[1][: len(before[1])] == before[1]
    assert len(after[2]) > 0.95 * 400


@dataclass
class Away(Failing):
    """A site that fails from some search on, until somebody has waited for it."""

    count: int = 400
    after: int = 30
    waits: list[float] = field(default_factory=list)

    async def wait(self, seconds):
        self.waits.append(seconds)
        self.failing = len(self.waits) < 3


class Reset(Away):
    async def fail(self):
        raise ConnectionResetError


@pytest.mark.parametrize("kind", [Away, Reset])
@pytest.mark.parametrize("after", [8, 30, 47])
def test_an_outage_that_ends_is_waited_for_and_changes_nothing(tmp_path, kind, after):
    with serving(Away(failing=False)) as site:
        harvest(site, tmp_path / "quiet.db")
    away = kind(after=after)
    with serving(away) as site:
        ran = leadline("harvest", site, "--into", tmp_path / "books.db", *FAST, sleep=away.wait)
    assert ran.code == 0
    assert away.waits == [5.0, 15.0, 45.0]
    assert ran.err.count("s for the site to answer again (") == 3
    [(_, turns, _)], [(_, quiet, _)] = held(tmp_path / "books.db"), held(tmp_path / "quiet.db")
    assert [turn.step for turn in turns] == [turn.step for turn in quiet]


def test_an_outage_while_looking_is_no_understanding(tmp_path):
    books = Failing(after=8)
    with serving(books) as site:
        ran = harvest(site, tmp_path / "books.db")
        assert ran.code == 19
        assert "(503)" in ran.err.splitlines()[-1]
        books.failing = False
        assert harvest(site, tmp_path / "books.db").code == 0


@dataclass
class Holed(Catalogue):
    """A site that cannot show some pages."""

    holes: bool = True

    async def answer(self, asked, number):
        if self.holes and number == 4:
            return page("<p>Out of memory", status=500)
        return await super().answer(asked, number)


def test_pages_that_failed_are_asked_again_in_the_next_run(tmp_path):
    path, books = tmp_path / "books.db", Holed()
    with serving(books) as site:
        harvest(site, path, "--seed-word", "amber")
        [(_, turns, _)] = held(path)
        lost = [t.step for t in turns if t.answer.outcome.value == "failed"]
        assert len(lost) > 0
        harvest(site, path)
        assert held(path)[0][1] == turns  # they failed again
        books.holes = False
        harvest(site, path)
    [(_, more, _)] = held(path)
    again = more[len(turns) : len(turns) + len(lost)]
    assert [turn.step for turn in again] == lost
    assert {turn.answer.outcome.value for turn in again} == {"found"}
    assert [turn.number for turn in more] == list(range(1, len(more) + 1))
    assert {str(turn.step.why.expert) for turn in again} == {"again"}


class FirstPageForEver(Catalogue):
    async def answer(self, asked, number):
        found = self.found(asked)
        return results(asked, number, found[:SIZE], more=len(found) > SIZE)


class LastPageForEver(Catalogue):
    async def answer(self, asked, number):
        found = self.found(asked)
        last = max(1, -(-len(found) // SIZE))
        start = (min(number, last) - 1) * SIZE
        return results(asked, number, found[start : start + SIZE], more=True)


class OneAnswer(Catalogue):
    async def answer(self, asked, number):
        return results("x", number, list(enumerate(titles(SIZE))), more=True)


@pytest.mark.parametrize(
    ("books", "least"), [(FirstPageForEver(), 100), (LastPageForEver(), 150), (OneAnswer(), 10)]
)
def test_a_site_without_end_comes_to_one(tmp_path, books, least):
    with serving(books) as site:
        ran = harvest(site, tmp_path / "books.db", "--json")
    assert ran.code == 0, ran.err
    summary = json.loads(ran.out)
    assert summary["records"] >= least
    assert "budget" not in summary["stopped_because"]


def test_a_query_is_not_read_beyond_the_page_that_repeats(tmp_path):
    path = tmp_path / "books.db"
    with serving(LastPageForEver()) as site:
        harvest(site, path)
    [(_, turns, _)] = held(path)
    last: dict[object, int] = {}
    for turn in turns:
        last[turn.step.query] = max(last.get(turn.step.query, 0), turn.step.page)
    assert max(last.values()) == 150 // SIZE + 1


# --- the file -----------------------------------------------------------------------------------


def test_a_file_of_a_newer_version(kept):
    with sqlite3.connect(kept) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        db.execute("PRAGMA user_version = 99")
    db.close()
    for command in (("harvest", "http://127.0.0.1:9/", "--into"), ("status",), ("explain",)):
        ran = leadline(*command, kept)
        assert ran.code == 16
        assert "a newer version of Leadline wrote it; please upgrade" in ran.line
    with sqlite3.connect(kept) as db:
        db.execute(f"PRAGMA user_version = {version}")
    db.close()


def test_a_file_that_is_no_database(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader, " * 500)
    for command in (("harvest", "http://127.0.0.1:9/", "--into"), ("status",), ("export",)):
        ran = leadline(*command, path)
        assert ran.code == 15
        assert f"{path}: it is not a Leadline file" in ran.line
    assert path.read_text() == "Dear reader, " * 500


def test_a_database_that_is_not_ours(tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE songs (title)")
    db.close()
    before = path.read_bytes()
    ran = harvest("http://127.0.0.1:9/", path)
    assert ran.code == 15
    assert "not one of Leadline's" in ran.line
    assert path.read_bytes() == before


def test_places_that_are_no_files(tmp_path):
    for place, said in (
        (tmp_path, "it is a directory"),
        (tmp_path / "no" / "books.db", "its directory does not exist"),
    ):
        ran = harvest("http://127.0.0.1:9/", place)
        assert ran.code == 15
        assert said in ran.line
    assert list(tmp_path.iterdir()) == []


def test_a_second_harvest_on_the_same_file(kept):
    with open_store(kept):
        ran = harvest("http://127.0.0.1:9/", kept)
    assert ran.code == 20
    assert f"process {os.getpid()} is writing to it; wait until it has ended" in ran.line


def test_a_file_that_does_not_say_how_to_ask(tmp_path, harvested):
    path = tmp_path / "books.db"
    shutil.copy(harvested, path)
    with open_store(path) as store:
        [source] = store.sources()
        store.keep_understanding(source.id, {"type": "Source", "interface": 3})
    ran = harvest(source.url, path, "--until-proved")
    assert ran.code == 15
    assert "harvest into another file" in ran.line


def test_another_site_in_the_same_file(kept):
    with serving(Catalogue(count=40)) as site:
        assert harvest(site, kept).code == 0
    [_, (_, _, records)] = held(kept)
    assert len(records) >= 38


def test_an_archive_that_is_not_complete(kept, tmp_path):
    with serving(Catalogue(count=400)) as site:
        assert harvest(site, tmp_path / "some.db", "--max-requests", 60).code == 0
    ran = harvest(site, tmp_path / "again.db", "--archive", tmp_path / "some.db")
    assert ran.code == 17
    assert "the archive ends here (" in ran.line
    [(_, again, _)], [(_, some, _)] = held(tmp_path / "again.db"), held(tmp_path / "some.db")
    assert again[: len(some)] == some


def test_names_of_files_that_say_nothing(kept, tmp_path):
    for name in ("books", "books.txt", "books.gz", "books.db.gz"):
        ran = leadline("export", kept, tmp_path / name)
        assert ran.code == 2
        assert "end it in .csv, .jsonl," in ran.line
        assert "--format: csv, jsonl, parquet, sqlite, warc" in ran.line
    assert leadline("export", kept, tmp_path / "books", "--format", "csv").code == 0
    assert leadline("export", kept, tmp_path / "books.csv.gz").code == 0
    packed = gzip.decompress((tmp_path / "books.csv.gz").read_bytes())
    assert packed == (tmp_path / "books").read_bytes()


def test_looking_leaves_nothing_beside_the_file(kept):
    for command in (("status", kept), ("explain", kept), ("export", kept, "/dev/null")):
        assert leadline(*command).code == 0
        assert [path.name for path in kept.parent.iterdir()] == [kept.name]


def test_the_first_question_is_explained_in_words(kept):
    out = leadline("explain", kept, "--turn", 1).out
    assert "0.0 new" not in out
    assert "start: given as a first" in " ".join(out.split())


# --- in a process of its own --------------------------------------------------------------------


def started(*arguments, before=""):
    code = f"{before}\nfrom leadline.cli import main\nmain()"
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_disk_that_is_full(kept):
    limit = kept.stat().st_size + 4096
    before = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))"
    with serving(Catalogue(count=400)) as site:
        other = site.replace("127.0.0.1", "localhost")  # never the one that is in the file
        run = started("harvest", other, "--into", kept, *FAST, before=before)
        out, err = run.communicate(timeout=60)
    assert (run.returncode, out) == (15, "")
    said = "the disk is full, or cannot be read or written; see to it, then go on"
    assert err == f"leadline: {kept}: {said}\n"


@dataclass
class Stalling(Catalogue):
    """A site that answers so many searches, says so, and then keeps everybody waiting."""

    count: int = 400
    after: int = 0
    reached: Event = field(default_factory=Event)
    stalling: bool = True

    async def answer(self, asked, number):
        if self.stalling and self.asked > self.after:
            self.reached.set()
            await asyncio.sleep(600)
        return await super().answer(asked, number)


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (2, "interrupted before the first record; run the same command again to start anew"),
        (45, "interrupted; run the same command again to go on"),
    ],
)
def test_ctrl_c_ends_it_cleanly_and_it_goes_on(tmp_path, after, said):
    path = tmp_path / "books.db"
    books = Stalling(after=after)
    with serving(books) as site:
        run = started("harvest", site, "--into", path, *FAST)
        assert books.reached.wait(60)
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=60)
        assert (run.returncode, err) == (130, f"leadline: {said}\n")
        [(_, turns, _)] = held(path)
        assert bool(turns) == (after > 2)
        books.stalling = False
        assert harvest(site, path).code == 0
    [(_, more_turns, records)] = held(path)
    assert more_turns[: len(turns)] == turns
    assert len(records) > 0.95 * 400


@pytest.mark.parametrize("command", [("inspect",), ("harvest", "--dry-run", "--into")])
def test_ctrl_c_while_looking(tmp_path, command):
    books = Stalling(after=2)
    into = [tmp_path / "books.db"] if "--into" in command else []
    with serving(books) as site:
        run = started(*command, *into, site, "--delay", 0, "--browser", "never")
        assert books.reached.wait(60)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
    said = "leadline: interrupted; run the same command again to start anew\n"
    assert (run.returncode, out, err) == (130, "", said)
