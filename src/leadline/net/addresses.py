"""A link never leads into private address space, unless the user's own seed was there.

Private means: not globally reachable (loopback, private, link-local, shared), multicast or
reserved, also when wrapped in an IPv6 address (mapped, 6to4, Teredo, NAT64). Literal addresses are
checked in the spelling that is connected to; names are checked in the resolver, whose answers are
what is connected to, so that no second look-up can differ from the first (DNS rebinding). A seed
that was once found in public space stays there.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from aiohttp.abc import AbstractResolver, ResolveResult

from leadline.errors import PrivateAddress
from leadline.net.fetcher import host_key

_NAT64 = IPv6Network("64:ff9b::/96")
_IPV4 = (1 << 32) - 1


@lru_cache(4096)
def is_public(address: str) -> bool:
    """Whether an IP address is one that anybody on the Internet means the same by."""
    ip = _unwrapped(ip_address(address))
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def _is_literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False  # a name: `Guard.admitted` sees what it stands for
    return True


def _unwrapped(ip: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(ip, IPv4Address):
        return ip
    if ip in _NAT64:
        return IPv4Address(int(ip) & _IPV4)
    inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo or (None, None))[1]
    return inner or ip


class Guard:
    """Says which hosts and addresses may be connected to."""

    def __init__(self, seed_hosts: Iterable[str] = ()) -> None:
        self._seeds = {host_key(host) for host in seed_hosts}
        self._public_seeds = set[str]()

    def admit(self, host: str) -> None:
        """Let a host be in private space too: a site that is there names it."""
        self._seeds.add(host_key(host))

    def is_inside(self, host: str) -> bool:
        """Whether a host that was connected to lies in private space."""
        key = host_key(host)
        if key not in self._seeds:
            return False
        return not is_public(key) if _is_literal(key) else key not in self._public_seeds

    def check(self, host: str) -> None:
        """Raise PrivateAddress if the host is a literal address that may not be had."""
        key = host_key(host)
        if key not in self._seeds and _is_literal(key) and not is_public(key):
            raise refused(host)

    def admitted(self, host: str, addresses: Iterable[ResolveResult]) -> list[ResolveResult]:
        """Those answers for a name that may be connected to; raises if there were only others."""
        answers = list(addresses)
        public = [answer for answer in answers if is_public(answer["host"])]
        key = host_key(host)
        if public and key in self._seeds:
            self._public_seeds.add(key)
        if public or not answers:
            return public
        if key in self._seeds - self._public_seeds:
            return answers
        raise refused(host)


def refused(host: str) -> PrivateAddress:
    """The error for a host in private space."""
    return PrivateAddress(
        f"{host[:200]} is in private address space and was only linked to; "
        "if you mean it, start from an address on it"
    )


class GuardedResolver(AbstractResolver):
    """Looks names up and passes on only the addresses that the guard admits."""

    def __init__(self, resolver: AbstractResolver, guard: Guard) -> None:
        self._resolver = resolver
        self._guard = guard

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """The addresses of a host that may be connected to."""
        return self._guard.admitted(host, await self._resolver.resolve(host, port, family))

    async def close(self) -> None:
        """Let go of what the wrapped resolver holds."""
        await self._resolver.close()
