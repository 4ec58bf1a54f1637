"""Facet panels as they are compared between pages: the same name on each, and whether values lack.

Some sites write the number of values behind a facet's name ("Country 12", "Country >30"), which
differs from list to list; some show the first values only, and a link to the others among them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from leadline.detect.facet_choices import Choice, Panel
from leadline.detect.facets import panels
from leadline.document import Document
from leadline.interpret.facet_urls import leads_back
from leadline.interpret.names import spaced, vocabulary

SHORTEST, ENDING = 3, 3  # letters of a name that has other forms, and of their endings
FEWEST = 8  # values in each of two panels that end at the same number for a reason
_NUMBERED = re.compile(r"(.*?\S)(?:\s|(?=[>≥(\[]))([>≥]?)\s*[(\[]?(\d{1,7})(\+?)[)\]]?")
_MORE = vocabulary(
    "more, show more, see more, view more, show all, see all, view all, all values, all, others",
    "mehr, mehr anzeigen, alle, alle anzeigen, weitere, plus, voir plus, afficher plus, tous,"
    "voir tout, tout afficher, más, ver más, mostrar más, ver todo, ver todos, mostrar todo,"
    "mais, ver mais, mostrar mais, altro, altri, mostra altro, mostra tutto, vedi tutti,"
    "meer, toon meer, alles, toon alles, więcej, pokaż więcej, pokaż wszystkie, ещё, еще,"
    "показать ещё, показать все, více, visa fler, vis mere, daha fazla",
    "もっと見る, さらに表示, すべて表示, 更多, 显示更多, 查看全部, 더보기, 전체보기",
)
_ALL = vocabulary(
    "all, any, everything, alle, alles, beliebig, tous, toutes, tout, todo, todos, todas, tutti,"
    "tutte, tutto, wszystkie, все, все варианты, všechny, alla, kaikki, hepsi, tümü, minden, όλα",
    "すべて, 全て, 全部, 所有, 不限, 전체, 모두",
)
_DOTS = re.compile(r"[\s.…·+»›]*[.…·+»›]{1,3}[\s.…·+»›]*")
_COUNTED = re.compile(r"[+(]?\d{1,7}\)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Facet:
    """A panel whose name is plain; `more` leads to the values it lacks, `cut` says that it lacks
    some."""

    panel: Panel
    cut: bool = False
    more: str = ""

    @property
    def name(self) -> str:
        """What it is called on every page."""
        return self.panel.name

    @property
    def values(self) -> tuple[Choice, ...]:
        """The choices that say how many results they leave, and where."""
        return tuple(c for c in self.panel.choices if c.count is not None and c.url)


def counted_facets(document: Document) -> tuple[Facet, ...]:
    """The panels of a page that count their values, those of one name together."""
    found: dict[str, Facet] = {}
    named = [panel for panel in panels(document) if panel.counted and panel.name]
    numbered = _count_values(named)
    for panel in named:
        facet = as_facet(panel)
        if not numbered:
            facet = replace(facet, panel=replace(facet.panel, name=panel.name))
        found[facet.name] = _with(found.get(facet.name), facet)
    ends = Counter(len(facet.values) for facet in found.values())
    common = [n for n, times in ends.items() if times > 1 and n >= FEWEST]
    most = max(common, default=0)
    if most != max(ends, default=0):
        return tuple(found.values())
    return tuple(replace(f, cut=f.cut or len(f.values) == most) for f in found.values())


def _with(one: Facet | None, other: Facet) -> Facet:
    """Both panels of a name: a page may show one twice, or in pieces."""
    if one is None:
        return other
    had = {choice.text for choice in one.panel.choices}
    new = [choice for choice in other.panel.choices if choice.text not in had]
    panel = replace(one.panel, choices=(*one.panel.choices, *new))
    return Facet(panel=panel, cut=one.cut or other.cut, more=one.more or other.more)


def as_facet(panel: Panel) -> Facet:
    """A panel with its plain name."""
    name, cut = _plain(panel)
    folded = [c for c in panel.choices if c.count is None and c.url and is_more(c.text, name)]
    kept = tuple(choice for choice in panel.choices if choice not in folded)
    if len(kept) > 1 and _is_all(kept[0], kept[1]):
        kept = kept[1:]
    return Facet(
        panel=replace(panel, name=name, choices=kept),
        cut=cut or bool(folded),
        more=folded[0].url if folded else "",
    )


def _is_all(first: Choice, second: Choice) -> bool:
    """Whether the first choice is none: it says "all", and the next adds something to its list."""
    more = (first.count or 0) >= (second.count or 0) and _ALL.fullmatch(spaced(first.text))
    return bool(more and first.url) and leads_back(first.url, second.url)


def is_more(text: str, name: str = "") -> bool:
    """Whether a link offers the values that are not shown; it may name the facet, or its values."""
    if _DOTS.fullmatch(text):
        return True
    words = [w for w in spaced(text).split() if not _COUNTED.fullmatch(w)]
    named = [w for w in words if not any(_is_form_of(w, own) for own in spaced(name).split())]
    return any(said and _MORE.fullmatch(" ".join(said)) is not None for said in (words, named))


def _is_form_of(word: str, name: str) -> bool:
    """Whether a word is a name or its plural: "brands" of "brand", "countries" of "country"."""
    stem = name[: max(SHORTEST, len(name) - 1)]
    return word == name or (len(name) >= SHORTEST and word.startswith(stem)
                            and abs(len(word) - len(name)) <= ENDING)  # fmt: skip


def _count_values(some: Sequence[Panel]) -> bool:
    """Whether most numbers behind names are those of values, so that they are no part of them."""
    ends = [panel for panel in some if _NUMBERED.fullmatch(panel.name)]
    return 2 * sum(_plain(panel)[0] != panel.name for panel in ends) >= len(ends)


def _plain(panel: Panel) -> tuple[str, bool]:
    """The name without the number of values, and whether that says that some are not shown."""
    match = _NUMBERED.fullmatch(panel.name)
    if match is None:
        return panel.name, False
    name, above, number, and_more = match.groups()
    if above or and_more:
        return name, True
    shown = sum(choice.count is not None for choice in panel.choices)
    return (name, False) if int(number) == shown else (panel.name, False)
