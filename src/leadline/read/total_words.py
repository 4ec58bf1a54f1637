"""The words that stand by a number of matches, as beginnings of words unless said otherwise.

English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Czech, the Nordic languages,
Hungarian, Turkish, Russian, Ukrainian, Greek, Arabic, Persian, Hebrew, Thai, Vietnamese,
Indonesian, Japanese, Chinese, Korean.
"""

from __future__ import annotations

import re

from leadline.read.word_sets import phrases, words

RESULT = tuple(
    words(
        """result résultat resultad risultat rezultat resultat wynik výsled vysled tulo osum
        találat sonuç αποτελέσματα результат نتيجة نتائج النتيجة النتائج نتیجه نتایج תוצאות kết
        hasil ditemukan รายการ พบ ผลล ผลการ знайден
        hit hits match treffer ergebnis träff treff fund trouvé found gefunden encontrad
        trovat gevonden znalezion nalezen найден hittade fundet löytyi
        row rows zeile ligne filas righe rijen wiersz строк
        record item product article document entr eintr artikel produkt dokument datens réponse
        notice annonce produit registro artículo producto documento element prodott articol
        rekord dokumen producten artikelen запис товар документ объявлен публикац
        title book paper publication listing job offer image photo file page-hit titel bücher
        titres livres libros libri titoli boeken książ книг entrad entrée voci poster objekt object
        objet objeto oggett specimen dataset package paket recipe event film movie song"""
    )
)
RESULT_SIGNS = re.compile(r"[件条項项筆笔個个行건개の]|結果|结果|検索|검색|결과")
TOTAL = tuple(
    words("total gesamt insgesamt totaal łącznie razem celkem sammanlagt yhteensä összesen toplam")
    | words("всего итого totale totali totalt")
)
TOTAL_SIGNS = re.compile(r"[全共총計计]|合計|合计|总")
OF = words("of de von van di da do z из od ze sur su för af av på dari out")
PAGES = tuple(
    words("page seite página pagina pág pag strona stron stránk strán sivu oldal sayfa страниц стр")
    | words("side sida sidor σελίδα صفحة p. s.")
)
PAGE_SIGNS = re.compile(r"[页頁]|ページ|페이지|쪽")
ABOUT = phrases(
    """about|approximately|approx|approx.|around|roughly|circa|ca|ca.|ungefähr|etwa|rund|zirka|environ
    |env|env.|autour de|cerca de|unos|unas|alrededor de|aproximadamente|aprox|aprox.|ongeveer|około
    |ok.|circa|примерно|около|приблизительно|ungefär|omkring|cirka|noin|körülbelül|yaklaşık|~|≈|約|约
    |大约|大約|약|przybliżeniu|estimated|geschätzt"""
)
LEAST = phrases(
    """more than|over|at least|greater than|>|≥|>=|über|ueber|mehr als|mindestens|plus de|au moins
    |más de|al menos|mas de|mais de|pelo menos|oltre|più di|almeno|meer dan|minstens|ponad
    |więcej niż|powyżej|co najmniej|více než|přes|mer än|över|mere end|mer enn|yli|több mint
    |более|более чем|свыше|больше|не менее|超过|超過|至少"""
)
LEAST_AFTER = re.compile(
    r"\+|(?:or more|oder mehr|ou plus|o más|o más|o più|of meer|ou mais)\b|以上|多"
)
FILLERS = (  # between "of" and its number
    frozenset(word for phrase in ABOUT | LEAST for word in phrase.split())
    | OF
    | words("a an the total insgesamt gesamt un una um uma in le les los las den der die het")
)
PER_PAGE = re.compile(
    r"\W{0,2}(?:\w+ )?(?:per page|a page|pro seite|je seite|par page|por página|per pagina|na stron"
    r"|на страниц|件ずつ|件表示|条/页)",
    re.IGNORECASE,
)
UNITS = re.compile(  # a number of something else: money, shares, times, sizes
    r"\s?(?:[%‰$€£¥₹₽°]|(?:ms|s|sec|secs|seconds?|sekunden?|secondes?|segundos?|secondi|minutes?"
    r"|min|hours?|days?|kb|mb|gb|kg|km|cm|mm|eur|usd|секунд\w*|秒|円|元|年|月|日|st|nd|rd|th|px)\b)",
    re.IGNORECASE,
)
OTHER_THINGS = re.compile(  # in lower case, which is far quicker than to ignore it
    r"cart|basket|warenkorb|panier|carrito|cesta|carrello|winkel|koszyk|корзин|カート|wishlist"
    r"|compare|review|rating|bewertung|avis|reseñ|recension|comment|kommentar|copyright|©|\(c\)"
    r"|votes?\b|likes?\b|views?\b|follower|visitor|besucher|members?\b|online\b"
)
GOOD_PLACE = re.compile(r"result|count|total|found|hit|summar|treffer|stat|info|num|match", re.I)
BAD_PLACE = re.compile(r"footer|\bnav\b|menu|sidebar|aside|header<|facet|filter|cart|basket", re.I)
