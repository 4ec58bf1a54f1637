"""Result pages of many designs over the same real rows, to read records from."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import quote_plus

import leadline.lab
from leadline.document import Document
from leadline.model import Page, Request

DATA = Path(leadline.lab.__file__).parent / "data" / "airports.jsonl.gz"
HOST = "http://airports.example"
SIZE = 10

Row = dict[str, str]


def _rows() -> list[Row]:
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


ROWS = _rows()


@cache
def search(words: str, page: int = 1, size: int = SIZE) -> tuple[list[Row], int]:
    """The rows that have all these words, one page of them, and how many there are."""
    wanted = words.casefold().split()
    found = [
        row for row in ROWS if all(word in " ".join(row.values()).casefold() for word in wanted)
    ]
    return found[(page - 1) * size : page * size], len(found)


def document(body: str | bytes, url: str = f"{HOST}/search", kind: str = "text/html") -> Document:
    """A page as if it had been fetched."""
    data = body.encode() if isinstance(body, str) else body
    headers = (("content-type", f"{kind}; charset=utf-8"),)
    return Document(Page(request=Request(url=url), url=url, headers=headers, body=data))


@dataclass(frozen=True)
class Asked:
    """What a result page is made from."""

    words: str
    page: int
    rows: Sequence[Row]
    total: int

    def link(self, row: Row) -> str:
        return f"/airport/{row['iata'].lower()}"

    def marked(self, text: str, tag: str = "b") -> str:
        """A text with the words asked for marked."""
        safe = escape(text)
        for word in self.words.split():
            safe = re.sub(f"(?i)({re.escape(word)})", rf"<{tag}>\1</{tag.split()[0]}>", safe)
        return safe


Design = Callable[[Asked], str]


@cache
def page(design: Design, words: str, number: int = 1, size: int = SIZE) -> Document:
    """One result page of a design."""
    rows, total = search(words, number, size)
    asked = Asked(words, number, rows, total)
    inner = design(asked) if rows else "<p class=message>Your search did not match anything.</p>"
    return document(_frame(asked, inner), f"{HOST}/search?q={quote_plus(words)}&page={number}")


def _frame(asked: Asked, inner: str) -> str:
    """A whole page: menus, crumbs, facets, pager and footer around the results."""
    countries: dict[str, int] = {}
    for row in search(asked.words, 1, 10_000)[0]:
        countries[row["country"]] = countries.get(row["country"], 0) + 1
    facets = "".join(
        f'<li class="facet"><a href="?q={asked.words}&amp;c={name}">{name}</a> <i>({n})</i></li>'
        for name, n in sorted(countries.items())[:30]
    )
    pages = "".join(f'<a href="?page={n}">{n}</a> ' for n in range(1, 8))
    news = "".join(
        f'<li><a href="/news/{n}">Airline number {n} opens a new route</a><p>On our blog</p></li>'
        for n in range(6)
    )
    return f"""<!doctype html><html><head><title>{asked.words} - Airports</title></head><body>
    <header><ul class="menu"><li><a href="/">Home</a></li><li><a href="/about">About us</a></li>
    <li><a href="/map">Map of all airports</a></li><li><a href="/in">Log in</a></li></ul></header>
    <ol class="breadcrumb"><li><a href="/">Start</a></li><li>Search</li></ol>
    <form action="/search"><input name="q" value="{escape(asked.words)}"><select name="c">
    <option>any<option>DE<option>FR</select><button>Search</button></form>
    <div class="layout"><div class="side"><h4>Country</h4><ul>{facets}</ul></div>
    <div class="content"><p class="total">{asked.total} airports found</p>{inner}
    <div class="pages">{pages}<a href="?page={asked.page + 1}">Next</a></div></div></div>
    <div class="latest"><h4>News</h4><ul>{news}</ul></div>
    <footer><ul><li><a href="/terms">Terms</a></li><li><a href="/privacy">Privacy</a></li>
    <li>© Airports 2024</li></ul></footer></body></html>"""


def get(row: Row, name: str) -> str:
    return escape(row.get(name, ""))


def table(asked: Asked) -> str:
    rows = "".join(
        f'<tr class="{"odd" if n % 2 else "even"}"><td>{get(r, "iata")}</td>'
        f'<td><a href="{asked.link(r)}?from={asked.words}">{asked.marked(r["name"])}</a></td>'
        f"<td>{get(r, 'city')}</td><td>{get(r, 'region')}</td><td>{get(r, 'country')}</td></tr>"
        for n, r in enumerate(asked.rows)
    )
    return f"""<table class="data"><thead><tr><th>Code</th><th>Name</th><th>City</th><th>Region</th>
    <th>Country</th></tr></thead><tbody>{rows}</tbody></table>"""


def bare_table(asked: Asked) -> str:
    """No classes, no th, no links: a header row of plain cells, and a pager row."""
    rows = "".join(
        f"<tr><td>{get(r, 'iata')}</td><td>{asked.marked(r['name'])}</td><td>{get(r, 'city')}</td>"
        f"<td>{get(r, 'timezone')}</td></tr>"
        for r in asked.rows
    )
    return f"""<table border=1><tr><td><b>IATA</b></td><td><b>Name</b></td><td><b>City</b></td>
    <td><b>Zone</b></td></tr>{rows}<tr><td colspan=4><a href="?page=2">Next</a></td></tr></table>"""


def layout_tables(asked: Asked) -> str:
    """Tables within tables, as pages were made long ago."""
    rows = "".join(
        f'<tr bgcolor="#eeeeee"><td><font size=2>{n}.</font></td><td><font size=2>'
        f'<a href="show.cgi?code={r["iata"]}&amp;sid=8f3a9c0d1e2b4a5f6c7d8e9">{get(r, "name")}</a>'
        f"</font></td><td><font size=2>{get(r, 'country')}</font></td></tr>"
        for n, r in enumerate(asked.rows, 1)
    )
    return f"""<table width=100%><tr><td width=20%><table><tr><td><a href=a>Left one</a></td></tr>
    <tr><td><a href=b>Left two</a></td></tr></table></td><td><table cellpadding=2><tr><td>
    <table>{rows}</table></td></tr></table></td></tr></table>"""


def cards(asked: Asked) -> str:
    def card(n: int, r: Row) -> str:
        city = f'<span class="card__city">{get(r, "city")}</span>' if "city" in r else ""
        return f"""<div class="card css-1x2y3z card-{n}">
        <a class="card__image" href="{asked.link(r)}">
        <img src="/i/{n}.jpg" alt=""></a><div class="card__body"><h3 class="card__title">
        <a href="{asked.link(r)}">{asked.marked(r["name"], "mark")}</a></h3>{city}
        <span class="card__country">{get(r, "country")}</span>
        <div class="card__actions"><a href="/watch?code={r["iata"]}">Add to list</a>
        <a href="{asked.link(r)}">Read more</a></div></div></div>"""

    return f'<div class="grid">{"".join(card(n, r) for n, r in enumerate(asked.rows))}</div>'


def grid_rows(asked: Asked) -> str:
    """Cards in rows of three."""
    cells = [
        f'<div class="col-md-4"><div class="thumb"><h4><a href="{asked.link(r)}">'
        f'{get(r, "name")}</a></h4><p class="place">{get(r, "region")}</p>'
        f'<p class="zone">{get(r, "timezone")}</p></div></div>'
        for r in asked.rows
    ]
    rows = [cells[n : n + 3] for n in range(0, len(cells), 3)]
    return "".join(f'<div class="row">{"".join(row)}</div>' for row in rows)


def labelled_list(asked: Asked) -> str:
    def item(r: Row) -> str:
        parts = [("Code", "iata"), ("City", "city"), ("Region", "region"), ("Country", "country")]
        spans = "".join(
            f'<span class="line"><span class="label">{label}:</span> <span class="value">'
            f"{get(r, name)}</span></span>"
            for label, name in parts
            if name in r
        )
        return (
            f'<li class="hit"><a href="{asked.link(r)}">{asked.marked(r["name"])}</a>{spans}</li>'
        )

    return f"<ul class=hits>{''.join(map(item, asked.rows))}</ul>"


def bold_labels(asked: Asked) -> str:
    """<b>Label</b>: value, with line breaks, in one paragraph."""

    def item(r: Row) -> str:
        lines = "".join(
            f"<b>{label}</b>: {asked.marked(r[name], 'i')}<br>"
            for label, name in (("City", "city"), ("Region", "region"), ("Country", "country"))
            if name in r
        )
        name = f'<a href="{asked.link(r)}">{get(r, "name")}</a>'
        return f"<div class=item><h2>{name}</h2><p>{lines}</p></div>"

    return f"<div id=results>{''.join(map(item, asked.rows))}</div>"


def plain_labels(asked: Asked) -> str:
    """Label: value, in the text itself."""

    def item(r: Row) -> str:
        lines = "<br>".join(
            f"{label}: {get(r, name)}"
            for label, name in (("Code", "iata"), ("City", "city"), ("Country", "country"))
            if name in r
        )
        name = f'<a href="{asked.link(r)}">{get(r, "name")}</a>'
        return f"<li><strong>{name}</strong><div>{lines}</div></li>"

    return f"<ol>{''.join(map(item, asked.rows))}</ol>"


def lists_of_terms(asked: Asked) -> str:
    """One definition list for each record."""

    def item(r: Row) -> str:
        pairs = "".join(
            f"<dt>{name.title()}</dt><dd>{get(r, name)}</dd>"
            for name in ("iata", "city", "region", "country")
            if name in r
        )
        return f'<div class="entry"><h3>{get(r, "name")}</h3><dl>{pairs}</dl></div>'

    return f'<div class="entries">{"".join(map(item, asked.rows))}</div>'


def flat_terms(asked: Asked) -> str:
    """One definition list in which a term starts a record."""
    items = "".join(
        f'<dt><a href="{asked.link(r)}?q={asked.words}">{asked.marked(r["name"])}</a></dt>'
        f'<dd class="where">{asked.marked(r.get("region", "unknown"))}</dd>'
        f'<dd><span class="code">{get(r, "iata")}</span> '
        f'<span class="country">{get(r, "country")}</span></dd>'
        for r in asked.rows
    )
    return f'<dl id="results">{items}</dl>'


def siblings(asked: Asked) -> str:
    """Heading, paragraph and line, again and again."""
    return "".join(
        f'<h3><a href="{asked.link(r)}">{get(r, "name")}</a></h3><p>{get(r, "timezone")}</p>'
        f'<div class="meta"><em>{get(r, "country")}</em></div><hr>'
        for r in asked.rows
    )


def two_rows(asked: Asked) -> str:
    """Two rows of a table for each record, and one between them."""
    rows = "".join(
        f'<tr><td>{n}.</td><td><a href="{asked.link(r)}">{get(r, "name")}</a></td></tr>'
        f'<tr><td colspan="2"><span class="code">{get(r, "iata")}</span> in '
        f'<span class="region">{get(r, "region")}</span></td></tr>'
        for n, r in enumerate(asked.rows, 1)
    )
    return f"<table class=list><tbody>{rows}</tbody></table>"


def advertised(asked: Asked) -> str:
    """Cards with an advertisement among them."""
    items = [
        f'<article class="result"><h2><a href="{asked.link(r)}">{get(r, "name")}</a></h2>'
        f'<p class="city">{get(r, "city")}</p><p class="country">{get(r, "country")}</p></article>'
        for r in asked.rows
    ]
    promoted = """<article class="result result--sponsored"><h2><a href="http://ads.example/1">
    Cheap flights to everywhere</a></h2><p class="city">Anywhere</p>
    <p class="country">All</p></article>"""
    return f"<main>{''.join([*items[:2], promoted, *items[2:]])}</main>"


def microdata(asked: Asked) -> str:
    return "".join(
        f"""<div itemscope itemtype="http://schema.org/Airport">
        <a itemprop="url" href="{asked.link(r)}"><span itemprop="name">{get(r, "name")}</span></a>
        (<span itemprop="iataCode">{r["iata"]}</span>)
        <div><span itemprop="addressCountry">{get(r, "country")}</span></div></div>"""
        for r in asked.rows
    )


def json_ld(asked: Asked) -> str:
    data = {
        "@context": "https://schema.org",
        "@type": "ItemList",
        "itemListElement": [
            {
                "@type": "ListItem",
                "position": n,
                "item": {"@type": "Airport", "url": HOST + asked.link(r), "name": r["name"],
                         "iataCode": r["iata"], "address": {"addressCountry": r["country"]}},
            }
            for n, r in enumerate(asked.rows, 1)
        ],
    }  # fmt: skip
    items = "".join(f'<li><a href="{asked.link(r)}">{get(r, "name")}</a></li>' for r in asked.rows)
    return f'<script type="application/ld+json">{json.dumps(data)}</script><ul class=l>{items}</ul>'


def excerpts(asked: Asked) -> str:
    """Results without links, whose excerpts depend on the question."""
    return "".join(
        f'<div class="res"><span class="res-name">{get(r, "name")}</span>'
        f'<span class="res-code">{r["iata"]}</span>'
        f'<p class="res-excerpt">... {asked.marked(asked.words + " in " + r["timezone"])} ...'
        "</p></div>"
        for r in asked.rows
    )


def hashed(asked: Asked) -> str:
    """Class names made by a machine, a part that is sometimes missing."""

    def item(r: Row) -> str:
        city = f'<div class="Pr__sc-1x2 hQpLmT">{get(r, "city")}</div>' if "city" in r else ""
        return f"""<div class="sc-bdVaJa kXyzAb"><div class="sc-htpNat eFgHiJ"><a class="dYTqXv"
        href="{asked.link(r)}"><span class="sc-abc">{get(r, "name")}</span></a></div>
        <div class="sc-htpNat kLmNoP">{get(r, "timezone")}</div>{city}</div>"""

    return f'<div class="sc-list abcDef">{"".join(map(item, asked.rows))}</div>'


def whole_links(asked: Asked) -> str:
    """Cards that are one link, whose address has the place and the words in it."""
    items = "".join(
        f'<a class="rowlink" href="{asked.link(r)}?pos={n}&amp;q={asked.words}">'
        f'<div class="t">{get(r, "name")}</div><div class="s">{get(r, "timezone")}</div></a>'
        for n, r in enumerate(asked.rows, 1)
    )
    return f"<div class=list>{items}</div>"


def admin(asked: Asked) -> str:
    """A table of an administrator: check-boxes, icons, a link that leads back here."""
    rows = "".join(
        f"""<tr><td><input type="checkbox" name="rowid" value="{r["iata"]}"></td>
        <td class="buttons"><a class="icon" href="/admin/details/?id={r["iata"]}&amp;url=%2Fadmin%2F
%3Fsearch%3D{asked.words}%26page%3D{asked.page}"><span class="fa fa-eye"></span></a>
        <form method="POST" action="/delete"><input name="id" type="hidden" value="{r["iata"]}">
        <button>Delete</button></form></td><td class="col-iata">{r["iata"]}</td>
        <td class="col-name">{get(r, "name")}</td><td class="col-city">{get(r, "city")}</td></tr>"""
        for r in asked.rows
    )
    return f"""<table class="table table-striped"><thead><tr><th><input type="checkbox"></th>
    <th>&nbsp;</th><th><a href="?sort=0">Iata</a></th><th><a href="?sort=1">Name</a></th>
    <th>City</th></tr></thead>{rows}</table>"""


def wiki(asked: Asked) -> str:
    """Highlights in titles and excerpts."""
    mark = "span class='match'"
    items = "".join(
        f"""<li class="mw-result mw-result-ns-0"><div class="mw-heading"><a href="/wiki/{r["iata"]}"
        data-serp-pos="{n}">{asked.marked(r["name"], mark)}</a>    </div><div class="extract">
        {asked.marked("Lies in " + r["timezone"], mark)}</div></li>"""
        for n, r in enumerate(asked.rows)
    )
    return f'<div class="results"><ul class="mw-results">{items}</ul></div>'


def three_rows(asked: Asked) -> str:
    """Three rows for each record: a numbered title, a line below it, and a gap."""
    rows = "".join(
        f"""<tr class='athing' id='{r["iata"]}'><td class="title">
        <span class="rank">{n}.</span></td>
        <td><center><a href='vote?id={r["iata"]}'><div class='arrow'></div></a></center></td>
        <td class="title"><span class="line"><a href="{asked.link(r)}">{get(r, "name")}</a></span>
        </td></tr><tr><td colspan="2"></td><td class="subtext"><span class="zone">{r["timezone"]}
        </span> in <a class="nation" href="/c/{r["country"]}">{r["country"]}</a></td></tr>
        <tr class="spacer" style="height:5px"></tr>"""
        for n, r in enumerate(asked.rows, 1)
    )
    return f"""<table><tbody>{rows}<tr class="morespace"></tr><tr><td colspan=2></td>
    <td class="title"><a href="?p=2" class="morelink">More</a></td></tr></tbody></table>"""


def without_classes(asked: Asked) -> str:
    items = "".join(
        f'<div><div><a href="{asked.link(r)}"><div>{get(r, "name")}</div></a></div>'
        f"<div><div>{r['timezone']}</div><div>{r['iata']}</div></div></div>"
        for r in asked.rows
    )
    return f"<div>{items}</div>"


def links_only(asked: Asked) -> str:
    items = "".join(f'<li><a href="{asked.link(r)}">{get(r, "name")}</a></li>' for r in asked.rows)
    return f"<ul>{items}</ul>"


def broken_lines(asked: Asked) -> str:
    """Lines that begin with a link, in one paragraph."""
    lines = "".join(
        f'<a href="{asked.link(r)}">{get(r, "name")}</a>, {r["timezone"]}<br>' for r in asked.rows
    )
    return f"<p>{lines}</p>"


def one_list_of_labels(asked: Asked) -> str:
    """Labels and values of all records in one list; the first label starts a record."""
    pairs = "".join(
        f"<dt>{label}</dt><dd>{get(r, name)}</dd>"
        for r in asked.rows
        for label, name in (("Name", "name"), ("Code", "iata"), ("City", "city"))
        if name in r
    )
    return f"<dl>{pairs}</dl>"


def tables_of_labels(asked: Asked) -> str:
    """One small table of labels and values for each record."""

    def item(r: Row) -> str:
        rows = "".join(
            f"<tr><td>{label}:</td><td>{get(r, name)}</td></tr>"
            for label, name in (("Code", "iata"), ("City", "city"), ("Country", "country"))
            if name in r
        )
        name = f'<a href="{asked.link(r)}">{get(r, "name")}</a>'
        return f"<table class=rec><tr><td>Name:</td><td>{name}</td></tr>{rows}</table>"

    return "".join(map(item, asked.rows))


def with_ids(asked: Asked) -> str:
    """No links; the id is an attribute, one record stands out."""
    items = "".join(
        f'<div role=listitem data-id="{r["iata"]}" class="li {"hl" if n == 2 else ""}">'
        f'<p class="name">{get(r, "name")}</p><p class="zone">{r["timezone"]}</p></div>'
        for n, r in enumerate(asked.rows)
    )
    return f"<div role=list>{items}</div>"


# the fields that are read from each design, and what of the rows they hold
DESIGNS: dict[Design, tuple[tuple[str, str], ...]] = {
    table: (("code", "iata"), ("name", "name"), ("city", "city"), ("region", "region"),
            ("country", "country")),
    bare_table: (("iata", "iata"), ("name", "name"), ("city", "city"), ("zone", "timezone")),
    layout_tables: (("title", "name"), ("text", "country")),
    cards: (("title", "name"), ("city", "city"), ("country", "country")),
    grid_rows: (("title", "name"), ("place", "region"), ("zone", "timezone")),
    labelled_list: (("title", "name"), ("code", "iata"), ("city", "city"), ("region", "region"),
                    ("country", "country")),
    bold_labels: (("title", "name"), ("city", "city"), ("region", "region"),
                  ("country", "country")),
    plain_labels: (("title", "name"), ("code", "iata"), ("city", "city"), ("country", "country")),
    lists_of_terms: (("title", "name"), ("iata", "iata"), ("city", "city"), ("region", "region"),
                     ("country", "country")),
    siblings: (("title", "name"), ("text", "timezone"), ("text 2", "country")),
    two_rows: (("title", "name"), ("code", "iata"), ("region", "region")),
    advertised: (("title", "name"), ("city", "city"), ("country", "country")),
    microdata: (("name", "name"), ("iata code", "iata"), ("address country", "country")),
    json_ld: (("name", "name"), ("iataCode", "iata"), ("addressCountry", "country")),
    hashed: (("title", "name"), ("text", "timezone"), ("text 2", "city")),
    whole_links: (("title", "name"), ("text", "timezone")),
    admin: (("iata", "iata"), ("name", "name"), ("city", "city")),
    wiki: (("title", "name"), ("extract", "timezone")),
    three_rows: (("title", "name"), ("zone", "timezone"), ("nation", "country")),
    without_classes: (("title", "name"), ("text", "timezone"), ("text 2", "iata")),
    links_only: (("title", "name"),),
    broken_lines: (("title", "name"), ("text", "timezone")),
    one_list_of_labels: (("name", "name"), ("code", "iata"), ("city", "city")),
    tables_of_labels: (("name", "name"), ("code", "iata"), ("city", "city"),
                       ("country", "country")),
    with_ids: (("name", "name"), ("zone", "timezone")),
}  # fmt: skip


def expected(design: Design, row: Row) -> tuple[tuple[str, str], ...]:
    """What should be read of a row."""
    start = "Lies in " if design is wiki else ""
    return tuple(
        (name, (start if key == "timezone" else "") + " ".join(row[key].split()))
        for name, key in DESIGNS[design]
        if row.get(key)
    )
