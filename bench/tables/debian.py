"""Debian packages, as attributes and as descriptions.

From the package and translation lists of the suites' main part, read by apt. No row holds the
package's name: it would make every row unique and joining two suites trivial.
Licence: the lists are Debian's; descriptions are under the terms of the package they describe.
"""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.tables.base import Collection, Row, present
from bench.tables.fetch import Suite

BOOKWORM = Suite("bookworm", ("en", "de", "ja"))
TRIXIE = Suite("trixie", ())

Stanza = dict[str, str]


def stanzas(path: Path) -> Iterator[Stanza]:
    """The stanzas of a list; lines of a continued field are kept apart by line breaks."""
    stanza: Stanza = {}
    field = ""
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in (raw.rstrip("\n") for raw in lines):
            if line.startswith((" ", "\t")):
                stanza[field] += "\n" + line[1:]
            elif line:
                field, _, value = line.partition(":")
                stanza[field] = value.strip()
            elif stanza:
                yield stanza
                stanza = {}
    if stanza:
        yield stanza


def dependencies(field: str) -> list[str]:
    """Package names of a dependency field: of alternatives the first, without its version."""
    names = (re.match(r"\s*([^\s:(|,]+)", clause) for clause in field.split(","))
    return list(dict.fromkeys(name[1] for name in names if name))


def attributes(suite: Suite, outdir: Path) -> Iterator[Row]:
    for stanza in stanzas(suite.packages(outdir)):
        yield present(
            section=stanza.get("Section"),
            maintainer=_person(stanza.get("Maintainer", "")),
            source=stanza.get("Source", stanza["Package"]).split()[0],
            depends=dependencies(stanza.get("Depends", "")),
            tags=re.findall(r"[^\s,]+::[^\s,]+", stanza.get("Tag", "")),
        )


def _person(maintainer: str) -> str:
    return maintainer.partition("<")[0].strip().strip('"')


def described(text: str) -> Row:
    """A row of a description: its first line is the title, a lone dot an empty line."""
    title, _, body = text.partition("\n")
    return present(title=title, description=re.sub(r"(?m)^\.$", "", body).strip())


def english(outdir: Path) -> Iterator[Row]:
    """Every package of the suite, with its long text (which the package list lacks)."""
    texts = {
        (stanza["Package"], stanza["Description-md5"]): stanza["Description-en"]
        for stanza in stanzas(BOOKWORM.translation(outdir, "en"))
    }
    for stanza in stanzas(BOOKWORM.packages(outdir)):
        short = stanza.get("Description", "")
        key = stanza["Package"], stanza.get("Description-md5", "")
        yield described(texts.get(key, short))


def translated(language: str, outdir: Path) -> Iterator[Row]:
    """The packages described in the language, be they built for one architecture or another."""
    for stanza in stanzas(BOOKWORM.translation(outdir, language)):
        yield described(stanza[f"Description-{language}"])


COLLECTIONS = (
    Collection(
        "debian-attributes",
        "tune",
        63_440,
        "Debian bookworm packages: section, maintainer, source, depends, tags",
        partial(attributes, BOOKWORM),
    ),
    Collection(
        "debian-text", "tune", 63_440, "their English descriptions: title, description", english
    ),
    Collection(
        "debian-de",
        "report",
        13_869,
        "German descriptions: title, description",
        partial(translated, "de"),
    ),
    Collection(
        "debian-ja",
        "report",
        6_606,
        "Japanese descriptions: title, description",
        partial(translated, "ja"),
    ),
    Collection(
        "trixie-attributes",
        "overlap",
        68_825,
        "Debian trixie packages, with the attributes of debian-attributes",
        partial(attributes, TRIXIE),
    ),
)
