"""Real pages as sites: the annotated pages that the formasaurus wheel (MIT) carries, on loopback.

    python -m bench.real_web formasaurus-0.10.0-py2.py3-none-any.whl [--sites 200] [--port 8492]

Each host of the collection is a site at an address of its own, those with most pages first. It
answers `/` with its first page and any other address with one of its pages, always the same. So
links and forms lead to pages of real size and make, but not to the right ones: what a form answers
does not depend on what it is asked. Leaves out robots.txt and sitemaps.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import defaultdict
from pathlib import Path
from urllib.parse import urlsplit
from zipfile import ZipFile
from zlib import crc32

from aiohttp import web as http

from leadline.lab.web.addresses import host, site_at

DATA = "formasaurus/data/"
Site = list[bytes]  # its pages


def read(wheel: Path, most: int) -> list[Site]:
    """The sites of the collection that have most pages."""
    found = defaultdict[str, Site](list)
    with ZipFile(wheel) as packed:
        for name, about in json.loads(packed.read(f"{DATA}index.json")).items():
            own = urlsplit(about["url"]).netloc
            found[own].append(at_home(packed.read(f"{DATA}{name}"), own))
    return sorted(found.values(), key=len, reverse=True)[:most]


def at_home(page: bytes, own: str) -> bytes:
    """A page whose links to its own host lead to whoever serves it."""
    for scheme in ("http", "https"):
        page = page.replace(f"{scheme}://{own}/".encode(), b"/")
    return page


def answer(site: Site, target: str) -> bytes | None:
    """What a site has at an address."""
    if target == "/robots.txt":
        return None
    return site[crc32(target.encode()) % len(site) if target != "/" else 0]


def origins(sites: int, port: int) -> list[str]:
    """The front pages of so many sites."""
    return [f"http://{host(site)}:{port}/" for site in range(sites)]


async def serve(sites: list[Site], port: int) -> None:
    """Answer until somebody ends it; a line says when it begins."""

    async def handle(request: http.BaseRequest) -> http.StreamResponse:
        name = request.transport.get_extra_info("sockname") if request.transport else None
        number = site_at(str(name[0])) if name else None
        if number is None or number >= len(sites):
            return http.Response(status=403)
        body = answer(sites[number], request.path_qs)
        if body is None:
            return http.Response(status=404)
        return http.Response(body=body, headers={"Content-Type": "text/html; charset=utf-8"})

    runner = http.ServerRunner(http.Server(handle, access_log=None), shutdown_timeout=1.0)
    await runner.setup()
    await http.TCPSite(runner, "0.0.0.0", port, backlog=1024).start()
    print(f"{len(sites)} sites", flush=True)
    await asyncio.Event().wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--sites", type=int, default=200)
    parser.add_argument("--port", type=int, default=8492)
    options = parser.parse_args()
    asyncio.run(serve(read(options.wheel, options.sites), options.port))


if __name__ == "__main__":
    main()
