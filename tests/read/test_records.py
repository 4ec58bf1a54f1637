"""Records are read from pages of many designs: all of them, nothing else, and their values."""

from dataclasses import replace
from functools import cache
from html import escape

import pytest

from leadline.codec import dump, load
from leadline.model import Record
from leadline.read import HtmlWrapper, Sample, Wrapper, induce
from tests.read.result_pages import (
    DESIGNS,
    HOST,
    Asked,
    Design,
    cards,
    document,
    excerpts,
    expected,
    flat_terms,
    lists_of_terms,
    page,
    search,
    table,
    whole_links,
)

NONSENSE = "qqzzxx"
QUERIES = [("san", 1), ("new", 1), ("new", 2), ("paris", 1), ("heathrow", 1), ("field", 3)]
MANY = pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.__name__)


def samples(design: Design, *queries: tuple[str, int]) -> list[Sample]:
    return [Sample(document=page(design, words, n), words=(words,)) for words, n in queries]


@cache
def learned(design: Design) -> Wrapper:
    pages = samples(design, ("san", 1), ("san", 2), ("international", 1))
    wrapper = induce(pages, [page(design, NONSENSE)])
    assert wrapper is not None
    return wrapper


def check(design: Design, wrapper: Wrapper) -> None:
    for words, number in QUERIES:
        found = wrapper.extract(page(design, words, number))
        rows, _ = search(words, number)
        assert [record.values for record in found.records] == [expected(design, r) for r in rows]
        assert len({record.key for record in found.records}) == len(rows)
        assert found.healthy


@MANY
def test_every_record_and_every_value_is_read(design):
    check(design, learned(design))


@MANY
def test_one_page_is_enough_to_learn_from(design):
    wrapper = induce(samples(design, ("san", 1)))
    assert wrapper is not None
    for words, number in QUERIES:
        found = wrapper.extract(page(design, words, number))
        rows, _ = search(words, number)
        assert [r.values[0][1] for r in found.records] == [
            expected(design, row)[0][1] for row in rows
        ]


@MANY
def test_a_page_without_hits_has_no_records_and_is_healthy(design):
    found = learned(design).extract(page(design, NONSENSE))
    assert found.records == ()
    assert found.healthy


@MANY
def test_a_record_has_one_key_whichever_question_finds_it(design):
    wrapper = learned(design)
    by_key: dict[str, set[str]] = {}
    for words, number in [("san", 1), ("san francisco", 1), ("francisco", 1), ("diego", 1)]:
        rows, _ = search(words, number)
        for row, record in zip(
            rows, wrapper.extract(page(design, words, number)).records, strict=True
        ):
            by_key.setdefault(row["iata"], set()).add(record.key)
    assert all(len(keys) == 1 for keys in by_key.values())
    assert len(set.union(*by_key.values())) == len(by_key)


@MANY
def test_a_wrapper_is_kept_as_json(design):
    wrapper = learned(design)
    assert load(Wrapper, dump(wrapper)) == wrapper  # type: ignore[arg-type]


@MANY
def test_another_design_is_noticed(design):
    other = whole_links if design is not whole_links else table
    found = learned(design).extract(page(other, "san"))
    names = [row["name"] for row in search("san")[0]]
    assert not found.healthy or [r.values[0][1] for r in found.records] == names


def test_terms_and_what_follows_them_are_one_record():
    found = learned(flat_terms).extract(page(flat_terms, "heathrow"))
    assert found.records == (
        Record(
            f"{HOST}/airport/lhr",
            (
                ("title", "London Heathrow Airport"),
                ("where", "England"),
                ("code", "LHR"),
                ("country", "GB"),
            ),
            "London Heathrow Airport England LHR GB",
            f"{HOST}/airport/lhr?q=heathrow",
        ),
    )


def test_excerpts_do_not_make_another_record():
    wrapper = learned(excerpts)
    first = wrapper.extract(page(excerpts, "heathrow")).records
    again = wrapper.extract(page(excerpts, "london heathrow")).records
    assert [record.key for record in first] == [record.key for record in again]
    assert first[0].values != again[0].values


def test_labels_and_buttons_are_not_in_the_text():
    assert learned(cards).extract(page(cards, "heathrow")).records[0].text == (
        "London Heathrow Airport London GB"
    )
    assert learned(lists_of_terms).extract(page(lists_of_terms, "heathrow")).records[0].text == (
        "London Heathrow Airport LHR London England GB"
    )


def test_equal_rows_are_one_record():
    rows = "".join(f"<tr><td>{name}</td><td>x{n % 3}</td></tr>" for n, name in enumerate("abcabc"))
    doc = document(f"<table><tr><th>Name</th><th>Kind</th></tr>{rows}</table>")
    wrapper = induce([Sample(document=doc)])
    assert wrapper is not None
    records = wrapper.extract(doc).records
    assert (len(records), len({record.key for record in records})) == (6, 3)


def test_a_page_without_anything_teaches_nothing():
    assert induce([Sample(document=document(""))]) is None
    assert induce([Sample(document=document("<p>Nothing here</p>"))]) is None
    assert induce([]) is None


def test_parameters_that_echo_the_question_are_no_part_of_a_key():
    wrapper = learned(whole_links)
    assert isinstance(wrapper, HtmlWrapper)
    assert replace(wrapper.keys, link=()).drop == ("q", "pos")


def test_what_the_records_of_the_samples_have_in_common_by_chance_is_not_required():
    def posts(*countries: str) -> str:
        return "".join(
            f"""<article class="post {country}"><h2><a href="/{n}/{country}">Post {n}{country}</a>
            </h2>
            <p class="stock {country}-stock">{n} left</p></article>"""
            for n, country in enumerate(countries)
        )

    sample = document(f"<main>{posts('gb', 'gb', 'gb', 'gb')}</main>")
    wrapper = induce([Sample(document=sample)])
    assert wrapper is not None
    found = wrapper.extract(document(f"<main>{posts('de', 'fr')}</main>"))
    assert [record.values for record in found.records] == [
        (("title", "Post 0de"), ("stock", "0 left")),
        (("title", "Post 1fr"), ("stock", "1 left")),
    ]


def numbered_lines(asked: Asked) -> str:
    """Titles that begin with their place in the whole answer, and no links."""
    first = 10 * (asked.page - 1) + 1
    lines = (f"<li>{n}. {escape(row['name'])}</li>" for n, row in enumerate(asked.rows, first))
    return f"<ol class=hits>{''.join(lines)}</ol>"


@pytest.mark.parametrize("shared", [10, 7, 5])
def test_answers_that_begin_with_the_same_records_are_not_furniture(shared):
    def post(n: int) -> str:
        topic = ("kansas", "idaho", "utah")[n % 3]
        return (
            f"<article class='post topic-{topic}'><h2><a href='/?p={n}'>{chr(97 + n)} field</a>"
            f"</h2><div class=entry-content><p>An airport lies near {chr(97 + n)} town.</p></div>"
            f"<footer>Tagged <a href='/?tag={topic}'>{topic}</a></footer></article>"
        )

    def answer(word: str, first: int) -> Sample:
        posts = "".join(map(post, [*range(shared), *range(first, first + 10 - shared)]))
        return Sample(document=document(f"<main><h1>{word}</h1>{posts}</main>"), words=(word,))

    nothing = document("<main><h1>Nothing</h1><p>Sorry, nothing matched.</p></main>")
    answers = [answer("airport", 10), answer("lies", 14), answer("near", 18), answer("town", 20)]
    wrapper = induce(answers, [nothing])
    assert wrapper is not None
    records = wrapper.extract(answers[0].document).records
    assert [record.url for record in records[:2]] == [f"{HOST}/?p=0", f"{HOST}/?p=1"]
    assert len(records) == 10


def test_a_place_in_the_answer_is_no_part_of_a_title():
    wrapper = learned(numbered_lines)
    for words, number in QUERIES:
        found = wrapper.extract(page(numbered_lines, words, number)).records
        names = [" ".join(row["name"].split()) for row in search(words, number)[0]]
        assert [[text for _, text in one.values] for one in found] == [[name] for name in names]
    again = {one.text: one.key for one in wrapper.extract(page(numbered_lines, "heathrow")).records}
    first = wrapper.extract(page(numbered_lines, "london")).records
    assert [again[one.text] for one in first if one.text in again] == [
        one.key for one in first if one.text in again
    ]
    assert "London Heathrow Airport" in again


def years(asked: Asked) -> str:
    """Titles that begin with a number of their own."""
    lines = (f"<li>{2020 - n}. {escape(row['name'])}</li>" for n, row in enumerate(asked.rows))
    return f"<ol class=hits>{''.join(lines)}</ol>"


def test_a_number_that_does_not_count_stays():
    found = learned(years).extract(page(years, "heathrow")).records
    assert [one.text for one in found] == ["2020. London Heathrow Airport"]


def test_lines_of_preformatted_text_are_records():
    def listing(numbers: range) -> Sample:
        rows = "\n".join(f'<a href="/f/{n}">Film {n}</a>  Studio {n % 3}  19{n}' for n in numbers)
        return Sample(document=document(f"<h1>Films</h1><pre>\n{rows}\n</pre>"))

    wrapper = induce([listing(range(10, 20)), listing(range(30, 36))])
    assert wrapper is not None
    found = wrapper.extract(listing(range(50, 53)).document).records
    assert [record.text for record in found] == [
        "Film 50 Studio 2 1950", "Film 51 Studio 0 1951", "Film 52 Studio 1 1952"]  # fmt: skip
    assert [value for _, value in found[0].values] == ["Film 50", "Studio 2", "1950"]


def test_an_element_that_begins_a_line_is_a_value():
    def listing(numbers: range) -> Sample:
        rows = "".join(
            f"<p><b>Film {n}</b> (19{n})<br><i>Director {n % 7}</i> &mdash; Genre {n % 3}</p>"
            for n in numbers
        )
        return Sample(document=document(f"<h1>Films</h1><hr>{rows}<hr>"))

    wrapper = induce([listing(range(10, 20)), listing(range(30, 36))])
    assert wrapper is not None
    found = wrapper.extract(listing(range(50, 53)).document).records
    assert [value for _, value in found[0].values] == ["Film 50", "1950", "Director 1", "Genre 2"]


def test_records_with_a_class_each_are_read_however_many_there_are():
    def posts(start):
        return document("<main>" + "".join(
            f'<article class="post post-{n}"><h2><a href="/{n}">Post {n}</a></h2>'
            f"<p>About {n}</p></article>" for n in range(start, start + 10)
        ) + "</main>")  # fmt: skip

    wrapper = induce([Sample(document=posts(0)), Sample(document=posts(10))])
    assert wrapper is not None
    read = [record for n in range(0, 1500, 10) for record in wrapper.extract(posts(n)).records]
    assert [dict(one.values)["title"] for one in read] == [f"Post {n}" for n in range(1500)]


def test_terms_of_different_class_are_all_records():
    def issues(*states):
        return document('<dl id="results">' + "".join(
            f'<dt class="issue{state} icon{state}"><span>Books</span><a href="/{n}">Issue {n}</a>'
            f"</dt><dd><span>About {n}</span><i>today</i></dd>" for n, state in enumerate(states)
        ) + "</dl>")  # fmt: skip

    pages = issues("-closed", "", "", "", "-closed"), issues("", "", "-closed", "-new", "")
    wrapper = induce([Sample(document=page) for page in pages])
    assert wrapper is not None
    assert [len(wrapper.extract(page).records) for page in pages] == [5, 5]
