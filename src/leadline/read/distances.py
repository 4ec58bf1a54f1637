"""Values that say how far away a record is: they depend on where was asked, not on the record."""

from __future__ import annotations

import re
from collections.abc import Iterable

from leadline.read.word_sets import words

NAMES = words(
    "distance dist distanz entfernung distancia distância distanza afstand odległość расстояние "
    "距離 距离 거리"
)
_AWAY = re.compile(
    r"\D{0,20}\d{1,6}(?:[.,]\d{1,6})?\s?(?:kms?|mi|miles?|m|yd|ft|meters?|metres?|км|м)\b[^\d]{0,20}",
    re.I,
)
LONGEST = 60


def is_distance(name: str, texts: Iterable[str]) -> bool:
    """Whether a field is called a distance and shows numbers, or shows nothing but distances."""
    shown = list(texts)
    if NAMES.intersection(re.split(r"[\W_]+", name.lower())):
        return all(any(c.isdigit() for c in text) for text in shown)
    return bool(shown) and all(_AWAY.fullmatch(text[:LONGEST]) for text in shown)
