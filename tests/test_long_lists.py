"""Long lists are parsed in no time, and are what they were."""

import pytest

from leadline.detect.forms import forms
from leadline.document import Document
from leadline.long_lists import LONG, marked
from leadline.model import Page, Request

OPTIONS = "".join(f"<option value={n}>name {n}" for n in range(2 * LONG))


@pytest.mark.parametrize("tag", ["<select name=a>", "<SELECT NAME=a title='b>c'>", "<select >"])
def test_of_a_long_list_one_is_chosen(tag):
    page = f"<form>{tag}{OPTIONS}</select>"
    assert " multiple leadline-one" in marked(page)
    (control,) = _only(page).controls
    assert (control.multiple, control.value, len(control.options)) == (False, "0", 2 * LONG)


def test_a_long_list_of_several_choices_stays_one():
    page = f"<form><select name=a title='b>c' multiple>{OPTIONS}</select>"
    assert marked(page) == page
    (control,) = _only(page).controls
    assert (control.multiple, control.value) == (True, "")


def test_short_lists_beside_a_long_one_are_not_marked():
    page = "<select><option>1</select><select id=b><option>2</select>"
    assert marked(f"{page}<select>{OPTIONS}</select>").startswith(page)


def _only(page):
    request = Request(url="http://a.org/")
    (form,) = forms(Document(Page(request=request, url=request.url, body=page.encode())))
    return form
