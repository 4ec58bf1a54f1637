"""The draw of 2,000 sites against the numbers of He et al., section by section."""

from collections import Counter
from statistics import mean

import pytest

from leadline.lab.web import Web
from leadline.lab.web.others import everywhere, named

WEB = Web(2_000, seed=1)


@pytest.fixture(scope="module")
def sites():
    return [WEB.site(number) for number in range(WEB.sites)]


@pytest.fixture(scope="module")
def deep(sites):
    return [site for site in sites if site.queries]


def depths(site):
    return [site.tree.depth(form.node) for form in site.queries]


def pages_within(site, depth):
    return sum(site.tree.size.levels[: depth + 1])


def forms_within(site, depth):
    return sum(one <= depth for one in depths(site))


def test_pages_grow_in_number_to_depth_5_and_17_percent_lie_within_3(sites):
    levels = [sum(sum(site.tree.size.levels[d : d + 1]) for site in sites) for d in range(11)]
    assert levels[:6] == sorted(levels[:6])
    assert levels[5:] == sorted(levels[5:], reverse=True)
    assert sum(levels[:4]) / sum(levels) == pytest.approx(0.17, abs=0.02)


def test_94_percent_of_the_forms_lie_within_depth_3_and_none_beyond_5(deep):
    found = Counter(depth for site in deep for depth in depths(site))
    assert max(found) == 5
    assert sum(found[d] for d in range(4)) / found.total() == pytest.approx(0.94, abs=0.01)


def test_129_forms_for_34_databases(deep):
    assert mean(len(site.queries) for site in deep) == pytest.approx(129 / 34, abs=0.3)


def test_menus_lead_to_87_percent_of_the_forms_below_the_root(deep):
    below = [site.tree.by_menus(f.node) for site in deep for f in site.queries if f.node]
    assert mean(below) == pytest.approx(0.87, abs=0.02)


def test_three_quarters_of_the_sites_have_query_forms(sites, deep):
    assert len(deep) / len(sites) == pytest.approx(0.75, abs=0.02)


def test_forms_on_root_pages(deep):
    assert mean(depths(site).count(0) for site in deep) == pytest.approx(0.537, abs=0.049)
    shares = [depths(site).count(0) / len(site.queries) for site in deep]
    assert mean(shares) == pytest.approx(0.287, abs=0.025)


@pytest.mark.parametrize(("depth", "harvest"), [(3, 0.119), (10, 0.114)])
def test_forms_per_page_of_exhaustive_crawls(deep, depth, harvest):
    local = [forms_within(site, depth) / pages_within(site, depth) for site in deep]
    assert mean(local) == pytest.approx(harvest, abs=0.02)


def test_the_templates_of_links_to_other_sites(sites):
    found = Counter("".join(s.follows) if len(s.follows) < 2 else "mixed" for s in sites)
    told = {"": 0.11, "link-page": 0.44, "skeleton": 0.08, "directory": 0.08, "mixed": 0.29}
    assert {kind: found[kind] / 2_000 for kind in told} == pytest.approx(told, abs=0.02)


def test_95_percent_of_the_named_sites_are_named_within_depth_3(sites):
    near = far = 0
    for site in sites[:400]:
        always = set(everywhere(site.seed, site.follows, 2_000))
        above, below = set(always), set(always)
        for node in range(min(site.tree.pages, 3_000)):
            depth = site.tree.depth(node)
            there = named(site.seed, node, depth, site.follows, node == site.link_page, 2_000)
            below.update(there)
            above.update(there if depth <= 3 else ())
        near, far = near + len(above), far + len(below)
    assert near / far == pytest.approx(0.95, abs=0.03)


def test_the_survey_of_random_servers():
    web = Web(2_000, seed=1, deep=0.12)
    assert mean(bool(web.site(n).queries) for n in range(500)) == pytest.approx(0.12, abs=0.03)
