"""The form element pointer of HTML, kept over the tags of the source.

Where markup is malformed (a form in a table, a form never closed), the parser moves a control out
of its form, and only the pointer at the time of its start tag says whose it is. Each form and
control tag is marked in the source and parsed again, which tells the tags that made an element
from those the parser ignored; then the tags are replayed in order.

Follows the HTML standard, 13.2.6.4.7 ("in body": form) and 13.2.6.1 ("create an element").
Leaves out `<!--<script>` inside scripts, foreign content, and raw text that a `<select>` ignores.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

OWNED = "form,input,select,textarea,button"
MARK = "leadline-mark"

_TAGS = frozenset(OWNED.split(","))
_RAW = "script|style|textarea|title|xmp|iframe|noembed|noframes"
_WRITTEN = re.compile(
    rf"<(?:!--|(?:(?P<raw>{_RAW})|(?P<name>/?form|input|select|button))(?=[\s/>]))".encode()
)
_END = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in _RAW.split("|")}
# Everything is atomic and may end with the text, so that no tag is read twice. No group is
# possessive: before Python 3.11.5 such groups match wrongly if there are choices in them.
_ATTRIBUTES = r"""(?>(?:[^>=]|=\s*+(?>(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z))?))*)"""
_TOKEN = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))|<[!?][^>]*+|"
    rf"<(?P<end>/?)(?P<name>[a-z][^\s/>]*+){_ATTRIBUTES}(?P<closed>>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_TOLD = rf"(?:{'|'.join(sorted(_TAGS))}|{_RAW}|template|plaintext)"
_REST = re.compile(  # text and the tags that change nothing, quotes in them included
    rf"(?>(?:[^<]++|<(?![!?]|/?{_TOLD}(?:[\s/>]|\Z))"
    rf"(?>(?:/?[a-z][^\s/>]*+{_ATTRIBUTES}(?:>|\Z))?))*)",
    re.IGNORECASE,
)


def written(text: str) -> list[tuple[str, int | None]] | None:
    """The forms and controls of the source; each control with the form that is open there.

    Tags are found by their names alone: where this is what the tree has, nothing is malformed, and
    else only `pointed` knows. None where a form is closed inside of another tag.
    """
    found, opened = list[tuple[str, int | None]](), None
    source = text.encode("utf-8", "replace").lower()  # only names in ASCII count, others are slow
    for name, start in _written(source):
        if name == "/form":
            if source.rfind(b"<", 0, start) > source.rfind(b">", 0, start):
                return None
            opened = None
        else:
            found.append((name, None if name == "form" else opened))
            opened = len(found) - 1 if name == "form" else opened
    return found


def _written(source: bytes) -> Iterator[tuple[str, int]]:
    """The tags of forms and controls, but for those in comments and in what raw elements hold."""
    at = 0
    while (tag := _WRITTEN.search(source, at)) is not None:
        at, raw = tag.end(), tag["raw"]
        if tag["name"] or raw == b"textarea":
            yield (tag["name"] or raw).decode(), tag.start()
        if not tag["name"]:
            end = source.find(b"</" + raw if raw else b"-->", at)
            at = end if end >= 0 else len(source)


def pointed(text: str) -> list[int | None]:
    """For each form or control in tree order, which of them the pointer was at when it began."""
    tags = list(_tags(text))
    nodes = LexborHTMLParser(_marked(text, tags)).css(OWNED)
    place = {_mark(node): position for position, node in enumerate(nodes)}
    owners: list[int | None] = [None] * len(nodes)
    pointer: int | None = None
    for number, (name, is_end, _) in enumerate(tags):
        made = place.get(str(number))
        if is_end:
            pointer = None
        elif made is not None and name == "form":
            pointer = made
        elif made is not None:
            owners[made] = pointer
    return owners


def _mark(node: LexborNode) -> str | None:
    return node.attributes.get(MARK)


def _marked(text: str, tags: list[tuple[str, bool, int]]) -> str:
    pieces, done = list[str](), 0
    for number, (_, is_end, after_name) in enumerate(tags):
        if not is_end:
            pieces += [text[done:after_name], f" {MARK}={number} "]
            done = after_name
    return "".join([*pieces, text[done:]])


def _tags(text: str) -> Iterator[tuple[str, bool, int]]:
    """Form and control tags outside templates: name, whether an end tag, where the name ends."""
    templates = 0
    for name, is_end, after_name in _all_tags(text):
        if name == "template":
            templates = max(0, templates + (-1 if is_end else 1))
        elif name in _TAGS and not templates and (name == "form" or not is_end):
            yield name, is_end, after_name


def _all_tags(text: str) -> Iterator[tuple[str, bool, int]]:
    at = 0
    while (token := _TOKEN.search(text, _after_rest(text, at))) is not None:
        at = token.end()
        name = (token["name"] or "").lower()
        if name and token["closed"]:
            yield name, bool(token["end"]), token.end("name")
        if name == "plaintext":
            return
        if name in _END and not token["end"]:
            at = _after_raw(text, at, name)


def _after_rest(text: str, at: int) -> int:
    rest = _REST.match(text, at)
    return rest.end() if rest else at


def _after_raw(text: str, at: int, name: str) -> int:
    end = _END[name].search(text, at)
    return end.start() if end else len(text)
