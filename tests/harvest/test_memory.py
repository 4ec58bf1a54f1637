"""Whatever a site sends, and however much of it, reading it takes less than a gigabyte."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest
from aiohttp import web

from tests.harvest.odd_sites import FORM, Catalogue, always, page, serving

STATUS = Path("/proc/self/status")
SENT = 4 << 20  # bytes of a page of tags: as many as are ever read, or more
ROOM = 800  # MB
MEASURED = f"""
import sys
from leadline.cli import main
try:
    main()
finally:
    print(next(line.split()[1] for line in open("{STATUS}") if line.startswith("VmHWM")))
"""

pytestmark = pytest.mark.skipif(not STATUS.exists(), reason="only Linux says what a process took")


def peak(site, tmp_path) -> int:
    """The MB that a harvest of the site took at most."""
    options = ("--delay", "0", "--browser", "never", "--max-requests", "5")
    into = ("--into", str(tmp_path / "x.db"))
    command = [sys.executable, "-c", MEASURED, "harvest", site, *into, *options]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Traceback" not in ran.stderr
    return int(ran.stdout.split()[-1]) >> 10


def filled(piece: str) -> str:
    return piece * (SENT // len(piece))


async def endless(request):
    response = web.StreamResponse(headers={"Content-Type": "text/html"})
    await response.prepare(request)
    while True:
        await response.write(b"<p>x" * (1 << 18))


BOMB = gzip.compress(bytes(16 << 20)) * 20
HOSTILE = {
    "list items": filled("<li>"),
    "links": filled("<a href=/x>y</a>"),
    "fields": f"<form>{filled('<input name=q>')}</form>",
    "one attribute": f"<p class='{filled('a ')}'>",
    "results": FORM + filled("<div class=r><a href=/x>y</a> z</div>"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_pages_of_tags(tmp_path, name):
    with serving(always(lambda: page(HOSTILE[name]))) as site:
        assert peak(site, tmp_path) < ROOM


def test_json_of_brackets(tmp_path):
    body = FORM + f"<script type=application/ld+json>{filled('[')}</script>"
    with serving(always(lambda: page(body))) as site:
        assert peak(site, tmp_path) < ROOM


def test_bytes_without_end(tmp_path):
    bomb = {"Content-Type": "text/html", "Content-Encoding": "gzip"}
    with serving(always(lambda: web.Response(body=BOMB, headers=bomb))) as site:
        assert peak(site, tmp_path) < ROOM
    with serving(endless) as site:
        assert peak(site, tmp_path) < ROOM


def test_a_harmless_site_takes_less(tmp_path):
    with serving(Catalogue()) as site:
        assert 20 < peak(site, tmp_path) < ROOM / 4
