"""When two forms are one."""

from leadline.browse.identity import identity, query_forms
from tests.browse.small_site import HOME, document, search_form


def only(markup, url=f"{HOME}/"):
    (found,) = query_forms(document(markup, url))
    return identity(found.form)


def test_a_form_is_the_same_on_every_page():
    form = search_form("/find", "q", "author")
    assert only(form) == only(f"<main>{form}</main>", f"{HOME}/a/b")


def test_order_of_controls_and_session_do_not_matter():
    one = search_form("/find;jsessionid=1", "q", "author")
    assert only(one) == only(search_form("/find;jsessionid=2", "author", "q"))


def test_another_action_field_or_choice_is_another_form():
    pick = "<form action=/find role=search><input name=q><select name=c>{}</select><button>Search"
    forms = {
        only(search_form("/find", "q")),
        only(search_form("/other", "q")),
        only(search_form("/find", "q", "author")),
        only(pick.format("<option>a<option>b")),
        only(pick.format("<option>a<option>c")),
    }
    assert len(forms) == 5


def test_a_login_is_no_query_form():
    login = "<form action=/login method=post><input name=user><input type=password name=p></form>"
    assert query_forms(document(login)) == ()
