"""A record keeps its key whichever question finds it, and no two records share one."""

from leadline.read import Sample, induce
from leadline.read.keys import (
    Seen,
    collides,
    digest,
    echoed,
    learn_dropped,
    names_of,
    plain_url,
    tells_apart,
)
from leadline.read.keys_learn import titles_of
from tests.read.result_pages import document


def seen(sample: int, *urls: str) -> list[Seen]:
    return [Seen(sample, f"http://a.example/{url}", url.partition("&")[0]) for url in urls]


def test_what_names_a_session_or_a_campaign_is_dropped():
    assert plain_url("http://a.example/p;jsessionid=1A?b=2&utm_source=x&a=1#top") == (
        "http://a.example/p?a=1&b=2"
    )


def test_parameters_that_follow_the_question_are_dropped():
    found = seen(0, "s?id=7&q=sea&pos=1", "s?id=9&q=sea&pos=2", "s?id=4&q=sea&pos=3")
    found += seen(1, "s?id=9&q=air&pos=1", "s?id=5&q=air&pos=2", "s?id=6&q=air&pos=3")
    assert learn_dropped(found, [["sea"], ["air"]]) == ("q", "pos")


def test_what_a_link_only_has_from_the_page_it_stands_on():
    known = names_of(["http://a.example/item?id=7", "http://a.example/item?id=9"])
    page = "http://a.example/list?id=7&show=100&sort=name"
    assert known == ("id",)
    assert echoed("http://a.example/item?id=7&show=100&sort=year", page, known) == ["show"]
    assert echoed("http://a.example/item?id=7", page, known) == []


def test_a_parameter_that_tells_records_apart_stays_although_it_was_asked_for():
    found = seen(0, "s?type=book&id=1", "s?type=book&id=2")
    found += seen(1, "s?type=film&id=1", "s?type=film&id=2")
    films = [Seen(one.sample, one.key, one.key) for one in found]
    assert learn_dropped(films, [["book"], ["film"]]) == ()


def test_an_excerpt_that_differs_with_the_question_is_no_title():
    found = [
        (("title", "Oslo"), ("text", "a town by the sea")),
        (("title", "Rome"), ("text", "near the sea")),
        (("title", "Oslo"), ("text", "cold air in winter")),
    ]
    assert titles_of(found, [0, 0, 1]) == ["Oslo", "Rome", "Oslo"]


def test_addresses_that_are_only_places_are_no_keys():
    places = [Seen(0, "row1", "Oslo"), Seen(0, "row2", "Rome")]
    places += [Seen(1, "row1", "Lima"), Seen(1, "row2", "Bonn")]
    assert not tells_apart(places)


def test_one_address_for_two_records_is_no_key():
    assert not tells_apart([Seen(0, "a", "Oslo"), Seen(0, "a", "Rome"), Seen(0, "b", "Lima")])


def test_records_that_differ_on_one_page_must_not_meet_under_one_key():
    assert collides([0, 0, 0], ["1", "2", "1"], ["Oslo", "Rome", "Lima"])
    assert not collides([0, 0, 0], ["1", "2", "1"], ["Oslo", "Rome", "Oslo"])
    assert not collides([0, 1], ["1", "1"], ["Oslo", "Oslo, changed since"])


def test_an_address_that_is_none_stays_as_it_is():
    assert plain_url("http://[/a?b=1") == "http://[/a?b=1"


def test_a_digest_leaves_out_what_depends_on_the_question():
    one = digest((("name", "Oslo"), ("rank", "1")), ["rank"])
    assert one == digest((("name", "Oslo"), ("rank", "7")), ["rank"])
    assert one != digest((("name", "Rome"), ("rank", "1")), ["rank"])
    assert digest((("from", "Oslo"), ("to", "Rome"))) != digest((("from", "Rome"), ("to", "Oslo")))


def test_bytes_of_another_character_set_stay_what_they_are():
    one, other = (f"http://a.example/p?name={name}&x" for name in ("%EA%ED", "%E8%E3"))
    assert plain_url(one) == "http://a.example/p?name=%EA%ED&x="
    assert plain_url(one) != plain_url(other)


def test_a_link_that_does_something_with_a_record_is_not_its_address():
    names = ("Tall lamp", "Grand mirror", "Plain bench", "Carved tray", "Small clock", "Oak shelf")
    rows = "".join(
        f"<div class=result><div class=body><div><a href='/item/{n}' class=title>{name}</a></div>"
        f"<div>Price: {17 * n}</div><a href='/my/save?id={n}' class=save>Save to list</a></div>"
        "</div>"
        for n, name in enumerate(names, 1)
    )
    page = document(f"<html><body><div class=grid>{rows}</div></body></html>")
    wrapper = induce([Sample(document=page)])
    assert wrapper is not None
    urls = [record.url.rpartition("/")[2] for record in wrapper.extract(page).records]
    assert urls == ["1", "2", "3", "4", "5", "6"]
