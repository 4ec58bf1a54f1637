"""What a link adds to the address of a list can be asked for alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.interpret.facet_urls import alone, leads_back, together

SITE = "http://shop.example"


@pytest.mark.parametrize(
    ("link", "here", "found"),
    [
        ("/all?size=L&colour=red", "/all?size=L", "/all?colour=red"),
        ("/all?f=a&f=b&s=1", "/all?f=a&s=1", "/all?f=b"),
        ("/all?rh=n:7,n:12", "/all?rh=n:7", "/all?rh=n%3A12"),
        ("/all?tag=old|new", "/all?tag=old", "/all?tag=new"),
        ("/all/large/red", "/all/large", "/all/red"),
        ("/all?size=M", "/all?size=L", ""),  # replaces what was chosen
        ("/all?size=L", "/all?size=L", ""),
        ("/other?colour=red", "/all", ""),
    ],
)
def test_a_choice_alone(link, here, found):
    url = alone(SITE + link, SITE + here, f"{SITE}/all")
    assert url.removeprefix(SITE) == found


def test_what_everything_has_stays():
    assert alone(f"{SITE}/all?n=50&a=1&b=2", f"{SITE}/all?n=50&a=1", f"{SITE}/all?n=50") == (
        f"{SITE}/all?n=50&b=2"
    )


@given(st.text(), st.text(), st.text())
def test_any_text_is_answered(link, here, everything):
    assert isinstance(alone(link, here, everything), str)


@given(st.lists(st.text(), max_size=4), st.text(), st.none() | st.tuples(st.text(), st.text()))
def test_any_texts_are_put_together(links, everything, example):
    assert isinstance(together(links, everything, example), str)


@pytest.mark.parametrize(
    ("link", "here", "back"),
    [
        ("/all?rh=n:7", "/all?rh=n:7&ref=nr_3", True),
        ("/all", "/all?size=L", True),
        ("/all/large", "/all/large/red", True),
        ("/all?size=L&colour=red", "/all?size=L", False),
        ("/all/large/red", "/all/large", False),
        ("/all/large", "/all/larger", False),
        ("/other", "/all", False),
    ],
)
def test_a_link_that_adds_nothing_leads_back(link, here, back):
    assert leads_back(SITE + link, SITE + here) is back


@given(st.text(), st.text())
def test_any_two_addresses_can_be_compared(link, here):
    assert leads_back(link, here) in (True, False)


def test_what_all_links_add_is_kept_once():
    links = [f"{SITE}/all?c={n}&sort=rel&view=list" for n in (1, 2)]
    assert together(links, f"{SITE}/all", None) == f"{SITE}/all?sort=rel&view=list&c=1&c=2"
    assert together(links[:1], f"{SITE}/all", None) == ""
    other = [f"{SITE}/all?c={n}&ref={n}" for n in (1, 2)]
    assert together(other, f"{SITE}/all", None) == ""


def test_lists_under_values_may_be_elsewhere_than_that_of_everything():
    assert alone(f"{SITE}/list?size=L", f"{SITE}/", f"{SITE}/list?c=red") == (
        f"{SITE}/list?c=red&size=L"
    )
    assert alone(f"{SITE}/list?size=L", f"{SITE}/", f"{SITE}/") == f"{SITE}/list?size=L"
    assert alone(f"{SITE}/large", f"{SITE}/", f"{SITE}/red") == f"{SITE}/red/large"
