"""What sources of one domain call alike, and what an earlier harvest tells of values."""

from dataclasses import replace

from leadline.harvest.integrate import WORDS, names_of
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
    form = replace(SITE.interface, attributes=(BOX, Attribute(name="kind")))
    known = replace(SITE, interface=form, columns=(("kind", "genre"),))
    told = telling(known, FILMS).interface.attributes
    assert [attribute.name for attribute in told] == ["q", "kind", "title"]


def test_words_of_a_title_are_not_words_of_everything():
    title = Attribute(name="t", kind=Kind.KEYWORD)
    form = replace(SITE.interface, attributes=(title, BOX))
    source = replace(SITE, interface=form, columns=(("t", "title"),))
    _, _, matching = in_common({0: FILMS, 1: FILMS[10:]})
    names = names_of(0, source, matching)
    assert names["q"] == WORDS
    assert names["t"] not in (WORDS, "title")
    assert names["t"] == names_of(1, source, matching)["t"]
