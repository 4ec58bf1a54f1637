"""InstantSearch over ItemsJS: a catalogue that exists in the browser only, 12 items a page.

The page has an input without a form, check-boxes with counts and `#` as every link. All data come
with one request for a JSON file.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import asdict
from pathlib import Path

from tests.products.product import HERE, Product, Shown, run
from tests.products.rows import Row, items

SOURCES = HERE / "inside" / "facets"
LISTED = ("key", "title", "group", "owner")


def load(esbuild: str, folder: Path, rows: list[Row]) -> None:
    """Bundle the script and write the file it reads."""
    public = folder / "public"
    public.mkdir()
    shutil.copy(SOURCES / "index.html", public)
    modules = {"NODE_PATH": str(Path(esbuild).parents[1])}
    run(esbuild, SOURCES / "page.js", "--bundle", "--minify", "--outfile=public/page.js",
        '--define:process.env.NODE_ENV="production"',
        cwd=folder, environment={**os.environ, **modules})  # fmt: skip
    found = [{"id": str(n), **asdict(item)} for n, item in enumerate(items(rows), 1)]
    (public / "items.json").write_text(json.dumps(found))


def serve(esbuild: str, folder: Path, port: int) -> list[str]:
    """Nothing but files."""
    files = ("--bind", "127.0.0.1", "--directory", str(folder / "public"), str(port))
    return [sys.executable, "-m", "http.server", *files]


def truth(folder: Path, rows: list[Row]) -> list[Shown]:
    """What is rendered of an item; its text is in the file only."""
    return [
        Shown(
            key=item.key,
            values={name: getattr(item, name) for name in LISTED},
            searched={"text": item.text},
        )
        for item in items(rows)
    ]


PRODUCT = Product(
    name="jsfacets",
    front="/",
    load=load,
    serve=serve,
    truth=truth,
    pins="package.json",
    program="npm",
    lab=("--interface", "keyword", "--page-size", "12", "--browsable"),
)
