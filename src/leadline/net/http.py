"""One request on the wire, one response, on aiohttp: the innermost fetcher.

Time, the size of the headers and the size of the body (packed and unpacked) are bounded while they
arrive. Redirects are pages like any other here (see `redirects.py`), so that each hop passes
everything that is wrapped around this. Cookies live in the session; `cookies.py` keeps them.
"""

from __future__ import annotations

import asyncio
import re
import socket
import time
from http.cookies import CookieError

import aiohttp
from aiohttp.abc import AbstractResolver
from yarl import URL

from leadline import __version__
from leadline.errors import FetchError, TooLarge, TooSlow, Unreachable
from leadline.model import Page, Request
from leadline.net.addresses import Guard, GuardedResolver
from leadline.net.cookies import Cookies
from leadline.net.fetcher import normal, shown
from leadline.net.unpack import ENCODINGS, Body, Overflow

_HEADER = 1 << 15  # bytes of one header line
_COOKIES = 3000  # browsers keep about as many
_ACCEPT = "text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8"
_ENDLESS = re.compile("Got more than|Too many headers")  # aiohttp's words, all it tells us
_NO_NAME = (socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME))
_BROKEN = (aiohttp.ClientError, OSError, ValueError, CookieError)


def user_agent(contact: str = "") -> str:
    """Who we say we are: `Leadline/1.2 (+https://example.org/about-our-crawler)`."""
    name = f"Leadline/{__version__}"
    kept = "".join(c for c in contact if c.isprintable() and c.isascii()).strip()
    return f"{name} (+{kept})" if kept else name


def open_session(
    guard: Guard, agent: str = "", resolver: AbstractResolver | None = None
) -> aiohttp.ClientSession:
    """A session whose every connection goes where the guard lets it."""
    inner = resolver or aiohttp.DefaultResolver()
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(
            resolver=GuardedResolver(inner, guard),
            ttl_dns_cache=300,
            limit=0,  # `Polite` bounds what one host gets, the caller how many hosts there are
        ),
        cookie_jar=aiohttp.CookieJar(unsafe=True),  # sites on bare IP addresses have cookies too
        headers={
            "User-Agent": agent or user_agent(),
            "Accept": _ACCEPT,
            "Accept-Encoding": ENCODINGS,
        },
        timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
        auto_decompress=False,
        max_line_size=_HEADER,
        max_field_size=_HEADER,
    )


class NoSuchHost(Unreachable):
    """A host that does not exist, and will not a second later either."""

    transient = False


class Http:
    """Sends a request and reads the response, whatever its status."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        guard: Guard,
        *,
        timeout: float = 60.0,
        max_bytes: int = 32 << 20,
        cookies: Cookies | None = None,
    ) -> None:
        self._session = session
        self._cookies = cookies
        self._guard = guard
        self._timeout = timeout
        self._max_bytes = max_bytes

    async def fetch(self, request: Request) -> Page:
        """The response as a page, its body unpacked."""
        url = URL(normal(request.url), encoded=True)
        self._guard.check(url.raw_host or "")
        try:
            async with asyncio.timeout(self._timeout):
                return await self._exchange(request, url)
        except Overflow as error:
            raise TooLarge(
                f"{shown(request.url)} is larger than {self._max_bytes:,} bytes, unpacked, "
                "and more is not read; give another page"
            ) from error
        except TimeoutError as error:
            raise TooSlow(
                f"{shown(request.url)} did not arrive within {self._timeout:g} s; "
                "try later, or allow more time"
            ) from error
        except _BROKEN as error:
            raise _translated(request, error) from error

    def forget(self, host: str) -> None:
        """Give up the session with a host."""
        self._session.cookie_jar.clear_domain(host)
        if self._cookies is not None:
            self._cookies.forget(host)

    async def _exchange(self, request: Request, url: URL) -> Page:
        fetched, started = time.time(), time.monotonic()
        async with self._session.request(
            request.method,
            url,
            data=request.body.encode(errors="replace") if request.body else None,
            headers=_headers(request),
            allow_redirects=False,
        ) as response:
            body, packed = await self._body(response)
            self._bound_cookies(response)
            if self._cookies is not None:
                self._cookies.note(str(url), response.headers.getall("Set-Cookie", ()))
        return Page(
            request=request,
            url=str(url),
            status=response.status,
            headers=tuple((_text(name), _text(value)) for name, value in response.raw_headers),
            body=body,
            fetched=fetched,
            seconds=time.monotonic() - started,
            packed=packed,
        )

    async def _body(self, response: aiohttp.ClientResponse) -> tuple[bytes, bytes]:
        """The body, and how it was packed."""
        body = Body(response.headers.get("Content-Encoding", ""), self._max_bytes)
        try:
            while data := await response.content.readany():
                body.feed(data)
        except Overflow:
            response.close()
            raise
        return body.value(), body.packed()

    def _bound_cookies(self, response: aiohttp.ClientResponse) -> None:
        jar = self._session.cookie_jar
        if response.cookies and len(jar) > _COOKIES:
            jar.clear()


def _headers(request: Request) -> dict[str, str]:
    own = dict(request.headers)
    return own | {"Content-Type": request.content_type} if request.content_type else own


def _text(header: bytes) -> str:
    try:
        return header.decode()
    except UnicodeDecodeError:
        return header.decode("latin-1")


def _translated(request: Request, error: Exception) -> FetchError:
    if isinstance(error, aiohttp.ClientConnectorDNSError) and error.errno in _NO_NAME:
        return NoSuchHost(f"{shown(request.url)}: there is no such host; check the address")
    if isinstance(error, aiohttp.ClientResponseError) and _ENDLESS.match(error.message):
        return TooLarge(f"{shown(request.url)} sends headers without end; try later")
    return Unreachable(f"{shown(request.url)}: {_reason(error)}")


def _reason(error: Exception) -> str:
    match error:
        case aiohttp.ClientConnectorDNSError():
            return "the name of the host cannot be looked up; check the address or the network"
        case aiohttp.ClientConnectorCertificateError():
            return "no secure connection, its certificate is not valid; check the address"
        case aiohttp.ClientSSLError():
            return "no secure connection can be made; check the address, or try http://"
        case aiohttp.ClientConnectorError():
            return f"nothing answers there ({error.strerror}); check the address or try later"
        case aiohttp.ClientPayloadError() | aiohttp.ServerDisconnectedError() | ConnectionError():
            return "the server broke off; try later"
        case aiohttp.ClientResponseError() | aiohttp.InvalidURL() | ValueError():
            return "what answers there does not speak HTTP; check the address"
        case _:
            return f"the connection failed ({type(error).__name__}); try later"
