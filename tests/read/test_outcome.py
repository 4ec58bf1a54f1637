"""Records, no hits, a refusal or a failure; and the only match's own page."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline import codec
from leadline.document import Document
from leadline.model import Outcome, Page, Request
from leadline.read.outcome import Signs, is_single_hit, judge, learn_signs

NONE = Signs()


def page(body, word="x", status=200, url=None, kind="text/html"):
    asked = f"https://example.org/search?q={word}"
    body = body.encode() if isinstance(body, str) else body
    return Document(
        Page(request=Request(url=asked), url=url or asked, status=status,
             headers=(("content-type", kind),), body=body)
    )  # fmt: skip


def site(main, word="x", **more):
    return page(
        f"<title>{word} – Shop</title><nav><a href=/>Home</a></nav><p>Search our shop</p>{main}"
        f"<footer>© 2024</footer>", word, **more,
    )  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "No results found", "0 results", "Your search did not match any documents.",
        "No matching records were found", "Nothing found", "Ihre Suche ergab keine Treffer.",
        "Es wurden keine Dokumente gefunden", "Aucun résultat", "No se encontraron resultados",
        "Sin resultados", "Nessun risultato", "Geen resultaten gevonden",
        "Nenhum resultado encontrado", "Brak wyników", "Nie znaleziono", "Ничего не найдено",
        "検索結果はありません",
        "該当する商品はありませんでした", "没有找到相关结果",
        "검색 결과가 없습니다", "Inga träffar", "لا توجد نتائج", "ไม่พบข้อมูล", "نتیجه‌ای یافت نشد",
        "Không tìm thấy kết quả", "Tidak ada hasil",
    ],
)  # fmt: skip
def test_no_hits_in_many_languages(line):
    assert judge(site(f"<p>{line}</p>"), 0, NONE) is Outcome.EMPTY
    assert judge(site(f"<p>{line}</p>", status=404), 0, NONE) is Outcome.EMPTY


@pytest.mark.parametrize(
    "line",
    [
        "Too many results, please refine your search", "Your query is too short",
        "Please enter at least 3 characters", "Your query contains only common words",
        "Zu viele Treffer. Bitte schränken Sie Ihre Suche ein.",
        "Bitte mindestens drei Zeichen eingeben",
        "Trop de résultats, veuillez affiner votre requête",
        "Demasiados resultados", "Troppi risultati", "Te veel resultaten", "Zbyt wiele wyników",
        "Слишком короткий запрос", "件数が多すぎます", "结果太多，请缩小搜索范围", "Invalid query",
    ],
)  # fmt: skip
def test_refusals_in_many_languages(line):
    assert judge(site(f"<p>{line}</p>"), 0, NONE) is Outcome.REFUSED


@pytest.mark.parametrize(
    ("main", "status", "records", "outcome"),
    [
        ("<ul><li>One<li>Two</ul>", 200, 2, Outcome.FOUND),
        ("<p>Too many results, showing the first 100</p><ul><li>One</ul>", 200, 1, Outcome.FOUND),
        ("<p>Please refine</p>", 400, 0, Outcome.REFUSED),
        ("", 422, 0, Outcome.REFUSED),
        ("<h1>Not Found</h1>", 404, 0, Outcome.FAILED),
        ("<h1>Internal Server Error</h1>", 200, 0, Outcome.FAILED),
        ("<p>Es ist ein Fehler aufgetreten</p>", 200, 0, Outcome.FAILED),
        ("<p>Sorry</p>", 500, 0, Outcome.FAILED),
        ("<h1>Are you a robot?</h1><div class=g-recaptcha></div>", 200, 0, Outcome.FAILED),
        ("<p>Some other page</p>", 200, 0, Outcome.EMPTY),
    ],
)
def test_outcomes(main, status, records, outcome):
    assert judge(site(main, status=status), records, NONE) is outcome


def test_json_answers():
    def answer(data, records, status=200):
        document = page(json.dumps(data), status=status, kind="application/json")
        return judge(document, records, NONE)

    assert answer({"hits": [1]}, 1) is Outcome.FOUND
    assert answer({"hits": []}, 0) is Outcome.EMPTY
    assert answer({"error": "no such index"}, 0) is Outcome.FAILED
    assert answer({"error": "too short"}, 0, 400) is Outcome.REFUSED


def hits(word, count):
    return site(f"<p>{count} products for {word}</p><label>Sort by</label><ul><li>One</ul>", word)


def learned():
    return learn_signs(
        [
            site("<p>Alas! qzxv is unheard of.</p><h2>You may like</h2><li>Hat</li>", "qzxv"),
            site("<p>Alas! wvkj is unheard of.</p><h2>You may like</h2><li>Scarf</li>", "wvkj"),
        ],
        [hits("red", 12), hits("blue", 7)],
    )


def test_what_only_pages_without_hits_say_is_learned():
    signs = learned()
    assert signs.empty == ("you may like", "alas! _ is unheard of.")
    nothing = site("<p>Alas! foo is unheard of.</p><h2>You may like</h2><li>Cap</li>", "foo")
    assert judge(nothing, 1, signs) is Outcome.EMPTY  # what is shown are no matches
    assert judge(hits("hat", 3), 3, signs) is Outcome.FOUND


def test_a_count_of_zero_is_not_any_count():
    nothing, something = site("<p>Found 0 things.</p>", "qzxv"), site("<p>12 things, 1 to 9</p>")
    signs = learn_signs([nothing], [something])
    assert signs.empty == ("found 0 things.",)
    assert judge(site("<p>Found 3 things.</p>"), 3, signs) is Outcome.FOUND


def test_a_query_with_one_match_may_lead_to_its_own_page():
    signs = learned()
    asked = Request(url="https://example.org/search?q=x")
    own = site("<h1>Red hat</h1><p>€ 12</p>", url="https://example.org/item/7")
    moved = page(hits("x", 1).page.body, url="https://example.org/find/x")
    assert is_single_hit(own, asked, signs)
    assert is_single_hit(own, asked, NONE)
    assert not is_single_hit(moved, asked, signs)
    assert not is_single_hit(hits("x", 1), asked, signs)
    assert not is_single_hit(site("<p>No results</p>", url="https://example.org/"), asked, signs)


def test_an_article_opened_under_the_same_script_is_a_single_hit():
    asked = Request(url="https://example.org/w/index.php?search=Foo")
    own = site("<h1>Foo</h1>", url="https://example.org/w/index.php?title=Main")
    listed = site("<h1>Foo</h1>", url="https://example.org/w/index.php?search=Foo&ns=0")
    assert is_single_hit(own, asked, NONE)
    assert not is_single_hit(listed, asked, NONE)


def test_signs_are_kept_as_json():
    signs = Signs(empty=("alas",), found=("sort by",))
    assert codec.load(Signs, json.loads(json.dumps(codec.dump(signs)))) == signs


@given(st.binary(max_size=300) | st.text(max_size=100), st.integers(0, 3))
def test_any_page_is_judged(body, records):
    document = page(body, word="%zz[")
    signs = learn_signs([document], [site("<p>1 hit</p>")])
    judge(document, records, signs)
    is_single_hit(document, Request(url="http://[bad"), signs)


def test_nothing_at_all_is_an_answer_where_words_without_hits_bring_it():
    signs = learn_signs([page(" ", "qq"), page("", "zz")], [page("<li>One")])
    assert judge(page("\n", "y"), 0, signs) is Outcome.EMPTY
    assert judge(page("", "y", status=500), 0, signs) is Outcome.FAILED
    assert judge(page("", "y"), 0, learn_signs([site("No results")], [])) is Outcome.FAILED
