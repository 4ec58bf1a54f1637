"""From the address of a site to a source that can be harvested.

Finds the search forms (on the page given, else on the pages that most likely have one), tries the
most promising, and takes the one with most behind it. A talk: it yields requests and is sent
documents, and whoever drives it owns the network.
"""

from __future__ import annotations

from dataclasses import dataclass

from leadline.document import Document
from leadline.errors import FormRefused, NoForm
from leadline.interpret.find import Found, find_ways
from leadline.interpret.study import Study, study
from leadline.interpret.talk import Talk
from leadline.model import Request
from leadline.read.walls import wall
from leadline.source import Source

WAYS = 3  # forms that are tried


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints:
    """What the user knows: words that are likely to bring something, fields to ask by."""

    words: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


def understand(url: str, hints: Hints) -> Talk[Source]:
    """How the source behind an address is asked and read."""
    front = yield Request(url=url)
    if front is None:
        raise NoForm(f"{url} could not be read")
    if (obstacle := wall(front)) is not None:
        raise obstacle
    found = yield from find_ways(front)
    best: Study | None = None
    for way in found.ways[:WAYS]:
        studied = yield from study(url, way, hints.words, hints.fields)
        if studied is not None and (best is None or studied.reach > best.reach):
            best = studied
    if best is None:
        raise _nothing(url, found, front)
    return best.source


def _nothing(url: str, found: Found, front: Document) -> NoForm | FormRefused:
    if found.ways:
        return NoForm(
            f"the search form at {found.ways[0].page.url} brought no list of results; "
            "name a word that it should find with --seed-word"
        )
    if found.refused:
        form, reason = found.refused[0]
        return FormRefused(f"the form at {form.page or url} is not submitted: {reason}")
    return NoForm(f"no search form found at {url}; give the address of the page that has it")
