"""A shop that writes "red 12 items": which part is the count, its lists tell."""

from html import escape
from random import Random
from urllib.parse import urlencode

from aiohttp import web

from leadline.store import open_store
from tests.harvest.odd_sites import leadline, serving

NOUNS = ("lamp", "chair", "cup", "rug", "clock", "mirror", "vase", "shelf", "stool", "bowl")
SIZE = 10


def things(number=90):
    rng = Random(3)
    return [
        {
            "id": str(n),
            "title": f"{rng.choice(NOUNS).title()} and {n} {rng.choice(NOUNS)}s",
            "System": rng.choice(["Windows 95", "Windows 98", "Mac", "Mac"]),
            "Colour": rng.choice(["red", "red", "dark blue", "green"]),
            "Month": rng.choice(["May 24", "June 24", "July 24"]),
        }
        for n in range(number)
    ]


COUNTED = {"System": "{} ({})", "Colour": "{}<span>{}<span> items</span></span>"}
DATED = {"Month": "{}"}


def listing(rows, asked, facets):
    """A list, with what narrows it; systems have numbers of their own and counts apart."""
    chosen = {name: asked[name] for name in facets if name in asked}
    found = [row for row in rows if all(row[name] == chosen[name] for name in chosen)]
    at = int(asked.get("p", "1")) - 1

    def link(**more):
        return escape(f"/list?{urlencode(chosen | more)}")

    def facet(name, entry):
        counts = {value: sum(row[name] == value for row in found) for value in
                  sorted({row[name] for row in found})} if name not in chosen else {}  # fmt: skip
        entries = (f"<li><a href='{link(**{name: value})}'>{entry.format(value, count)}</a></li>"
                   for value, count in counts.items())  # fmt: skip
        return f"<div><div>{name}</div><ol>{''.join(entries)}</ol></div>" if counts else ""

    panel = "".join(facet(name, entry) for name, entry in facets.items())
    some = found[at * SIZE : (at + 1) * SIZE]
    shown = "".join(f"<li><h3><a href='/item/{row['id']}'>{row['title']}</a></h3>"
                    f"<p>Article {row['id']} of our shop</p></li>" for row in some)  # fmt: skip
    more = f"<a rel=next href='{link(p=str(at + 2))}'>Next</a>" if found[(at + 1) * SIZE :] else ""
    said = f"<p>Items {at * SIZE + 1} to {at * SIZE + len(some)} of {len(found)} in all</p>"
    said = "" if "Month" in chosen else said
    return f"<aside>{panel}</aside><main>{said}<ul>{shown}</ul>{more}</main>"


def harvested(rows, facets, path):
    """Who has which value, by what a harvest says."""

    async def answer(request):
        at = request.path.strip("/").rpartition("/")
        if request.path.startswith("/item/"):
            text = f"<h1>{rows[int(at[2])]['title']}</h1><p>Ask for its price.</p>"
        else:
            text = listing(rows, dict(request.query), facets)
        return web.Response(text=f"<html><body>{text}</body></html>", content_type="text/html")

    with serving(answer) as url:
        got = leadline("harvest", f"{url}/list", "--into", path, "--delay", 0,
                       "--browser", "never", "--facets")  # fmt: skip
    assert got.code == 0, got.err
    with open_store(path, create=False, write=False) as store:
        return {(pair.key.rpartition("/")[2], pair.attribute, pair.value)
                for pair in store.pairs(store.sources()[0].id)}  # fmt: skip


def true(rows, facets):
    return {(row["id"], name, row[name]) for row in rows for name in facets}


def test_numbers_in_texts_are_counts_if_lists_are_as_long(tmp_path):
    rows = things()
    assert harvested(rows, COUNTED, tmp_path / "x.db") == true(rows, COUNTED)


def test_a_year_is_no_count_though_no_list_says_how_long_it_is(tmp_path):
    rows = things()
    assert harvested(rows, DATED, tmp_path / "x.db") <= true(rows, DATED)
