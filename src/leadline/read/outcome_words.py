"""What pages say when nothing was found, when a query is refused, and when something broke.

English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Czech, Swedish, Danish,
Norwegian, Finnish, Turkish, Russian, Japanese, Chinese, Korean. Leaves out pages that say it with
a picture; those are told by the sentences they share (`outcome.learn_signs`).
"""

from __future__ import annotations

import re

from leadline.document import Document
from leadline.read.text_blocks import blocks


def _pattern(text: str) -> re.Pattern[str]:
    """A pattern written on several lines, for text in lower case."""
    return re.compile(re.sub(r"\n\s*", "", text))


LINE = 300  # characters of a line that may say it
LINES = 3_000
_THINGS = (
    r"(?:\w+ ){0,2}?(?:results?|matches|match|hits?|records?|items?|products?|articles?|documents?"
    r"|entries|listings?|pages?|posts?|books?|packages?|titles?|data|tickets?|images?|rows?)"
)
EMPTY = _pattern(
    rf"""\bno {_THINGS}(?: (?:were|was|have|has|are|is|could|to|for|match\w*|that|in))?\b
    |\b(?:0|zero) (?:\w+ )?(?:results?|matches|hits?|records?|items?|products?|documents?
      |articles?)\b
    |(?:results?|matches|hits|records|items|products|total|found)\s?[:=]\s?0(?![\d.,])
    |nothing (?:was |matched|found|matches|to (?:show|display))
    |(?:did|does)(?: not|n['’]t) (?:match|return|find|yield)\b
    |(?:could|can)(?:n['’]t| ?not) find (?:any|what|a |that)|found (?:no|0|nothing)\b
    |not found any
    |no (?:se|existen|hay) (?:han |ha )?(?:encontr\w+|result\w+|coincid\w+|registros)
    |(?:sin|ningún|0) (?:resultado|coincidencia)s?|no hay (?:ningún )?(?:resultado|producto)s?
    |kein\w* (?:\w+ ){{0,2}}?(?:treffer|ergebnis\w*|resultat\w*|eintr\w+|artikel|produkte?
      |datens\w+|dokumente?|übereinstimm\w+|seiten)|nichts gefunden
    |(?:keine\w*|nicht\w*) (?:\w+ )*?gefunden|(?:0|null) (?:treffer|ergebnisse|resultate)\b
    |keine übereinstimm
    |aucun\w* (?:\w+ )?(?:résultat|document|réponse|article|produit|notice|enregistrement
      |élément|page|annonce|correspond)\w*|pas de (?:résultat|réponse)s?|\b0 résultat
    |rien (?:n['’]a été )?trouvé
    |nessun\w* (?:\w+ )?(?:risultat|element|prodott|document|articol|corrisp|record)\w*
    |0 risultati|non (?:ha prodotto|sono stati trovati|è stato trovato)
    |geen (?:\w+ )?(?:result|treffer|artikel|product|document|items|gevonden|overeenk)\w*
    |niets gevonden|\b0 resultaten
    |nenhum\w* (?:\w+ )?(?:resultad|registr|produt|document|artig|item|encontrad)\w*
    |não (?:foram encontrad|foi encontrad|encontr|há result|retornou)\w*
    |(?:brak|nie znaleziono|bez|0) (?:\w+ )?(?:wynik|produkt|rezultat|dokument|pasuj
      |rekord)\w*|nie znaleziono|niczego nie znaleziono|nic nie znaleziono
    |žádné (?:výsled|záznam|produkt)\w*|nebyly nalezeny|nenalezen[aoy]?\b
    |ing(?:a|en|et) (?:\w+ )?(?:träff|result|treff|fund|poster|produkt|artik)\w*|intet fundet
    |ei (?:\w+ )?(?:tuloksia|osumia|löyty\w*)|hakutuloksia ei|nincs (?:\w+ )?találat
    |sonuç (?:bulunamadı|yok)|hiçbir sonuç|δεν βρέθηκ\w+|ничего не (?:найдено|нашлось)|не найдено
    |нет (?:результатов|данных|товаров|записей)|результатов не|по вашему запросу ничего
    |не дал результатов|нічого не знайдено|見つかりません|見つかりませんでした
    |該当(?:する|なし|は|データ|件)[^。]{{0,20}}(?:ありません|なし|ない)
    |(?:検索結果|結果)(?:は|が)?(?:ありません|0件)|一致する[^。]{{0,15}}(?:ありません|ません)
    |(?<!\d)0\s?件(?!中)|没有(?:找到|搜索到|符合|相关|结果|匹配|查询到)
    |未(?:找到|搜索到|查询到|能找到)|無(?:結果|符合)|找不到|沒有(?:找到|符合|結果)|查無|暂无
    |共\s?0\s?[条个項件]|(?:검색 ?)?결과가 없|찾을 수 없|لا توجد نتائج|לא נמצאו|לא נמצא
    |لم يتم العثور|لا توجد (?:بيانات|سجلات)|لم نجد|یافت نشد|نتیجه ای|نتیجه‌ای|ไม่พบ|ไม่มีผล
    |không tìm thấy|không có kết quả|tidak (?:ada (?:hasil|data)|ditemukan)|niciun rezultat
    |nu (?:s-au|au fost) găsit|कोई परिणाम नहीं"""
)  # fmt: skip
REFUSED = _pattern(
    r"""too (?:many|much) (?:\w+ )?(?:results|matches|hits|records|rows|documents)
    |(?:please|try to) (?:refine|narrow|restrict|limit)
    |(?:refine|narrow) (?:down )?your (?:search|query)[^.]{0,40}(?:too|limit|exceed)
    |(?:search|query|term|word|keyword|input)s? (?:\w+ ){0,3}too (?:short|broad|general|common
      |long|unspecific)|too (?:short|broad|general) (?:a )?(?:search|query|term)
    |at least (?:\d+|one|two|three|four) (?:\w+ )?(?:characters?|letters?|digits|chars|words?)
    |minimum (?:of |length )[^.]{0,20}(?:characters|letters)|\d (?:or more) (?:characters|letters)
    |(?:only|just) (?:\w+ )?(?:common|stop)[ -]?words
    |stop[ -]?words? (?:are|is|was|were|only|have)|(?:word|term)s? (?:is|are) too common
    |(?:common|following) words? (?:were|was|are) ignored
    |(?:please )?(?:enter|specify|provide|type) (?:a|some|your|one|more
      |at least) (?:\w+ ){0,3}?(?:search|keyword|term|query|criteri|word|character)\w*
    |(?:invalid|illegal|malformed) (?:search|query|syntax|term|input|request)
    |(?:query|search) (?:syntax )?(?:error|is invalid|not (?:valid|allowed|supported))
    |(?:could|can) ?not parse|syntax error in
    |no (?:search )?(?:terms?|keywords?|query) (?:was|were|given|entered|specified|supplied)
    |exceed(?:s|ed) the (?:maximum|limit)
    |zu viele (?:\w+ )?(?:treffer|ergebnisse|resultate|datens)
    |(?:suche|anfrage|suchbegriff\w*) (?:\w+ )*?(?:ein(?:schränken|grenzen)|verfeinern)
    |schränken sie|(?:mindestens|min\.) \w+ (?:zeichen|buchstaben)
    |suchbegriff\w* (?:\w+ )*?zu (?:kurz|allgemein|lang)|(?:nur|zu) (?:häufige|stoppw)\w*
    |stoppwörter|bitte geben sie (?:\w+ ){0,3}?(?:such|begriff|mindestens)\w*
    |ungültige (?:such|an|ein)\w*|trop de (?:résultats|réponses|documents)
    |(?:affiner|préciser|restreindre|affinez|précisez) (?:votre|la)
    |(?:au moins|minimum) \w+ (?:caractères|lettres)
    |(?:terme|requête|recherche|mot)\w* (?:est )?trop (?:court|général|vague|large|long)\w*
    |mots? (?:vides?|trop courants?)|veuillez (?:saisir|entrer|préciser|indiquer)
    |demasiad[oa]s (?:resultad|registr|coinciden)\w*
    |(?:refine|afine|restrinja|acote|precise) (?:su|la) (?:búsqueda|consulta)
    |al menos \w+ (?:caracteres|letras)|demasiado (?:cort|general|larg|ampli)\w*
    |palabras? (?:vacías?|comunes)
    |(?:introduzca|ingrese|escriba) (?:\w+ ){0,3}?(?:términ|palabra|búsqueda)\w*
    |troppi (?:risultati|record)|(?:affina|restringi|raffina)\w* (?:la|i)
    |almeno \w+ (?:caratteri|lettere)|troppo (?:cort|brev|generic|lung)\w*
    |te veel (?:result|treffer)\w*|verfijn|minimaal \w+ (?:tekens|letters)
    |minstens \w+ (?:tekens|letters)|te kort|te algemeen|muitos resultados|refine (?:a )?sua
    |(?:pelo menos|mínimo de?) \w+ (?:caracteres|letras)|muito (?:curt|genéric|long)\w*
    |zbyt (?:wiele|dużo) wyników|(?:zawęź|doprecyzuj|uściślij)\w*
    |co najmniej \w+ (?:znak|liter)\w*|zbyt (?:krótk|ogóln|częst)\w*
    |слишком (?:много|коротк|общ|длинн|част)\w*|уточните
    |(?:не менее|минимум) \w+ (?:символ|букв|знак)\w*|příliš (?:mnoho|krátk|obecn)\w*
    |för många träffar|minst \w+ (?:tecken|tegn)|for mange (?:treff|resultater)|件数が多すぎ
    |多すぎます|絞り込んで(?:ください|下さい)|\d?\s?文字以上|短すぎ|检索词|结果(?:过|太)多|太短
    |过短|至少\s?[\d一二两三]+\s?个?字|缩小(?:搜索|检索|查询)|너무 (?:많|짧|깁)|\d?\s?글자 이상"""
)  # fmt: skip
BROKEN = _pattern(
    r"""(?:internal|application|server|database|sql|fatal|unexpected|runtime
      |script) (?:server )?error
    |an (?:unexpected |unknown |internal )?error (?:has )?(?:occurred|happened)
    |unhandled exception|traceback \(most recent|stack ?trace|exception (?:in|occurred|details)
    |java\.lang\.|nullpointer|something went wrong|service (?:is )?(?:temporarily )?unavailable
    |temporarily unavailable|(?:bad|gateway) (?:gateway|time-?out)
    |(?:session|page) (?:has )?expired|out of (?:memory|service)
    |(?:down|closed) for (?:\w+ )?maintenance|under maintenance|could not connect
    |connection (?:refused|failed)|interner (?:server)?fehler
    |(?:ein )?(?:unerwarteter )?fehler ist aufgetreten|es ist ein \w*\s?fehler|wartungsarbeiten
    |sitzung (?:ist )?abgelaufen|vorübergehend nicht (?:verfügbar|erreichbar)
    |une erreur (?:\w+ )*?(?:est survenue|s['’]est produite)|erreur (?:interne|serveur)
    |session expirée|(?:se ha producido|ha ocurrido|ocurrió) un error
    |error (?:interno|del servidor|inesperado)|si è verificato un errore
    |errore (?:interno|del server)|er is een fout|fout opgetreden|ocorreu um erro
    |erro (?:interno|no servidor)|wystąpił (?:\w+ )?błąd|błąd (?:serwera|wewnętrzny)
    |произошла ошибка|внутренняя ошибка|ошибка сервера|エラーが発生|内部エラー|系统(?:错误|繁忙)
    |服务器(?:错误|内部)|出错了|오류가 발생"""
)  # fmt: skip


_BASKET = re.compile(
    r"basket|cart\b|trolley|wishlist|warenkorb|merkzettel|panier|carrito|carrello|carrinho|winkelwagen"
    r"|winkelmand|koszyk|košík|kundvagn|indkøbskurv|ostoskori|sepet|корзин|カート|购物车|購物車|장바구니"
)


def says_nothing_found(document: Document) -> bool:
    """Whether a line of the page says that nothing matches."""
    return says(document, EMPTY)


def says(document: Document, pattern: re.Pattern[str]) -> bool:
    """Whether a line of the page holds the pattern; what a basket holds is another matter."""
    if not document.is_html:
        return False
    lines = (b.text for b in blocks(document)[:LINES] if len(b.text) <= LINE and not b.linked)
    return any(pattern.search(line) and not _BASKET.search(line) for line in map(str.lower, lines))
