"""The words by which sites call the following page, the one before, and the last.

Compared without case, punctuation and arrows. English, German, French, Spanish, Italian, Dutch,
Portuguese, Polish, Czech, Swedish, Danish, Norwegian, Finnish, Hungarian, Romanian, Turkish,
Russian, Ukrainian, Greek, Arabic, Persian, Hebrew, Hindi, Indonesian, Vietnamese, Thai, Japanese,
Chinese, Korean.
"""

from __future__ import annotations

import re
import unicodedata

from leadline.read.word_sets import phrases, words

NEXT = phrases(
    """next|next page|next results|next entries|go to next page|older|older posts|older entries
    |older articles|older items|older news|older results|forward|nxt|following|following page
    |nächste|nächste seite|naechste|naechste seite|weiter|weitere|vor|vorwärts|ältere beiträge
    |ältere einträge|ältere|nächstes|folgende|folgende seite|weiter zur nächsten seite
    |suivant|suivante|suivants|suivantes|page suivante|articles plus anciens|résultats suivants
    |siguiente|siguientes|página siguiente|siguiente página|próximo|próxima|próxima página
    |entradas antiguas|entradas más antiguas|posteriores|próximos
    |seguinte|seguintes|página seguinte|avançar|postagens mais antigas|mais antigas
    |successivo|successiva|successivi|pagina successiva|avanti|prossimo|prossima|prossima pagina
    |articoli precedenti|post più vecchi|seguente
    |volgende|volgende pagina|verder|oudere berichten|volgende resultaten
    |następna|następne|następny|następna strona|dalej|starsze wpisy|starsze|kolejna|kolejne
    |další|další stránka|následující|starší|ďalšia|ďalej|ďalšie|nasledujúca
    |nästa|nästa sida|näste|äldre inlägg|neste|neste side|næste|næste side|eldre innlegg|ældre
    |seuraava|seuraava sivu|következő|következő oldal|tovább|următoarea|următorul|înainte|urmatoarea
    |sonraki|sonraki sayfa|ileri|daha eski
    |следующая|следующая страница|следующие|следующий|след|вперед|вперёд|далее|дальше
    |предыдущие записи|старые записи|более старые|наступна|наступна сторінка|вперед|далі
    |επόμενη|επόμενο|επόμενα|επόμενη σελίδα|следваща|sljedeća|sledeća|naslednja
    |التالي|الصفحة التالية|التالية|הבא|הדף הבא|לדף הבא
    |次へ|次|次の|次頁|次ページ|次のページ|次のページへ|次ページへ|つぎへ|次の10件|次の20件|過去の記事|以前の記事
    |下一页|下一頁|下页|下頁|后一页|後一頁|后页|下一步|下一個|下一页 尾页
    |다음|다음 페이지|다음페이지|selanjutnya|berikutnya|halaman berikutnya|tiếp|tiếp theo|trang sau
    |trang tiếp|sau|ถัดไป|หน้าถัดไป|ต่อไป|بعدی|صفحه بعد|صفحه بعدی|अगला|अगला पृष्ठ
    |next set|more|mehr|continued|fortsetzung"""
)
MORE = phrases(
    """more results|load more|load more results|show more|show more results|see more results
    |view more results|view more|next results|get more results|more items|show next|more posts
    |load more posts|load older posts|weitere ergebnisse|mehr ergebnisse|mehr laden|mehr anzeigen
    |weitere anzeigen|weitere laden|weitere treffer|mehr treffer|mehr treffer anzeigen
    |weitere ergebnisse anzeigen|weitere ergebnisse laden|plus de résultats|voir plus
    |afficher plus|charger plus|voir plus de résultats|afficher plus de résultats|résultats suivants
    |más resultados|ver más|cargar más|mostrar más|ver más resultados|cargar más resultados
    |altri risultati|mostra altri|carica altri|mostra di più|carica altro|vedi altri risultati
    |meer resultaten|meer laden|toon meer|meer tonen|laad meer|mais resultados|ver mais
    |carregar mais|mostrar mais|więcej wyników|pokaż więcej|załaduj więcej|wczytaj więcej
    |načíst další|zobrazit další|visa fler|ladda fler|vis flere|last inn flere|näytä lisää
    |показать еще|показать ещё|загрузить еще|загрузить ещё|ещё|еще результаты|больше результатов
    |もっと見る|さらに表示|さらに見る|続きを見る|もっと読み込む|加载更多|更多结果|查看更多|載入更多|更多結果
    |더보기|더 보기|daha fazla|daha fazla göster|المزيد"""
)
PREVIOUS = phrases(
    """previous|prev|previous page|back|newer|newer posts|newer entries|zurück|vorherige
    |vorige|vorherige seite|précédent|précédente|page précédente|anterior|anteriores
    |página anterior|precedente|pagina precedente|indietro|vorige pagina|poprzednia|wstecz
    |poprzednia strona|předchozí|föregående|forrige|edellinen|előző|önceki|предыдущая|назад|пред
    |попередня|προηγούμενη|السابق|הקודם|前へ|前|前のページ|前頁|前ページ|上一页|上一頁|上页|이전"""
)
LAST = phrases(
    """last|last page|end|letzte|letzte seite|ende|dernier|dernière|dernière page|fin|último|última
    |última página|ultimo|ultima|fine|laatste|ostatnia|koniec|poslední|sista|siste|sidste|viimeinen
    |utolsó|son|последняя|в конец|конец|остання|最後|最後へ|最終|末页|尾页|最后一页|最後一頁
    |末頁|마지막|first|first page|erste|erste seite|anfang|premier|première|primero|primera
    |prima|primo|eerste
    |pierwsza|první|första|первая|в начало|最初|最初へ|首页|第一页|처음"""
)
ALL = words(
    "all alle alles tout tous toutes todo todos todas tutti tutte tudo wszystko wszystkie vše allt "
    "kaikki все всё όλα すべて 全て 全部 所有 전체"
)
ONE_STEP = words("> › → » >> ⟩ ❯ ▶ ► ▸ ⇒ ⟶ ➔ ➜ → ⏵ ＞ 》 〉 ›› ⯈ ❱ ≫ ⇨ »» > > →→")
_ARROWS = re.compile(r"[\s<>‹›«»←→⟨⟩❮❯▶►▸◀◄◂⇒⇐⟶⟵➔➜⏵⏴＞＜》《〉〈⯈❱❰≫≪⇨|.:…\[\]()（）_*·•,\-–—]+")

_PHRASE = re.compile(  # "next 20", "next page of results"
    r"(?:next|nächste|suivants?|siguientes?|próxim[oa]s?|volgende|prossim[ie]|następne)"
    r" (?:\d+|page|seite|results|résultats|resultados)\b"
)


def begins_with_next(words: str) -> bool:
    """Whether plain words go on after "next": "next 20", "next page of results"."""
    return _PHRASE.match(words) is not None


_MORE_OF = re.compile(  # "load more films", "show 20 more"
    r"(?:load|show|see|view) (?:\d+ more|more(?! (?:about|filters?|options?|details?|info)\b))"
    r"(?: [^\W\d]+){0,2}"
)


def says_more(words: str) -> bool:
    """Whether plain words call for more of the same list."""
    return words in MORE or _MORE_OF.fullmatch(words) is not None


def says_next(label: str) -> bool:
    """Whether a label calls the following page."""
    words = plain(label)
    return words in NEXT or words in MORE or begins_with_next(words) or label in ONE_STEP


def plain(text: str) -> str:
    """The words of a label, in lower case, without arrows and punctuation."""
    return _ARROWS.sub(" ", unicodedata.normalize("NFC", text[:200]).lower()).strip()
