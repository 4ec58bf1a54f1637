"""Links do not lead into private address space."""

import asyncio
import socket

import pytest
from aiohttp import web
from aiohttp.abc import AbstractResolver

from leadline.errors import PrivateAddress
from leadline.net.addresses import Guard, is_public
from leadline.net.http import Http, open_session
from tests.net.sites import get, http, site


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
     "0.0.0.0", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "192.0.2.1",
     "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "2001:db8::1",
     "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
     "2001:0:4136:e378:8000:63bf:80ff:fffe"],
)  # fmt: skip
def test_private_addresses(address):
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8"]
)
def test_public_addresses(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1/", "http://127.1/", "http://2130706433/", "http://0x7f000001/",
     "http://0177.0.0.1/", "http://１２７.0.0.1/", "http://127.0.0.1./", "http://[::1]/",
     "http://[::ffff:127.0.0.1]/", "http://0/", "http://user@127.0.0.1:80/", "http://%31%32%37.1/",
     "http://127。0。0。1/", "https://169.254.169.254/latest/"],
)  # fmt: skip
def test_every_spelling_of_a_private_address_is_refused(url):
    async def story():
        async with http(Guard(["example.org"])) as fetcher:
            await fetcher.fetch(get(url))

    with pytest.raises(PrivateAddress):
        asyncio.run(story())


class Names(AbstractResolver):
    """Answers each look-up of a name with the next of its addresses."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = list(addresses)

    async def resolve(self, host, port=0, family=socket.AF_INET):
        address = self.addresses.pop(0) if len(self.addresses) > 1 else self.addresses[0]
        return [
            {"hostname": host, "host": a, "port": port, "family": socket.AF_INET, "proto": 0,
             "flags": socket.AI_NUMERICHOST}
            for a in address.split()
        ]  # fmt: skip

    async def close(self) -> None:
        pass


def reached(names: Names, seeds: list[str]):
    """What `name.example` says, a site on this machine."""

    async def story():
        guard = Guard(seeds)
        async with (
            site({"/": web.Response(body=b"inside")}) as base,
            open_session(guard, resolver=names) as session,
        ):
            url = base.replace("127.0.0.1", "name.example")
            return (await Http(session, guard).fetch(get(url))).body

    return asyncio.run(story())


def test_a_name_that_stands_for_a_private_address_is_refused():
    with pytest.raises(PrivateAddress, match=r"name.example is in private address space"):
        reached(Names("127.0.0.1"), ["other.example"])


def test_the_users_own_seed_may_be_there():
    assert reached(Names("127.0.0.1"), ["name.example"]) == b"inside"
    assert reached(Names("127.0.0.1"), ["NAME.example."]) == b"inside"


def admitted(guard: Guard, *addresses: str) -> list[str]:
    answers = asyncio.run(Names(" ".join(addresses)).resolve("name.example"))
    return [answer["host"] for answer in guard.admitted("name.example", answers)]


def test_a_seed_that_was_public_does_not_become_private():
    guard = Guard(["name.example"])
    assert admitted(guard, "8.8.8.8") == ["8.8.8.8"]
    with pytest.raises(PrivateAddress):
        admitted(guard, "127.0.0.1")


def test_of_mixed_answers_only_the_public_are_used():
    assert admitted(Guard(), "10.0.0.1", "8.8.8.8", "::1") == ["8.8.8.8"]
    assert admitted(Guard()) == []


def test_a_host_may_be_seeded_on_any_port_but_not_its_neighbours():
    guard = Guard(["127.0.0.1", "[::1]"])
    guard.check("127.0.0.1")
    guard.check("::1")
    with pytest.raises(PrivateAddress):
        guard.check("127.0.0.2")
