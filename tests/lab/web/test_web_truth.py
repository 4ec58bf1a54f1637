from urllib.parse import urlsplit

import pytest

from leadline.detect.forms import forms as all_forms
from leadline.detect.searches import searches
from leadline.document import Document
from leadline.lab.web import Web, forms, key, page
from leadline.lab.web.truth import decoys, pages_of

WEB = Web(90, seed=11)
SITES = [number for number in range(90) if WEB.site(number).tree.pages <= 120]


def there(web, url):
    return page(web, url)


def links(document):
    for node in document.tree.css("a[href], frame[src]"):
        url = document.resolve(node.attributes.get("href") or node.attributes.get("src"))
        if url is not None and urlsplit(url).netloc == urlsplit(document.url).netloc:
            yield url


def crawled(number):
    """Every page of a site that links lead to, with the steps to it."""
    root = f"{WEB.origin(number)}/"
    steps, queue = {root: 0}, [root]
    pages: dict[str, tuple[int, Document]] = {}
    for url in queue:
        document = Document(there(WEB, url))
        pages[document.url] = (min(steps[url], pages.get(document.url, (99,))[0]), document)
        for link in links(document):
            if link not in steps:
                steps[link] = steps[url] + 1
                queue.append(link)
    return {url: (depth, one) for url, (depth, one) in pages.items() if one.page.status == 200}


@pytest.fixture(scope="module")
def web():
    return {number: crawled(number) for number in SITES}


def test_links_lead_to_every_page_in_as_many_steps_as_said(web):
    for number, pages in web.items():
        site, origin = WEB.site(number), WEB.origin(number)
        told = {origin + site.shown_at(n): site.depth(n) for n in range(site.tree.pages)}
        assert {url: pages[url][0] for url in told} == told


def test_query_forms_are_on_exactly_the_pages_said(web):
    for number, pages in web.items():
        shown = {url: {key(form) for form in all_forms(one)} for url, (_, one) in pages.items()}
        for known in forms(WEB, number):
            told = set(pages_of(WEB, number, known))
            assert {url for url, keys in shown.items() if known.key in keys} == told
            assert min(pages[url][0] for url in told) == known.depth


def test_no_two_query_forms_of_a_site_are_one():
    for number in range(WEB.sites):
        keys = [known.key for known in forms(WEB, number)]
        assert len(set(keys)) == len(keys)


def test_detection_takes_nothing_else_for_a_query_form(web):
    truth = {known.key for number in web for known in forms(WEB, number)}
    found = {
        key(one.form)
        for pages in web.values()
        for _, document in pages.values()
        for one in searches(document)
        if one.refused is None
    }
    assert found - truth == set()
    assert len(truth) > 50
    assert len(found & truth) / len(truth) > 0.8  # some shapes are hard to tell from markup alone


def test_menus_lead_to_forms_through_menus_alone():
    checked = 0
    for number in SITES:
        site, origin = WEB.site(number), WEB.origin(number)
        for placed in site.queries if not site.framed else ():
            if site.tree.by_menus(placed.node):
                for node in [one for one in site.tree.above(placed.node) if one]:
                    above = Document(there(WEB, origin + site.path(site.tree.parent(node))))
                    assert origin + site.path(node) in set(links(above))
                    checked += 1
    assert checked > 20


def test_other_forms_are_known_too():
    kinds = {known.kind for number in range(WEB.sites) for known in decoys(WEB, number)}
    assert kinds == {
        "login", "registration", "contact", "subscribe", "poll", "password-recovery", "other",
        "elsewhere",
    }  # fmt: skip
