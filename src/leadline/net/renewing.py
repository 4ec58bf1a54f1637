"""Forms whose hidden tokens are good for one session, or for being sent once.

A form that is posted is sent with the tokens that it had when it was shown last. Where the site
still refuses it, the page that it stands on is fetched once more and the form sent anew. Whoever
asks goes on writing the tokens that it first saw: the archive knows the question by these. Leaves
out forms with files and tokens that a script makes.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

from leadline.detect.forms import forms
from leadline.document import Document
from leadline.errors import NotAUrl
from leadline.model import Form, Page, Request
from leadline.net.fetcher import Fetcher, normal, origin_of
from leadline.query.encode import is_token, tokens
from leadline.query.wire import URLENCODED

REFUSED = frozenset({400, 401, 403, 409, 410, 419, 422, 440})
SITES = 8  # whose pages are remembered


class Renewing:
    """Sends forms with the tokens of today."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self._shown: OrderedDict[str, Page] = OrderedDict()  # by site, the last page with a form
        self._stands: dict[str, str] = {}  # by a form's action, the page that it stands on

    async def fetch(self, request: Request) -> Page:
        """The page that answers this request."""
        if not _has_tokens(request):
            return self._remembered(await self._fetcher.fetch(request))
        page = await self._sent(request)
        where = self._stands.get(normal(request.url))
        if page.status in REFUSED and where is not None:
            self._remembered(await self._fetcher.fetch(Request(url=where)))
            page = await self._sent(request)
        return page

    async def _sent(self, request: Request) -> Page:
        page = await self._fetcher.fetch(self._renewed(request))
        return replace(self._remembered(page), request=request)

    def _remembered(self, page: Page) -> Page:
        if b"hidden" in page.body and b"<form" in page.body.lower():
            site = origin_of(page.url)
            self._shown[site] = page
            self._shown.move_to_end(site)
            if len(self._shown) > SITES:
                self._shown.popitem(last=False)
        return page

    def _renewed(self, request: Request) -> Request:
        """The request with the tokens that the form has on the last page that showed it."""
        page = self._shown.get(origin_of(request.url))
        form = _posting_to(request.url, page) if page is not None else None
        if page is None or form is None:
            return request
        if page.request.method == "GET":
            self._stands[normal(request.url)] = page.url
        named = tokens(form)
        fresh = {c.name: c.value for c in form.controls if c.name in named and c.value}
        pairs = parse_qsl(request.body, keep_blank_values=True, encoding="latin-1")
        body = urlencode([(n, fresh.get(n, v)) for n, v in pairs], encoding="latin-1")
        return replace(request, body=body)


def _has_tokens(request: Request) -> bool:
    if request.method != "POST" or request.content_type != URLENCODED:
        return False
    return any(is_token(*pair) for pair in parse_qsl(request.body, encoding="latin-1"))


def _posting_to(url: str, page: Page) -> Form | None:
    found = (form for form in forms(Document(page)) if form.method == "POST")
    return next((form for form in found if _same(form.action, url)), None)


def _same(action: str, url: str) -> bool:
    try:
        return normal(action) == normal(url)
    except NotAUrl:
        return False
