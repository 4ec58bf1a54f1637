"""Cells that stand beside several rows."""

import pytest
from selectolax.lexbor import LexborHTMLParser

from leadline.row_spans import spread


def rows(html):
    tree = LexborHTMLParser(f"<table>{html}</table>")
    spread(tree)
    return [[cell.text() for cell in row.iter()] for row in tree.css("tr")]


def test_a_cell_is_put_into_each_row_in_its_column():
    assert rows(
        "<tr><td rowspan=3>A<td rowspan=2>x<td>1<td>2<tr><td>3<td>4<tr><td>y<td>5<td>6"
    ) == [["A", "x", "1", "2"], ["A", "x", "3", "4"], ["A", "y", "5", "6"]]
    assert rows("<tr><td>1<td>2<td rowspan=9>Z<tr><td>3<td>4") == [["1", "2", "Z"], ["3", "4", "Z"]]


@pytest.mark.parametrize(
    "html",
    [
        "<tr><td rowspan=2><img src=a.png><td>Title<tr><td>Author",
        "<tr><td rowspan=2>1.<td>Title<td>Price<tr><td colspan=2>Author",
        "<tr><td rowspan=2><form>Menu</form><td>a<td>b<tr><td>c<td>d",
        "<tr><td rowspan=0>1<td>a<td>b<tr><td>c<td>d",
    ],
)
def test_what_stands_beside_a_record_in_several_rows_stays(html):
    tree = LexborHTMLParser(f"<table>{html}</table>")
    before = tree.html
    spread(tree)
    assert tree.html == before
