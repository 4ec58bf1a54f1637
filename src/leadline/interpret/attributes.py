"""From a form to what can be asked: its attributes, and which controls ask them (§5).

Lists and radio buttons are attributes with a domain, boxes are keywords or whole values, pairs of
controls are ranges, and a column list makes one attribute of each of its options. What is hidden,
sends, or only changes the presentation is no attribute; nor is a lone check-box, since such
boxes mostly say how or where to search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from leadline.detect.remembered import remembered
from leadline.interpret.domains import Domain, domain_of, is_any
from leadline.interpret.measures import Measure
from leadline.interpret.names import clean, name_of, says, spaced, unique, vocabulary
from leadline.interpret.operators import Filter, best_operator, filters, is_operator
from leadline.interpret.presentation import is_page_size, is_presentation
from leadline.interpret.ranges import Range, is_end, ranges
from leadline.model import Attribute, Control, Form, Kind, Option


class FieldKind(StrEnum):
    """How the controls of a field are filled in."""

    TEXT = "text"  # typed into a box
    CHOICE = "choice"  # one option of a list, of radio buttons, or of check-boxes
    RANGE = "range"  # two controls, from and to
    POINT = "point"  # latitude, longitude and, where the form has one, radius: see `points`


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """An attribute and the controls that ask it.

    `any` is sent when it is not asked (None: the form has no such choice); `codes` says what is
    sent for a label where that differs; `sets` is what else is sent when it is asked.
    Of a range, `closed` says whether its ends belong to it, `column` is the field of a record that
    shows its value and `measure` how that is read; `pattern` is how a date is written.
    Of a point, `unit` is how many kilometres one of its radius is.
    """

    attribute: Attribute
    controls: tuple[str, ...]
    kind: FieldKind = FieldKind.TEXT
    any: str | None = ""
    codes: tuple[tuple[str, str], ...] = ()
    sets: tuple[tuple[str, str], ...] = ()
    closed: tuple[bool, bool] = (True, True)
    column: str = ""
    measure: Measure | None = None
    pattern: str = ""
    unit: float = 1.0


BOXES = ("text", "search", "textarea", "tel", "url")
MEASURES = ("number", "date", "month", "week", "time", "datetime-local")
LISTS = ("select", "radio", "checkbox")

_WORDS = vocabulary(
    "q, s, query, search, keyword, keywords, keyword s, kw, text, fulltext, full text, term, terms,"
    "searchterm, search term, words, phrase, what, wd, find, search for, anything, everything,"
    "suche, suchen, suchbegriff, suchbegriffe, stichwort, stichwörter, volltext, was, suchwort,"
    "recherche, rechercher, mot clé, mots clés, mots, quoi, texte,"
    "buscar, busca, búsqueda, palabra clave, palabras clave, palabras, qué, texto,"
    "pesquisa, pesquisar, palavra chave, palavras chave, palavras, procurar,"
    "cerca, ricerca, parola chiave, parole chiave, parole, cosa, testo,"
    "zoek, zoeken, zoekterm, trefwoord, trefwoorden, wat,"
    "szukaj, wyszukaj, szukana fraza, słowa kluczowe, słowo kluczowe, fraza, co,"
    "поиск, искать, найти, ключевые слова, слова, запрос, что, текст,"
    "検索, キーワード, フリーワード, 搜索, 搜尋, 检索, 关键词, 關鍵字, 关键字, 검색, 검색어, 키워드"
)
_WHOLE = vocabulary(
    "isbn, issn, doi, zip, zipcode, zip code, postcode, postal code, postal, id, ids, number, no,"
    "nr, num, code, year, date, day, month, price, phone, fax, city, town, place, location,"
    "where,state, country, region, county, vin, sku, ean, barcode, signature, shelfmark,"
    "call number,age, status, owner, component, milestone, version, reporter, street, address,"
    "latitude, longitude,iata, plz, postleitzahl, ort, stadt, wo, land, jahr, datum, nummer,"
    "preis, signatur,code postal, cp, ville, où, lieu, pays, année, numéro, prix, cote,"
    "código postal, ciudad, dónde, lugar, país, año, fecha, número, precio,cep, cidade, onde,"
    "local, ano, data, preço,cap, città, dove, luogo, paese, anno, numero, prezzo,stad, plaats,"
    "waar, jaar, nummer, prijs,kod pocztowy, miasto, gdzie, miejsce, kraj, rok, numer, cena,"
    "индекс, город, где, место, страна, год, дата, номер, цена,郵便番号, 市区町村, 勤務地, 場所,"
    "国, 年, 番号, 価格, 邮编, 城市, 地点, 国家, 年份, 编号, 价格"
)

_CODES = vocabulary(
    "isbn, issn, doi, zip, zipcode, zip code, postcode, postal code, plz, postleitzahl, cp, vin,"
    "ean,code postal, código postal, cep, cap, kod pocztowy, 郵便番号, 邮编, iata, barcode, sku,"
    "date, year,city, town, where, ort, stadt, wo, ville, où, ciudad, dónde, cidade, onde, città,"
    "dove"
)


def fields(form: Form) -> tuple[Field, ...]:
    """What can be asked of a form, in its order; names are unique."""
    return _asked(form.controls)


@remembered
def _asked(given: tuple[Control, ...]) -> tuple[Field, ...]:
    controls = [control for control in given if control.name]
    found = list(_fields(controls))
    names = unique(field.attribute.name for field in found)
    return tuple(
        replace(field, attribute=replace(field.attribute, name=name))
        for field, name in zip(found, names, strict=True)
    )


def predicates(asked: Sequence[Field]) -> int | None:
    """The most predicates of one query: one, where fields share a control; else no limit."""
    used = [name for field in asked for name in field.controls]
    return None if len(used) == len(set(used)) else 1


def _fields(controls: Sequence[Control]) -> Iterator[Field]:
    compound = _compound(controls)
    taken = {name for field in compound for name in _touched(field)}
    taken |= {c.name for c in controls if is_operator(c)}
    main = _main_box([c for c in controls if c.name not in taken])
    waiting = {field.controls[0]: [f for f in compound if f.controls[0] == field.controls[0]]
               for field in compound}  # fmt: skip
    for control in controls:
        if control.name in waiting:
            yield from waiting.pop(control.name)
        elif control.name not in taken:
            taken.add(control.name)
            yield from _single(control, control is main)


def _compound(controls: Sequence[Control]) -> list[Field]:
    """The fields that take several controls."""
    found = [field for pair in ranges(controls) for field in _of_range(pair)]
    taken = {name for field in found for name in field.controls}
    rows = set[tuple[Option, ...]]()
    for row in filters([c for c in controls if c.name not in taken and not is_page_size(c)]):
        columns = row.column.options if row.column is not None else ()
        if not columns or columns not in rows:
            rows.add(columns)
            found += _of_filter(row)
    return found


def _touched(field: Field) -> tuple[str, ...]:
    return (*field.controls, *(name for name, _ in field.sets))


def _of_range(pair: Range) -> Iterator[Field]:
    low = domain_of(pair.low.options)
    codes = dict((*domain_of(pair.high.options).codes, *low.codes))
    yield Field(
        attribute=Attribute(
            name=pair.name,
            kind=Kind.RANGE if pair.ordered else Kind.VALUE,
            domain=pair.domain,
        ),
        controls=(pair.low.name, pair.high.name),
        kind=FieldKind.RANGE,
        any=low.any if pair.low.options else "",
        codes=tuple(codes.items()),
        measure=Measure(decimals=pair.decimals) if pair.decimals else None,
        pattern=pair.pattern,
    )


def _of_filter(row: Filter) -> Iterator[Field]:
    operator = best_operator(row.operator) if row.operator is not None else None
    how = ((row.operator.name, operator.value),) if row.operator and operator else ()
    if row.column is None:
        yield Field(attribute=Attribute(name=name_of(row.value), kind=_kind(row.value, False)),
                    controls=(row.value.name,), sets=how)  # fmt: skip
        return
    chosen = next((o for o in row.column.options if o.selected), row.column.options[0])
    for option in row.column.options:
        words = (option is chosen and not how) or says(_WORDS, option.label)
        kind = Kind.KEYWORD if words or is_any(option, False) else Kind.VALUE
        if option.value or not how:
            yield Field(
                attribute=Attribute(name=clean(option.label) or clean(option.value), kind=kind),
                controls=(row.value.name,),
                sets=((row.column.name, option.value), *how),
            )


def _single(control: Control, main: bool) -> Iterator[Field]:
    if control.kind not in (*BOXES, *MEASURES, *LISTS) or is_presentation(control):
        return
    if control.kind in LISTS:
        yield from _choice(control)
    elif not is_end(control) or main:
        yield _typed(control, main)


def _typed(control: Control, main: bool) -> Field:
    kind = _kind(control, main)
    listed = domain_of(control.options) if kind is Kind.VALUE else Domain(labels=())
    return Field(
        attribute=Attribute(name=name_of(control), kind=kind, domain=listed.labels or None),
        controls=(control.name,),
        codes=listed.codes,
    )


def _choice(control: Control) -> Iterator[Field]:
    listed = domain_of(control.options)
    if len(listed.labels) < 1 + (listed.any is None) or _is_scope(control):
        return
    free = control.multiple or control.kind in ("checkbox", "radio")
    yield Field(
        attribute=Attribute(name=name_of(control), domain=listed.labels),
        controls=(control.name,),
        kind=FieldKind.CHOICE,
        any="" if listed.any is None and free and not _ticked(control) else _open(control, listed),
        codes=listed.codes,
    )


def _open(control: Control, listed: Domain) -> str | None:
    """What leaves the question open; "please choose" does not, where something must be chosen."""
    return listed.any or (None if control.required else listed.any)


def _is_scope(control: Control) -> bool:
    """Check-boxes that are all ticked say where to search, and one alone says how."""
    if control.kind != "checkbox":
        return False
    return len(control.options) < 2 or all(option.selected for option in control.options)


def _ticked(control: Control) -> bool:
    return control.kind == "radio" and any(option.selected for option in control.options)


def _main_box(controls: Sequence[Control]) -> Control | None:
    """The box for words: the one that says so, else the first that doesn't ask for one value."""
    boxes = [c for c in controls if c.kind in BOXES and not is_presentation(c)]
    for test in (_is_search, _says_words, _may_be_words, _is_no_code):
        found = next((box for box in boxes if test(box)), None)
        if found is not None:
            return found
    return None


def _is_search(box: Control) -> bool:
    return box.kind == "search"


def _says_words(box: Control) -> bool:
    named = says(_WORDS, box.name, box.label) or (not box.label and says(_WORDS, box.placeholder))
    return named and not says(_WHOLE, box.label)


def _may_be_words(box: Control) -> bool:
    return not says(_WHOLE, box.name, box.label, box.placeholder) and not is_end(box)


def _is_no_code(box: Control) -> bool:
    return not says(_CODES, box.name, box.label, box.placeholder) and not is_end(box)


def _kind(control: Control, main: bool) -> Kind:
    if control.kind in MEASURES:
        return Kind.VALUE
    words = main or control.kind == "search" or spaced(control.name) in ("q", "query", "keywords")
    return Kind.KEYWORD if words else Kind.VALUE
