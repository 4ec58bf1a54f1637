"""Searches that a site names without a form: OpenSearch descriptions and schema.org SearchActions.

Each becomes the form that would ask the same: the parameter that takes the words is a box, the
others are hidden. Leaves out templates with the words in the path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import parse_qsl

from leadline.document import Document
from leadline.interpret.templates import Origin, Template, TemplateKind, actions
from leadline.model import Control, Form
from leadline.query.encode import encoding_from_template

NAMED = (Origin.OPENSEARCH, Origin.SEARCH_ACTION)
FIELDS = 50  # parameters of an address


def named_searches(page: Document, described: Iterable[Template] = ()) -> tuple[Form, ...]:
    """The forms that the templates of a page and its descriptions stand for."""
    listed = (*described, *actions(page))
    usable = [t for t in listed if t.source in NAMED and t.kind is TemplateKind.HTML]
    return tuple(form for template in usable for form in _form(template, page.url))


def _form(template: Template, page: str) -> Iterator[Form]:
    encoding = encoding_from_template(template.url, template.method)
    action, _, query = encoding.action.partition("?")
    if not encoding.fields or not query:
        return
    hole = encoding.fields[0].controls[0]
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=FIELDS)
    except ValueError:
        return
    if hole in [value for _, value in pairs]:
        controls = tuple(_control(name, value, hole) for name, value in pairs)
        yield Form(action=action, method=encoding.method, controls=controls, page=page)


def _control(name: str, value: str, hole: str) -> Control:
    if value == hole:
        return Control(name=name, kind="search", label="Search")
    return Control(name=name, kind="hidden", value=value)
