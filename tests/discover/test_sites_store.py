"""The Site Database and the Form Database: what is kept, found, merged and refused."""

import sqlite3
from dataclasses import replace

import pytest

from leadline.errors import InUse, NewerVersion, StoreError
from leadline.model import Page, Request
from leadline.store import open_store
from leadline.store.sites import open_sites, site_key
from leadline.store.sites_values import (
    FieldEntry,
    FormEntry,
    Probe,
    Sought,
    State,
    Tally,
    Wanted,
)


@pytest.fixture
def store(tmp_path):
    with open_sites(tmp_path / "sites.db") as opened:
        yield opened


def entry(identity, title, **more):
    values = {
        "page": f"https://{identity}.example/",
        "action": f"https://{identity}.example/find",
        "kind": "search",
        "probability": 0.9,
        "probe": Probe.ANSWERS,
        "fields": (FieldEntry(name="q", label="Title", type="search", role="search-query"),),
        **more,
    }
    return FormEntry(identity=identity, title=title, **values)


def filled(store, *entries):
    run = store.begin("a test")
    store.add_seeds(["https://example.org/"])
    (site,) = store.take_for_forms(run, 1)
    for one in entries:
        store.keep_form(site, run, one)
    return site, run


def found(store, words="", **more):
    return [one.entry.identity for one in store.search(Wanted(words=words, **more))]


def test_a_site_is_one_with_and_without_www_and_by_either_scheme():
    assert {site_key(url) for url in ("http://www.a.org/", "https://a.org/x", "http://a.org:80/")
            } == {"a.org"}  # fmt: skip
    assert site_key("http://a.org:8080/") == "a.org:8080"
    assert site_key("http://[::1]:8080/") == "[::1]:8080"


def test_sites_named_by_users_come_first_then_those_that_most_sites_name(store):
    run = store.begin("order")
    store.add_met(["https://c.org/", "https://b.org/"])
    store.keep_named(["https://b.org/"])
    store.add_seeds(["https://a.org/"])
    assert [site.key for site in store.take_for_forms(run, 9)] == ["a.org", "b.org", "c.org"]
    assert store.take_for_forms(run, 9) == []


def test_what_was_open_waits_again_in_the_next_run_before_the_others(store):
    run = store.begin("open")
    store.add_met(["https://a.org/", "https://b.org/"])
    (site,) = store.take_for_forms(run, 1)
    store.keep_site(replace(site, pages=3))
    store.add_seeds(["https://c.org/"])
    again = store.begin("open")
    assert again.id == run.id  # it was not ended
    assert store.tally(again) == Tally(known=3)  # its pages are counted anew
    assert [one.key for one in store.take_for_forms(again, 2)] == [site.key, "c.org"]


def test_a_run_that_ended_is_not_gone_on_with(store):
    run = store.begin("x")
    store.keep_run(replace(run, seconds=2.0, requests=9), ended="every site is searched")
    assert store.begin("x").id == run.id + 1
    assert store.cost() == (2.0, 9)


def test_a_seed_that_failed_is_tried_again(store):
    site, run = filled(store)
    store.keep_failed(site, "nothing answers")
    assert store.tally() == Tally(unreachable=1, known=1)
    store.add_seeds(["https://example.org/"])
    assert [one.forms_state for one in store.take_for_forms(run, 1)] == [State.OPEN]


def test_pages_lie_on_the_shelf_of_their_site_until_it_is_done(store):
    site, _ = filled(store)
    asked = Request(url="https://example.org/a")
    shelf = store.shelf(site, Sought.FORMS)
    page = Page(request=asked, url=asked.url, body=b"text", headers=(("A", "b"),), fetched=1.5)
    assert shelf.get(asked) is None
    shelf.put(page)
    assert shelf.get(asked) == page
    assert store.shelf(site, Sought.SITES).is_others(asked)
    store.forget(site)
    assert shelf.get(asked) is None


def test_in_a_crawl_what_is_kept_waits_a_while_and_is_counted_all_the_same(store, tmp_path):
    site, _ = filled(store, entry("a", "Books"))
    asked = Request(url="https://example.org/a")
    with store.relaxed():
        shelf = store.shelf(site, Sought.FORMS)
        shelf.put(Page(request=asked, url=asked.url, body=b"text"))
        store.keep_site(replace(site, pages=3))
        store.keep_places([(1, "https://example.org/b")])
        assert store.tally().pages == 3
        store.keep_site(replace(site, pages=4))
        store.keep_site(replace(site, pages=5))
    with open_sites(tmp_path / "sites.db", write=False) as reader:
        assert [one.pages for one in reader.sites()] == [5]
        form, page = reader.form(1), reader.shelf(site, Sought.SITES).get(asked)
        assert form is not None
        assert form.places == ("https://a.example/", "https://example.org/b")
        assert page is not None
        assert page.body == b"text"


def test_what_is_kept_in_a_block_is_newer_than_what_waits(store):
    site, _ = filled(store)
    with store.relaxed():
        store.keep_site(replace(site, pages=3))
        with store.together():
            store.keep_site(replace(site, pages=4, forms_state=State.DONE))
    assert [(one.pages, one.forms_state) for one in store.sites()] == [(4, State.DONE)]


def test_pages_of_a_site_that_is_done_are_never_written(store, tmp_path):
    site, _ = filled(store)
    asked = Request(url="https://example.org/a")
    with store.relaxed():
        store.shelf(site, Sought.FORMS).put(Page(request=asked, url=asked.url, body=b"text"))
        store.forget(site)
    assert store.shelf(site, Sought.FORMS).get(asked) is None


@pytest.mark.parametrize("size", [0, 10, 100_000])
def test_pages_small_and_large_come_back_from_the_file_as_they_were(store, size):
    site, _ = filled(store)
    asked = Request(url="https://example.org/a")
    page = Page(request=asked, url=asked.url, body=b"ab" * size, headers=(("A", "b"),), fetched=1.5)
    store.shelf(site, Sought.FORMS).put(page)
    store.settle()
    assert store.shelf(site, Sought.SITES).get(asked) == page


def test_a_site_that_is_met_again_is_no_news(store):
    urls = ["https://a.example/", "https://b.example/"]
    assert store.add_met(urls) == 2
    assert store.add_met([*urls, "https://c.example/"]) == 1
    assert store.add_met(urls, inside=True) == 0
    assert [one.inside for one in store.sites()] == [True, True, False]


def test_words_are_found_in_titles_before_results(store):
    filled(
        store,
        entry("a", "Flowers", titles=("Used cars of the world", "Roses", "Lilies")),
        entry("b", "Used cars", titles=("Anything",)),
        entry("c", "Something else"),
    )
    assert found(store, "used cars") == ["b", "a"]
    assert found(store, "car") == ["b", "a"]
    assert found(store, "USED flowers") == ["a"]  # all words in one
    assert found(store, "used nowhere") == ["b", "a"]  # no form has both
    assert found(store, '"; DROP TABLE') == []
    assert found(store) == ["a", "b", "c"]


def test_forms_are_found_by_field_kind_and_size(store):
    author = FieldEntry(name="x1", label="Author", type="text")
    filled(
        store,
        entry("a", "Books", fields=(author,), size=500),
        entry("b", "Books", size=20_000),
        entry("c", "Log in", kind="login", probe=Probe.REFUSED),
        entry("d", "Broken", probe=Probe.SILENT),
    )
    assert found(store, fields=("author",)) == ["a"]
    assert found(store, fields=("search-query",)) == ["b"]
    assert found(store, fields=("%",)) == []
    assert found(store, min_size=501) == ["b"]
    assert found(store, kind="login") == ["c"]
    assert sorted(found(store, kind="")) == ["a", "b", "c", "d"]
    assert store.facets(Wanted()) == {
        "fields": {"author": 1, "title": 1},
        "subjects": {},
        "sizes": {"100 and more": 1, "10,000 and more": 1},
    }


@pytest.mark.parametrize("kind", ["text", "select"])
def test_fields_come_back_with_their_types(store, kind):
    field = FieldEntry(name="x1", label="Author", type=kind)
    filled(store, entry("a", "Books", fields=(field,)))
    assert [one.entry.fields for one in store.search(Wanted())] == [(field,)]


def test_a_mirror_is_a_place_of_the_first(store):
    titles = ("Amber harbour", "Blue island", "Crimson meadow")
    first = entry("a", "Books", titles=titles)
    filled(store, first, entry("m", "Books", titles=titles), entry("o", "Books", titles=titles[:2]))
    one, other = store.search(Wanted())
    assert one.places == ("https://a.example/", "https://m.example/")
    assert other.entry.identity == "o"
    assert store.form_number("m") == one.id


def test_the_same_form_on_many_pages_keeps_the_first_fifty(store):
    filled(store, entry("a", "Books"))
    number = store.form_number("a")
    store.keep_places((number, f"https://example.org/{n:03}") for n in range(80))
    assert len(store.form(number).places) == 50


def test_what_a_page_says_is_kept_whatever_it_is(store):
    odd = "half \ud83d of a pair \0"
    filled(store, entry("a", odd, titles=(odd,), size=1 << 80))
    (one,) = store.search(Wanted())
    assert (one.entry.title, one.entry.titles, one.entry.size) == (odd, (odd,), 1 << 80)


# --- the file -------------------------------------------------------------------------------------


def test_files_of_another_kind_are_refused(tmp_path):
    open_store(tmp_path / "harvest.db").close()
    open_sites(tmp_path / "sites.db").close()
    with pytest.raises(StoreError, match="it holds a harvest, not sites and their forms"):
        open_sites(tmp_path / "harvest.db")
    with pytest.raises(StoreError, match="it holds sites and their forms, not a harvest"):
        open_store(tmp_path / "sites.db")
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE x (y)").connection.close()
    with pytest.raises(StoreError, match="not one of Leadline's"):
        open_sites(tmp_path / "other.db")


def test_a_file_of_a_newer_version_is_refused(tmp_path):
    open_sites(tmp_path / "sites.db").close()
    db = sqlite3.connect(tmp_path / "sites.db")
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(NewerVersion):
        open_sites(tmp_path / "sites.db", write=False)


def test_there_is_one_writer_and_any_number_of_readers(store, tmp_path):
    filled(store, entry("a", "Books"))
    with pytest.raises(InUse):
        open_sites(tmp_path / "sites.db")
    with open_sites(tmp_path / "sites.db", write=False) as reader:
        assert found(reader) == ["a"]


def test_a_file_that_is_not_there_is_not_made_for_a_reader(tmp_path):
    with pytest.raises(StoreError, match="there is no such file; `leadline discover` makes one"):
        open_sites(tmp_path / "sites.db", write=False)
