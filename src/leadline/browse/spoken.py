"""What the words of a link, and those of its address, speak of: searching, a list, the site itself.

Words and phrases in several languages. The words of an address are those of its folders; a name of
more than a few words is that of a record, whose words say nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote

from leadline.browse.address import split
from leadline.browse.terms import Terms
from leadline.interpret.names import spaced

BRIEF = 5  # words of a link that names a page
LONGEST = 200  # characters of a link's text, and of a path, that are looked at

_SEARCH = Terms(
    "search, searches, find, finder, lookup, look up, query, queries, explore, explorer",
    "suche, suchen, recherche, finden, abfrage, rechercher, chercher, trouver, requête,"
    "buscar, búsqueda, busqueda, buscador, consulta, busca, pesquisa, pesquisar, procurar,"
    "cerca, ricerca, trova, zoeken, zoek, opzoeken, szukaj, wyszukiwarka, wyszukiwanie, zapytanie,"
    "поиск, найти, запрос, hledat, vyhledávání, sök, søg, ara, arama",
    "検索, 探す, 搜索, 搜尋, 查询, 查詢, 检索, 檢索, 검색",
)
_ADVANCED = Terms(
    "advanced, detailed, extended, erweitert, erweiterte, detailsuche, avancée, avanzada, avançada,"
    "avanzata, uitgebreid, zaawansowane, расширенный, 詳細, 高级, 進階, 상세"
)
_LISTS = Terms(
    "browse, catalogue, catalog, catalogs, database, databases, table, tables, record, records,"
    "tickets, issues, list, listing, listings, collection, collections, archive, archives,"
    "inventory, directory, data, dataset, datasets, all, products, items, books, articles, shop,"
    "store, jobs, publications, library, registry, register of, holdings, entries, results,"
    "objects",
    "katalog, datenbank, datenbanken, tabelle, tabellen, datensätze, liste, sammlung, sammlungen,"
    "archiv, verzeichnis, bestand, alle, produkte, stöbern, bücher, artikel, einträge, stellen",
    "base de données, bases de données, données, notices, fonds, répertoire, annuaire,"
    "parcourir, tous, toutes, produits, livres, offres, bibliothèque",
    "catálogo, base de datos, bases de datos, datos, registros, lista, listado, colección, archivo,"
    "directorio, explorar, todos, productos, libros, biblioteca, base de dados, dados, coleção,"
    "arquivo, diretório, navegar, produtos, livros",
    "catalogo, banca dati, dati, elenco, collezione, archivio, sfoglia, tutti, prodotti, libri",
    "catalogus, databank, gegevens, lijst, verzameling, bladeren, producten, boeken, archief",
    "baza danych, bazy danych, dane, lista, kolekcja, archiwum, przeglądaj, wszystkie, produkty",
    "каталог, база данных, данные, таблица, список, коллекция, архив, все, товары, книги",
    "一覧, カタログ, データベース, 目録, 目录, 目錄, 数据库, 資料庫, 列表, 全部, 목록, 데이터",
)
_ABOUT = Terms(
    "about, contact, help, faq, news, blog, press, team, documentation, docs, api, license, source,"
    "home, sitemap, accessibility, hilfe, kontakt, über, aktuelles, presse, aide, à propos, ayuda,"
    "contacto, acerca, ajuda, contato, aiuto, contatti, chi siamo, over ons, hulp, pomoc, kontakt,"
    "помощь, контакты, ヘルプ, お問い合わせ, 帮助, 關於, 关于, 도움말"
)
_ANY = _SEARCH | _LISTS | _ABOUT | _ADVANCED  # nearly no name has one
_INDEX = re.compile(r"(?:index|default|main|home|start|simple|form)(?:\.\w+)?$|\W*$", re.IGNORECASE)
_BOX = frozenset({"q", "s", "query", "search", "keyword", "keywords", "term", "text", "k", "kw"})


@dataclass(frozen=True, slots=True)
class _Title:
    """What the words of a link speak of."""

    search: bool
    lists: bool
    about: bool
    advanced: bool


@dataclass(frozen=True, slots=True)
class _Path:
    """What the words of an address speak of."""

    search: bool
    end: bool  # the last folder or file of the path speaks of searching
    lists: bool
    advanced: bool


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a link speaks of."""

    title: _Title
    path: _Path

    @property
    def searches(self) -> bool:
        """Whether it says that one can search there."""
        return self.title.search or self.path.end

    @property
    def advanced(self) -> bool:
        """Whether it speaks of more than a simple search."""
        return self.title.advanced or self.path.advanced

    def subjects(self) -> tuple[str, ...]:
        """By name: `about` the site, `list`, `search`, being `under` what does."""
        named = (
            ("about", self.title.about),
            ("list", self.title.lists or self.path.lists),
            ("search", self.searches),
            ("under", self.path.search and not self.searches),
        )
        return tuple([name for name, holds in named if holds])


_NO_TITLE = _Title(search=False, lists=False, about=False, advanced=False)
_NO_PATH = _Path(search=False, end=False, lists=False, advanced=False)


def spoken(url: str, text: str) -> Spoken:
    """What a link with this address and these words speaks of."""
    path = split(url).path[-LONGEST:]
    return Spoken(_title(text[:LONGEST] if _brief(text) else ""), _path(path))


def search_like(url: str) -> bool:
    """Whether an address looks like that of a search page."""
    parts = split(url)
    names = {part.partition("=")[0].lower() for part in parts.query.split("&")}
    return _SEARCH.said(spaced(unquote(parts.path))) or bool(names & _BOX)


@lru_cache(1 << 12)  # many sites use the same names
def _title(text: str) -> _Title:
    title = spaced(text)
    if not _ANY.said(title):
        return _NO_TITLE
    return _Title(*(terms.said(title) for terms in (_SEARCH, _LISTS, _ABOUT, _ADVANCED)))


@lru_cache(1 << 12)
def _path(escaped: str) -> _Path:
    names = unquote(escaped).split("/")
    path = " ".join(filter(_brief, map(spaced, names))).strip()
    if not _ANY.said(path):
        return _NO_PATH
    path = path[:LONGEST]
    return _Path(_SEARCH.said(path), _SEARCH.said(_end(names)), _LISTS.said(path),
                 _ADVANCED.said(path))  # fmt: skip


def _end(names: list[str]) -> str:
    """The words of the last part of a path that has a name of its own."""
    for name in reversed(names):
        if name and not _INDEX.match(name):
            words = spaced(name)
            return words if _brief(words) else ""
    return ""


def _brief(text: str) -> bool:
    """Whether it names a page; what is longer is a record, whose words say nothing."""
    return len(text.split()) <= BRIEF and "://" not in text
