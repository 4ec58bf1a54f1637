"""Lists of sites: one address on a line, or CSV with an address in some column.

Reads what `leadline sources --export` writes, spreadsheets, and lists with comments (`#`). A line
without an address is skipped and counted; a header is one of those.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from leadline.errors import BadData, NotAUrl
from leadline.store.sites_values import Site

STDIN = "-"
LONGEST = 8_000  # characters of a line that is looked at
COLUMNS = ("site", "url", "title", "state", "pages", "forms_sought_by", "named_by", "names", "why")


@dataclass(slots=True)
class Read:
    """The addresses of a list, and how many lines had none."""

    urls: list[str]
    skipped: int = 0


def read_list(name: str, address: Callable[[str], str]) -> Read:
    """The addresses in a file; - is standard input. `address` makes one of what people type."""
    shown = "standard input" if name == STDIN else name
    found = Read([])
    try:
        with _opened(name) as file:
            for line in file:
                _add(found, line[:LONGEST], address)
    except (OSError, ValueError) as error:
        raise BadData(f"cannot read {shown}: {getattr(error, 'strerror', None) or error}") from (
            error
        )
    if not found.urls:
        raise BadData(f"{shown} has no address of a site; write one on each line, or CSV")
    return found


def _opened(name: str) -> IO[str]:
    if name == STDIN:
        return open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False)
    return Path(name).open(encoding="utf-8-sig", errors="replace")


def _add(found: Read, line: str, address: Callable[[str], str]) -> None:
    text = line.strip()
    if not text or text.startswith("#"):
        return
    url = next(_addresses(text, address), None)
    if url is None:
        found.skipped += 1
    else:
        found.urls.append(url)


def _addresses(text: str, address: Callable[[str], str]) -> Iterator[str]:
    """The addresses on a line; those that say http come first."""
    for delimiter in sorted(",;\t", key=text.count, reverse=True):
        cells = _cells(text, delimiter)
        for cell in sorted(cells, key=lambda one: not one.strip().lower().startswith("http")):
            try:
                yield address(cell)
            except NotAUrl:
                continue


def _cells(text: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([text.replace("\0", "")], delimiter=delimiter), [])
    except csv.Error:
        return [text]


def write_list(path: Path, sites: Iterable[Site]) -> int:
    """Write sites as CSV, or one address on a line if the file is named .txt; how many."""
    count = 0
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            plain = path.suffix.lower() != ".csv"
            if not plain:
                rows.writerow(COLUMNS)
            for site in sites:
                count += 1
                if plain:
                    file.write(f"{site.url}\n")
                else:
                    rows.writerow(_row(site))
    except OSError as error:
        raise BadData(f"cannot write {path}: {error.strerror or error}") from error
    return count


def _row(site: Site) -> tuple[object, ...]:
    return (site.key, site.url, site.title, site.forms_state.value, site.pages, site.strategy,
            site.named, site.names, site.reason)  # fmt: skip
