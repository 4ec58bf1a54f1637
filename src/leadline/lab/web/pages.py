"""The pages of the Web: a function of the Web and an address, without any network.

`reply` is what a server says to one request, `page` what one has after following redirects.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from leadline.lab.sites.visit import Reply, sent
from leadline.lab.web.answers import results
from leadline.lab.web.offers import offered
from leadline.lab.web.placing import OTHERS, Placed
from leadline.lab.web.render import filled, frames, menu_frame, rendered
from leadline.lab.web.site import MENU, Site
from leadline.model import Page, Request

if TYPE_CHECKING:
    from leadline.lab.web.world import Web

HOPS = 5
FILES = {
    "pdf": ("application/pdf", b"%PDF-1.4\n%%EOF\n"),
    "doc": ("application/msword", b"\xd0\xcf\x11\xe0" + bytes(60)),
    "zip": ("application/zip", b"PK\x05\x06" + bytes(18)),
    "jpg": ("image/jpeg", b"\xff\xd8\xff\xd9"),
    "gif": ("image/gif", b"GIF89a" + bytes(7) + b";"),
    "css": ("text/css", b"body { margin: 1em }\n"),
}
ACTIONS = {path: kind for kind, path in OTHERS.items() if path}


def page(web: Web, url: str) -> Page | None:
    """The page at an address, redirects followed; None where no site is."""
    at = url
    for _ in range(HOPS):
        parts = urlsplit(at)
        site = web.at(parts.hostname or "") if parts.port == web.port else None
        if site is None:
            return None
        target = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        answer = reply(web, site, target)
        place = dict(answer.headers).get("Location")
        if place is None:
            break
        at = urljoin(at, place)
    headers = (("Content-Type", answer.kind), *answer.headers)
    return Page(request=Request(url=url), url=at, status=int(answer.status), headers=headers,
                body=answer.body)  # fmt: skip


def reply(web: Web, site: Site, target: str, method: str = "GET", body: str = "") -> Reply:
    """What a site says to a request."""
    path, _, query = target.partition("?")
    form = asked(site, path)
    if form is not None and (query or body):
        return _page(site, results(web, site, form, {**sent(query), **sent(body)}))
    node = 0 if target == site.shown_at(0) else site.node(target)
    if site.framed and target in ("/", MENU):
        return _page(site, frames(site) if target == "/" else menu_frame(site))
    if node is not None:
        return _page(site, rendered(web, site, node))
    if form is not None:
        return _page(site, results(web, site, form, {}))
    if path in ACTIONS:
        return _page(site, filled(web, site, body=f"<p>{site.language.thanks}</p>"))
    return offered(web, site, path) or _moved(site, path) or _file(path) or _nothing(web, site)


def asked(site: Site, path: str) -> Placed | None:
    """The query form that is sent to a path."""
    for form in site.queries:
        if (form.action or site.shown_at(form.node)) == path:
            return form
    return None


def _page(site: Site, text: str, status: int = HTTPStatus.OK) -> Reply:
    return Reply(
        body=text.encode(site.charset, "xmlcharrefreplace"),
        kind=f"text/html; charset={site.charset}",
        status=status,
    )


def _moved(site: Site, path: str) -> Reply | None:
    """Where a page is now that had another address before."""
    place = "/" if path in ("/index.html", "/index.htm") else ""
    if path.startswith("/moved/"):
        node = site.numbers.node(path)
        place = site.path(node) if node is not None and node < site.tree.pages else ""
    if not place:
        return None
    status = HTTPStatus.MOVED_PERMANENTLY
    return Reply(body=b"", status=status, headers=(("Location", place),))


def _file(path: str) -> Reply | None:
    ending = path.rpartition(".")[2]
    if not path.startswith(("/files/", "/images/", "/style.css")) or ending not in FILES:
        return None
    kind, body = FILES[ending]
    return Reply(body=body, kind=kind)


def _nothing(web: Web, site: Site) -> Reply:
    text = filled(web, site, title="404", body="<p>404 Not Found</p>")
    return _page(site, text, HTTPStatus.NOT_FOUND)
