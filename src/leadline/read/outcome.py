"""What a result page is: records, no hits, a refusal, or a failure; or one record's own page.

What a site says when nothing matches is learned from pages of words that nothing can match: the
sentences they share and that pages with results lack, the query's own words left out. Lists of
phrases in many languages help where nothing was learned. Leaves out what the records are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from leadline.charset import unescaped
from leadline.document import Document
from leadline.model import Outcome, Request
from leadline.read.next_page import next_links
from leadline.read.outcome_words import BROKEN, EMPTY, LINE, LINES, REFUSED, says
from leadline.read.text_blocks import blocks
from leadline.read.walls import wall

KEPT = 20  # sentences
_NUMBER = re.compile(r"[1-9]\d*|0\d+")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """Sentences that only pages without hits have, and sentences that all pages with hits have.

    `silent` says that pages without hits are empty, as pieces of a page may be.
    """

    empty: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    silent: bool = False


def learn_signs(empty: Sequence[Document], found: Sequence[Document]) -> Signs:
    """What tells pages without hits from pages with hits."""
    without = [_masked_sentences(document) for document in empty]
    with_hits = [_sentences(document) for document in found]
    common = _in_all(without) - set().union(*with_hits)
    shared = _in_all(with_hits) - set().union(*without) if len(found) > 1 else set()
    telling = sorted(common, key=lambda s: (not EMPTY.search(s), len(s), s))
    silent = bool(empty) and not any(map(_body, empty))
    return Signs(empty=tuple(telling[:KEPT]), found=tuple(sorted(shared)[:KEPT]), silent=silent)


def judge(document: Document, records: int, signs: Signs) -> Outcome:
    """How a query ended, by its page and the number of records read from it."""
    status = document.page.status
    if signs.silent and status < 300 and not _body(document):
        return Outcome.EMPTY
    if wall(document) is not None:
        return Outcome.FAILED
    if status in (400, 413, 414, 422):
        return Outcome.REFUSED
    said = _sentences(document)
    if _says_empty(said, signs, sure=records > 0):
        return Outcome.EMPTY
    if records > 0:
        return Outcome.FOUND
    return _without_records(document, status)


def _body(document: Document) -> bytes:
    return document.page.body.strip()


def is_single_hit(document: Document, request: Request, signs: Signs) -> bool:
    """Whether the site answered with the only match's own page instead of a list."""
    if not document.is_html or document.page.status != 200 or not _left(document.url, request.url):
        return False
    said = _sentences(document)
    if _says_empty(said, signs) or says(document, EMPTY) or wall(document) is not None:
        return False
    if signs.found:
        return 2 * sum(sentence in said for sentence in signs.found) < len(signs.found)
    return not next_links(document)


def _without_records(document: Document, status: int) -> Outcome:
    if says(document, REFUSED):
        return Outcome.REFUSED
    if says(document, EMPTY):
        return Outcome.EMPTY
    if status >= 400 or _json_error(document) or says(document, BROKEN):
        return Outcome.FAILED
    return Outcome.EMPTY


def _json_error(document: Document) -> bool:
    data = document.json if document.is_json else None
    return isinstance(data, dict) and any(data.get(key) for key in ("error", "errors", "exception"))


def _says_empty(said: set[str], signs: Signs, sure: bool = True) -> bool:
    """Whether a telling sentence is there, or most of the others; if unsure, any of them."""
    present = [sentence for sentence in signs.empty if sentence in said]
    if any(EMPTY.search(sentence) for sentence in present):
        return True
    return bool(present) and (not sure or len(present) * 2 > len(signs.empty))


def _sentences(document: Document) -> set[str]:
    """The short lines of a page, as they are and with the words asked for as "_"."""
    return _lines(document) | _masked_sentences(document)


def _masked_sentences(document: Document) -> set[str]:
    asked = _asked(document)
    return {_masked(line, asked) for line in _lines(document)}


def _lines(document: Document) -> set[str]:
    """The short lines of a page in lower case, with numbers other than 0 as "#"."""
    if not document.is_html:
        return set()
    lines = (block.text.lower() for block in blocks(document)[:LINES])
    return {_NUMBER.sub("#", line) for line in lines if 1 < len(line) <= LINE}


def _masked(line: str, asked: frozenset[str]) -> str:
    return _WORD.sub(lambda match: "_" if match.group() in asked else match.group(), line)


def _asked(document: Document) -> frozenset[str]:
    """The words of the values that were asked for, in the character set of the page."""
    request = document.page.request
    query = request.url.partition("#")[0].partition("?")[2].split("&")[:1_000]
    values = (pair.partition("=")[2] for pair in query)
    written = (_path(request.url), request.body[:5_000], *values)
    texts = [unescaped(text, document.charset) for text in written]
    return frozenset(word for text in texts for word in _WORD.findall(text.lower()))


def _path(url: str) -> str:
    """The path of an address; nothing if it is none."""
    try:
        return urlsplit(url).path
    except ValueError:
        return ""


def _parameters(url: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(urlsplit(url).query, max_num_fields=1_000)
    except ValueError:
        return []


def _left(reached: str, asked: str) -> bool:
    """Whether we were sent away: to another path, or to where nothing of what was asked is left."""
    if _path(reached).rstrip("/") != _path(asked).rstrip("/"):
        return True
    wanted, kept = set(_parameters(asked)), set(_parameters(reached))
    return bool(wanted) and wanted != kept and not _values(wanted) & _values(kept)


def _values(pairs: Iterable[tuple[str, str]]) -> set[str]:
    return {value for _, value in pairs if len(value) > 1}


def _in_all(sets: Sequence[set[str]]) -> set[str]:
    return set.intersection(*sets) if sets else set()
