"""Real pages as sites: which page an address has, and where its links lead."""

import json
from zipfile import ZipFile

from bench.real_web import answer, at_home, origins, read


def test_hosts_are_sites_and_those_with_most_pages_come_first(tmp_path):
    about = {
        "html/0.html": "http://a.org/",
        "html/1.html": "http://b.org/",
        "html/2.html": "http://b.org/x",
    }
    wheel = tmp_path / "pages.whl"
    with ZipFile(wheel, "w") as packed:
        index = {name: {"url": url} for name, url in about.items()}
        packed.writestr("formasaurus/data/index.json", json.dumps(index))
        for name in about:
            packed.writestr(f"formasaurus/data/{name}", name)
    assert read(wheel, 2) == [[b"html/1.html", b"html/2.html"], [b"html/0.html"]]
    assert read(wheel, 1) == [[b"html/1.html", b"html/2.html"]]


def test_a_site_answers_any_address_with_a_page_of_its_own_always_the_same():
    site = [b"front", b"one", b"two"]
    assert answer(site, "/") == b"front"
    assert answer(site, "/robots.txt") is None
    assert answer(site, "/search?q=1") == answer(site, "/search?q=1") in site
    assert len({answer(site, f"/{number}") for number in range(20)}) == 3


def test_links_to_the_own_host_stay_and_others_leave():
    page = b'<a href="https://a.org/x">x</a> <a href="http://b.org/">b</a>'
    assert at_home(page, "a.org") == b'<a href="/x">x</a> <a href="http://b.org/">b</a>'
    assert len(set(origins(300, 8492))) == 300
