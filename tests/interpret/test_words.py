"""Words to probe with."""

from hypothesis import given
from hypothesis import strategies as st

from leadline.interpret.words import (
    GENERIC,
    frequent,
    generic,
    is_content,
    language,
    nonsense,
    probe_words,
)
from leadline.plan.words import words
from tests.interpret.test_templates import page

SHOP = """<html lang="en-GB"><body>
<header><a href="/">Harbour Books</a></header>
<nav><a href="/fiction">Fiction</a> <a href="/basket">Basket</a></nav>
<main><h1>All books</h1>
<ol><li><h3><a href="/1">The Old Man and the Sea</a></h3><p>£12</p>
<button>Add to basket</button></li>
<li><h3><a href="/2">The Sea Wolf</a></h3><p>£9</p><button>Add to basket</button></li>
<li><h3><a href="/3">White Fang</a></h3><p>£8</p><button>Add to basket</button></li></ol></main>
<footer>Copyright nobody, imprint</footer><script>var wolf = "wolf wolf"</script>"""


def test_words_come_from_the_content_of_a_page():
    assert probe_words(page(SHOP), 3) == ("sea", "books", "old")
    found = probe_words(page(SHOP), 50)
    assert {"sea", "wolf", "fang"} <= set(found)
    assert not {"the", "and", "basket", "add", "12"} & set(found)


def test_a_line_that_repeats_counts_once():
    rows = "".join(f"<li>Ships {n} <b>Available {n}</b></li>" for n in range(9))
    assert probe_words(page(f"<ul>{rows}<li>Whales swim<li>Whales sing</ul>"), 1) == ("whales",)


def test_navigation_serves_where_there_is_nothing_else():
    assert probe_words(page("<nav><a>Whales</a> <a>Home</a></nav>"), 5) == ("whales",)


def test_japanese_goes_by_pairs_without_endings():
    html = '<html lang="ja"><ul><li>東京の歴史<li>歴史について</ul>'
    assert probe_words(page(html), 9) == ("歴史", "東京")


def test_json_has_words_in_its_values():
    body = '{"results": [{"title": "Moby Dick"}, {"title": "Moby again"}]}'
    assert probe_words(page(body, "application/json"), 1) == ("moby",)


def test_generic_words_are_in_the_language_of_the_page():
    assert generic(page('<html lang="de-AT">'))[:3] == ("neue", "der", "und")
    assert generic(page("<p>no language"))[:2] == ("new", "the")


def test_or_of_its_script_where_it_names_none_or_another():
    assert generic(page("<p>Каталог книг"))[0] == "новый"
    assert generic(page('<html lang="en"><p>ספרים חדשים'))[0] == "חדש"
    assert generic(page('<html lang="uk"><p>Каталог книг'))[0] == "новий"
    assert generic(page('<html lang="de"><p>Bücher'))[0] == "neue"
    assert language(page('<html lang=" PT_br ">')) == "pt"
    assert all(len(listed.split()) >= 12 for listed in GENERIC.values())


def test_nonsense_is_one_word_the_same_each_time_and_no_other():
    made = [nonsense(seed) for seed in range(200)]
    assert made == [nonsense(seed) for seed in range(200)]
    assert len(set(made)) == 200
    assert all(words(word) == [word] and word.isascii() for word in made)


def test_frequent_words_are_counted_by_record():
    assert frequent(["Sea sea sea", "The sea", "the wolf"]) == (("sea", 2), ("the", 2), ("wolf", 1))


@given(st.text(max_size=80) | st.binary(max_size=80), st.integers(0, 5))
def test_any_page_gives_so_many_words_at_most(body, n):
    found = probe_words(page(body), n)
    assert len(set(found)) == len(found) <= n
    assert all(is_content(word) for word in found)
    generic(page(body))


def test_deep_and_long_pages_are_no_trouble():
    assert probe_words(page("<b>" * 400 + "whales"), 1) == ("whales",)
    assert probe_words(page("<i>whales</i>" * 100_000), 1) == ("whales",)
