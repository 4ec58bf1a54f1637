"""Facets that are controls: drop-downs, and check-boxes or radio buttons of one name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from selectolax.lexbor import LexborNode

from leadline.detect.facet_choices import Choice, Panel
from leadline.detect.facet_forms import Filled, filled_around
from leadline.detect.facet_jumps import jumps
from leadline.detect.facet_parts import around, pieces
from leadline.detect.facet_values import value_and_count
from leadline.detect.labels import Labels
from leadline.document import Document

LINKS = 50_000  # options and labels that are looked at
CONTROLS = 2_000


def control_panels(document: Document) -> Iterator[Panel]:
    """The groups of choices that are controls, with the addresses they lead to."""
    labels = Labels(document.tree)
    forms: dict[int, Filled | None] = {}
    for select in document.tree.css("select")[:CONTROLS]:
        name = select.attributes.get("name") or ""
        if led := jumps(document, select):
            found = (_option(option) for option, _ in led)
            choices = tuple(replace(c, url=url, sent="")
                            for c, (_, url) in zip(found, led, strict=True) if c)  # fmt: skip
            yield Panel(name=_own_label(labels, select), kind="select", choices=choices)
        if led or not name:
            continue
        found = (_option(option) for option in select.css("option")[:LINKS])
        choices = _leading(document, select, name, [c for c in found if c is not None], forms)
        if choices:
            yield Panel(name=_own_label(labels, select), kind="select", choices=choices,
                        param=name)  # fmt: skip
    tied = {label.attributes.get("for") or "": label
            for label in document.tree.css("label[for]")[:LINKS]}  # fmt: skip
    groups: dict[str, list[LexborNode]] = {}
    for box in document.tree.css("input[type=checkbox], input[type=radio]")[:CONTROLS]:
        groups.setdefault(box.attributes.get("name") or "", []).append(box)
    groups.pop("", None)
    for name, boxes in groups.items():
        found = (_box(box, labels, tied) for box in boxes)
        choices = _leading(document, boxes[0], name, [c for c in found if c is not None], forms)
        if choices:
            yield Panel(name=labels.of_group(boxes[0]), kind="boxes", choices=choices, param=name)


def _own_label(labels: Labels, select: LexborNode) -> str:
    return labels.of(select).strip().rstrip(":")


def _leading(
    document: Document,
    control: LexborNode,
    name: str,
    choices: list[Choice],
    forms: dict[int, Filled | None],
) -> tuple[Choice, ...]:
    """Choices with the addresses they lead to; none where one is chosen already."""
    owner = control.parent
    while owner is not None and owner.tag != "form":
        owner = owner.parent
    key = owner.mem_id if owner is not None else 0
    if key not in forms:
        forms[key] = filled_around(document, control)
    form = forms[key]
    if form is None:
        return tuple(choices)
    if form.chosen(name):
        return ()
    return tuple(replace(choice, url=form.url(name, choice.sent)) for choice in choices)


def _option(option: LexborNode) -> Choice | None:
    said = option.text(deep=True) or ""
    text, count = value_and_count([said])
    value = option.attributes.get("value")
    sent = said.strip() if value is None else value
    return Choice(text=text, count=count, sent=sent) if sent and text else None


def _box(box: LexborNode, labels: Labels, tied: dict[str, LexborNode]) -> Choice | None:
    near = next((node for node in around(box) if node.tag == "label"), None)
    label = near or tied.get(box.attributes.get("id") or "")
    text, count = value_and_count([labels.of_choice(box)] if label is None else pieces(label))
    sent = box.attributes.get("value")
    return Choice(text=text, count=count, sent="on" if sent is None else sent) if text else None
