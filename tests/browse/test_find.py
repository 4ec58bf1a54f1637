"""Which link to follow first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.browse.address import same_site
from leadline.browse.find import rank_links
from leadline.browse.safety import safe
from leadline.browse.spoken import search_like, spoken
from leadline.document import Document
from leadline.model import Page, Request

HOME = "https://www.x.example/"


def page(body, url=HOME):
    raw = body.encode("utf-8", "replace") if isinstance(body, str) else body
    headers = (("content-type", "text/html"),)
    return Document(Page(request=Request(url=url), url=url, headers=headers, body=raw))


def paths(body, seen=()):
    return [link.url.removeprefix(HOME) for link in rank_links(page(body), seen)]


def test_a_museum_leads_to_its_collection_search():
    html = """<nav><a href="/">Home</a> <a href="/visit">Visit</a> <a href="/about">About us</a>
      <a href="/collection">Collection</a> <a href="/login">Log in</a></nav>
      <main><a href="/news/2024/opening">A new wing opens</a>
      <a href="/collection/advanced-search">Advanced search</a></main>"""
    assert paths(html) == [
        "collection/advanced-search", "collection", "visit", "news/2024/opening", "about",
    ]  # fmt: skip


def test_a_data_site_leads_to_its_largest_table():
    html = """<h1>Data</h1><h2><a href="/airports">airports</a></h2><p>28,298 rows in 1 table</p>
      <h2><a href="/debian">debian</a></h2><p>63,440 rows in 3 tables</p>
      <h2><a href="/notes">notes</a></h2><p>12 rows in 1 table</p>
      <footer>Powered by <a href="https://software.example/">software</a></footer>"""
    assert paths(html) == ["debian", "airports", "notes"]


def test_a_number_of_records_may_stand_some_way_off():
    html = """<a href="/airports">/airports</a><span>    - 430          items    </span>
      <a href="/posts">/posts</a><span>    - 2          items   </span>"""
    assert [link.score > 1 for link in rank_links(page(html))] == [True, False]


@pytest.mark.parametrize(
    ("best", "other"),
    [
        ("Erweiterte Suche", "Aktuelles"),
        ("Recherche avancée", "Actualités"),
        ("Búsqueda avanzada", "Noticias"),
        ("Ricerca", "Notizie"),
        ("Zoeken", "Nieuws"),
        ("Pesquisar", "Notícias"),
        ("Wyszukiwarka", "Aktualności"),
        ("Поиск по каталогу", "Новости"),
        ("検索", "お知らせ"),
        ("馆藏目录", "新闻"),
        ("Datenbank", "Presse"),
        ("Browse all records", "Our team"),
        ("Books (1,204)", "Blog"),
    ],
)
def test_words_in_many_languages(best, other):
    html = f'<a href="/a">{other}</a> <a href="/b">{best}</a>'
    assert paths(html) == ["b", "a"]


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("https://x.example/logout", "Bye"),
        ("https://x.example/a?action=delete&id=3", "x"),
        ("https://x.example/a?action=history", "old"),
        ("https://x.example/?table=films&action=table_drop", "films"),
        ("https://x.example/?mass-action2=rename-rows", "films"),
        ("https://x.example/a", "Empty"),
        ("https://x.example/tickets/new", "File one"),
        ("https://x.example/a", "Add to basket"),
        ("https://x.example/a", "Register"),
        ("https://x.example/a", "Abmelden"),
        ("https://x.example/a", "Supprimer"),
        ("https://x.example/a", "ログアウト"),
        ("https://x.example/data.csv", "data"),
        ("https://x.example/export/all", "all"),
    ],
)
def test_links_that_do_something_are_never_followed(url, text):
    assert not safe(url, text)


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("https://x.example/history/", "History"),
        ("https://x.example/about/3", "History"),
        ("https://x.example/files", "Downloads"),
        ("https://x.example/register-of-ships", "A register of ships"),
        ("https://x.example/?do=search&title=table_drop", "Search"),
    ],
)
def test_pages_with_names_like_doing_something_are_followed(url, text):
    assert safe(url, text)


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("https://x.example/ships", "Register of ships"),
        ("https://x.example/natural-history", "Natural history"),
        ("https://x.example/new-arrivals", "New arrivals"),
        ("https://x.example/addresses", "Addresses"),
    ],
)
def test_links_that_only_sound_so_are_followed(url, text):
    assert safe(url, text)


def test_other_sites_scripts_mails_and_seen_pages_are_left_out():
    html = """<a href="https://other.example/search">Search</a> <a href="mailto:a@b">Search</a>
      <a href="javascript:go()">Search</a> <a href="#search">Search</a>
      <a href="/gone" data-method="delete">Search</a> <a href="/f" download>Search</a>
      <a href="/seen">Search</a> <a href="https://catalogue.x.example/">Catalogue</a>"""
    assert paths(html, {f"{HOME}seen"}) == ["https://catalogue.x.example/"]


def test_a_frame_may_hold_the_form():
    assert paths('<frameset><frame src="/cgi/search"><frame src="/menu"></frameset>') == [
        "cgi/search",
        "menu",
    ]


def test_an_address_listed_twice_keeps_its_better_text():
    found = rank_links(page('<a href="/s"><img></a><a href="/s">Search</a>'))
    assert [(link.url, link.text) for link in found] == [(f"{HOME}s", "Search")]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://a.example.org/", "http://example.org/x", True),
        ("https://a.example.co.uk/", "https://b.example.co.uk/", True),
        ("https://a.co.uk/", "https://b.co.uk/", False),
        ("http://127.0.0.1:8001/", "http://127.0.0.1:8002/", False),
        ("http://127.0.0.1/", "http://127.1.0.1/", False),
        ("http://localhost:80/", "http://localhost:80/a", True),
        ("nonsense", "nonsense", False),
    ],
)
def test_sites(one, other, same):
    assert same_site(one, other) is same


@pytest.mark.parametrize(
    ("url", "like"),
    [
        ("https://x.example/search", True),
        ("https://x.example/Special:Search", True),
        ("https://x.example/index.php?q=a", True),
        ("https://x.example/Suche/", True),
        ("https://x.example/%E6%A4%9C%E7%B4%A2", True),
        ("https://x.example/research", False),
        ("https://x.example/", False),
        ("http://[", False),
    ],
)
def test_addresses_that_look_like_searches(url, like):
    assert search_like(url) is like


def test_a_page_of_very_many_links_gives_a_list_to_work_with():
    html = "".join(f'<a href="/{n}">{n}</a>' for n in range(50_000)) + "<b>" * 2_000
    assert len(rank_links(page(html))) == 100


@given(
    st.binary(max_size=80)
    | st.lists(
        st.sampled_from(
            ['<a href="', "http://[", "/search", '">', "9 rows", "</a>", "<nav>", "%ff"]
        )
    ).map("".join)
)
def test_any_page_gives_links_or_none(body):
    for link in rank_links(page(body)):
        assert same_site(link.url, HOME)


def test_the_title_of_a_record_says_nothing_about_its_page():
    html = """<a href="/r/how-to-search-a-database-of-old-books">
      How to search a database of books</a> <a href="/browse">Browse</a>"""
    assert paths(html) == ["browse", "r/how-to-search-a-database-of-old-books"]


def test_a_page_in_a_folder_of_searches_is_none_by_that():
    assert spoken("http://a.example/search/index.html", "Go").searches
    assert spoken("http://a.example/pages/12", "Search the archive").searches
    below = spoken(
        "http://a.example/search/complete-report-93614.html", "Complete report"
    ).subjects()
    assert "search" not in below
    assert "under" in below
