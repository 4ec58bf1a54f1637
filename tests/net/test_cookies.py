"""A later run goes on with the cookies of an earlier one."""

import asyncio
from functools import partial

from aiohttp import CookieJar, web
from hypothesis import given
from hypothesis import strategies as st

from leadline.net.cookies import Cookies
from leadline.net.stack import Manners, open_fetcher
from tests.net.sites import get, site

QUICK = Manners(delay=0.0, obey_robots=False)


def story(*runs, **attributes):
    """What a site is told in each run: it counts visits in a cookie, at a redirect too."""

    async def count(request):
        seen = int(request.cookies.get("seen", "0"))
        on = {"Location": "/end"} if request.path == "/" else {}
        response = web.Response(text=str(seen), status=302 if on else 200, headers=on)
        response.set_cookie("seen", str(seen + 1), **attributes)
        return response

    async def told():
        kept, said = list[list[str]](), []
        async with site({"/": count, "/end": count}) as base:
            for at in runs:
                cookies = Cookies(kept, now=partial(float, at))
                async with open_fetcher(QUICK, seeds=(base,), cookies=cookies) as door:
                    said.append(int((await door.fetch(get(base))).body))
                kept = cookies.kept()
        return said

    return asyncio.run(told())


def test_a_session_goes_on():
    assert story(1000, 2000, 3000) == [1, 3, 5]


def test_a_cookie_lives_as_long_as_its_site_says():
    assert story(1000, 1500, 9000, max_age=600) == [1, 3, 1]


def test_lines_that_are_no_cookies_do_no_harm():
    cookies = Cookies([["http://a/", "=", "5"], ["http://a/", "x" * 9000, "5"]])
    cookies.note("http://a/", ["", "a=b; Max-Age=soon", "\x00=1", "é=ü"])

    async def story():
        async with open_fetcher(QUICK, cookies=cookies):
            return len(cookies.kept())

    assert asyncio.run(story()) <= 5


def test_the_latest_cookie_of_a_name_is_kept_and_not_too_many():
    cookies = Cookies(now=lambda: 7)
    cookies.note("http://a/", [f"n{i}=1" for i in range(400)])
    cookies.note("http://a/", ["n399=2; Path=/"])
    assert len(cookies.kept()) == 300
    assert cookies.kept()[-1] == ["http://a/", "n399=2; Path=/", "7"]


@given(st.lists(st.text(max_size=60), max_size=5))
def test_whatever_a_site_sets_a_jar_can_be_filled(lines):
    async def story():
        cookies = Cookies(now=partial(float, 7))
        cookies.note("http://a.example/", lines)
        jar = CookieJar()
        Cookies(cookies.kept(), now=partial(float, 8)).give(jar)
        return len(jar)

    assert asyncio.run(story()) <= 2 * sum(map(len, lines))
