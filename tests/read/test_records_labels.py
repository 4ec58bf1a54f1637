"""Labels, cut titles, keys and places on pages that are made carelessly."""

from leadline.codec import dump, load
from leadline.read import HtmlWrapper, Sample, Wrapper, induce
from tests.read.result_pages import HOST, document

FONT = '<FONT FACE="Arial" SIZE=2>'
TOWNS = [
    ("Oslo", "NO", "Viken"),
    ("Rome", "IT", "Lazio"),
    ("Lima", "PE", ""),
    ("Bonn", "DE", "NRW"),
    ("Bern", "CH", ""),
    ("Cork", "IE", "Munster"),
    ("Graz", "AT", "Styria"),
]
LABELS = ("Name", "Country", "Region")


def nested(*towns: tuple[str, ...], before: str = "<P>") -> str:
    """Tables within tables, tags not closed, `before` the list a paragraph that is never closed."""
    records = "".join(f"<TR><TD><TABLE BORDER=1>{lines(town)}</TABLE>\n" for town in towns)
    menu = "".join(f'<TR><TD>{FONT}<A HREF="/{n}">Menu {n}</A>' for n in range(4))
    form = "".join(f"<TR><TD>{FONT}<B>{t}:</B></FONT><TD><INPUT NAME={t}>" for t in LABELS)
    listed = f"{before}<TABLE>{records}</TABLE>" if towns else "<P>Nothing was found."
    return (f"<HTML><BODY><TABLE><TR><TD COLSPAN=2>{FONT}Towns</FONT><TR><TD><TABLE>{menu}</TABLE>"
            f"<TD><H2>Search</H2><FORM><TABLE>{form}</TABLE></FORM><HR>{listed}"
            f"<TR><TD COLSPAN=2><HR>{FONT}Write to us.</TABLE></BODY></HTML>")  # fmt: skip


def lines(town: tuple[str, ...]) -> str:
    return "".join(
        f"<TR><TD>{FONT}{label}</FONT><TD>{FONT}{text}</FONT>"
        for label, text in zip(LABELS, town, strict=True)
        if text
    )


def learned() -> Wrapper:
    samples = [
        Sample(document=document(nested(*TOWNS[:4]))),
        Sample(document=document(nested(*TOWNS[3:]))),
    ]
    wrapper = induce(samples, [document(nested())])
    assert wrapper is not None
    return wrapper


def towns(html: str) -> list[tuple[tuple[str, str], ...]]:
    return [record.values for record in learned().extract(document(html)).records]


def test_cells_that_are_the_same_in_all_records_name_those_beside_them():
    assert towns(nested(TOWNS[0], TOWNS[2])) == [
        (("name", "Oslo"), ("country", "NO"), ("region", "Viken")),
        (("name", "Lima"), ("country", "PE")),
    ]


def test_one_record_alone_is_read():
    assert towns(nested(TOWNS[1])) == [(("name", "Rome"), ("country", "IT"), ("region", "Lazio"))]


def test_records_are_found_where_the_page_before_them_is_made_differently():
    notice = "<CENTER><P>Some old entries are left out.</CENTER><DIV><BR>"
    for before in ("", "<HR>", notice):
        assert [values[0][1] for values in towns(nested(*TOWNS[:2], before=before))] == [
            "Oslo",
            "Rome",
        ]
        assert [values[0][1] for values in towns(nested(TOWNS[4], before=before))] == ["Bern"]


def test_a_page_without_hits_has_none():
    found = learned().extract(document(nested()))
    assert (found.records, found.healthy) == ((), True)


def test_how_records_are_known_anywhere_is_kept():
    wrapper = learned()
    assert isinstance(wrapper, HtmlWrapper)
    assert wrapper.items.spare
    assert load(Wrapper, dump(wrapper)) == wrapper  # type: ignore[arg-type]


def read(html: str, *more: str) -> list[tuple[tuple[str, str], ...]]:
    wrapper = induce([Sample(document=document(page)) for page in (html, *more)])
    assert wrapper is not None
    return [record.values for record in wrapper.extract(document(html)).records]


def test_a_link_after_the_last_label_is_not_its_value():
    records = "".join(
        f"<dl><dt>Name<dd>{name}<dt>Country<dd>{code}"
        f'<dd class="more"><a href="/{name}">All</a></dl>'
        for name, code, _ in TOWNS
    )
    assert read(f"<main>{records}</main>")[0] == (("name", "Oslo"), ("country", "NO"))


def test_a_title_that_is_cut_short_is_read_from_its_attribute():
    items = "".join(
        f'<li><h3><a href="/{name}" title="{name}, a town in {code}">{name}, a …</a></h3><p>{code}'
        for name, code, _ in TOWNS
    )
    assert read(f"<ol>{items}</ol>")[0] == (("title", "Oslo, a town in NO"), ("text", "NO"))


def test_an_attribute_that_says_something_else_is_no_title():
    items = "".join(
        f'<li><h3><a href="/{name}" title="Open {name}">{name} and so on…</a></h3><p>{code}'
        for name, code, _ in TOWNS
    )
    assert read(f"<ol>{items}</ol>")[0] == (("title", "Oslo and so on…"), ("text", "NO"))


def test_arrows_of_a_sorted_column_are_not_part_of_its_name():
    rows = "".join(f'<tr><td><a href="/{n}">{n}</a><td>{code}' for n, code, _ in TOWNS)
    search = "<a href='?o'>↓</a> <a href='#f'>=</a>"
    page = f"<table><thead><tr><th>Name {search}<th>↑ Country</thead><tbody>{rows}</table>"
    assert read(page)[0] == (("name", "Oslo"), ("country", "NO"))
    page = f"<table><thead><tr><th>Name ▼<th>↑ Country</thead><tbody>{rows}</table>"
    assert read(page)[0] == (("name", "Oslo"), ("country", "NO"))


def hits(word: str, *names: str) -> str:
    """Terms with an excerpt around the word and a line of who and when."""
    items = "".join(
        f'<dt><a href="/wiki/{name}" class="found">{name}: a page about {name} ...</a></dt>'
        f'<dd class="found">... some {word} here for {name} ...</dd>'
        f'<dd>By <span class="author">someone</span> <span class="date">2024-05-01</span></dd>'
        for name in names
    )
    return f'<dl id="results">{items}</dl>'


def test_excerpts_never_count_in_the_key_of_a_record_that_has_a_link():
    samples = [
        Sample(document=document(hits("sea", "Oslo", "Cork", "Lima")), words=("sea",)),
        Sample(document=document(hits("port", "Oslo", "Lima", "Cork")), words=("port",)),
    ]
    wrapper = induce(samples)
    assert wrapper is not None
    found = wrapper.extract(document(hits("ship", "Lima"))).records
    assert [(record.key, record.values) for record in found] == [
        (
            f"{HOST}/wiki/Lima",
            (
                ("title", "Lima: a page about Lima ..."),
                ("text", "... some ship here for Lima ..."),
                ("date", "2024-05-01"),
            ),
        )
    ]


def test_values_in_one_text_are_fields():
    items = "".join(
        f'<li><a href="/{name}">{name}</a>'
        f'<p class="where">{name[:3].upper()} · {region} · {code}</p>'
        for name, code, region in TOWNS
        if region
    )
    page = f"<ol>{items}</ol>"
    wrapper = induce([Sample(document=document(page))])
    assert wrapper is not None
    assert load(Wrapper, dump(wrapper)) == wrapper  # type: ignore[arg-type]
    other = '<ol><li><a href="/x">Ulm</a><p class="where">ULM · DE</p></ol>'
    assert wrapper.extract(document(page)).records[0].values == (
        ("title", "Oslo"),
        ("where", "OSL"),
        ("where 2", "Viken"),
        ("where 3", "NO"),
    )
    assert [r.values for r in wrapper.extract(document(other)).records] == [
        (("title", "Ulm"), ("where", "ULM"), ("where 3", "DE"))
    ]


def shop(*names: str) -> str:
    items = "".join(
        f'<li><a href="/{name}">{name}</a><p class="stock"><i class="icon"></i>On shelf</p>'
        f'<p><span class="when">2024-05-01</span> <a href="/basket">Take it</a></p>'
        for name in names
    )
    return f"<ol>{items}</ol>"


def test_a_value_that_all_records_have_is_read_but_says_nothing_about_them():
    wrapper = induce([Sample(document=document(shop("Oslo", "Rome", "Lima", "Bonn")))])
    assert wrapper is not None
    (record,) = wrapper.extract(document(shop("Cork"))).records
    assert record.values == (("title", "Cork"), ("stock", "On shelf"), ("when", "2024-05-01"))
    assert record.text == "Cork"


def test_classes_that_only_say_how_it_looks_name_no_field():
    cards = "".join(
        f'<div class="card"><a class="stretched-link" href="/{name}">{name}</a>'
        f'<p class="container-fluid">{name[::-1]} by the sea</p>'
        f'<span class="screen-reader-text">{name} in short</span>'
        f'<b class="mayor">{code}a Holm</b></div>'
        for name, code, _ in TOWNS
    )
    names = [name for name, _ in read(f'<main><div class="grid">{cards}</div></main>')[0]]
    assert names == ["title", "text", "text 2", "mayor"]


def folder(*towns: tuple[str, ...]) -> str:
    """A folder as a Web server lists it: the way up is a row below the head of the table."""
    rows = "".join(f'<tr><td><a href="{n}">{n}</a><td>2 K<td>{code}' for n, code, _ in towns)
    return (
        "<table><thead><tr><th>Name<th>Size<th>Type</thead>"
        f'<tbody><tr><td><a href="../">..</a>/<td>-<td>Directory{rows}</table>'
    )


def test_a_row_that_leads_upwards_is_neither_header_nor_record():
    samples = [Sample(document=document(folder(*some))) for some in (TOWNS[:4], TOWNS[4:])]
    wrapper = induce(samples)
    assert wrapper is not None
    for _ in range(2):  # the second time by the markup that was met before
        found = [record.values for record in wrapper.extract(samples[1].document).records]
        assert found[0] == (("name", "Bern"), ("size", "2 K"), ("type", "CH"))
        assert len(found) == 3


def bare_folder(*names: str) -> str:
    """Files, below the way to the folder above; no row is a header."""
    rows = "".join(
        f'<tr><td>-rw-r--r--</td><td>18-Nov-2026 20:07</td><td>{len(name)}B</td>'
        f'<td><a href="./{name}">{name}</a></td></tr>' for name in names
    )  # fmt: skip
    up = '<td>drwxr-xr-x</td><td>18-Nov-2026 20:07</td><td></td><td><a href="./../">../</a></td>'
    return f"<h1>Index</h1><table><tr>{up}</tr>{rows}</table>"


def test_the_way_to_the_folder_above_names_no_columns():
    pages = [
        document(bare_folder(*(f"{place}-{n}.txt" for n in range(6)))) for place in ("oslo", "rome")
    ]
    wrapper = induce([Sample(document=page) for page in pages])
    assert wrapper is not None
    records = wrapper.extract(pages[0]).records
    assert len(records) == 6
    assert dict(records[0].values)["title"] == "oslo-0.txt"
    assert not any("../" in name + value for record in records for name, value in record.values)
