"""The values that a control lists: which of them people can ask for, and which means "any".

A domain holds labels, since records show labels; `codes` says what is sent for each. Counts behind
the labels ("Poetry (12)") and the marks of a hierarchy ("– – Poetry") are taken off. Leaves out
choices that appear only after another choice was made.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from leadline.interpret.names import spaced, vocabulary
from leadline.model import Option

_ANY = vocabulary(
    "any, all, everything, everywhere, anywhere, anything, either, no preference, not specified,"
    "doesn't matter, don't care, no limit, no filter, whole, both, none selected",
    "select, choose, please select, please choose, pick, select one, click to select",
    "alle, alles, beliebig, beliebige, beliebiger, beliebiges, egal, überall, keine angabe,"
    "bitte wählen, auswählen, wählen, bitte auswählen, keine auswahl, ganze, sämtliche",
    "tous, toutes, tout, toute, indifférent, partout, peu importe, choisir, choisissez,"
    "sélectionner, sélectionnez, n'importe",
    "todos, todas, todo, toda, cualquiera, cualquier, seleccione, seleccionar, selecciona, elegir,"
    "elige, elija, indiferente",
    "qualquer, selecione, selecionar, escolha, escolher, tudo",
    "tutti, tutte, tutto, qualsiasi, qualunque, seleziona, selezionare, scegli, indifferente",
    "alle, alles, willekeurig, maakt niet uit, kies, selecteer, geen voorkeur",
    "wszystkie, wszystko, dowolny, dowolna, dowolne, wszędzie, wybierz, cały, każdy",
    "все, всё, любой, любая, любое, любые, везде, выберите, выбрать, не важно, неважно",
    "すべて, 全て, 全件, 指定なし, こだわらない, 選択, 未選択, 全体",
    "全部, 不限, 所有, 任意, 请选择, 請選擇, 选择, 選擇",
    "모두, 전체, 선택, 상관없음",
)
_ANY_CODES = frozenset({"", "*", "%", "-", "-1", "all", "any", "alle", "tous", "todos", "tutti"})
_LEAD = re.compile(r"^(?:[\s\xa0\-–—.·•>»›|│├└─]*)(?=\w)")
_COUNT = re.compile(r"\s*[(\[]\s*\d[\d.,'\s\xa0]*[)\]]\s*$")
_ONLY_MARKS = re.compile(r"[\W_]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """The labels that can be asked, what is sent for them, and what is sent for "any"."""

    labels: tuple[str, ...]
    codes: tuple[tuple[str, str], ...] = ()  # label → value sent, where they differ
    any: str | None = None


def domain_of(options: Sequence[Option]) -> Domain:
    """What a list of options offers."""
    anything = [is_any(option, i == 0) for i, option in enumerate(options)]
    real = [option for option, no in zip(options, anything, strict=True) if not no]
    labels = _distinct(_labels(real), [option.value for option in real])
    codes = [(label, o.value) for label, o in zip(labels, real, strict=True) if label != o.value]
    first = next((o.value for o, yes in zip(options, anything, strict=True) if yes), None)
    return Domain(labels=tuple(labels), codes=tuple(codes), any=first)


def is_any(option: Option, first: bool) -> bool:
    """Whether the option stands for no choice; a first option is believed more easily."""
    label = option.label or option.value
    if not option.value or _ONLY_MARKS.fullmatch(label):
        return True
    if option.value.strip().lower() in _ANY_CODES:
        return True
    said = _ANY.match(spaced(label))
    return said is not None and (first or option.value == "0" or said.end() == len(spaced(label)))


def numeric(labels: Sequence[str]) -> bool:
    """Whether nearly all labels start with or end in a number."""
    numbers = sum(label[:1].isdigit() or label[-1:].isdigit() or "€" in label for label in labels)
    return bool(labels) and numbers >= 0.8 * len(labels)


def _labels(options: Sequence[Option]) -> list[str]:
    raw = [" ".join((option.label or option.value).split()) for option in options]
    bare = [_COUNT.sub("", label) for label in raw]
    counted = sum(one != other for one, other in zip(raw, bare, strict=True))
    kept = bare if counted >= max(2, 0.8 * len(raw)) else raw
    return [_LEAD.sub("", label) if not numeric([label]) else label for label in kept]


def _distinct(labels: Sequence[str], values: Sequence[str]) -> list[str]:
    seen: set[str] = set()
    found = []
    for label, value in zip(labels, values, strict=True):
        name = label if label not in seen else f"{label} ({value})"
        while name in seen:
            name += "'"
        seen.add(name)
        found.append(name)
    return found
