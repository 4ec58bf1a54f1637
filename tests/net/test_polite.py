"""Requests to a host pass in turn, with pauses that follow how it is doing."""

import asyncio
import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.errors import Unreachable
from leadline.model import Page, Request
from leadline.net.polite import Polite, retry_after
from tests.net.sites import Clock, Prepared, get

A, B = get("http://a.example/1"), get("http://b.example/1")


def told(status: int, wait: str) -> Page:
    return Page(request=A, url=A.url, status=status, headers=(("Retry-After", wait),))


def pauses(*answers, times: int, delay: float = 1.0, latency: float = 0.0, crawl: float = 0.0):
    """How long each of so many requests had to wait."""
    clock = Clock()

    def take() -> None:
        clock.now += latency

    polite = Polite(
        Prepared(*answers, takes=take), delay=delay, clock=clock, sleep=clock.sleep,
        now=lambda: 784111777.0,
    )  # fmt: skip

    async def story():
        for _ in range(times):
            clock.slept.append(0.0)
            with contextlib.suppress(Unreachable):
                await polite.fetch(A)
            if crawl:
                polite.at_least("a.example", crawl)

    asyncio.run(story())
    return [wait for wait in clock.slept if wait] if delay or answers else clock.slept


def test_the_pause_is_the_delay():
    assert pauses(times=4) == [1.0, 1.0, 1.0]


def test_no_delay_is_no_pause_however_slow_the_host():
    assert pauses(times=3, delay=0.0, latency=5.0) == [0.0, 0.0, 0.0]


def test_a_slow_host_gets_longer_pauses():
    assert pauses(times=3, latency=4.0) == [4.0, 4.0]


def test_a_crawl_delay_raises_the_floor():
    assert pauses(times=3, crawl=7.0) == [7.0, 7.0]


def test_not_now_doubles_the_pause_and_good_answers_shrink_it_slowly():
    assert pauses(503, 429, times=5) == [2.0, 4.0, 4.0, 3.6]
    assert pauses(429, times=4, delay=0.0) == [1.0, 1.0, 0.9]


def test_a_host_that_does_not_answer_is_left_alone_for_longer():
    assert pauses(Unreachable("gone"), times=2) == [2.0]


def test_an_outage_is_forgotten_when_it_is_over():
    gone = [Unreachable("gone")] * 5
    assert pauses(*gone, times=8) == [2.0, 4.0, 8.0, 8.0, 8.0, 1.0, 1.0]


def test_very_long_pauses_shrink_by_half():
    assert pauses(*[503] * 5, times=9) == [2.0, 4.0, 8.0, 16.0, 32.0, 32.0, 16.0, 8.0]


@pytest.mark.parametrize(
    ("wait", "pause"),
    [("30", 30.0), ("Sun, 06 Nov 1994 08:50:37 GMT", 60.0), ("999999999999", 600.0),
     ("soon", 2.0), ("-5", 2.0), ("Sun, 06 Nov 1904 08:49:37 GMT", 2.0)],
)  # fmt: skip
def test_retry_after_is_honoured(wait, pause):
    assert pauses(told(429, wait), times=2) == [pause]


def test_hosts_do_not_wait_for_each_other():
    clock = Clock()
    polite = Polite(Prepared(), clock=clock, sleep=clock.sleep)

    async def story():
        for request in (A, B, A, B):
            await polite.fetch(request)

    asyncio.run(story())
    assert clock.slept == [1.0]


class Busy:
    """A fetcher that notes how many are in it at once."""

    def __init__(self) -> None:
        self.inside = self.most = 0

    async def fetch(self, request: Request) -> Page:
        self.inside += 1
        self.most = max(self.most, self.inside)
        await asyncio.sleep(0)
        self.inside -= 1
        return Page(request=request, url=request.url)


@pytest.mark.parametrize("at_once", [1, 3])
def test_so_many_at_once_and_no_more(at_once):
    async def story():
        busy = Busy()
        polite = Polite(busy, delay=0.0, at_once=at_once)
        await asyncio.gather(*(polite.fetch(A) for _ in range(9)))
        return busy.most

    assert asyncio.run(story()) == at_once


def test_a_million_hosts_are_not_remembered():
    async def story():
        polite = Polite(Prepared(), delay=0.0)
        for n in range(5000):
            await polite.fetch(get(f"http://h{n}.example/"))
        return len(polite._lanes)

    assert asyncio.run(story()) < 4097


def pauses_among(others: int) -> list[float]:
    """What a host that once said "not now" makes us wait, so many others in between."""
    clock = Clock()
    polite = Polite(Prepared(503), delay=0.5, clock=clock, sleep=clock.sleep)

    async def story():
        for part in range(2):
            await polite.fetch(A)
            for n in range(others):
                await polite.fetch(get(f"http://h{part}-{n}.example/"))
            clock.now += 0.25
        await polite.fetch(A)

    asyncio.run(story())
    return clock.slept


def test_a_host_that_is_still_asked_is_not_forgotten_among_many():
    assert pauses_among(others=4000) == pauses_among(others=0)


def test_a_host_that_is_waited_for_is_not_forgotten_among_many():
    clock = Clock()
    polite = Polite(Prepared(told(503, "500")), delay=0.0, clock=clock, sleep=clock.sleep)

    async def story():
        await polite.fetch(A)
        for n in range(9000):
            await polite.fetch(get(f"http://h{n}.example/"))
        await polite.fetch(A)
        return len(polite._lanes)

    assert asyncio.run(story()) == 4096
    assert clock.slept == [500.0]


@given(st.text(max_size=40))
def test_any_retry_after_can_be_read(text):
    assert retry_after(told(429, text), 0.0) >= 0.0
