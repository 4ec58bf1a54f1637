"""Controls that change how results are shown, not which: they stay as the form has them.

Sort orders, views, columns, formats, the language or currency of the page, how words are combined,
where to search. A language, format or order that can also be "any" is a property of the records
and no presentation. Page sizes are told apart, since more records on a page is what we want.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from leadline.interpret.domains import domain_of
from leadline.interpret.names import says, spaced, vocabulary
from leadline.model import Control, Option

_SHOWN = vocabulary(
    "sort, sorted, sortby, sorting, orderby, order by, orderdir, desc, asc, descending, ascending,"
    "view, views, layout, groupby, group by, group results, col, cols, columns, theme, skin,"
    "template, debug, page, offset, highlight, add, save, remember, export, search in, searchin,"
    "andor, radius, within, show columns, show under, show results",
    "sortieren, sortierung, sortiert, reihenfolge, ansicht, darstellung, gruppieren, spalten,"
    "umkreis, suchen in, suche in, verknüpfung",
    "trier, tri, trier par, affichage, afficher, colonnes, rayon, rechercher dans, grouper",
    "ordenar, ordenar por, ordenación, vista, columnas, radio de, buscar en, agrupar",
    "ordenação, visualização, exibir, colunas, raio, buscar em, pesquisar em",
    "ordina, ordina per, ordinamento, visualizza, visualizzazione, colonne, raggio, cerca in,"
    "raggruppa",
    "sorteren, sorteer, sorteer op, volgorde, weergave, kolommen, straal, zoeken in",
    "sortuj, sortowanie, kolejność, widok, kolumny, promień, szukaj w",
    "řadit, seřadit, sortera, sırala, sıralama, rendezés, ταξινόμηση",
    "сортировка, сортировки, сортировать, столбцы, радиус, искать в",
    "並び替え, 並べ替え, 並び順, 表示順, 検索対象, 排序, 显示方式, 視圖, 视图, 搜索范围, 정렬",
)
_OF_THE_PAGE = vocabulary(  # unless it can be "any": then it is a property of the records
    "order, dir, display, mode, show, group, column, fields, start, scope, match, matching,"
    "operator, op, bool, distance, ordre, orden, ordem, ordine, vue, mostrar, tonen, pokaż, вид,"
    "показать, порядок, 表示, 显示, 보기",
    "lang, language, languages, locale, hl, currency, format, output, type of output, encoding,"
    "charset, unit, units, sprache, währung, ausgabe, langue, devise, idioma, moneda, moeda,"
    "lingua, valuta, taal, język, waluta, язык, валюта, 言語, 通貨, 语言, 語言, 货币, 언어, 통화",
)
_PAGE_SIZE = vocabulary(
    "per page, perpage, page size, pagesize, rows, limit, rpp, hits, hitsperpage, ipp, num, count,"
    "results per page, items per page, pp, page length, pagelength, numresults, maxresults,"
    "pro seite, treffer, ergebnisse pro seite, par page, résultats par page, nombre de résultats,"
    "por página, resultados por página, resultados, per pagina, risultati, resultaten,"
    "na stronie, na stronę, wyników na stronie, на странице, результатов на странице,"
    "表示件数, 件表示, 件数, 每页, 每頁, 페이지당"
)
_NUMBERED = vocabulary("size, max, show, n, length, display, items, results, anzeigen, afficher")
_ORDERS = vocabulary(
    "relevance, relevancy, newest, oldest, ascending, descending, asc, desc, best match, a z, z a,"
    "newest first, oldest first, most recent, low to high, high to low, most relevant, popularity,"
    "relevanz, aufsteigend, absteigend, neueste, älteste, neueste zuerst, pertinence, croissant,"
    "décroissant, plus récent, plus récents, relevancia, ascendente, descendente, más recientes,"
    "relevância, mais recentes, rilevanza, crescente, decrescente, più recenti, relevantie,"
    "oplopend, aflopend, nieuwste, trafność, rosnąco, malejąco, najnowsze, релевантность,"
    "по возрастанию, по убыванию, новые, 関連度, 新着, 新しい, 昇順, 降順, 相关, 最新, 升序, 降序"
)
_CONNECTIVES = vocabulary(
    "and, or, not, und, oder, nicht, et, ou, sauf, y, o, no, e, não, ed, oppure, non, en, of, niet,"
    "i, lub, nie, и, или, не, all, any, phrase, exact, near"
)
_POSITIONS = frozenset({"page", "offset", "start", "skip", "sort", "order", "dir", "sort by"})
_SIZE = re.compile(r"\D{0,24}(\d{1,4})\D{0,24}")
_FEWEST, _MOST = 2, 12  # options of a page-size control


def is_page_size(control: Control) -> bool:
    """Whether it says how many records a page shows."""
    said = says(_PAGE_SIZE, control.name, control.label)
    if control.kind in ("text", "number"):
        return said and control.value.isdigit()
    if control.kind not in ("select", "radio") or not _sizes(control.options):
        return False
    labels = (option.label for option in control.options)
    return said or says(_NUMBERED, control.name, control.label) or says(_PAGE_SIZE, *labels)


def is_presentation(control: Control) -> bool:
    """Whether it leaves the set of results alone, or nearly so."""
    if is_page_size(control):
        return True
    if not control.options:
        return spaced(control.name) in _POSITIONS
    if says(_SHOWN, control.label, control.name) or _are_orders(control.options):
        return True
    if says(_OF_THE_PAGE, control.name, control.label):
        return domain_of(control.options).any is None
    return _are_connectives(control.options)


def as_control(name: str, links: Iterable[tuple[str, str]]) -> Control:
    """Links that differ in one value, by this value and what they say, as a drop-down of a form."""
    options = tuple(Option(value=value, label=text) for value, text in links)
    return Control(name=name, kind="select", options=options)


def _sizes(options: tuple[Option, ...]) -> bool:
    """Growing round numbers: 10, 25, 50, all."""
    if not _FEWEST <= len(options) <= _MOST:
        return False
    found = [_SIZE.fullmatch(option.label or option.value) for option in options]
    sizes = [int(match[1]) for match in found if match]
    rising = sizes == sorted(sizes) or sizes == sorted(sizes, reverse=True)
    return rising and len(sizes) >= len(options) - 1 and all(2 <= size <= 5000 for size in sizes)


def _are_orders(options: tuple[Option, ...]) -> bool:
    said = sum(says(_ORDERS, option.label) for option in options)
    return len(options) >= _FEWEST and said >= max(2, 0.5 * len(options))


def _are_connectives(options: tuple[Option, ...]) -> bool:
    said = [_CONNECTIVES.match(spaced(option.label or option.value)) for option in options]
    return len(options) >= _FEWEST and all(said)
