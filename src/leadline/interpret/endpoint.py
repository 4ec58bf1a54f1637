"""How a request that a page's script made is asked by us: which of its values takes the words.

The value that holds the word that was typed, or, where nothing was typed, an empty one that is
named like a search; in JSON that is posted, all values that hold it. All else is sent as the script
sent it, with the headers that it added. Leaves out words that it changes before it sends them, and
headers that are good for one request only. An endpoint may take a point instead (`points`), in its
address. Days from and to that a request names are fields, too, and wide open where nobody asks.
"""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import parse_qsl, unquote

from leadline.detect.vocabulary import concepts
from leadline.interpret.attributes import Field, FieldKind, fields
from leadline.interpret.domains import domain_of
from leadline.interpret.everything_between import with_wide_ranges
from leadline.interpret.names import name_of
from leadline.interpret.points import Pointing, pointing
from leadline.model import Attribute, Control, Form, Kind, Request
from leadline.query.encode import KEYWORDS, Encoding
from leadline.query.json_body import ESCAPED, WORDS, opened
from leadline.query.paging_edit import is_json, values
from leadline.query.script import SCRIPT
from leadline.query.wire import JSON, URLENCODED, Pairs, escaped

ASKING = frozenset({"search", "query"})
VALUES = 200
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def endpoint(request: Request, word: str = "") -> Encoding | None:
    """How words are asked of an endpoint, by a request that asked one; None if it takes none."""
    encoding = _taking_words(request, word)
    return None if encoding is None else _between(encoding, request)


def _taking_words(request: Request, word: str) -> Encoding | None:
    if request.method == "POST":
        return _posted(request, word)
    bare, _, search = request.url.partition("?")
    pairs = _pairs(search)
    place = _taking(pairs, word)
    if place is not None and pairs[place][1].casefold() == word.casefold():
        return _with_field(bare, "GET", pairs, place)
    return _template(bare, pairs, place, word) if word else None


def by_points(request: Request) -> tuple[Encoding, Pointing] | None:
    """How an endpoint is asked for what is near a point; None if it takes none, or by POST."""
    action, _, search = request.url.partition("?")
    pairs = _pairs(search)
    found = pointing([Control(name=name, kind="hidden", value=value) for name, value in pairs])
    if request.method != "GET" or found is None:
        return None
    encoding = Encoding(
        action=action,
        fixed=pairs,
        fields=(found.field(),),
        order=tuple(dict.fromkeys(name for name, _ in pairs)),
        headers=request.headers,
    )
    return encoding, found


def choosing(request: Request, control: Control, code: str) -> Encoding | None:
    """How an endpoint is asked for what a drop-down offers, by a request that asked for one."""
    place = next((name for (_, name), v in values(request).items() if v == code), None)
    encoding = fixed(request)
    if place is None or encoding is None:
        return None
    if encoding.template:
        bare, _, search = request.url.partition("?")
        encoding = replace(_sending(bare, "GET", _pairs(search)), headers=request.headers)
    listed = domain_of(control.options)
    field = Field(
        attribute=Attribute(name=name_of(control) or place, domain=listed.labels),
        controls=(place,),
        kind=FieldKind.CHOICE,
        any=listed.any,
        codes=listed.codes,
    )
    encoding = encoding.with_fixed(place, code if listed.any is None else listed.any)
    return replace(encoding, fields=(*encoding.fields, field))


def fixed(request: Request) -> Encoding | None:
    """How an endpoint is asked that takes no words."""
    if request.method == "GET":
        return _between(Encoding(action=request.url, template=True), request)
    if request.body.lstrip()[:1] in ("{", "["):
        return _between(_posting(request, request.body), request)
    if URLENCODED not in request.content_type.lower():
        return None
    return _between(_sending(request.url, "POST", _pairs(request.body)), request)


def _between(encoding: Encoding, request: Request) -> Encoding:
    """The same with the headers of the request, and with its days from and to as fields."""
    encoding = replace(encoding, headers=request.headers)
    named = values(request).items()
    days = tuple(Control(name=n, kind="date") for (_, n), v in named if _DAY.fullmatch(v))
    spans = [one for one in fields(Form(action="", controls=days)) if one.kind is FieldKind.RANGE]
    if not spans or (encoding.template and encoding.fields):
        return encoding
    if encoding.template:
        bare, _, search = request.url.partition("?")
        encoding = replace(_sending(bare, "GET", _pairs(search)), headers=request.headers)
    return with_wide_ranges(replace(encoding, fields=(*encoding.fields, *spans))) or encoding


def address(url: str, word: str) -> Encoding | None:
    """How words are asked of the address that a page changed to when one was typed."""
    return endpoint(Request(url=url), word)


def typed(url: str, selector: str) -> Encoding:
    """How words are typed into a box of a page."""
    return Encoding(
        action=url,
        method=SCRIPT,
        fixed=((selector, ""),),
        fields=(_field(selector),),
        order=(selector,),
    )


def _field(control: str) -> Field:
    return Field(attribute=Attribute(name=KEYWORDS, kind=Kind.KEYWORD), controls=(control,))


def _posted(request: Request, word: str) -> Encoding | None:
    if (body := opened(request.body, word, _asks)) is not None:
        return _with_body(request, body)
    if URLENCODED not in request.content_type.lower() or is_json(request):
        return None
    pairs = _pairs(request.body)
    place = _taking(pairs, word)
    if place is None:
        return None
    if pairs[place][1].casefold() == word.casefold():
        return _with_field(request.url, "POST", pairs, place)
    return _with_body(request, _opened_at(pairs, place, word, ESCAPED))


def _pairs(text: str) -> Pairs:
    try:
        return tuple(parse_qsl(text, keep_blank_values=True, max_num_fields=VALUES))
    except ValueError:
        return ()


def _taking(pairs: Pairs, word: str) -> int | None:
    """The place of the value that takes the words."""
    if not word:
        empty = [n for n, (name, value) in enumerate(pairs) if not value and _asks(name)]
        return min(empty, key=lambda n: pairs[n][0].count("["), default=None)  # not a column's
    holding = [n for n, (_, value) in enumerate(pairs) if word.casefold() in value.casefold()]
    return min(holding, key=lambda n: (len(pairs[n][1]), not _asks(pairs[n][0])), default=None)


def _asks(name: str) -> bool:
    return bool(concepts(name) & ASKING)


def _with_field(action: str, method: str, pairs: Pairs, place: int) -> Encoding:
    name = pairs[place][0]
    rest = tuple(pair for pair in pairs if pair[0] != name)
    field = Field(attribute=Attribute(name=name, kind=Kind.KEYWORD), controls=(name,))
    return replace(_sending(action, method, pairs), fixed=(*rest, (name, "")), fields=(field,))


def _sending(action: str, method: str, pairs: Pairs) -> Encoding:
    order = tuple(dict.fromkeys(own for own, _ in pairs))
    return Encoding(action=action, method=method, fixed=pairs, order=order)


def _with_body(request: Request, body: str) -> Encoding:
    """JSON, or a form, that is posted with holes in it."""
    return replace(
        _posting(request, body), fixed=((WORDS, ""),), fields=(_field(WORDS),), order=(WORDS,)
    )


def _posting(request: Request, body: str) -> Encoding:
    return Encoding(
        action=request.url,
        method="POST",
        content_type=request.content_type or JSON,
        body=body,
        headers=request.headers,
    )


def _template(bare: str, pairs: Pairs, place: int | None, word: str) -> Encoding | None:
    """An address with the word inside a longer value, or in its path."""
    path = _in_path(bare, word) if place is None else bare
    if place is None and path == bare:
        return None
    search = _opened_at(pairs, place, word, WORDS)
    return Encoding(
        action=f"{path}?{search}" if search else path,
        fixed=((WORDS, ""),),
        fields=(_field(WORDS),),
        order=(WORDS,),
        template=True,
    )


def _opened_at(pairs: Pairs, place: int | None, word: str, hole: str) -> str:
    """Names and values as they are sent, with a hole in place of the word in one of them.

    JSON may say it once for each column.
    """
    sent = list[str]()
    for n, (name, value) in enumerate(pairs):
        once = value[:1] not in ("{", "[")
        pieces = re.split(re.escape(word), value, flags=re.IGNORECASE, maxsplit=once)
        inside = hole.join(map(escaped, pieces)) if n == place else escaped(value)
        sent.append(f"{escaped(name)}={inside}")
    return "&".join(sent)


def _in_path(bare: str, word: str) -> str:
    """The address with the last piece of its path that is the word left open."""
    pieces = bare.split("/")
    at = [n for n in range(3, len(pieces)) if unquote(pieces[n]).casefold() == word.casefold()]
    return "/".join([*pieces[: at[-1]], WORDS, *pieces[at[-1] + 1 :]]) if at else bare
