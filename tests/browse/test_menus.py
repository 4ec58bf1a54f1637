"""Whether a link is one of a menu: by other pages, and before any by what it shows."""

from leadline.browse.bandit import bandit
from leadline.browse.experience import Experience
from leadline.browse.leads import Leads
from leadline.browse.links import Anchor, internal
from leadline.browse.menus import AGAIN, LONE, Menus, place_of
from leadline.browse.shown import Sheet, Shown
from leadline.browse.strategy import Visit
from tests.browse.small_site import HOME, document, search_form, walk

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


def test_a_place_of_odd_names_promises_less_than_the_menu_of_its_page():
    known = Experience()
    known.menus.sites = 40
    known.menus.texts.update({name.lower(): 20 for name in NAMES})
    menu = [Anchor(url=f"/{name}", text=name, path=("body", "ul", "li", "a")) for name in NAMES]
    latest = [Anchor(url=f"/{n}", text=f"Thing {n}", path=("body", "p", "a")) for n in range(4)]
    sheet, leads = Sheet([*menu, *latest], 1, False, False), Leads(experience=known)
    usual, odd = (sheet.shown(url, known) for url in ("/People", "/2"))
    assert ("odd" in usual.inside, "odd" in odd.inside) == (False, True)
    assert leads.worth(usual, AGAIN) > leads.worth(odd, AGAIN) + 1


def test_beside_the_main_menu_of_a_front_page_other_usual_names_promise_less():
    known = Experience()
    known.menus.sites = 40
    known.menus.texts.update({name.lower(): 20 for name in NAMES} | {"fees": 4, "rules": 4})
    menu = [Anchor(url=f"/{name}", text=name, path=("body", "ul", "li", "a")) for name in NAMES]
    small = [Anchor(url=f"/{n}", text=n, path=("body", "p", "a")) for n in ("Fees", "Rules", "Map")]
    front, below = (Sheet([*menu, *small], depth, False, False) for depth in (1, 2))
    leads = Leads(experience=known)
    main, lesser = (front.shown(url, known) for url in ("/People", "/Fees"))
    assert ("lesser" in main.inside, "lesser" in lesser.inside) == (False, True)
    assert "lesser" not in below.shown("/Fees", known).inside
    assert leads.worth(main, AGAIN) > leads.worth(lesser, AGAIN)


def test_a_list_of_odd_names_on_all_pages_is_read_after_the_menu_if_at_all():
    make = bandit(Experience())
    for number in range(24):
        pages = site(number)
        here, there = "/People", f"/{NAMES[number % 4]}"  # any of the names may have the form
        walk(make, pages | {here: pages[there], there: pages[here]})
    menu = "<nav>" + "".join(f'<a href="/{name}">{name}</a>' for name in NAMES) + "</nav>"
    latest = "<ul>" + "".join(f'<li><a href="/x{n}">Odd {n} thing</a>' for n in range(4)) + "</ul>"
    pages = dict.fromkeys(("/", *(f"/{name}" for name in NAMES)), latest + menu)
    paths, _ = walk(make, pages | {f"/x{n}": latest + menu for n in range(4)})
    assert set(paths[1:5]) == {f"/{name}" for name in NAMES}


def test_in_a_language_that_few_sites_speak_the_menu_still_stands_out():
    known = Experience()
    known.menus.sites = 40
    known.menus.texts.update({"novedades": 2, "ayuda": 1})
    menu = [Anchor(url=f"/{n}", text=n, path=("nav", "a")) for n in ("Novedades", "Ayuda", "Mapa")]
    latest = [Anchor(url=f"/{n}", text=f"Cosa {n}", path=("body", "p", "a")) for n in range(4)]
    sheet = Sheet([*menu, *latest], 1, False, False)
    assert sheet.shown("/Mapa", known).features["named"] == 1.0  # the most usual of its page
    assert "odd" in sheet.shown("/2", known).inside


def test_links_are_seen_among_those_of_their_block_alone():
    known = Experience()
    known.menus.sites = 40
    known.menus.texts.update({name.lower(): 20 for name in NAMES})
    menu = "<p>[ " + " ] [ ".join(f'<a href="/{name}">{name}</a>' for name in NAMES[:3]) + " ]</p>"
    texts = "<p>" + "<br>".join(f'<a href="/{n}">Thing {n}</a>' for n in range(9)) + "</p>"
    sheet = Sheet(internal(document(menu + texts), HOME), 2, False, False)
    section, listed = (sheet.shown(f"{HOME}/{at}", known) for at in (NAMES[0], "2"))
    assert section.path == listed.path
    assert (section.features["named"], "odd below" in listed.inside) == (1.0, True)
    assert section.inside["few"] > listed.inside["few"] + 1


def test_what_looks_like_a_menu_is_doubted_until_other_pages_tell():
    leads = Leads(experience=Experience())
    shown = Shown(path=("nav", "a"), inside={"below": 1.0}, marks=("x",))
    lone, unknown, again = (leads.menu(shown, status) or 0.0 for status in (LONE, "", AGAIN))
    assert 0.0 < lone < unknown < 0.5 < again == 1.0


def test_what_other_pages_show_again_is_read_before_what_they_do_not():
    menu = "<p>" + "".join(f'<a href="/m{n}">One {n}</a> ' for n in range(5)) + "</p>"
    texts = "<p>" + "".join(f'<a href="/t{n}">One {n}</a> ' for n in range(5)) + "</p>"
    pages = {"/": texts + menu} | {f"/m{n}": menu for n in range(5)}
    paths, _ = walk(bandit(), pages | {f"/t{n}": menu for n in range(5)})
    in_doubt = paths[1:3]  # before two pages are read nothing tells the two rows apart
    rest = [path for path in paths[3:] if path not in in_doubt]
    told = [path for path in rest if path.startswith("/m")]
    assert rest[: len(told)] == told
    assert len(told) >= 3


def test_what_a_waiting_link_promises_follows_what_is_learned_meanwhile():
    known = Experience()
    leads = Leads(experience=known)
    leads.add(Visit(url=f"{HOME}/a"), Shown(path=("nav", "a"), features={"page": 1.0}))
    ((before, lead),) = leads.tops()
    known.learn({"page": 1.0}, 2, known.expected({"page": 1.0}))
    ((after, same),) = leads.tops()
    assert same is lead
    assert after == known.sum({"page": 1.0}) > before


def test_what_all_pages_show_of_the_front_page_may_still_be_its_small_print():
    leads = Leads(experience=Experience())
    shown = Shown(path=("p", "a"), inside={"below": 0.0}, marks=("x",))
    assert 0.5 < (leads.menu(shown, AGAIN) or 0.0) < 1.0


def test_a_small_menu_promises_more_once_some_have_brought_more():
    known = Experience()
    few, many = ({"page": 1.0} | known.shared(1.0, {"few": value}) for value in (1.0, 0.0))
    for _ in range(20):
        known.learn(few, 1, known.expected(few))
        known.learn(many, 0, known.expected(many))
    assert known.expected(few) > 3 * known.expected(many)


def test_some_luck_behind_links_of_no_menu_is_not_expected_of_all_of_them():
    known = Experience()
    for _ in range(5):
        known.learn({"lone": 1.0}, 1, 0.02)
        known.learn({"page": 1.0}, 1, 0.02)
    lone, page = (
        known.sum({name: 1.0}) - Experience().sum({name: 1.0}) for name in ("lone", "page")
    )
    assert 0 < 4 * lone < page


def test_what_menus_bring_changes_what_is_expected_of_any_page_as_much():
    known = Experience()
    inside, outside = {"page": 1.0, "again": 1.0}, {"page": 1.0, "lone": 1.0}
    before = known.sum(inside) - known.sum(outside)
    for found in (0,) * 9 + (1,) + (0,) * 90:
        known.learn(inside, found, known.expected(inside))
    assert known.expected(inside) < 0.05
    assert abs(known.sum(inside) - known.sum(outside) - before) < 0.3


def test_a_link_that_turned_out_to_be_lone_still_waits_and_promises_less():
    leads = Leads(experience=Experience())
    front = leads.add(Visit(url=f"{HOME}/"), Shown(features={"page": 1.0}))
    shown = Shown(path=("p", "a"), features={"page": 1.0}, inside={"below": 1.0}, marks=("x",))
    one, two = (leads.add(Visit(url=f"{HOME}/{at}", depth=1), shown, front) for at in "ab")
    front.followed = one.followed = True
    ((before, lead),) = leads.tops()
    other = Anchor(url=f"{HOME}/c", text="c", path=("p", "a"))
    leads.tell(one, Sheet([other], 2, False, False))  # a page that does not show the other again
    ((after, same),) = leads.tops()
    assert (lead, same, two.status) == (two, two, LONE)
    assert after < before
