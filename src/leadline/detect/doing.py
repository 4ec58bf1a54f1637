"""Parameters by whose names a site is told what to do: `action`, `do`, `cmd`, `bulk_action2`.

What such a parameter has for a value is no word of a record, but a deed or a way to look.
"""

from __future__ import annotations

import re
from functools import lru_cache

_DOING = re.compile(
    r"(?:bulk|mass|batch)?[_-]?(?:action|act|do|op|operation|cmd|command|task)[_-]?\d*",
    re.IGNORECASE,
)


@lru_cache(1 << 12)
def says_what_to_do(name: str) -> bool:
    """Whether a parameter of this name tells a site what to do."""
    return _DOING.fullmatch(name) is not None
