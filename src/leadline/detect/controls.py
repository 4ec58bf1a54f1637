"""The elements of a form as the controls that a browser would send.

Radio buttons of one name are one control with options, and so are check-boxes. Disabled controls
are left out. A control without a name is never sent, but kept: it says what the form is for.
Follows the HTML standard, 4.10.22.4 ("constructing the entry list"). Leaves out custom elements
and `dirname`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from selectolax.lexbor import LexborHTMLParser, LexborNode

from leadline.detect.labels import Labels
from leadline.detect.nearby import attribute, squeezed, text_in
from leadline.long_lists import is_multiple
from leadline.model import Control, Option

BUTTONS = frozenset({"submit", "image", "button", "reset"})
PRESSED = frozenset({"submit", "image"})
CHOICES = frozenset({"radio", "checkbox"})
Attributes = Mapping[str, str | None]
MOST = 200_000  # options of a list
STEP = 16  # characters of a declared step
TYPES = BUTTONS | CHOICES | frozenset({
    "hidden", "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time",
    "datetime-local", "number", "range", "color", "file",
})  # fmt: skip


class Controls:
    """The controls of one page."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self.labels = Labels(tree)
        self._off: dict[int, bool] = {}
        self._off_exist = any(map(_closes, tree.tags("fieldset")))

    def of(self, nodes: Iterable[LexborNode]) -> tuple[Control, ...]:
        """The controls that these elements of one form are."""
        made: dict[tuple[str, str, int], Control] = {}
        options: dict[tuple[str, str, int], list[Option]] = {}
        for place, node in enumerate(nodes):
            if self._disabled(node):
                continue
            kind, name = kind_of(node), attribute(node, "name")
            key = (kind, name, -1 if kind in CHOICES else place)
            if key not in made:
                made[key] = self._control(node, kind, name)
            if kind in CHOICES:
                options.setdefault(key, []).append(self._choice(node))
        return tuple(_chosen(control, options.get(key)) for key, control in made.items())

    def _control(self, node: LexborNode, kind: str, name: str) -> Control:
        return (self._group if kind in CHOICES else self._single)(node, kind, name)

    def _single(self, node: LexborNode, kind: str, name: str) -> Control:
        if kind == "hidden":
            return Control(name=name, kind=kind, value=node.attributes.get("value") or "")
        if kind in BUTTONS:
            value = node.attributes.get("value") or ""
            return Control(name=name, kind=kind, value=value, label=caption(node))
        options = _options(node) if kind == "select" else ()
        return Control(
            name=name,
            kind=kind,
            value=_value(node, kind, options),
            label=self.labels.of(node),
            placeholder=attribute(node, "placeholder"),
            options=options,
            multiple=kind in ("select", "email", "file") and is_multiple(node),
            required=_required(node),
            step=attribute(node, "step")[:STEP],
        )

    def _group(self, node: LexborNode, kind: str, name: str) -> Control:
        return Control(
            name=name,
            kind=kind,
            label=self.labels.of_group(node),
            multiple=kind == "checkbox",
            required=_required(node),
        )

    def _choice(self, node: LexborNode) -> Option:
        value = node.attributes.get("value")
        label = self.labels.of_choice(node)
        value = value if value is not None else "on" if "value" not in node.attributes else ""
        return Option(value, label or value, "checked" in node.attributes)

    def _disabled(self, node: LexborNode) -> bool:
        return "disabled" in node.attributes or (self._off_exist and self._within_disabled(node))

    def _within_disabled(self, node: LexborNode) -> bool:
        """Whether a disabled fieldset holds it, other than in its first legend."""
        path, at = list[LexborNode](), node
        while at.mem_id not in self._off and at.parent is not None:
            path.append(at)
            at = at.parent
        off = self._off.setdefault(at.mem_id, False)
        for inner in reversed(path):
            off = off or (_closes(at) and not _is_legend(inner))
            self._off[inner.mem_id] = off
            at = inner
        return off


def _closes(node: LexborNode) -> bool:
    return node.tag == "fieldset" and "disabled" in node.attributes


def _is_legend(node: LexborNode) -> bool:
    return node.tag == "legend"


def kind_of(node: LexborNode) -> str:
    """The type of an input or button, as browsers read it; else the tag."""
    written = attribute(node, "type").lower()
    if node.tag == "input":
        return written if written in TYPES else "text"
    if node.tag == "button":
        return written if written in ("reset", "button") else "submit"
    return node.tag or ""


def caption(node: LexborNode) -> str:
    """What is written on a button."""
    inner = text_in(node) if node.tag == "button" else attribute(node, "value")
    named = inner or attribute(node, "alt") or attribute(node, "aria-label")
    return squeezed(named or attribute(node, "title"))


def _required(node: LexborNode) -> bool:
    own = node.attributes
    return "required" in own or own.get("aria-required") == "true"


def _value(node: LexborNode, kind: str, options: tuple[Option, ...]) -> str:
    if kind == "textarea":
        return node.text()
    if kind == "select":
        return next((option.value for option in options if option.selected), "")
    return node.attributes.get("value") or ""


def _options(select: LexborNode) -> tuple[Option, ...]:
    """The options that can be chosen; a drop-down without a choice stands on its first."""
    found = [(node, node.attributes) for node in select.css("option")[:MOST]]
    usable = [(node.mem_id, _option(node, own)) for node, own in found if _usable(node, own)]
    single = not is_multiple(select)
    chosen = [node.mem_id for node, own in found if "selected" in own]
    if single and not chosen and attribute(select, "size") in ("", "0", "1"):
        chosen = [place for place, _ in usable[:1]]
    kept = set(chosen[-1:] if single else chosen)
    return tuple(
        replace(option, selected=True) if place in kept else option for place, option in usable
    )


def _option(node: LexborNode, own: Attributes) -> Option:
    text = squeezed(node.text())
    value = own.get("value")
    value = value if value is not None else "" if "value" in own else text
    return Option(value, (own.get("label") or "").strip() or text or value)


def _usable(node: LexborNode, own: Attributes) -> bool:
    group = node.parent
    return "disabled" not in own and not (
        group is not None and group.tag == "optgroup" and "disabled" in group.attributes
    )


def _chosen(control: Control, options: list[Option] | None) -> Control:
    """A group with its options; of radio buttons the last that is checked counts."""
    if options is None:
        return control
    if control.kind == "radio":
        last = max((i for i, option in enumerate(options) if option.selected), default=-1)
        options = [replace(option, selected=i == last) for i, option in enumerate(options)]
    value = next((option.value for option in options if option.selected), "")
    label = options[0].label if len(options) == 1 and options[0].label else control.label
    return replace(control, options=tuple(options), value=value, label=label)
