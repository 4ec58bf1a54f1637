"""Whether a link is one of a menu: by other pages, and before any by what it shows."""

from leadline.browse.bandit import bandit
from leadline.browse.experience import Experience
from leadline.browse.menus import AGAIN, LONE, Menus, place_of
from tests.browse.small_site import search_form, walk

NAMES = ("Products", "Services", "Support", "People")


def site(number):
    """A site whose menu has usual names, and whose front page lists things of its own."""
    menu = "".join(f'<p><a href="/{name}">{name}</a>' for name in NAMES)
    things = "".join(f'<p><a href="/{number}/{n}">Thing {number} {n}</a>' for n in range(20))
    pages = {f"/{name}": menu for name in NAMES} | {f"/{number}/{n}": "" for n in range(20)}
    return pages | {"/": menu + things, "/People": menu + search_form("/find", "who")}


def test_a_place_is_its_last_tags():
    assert place_of(("html", "body", "div#top", "ul.menu", "li", "a.on")) == "ul li a"


def test_names_that_many_sites_use_speak_for_a_menu():
    menus = Menus(sites=40)
    menus.texts.update({"products": 20})
    usual, rare = (menus.marks_of(text, 5, 0.1, 0.5) for text in ("products", "thing 3"))
    for _ in range(30):
        menus.tell(usual, "", AGAIN)
        menus.tell(rare, "", LONE)
    assert menus.weight(usual) > 1 > menus.weight(rare)


def test_a_link_that_turns_out_otherwise_is_counted_once():
    menus = Menus()
    menus.tell(("words 1",), "", LONE)
    menus.tell(("words 1",), LONE, AGAIN)
    assert (menus.told[AGAIN], menus.told[LONE]) == (1, 0)


def test_after_some_sites_the_menu_is_followed_and_the_list_is_not():
    make = bandit(Experience())
    spent = [walk(make, site(number)) for number in range(25)]
    paths, found = spent[-1]
    assert found == 1
    assert len([path for path in paths if path.count("/") > 1]) <= 1


def test_a_link_first_seen_in_a_text_is_moved_to_the_menu_that_shows_it():
    menu = "<nav>" + "".join(f'<a href="/{name}">{name}</a>' for name in NAMES) + "</nav>"
    pages = dict.fromkeys(("/Products", "/Services", "/Support"), menu)
    pages |= {"/": "<div><p>See <a href='/People'>them</a></div>" + menu.replace("/People", "/x")}
    pages |= {"/x": menu, "/People": menu + search_form("/find", "who")}
    paths, found = walk(bandit(), pages)
    assert found == 1
    assert "/People" in paths
