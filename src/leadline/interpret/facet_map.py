"""Which records a site's maps name that were not found: addresses like those of records.

Sitemaps list pages, or further sitemaps. An address is a record's if it has the folders and the
parameters that the known records' addresses have. A talk: it yields requests. Source: sitemaps.org
protocol 0.9. Leaves out maps that arrive packed, and records that share one address.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Sequence
from urllib.parse import urlsplit

from leadline.browse.hints import is_index, is_sitemap, locations
from leadline.interpret.talk import Talk
from leadline.model import Request

MAPS = 20  # that are fetched
MOSTLY = 0.9  # of the records have addresses of one kind


def not_found(maps: Sequence[str], known: Sequence[str]) -> Talk[tuple[str, ...] | None]:
    """The addresses of records that maps name and that are not known; None if they name none."""
    kind, held = _common_kind(known), set(known)
    if not kind:
        return None
    queue, asked, named = deque(maps), set[str](), dict[str, None]()
    while queue and len(asked) < MAPS:
        url = queue.popleft()
        if url in asked:
            continue
        asked.add(url)
        document = yield Request(url=url)
        if document is None or not is_sitemap(document):
            continue
        if is_index(document):
            queue.extend(locations(document))
        else:
            named |= dict.fromkeys(one for one in locations(document) if _kind(one) == kind)
    return tuple(url for url in named if url not in held) if named else None


def _common_kind(urls: Sequence[str]) -> str:
    """What most of some addresses have in common; nothing if they differ."""
    [(kind, number)] = Counter(map(_kind, urls)).most_common(1) or [("", 0)]
    return kind if len(set(urls)) == len(urls) and number >= MOSTLY * len(urls) else ""


def _kind(url: str) -> str:
    """An address without its last folder and its numbers."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    folders = re.sub(r"\d+", "#", parts.path.rstrip("/").rpartition("/")[0])
    names = sorted(part.partition("=")[0] for part in parts.query.split("&"))
    return f"{parts.netloc}{folders}/?{'&'.join(names)}"
