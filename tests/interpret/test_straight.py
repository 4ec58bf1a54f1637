"""What a site drops by sending us on is not sent again."""

from leadline.document import Document
from leadline.interpret.attributes import Field
from leadline.interpret.straight import straightened
from leadline.interpret.talk import Heard
from leadline.model import Attribute, Kind, Page, Query
from leadline.query.encode import Encoding

BOX = Encoding(
    action="http://a/items",
    fixed=(("q", ""), ("column", ""), ("sort", "name")),
    fields=(Field(attribute=Attribute(name="q", kind=Kind.KEYWORD), controls=("q",)),),
    order=("q", "column", "sort"),
)


def heard(query, came_from):
    request = BOX.encode(query)
    document = Document(Page(request=request, url=came_from))
    return Heard(query=query, request=request, document=document)


def test_a_detour_is_not_made_again():
    answers = [
        heard(Query(), "http://a/items?sort=name"),
        heard(Query.of(q="amber"), "http://a/items?q=amber&sort=name"),
    ]
    assert answers[0].request.url == "http://a/items?q=&column=&sort=name"
    shorter = straightened(BOX, answers)
    assert shorter.encode(Query()).url == "http://a/items?sort=name"
    assert shorter.encode(Query.of(q="birch")).url == "http://a/items?q=birch&sort=name"


def test_where_one_is_sent_to_a_page_of_its_own_nothing_is_left_out():
    answers = [heard(Query.of(q="amber"), "http://a/results/17"),
               heard(Query.of(q="birch"), "http://a/items?q=birch&sort=name")]  # fmt: skip
    assert straightened(BOX, answers) is BOX


def test_a_single_answer_says_too_little():
    assert straightened(BOX, [heard(Query(), "http://a/items?sort=name")]) is BOX
