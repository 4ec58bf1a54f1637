"""Chance that can be asked again: numbers that depend on the seed and on what they are for alone.

`chance` is a generator for what is drawn once for each site; `mixed` a hash of whole numbers for
what is looked up a hundred times on each page. Both are the same on every machine and in every
version of Python.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random

MASK = (1 << 64) - 1


def chance(*parts: object) -> Random:
    """A generator for one purpose."""
    text = "/".join(map(str, parts)).encode()
    return Random(int.from_bytes(blake2b(text, digest_size=8).digest(), "big"))


def mixed(seed: int, number: int) -> int:
    """A well-stirred number of 32 bits (the finalizer of splitmix64)."""
    z = (seed + (number + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z >> 32
