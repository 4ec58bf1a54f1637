"""How often the words beside a field are found where no markup ties them to it.

Fields that the page itself labels with `<label>`, and in no other way, tell the truth; then all
labels of the page are made plain `<span>`, and the text that is found by layout alone is compared.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from bench.forms_data import Annotated, document, folder
from leadline.detect.controls import BUTTONS, CHOICES, kind_of
from leadline.detect.labels import Labels
from leadline.detect.nearby import attribute
from leadline.detect.owners import owned
from leadline.detect.stems import plain
from leadline.document import Document

LABEL = re.compile(rb"<(/?)label\b", re.I)
OTHERWISE = ("aria-label", "aria-labelledby", "title")


def label_figures(rows: Sequence[Annotated]) -> None:
    """Prints the share of labels found by layout alone."""
    pages: dict[tuple[str, str], set[int]] = {}
    for row in rows:
        pages.setdefault((row.page, row.theirs.url), set()).add(row.theirs.index)
    counts, same, within = Counter[str](), Counter[str](), Counter[str]()
    for (key, url), wanted in pages.items():
        for what, true, told in compared(key, url, wanted):
            counts[what] += 1
            same[what] += true == told
            within[what] += true == told or is_part(true, told)
    for what in (*counts, "all"):
        tallies = (counts, same, within)
        n, equal, part = (t[what] if what in counts else t.total() for t in tallies)
        print(f"labels of {n} ({what}), found without their markup: ", end="")
        print(f"the same {equal / n:.3f}, the same or a part of it {part / n:.3f}")


def is_part(true: list[str], told: list[str]) -> bool:
    """Whether one begins or ends with the other."""
    short, long = sorted((true, told), key=len)
    return bool(short) and short in (long[: len(short)], long[-len(short) :])


def compared(key: str, url: str, wanted: set[int]) -> Iterator[tuple[str, list[str], list[str]]]:
    body = (folder() / key).read_bytes()
    tied, loose = document(key, url, body), document(key, url, LABEL.sub(rb"<\1span", body))
    labels, guesses = Labels(tied.tree), Labels(loose.tree)
    for place, (a, b) in enumerate(zip(controls(tied), controls(loose), strict=False)):
        if place not in wanted or len(a) != len(b):
            continue
        for node, twin in zip(a, b, strict=True):
            kind = kind_of(node)
            if true := said(labels, node, kind):
                guess = guesses.of_choice(twin) if kind in CHOICES else guesses.of(twin)
                yield ("choices" if kind in CHOICES else "fields"), true, plain(guess).split()


def controls(page: Document):
    return [nodes for _, nodes in owned(page.tree, page.text).forms]


def said(labels: Labels, node, kind: str) -> list[str]:
    """The words of the label that is tied to a control; none if it is named otherwise too."""
    if kind == "hidden" or kind in BUTTONS or any(attribute(node, name) for name in OTHERWISE):
        return []
    return plain(labels.tied(node)).split()
