"""Forms as they are found in the wild, as values."""

from leadline.model import Control, Form, Option


def box(name, label="", kind="text", **more):
    return Control(name=name, kind=kind, label=label, **more)


def hidden(name, value):
    return Control(name=name, kind="hidden", value=value)


def submit(name="", value="Search"):
    return Control(name=name, kind="submit", value=value, label=value)


def choice(name, *options, label="", kind="select", multiple=False):
    """A list; an option is a label, or (value, label), or (value, label, selected)."""
    made = tuple(Option(o, o) if isinstance(o, str) else Option(*o) for o in options)
    return Control(name=name, kind=kind, label=label, options=made, multiple=multiple)


def tick(name, label="", selected=False, value="1"):
    return Control(
        name=name,
        kind="checkbox",
        label=label,
        multiple=True,
        options=(Option(value, label, selected),),
    )


LIBRARY = Form(
    action="https://library.example/search",
    controls=(
        choice("idx", ("kw", "Library catalogue"), ("ti", "Title"), ("au", "Author")),
        box("q", placeholder="Search the catalogue by keyword, author or title"),
        choice("branch", ("", "All libraries"), ("MPL", "Midway"), ("CPL", "Centerville")),
        choice("language", ("", "Any"), ("eng", "English"), ("fre", "French"), label="Language"),
        choice("sort_by", ("rel", "Relevance"), ("date", "Newest first"), label="Sort by"),
        submit(),
    ),
)

JOBS = Form(
    action="https://stellen.example/suche",
    controls=(
        box("was", "Was?", placeholder="Beruf, Stichwort"),
        box("wo", "Wo?", placeholder="PLZ oder Ort"),
        choice("umkreis", ("10", "10 km"), ("25", "25 km"), label="Umkreis"),
        choice("branche", ("0", "Alle Branchen"), ("1", "Bau (120)"), ("2", "Handel (80)"),
               label="Branche:"),
        submit(value="Stellen finden"),
    ),
)  # fmt: skip

CARS = Form(
    action="https://cars.example/find",
    controls=(
        choice("make", ("", "-- Any make --"), ("9", "Audi"), ("13", "BMW"), label="Make:"),
        box("priceMin", "Price from", kind="number"),
        box("priceMax", "to", kind="number"),
        choice("year_from", ("", "from"), "1999", "2000", "2001"),
        choice("year_to", ("", "to"), "1999", "2000", "2001"),
        choice("km_min", ("", "any"), ("5000", "5,000 km"), ("10000", "10,000 km")),
        choice("km_max", ("", "any"), ("5000", "5,000 km"), ("10000", "10,000 km")),
        choice("fuel", ("p", "Petrol"), ("d", "Diesel"), kind="radio", label="Fuel"),
        choice("per_page", "10", "20", "50", label="Results per page"),
    ),
)

TICKETS = Form(
    action="https://tracker.example/query?mine=1",
    method="POST",
    page="https://tracker.example/query",
    controls=(
        hidden("__FORM_TOKEN", "3f9a"),
        choice("0_summary_mode", ("~", "contains"), ("!~", "doesn't contain"), ("", "is"),
               ("^", "begins with")),
        box("0_summary", "Summary"),
        submit("rm_filter_0_summary", "–"),
        choice("0_status", ("new", "new", True), ("closed", "closed"), label="Status",
               kind="checkbox", multiple=True),
        choice("add_filter_0", "", "Cc", "Owner", label="And"),
        choice("col", ("id", "Ticket", True), ("owner", "Owner"), label="Columns",
               kind="checkbox", multiple=True),
        choice("group", "", "Component", label="Group results by"),
        box("max", "Max items per page", value="100"),
        submit("update", "Update"),
    ),
)  # fmt: skip

WIKI = Form(
    action="https://wiki.example/w/index.php",
    controls=(
        hidden("title", "Spezial:Suche"),
        box("search", "Suche", kind="search", value="left over"),
        tick("ns0", "(Seiten)", selected=True),
        tick("ns1", "Diskussion"),
        submit("fulltext", "Suchen"),
    ),
)

TABLE = Form(
    action="https://data.example/db/packages",
    controls=(
        box("_search", "Search:", kind="search"),
        choice("_filter_column", ("", "- column -"), "section", "maintainer"),
        choice("_filter_op", ("exact", "="), ("not", "!="), ("contains", "contains"),
               ("startswith", "starts with"), ("gt", ">")),
        box("_filter_value"),
        choice("_sort", ("", "Sort..."), ("name", "Sort by name"), ("size", "Sort by size")),
        tick("_sort_by_desc", "descending", value="on"),
        submit(value="Apply"),
    ),
)  # fmt: skip

BOOKS_JA = Form(
    action="https://books.example.jp/find",
    controls=(
        box("key", "キーワード"),
        choice("genre", ("", "指定なし"), ("1", "文学"), ("2", "歴史"), label="ジャンル："),
        choice("so", ("a", "新しい順"), ("b", "古い順"), ("c", "関連度順"), label="並び替え"),
    ),
)

ALL = (LIBRARY, JOBS, CARS, TICKETS, WIKI, TABLE, BOOKS_JA)
