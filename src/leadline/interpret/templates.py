"""Search addresses that a page names without a form, and the vote among all that were found (§5).

schema.org SearchAction in JSON-LD and microdata, OpenSearch 1.1 description documents, and links
that carry words, such as /search?q=foo or several /tag/…. A template has `{…}` where the words go.
Leaves out searches that only a script knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

from leadline.codec import parsed
from leadline.document import Document
from leadline.interpret.link_patterns import link_patterns
from leadline.model import Kind
from leadline.query.encode import Encoding, encoding_from_template

MOST = 20  # templates of one page
ACTION = "SearchAction"  # of schema.org
NODES = 20_000  # values of one JSON-LD block that are looked at


class TemplateKind(StrEnum):
    """What the address answers with."""

    HTML = "html"
    JSON = "json"
    FEED = "feed"
    DESCRIPTION = "description"  # no template: the OpenSearch document that has them


class Origin(StrEnum):
    """Who names the address."""

    FORM = "form"
    SEARCH_ACTION = "search action"
    OPENSEARCH = "opensearch"
    LINKS = "links"


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """An address with a `{…}` for the words, what it answers with, and who names it."""

    url: str
    kind: TemplateKind = TemplateKind.HTML
    source: Origin = Origin.SEARCH_ACTION
    method: str = "GET"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One way to ask, and who names it."""

    encoding: Encoding
    sources: tuple[Origin, ...]


def templates(document: Document) -> tuple[Template, ...]:
    """The templates that a page names, the surest first."""
    if not document.is_html:
        return ()
    links = (_template(url, TemplateKind.HTML, Origin.LINKS) for url in link_patterns(document))
    return tuple(dict.fromkeys((*actions(document), *links)))[:MOST]


def actions(document: Document) -> tuple[Template, ...]:
    """Those that a page names as what searches it."""
    if not document.is_html:
        return ()
    return tuple(dict.fromkeys((*_search_actions(document), *_microdata(document))))[:MOST]


def descriptions(document: Document) -> tuple[Template, ...]:
    """The OpenSearch descriptions that a page links to, to be fetched and read."""
    if not document.is_html or "opensearchdescription" not in document.markup.lower():
        return ()
    links = document.tree.css('link[type="application/opensearchdescription+xml"]')[:MOST]
    urls = (document.resolve(link.attributes.get("href")) for link in links)
    made = [_template(url, TemplateKind.DESCRIPTION, Origin.OPENSEARCH) for url in urls if url]
    return tuple(dict.fromkeys(made))


def read_description(document: Document) -> tuple[Template, ...]:
    """The templates of an OpenSearch description, those for people first."""
    nodes = document.tree.css("[template]")[:NODES]
    found = [_from_url_element(document, node) for node in nodes if _is_url(node.tag)]
    known = [template for template in found if template is not None]
    return tuple(sorted(known, key=lambda t: list(TemplateKind).index(t.kind)))[:MOST]


def vote(forms: Iterable[Encoding], named: Iterable[Template]) -> tuple[Candidate, ...]:
    """The ways to ask, each once, those that more sources name first; forms before others."""
    voters: dict[tuple[str, ...], list[Origin]] = {}
    chosen: dict[tuple[str, ...], Encoding] = {}
    for encoding, origin in (*((form, Origin.FORM) for form in forms), *_encoded(named)):
        key = identity(encoding)
        chosen.setdefault(key, encoding)
        voters.setdefault(key, []).append(origin)
    ranked = sorted(chosen, key=lambda key: -len(set(voters[key])))
    return tuple(
        Candidate(encoding=chosen[key], sources=tuple(dict.fromkeys(voters[key]))) for key in ranked
    )


def identity(encoding: Encoding) -> tuple[str, ...]:
    """Method, host, path and the parameters that can be asked: the same for the same search."""
    host, path, search = _split(encoding.action)
    if not encoding.template:
        words_first = sorted(encoding.fields, key=lambda f: f.attribute.kind is not Kind.KEYWORD)
        return (encoding.method, host, path, *(f.controls[0] for f in words_first[:1]))
    parts = [part.partition("=") for part in search.split("&")]
    return (encoding.method, host, path, *(name for name, _, value in parts if "{" in value))


def _encoded(named: Iterable[Template]) -> Iterator[tuple[Encoding, Origin]]:
    for template in named:
        if template.kind is TemplateKind.HTML:
            yield encoding_from_template(template.url, template.method), template.source


def _split(url: str) -> tuple[str, str, str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", url, ""
    return parts.netloc.lower(), parts.path, parts.query


def _template(url: str, kind: TemplateKind, source: Origin, method: str = "GET") -> Template:
    return Template(url=_open(url), kind=kind, source=source, method=method)


def _open(url: str) -> str:
    """An address with the braces that resolving it has escaped."""
    return re.sub("%7[Bb]", "{", re.sub("%7[Dd]", "}", url))


# --- schema.org -----------------------------------------------------------------------------------


def _search_actions(document: Document) -> Iterator[Template]:
    if ACTION not in document.markup:
        return
    for script in document.tree.css('script[type="application/ld+json"]')[:MOST]:
        for target in _targets(parsed(script.text())):
            yield from _resolved(document, target)


def _microdata(document: Document) -> Iterator[Template]:
    if ACTION not in document.markup:
        return
    for action in document.tree.css(f'[itemtype*="{ACTION}"]')[:MOST]:
        for node in action.css('[itemprop="target"], [itemprop="urlTemplate"]')[:MOST]:
            own = node.attributes
            yield from _resolved(document, own.get("content") or own.get("href") or "")


def _resolved(document: Document, target: str) -> Iterator[Template]:
    url = document.resolve(target) if "{" in target else None
    if url is not None:
        yield _template(url, TemplateKind.HTML, Origin.SEARCH_ACTION)


def _targets(value: Any) -> Iterator[str]:
    """The targets of all search actions inside JSON-LD values."""
    waiting, left = [value], NODES
    while waiting and left > 0:
        left -= 1
        at = waiting.pop()
        if isinstance(at, dict):
            waiting += reversed(list(at.values())[:left])
            if _is_action(at.get("@type")):
                yield from _addresses(at.get("target"))
        elif isinstance(at, list):
            waiting += reversed(at[:left])


def _is_action(kind: Any) -> bool:
    kinds = kind if isinstance(kind, list) else [kind]
    return any(isinstance(one, str) and one.endswith(ACTION) for one in kinds)


def _addresses(target: Any) -> Iterator[str]:
    for one in target if isinstance(target, list) else [target]:
        address = one.get("urlTemplate") if isinstance(one, dict) else one
        if isinstance(address, str):
            yield address


# --- OpenSearch -----------------------------------------------------------------------------------

_TYPES = {
    "text/html": TemplateKind.HTML,
    "application/xhtml+xml": TemplateKind.HTML,
    "": TemplateKind.HTML,
    "application/json": TemplateKind.JSON,
    "application/rss+xml": TemplateKind.FEED,
    "application/atom+xml": TemplateKind.FEED,
}


def _is_url(tag: str | None) -> bool:
    return (tag or "").rpartition(":")[2] == "url"


def _from_url_element(document: Document, node: Any) -> Template | None:
    own = node.attributes
    kind = _TYPES.get((own.get("type") or "").partition(";")[0].strip().lower())
    if kind is None or (own.get("rel") or "results").strip().lower() != "results":
        return None
    extra = "&".join(f"{name}={value}" for name, value in _parameters(node))
    address = (own.get("template") or "").strip()
    url = document.resolve(address + (("&" if "?" in address else "?") + extra if extra else ""))
    if url is None or "{" not in _open(url):
        return None
    method = "POST" if (own.get("method") or "").upper() == "POST" else "GET"
    return _template(url, kind, Origin.OPENSEARCH, method)


def _parameters(node: Any) -> Iterator[tuple[str, str]]:
    """The Param elements right inside, which some browsers' descriptions have."""
    at = node.first_child
    while at is not None:
        if (at.tag or "").rpartition(":")[2] in ("param", "parameter"):
            yield at.attributes.get("name") or "", at.attributes.get("value") or ""
        at = at.next
