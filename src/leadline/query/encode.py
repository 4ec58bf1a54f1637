"""A query as the request that a browser would send for it.

Follows the HTML standard: successful controls in the order of the form, the first suitable button,
names and values as application/x-www-form-urlencoded in the character set of the form, or
multipart/form-data where a form that is posted says so; JSON for endpoints behind scripts. An
address template is an encoding whose action has `{…}` for its one field, or `{+…}` if that may be
several parts of a path, or several parameters as they are written (RFC 6570). Leaves out files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote, unquote_plus

from leadline.interpret.attributes import Field, FieldKind, fields
from leadline.interpret.names import says, vocabulary
from leadline.interpret.ranges import ends
from leadline.intervals import Interval
from leadline.model import Attribute, Control, Form, Kind, Query, Request
from leadline.query.interval import written_ends
from leadline.query.json_body import posted
from leadline.query.point import written_point
from leadline.query.script import PRESS, SCRIPT, Pressed, pressing, typing
from leadline.query.wire import MULTIPART, URLENCODED, Pairs, body, escaped, urlencoded, utf8


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """How a query becomes a request: what is always sent, and what the fields add or replace.

    `fixed` is sent for what is not asked; `order` names the controls as they stand in the form.
    `body` is JSON that is posted, with holes for the words (`json_body`); `headers` are those that
    a script adds; `orders` is what is sent to have results in an order.
    """

    action: str
    method: str = "GET"
    content_type: str = URLENCODED
    fixed: Pairs = ()
    fields: tuple[Field, ...] = ()
    order: tuple[str, ...] = ()
    joiner: str = " "
    template: bool = False  # the action has `{…}` for the fields
    body: str = ""
    headers: Pairs = ()
    charset: str = "utf-8"
    orders: tuple[tuple[str, Pairs], ...] = ()

    def encode(self, query: Query) -> Request:
        """The request that asks it; predicates on unknown attributes are left out."""
        return _request(self, self._pairs(query))

    def with_fixed(self, name: str, value: str) -> Encoding:
        """The same with another value always sent, such as a larger page size."""
        rest = tuple(pair for pair in self.fixed if pair[0] != name)
        order = self.order if name in self.order else (*self.order, name)
        return replace(self, fixed=(*rest, (name, value)), order=order)

    def with_form(self, form: Form) -> Encoding:
        """The same with the hidden values of the form as it is now."""
        fresh = dict.fromkeys(c.name for c in form.controls if c.kind == "hidden" and c.name)
        kept = tuple(pair for pair in self.fixed if pair[0] not in fresh)
        hidden = [c for c in form.controls if c.name in fresh and c.kind == "hidden"]
        order = (*self.order, *(name for name in fresh if name not in self.order))
        return replace(self, fixed=(*kept, *((c.name, c.value) for c in hidden)), order=order)

    def _pairs(self, query: Query) -> Pairs:
        asked = [pair for field in self.fields for pair in _filled(field, query, self.joiner)]
        asked += dict(self.orders).get(query.order, ())
        names = {name for name, _ in asked}
        pairs = [*(pair for pair in self.fixed if pair[0] not in names), *dict.fromkeys(asked)]
        place = {name: i for i, name in reversed(list(enumerate(self.order)))}
        return tuple(sorted(pairs, key=lambda pair: place.get(pair[0], len(place))))


def encoding_of(form: Form) -> Encoding:
    """How a form is asked."""
    found = fields(form)
    controls = [control for control in form.controls if control.name]
    quiet = {name: field for field in found for name in field.controls}
    return Encoding(
        action=form.action,
        method="POST" if form.method.upper() == "POST" else "GET",
        content_type=MULTIPART if form.encoding.lower() == MULTIPART else URLENCODED,
        fixed=(
            *(p for c in controls for p in _default(c, quiet.get(c.name), form.charset)),
            *_pressed(form),
        ),
        fields=found,
        order=tuple(dict.fromkeys(control.name for control in controls)),
        charset=form.charset,
    )


# --- what a form sends by itself ------------------------------------------------------------------

_BUTTONS = ("submit", "reset", "button", "image", "file")
_GO = vocabulary(
    "search, find, go, submit, apply, filter, update, query, show, look up, suche, suchen, finden,"
    "anzeigen, los, anwenden, aktualisieren, rechercher, chercher, trouver, ok, valider, filtrer,"
    "buscar, filtrar, aplicar, enviar, pesquisar, cerca, trova, applica, filtra, zoek, zoeken,"
    "szukaj, wyszukaj, filtruj, искать, найти, поиск, показать, 検索, 搜索, 搜尋, 查询, 查詢, 검색"
)


def _pressed(form: Form) -> Iterator[tuple[str, str]]:
    """What the button that is pressed sends: one that says search, else the first."""
    buttons = [control for control in form.controls if control.kind in ("submit", "image")]
    chosen = next((b for b in buttons if says(_GO, b.value, b.label)), None)
    button = chosen or (buttons[0] if buttons else None)
    if button is not None and button.name and button.kind == "image":
        yield from ((f"{button.name}.x", "0"), (f"{button.name}.y", "0"))
    elif button is not None and button.name:
        yield button.name, button.value


def _default(control: Control, field: Field | None, charset: str) -> Iterator[tuple[str, str]]:
    """What a control sends when nobody touches it, or for "any" if it belongs to a field."""
    if control.kind in _BUTTONS:
        return
    if control.kind in ("select", "radio", "checkbox"):
        chosen = _must_choose(control, _chosen(control, field))
        yield from ((control.name, value) for value in chosen)
    elif field is not None:
        yield control.name, ""
    else:
        told = control.kind == "hidden" and control.name == "_charset_"
        yield control.name, charset.upper() if told else control.value


def _chosen(control: Control, field: Field | None) -> Sequence[str]:
    values = [option.value for option in control.options]
    selected = [option.value for option in control.options if option.selected]
    if field is not None and field.any is not None:
        return [field.any] if field.any in values else []
    if control.kind == "select" and not control.multiple:
        return selected[-1:] or values[:1]
    return selected


def _must_choose(control: Control, chosen: Sequence[str]) -> Sequence[str]:
    """What is chosen, or else the first choice where there must be one; nothing is agreed to."""
    if not control.required or control.kind == "checkbox" or any(chosen):
        return chosen
    return next(([option.value] for option in control.options if option.value), chosen)


_TOKEN = vocabulary(
    "token, csrf, xsrf, csrftoken, csrfmiddlewaretoken, nonce, authenticity, viewstate,"
    "eventvalidation, session, sessionid, sid, phpsessid, form build id, request verification,"
    "requestverificationtoken, antiforgery, view state, javax faces view state"
)
_RANDOM = re.compile(r"(?=[^\d]*\d)(?=\d*[^\d])[\w+/=.:-]{20,}")


def tokens(form: Form) -> tuple[str, ...]:
    """The hidden fields that look as if they were good for one visit only."""
    hidden = [control for control in form.controls if control.kind == "hidden" and control.name]
    return tuple(control.name for control in hidden if is_token(control.name, control.value))


def is_token(name: str, value: str) -> bool:
    """Whether a field that nobody fills in seems to be good for one visit only."""
    return says(_TOKEN, name) or _RANDOM.fullmatch(value[:999]) is not None


# --- what a query sends ---------------------------------------------------------------------------


def _filled(field: Field, query: Query, joiner: str) -> Iterator[tuple[str, str]]:
    values = [value for name, value in query.predicates if name == field.attribute.name]
    if not values:
        return
    yield from field.sets
    codes = dict(field.codes)
    if field.kind is FieldKind.RANGE:
        for name, end in zip(field.controls, _ends(field, values[0]), strict=False):
            yield from [(name, codes.get(end, end))] if end else []
    elif field.kind is FieldKind.POINT:
        yield from written_point(field, values[0])
    elif field.attribute.kind is Kind.KEYWORD:
        yield field.controls[0], joiner.join(values)
    else:
        yield field.controls[0], codes.get(values[0], values[0])


def _ends(field: Field, asked: str) -> tuple[str, str]:
    """What the two controls of a range are filled with; nothing at an end that is open."""
    interval = Interval.parse(asked)
    return ends(asked) if interval is None else written_ends(field, interval)


def _request(encoding: Encoding, pairs: Pairs) -> Request:
    request = _asking(encoding, pairs)
    return replace(request, headers=encoding.headers) if encoding.headers else request


def _asking(encoding: Encoding, pairs: Pairs) -> Request:
    action = encoding.action.partition("#")[0]
    if encoding.method == SCRIPT:
        return typing(action, *pairs[0])
    if encoding.method == PRESS:
        return pressing(action, Pressed())
    if encoding.body:
        return posted(Request(url=action, method="POST", body=encoding.body,
                              content_type=encoding.content_type), pairs)  # fmt: skip
    if encoding.template:
        return _from_template(action, encoding.method, pairs)
    if encoding.method == "POST":
        content_type, text = body(encoding.content_type, pairs, encoding.charset)
        return Request(url=action, method="POST", body=text, content_type=content_type)
    return Request(url=f"{action.partition('?')[0]}?{urlencoded(pairs, encoding.charset)}")


# --- address templates ----------------------------------------------------------------------------

KEYWORDS = "keywords"  # the attribute that a template asks
_HOLE = re.compile(r"\{([a-zA-Z]+:)?([^{}?]{1,64})(\??)\}")
_LEFT_OUT = "\0"
_STANDARD = {  # OpenSearch 1.1: what stands in for its other parameters, where they must be given
    "count": "20", "startIndex": "1", "startPage": "1", "language": "*",
    "inputEncoding": "UTF-8", "outputEncoding": "UTF-8",
}  # fmt: skip


def encoding_from_template(template: str, method: str = "GET") -> Encoding:
    """How `…?q={searchTerms}&start={startIndex?}` is asked; without fields if nothing is open."""
    text = re.sub("%7[Bb]", "{", re.sub("%7[Dd]", "}", template)).replace(_LEFT_OUT, "")
    asked = _asked_for(text)
    if asked is None:
        return Encoding(action=text)
    hole = f"{{{asked}}}"
    return Encoding(
        action=_closed(text, asked),
        method="POST" if method.upper() == "POST" else "GET",
        fixed=((hole, ""),),
        fields=(Field(attribute=Attribute(name=KEYWORDS, kind=Kind.KEYWORD), controls=(hole,)),),
        order=(hole,),
        template=True,
    )


def _asked_for(template: str) -> str | None:
    """The parameter that takes the words."""
    holes = [m for m in _HOLE.finditer(template) if not m[1] and m[2] not in _STANDARD]
    names = [m[2] for m in holes]
    if "searchTerms" in names:
        return "searchTerms"
    return next((m[2] for m in holes if not m[3]), names[0] if names else None)


def _closed(template: str, asked: str) -> str:
    """The template with one parameter left open; optional ones go, with what they are called."""

    def close(match: re.Match[str]) -> str:
        if match[2] == asked and not match[1]:
            return f"{{{asked}}}"
        return _LEFT_OUT if match[3] else _STANDARD.get(match[2], "")

    path, mark, search = _HOLE.sub(close, template).partition("?")
    kept = [part for part in search.split("&") if _LEFT_OUT not in part]
    return path.replace(_LEFT_OUT, "") + mark + "&".join(kept)


def _from_template(action: str, method: str, pairs: Pairs) -> Request:
    path, _, search = action.partition("?")
    for hole, value in (pair for pair in pairs if pair[0].startswith("{")):
        whole = hole.startswith("{+")
        path = path.replace(hole, quote(utf8(value), safe="/" if whole else ""))
        search = search.replace(hole, value if whole else escaped(value))
    search = _with_pairs(search, [pair for pair in pairs if not pair[0].startswith("{")])
    if method == "POST":
        return Request(url=path, method="POST", body=search, content_type=URLENCODED)
    return Request(url=f"{path}?{search}" if search else path)


def _with_pairs(search: str, pairs: Sequence[tuple[str, str]]) -> str:
    """The query string of a template with these values, in place of its own of the same names."""
    given = {name: urlencoded(pair for pair in pairs if pair[0] == name) for name, _ in pairs}
    parts = [part for part in search.split("&") if part]
    told = [given.pop(unquote_plus(part.partition("=")[0]), part) for part in parts]
    return "&".join((*told, *given.values()))
