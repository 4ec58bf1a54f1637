"""When a site has brought nothing for long: what a page must promise there."""

from leadline.browse.bandit import bandit
from leadline.browse.experience import Experience
from leadline.browse.weariness import Weariness
from tests.browse.small_site import links, search_form, walk


def weary_of(*pages):
    """After pages with so many finds, the first of them the front page."""
    weary = Weariness()
    for number, found in enumerate(pages):
        weary.see(found, number == 0)
    return weary


def test_a_page_is_dearer_after_pages_in_vain_and_as_cheap_as_ever_after_a_find():
    assert weary_of(0, 0, 0).price == 2.0
    assert weary_of(*[0] * 8).price == 3.0
    assert weary_of(*[0] * 8, 1).price == weary_of().price == 1.0


def test_a_form_on_the_front_page_alone_speaks_less_for_others_than_one_below():
    assert weary_of(1).price > weary_of(0, 1).price
    assert weary_of(1, 1).price == weary_of(0, 1).price


def test_a_site_is_left_where_the_same_links_would_still_be_followed_by_one_who_is_fresh():
    pages = {"/": links(*(f"/page/{n}" for n in range(60)))} | {f"/page/{n}": "" for n in range(60)}
    weary, known = walk(bandit(), pages)[0], Experience()
    make = bandit(known)
    again = walk(make, pages)[0]
    assert again == weary
    rest = {"/": links(*(f"/page/{n}" for n in range(60) if f"/page/{n}" not in again))}
    assert len(walk(make, pages | rest)[0]) > 1


def test_a_find_on_the_way_keeps_the_search_going():
    names = [f"/page/{n}" for n in range(60)]
    empty = {"/": links(*names)} | dict.fromkeys(names, "")
    paths = walk(bandit(), empty)[0]
    found = empty | {paths[-1]: search_form("/find", "q")}
    assert len(walk(bandit(), found)[0]) > len(paths)
