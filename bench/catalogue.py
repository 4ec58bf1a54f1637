"""Debian's packages as a catalogue with names: `python -m bench.catalogue OUTDIR`.

The collections of `bench.tables` leave the package's name out, since it would give every row away.
Software that shows rows to people needs one, so this writes debian-catalogue.jsonl beside them:
package, version, section, maintainer, source, title, description, size (in kB).
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.tables.base import Row
from bench.tables.debian import BOOKWORM, english, stanzas

NAME = "debian-catalogue.jsonl"


def catalogue(outdir: Path) -> Iterator[Row]:
    """Every package of the suite once."""
    seen: set[str] = set()
    for stanza, text in zip(stanzas(BOOKWORM.packages(outdir)), english(outdir), strict=True):
        if stanza["Package"] in seen:
            continue
        seen.add(stanza["Package"])
        yield {
            "package": stanza["Package"],
            "version": stanza["Version"],
            "section": stanza["Section"],
            "maintainer": stanza["Maintainer"].partition("<")[0].strip().strip('"'),
            "source": stanza.get("Source", stanza["Package"]).split()[0],
            "size": int(stanza.get("Installed-Size", 0)),
            **text,
        }


def main(outdir: Path) -> None:
    """Write the catalogue and say how long it is."""
    outdir.mkdir(parents=True, exist_ok=True)
    rows = [json.dumps(row, ensure_ascii=False) for row in catalogue(outdir)]
    (outdir / NAME).write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(f"{outdir / NAME}: {len(rows):,} rows")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m bench.catalogue OUTDIR")
    main(Path(sys.argv[1]).resolve())
