"""The body of a response as it arrives: unpacked piece by piece, never beyond its cap.

Knows gzip (also of several members), deflate (with and without the zlib header) and, where a
brotli that can be bounded is installed, br. A body that is not what its header says is kept as it
is; one that breaks off or breaks is kept as far as it went, as browsers do. Leaves out several
encodings on top of each other: nobody asks for them.
"""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Iterator
from typing import Any, Protocol

_PIECE = 1 << 18
_MEMBERS = 1000


class Overflow(Exception):
    """More bytes than the cap allows, packed or unpacked."""


class _Unpacker(Protocol):
    def feed(self, data: bytes) -> Iterator[bytes]: ...


def _bounded_brotli() -> Any:
    try:
        module = importlib.import_module("brotli")
        module.Decompressor().process(b"", output_buffer_limit=1)
    except Exception:  # not installed, too old, or another package of that name
        return None
    return module


_brotli = _bounded_brotli()
ENCODINGS = "gzip, deflate" if _brotli is None else "gzip, deflate, br"


class Body:
    """Collects a body; `feed` raises Overflow as soon as it would grow beyond `limit` bytes."""

    def __init__(self, encoding: str, limit: int) -> None:
        self._encoding = encoding.strip().lower()
        self._limit = limit
        self._parts = list[bytes]()
        self._sent = list[bytes]()
        self._packed = self._unpacked = 0
        self._unpacker: _Unpacker | None = None

    def feed(self, data: bytes) -> None:
        """Take the next bytes from the wire."""
        if not data:
            return
        if not self._packed:
            self._unpacker = _unpacker(self._encoding, data)
        self._packed += len(data)
        if self._packed > self._limit:
            raise Overflow
        if self._unpacker is not None:
            self._sent.append(data)
        for part in (data,) if self._unpacker is None else self._unpacker.feed(data):
            self._keep(part)

    def _keep(self, part: bytes) -> None:
        self._unpacked += len(part)
        if self._unpacked > self._limit:
            raise Overflow
        self._parts.append(part)

    def value(self) -> bytes:
        """All of it."""
        return _whole(self._parts)

    def packed(self) -> bytes:
        """All of it as it was sent, if that is gzip and nothing else; nothing otherwise."""
        pure = isinstance(self._unpacker, _Zlib) and self._unpacker.is_one_gzip()
        return _whole(self._sent) if pure else b""


def _whole(parts: list[bytes]) -> bytes:
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _unpacker(encoding: str, start: bytes) -> _Unpacker | None:
    if encoding in ("gzip", "x-gzip") and b"\x1f\x8b".startswith(start[:2]):
        return _Zlib(31)
    if encoding == "deflate":
        return _Zlib(15 if _has_zlib_header(start) else -15)
    if encoding == "br" and _brotli is not None:
        return _Brotli()
    return None


def _has_zlib_header(start: bytes) -> bool:
    """RFC 1950: method 8, and the first two bytes are a multiple of 31."""
    return start[0] & 15 == 8 and (len(start) == 1 or (start[0] * 256 + start[1]) % 31 == 0)


class _Zlib:
    def __init__(self, wbits: int) -> None:
        self._wbits = wbits
        self._members = 1
        self._stream = zlib.decompressobj(wbits)

    def feed(self, data: bytes) -> Iterator[bytes]:
        part = b""
        while (data or len(part) == _PIECE) and self._members <= _MEMBERS:
            try:
                part = self._stream.decompress(data, _PIECE)
            except zlib.error:
                self._members = _MEMBERS + 1  # broken: the rest is not read
                return
            yield part
            data = self._next_member() if self._stream.eof else self._stream.unconsumed_tail

    def is_one_gzip(self) -> bool:
        """Whether there was one member of gzip, from beginning to end, and nothing after it."""
        return self._wbits == 31 and self._members == 1 and self._stream.eof

    def _next_member(self) -> bytes:
        """What follows the end of a member, if it ended here."""
        rest = self._stream.unused_data
        if rest:
            self._members = self._members + 1 if self._wbits == 31 else _MEMBERS + 1
            self._stream = zlib.decompressobj(self._wbits)
        return rest


class _Brotli:
    def __init__(self) -> None:
        self._stream: Any = _brotli.Decompressor()

    def feed(self, data: bytes) -> Iterator[bytes]:
        try:
            part = self._stream.process(data, output_buffer_limit=_PIECE)
            while part or not self._stream.can_accept_more_data():
                yield part
                part = self._stream.process(b"", output_buffer_limit=_PIECE)
        except _brotli.error:
            return
