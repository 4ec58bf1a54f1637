"""Search addresses guessed from links: /search?q=foo, or several of /tag/….

One link is enough where a parameter is named like a search box; a folder named like a list of
subjects needs several. Leaves out parameters of facets, which are links with values of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from leadline.document import Document

LINKS = 20_000  # that are looked at
SEVERAL = 3  # links of one shape that make a pattern

_BOX = re.compile(
    r"(?:q|s|k|query|search|search_?query|search_?terms?|keywords?|kw|text|term|wd|suche|suchbegriff"
    r"|busca|recherche|ricerca|zoek|szukaj)",
    re.IGNORECASE,
)
_FOLDER = re.compile(
    r"(?:search|tags?|keywords?|topics?|subjects?|suche|recherche|buscar|ricerca|label|schlagwort"
    r"|thema|th[eè]mes?|mots?-cl[eé]s?|etiqueta|tema|trefwoord)",
    re.IGNORECASE,
)


def link_patterns(document: Document) -> Iterator[str]:
    """Shapes of the site's own links that carry a word, the commonest first."""
    host = _host(document.url)
    counted: Counter[tuple[str, int]] = Counter()
    for url in _addresses_on(document):
        if _host(url) == host:
            counted.update(_shapes(url))
    yield from (url for (url, needed), count in counted.most_common() if count >= needed)


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


def _addresses_on(document: Document) -> Sequence[str]:
    links = document.tree.css("a[href]")[:LINKS]
    found = (document.resolve(link.attributes.get("href")) for link in links)
    return list(dict.fromkeys(url for url in found if url is not None))


def _shapes(url: str) -> Iterator[tuple[str, int]]:
    """Templates that the link could come from, and how many such links are needed."""
    base, _, search = url.partition("?")
    pairs = [part.partition("=") for part in search.split("&")]
    for name, _, value in pairs:
        if value and _BOX.fullmatch(name):
            yield f"{base}?{name}={{searchTerms}}", 1
            return
    folder, _, last = base.rpartition("/")
    if last and not search and _FOLDER.fullmatch(folder.rpartition("/")[2]):
        yield f"{folder}/{{searchTerms}}", SEVERAL
