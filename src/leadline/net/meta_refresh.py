"""Where a page sends the reader on by itself: `<meta http-equiv="refresh">` or a Refresh header.

Only what goes on at once, or nearly so, is a redirect; what waits longer wants to be read, and what
leads to the page itself reloads it. Looked for in the beginning of the page, where browsers want
it, but not where it is for readers without scripts. Source: HTML standard, 4.2.5.3 ("shared
declarative refresh steps").
"""

from __future__ import annotations

import html
import re

from leadline.model import Page

SOON = 5  # seconds
_START = 8192
_ASIDE = re.compile(
    rb"<!--.*?(?:-->|\Z)|<(noscript|script|style|template)\b.*?(?:</\1|\Z)", re.I | re.S
)
_META = re.compile(rb"<meta\b[^>]{0,2000}>", re.I)
_IS_REFRESH = re.compile(rb"""http-equiv\s*=\s*["']?refresh\b""", re.I)
_CONTENT = re.compile(rb"""\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.I)
_WHERE = re.compile(
    r"""\s*(\d{1,9})[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(\S+))""", re.I
)


def sent_on(page: Page) -> str | None:
    """The link that a page goes on to by itself; None if it stays."""
    if page.request.rendered or not 200 <= page.status < 300:
        return None
    match = _WHERE.match(page.header("refresh") or _told(page))
    if match is None or int(match[1]) > SOON:
        return None
    return (match[2] or match[3] or match[4] or "").strip() or None


def _told(page: Page) -> str:
    """What the page says of where and when, in the words of the header."""
    start = page.body[:_START]
    if b"efresh" not in start and b"EFRESH" not in start:
        return ""
    for meta in _META.findall(_ASIDE.sub(b"", start)):
        content = _CONTENT.search(meta) if _IS_REFRESH.search(meta) else None
        if content is not None:
            said = content[1] or content[2] or content[3] or b""
            return html.unescape(said.decode("utf-8", "replace"))
    return ""
