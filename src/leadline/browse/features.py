"""What a link shows before it is followed, as numbers: the features that `experience.py` weighs.

Words and address by `find.promise`; depth; whether it stands in a menu or beside a form, how many
others stand as it does, and whether its text is a title rather than a name.
"""

from __future__ import annotations

import math
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


def features(
    anchor: Anchor, depth: int, crowd: int, fruitful: bool, stray: bool
) -> dict[str, float]:
    """What is known of a link at so many links from the front page, among so many like it.

    A link that says that one can search there is believed wherever it stands; of the others its
    place says more than its words do.
    """
    said = spoken(anchor.url, anchor.text)
    score = promise(anchor.url, anchor.text, anchor.menu, said)
    if said.searches:
        return {"search": 1.0, "surely": score}
    found = {
        "page": 1.0,
        "promise": score,
        "deep": float(min(depth - 1, DEEPEST)),
        "crowd": math.log(crowd / CROWD) if crowd > CROWD else 0.0,
    }
    shown = (
        ("menu", anchor.menu),
        ("near", anchor.near),
        ("frame", anchor.path[-1:] != () and "frame" in anchor.path[-1]),
        ("title", len(anchor.text.split()) > BRIEF),
        ("fruitful", fruitful),
        ("stray", stray),
    )
    for name in (*said.subjects(), *[name for name, holds in shown if holds]):
        found[name] = 1.0
    return found


def words_of(anchor: Anchor) -> tuple[str, ...]:
    """The words of a link and of the end of its address, each once, without numbers."""
    text = anchor.text if len(anchor.text.split()) <= BRIEF else ""
    found = f"{spaced(text)} {spaced(unquote(_end(anchor.url)))}".split()
    kept = (word for word in found if 1 < len(word) <= LONGEST and not word.isdigit())
    return tuple(dict.fromkeys(kept))[:SOME]


def _end(url: str) -> str:
    """The last folder or file of an address, and the names of its parameters."""
    parts = split(url)
    last = parts.path.rstrip("/").rpartition("/")[2].partition(".")[0]
    names = [part.partition("=")[0] for part in parts.query[:200].split("&")]
    return " ".join((last[-60:], *names))
