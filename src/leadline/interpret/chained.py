"""Forms in two steps: what is chosen in the first decides what the second lets one choose.

Country, then region. The answer to the first is a page with another form that carries the choice
along, unseen. All choices of the first are made, and what the second form of each would send are
the values of one index. Leaves out more than two steps, and forms that are posted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from leadline.detect.features import visible
from leadline.detect.gate import CHOSEN, may_list
from leadline.detect.searches import searches
from leadline.document import Document
from leadline.interpret.attributes import Field, FieldKind
from leadline.interpret.find import Way
from leadline.interpret.hits import options
from leadline.interpret.talk import Talk
from leadline.model import Attribute, Form, Query
from leadline.query.encode import Encoding, encoding_of

FEWEST = 2  # answers that must have a second form
CHOICES = 300  # of the first form at most
HOLE = "{+chosen}"


def chained_ways(way: Way) -> Talk[tuple[Way, ...]]:
    """The second form behind a first, by all that the two can choose; nothing if there is none."""
    first = way.encoding.fields[0] if len(way.encoding.fields) == 1 else None
    listed = first.attribute.domain if first is not None else None
    if way.form is None or first is None or not listed or not FEWEST <= len(listed) <= CHOICES:
        return ()
    for query in islice(options(way.encoding), FEWEST):
        document = yield way.encoding.encode(query)
        if not any(_second(document, way.form, first, query.predicates[0][1])):
            return ()
    codes, action = dict[str, str](), ""
    for label in listed:
        document = yield way.encoding.encode(Query(((first.attribute.name, label),)))
        for encoding in islice(_second(document, way.form, first, label), 1):
            action = action or encoding.action
            codes |= _chosen(encoding, label) if encoding.action == action else {}
    return (Way(encoding=_encoding(action, first.attribute.name, codes), page=way.page),)


def _second(document: Document | None, form: Form, first: Field, label: str) -> Iterator[Encoding]:
    """How a form is asked that goes on where the first one ended, with what was chosen in it."""
    code = dict(first.codes).get(label, label)
    found = searches(document) if document is not None and document.page.status < 400 else ()
    for one in found:
        carried = any(c.kind == "hidden" and c.value == code for c in one.form.controls)
        asked = one.refused is None or may_list(one.form, one.verdict)
        chosen = all(control.kind in CHOSEN for control in visible(one.form))
        if (
            carried
            and asked
            and chosen
            and one.form.method == "GET"
            and one.form.action != form.action
        ):
            yield encoding_of(one.form)


def _chosen(encoding: Encoding, label: str) -> dict[str, str]:
    """What the second form would send for each of its choices, or for the only one."""
    if not encoding.fields:
        return {label: encoding.encode(Query()).url.partition("?")[2]}
    attribute = encoding.fields[0].attribute
    asked = ((one, Query(((attribute.name, one),))) for one in attribute.domain or ())
    return {
        f"{label} / {one}": encoding.encode(query).url.partition("?")[2] for one, query in asked
    }


def _encoding(action: str, name: str, codes: dict[str, str]) -> Encoding:
    field = Field(
        attribute=Attribute(name=name, domain=tuple(codes)),
        controls=(HOLE,),
        kind=FieldKind.CHOICE,
        any=None,
        codes=tuple(codes.items()),
    )
    return Encoding(
        action=f"{action.partition('?')[0]}?{HOLE}",
        fixed=((HOLE, ""),),
        fields=(field,),
        order=(HOLE,),
        template=True,
    )
