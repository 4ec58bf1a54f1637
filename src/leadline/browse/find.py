"""Which links of a page most likely lead to a search form, or to a list of many records.

By the words of the link and of its address in several languages, by a number of records beside it,
by its place and the shape of its address. One request is one page, so the order is what counts.
Links that change something, or lead off the site, are never among them. Leaves out learning from
what earlier links brought.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import SplitResult, unquote

from selectolax.lexbor import LexborNode

from leadline.browse.address import split
from leadline.browse.terms import Terms
from leadline.document import Document
from leadline.interpret.names import spaced
from leadline.interpret.regions import Spot, spots

MOST = 100  # links that are worth a list
NODES = 20_000  # of a page that are looked at
BRIEF = 5  # words of a link that names a page
LONGEST = 200  # characters of a link's text, and of what stands behind it


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link worth following; the higher the score, the sooner."""

    url: str
    score: float
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spoken:
    """What the words of a link, and those of its address, speak of."""

    search: bool
    search_path: bool
    search_end: bool  # the last folder or file of the path
    lists: bool
    lists_path: bool
    about: bool
    advanced: bool


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
_NEVER = Terms(
    "logout, log out, log off, logoff, signout, sign out, login, log in, logon, signin, sign in,"
    "signup, sign up, register now, register here, registration, delete, remove, edit, add, create,"
    "create account, my account, undo, export, download, upload, cart, basket, checkout,"
    "wishlist, buy now, order now, subscribe, unsubscribe, newsletter, donate, password,"
    "preferences, settings, rss, atom, feed, cookie, cookies, privacy, terms of, imprint,"
    "newticket, rollback",
    "abmelden, anmelden, einloggen, registrieren, löschen, bearbeiten, hinzufügen, erstellen,"
    "herunterladen, exportieren, warenkorb, kasse, abonnieren, drucken, teilen, impressum,"
    "datenschutz, einstellungen, benutzerkonto, passwort",
    "déconnexion, connexion, inscription, supprimer, modifier, ajouter, créer, télécharger, panier,"
    "exporter, imprimer, partager, mentions légales, mot de passe, compte",
    "cerrar sesión, iniciar sesión, registrarse, eliminar, borrar, editar, añadir, crear,"
    "descargar,carrito, exportar, imprimir, compartir, contraseña, cuenta, aviso legal",
    "entrar, sair, excluir, apagar, adicionar, criar, baixar, carrinho, senha, conta",
    "esci, accedi, registrati, elimina, cancella, modifica, aggiungi, crea, scarica, carrello,"
    "stampa, condividi",
    "uitloggen, inloggen, afmelden, aanmelden, verwijderen, bewerken, toevoegen, winkelwagen",
    "wyloguj, zaloguj, zarejestruj, usuń, edytuj, dodaj, utwórz, pobierz, koszyk",
    "выйти, выход, войти, вход, регистрация, удалить, редактировать, добавить, скачать, корзина",
    "ログアウト, ログイン, 登録, 削除, 編集, 追加, ダウンロード, カート, 退出, 登录, 登錄, 登入,"
    "注册,註冊, 删除, 刪除, 编辑, 編輯, 添加, 下载, 下載, 购物车, 로그아웃, 로그인, 삭제, 편집,"
    "다운로드",
)
_ABOUT = Terms(
    "about, contact, help, faq, news, blog, press, team, documentation, docs, api, license, source,"
    "home, sitemap, accessibility, hilfe, kontakt, über, aktuelles, presse, aide, à propos, ayuda,"
    "contacto, acerca, ajuda, contato, aiuto, contatti, chi siamo, over ons, hulp, pomoc, kontakt,"
    "помощь, контакты, ヘルプ, お問い合わせ, 帮助, 關於, 关于, 도움말"
)
_NUMBER = r"(\d[\d.,'’ \u00a0\u202f]{0,12})"
_UNITS = (
    r"rows?|records?|entries|items?|results?|titles?|documents?|books?|articles?|objects?|products?"
    r"|pages|tickets|jobs|datensätze|einträge|treffer|titel|objekte|stellen|notices?|résultats?"
    r"|registros|resultados|títulos|risultati|titoli|resultaten|wyników|rekordów|записей"
    r"|результатов|件|条|條|项|건"
)
_DIGIT = re.compile(r"\d")
_INDEX = re.compile(r"(?:index|default|main|home|start|simple|form)(?:\.\w+)?$|\W*$", re.IGNORECASE)
_COUNT = re.compile(rf"{_NUMBER}\s{{0,2}}(?:{_UNITS})|[(\[]{_NUMBER}[)\]]", re.IGNORECASE)
_FILE = re.compile(
    r"\.(?:pdf|jpe?g|png|gif|svg|webp|ico|zip|gz|bz2|xz|tar|7z|rar|csv|tsv|json|xml|rdf|rss|atom|"
    r"xlsx?|docx?|pptx?|odt|ods|epub|mp3|mp4|avi|mov|webm|exe|dmg|deb|rpm|css|js|txt|ics|bib|"
    r"db|sqlite)$",
    re.IGNORECASE,
)
_ACTS = frozenset({  # as a whole: a register of ships and a history of art are to be read
    "new", "create", "add", "edit", "delete", "register", "watch", "unwatch", "update",
    "join", "import", "print", "share", "vote", "like", "follow", "diff", "revert", "order", "buy",
    "rename", "insert", "drop", "truncate", "admin", "account", "profile",
    "neu", "nouveau", "nuevo", "nuovo", "novo",
})  # fmt: skip
_BOX = frozenset({"q", "s", "query", "search", "keyword", "keywords", "term", "text", "k", "kw"})
_HREF = {"a": "href", "area": "href", "frame": "src", "iframe": "src"}


def rank_links(document: Document, seen: Collection[str] = ()) -> tuple[Link, ...]:
    """The links of a page that are not seen yet, the most promising first."""
    if not document.is_html:
        return ()
    best: dict[str, Link] = {}
    for link in _scored(document):
        known = best.get(link.url)
        if link.url not in seen and (known is None or known.score < link.score):
            best[link.url] = link
    return tuple(sorted(best.values(), key=lambda link: -link.score)[:MOST])


def search_like(url: str) -> bool:
    """Whether an address looks like that of a search page."""
    parts = split(url)
    names = {part.partition("=")[0].lower() for part in parts.query.split("&")}
    return _SEARCH.said(spaced(unquote(parts.path))) or bool(names & _BOX)


def promise(url: str, text: str, aside: bool) -> float:
    """How likely a link leads to a search or a list, by its words, address and place alone."""
    return _score(url, text, "", Spot(aside=aside))


def told(url: str, text: str) -> frozenset[str]:
    """What a link speaks of: `search`, being `under` what does, `list`, `about` the site."""
    spoken = _spoken(url, text)
    searches = spoken.search or spoken.search_end
    named = {
        "search": searches,
        "under": spoken.search_path and not searches,
        "list": spoken.lists or spoken.lists_path,
        "about": spoken.about,
    }
    return frozenset(name for name, holds in named.items() if holds)


def same_site(url: str, other: str) -> bool:
    """Whether two addresses belong to one site: the same host, or domain, and the same port."""
    one, two = split(url).netloc.lower(), split(other).netloc.lower()
    return bool(one) and (one == two or _domain(one) == _domain(two))


def safe(url: str, text: str = "") -> bool:
    """Whether following a link only shows something."""
    return not _does(text[:LONGEST]) and (_known(url) if len(url) <= LONGEST else _is_page(url))


@lru_cache(1 << 13)  # the links of a menu are on every page of a site
def _does(text: str) -> bool:
    """Whether the words of a link are something to do."""
    return _is_act(text) or _NEVER.said(spaced(text))


def _is_page(url: str) -> bool:
    """Whether an address is that of a page, and of nothing to do."""
    parts = split(url)
    last = parts.path.rstrip("/").rpartition("/")[2]
    deep = "/" in parts.path.strip("/")
    if _is_act(last, deep) or _FILE.search(last) or _NEVER.said(_words(parts.path[-LONGEST:])):
        return False
    return not parts.query or not _acts_by(parts.query[:LONGEST])


_known = lru_cache(1 << 14)(_is_page)


def _acts_by(query: str) -> bool:
    values = (part.partition("=")[2] for part in query.split("&"))
    return any(_is_act(value, True) for value in values) or _NEVER.said(_words(query))


def _words(escaped: str) -> str:
    """The words of a part of an address."""
    return spaced(unquote(escaped))


def _is_act(word: str, of: bool = False) -> bool:
    """Whether a word by itself is something to do; the history of something is, history is not."""
    return word.lower() in _ACTS or (of and word.lower() == "history")


def _scored(document: Document) -> Iterator[Link]:
    for node, spot, behind in _anchors(document):
        url = document.resolve(node.attributes.get(_HREF[node.tag or ""]))
        if url is None or url == document.url or not same_site(url, document.url):
            continue
        text = _text(node)
        if safe(url, text) and not _acts(node):
            score = _score(url, text, behind, spot) - _elsewhere(url, document.url)
            yield Link(url=url, score=round(score, 3), text=text)


def _anchors(document: Document) -> Iterator[tuple[LexborNode, Spot, str]]:
    """Each link with its place, and the text between it and the next."""
    last: tuple[LexborNode, Spot] | None = None
    inside = behind = ""
    for node, spot in spots(document.tree.root, NODES):
        if node.tag in _HREF and _HREF[node.tag] in node.attributes:
            if last is not None:
                yield *last, behind[len(inside) :]
            last, inside, behind = (node, spot), _text(node), ""
        elif node.tag == "-text" and last is not None and len(behind) < 2 * LONGEST:
            behind = f"{behind} {node.text_content or ''}".strip()
    if last is not None:
        yield *last, behind[len(inside) :]


def _text(node: LexborNode) -> str:
    text = " ".join(node.text(separator=" ")[: 4 * LONGEST].split())
    own = node.attributes
    return (text or own.get("title") or own.get("aria-label") or own.get("alt") or "")[:LONGEST]


def _acts(node: LexborNode) -> bool:
    """Whether a script turns the link into something other than a look."""
    own = node.attributes
    method = (own.get("data-method") or own.get("data-turbo-method") or "get").lower()
    return method != "get" or "download" in own


def _score(url: str, text: str, behind: str, spot: Spot) -> float:
    said = _spoken(url, text)
    score = 3.0 * said.search + 2.0 * said.search_path + 1.5 * said.lists
    score += said.lists_path - 2.0 * said.about + _counted(f"{text} {behind}")
    score += said.advanced if score >= 2.0 else 0.0
    score += 0.0 if spot.aside else 0.4
    return score - _shape(split(url))


def _spoken(url: str, text: str) -> _Spoken:
    return _said(split(url).path[-LONGEST:], text[:LONGEST] if _brief(text) else "")


@lru_cache(1 << 12)  # several ask the same of a link
def _said(escaped: str, text: str) -> _Spoken:
    names = unquote(escaped).split("/")
    path = spaced(" / ".join(filter(_brief, map(spaced, names))))
    title = spaced(text)
    return _Spoken(
        search=_SEARCH.said(title),
        search_path=_SEARCH.said(path),
        search_end=_SEARCH.said(_end(names)),
        lists=_LISTS.said(title),
        lists_path=_LISTS.said(path),
        about=_ABOUT.said(title),
        advanced=_ADVANCED.said(title) or _ADVANCED.said(path),
    )


def _end(names: list[str]) -> str:
    """The words of the last part of a path that has a name of its own."""
    named = [name for name in names if name and not _INDEX.match(name)]
    return spaced(named[-1]) if named and _brief(spaced(named[-1])) else ""


def _brief(text: str) -> bool:
    """Whether it names a page; what is longer is a record, whose words say nothing."""
    return len(text.split()) <= BRIEF and "://" not in text


def _counted(text: str) -> float:
    """More for more records beside the link."""
    if _DIGIT.search(text) is None:
        return 0.0
    numbers = [one or other for one, other in _COUNT.findall(text[: 2 * LONGEST])]
    counts = [int(re.sub(r"\D", "", number)[:9] or 0) for number in numbers]
    return min(3.0, 0.6 * math.log10(1 + max(counts, default=0)))


def _shape(parts: SplitResult) -> float:
    """Deep, numbered and parametrised addresses are details rather than starts."""
    folders = [folder for folder in parts.path.split("/") if folder]
    numbered = any(map(str.isdigit, parts.path))
    asked = len(parts.query.split("&")) if parts.query else 0
    return 0.2 * min(len(folders), 6) + 0.5 * numbered + 0.3 * min(asked, 4)


def _elsewhere(url: str, home: str) -> float:
    return 0.5 * (split(url).netloc.lower() != split(home).netloc.lower())


def _domain(host: str) -> str:
    """What is registered, nearly: `a.example.co.uk` is of `example.co.uk`."""
    name, colon, port = host.partition(":")
    labels = name.split(".")
    if labels[-1].isdigit() or "[" in host:
        return host
    short = len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= 3
    return ".".join(labels[-3 if short else -2 :]) + colon + port
