"""What a link shows before it is followed, as numbers: the features that `experience.py` weighs.

Words and address by `find.promise`; depth; whether it stands in a menu or beside a form, how many
others stand as it does, and whether its text is a title rather than a name.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from urllib.parse import unquote

from leadline.browse.address import split
from leadline.browse.find import promise
from leadline.browse.links import Anchor
from leadline.browse.spoken import spoken
from leadline.interpret.names import spaced

BRIEF = 5  # words of a link that names a page
DEEPEST = 5  # links beyond which more say nothing
CROWD = 10  # links that a menu may well have
LONGEST = 20  # letters of a word
SOME = 8  # words of a link that are looked at


def features(anchor: Anchor, around: Mapping[str, float]) -> dict[str, float]:
    """What is known of a link that stands among others of which this is known.

    A link that says that one can search there is believed wherever it stands; of the others its
    place says more than its words do.
    """
    said = spoken(anchor.url, anchor.text)
    score = promise(anchor.url, anchor.text, anchor.menu, said)
    if said.searches:
        return {"search": 1.0, "surely": score}
    found = {**around, "promise": score}
    for name in said.subjects():
        found[name] = 1.0
    if anchor.near:
        found["near"] = 1.0
    if len(anchor.text.split()) > BRIEF:
        found["title"] = 1.0
    return found


def around(
    anchor: Anchor, depth: int, crowd: int, fruitful: bool = False, stray: bool = False
) -> dict[str, float]:
    """What the links of a place share, so many links from the front page, and so many of them."""
    shown = {
        "menu": anchor.menu,
        "frame": anchor.path[-1:] != () and "frame" in anchor.path[-1],
        "fruitful": fruitful,
        "stray": stray,
    }
    return {
        "page": 1.0,
        "deep": float(min(depth - 1, DEEPEST)),
        "crowd": math.log(crowd / CROWD) if crowd > CROWD else 0.0,
    } | {name: 1.0 for name, holds in shown.items() if holds}


def words_of(anchor: Anchor) -> tuple[str, ...]:
    """The words of a link and of the end of its address, each once, without numbers."""
    text = anchor.text if len(anchor.text.split()) <= BRIEF else ""
    found = f"{spaced(text)} {spaced(unquote(_end(anchor.url)))}".split()
    kept = [word for word in found if 1 < len(word) <= LONGEST and not word.isdigit()]
    return tuple(dict.fromkeys(kept))[:SOME]


def _end(url: str) -> str:
    """The last folder or file of an address, and the names of its parameters."""
    parts = split(url)
    last = parts.path.rstrip("/").rpartition("/")[2].partition(".")[0]
    if not parts.query:
        return last[-60:]
    names = [part.partition("=")[0] for part in parts.query[:200].split("&")]
    return " ".join((last[-60:], *names))
