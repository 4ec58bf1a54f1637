"""Which column a range is about, and whether its ends belong to it."""

import pytest

from leadline.document import Document
from leadline.interpret.bounds import as_values, learn_ranges
from leadline.interpret.measures import Measure, Scale
from leadline.model import Form, Kind, Page, Record
from leadline.query.encode import encoding_of
from leadline.query.paging_edit import values
from leadline.read.records import Extraction
from tests.interpret.forms import box, choice

FORM = Form(
    action="http://x.example/find",
    controls=(
        box("p_from", "Price from", kind="number"),
        box("p_to", "to", kind="number"),
        choice("made_from", ("", "any"), *(str(year) for year in range(1990, 2000))),
        choice("made_to", ("", "any"), *(str(year) for year in range(1990, 2000))),
    ),
)
RECORDS = tuple(
    Record(
        str(n),
        (("rooms", str(2 + n % 3)), ("cost", f"{1000 + 50 * n:,} €"), ("made", f"{1990 + n % 9}")),
    )
    for n in range(30)
)


def number(text):
    return float(text) if text.isdecimal() else -1.0


class Listed:
    """Reads what the site below puts into a page: the numbers of records."""

    def __init__(self, records):
        self.records = records

    def extract(self, document):
        keys = document.page.body.decode().split()
        return Extraction(records=tuple(self.records[int(key)] for key in keys))


LISTED = Listed(RECORDS)


class Site:
    """Filters the records by price; `low` and `high` say whether the ends belong to it."""

    def __init__(self, low=True, high=True, column="cost"):
        self.low, self.high, self.column, self.asked = low, high, column, []

    def answer(self, request):
        self.asked.append(request.url)
        sent = {name: number(text) for (_, name), text in values(request).items() if text}
        found = [r.key for r in RECORDS if self._is_in(r, sent)]
        body = " ".join(found[:10]).encode()
        return Document(Page(request=request, url=request.url, body=body))

    def _is_in(self, record, sent):
        shown = dict(record.values)
        price = float(shown[self.column].rstrip(" €").replace(",", ""))
        made = int(shown["made"])
        return (
            (price > sent.get("p_from", 0) or (self.low and price == sent.get("p_from", 0)))
            and (price < sent.get("p_to", 1e9) or (self.high and price == sent.get("p_to", 1e9)))
            and sent.get("made_from", 0) <= made <= sent.get("made_to", 3000)
        )


def learnt(site, wrapper=LISTED, records=RECORDS):
    talk = learn_ranges(encoding_of(FORM), wrapper, records)
    request = next(talk)
    while True:
        try:
            request = talk.send(site.answer(request))
        except StopIteration as done:
            return done.value.fields


@pytest.mark.parametrize("closed", [(True, True), (True, False), (False, True), (False, False)])
def test_ends_are_found_out_by_asking(closed):
    price, made = learnt(Site(*closed))
    assert (price.attribute.kind, price.column, price.closed) == (Kind.RANGE, "cost", closed)
    assert price.measure == Measure()
    assert (made.column, made.closed) == ("made", (True, True))


def test_the_column_of_the_same_name_is_tried_first_and_one_request_is_enough():
    site = Site()
    learnt(site)
    asked = "http://x.example/find?p_from=&p_to=&made_from=1990&made_to=1990"
    assert site.asked[-1] == asked


def test_a_column_of_another_name_is_found_by_asking():
    price, _ = learnt(Site(column="rooms"))
    assert (price.attribute.kind, price.column) == (Kind.RANGE, "rooms")


def test_where_nothing_is_to_be_split_ranges_are_asked_by_values():
    kinds = [field.attribute.kind for field in as_values(encoding_of(FORM)).fields]
    assert kinds == [Kind.VALUE, Kind.VALUE]


def test_dates_are_asked_by_their_year_where_the_form_lists_years():
    records = tuple(Record(r.key, (("made", f"3 May {dict(r.values)['made']}"),)) for r in RECORDS)

    price, made = learnt(Site(), Listed(records), records)
    assert price.attribute.kind is Kind.VALUE
    assert (made.column, made.measure) == ("made", Measure(scale=Scale.YEAR))
