"""Small sources of the same things, as profiles and as stores."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from leadline.model import Answer, Query, Record, Step, Turn
from leadline.store import open_store
from leadline.unify.columns import Profile, Profiler

Row = dict[str, Any]


def profiles(*sources: Iterable[Row]) -> list[Profile]:
    """What sources look like, numbered from 1."""
    found = list[Profile]()
    for number, rows in enumerate(sources, 1):
        profiler = Profiler(number)
        for row in rows:
            profiler.see({name: _values(value) for name, value in row.items()})
        found.append(profiler.profile())
    return found


def _values(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else [str(value)]


def stored(path: Path, *sources: Iterable[Row]) -> Path:
    """A file that holds the rows of each source; keys are their places."""
    with open_store(path) as store:
        for number, rows in enumerate(sources, 1):
            source = store.source(f"http://source-{number}.example/")
            records = tuple(
                Record(str(key), tuple((n, v) for n, value in row.items() for v in _values(value)))
                for key, row in enumerate(rows)
            )
            turn = Turn(1, Step(Query.of(q="x")), Answer(records=records))
            store.keep_turn(source, turn)
    return path


SCENES = "amber birch cedar dune ember fjord grove heath harbour island meadow mountain orchard"
FORMS = "river valley village atlas ballad chronicle diary fable guide sketch winter garden mirror"
WORDS = (*SCENES.split(), *FORMS.split(), "lantern")


def books(count: int) -> list[Row]:
    """Books: title, author, day and pages, all made by counting."""
    size = len(WORDS)
    return [
        {
            "title": f"The {WORDS[i % size]} {WORDS[i // 4 % size]} {WORDS[i * 5 % size]} {i}",
            "author": f"{WORDS[i * 3 % size].title()} {WORDS[i * 11 % 23].title()}son",
            "published": f"{1950 + i * 7 % 60}-{1 + i * 5 % 12:02}-{1 + i * 3 % 28:02}",
            "pages": 80 + i * 37 % 700,
        }
        for i in range(count)
    ]


def otherwise(row: Row) -> Row:
    """The same book as another source would show it."""
    year, month, of_month = str(row["published"]).split("-")
    names = "January February March April May June July August September October November December"
    title = str(row["title"]).removeprefix("The ")
    return {
        "Book title": f"{title.upper()}, THE",
        "Author name": row["author"],
        "Date": f"{int(of_month)} {names.split()[int(month) - 1]} {year}",
        "Number of pages": f"{row['pages']} p",
    }
