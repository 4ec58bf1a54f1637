"""Sites that answer anything at all: the command ends with a summary or with one line."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from random import Random

from aiohttp import web
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.harvest.odd_sites import FORM, Catalogue, leadline, serving

QUIET = settings(
    max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
TAGS = (
    "div",
    "p",
    "ul",
    "li",
    "table",
    "tr",
    "td",
    "a",
    "form",
    "input",
    "select",
    "option",
    "button",
    "h1",
    "b",
    "nav",
    "script",
    "style",
    "textarea",
    "base",
    "iframe",
    "svg",
    "template",
    "label",
    "meta",
    "frameset",
)
ATTRIBUTES = (
    "href",
    "action",
    "method",
    "name",
    "type",
    "value",
    "class",
    "id",
    "for",
    "rel",
    "src",
    "http-equiv",
    "content",
    "charset",
)
VALUES = (
    "/",
    "/search",
    "?q=a",
    "?page=2",
    "javascript:x()",
    "http://[",
    "http://127.0.0.1:1/",
    "//",
    "post",
    "get",
    "q",
    "search",
    "page",
    "text",
    "hidden",
    "submit",
    "next",
    "a b",
    "\u0000",
    "\ud7ff",
    "utf-16",
    "0;url=/",
    "%zz",
    "data:,x",
    "mailto:a@b",
    "../..",
    "#",
)
WORDS = (
    "search",
    "next",
    "results",
    "1 - 10 of 1,000",
    "2",
    "no hits",
    "\u202e",
    "&#xD800;",
    "<!--",
    "]]>",
    "<![CDATA[",
    "</ul>",
    "&lt;",
    "\x00",
    "log in",
)
MEDIA = (
    "text/html",
    "application/json",
    "text/html; charset=utf-16",
    "application/xhtml+xml",
    "text/plain",
    "text/html; charset=nonsense",
    "",
    "image/png",
    "*/*",
    "application/json; charset=utf-7",
)
HEADERS = (
    ("Location", "//"),
    ("Location", "/a"),
    ("Refresh", "0;url=x"),
    ("Content-Language", "\u00ff"),
    ("Set-Cookie", "a=b; Domain=.."),
    ("Set-Cookie", "=;;="),
    ("Retry-After", "soon"),
    ("Link", "<>; rel=next"),
    ("Content-Encoding", "gzip"),
    ("Content-Encoding", "deflate"),
)
STATUSES = (200, 200, 200, 200, 201, 204, 206, 301, 302, 303, 400, 404, 500)

element = st.builds(
    lambda tag, pairs, inner, closed: (
        f"<{tag} " + " ".join(f'{k}="{v}"' for k, v in pairs) + f">{inner}" + f"</{tag}>" * closed
    ),
    st.sampled_from(TAGS),
    st.lists(st.tuples(st.sampled_from(ATTRIBUTES), st.sampled_from(VALUES)), max_size=3),
    st.sampled_from(WORDS) | st.text(max_size=8),
    st.booleans(),
)
html = st.lists(element | st.just(FORM), max_size=30).map(
    lambda parts: "".join(parts).encode("utf-8", "replace")
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner, max_size=5)
    ),
    max_leaves=30,
)
bodies = html | st.binary(max_size=300) | values.map(lambda v: json.dumps(v).encode())
answers = st.tuples(
    bodies,
    st.sampled_from(MEDIA),
    st.sampled_from(STATUSES),
    st.lists(st.sampled_from(HEADERS), max_size=2),
)


class Anything:
    """A site whose pages are these, by chance."""

    def __init__(self, given, seed):
        self.given, self.random = given, Random(seed)

    async def __call__(self, request):
        body, media, status, headers = self.random.choice(self.given)
        response = web.Response(body=body, status=status)
        response.headers["Content-Type"] = media
        for name, value in headers:
            response.headers.add(name, value)
        return response


class HalfRight(Catalogue):
    """A catalogue that is right most of the time, so that the harvest begins."""

    def __init__(self, given, seed, share):
        super().__init__(count=60)
        self.anything, self.share, self.random = Anything(given, seed), share, Random(seed)

    async def __call__(self, request):
        right = request.path == "/" or self.random.random() > self.share
        return await (super().__call__(request) if right else self.anything(request))


def ends_well(handler):
    with tempfile.TemporaryDirectory() as folder, serving(handler) as site:
        ran = leadline(
            "harvest", site, "--into", Path(folder) / "x.db", "--delay", 0, "--browser", "never",
            "--max-requests", 60, "--timeout", 5,
        )  # fmt: skip
    if ran.code:
        assert ran.code in range(2, 20)
        assert ran.line
    else:
        assert "records" in ran.out
        assert ran.err == ""


@QUIET
@given(st.lists(answers, min_size=1, max_size=4), st.integers(0, 99))
def test_a_site_that_answers_anything(given, seed):
    ends_well(Anything(given, seed))


@QUIET
@given(st.lists(answers, min_size=1, max_size=4), st.integers(0, 99), st.sampled_from((0.1, 0.5)))
def test_a_catalogue_that_sometimes_answers_anything(given, seed, share):
    ends_well(HalfRight(given, seed, share))
