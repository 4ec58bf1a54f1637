"""What sources of one domain call alike, and what an earlier harvest tells of values."""

from dataclasses import replace

from leadline.harvest.integrate import WORDS, looked_into, names_of
from leadline.harvest.members import telling
from leadline.model import Attribute, Interface, Kind
from leadline.query.encode import Encoding
from leadline.query.paging import Linked
from leadline.read import JsonWrapper
from leadline.read.outcome import Signs
from leadline.source import Source
from leadline.unify.in_common import Fields, in_common

BOX = Attribute(name="q", kind=Kind.KEYWORD)
SITE = Source(
    url="http://a.example/",
    encoding=Encoding(action="http://a.example/"),
    interface=Interface(attributes=(BOX,), page_size=10),
    paging=Linked(),
    wrapper=JsonWrapper(source="body", path=()),
    signs=Signs(),
)
FILMS: list[Fields] = [
    {"title": (f"Story {n}",), "genre": (("Drama", "Comedy")[n % 2],)} for n in range(40)
]


def test_a_site_with_a_search_box_tells_of_all_that_its_records_show():
    told = telling(SITE, FILMS).interface.attributes
    assert [attribute.name for attribute in told] == ["q", "title", "genre"]
    form = replace(SITE.interface, attributes=(BOX, Attribute(name="genre")))
    told = telling(replace(SITE, interface=form), FILMS).interface.attributes
    assert [attribute.name for attribute in told] == ["q", "genre", "title"]


TITLE = Attribute(name="title", kind=Kind.KEYWORD)
NARROW = replace(
    SITE,
    interface=replace(SITE.interface, attributes=(TITLE,)),
    columns=(("Title", "title"),),  # a field of that name is called like the box when it is read
)


def test_words_of_a_title_are_not_words_of_everything():
    _, _, matching = in_common({0: FILMS, 1: FILMS[10:]})
    wide, narrow = names_of(0, SITE, matching), names_of(1, NARROW, matching)
    assert wide == {"q": WORDS}
    assert narrow["title"] not in (WORDS, "title")
    assert narrow == names_of(0, NARROW, matching)


def test_a_box_for_titles_looks_into_the_titles_of_sites_that_have_no_such_box():
    renamed: list[Fields] = [{"name": one["title"], "kind": one["genre"]} for one in FILMS]
    _, _, matching = in_common({0: renamed, 1: FILMS[10:]})
    names = [names_of(0, SITE, matching), names_of(1, NARROW, matching)]
    box = names[1]["title"]
    assert looked_into(0, names, matching) == {box: "name"}
    assert looked_into(1, names, matching) == {box: "title"}


def test_a_box_for_titles_finds_nothing_where_no_titles_are_known():
    _, _, matching = in_common({0: [{"genre": ("Drama",)}], 1: FILMS})
    names = [names_of(0, SITE, matching), names_of(1, NARROW, matching)]
    assert list(looked_into(0, names, matching).values()) == [""]
