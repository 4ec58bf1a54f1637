"""Which spots of a record hold labels, and which are read through because they only mark words.

A label is a text that recurs in record after record and has something after it. A highlighted word
is one that was asked for, or an inline element that turns up irregularly inside running text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import takewhile

from leadline.read.align import Path, Spot, recurring, texts_of
from leadline.read.records import Element, text_of
from leadline.read.word_sets import words

ALWAYS = frozenset({"mark", "wbr", "nobr", "bdi", "bdo", "font", "u", "center"})
INLINE = words(
    "a abbr acronym b big cite code del dfn em i ins kbd mark q s samp small span strike strong "
    "sub sup time tt u var"
)
MARKING = INLINE - {"a", "time", "cite", "abbr"}
LABELS = words("b big dd div dt em h4 h5 h6 i label p small span strong td th")
TITLES = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
SURE = frozenset({"dt", "th", "label"})
LABEL_CLASSES = words("label key term caption heading name title header lbl k")


def words_of(texts: Sequence[str]) -> list[str]:
    """The words that were asked for, as they are compared."""
    return [word for text in texts for word in text.casefold().split() if word]


def is_asked(text: str, words: Sequence[str]) -> bool:
    """Whether a text consists of the words asked for, or forms of them."""
    own = "".join(c if c.isalnum() else " " for c in text.casefold()).split()
    return bool(own) and all(any(_akin(word, asked) for asked in words) for word in own)


def _akin(one: str, other: str) -> bool:
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= max(min(len(one), len(other)) * 0.75, 1) and shared * 2 >= len(one)


class Roles:
    """What is learned about the spots: numbers of labels, and of those that are read through."""

    def __init__(self, spots: Sequence[Spot], asked: Sequence[Sequence[str]]) -> None:
        self.by_path: dict[Path, Spot] = {spot.path: spot for spot in spots}
        self.asked = [words_of(words) for words in asked]
        self.through: set[int] = set()
        self.labels: set[int] = set()
        for spot in spots[1:]:
            self._decide(spot)

    def _decide(self, spot: Spot) -> None:
        above = (self.by_path[spot.path[:n]].number for n in range(1, len(spot.path)))
        inside_label = not self.labels.isdisjoint(above)
        if inside_label or spot.tag in ALWAYS or self._marks_words(spot):
            self.through.add(spot.number)
        elif self._is_label(spot):
            self.labels.add(spot.number)
        elif spot.tag in INLINE and self._is_passing(spot):
            self.through.add(spot.number)

    def _parent(self, spot: Spot) -> Spot:
        return self.by_path[spot.path[:-1]]

    def _marks_words(self, spot: Spot) -> bool:
        if spot.tag not in MARKING:
            return False
        texts = [(n, text) for n, text in texts_of(spot) if text and self.asked[n]]
        hits = sum(is_asked(text, self.asked[n]) for n, text in texts)
        if not texts or hits < 0.8 * len(texts):
            return False
        plain = sum(bool(direct_text(e)) for _, e in self._parent(spot).found)
        return spot.tag != "span" or plain >= 0.2 * len(self._parent(spot).found)

    def _is_passing(self, spot: Spot) -> bool:
        """Whether an inline element turns up here and there in running text or within a title."""
        if spot.tag != "a" and not spot.path[-1].position and self._is_in_title(spot):
            return len(spot.found) > len(self._parent(spot).found)
        parents = [element for _, element in self._parent(spot).found]
        own = {id(element) for _, element in spot.found}
        texts = [direct_text(parent) for parent in parents]
        rich = [text for text in texts if any(c.isalnum() for c in text)]
        if len(rich) < 0.3 * len(parents) or len(set(rich)) < 0.5 * len(rich):
            return False
        return not _is_regular(parents, own)

    def _is_in_title(self, spot: Spot) -> bool:
        return any(step.tag == "a" or step.tag in TITLES for step in spot.path[:-1])

    def _is_label(self, spot: Spot) -> bool:
        if spot.tag not in LABELS:
            return False
        texts = texts_of(spot)
        if any(len(text) > 40 for _, text in texts):
            return False
        per_record: dict[int, list[str]] = {}
        for number, text in texts:
            per_record.setdefault(number, []).append(text)
        several = recurring(list(per_record.values()))
        if not several and not self._is_constant_label(spot, [text for _, text in texts]):
            return False
        return self._is_followed(spot)

    def _is_constant_label(self, spot: Spot, texts: list[str]) -> bool:
        text, times = Counter(texts).most_common(1)[0]
        if times < 0.95 * len(texts) or times < 2 or not any(c.isalpha() for c in text):
            return False
        if spot.tag in SURE or text[-1] in ":：":
            return True
        if LABEL_CLASSES.intersection(spot.path[-1].classes):
            return True
        return self._has_colon_after(spot)

    def _has_colon_after(self, spot: Spot) -> bool:
        own = {id(element) for _, element in spot.found}
        parents = [parent for _, parent in self._parent(spot).found]
        after = [_next(parent, own) for parent in parents]
        texts = [text.lstrip() for text in after if isinstance(text, str)]
        colons = sum(text[:1] in (":", "：") for text in texts if text)
        plain = sum(bool(text) for text in texts)
        bold = spot.tag in ("b", "strong") and not any(_is_after_text(p, own) for p in parents)
        return (plain if bold else colons) >= 0.8 * len(spot.found)

    def _is_followed(self, spot: Spot) -> bool:
        own = {id(element) for _, element in spot.found}
        followed = sum(_followed(parent, own) for _, parent in self._parent(spot).found)
        return followed >= 0.8 * len(own)


def direct_text(element: Element) -> str:
    """The text that stands immediately in an element."""
    return " ".join(" ".join(c for c in element.children if isinstance(c, str)).split())


def _is_regular(parents: Sequence[Element], own: set[int]) -> bool:
    """Once in each parent, and always before or always after the text of its line."""
    once = before = after = 0
    for parent in parents:
        places = [i for i, c in enumerate(parent.children) if id(c) in own]
        if len(places) == 1:
            once += 1
            before += _blank(takewhile(_is_no_break, reversed(parent.children[: places[0]])))
            after += _blank(takewhile(_is_no_break, parent.children[places[0] + 1 :]))
    return once >= 0.8 * len(parents) and max(before, after) >= 0.9 * once


def _is_no_break(child: Element | str) -> bool:
    return isinstance(child, str) or child.tag != "br"


def _blank(children: Iterable[Element | str]) -> bool:
    return not any(isinstance(c, str) and c.strip() for c in children)


def _followed(parent: Element, own: set[int]) -> int:
    """How many of the labels in a parent have something after them."""
    count, open_label = 0, False
    for child in parent.children:
        if id(child) in own:
            open_label = True
        elif open_label and (child if isinstance(child, str) else text_of(child)).strip(" :\n\t"):
            count += 1
            open_label = False
    return count


def _is_after_text(parent: Element, own: set[int]) -> bool:
    """Whether a text stands before the first of these elements."""
    before = takewhile(lambda child: id(child) not in own, parent.children)
    found = [child for child in before if isinstance(child, str) and child.strip()]
    return bool(found) and any(id(child) in own for child in parent.children)


def _next(parent: Element, own: set[int]) -> Element | str | None:
    children = iter(parent.children)
    for child in children:
        if id(child) in own:
            return next(children, None)
    return None
