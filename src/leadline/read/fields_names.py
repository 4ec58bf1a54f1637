"""Names for the fields of a record, as a person would give them.

In this order: the column's header, a label, `itemprop` or a `data-label`, the class of the element
or of what encloses it alone, `title` for a heading or the first link, the kind of value (date,
price, number), and `text`. Class names that are made by machines or speak of layout are no names.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from leadline.read.align import Path, Spot
from leadline.read.word_sets import words

LAYOUT = words(
    "a accent active align alt app area b badge bd big block blue body bold border bottom box btn "
    "button c caption card cell center centre clear clearfix clickable col color column columns "
    "component container content css d data default description-list detail details div dl el "
    "element em entry even fa field fields first flex float font fw glyphicon green grey "
    "grid group "
    "h h1 h2 h3 h4 h5 h6 hd hit hidden holder hover icon img inline inner item items k l label "
    "large last lead left lg li line link list listing m main margin mb md media meta middle ml mr "
    "mt muted mx my new node nowrap number object odd outer p pad padding panel part pb pl post pr "
    "primary product pt pull px py r record red res result results right row rounded s search "
    "secondary section sm small sorting span strong sub subtle t table td text th thumb top tr txt "
    "u ui ul uppercase upper normal base spacing mini size truncate toggle understate sep v "
    "val value view w width wrap wrapper x xs y yellow highlight hl "
    "absolute auto collapse collapsed dark display fifth fixed fluid fourth full gap gutter half "
    "invisible justify light narrow offset only quarter relative responsive second shadow show "
    "shown sr static sticky stretched third visible visually wide"
)
UNSEEN = frozenset({"screen-reader-text", "screen-reader", "screen-reader-only"})
SPLIT = re.compile(r"[-_\s]+|(?<=[a-z])(?=[A-Z])")
NAMING = ("data-label", "data-title", "data-th", "data-column", "data-field", "data-name")
LINKS = words("url permalink image mainentityofpage sameas thumbnailurl logo")
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
DATE = re.compile(
    r"(?:\d{1,2}:\d{2}(?::\d{2})?,? )?(?:"
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}.{0,15}|\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4}.{0,15}"
    r"|(?:\w{2,9},? )?\d{1,2}\.? \w{3,9}\.?,? \d{4}.{0,12}|\w{3,9}\.? \d{1,2},? \d{4}.{0,12}"
    r"|\d{4}年\d{1,2}月\d{1,2}日.{0,8}|\d{1,2}-\w{3}-\d{4}.{0,10})"
)
PRICE = re.compile(r"(?:[$€£¥₽]|[A-Z]{3})\s?\d[\d.,\s]*|\d[\d.,\s]*(?:[$€£¥₽円元]|zł|kr|[A-Z]{3})")
NUMBER = re.compile(r"[-+]?\d[\d.,\s]*%?")


ARROWS = re.compile(r"^[\s\u2190-\u23ff\u25a0-\u25ff\u2b00-\u2bff]+|"
                    r"[\s\u2190-\u23ff\u25a0-\u25ff\u2b00-\u2bff]+$")  # fmt: skip
TITLES = words("title heading headline titel titre titulo título titolo tytuł")


def label_name(label: str) -> str:
    """A label as a field's name, without the signs that say how a table is sorted."""
    return " ".join(ARROWS.sub("", label.strip(" =")).strip(" :：*").lower().split())[:60]


class Names:
    """Gives each spot of the records a name of its own."""

    def __init__(self, spots: Sequence[Spot], used: Sequence[Spot], headers: Sequence[str]) -> None:
        self.spots = {spot.path: spot for spot in spots}
        self.headers = headers
        self.used = {spot.path for spot in used}
        self.below = Counter(path[:n] for path in self.used for n in range(len(path) + 1))
        self.shared = _shared_words(self.used)
        self.worn = self._worn()
        self.taken: Counter[str] = Counter()
        self.least = 1 if len({path[:1] for path in self.used}) > 1 else 2
        self.titled = False
        self.leads: dict[Path, str] = {}  # a constant text that comes first at a spot

    def name(
        self, spot: Spot, texts: Sequence[tuple[int, str]], prefix: str = "", idle: bool = False
    ) -> str:
        """The name of a field, with a number if it was given before; `idle` ones get no title."""
        name = label_name(prefix) or self.given(spot) or self.from_classes(spot)
        name = name or ("" if idle else self._title(spot) or self._lead(spot))
        name = name or kind_of_values([text for _, text in texts])
        self.titled = self.titled or name == "title"
        return name if idle else self.taken_for(name)

    def taken_for(self, name: str) -> str:
        """A name for one more field: with a number if it was given before."""
        self.taken[name] += 1
        return name if self.taken[name] == 1 else f"{name} {self.taken[name]}"

    def given(self, spot: Spot) -> str:
        """The name the page itself gives: header, itemprop, data-label."""
        for path in self._alone(spot.path):
            own = [t[1:] for t in path[-1].classes if t[0] == "@" and t[1:].lower() not in LINKS]
            name = own[0] if own else self._attribute(path) or self._header(path)
            if name:
                return label_name(" ".join(SPLIT.split(name)) if own else name)
        return ""

    def _alone(self, path: Path) -> list[Path]:
        """The path and those above it that hold this field only, or first."""
        above = [path[:n] for n in range(len(path), self.least - 1, -1)]
        return [p for p in above if p == path or self.below[p] == 1 or _is_cell(p)]

    def _attribute(self, path: Path) -> str:
        spot = self.spots.get(path)
        for name in NAMING if spot is not None else ():
            values = {element.attributes.get(name) for _, element in spot.found}  # type: ignore[union-attr]
            value = values.pop()
            if value and not values and value.strip():
                return value
        return ""

    def _header(self, path: Path) -> str:
        column = path[1].position if _is_cell(path) else 0
        return self.headers[column - 1] if 0 < column <= len(self.headers) else ""

    def from_classes(self, spot: Spot) -> str:
        """A name out of the class of the spot or of what holds nothing else."""
        for path in self._alone(spot.path):
            name = self._own_class(path)
            if name and name not in self.worn and name not in LINKS:
                return "title" if name.rpartition(" ")[2] in TITLES else name
        return ""

    def _worn(self) -> set[str]:
        """Names of classes that elements of different tags have in one record: they tell little."""
        tags: dict[str, set[str]] = defaultdict(set)
        for path in self.used:
            tags[self._own_class(path)].add(path[-1].tag if path else "")
        return {name for name, some in tags.items() if len(some) > 1}

    def _own_class(self, path: Path) -> str:
        found = [" ".join(self._words(token)) for token in path[-1].classes] if path else []
        return min(filter(None, found), key=lambda name: (name.count(" "), -len(name)), default="")

    def _words(self, token: str) -> list[str]:
        words = [*dict.fromkeys(word.lower() for word in SPLIT.split(token) if word)]
        if _is_made_by_machine(token, words):
            return []
        telling = [word for word in words if word not in self.shared]
        return [w for w in telling or words if w not in LAYOUT and len(w) > 1 and w.isalpha()]

    def lead(self, spot: Spot, text: str) -> None:
        """Remember a text that may name what follows it: "Tagged: …"."""
        if len(text) <= 30 and len(text.split()) <= 3 and text.replace(" ", "").isalpha():
            self.leads.setdefault(spot.path, text)

    def _lead(self, spot: Spot) -> str:
        return label_name(self.leads.get(spot.path[:-1], ""))

    def _title(self, spot: Spot) -> str:
        tags = {step.tag for step in spot.path}
        if self.titled or spot.path[:-1] in self.leads or not (tags & HEADINGS or "a" in tags):
            return ""
        return "title"


def _is_cell(path: Path) -> bool:
    return len(path) == 2 and path[0].tag == "tr" and path[1].tag in ("td", "th")


def _is_made_by_machine(token: str, words: Sequence[str]) -> bool:
    if token[0] == "@" or token in UNSEEN or any(c.isdigit() or c in ":/[]" for c in token):
        return True
    if words and words[0] in ("css", "js", "sc", "jss", "makestyles", "emotion", "svelte"):
        return True
    humps = len(words) > 2 and token.isalpha() and any(len(word) < 3 for word in words)
    return humps or any(len(w) >= 5 and w.isascii() and not set("aeiouy") & set(w) for w in words)


def _shared_words(paths: set[Path]) -> set[str]:
    """First words that most classes of the records have in common: `product-…`."""
    tokens = {token for path in paths for step in path for token in step.classes}
    first = Counter(words[0].lower() for t in tokens if len(words := SPLIT.split(t)) > 1)
    return {word for word, times in first.items() if times >= 3 and times >= 0.4 * len(tokens)}


def kind_of_values(texts: Sequence[str]) -> str:
    """What values are, by how they are written: date, price, number, or just text."""
    for name, pattern in (("date", DATE), ("price", PRICE), ("number", NUMBER)):
        if sum(pattern.fullmatch(text) is not None for text in texts) >= 0.8 * len(texts):
            return name
    return "text"
