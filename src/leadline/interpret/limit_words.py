"""The result limit that a page states in words: "only the first 100 are shown".

Knows the usual sentences in a dozen languages. What is said of a page ("up to 50 per page") is no
limit of an answer. A statement is to be verified where the pages behind it can be asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from leadline.document import Document

LONGEST = 200_000  # characters of a page that are looked at
LEAST, MOST = 5, 10_000_000

_N = r"(\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+|\d{1,8})"
_THINGS = (
    r"(?:results?|records?|hits|entries|matches|items|rows|documents|treffer|ergebnisse|datensätze|"
    r"einträge|résultats?|réponses|notices|resultados|registros|risultati|schede|resultaten|"
    r"treffers|wyników|rekordów|результат\w*|запис\w*)"
)
_SAID = (
    rf"(?:only|just|showing|displaying|shows?|displays?|lists?)(?: only)?(?: the)? "
    rf"(?:first|top|latest|newest) {_N}(?! (?:of|von|de|di|van|z|из)\b)",
    rf"\bfirst {_N} (?:{_THINGS} )?(?:are|is|will be) (?:shown|displayed|listed|returned)",
    rf"(?:limited|restricted|truncated|capped) (?:to|at|after) (?:the )?(?:first )?{_N}",
    rf"(?:maximum|max\.?|at most|no more than) (?:of )?{_N} {_THINGS}",
    rf"(?:nur|lediglich) (?:die )?ersten {_N}|\bersten {_N} (?:{_THINGS} )?(?:werden|angezeigt)",
    rf"(?:maximal|höchstens|auf) {_N} {_THINGS}|\bauf {_N} (?:begrenzt|beschränkt)",
    rf"seul[es]* les {_N} premi|les {_N} premi\w+ (?:{_THINGS} )?(?:sont|seulement)",
    rf"limité\w* (?:à|aux) {_N}|maximum (?:de )?{_N} {_THINGS}|{_N} {_THINGS} (?:au )?maximum",
    rf"(?:s[oó]lo|apenas|somente)(?: se muestran)? [lo][oa]?s {_N}|\b[lo][oa]?s primei?r[oa]s {_N}",
    rf"limitad[oa]s? a (?:los |os )?{_N}|máximo (?:de )?{_N} {_THINGS}",
    rf"\b(?:i primi|le prime) {_N}|limitat[oiae] a(?:i)? {_N}|massimo (?:di )?{_N} {_THINGS}",
    rf"(?:alleen|slechts) de eerste {_N}|maximaal {_N} {_THINGS}|beperkt tot {_N}",
    rf"pierwsz\w+ {_N}|(?:maksymalnie|najwyżej) {_N}",
    rf"(?:только )?первые {_N}|не более {_N}|первых {_N}",
    rf"(?:最大|先頭|上位|最初の){_N} ?件|{_N} ?件まで",
    rf"[仅只]显示前 ?{_N}|最多(?:显示)? ?{_N}|(?:최대|처음) {_N}",
)
_LIMIT = re.compile("|".join(f"(?:{one})" for one in _SAID))
_PER_PAGE = re.compile(
    rf"\s*(?:{_THINGS}\s*)?(?:per page|a page|on (?:a|each|this) page|pro seite|je seite|par page|"
    r"por página|per pagina|na stronę|на страниц|／ページ|/ページ|每页)"
)


def said_limit(document: Document) -> int | None:
    """The limit that a page states; None if it states none, or several."""
    body = document.tree.body if document.is_html else None
    if body is None:
        return None
    text = " ".join(body.text(separator=" ")[:LONGEST].lower().split())
    found = {number for number in _numbers(text) if LEAST <= number <= MOST}
    return found.pop() if len(found) == 1 else None


def _numbers(text: str) -> Iterator[int]:
    for match in _LIMIT.finditer(text):
        if not _PER_PAGE.match(text, match.end()):
            written = next(group for group in match.groups() if group)
            yield int(re.sub(r"\D", "", written))
