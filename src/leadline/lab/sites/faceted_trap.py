"""What makes a site endless: sessions and notes in every address, and a calendar.

Every page gives all its links a session of its own, and some a note of where they stood. A calendar
beside the list has days that change nothing but the address, and months without end.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from hashlib import blake2b

from leadline.lab.sites.faceted_shapes import List
from leadline.lab.sites.faceted_urls import Addresses
from leadline.lab.sites.markup import esc

SESSION, MONTH, DAY = "sid", "month", "day"
_LINK = re.compile(r'href="(/[^"]*)"')
_START = date(2024, 5, 1)


def with_sessions(text: str, visits: int) -> str:
    """A page whose links carry a session that no other page has."""
    own = blake2b(str(visits).encode(), digest_size=12).hexdigest()
    place = iter(range(1, len(text)))

    def carry(link: re.Match[str]) -> str:
        between = "&amp;" if "?" in link[1] else "?"
        note = f"&amp;utm_content=link{next(place)}"
        return f'href="{link[1]}{between}{SESSION}={own}{note}"'

    return _LINK.sub(carry, text)


def calendar(asked: List, addresses: Addresses, month: str) -> str:
    """A month with its days, the one before and the one after."""
    first = _month(month)
    after = (first + timedelta(31)).replace(day=1)
    before = (first - timedelta(1)).replace(day=1)

    def link(name: str, text: str, said: str) -> str:
        to = addresses.write(asked.choice, {**asked.shown, name: text})
        return f'<a href="{esc(to)}">{said}</a>'

    days = "".join(
        f"<li>{link(DAY, (first + timedelta(n)).isoformat(), str(n + 1))}</li>"
        for n in range((after - first).days)
    )
    return (f'<section class="calendar"><h3>Arrivals in {first:%B %Y}</h3><ul>{days}</ul>'
            f"<p>{link(MONTH, before.isoformat()[:7], '« earlier')} "
            f"{link(MONTH, after.isoformat()[:7], 'later »')}</p></section>")  # fmt: skip


def _month(text: str) -> date:
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError:
        return _START
