"""Experience as JSON values, so that a later crawl begins with what an earlier one has learned.

Words that say nothing yet, and names of links that one site alone uses, are left out. What was
written by another version, with other features, or is damaged, is no experience.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from leadline.browse.experience import KNOWN, Experience, Tally
from leadline.browse.menus import AGAIN, LONE, Menus

USED = 2  # sites that must use a name
VERSION = 1


def to_notes(known: Experience) -> dict[str, Any]:
    """An experience as JSON values."""
    menus = known.menus
    return {
        "version": VERSION,
        "names": list(KNOWN),
        "weights": known.weights.tolist(),
        "spread": known.spread.tolist(),
        "words": {word: [t.found, t.expected] for word, t in known.words.items() if t.tells},
        "sites": menus.sites,
        "texts": {text: count for text, count in menus.texts.items() if count >= USED},
        "places": menus.places,
        "marks": menus.marks,
        "told": menus.told,
    }


def from_notes(notes: Any) -> Experience | None:
    """The experience that was kept; None if there is none."""
    try:
        return _read(notes)
    except (TypeError, ValueError, KeyError, AttributeError):
        return None


def _read(notes: Any) -> Experience | None:
    if notes["version"] != VERSION or notes["names"] != list(KNOWN):
        return None
    weights, spread = np.array(notes["weights"], float), np.array(notes["spread"], float)
    size = len(KNOWN)
    if weights.shape != (size,) or spread.shape != (size, size):
        return None
    if not (np.isfinite(weights).all() and np.isfinite(spread).all()):
        return None
    words = {str(word): _tally(*pair) for word, pair in notes["words"].items()}
    return Experience(weights=weights, spread=spread, words=words, menus=_menus(notes))


def _tally(found: Any, expected: Any) -> Tally:
    if not (0 <= found < math.inf and 0 <= expected < math.inf):
        raise ValueError("no counts")
    return Tally(found=float(found), expected=float(expected))


def _menus(notes: Any) -> Menus:
    return Menus(
        sites=int(notes["sites"]),
        texts=_counts(notes["texts"]),
        places={str(place): _counts(found) for place, found in notes["places"].items()},
        marks={status: _counts(notes["marks"][status]) for status in (AGAIN, LONE)},
        told=_counts(notes["told"]),
    )


def _counts(found: Mapping[str, int]) -> Counter[str]:
    return Counter({str(name): int(count) for name, count in found.items()})
