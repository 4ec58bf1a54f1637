"""MediaWiki: rows as pages of a wiki, 20 hits a page, with the number of hits.

Comes from Debian's packages. Hits in titles and hits in texts are two lists of one page.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from tests.products.product import Product, Shown, run
from tests.products.rows import Item, Row, items

WIKI = Path("/usr/share/mediawiki")
SETTINGS = "LocalSettings.php"
MORE = """
$wgServer = 'http://' . ( $_SERVER['HTTP_HOST'] ?? '127.0.0.1' );
$wgJobRunRate = 0;
$wgDBservers = [ [
    'type' => 'sqlite',
    'dbname' => $wgDBname,
    'dbDirectory' => $wgSQLiteDataDir,
    'variables' => [ 'synchronous' => 'OFF' ],
    'load' => 1,
    'flags' => 0,
] ];
"""


def load(php: str, folder: Path, rows: list[Row]) -> None:
    """Install a wiki, import the pages and index them."""
    pages = folder / "pages.xml"
    pages.write_text("".join(_export(items(rows))), encoding="utf-8")
    _maintain(php, folder, "install.php", "--dbtype", "sqlite", "--dbpath", folder / "base",
              "--dbname", "wiki", "--confpath", folder, "--scriptpath", "", "--lang", "en",
              "--server", "http://127.0.0.1", "--pass", "loopback only 1", "Catalogue",
              "Librarian")  # fmt: skip
    with (folder / SETTINGS).open("a", encoding="utf-8") as settings:
        settings.write(MORE)
    _maintain(php, folder, "importDump.php", "--quiet", "--no-updates", pages)
    _maintain(php, folder, "rebuildtextindex.php", "--quiet")
    _maintain(php, folder, "initSiteStats.php", "--quiet", "--update")
    _measure(folder / "base" / "wiki.sqlite")


def _measure(base: Path) -> None:
    """Let SQLite know its tables' sizes: without, it looks every page up in the index."""
    connection = sqlite3.connect(base)
    connection.execute("ANALYZE")
    connection.close()


def _maintain(php: str, folder: Path, script: str, *options: str | Path) -> None:
    found = {"MW_CONFIG_FILE": str(folder / SETTINGS)} if (folder / SETTINGS).exists() else {}
    run(php, WIKI / "maintenance" / script, *options, cwd=folder,
        environment={**os.environ, **found})  # fmt: skip


def _export(found: Iterator[Item]) -> Iterator[str]:
    yield '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">\n'
    for item in found:
        text = f"{item.text}\n\nKept by {item.owner}.\n\n[[Category:{item.group}]]\n"
        yield (
            f"<page><title>{escape(_title(item))}</title><ns>0</ns><revision>"
            "<timestamp>2024-01-01T00:00:00Z</timestamp>"
            "<contributor><username>Librarian</username></contributor>"
            "<model>wikitext</model><format>text/x-wiki</format>"
            f'<text xml:space="preserve">{escape(text)}</text></revision></page>\n'
        )
    yield "</mediawiki>\n"


def _title(item: Item) -> str:
    """What a page may be called: some characters mean something to the wiki."""
    plain = "".join(" " if sign in "#<>[]|{}_:/" else sign for sign in f"{item.key} {item.title}")
    words = " ".join(plain.split())[:200].strip()
    return words[:1].upper() + words[1:]


def serve(php: str, folder: Path, port: int) -> list[str]:
    """PHP's own server."""
    return ["env", f"MW_CONFIG_FILE={folder / SETTINGS}", "PHP_CLI_SERVER_WORKERS=2",
            php, "-S", f"127.0.0.1:{port}", "-t", str(WIKI)]  # fmt: skip


def truth(folder: Path, rows: list[Row]) -> list[Shown]:
    """The titles, that of the first page of every wiki among them."""
    pages = [*((_title(item), item.text) for item in items(rows)), ("Main Page", "")]
    return [
        Shown(key=title, values={"title": title}, searched={"text": text}) for title, text in pages
    ]


PRODUCT = Product(
    name="mediawiki",
    front="/",
    load=load,
    serve=serve,
    truth=truth,
    program="php",
    place=WIKI,
    packages="mediawiki php-cli php-sqlite3 php-intl php-mbstring php-xml",
    lab=("--interface", "keyword", "--page-size", "20", "--ranking", "relevance"),
)
