"""Words to probe a search box with: likely ones from the site itself, common ones, and nonsense.

Likely words stand in several different texts of a page's content: headings, links, list items.
Navigation, words of the interface and stop-words are passed over; a text that repeats on the page
("Add to basket") counts once. Scripts without spaces go by pairs of characters, as in `plan.words`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain, islice
from random import Random
from typing import Any
from unicodedata import name

from leadline.document import Document
from leadline.interpret.regions import Place, Spot, texts
from leadline.plan.words import tokens, words

TEXTS = 20_000  # texts of a page that are looked at
LONGEST = 2_000  # characters of one text
WORD = 24  # of one word

GENERIC = {  # common, and few of them are left out of indexes
    "en": "new the first and of time all for one with world from day year",
    "de": "neue der und die erste zeit das von mit für alle eine jahr welt",
    "fr": "nouveau de la le et les premier temps des pour un une dans monde",
    "es": "nuevo de la el y los primer tiempo las para un una con mundo",
    "it": "nuovo di la il e le primo tempo per un una con della mondo",
    "nl": "nieuwe de het en van een eerste tijd voor met alle jaar wereld",
    "pt": "novo de a o e os primeiro tempo para um uma com da mundo",
    "pl": "nowy i w na z do pierwszy czas dla od jest rok świat po",
    "ru": "новый и в на с для первый время по от из год мир о",
    "cs": "nový a v na s do první čas pro od je rok svět o",
    "sv": "ny och i av en den första tid för med på år värld till",
    "da": "ny og i af en den første tid for med på år verden til",
    "tr": "yeni ve bir bu ilk zaman için ile da de yıl dünya",
    "ja": "日本 新し 中の 人の 大学 東京 世界 時間 歴史 情報 年の 一つ",
    "zh": "中国 新的 一个 我们 时间 世界 大学 历史 公司 年的 生活 工作",
    "ko": "새로운 그리고 첫 시간 세계 한국 대학 역사 정보 사람 년 이",
    "uk": "новий і в на з для перший час по від із рік світ про",
    "bg": "нов и в на с за първи време по от година свят всички до",
    "el": "νέο και το της του για πρώτο χρόνος με από ένα στην κόσμος έτος",
    "he": "חדש של את על עם ספר ראשון זמן לא כל עולם שנה בית יום",
    "ar": "جديد في من على كتاب الأول وقت إلى كل العالم سنة مع عن يوم",
    "fa": "جدید در از به کتاب اول زمان با برای همه جهان سال و روز",
    "hi": "नया के का की में और पहला समय से को एक दुनिया वर्ष भारत",
    "th": "ใหม่ ที่ และ ของ การ ใน ประเทศ เวลา โลก ปี ไทย หนึ่ง",
    "vi": "mới và của các một cho đầu thời với từ trong năm thế người",
    "id": "baru dan yang di dari untuk pertama waktu dengan semua tahun dunia satu pada",
    "fi": "uusi ja on ensimmäinen aika kaikki suomi vuosi maailma yksi uuden sekä",
    "hu": "új és a az első idő egy minden év világ magyar nagy",
    "ro": "nou de și la în un primul timp cu pentru toate an lume",
    "no": "ny og i av en den første tid for med på år verden til",
}

BY_SCRIPT = ("ru", "el", "he", "ar", "hi", "th", "ko", "zh", "ja")
LETTERS = 5_000  # characters of a page that tell its script

_STOP = frozenset(
    """
    a an and are as at be been but by can could did do does for from had has have he her his how i
    if in into is it its may more most no not of on or other our out over per she so some such than
    that the their them then there these they this to under up us was we were what when where which
    who will with would you your about after all also any both each between only own same very
    der die das dem den des ein eine einer eines einem einen und oder aber in im am an auf aus bei
    bis für mit nach nicht noch nur ob ohne sich sie sind so über um unter von vom vor war was wenn
    wer wie wir wird zu zum zur als auch ist hat haben ihr ihre kann mehr alle durch
    le la les un une des du de et ou mais dans en sur sous par pour avec sans ce cet cette ces son
    sa ses leur leurs est sont été être il elle ils nous vous que qui quoi dont plus pas ne au aux
    el los las una unos y o pero en por para con sin del al su sus es son ser fue que como más no
    se lo este esta estos entre
    il lo gli uno e ed ma di da su per tra fra con del della dei delle degli al alla nel nella che
    chi non si sono è anche come più
    het een en van op te voor met aan bij uit naar om dat die dit is was zijn niet ook als
    os as um uma e ou mas em no na nos nas do da dos das por pelo com sem ao à são mais não se
    i w we z ze na do od o u po za przez dla nie się jest są oraz lub który jak co to ten ta
    и в во на с со по от до из за для не что как это его её их или но о об при так же мы вы он она
    och att det som på är av för med den till inte ett om har de og at til er det af ikke
    ve bir bu da de için ile
    """.split()  # noqa: SIM905
)
_INTERFACE = frozenset(
    """
    search find home next previous prev page pages login log sign register account help contact
    about cookie cookies privacy terms menu close open more show hide sort filter results result
    view details read click here back top advanced reset submit cart basket wishlist share edit
    delete add remove save download print email password username skip main content language
    copyright rights reserved powered http https www com org html javascript null true false
    suche suchen startseite weiter zurück seite anmelden hilfe kontakt impressum datenschutz mehr
    ergebnisse rechercher recherche accueil suivant précédent connexion aide résultats voir
    buscar búsqueda inicio siguiente anterior página ayuda contacto resultados ver más
    cerca ricerca avanti indietro pagina accedi aiuto contatti risultati
    zoeken zoek volgende vorige inloggen pesquisar pesquisa seguinte entrar ajuda
    szukaj strona następna poprzednia zaloguj pomoc поиск найти далее назад войти помощь главная
    検索 一覧 次へ 前へ 表示 搜索 首页 登录 下一 上一 검색 로그인
    """.split()  # noqa: SIM905
)
_WEIGHT = {Place.HEADING: 2.0, Place.LINK: 2.0, Place.ITEM: 1.5, Place.TEXT: 1.0}
_ASIDE = 0.05  # navigation counts where there is nothing else
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff\u1000-\u109f]")
_HIRAGANA = re.compile("[\u3040-\u309f]")  # mostly endings and particles
_NUMBERS = re.compile(r"\d+")


def probe_words(document: Document, n: int) -> tuple[str, ...]:
    """Up to n words that the data behind a page likely contains, most likely first."""
    scores = defaultdict[str, float](float)
    for text, weight in _distinct(_weighted(document)):
        for word in words(text):
            scores[word] += weight
    ranked = sorted(scores, key=scores.__getitem__, reverse=True)
    return tuple(islice(filter(is_content, ranked), n))


def is_content(word: str) -> bool:
    """Whether a word is about something: no stop-word, number, or word of the interface."""
    return len(word) <= WORD and _is_content(word)


@lru_cache(1 << 14)  # most words of a page are common ones
def _is_content(word: str) -> bool:
    if word in _STOP or word in _INTERFACE or any(letter.isdigit() for letter in word):
        return False
    if _UNSPACED.search(word):
        return len(word) == 2 and not _HIRAGANA.search(word)
    return len(word) >= 3


def counted(record_texts: Iterable[str]) -> Counter[str]:
    """The words of records, and how many records have each."""
    return Counter(chain.from_iterable(set(tokens(text)) for text in record_texts))


def frequent(record_texts: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """The same, commonest first."""
    return tuple(sorted(counted(record_texts).items(), key=lambda item: (-item[1], item[0])))


def generic(document: Document) -> tuple[str, ...]:
    """Very common words of the language a page says it is in; by its script if it doesn't.

    Also where it does, if that is another script: "en" is what many pages say unasked.
    """
    said, written = language(document), _written(document)
    fits = said in GENERIC and (not written or _script_of(said) == _script_of(written))
    return tuple(GENERIC[said if fits else written or "en"].split())


def _written(document: Document) -> str:
    """A language that is written in the script of most of a page, if that is not Latin."""
    body = document.tree.body if document.is_html else None
    script = _script(body.text(separator=" ")[:LETTERS] if body is not None else "")
    return next((one for one in BY_SCRIPT if _script_of(one) == script), "")


@cache
def _script_of(language: str) -> str:
    return _script(GENERIC[language])


def _script(text: str) -> str:
    """The script of most letters of a text, as their names begin: LATIN, CYRILLIC, CJK …"""
    counted = Counter[str]()
    for letter, times in Counter(filter(str.isalpha, text)).items():
        counted[name(letter, "").partition(" ")[0]] += times
    return counted.most_common(1)[0][0] if counted else ""


def language(document: Document) -> str:
    """The language of a page by `<html lang>`, such as `de`; empty if it names none."""
    root = document.tree.css_first("html[lang]") if document.is_html else None
    named = (root.attributes.get("lang") or "") if root is not None else ""
    return re.split("[-_]", named.strip().lower())[0]


@cache
def nonsense(seed: int) -> str:
    """A word that can be spoken and that exists nowhere; the same for the same seed."""
    random = Random(f"nonsense/{seed}")
    syllables = [random.choice("zvxqkj") + random.choice("aeiou") for _ in range(4)]
    return "".join(syllables) + random.choice(("xq", "zk", "qv", "jx"))


def _weighted(document: Document) -> Iterator[tuple[str, float]]:
    if document.is_json:
        yield from ((text, 1.0) for text in _strings(document.json))
    elif document.is_html:
        yield from ((text, _weight(spot)) for text, spot in texts(document.tree.body))


def _weight(spot: Spot) -> float:
    return _WEIGHT[spot.place] * (_ASIDE if spot.aside else 1.0)


def _distinct(weighted: Iterator[tuple[str, float]]) -> Iterator[tuple[str, float]]:
    """Each text once, whatever its numbers."""
    seen: set[str] = set()
    for text, weight in weighted:
        shape = _NUMBERS.sub("", text[:LONGEST])
        if shape not in seen:
            seen.add(shape)
            yield text[:LONGEST], weight
        if len(seen) >= TEXTS:
            return


def _strings(value: Any) -> Iterator[str]:
    """The texts inside JSON values, not the names."""
    waiting, left = [value], TEXTS
    while waiting and left > 0:
        left -= 1
        at = waiting.pop()
        if isinstance(at, str):
            yield at
        elif isinstance(at, dict):
            waiting += reversed(list(at.values())[:left])
        elif isinstance(at, list):
            waiting += reversed(at[:left])
