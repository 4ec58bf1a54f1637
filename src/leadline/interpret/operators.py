"""Boxes that are read together with the lists beside them: column – operator – value.

`[Title ▾] [contains ▾] [____]` asks as many attributes as the column list has options; a list of
operators alone says how the next box is compared. The operator taken is equality, then
containment. Leaves out a second row of the same columns: one filter is asked at a time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from leadline.interpret.domains import is_any
from leadline.interpret.names import spaced, vocabulary
from leadline.model import Control, Option

BOXES = ("text", "search", "number", "textarea")
REACH = 3  # controls between a list and the box it belongs to, at most

_EQUAL = (
    "= == === eq exact equals equal is iexact|equal to|is equal to|is exactly|exactly|matches|"
    "ist|gleich|ist gleich|genau|est|égal|égal à|est égal à|es|igual|igual a|es igual a|é|"
    "é igual a|uguale|uguale a|è|è uguale a|gelijk|gelijk aan|is gelijk aan|jest|równa się|"
    "равно|равен|等しい|一致|と等しい|等于|等於|是|같음"
)
_CONTAINS = (
    "contains like icontains match has|~|enthält|contient|contiene|contém|bevat|zawiera|содержит|"
    "を含む|含む|部分一致|包含|포함"
)
_OTHER = (
    "!= <> ≠ ne not < > <= >= ≤ ≥ lt gt lte gte notcontains startswith endswith notlike glob in "
    "notin isnull notnull isblank notblank arraycontains between date before after empty|"
    "is not|not equal|not equals|does not equal|doesn't contain|does not contain|not contains|"
    "begins with|starts with|ends with|starts|ends|is null|is not null|is empty|not empty|not in|"
    "not like|in list|not in list|is blank|is not blank|is between|not between|array contains|"
    "array does not contain|does not end with|does not start with|greater than|less than|"
    "smaller than|bigger than|"
    "ist nicht|ungleich|enthält nicht|beginnt mit|endet mit|größer als|kleiner als|n'est pas|"
    "différent de|ne contient pas|commence par|se termine par|finit par|supérieur à|inférieur à|"
    "no es|distinto de|no contiene|empieza por|comienza con|termina en|termina con|mayor que|"
    "menor que|não é|diferente de|não contém|começa com|maior que|non è|diverso da|non contiene|"
    "inizia con|finisce con|maggiore di|minore di|is niet|bevat niet|begint met|eindigt op|"
    "groter dan|kleiner dan|nie jest|nie zawiera|zaczyna się od|kończy się na|większe niż|"
    "mniejsze niż|не равно|не содержит|начинается с|заканчивается на|больше|меньше|"
    "で始まる|で終わる|を含まない|前方一致|後方一致|不等于|不包含|开头是|结尾是|大于|小于"
)


def _terms(text: str) -> frozenset[str]:
    head, *phrases = text.split("|")
    return frozenset(term.casefold() for term in (*head.split(), *phrases))


_EQUALS, _HOLDS, _OTHERS = _terms(_EQUAL), _terms(_CONTAINS), _terms(_OTHER)
_COLUMN = vocabulary(
    "column, columns, field, fields, idx, index, search by, searchby, search type, searchtype,"
    "search field, searchfield, search in, searchin, criteria, criterion, attribute, attr,"
    "search on, filter column, filter by, qf, stype, type of search, suchfeld, feld, spalte,"
    "suchen in, kriterium, champ, champs, colonne, critère, rechercher dans, rechercher par,"
    "campo, columna,criterio, buscar por, buscar en, coluna, buscar em, critério, cerca per,"
    "cerca in, colonna, veld,kolom, zoek op, zoeken in, zoeken op, pole, kolumna, szukaj w, поле,"
    "столбец, искать в, 検索項目,項目, 字段, 栏目, 欄位, 检索项, 필드"
)
_FILLERS = _terms("filter filters search query q f advanced select choose by in the a all any")


_ATTRIBUTE = vocabulary(
    "title, titles, name, names, author, authors, writer, creator, director, artist, composer,"
    "performer, actor, editor, translator, subject, subjects, topic, keyword, keywords, tag, tags,"
    "isbn, issn, publisher, description, abstract, summary, contents, full text, notes, series,"
    "call number, journal, organization, institution, company, manufacturer, brand, model",
    "titel, autor, autoren, autorin, verfasser, urheber, regisseur, künstler, komponist,"
    "schlagwort, stichwort, thema,"
    "verlag, herausgeber, beschreibung, zusammenfassung, reihe, signatur, firma",
    "titre, auteur, auteurs, réalisateur, artiste, sujet, mot clé, mots clés, éditeur, résumé,"
    "collection, cote, nom",
    "título, autor, autores, materia, tema, palabra clave, palabras clave, editorial, descripción,"
    "resumen, nombre, assunto, editora, descrição, resumo, palavra chave, nome",
    "titolo, autore, autori, regista, soggetto, parola chiave, editore, descrizione, collana",
    "auteur, onderwerp, trefwoord, uitgever, omschrijving, naam",
    "tytuł, temat, słowo kluczowe, wydawca, opis, nazwa",
    "название, заглавие, автор, режиссёр, тема, ключевые слова, издательство, описание, имя",
    "タイトル, 題名, 書名, 著者, 著者名, 件名, 出版社, 标题, 題目, 书名, 書籍, 作者, 主题, 出版社,"
    "导演, 제목, 저자, 출판사",
)
_ARRANGES = vocabulary(
    "sort, sortby, sorting, order, orderby, group, groupby, sortieren, sortierung, gruppieren, tri,"
    "trier, grouper, ordenar, agrupar, ordina, ordinamento, raggruppa, sorteren, sorteer,"
    "groeperen, sortuj, grupuj, сортировка, сортировать, 並び替え, 並べ替え, 並び順, 排序, 정렬"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A box and the lists that say what of, and how, it is compared."""

    value: Control
    column: Control | None = None
    operator: Control | None = None


def filters(controls: Sequence[Control]) -> tuple[Filter, ...]:
    """The boxes of a form that have a column list, an operator list, or both."""
    named = [control for control in controls if control.name]
    found, used = list[Filter](), set[str]()
    for i, box in enumerate(named):
        if box.kind not in BOXES:
            continue
        before = [c for c in named[max(0, i - REACH) : i] if c.name not in used]
        made = _filter(box, before, _behind(named[i + 1 : i + 3]))
        if made is not None:
            found.append(made)
            used |= {c.name for c in (made.value, made.column, made.operator) if c is not None}
    return tuple(found)


def best_operator(control: Control) -> Option | None:
    """The option for equality, else for containment, else what the form has chosen."""
    options = control.options
    for terms in (_EQUALS, _HOLDS):
        for option in options:
            if _said(option) & terms:
                return option
    return next((option for option in options if option.selected), options[0] if options else None)


def is_operator(control: Control) -> bool:
    """Whether most options say how to compare."""
    if control.kind not in ("select", "radio") or len(control.options) < 2:
        return False
    known = sum(bool(_said(o) & (_EQUALS | _HOLDS | _OTHERS)) for o in control.options)
    return known >= 2 and known >= 0.6 * len(control.options)


def is_column(control: Control) -> bool:
    """Whether it chooses the attribute that a box is about."""
    label = spaced(control.label)
    if _ARRANGES.search(f"{spaced(control.name)} {label}") is not None:
        return False
    if _COLUMN.search(label) is not None and not _means_column(label):
        return False
    first = [o.label for i, o in enumerate(control.options[:1]) if is_any(o, i == 0)]
    named = any(_means_column(text) for text in (control.name, control.label, *first))
    return named or _are_attributes(control.options)


def _are_attributes(options: Sequence[Option]) -> bool:
    """Whether options name what records have: title, author, subject."""
    real = [option for i, option in enumerate(options) if not is_any(option, i == 0)]
    known = sum(_is_made_of(_ATTRIBUTE, option.label or option.value) for option in real)
    return known >= 2 and known >= 0.6 * len(real)


def _means_column(text: str) -> bool:
    """Nothing but a word for column: a field of study is none."""
    return _is_made_of(_COLUMN, text)


def _is_made_of(terms: re.Pattern[str], text: str) -> bool:
    """Whether a text is a term of a vocabulary, and no more."""
    words = spaced(text)
    rest = terms.sub(" ", words)
    return rest != words and all(word in _FILLERS or word.isdigit() for word in rest.split())


def _behind(controls: Sequence[Control]) -> Sequence[Control]:
    """The list behind a box, unless it starts a row of its own."""
    own = len(controls) > 1 and (controls[1].kind in BOXES or is_operator(controls[1]))
    return () if own else controls[:1]


def _filter(box: Control, before: Sequence[Control], after: Sequence[Control]) -> Filter | None:
    near = [*reversed(before), *after]
    lists = [c for c in near if c.kind in ("select", "radio") and len(c.options) > 1]
    operator = next((c for c in lists if is_operator(c)), None)
    column = next((c for c in lists if c is not operator and not c.multiple and is_column(c)), None)
    if operator is None and column is None:
        return None
    return Filter(value=box, column=column, operator=operator)


def _said(option: Option) -> frozenset[str]:
    texts = (option.value, option.label)
    return frozenset(" ".join(text[:80].casefold().split()).strip(" .…:") for text in texts)
