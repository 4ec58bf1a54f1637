import asyncio
import json
import re
import signal
import subprocess
import sys
import urllib.request

import aiohttp
import pytest
import typer

from leadline.cli.lab_web import web as web_command
from leadline.errors import LeadlineError
from leadline.lab.web import Web, forms, page
from leadline.lab.web.server import serve, started
from leadline.lab.web.truth import decoys

RUN = "import typer; from leadline.cli.lab_web import web; typer.run(web)"


def there(web, url):
    return page(web, url)


async def got(session, url, **fields):
    async with session.get(url, params=fields) as response:
        return await response.text()


def visiting(story, web):
    async def told():
        async with serve(web) as server, aiohttp.ClientSession() as session:
            return await story(session, server)

    return asyncio.run(told())


def test_each_address_is_a_site():
    web = Web(30, port=0)

    async def story(session, server):
        urls = [web.origin(number) + web.site(number).shown_at(0) for number in range(30)]
        return [await got(session, url) for url in urls], urls, dict(server.log.requests)

    bodies, urls, requests = visiting(story, web)
    assert bodies == [
        there(web, url).body.decode(web.site(n).charset) for n, url in enumerate(urls)
    ]
    assert len(set(bodies)) == 30
    assert requests == dict.fromkeys(range(30), 1)


def searched(web, method):
    """A site with a form that has a text box, and the name of the box."""
    for number in range(web.sites):
        for known in forms(web, number):
            boxes = [c.name for c in known.form.controls if c.kind == "text" and not c.value]
            if known.form.method == method and boxes:
                return known.form.action, boxes[0]
    raise AssertionError


def test_searches_answer():
    web = Web(60, port=0)

    async def story(session, server):
        action, box = searched(web, "GET")
        word = (await got(session, action, **{box: "e"})) and _a_word(web, action)
        hit, miss = [await got(session, action, **{box: text}) for text in (word, "zzxqyv")]
        return word, hit, miss, server.log

    word, hit, miss, log = visiting(story, web)
    assert word in hit.lower()
    assert re.search(r'<div class="result">', hit)
    assert '<div class="result">' not in miss
    assert [one.kind for one in log.submissions] == ["search"] * 3
    assert log.violations == []


def _a_word(web, action):
    site = web.at(action.split("/")[2].partition(":")[0])
    form = next(one for one in site.queries if action.endswith(one.action))
    return max(web.behind(site.number, form).records[0].words, key=len)


def test_results_go_on_page_by_page():
    web = Web(60)
    number, known = next(
        (n, k) for n in range(60) for k in forms(web, n)
        if k.form.method == "GET" and [c.name for c in k.form.controls if c.name] == ["q"]
    )  # fmt: skip
    form = next(one for one in web.site(number).queries if known.form.action.endswith(one.action))
    records = web.behind(number, form).records
    word = max(("open", "about", "more", "moved"), key=lambda w: sum(w in r.words for r in records))
    total = sum(word in record.words for record in records)
    shown = []
    for start in range(0, total, 20):
        body = there(web, f"{known.form.action}?q={word}&start={start}").body.decode("latin-1")
        assert (f"start={start + 20}" in body) == (start + 20 < total)
        shown += re.findall(r"<h4>(\d+)\. ", body)
    assert total > 20
    assert shown == [str(place) for place in range(1, total + 1)]


def test_a_post_search_answers():
    web = Web(200, port=0)

    async def story(session, server):
        action, box = searched(web, "POST")
        async with session.post(action, data={box: _a_word(web, action)}) as response:
            return await response.text(), server.log.submissions

    body, sent = visiting(story, web)
    assert '<div class="result">' in body
    assert [(one.kind, one.method) for one in sent] == [("search", "POST")]


def test_what_is_no_search_is_a_violation():
    web = Web(200, port=0)

    async def story(session, server):
        for kind in ("login", "subscribe", "contact", "poll", "elsewhere"):
            known = next(one for n in range(200) for one in decoys(web, n) if one.kind == kind)
            fields = {c.name: "x" for c in known.form.controls if c.name}
            send = session.get if known.form.method == "GET" else session.post
            told = {"params" if known.form.method == "GET" else "data": fields}
            try:
                async with send(known.form.action, **told):
                    pass
            except aiohttp.ServerDisconnectedError:
                assert kind == "elsewhere"
        return server.log

    log = visiting(story, web)
    assert {one.kind for one in log.violations} == {
        "login", "subscribe", "contact", "poll", "elsewhere",
    }  # fmt: skip
    assert log.summary()["submissions"] == len(log.violations)


def test_reading_pages_sends_nothing():
    web = Web(20, port=0)

    async def story(session, server):
        for number in range(20):
            site = web.site(number)
            for node in range(min(5, site.tree.pages)):
                await got(session, web.origin(number) + site.path(node))
        return server.log.submissions

    assert visiting(story, web) == []


def test_a_site_that_does_not_exist_closes_the_connection():
    web = Web(5, port=0)

    async def story(session, server):
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await got(session, f"{web.origin(5)}/")
        return server.log.submissions

    assert visiting(story, web) == []


def test_slow_sites_are_slow_each_for_itself():
    web = Web(50, port=0)

    async def story(session, server):
        delays = {server.delay(web.site(number)) for number in range(50)}
        await asyncio.gather(*(got(session, f"{web.origin(n)}/") for n in range(50)))
        return delays, server.log.most_at_once

    async def told():
        async with serve(web, latency=0.01) as server, aiohttp.ClientSession() as session:
            return await story(session, server)

    delays, most = asyncio.run(told())
    assert len(delays) == 50
    assert set(most.values()) == {1}


def test_what_is_known_is_told_at_127_0_0_1():
    web = Web(12, port=0)
    with started(web):
        about = f"http://127.0.0.1:{web.port}"
        sites = read(f"{about}/sites.txt").split()
        truth = [json.loads(line) for line in read(f"{about}/truth.jsonl").splitlines()]
        log = json.loads(read(f"{about}/log.json"))
    assert sites == [f"{web.origin(number)}/" for number in range(12)]
    assert [one["key"] for one in truth] == [k.key for n in range(12) for k in forms(web, n)]
    assert log == {
        "requests": 0, "sites": 0, "most_at_once": 0, "submissions": 0, "violations": [],
    }  # fmt: skip


def read(url):
    with urllib.request.urlopen(url) as reply:
        return reply.read().decode()


def test_a_port_that_is_taken():
    web = Web(2, port=0)
    app = typer.Typer()
    app.command()(web_command)
    with started(web), pytest.raises(LeadlineError, match=f"cannot listen on port {web.port}"):
        app(["--port", str(web.port), "--sites", "2"], standalone_mode=False)


def test_the_command_serves_until_interrupted():
    command = [sys.executable, "-c", RUN, "--port", "0", "--sites", "20", "--seeds", "2"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        seeds = [process.stdout.readline().strip() for _ in range(2)]
        read(seeds[0])
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 0
    first, blank, last = said.splitlines()
    assert first.startswith("20 sites, seed 1; all about them: http://127.0.0.1:")
    assert (blank, last) == (
        "", "1 requests to 1 sites, at most 1 at once to one; 0 forms were sent, "
        "0 of them no searches",
    )  # fmt: skip
