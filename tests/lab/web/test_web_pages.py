import json

import pytest

from leadline.document import Document
from leadline.errors import BadData
from leadline.lab.web import Web, forms, page
from leadline.lab.web.addresses import PRIME, Numbers, host, site_at

SMALL = Web(40, seed=5)


def there(web, url):
    return page(web, url)


def roots(web):
    return [there(web, f"{web.origin(site)}/").body for site in range(web.sites)]


def test_every_site_has_an_address_of_its_own():
    assert [host(0), host(249), host(250), host(70_000)] == [
        "127.20.1.1", "127.20.1.250", "127.20.2.1", "127.21.31.1",
    ]  # fmt: skip
    assert [site_at(host(n)) for n in (0, 249, 250, 70_000)] == [0, 249, 250, 70_000]
    assert [site_at(a) for a in ("127.0.0.1", "10.20.1.1", "127.20.0.1", "127.20.1.251")] == (
        [None] * 4
    )


def test_numbers_lead_back_to_their_pages():
    numbers = Numbers(4_711, 42)
    assert {numbers.node(f"/a/b-{numbers.of(n)}.html") == n for n in range(0, PRIME, 97)} == {True}
    assert numbers.node("/about/") is None


def test_a_seed_is_a_web():
    assert roots(Web(40, seed=5)) == roots(SMALL)
    assert roots(Web(40, seed=6)) != roots(SMALL)
    assert SMALL.site(2).tree.size.levels == (1, 11, 22, 47, 98, 59)


def test_sites_do_not_depend_on_which_were_drawn_before():
    alone = Web(40, seed=5)
    assert there(alone, f"{alone.origin(39)}/").body == there(SMALL, f"{SMALL.origin(39)}/").body


def test_every_page_has_one_address():
    for number in range(SMALL.sites):
        site = SMALL.site(number)
        some = range(0, site.tree.pages, 1 + site.tree.pages // 200)
        assert [site.node(site.path(node)) for node in some] == list(some)


def test_what_is_not_there():
    origin = SMALL.origin(0)
    assert there(SMALL, f"{origin}/nothing/here").status == 404
    assert there(SMALL, "http://127.20.200.1:8080/") is None
    assert there(SMALL, "http://example.org/") is None
    assert there(SMALL, "http://127.20.1.1:9999/") is None


def test_moved_pages_and_files():
    site, origin = SMALL.site(0), SMALL.origin(0)
    moved = there(SMALL, f"{origin}/moved/{site.numbers.of(1)}")
    assert (moved.url, moved.status) == (origin + site.path(1), 200)
    assert there(SMALL, f"{origin}/index.html").url == f"{origin}/"
    assert there(SMALL, f"{origin}/files/7.pdf").header("content-type") == "application/pdf"


def test_offers_are_those_of_a_minority():
    told = [SMALL.site(n).manners for n in range(SMALL.sites)]
    with_map = next(n for n, one in enumerate(told) if one.sitemap and one.robots)
    origin = SMALL.origin(with_map)
    assert f"Sitemap: {origin}/sitemap.xml".encode() in there(SMALL, f"{origin}/robots.txt").body
    assert there(SMALL, f"{origin}/sitemap.xml").body.count(b"<loc>") > 0
    without = next(n for n, one in enumerate(told) if not one.sitemap and not one.robots)
    assert there(SMALL, f"{SMALL.origin(without)}/robots.txt").status == 404
    assert there(SMALL, f"{SMALL.origin(without)}/sitemap.xml").status == 404


def test_a_described_search_is_linked_and_answers():
    web = Web(400, seed=2)
    number = next(
        n for n in range(400)
        if web.site(n).manners.opensearch
        and b"opensearchdescription" in there(web, web.origin(n) + web.site(n).shown_at(0)).body
    )  # fmt: skip
    text = there(web, f"{web.origin(number)}/opensearch.xml").body.decode()
    template = text.partition('template="')[2].partition('"')[0]
    assert there(web, template.replace("{searchTerms}", "zzxxyy")).status == 200


def test_sites_in_frames():
    web = Web(200, seed=1)
    number = next(n for n in range(200) if web.site(n).framed and web.site(n).queries)
    origin = web.origin(number)
    root = Document(there(web, f"{origin}/"))
    assert [frame.attributes["src"] for frame in root.tree.css("frame")] == [
        "/frames/menu.html", "/frames/main.html",
    ]  # fmt: skip
    assert min(form.depth for form in forms(web, number)) >= 1


def test_seeds():
    assert SMALL.seeds(3) == [
        "http://127.20.1.21:8080/", "http://127.20.1.9:8080/", "http://127.20.1.34:8080/",
    ]  # fmt: skip
    assert len(set(SMALL.seeds(100))) == 40


# --- texts and forms from elsewhere ---------------------------------------------------------------


def test_pages_are_made_of_given_texts(tmp_path):
    path = tmp_path / "texts.jsonl"
    path.write_text(json.dumps({"text": "Seven <b>grey</b> herons were counted on the marsh."}))
    web = Web(3, texts=path)
    body = there(web, web.origin(1) + web.site(1).shown_at(0)).body
    assert b"Seven &lt;b&gt;grey&lt;/b&gt; herons were counted on the marsh." in body


def test_texts_that_are_none(tmp_path):
    path = tmp_path / "texts.jsonl"
    path.write_text('{"text": "short"}\n')
    with pytest.raises(BadData, match="no row has a text of more than 40 characters"):
        Web(3, texts=path)


@pytest.fixture
def annotations(tmp_path):
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "0.html").write_text("""<html lang="en"><body>
        <form action="http://elsewhere.example/find" method="get"><input name="needle">
        <a href="http://elsewhere.example/help">help</a><script src="//x.example/a.js"></script>
        <input type="submit" formaction="http://x.example/" value="Search"></form>
        <form method="post"><input type="password" name="secret"></form></body></html>""")
    told = {"html/0.html": {"url": "http://a/", "forms": ["s", "l"]},
            "html/1.html": {"url": "http://b/", "forms": ["s"]}}  # fmt: skip
    (tmp_path / "index.json").write_text(json.dumps(told))
    return tmp_path


def test_real_forms_are_taken_without_what_leads_elsewhere(annotations):
    web = Web(30, forms=annotations)
    found = [form for site in range(30) for form in forms(web, site)]
    assert {one.name for known in found for one in known.form.controls if one.name} == {"needle"}
    assert {known.form.action.startswith("http://127.20.1.") for known in found} == {True}
    assert "example" not in web.shapes.of("search", "en")[0].html


def test_a_folder_without_annotations(tmp_path):
    with pytest.raises(BadData, match="no index of annotated pages"):
        Web(3, forms=tmp_path)
