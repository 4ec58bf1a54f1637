"""`leadline forms`: what the forms of saved pages are for."""

import json
import subprocess
import sys

import pytest

PAGE = """
<form action=/search><input name=q placeholder="Find a book">
  <select name=genre><option>all<option>poetry</select><button>Search</button></form>
<form method=post action=/login>User <input name=user> Password <input type=password name=p>
  <label><input type=checkbox name=r> Remember me</label><button>Log in</button></form>
"""


def leadline(*arguments: str, stdin: bytes = b""):
    """The command as people run it: its exit code, what it prints, what it complains about."""
    code = "from leadline.cli import main; main()"
    run = subprocess.run(
        [sys.executable, "-c", code, "forms", *arguments], input=stdin, capture_output=True
    )
    return run.returncode, run.stdout.decode(), run.stderr.decode()


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    return str(path)


def summary(line: str):
    return [
        (form["kind"], [(field["label"], field["role"]) for field in form["fields"]])
        for form in json.loads(line)["forms"]
    ]


TOLD = [
    ("search", [("Find a book", "query"), ("Genre", "refinement"), ("Search", "submit")]),
    ("login", [("User", "username"), ("Password", "password"), ("Remember me", "remember"),
               ("Log in", "submit")]),
]  # fmt: skip


def test_kinds_and_roles_as_json(page):
    code, out, err = leadline(page, "--json", "--url", "http://site.test/list")
    assert (code, err) == (0, "")
    assert summary(out) == TOLD
    first = json.loads(out)["forms"][0]
    assert (first["method"], first["action"]) == ("GET", "http://site.test/search")
    assert first["probability"] > 0.9
    assert first["fields"][1]["some"] == ["all", "poetry"]


def test_standard_input_and_several_files(page):
    code, out, err = leadline(page, "-", "--json", stdin=b"<p>No forms here")
    assert (code, err) == (0, "")
    first, second = out.splitlines()
    assert summary(first) == TOLD
    assert json.loads(second) == {"file": "-", "forms": []}


def test_a_table_for_people(page):
    code, out, err = leadline(page)
    assert (code, err) == (0, "")
    rows = [line.split() for line in out.splitlines()]
    assert rows[0][1] == "search"
    assert rows[0][3:] == ["GET", "/search"]
    assert [row[0] for row in rows[2:5]] == ["query", "refinement", "submit"]
    assert leadline("-", stdin=b"<p>Nothing") == (0, "No forms.\n", "")


def test_what_a_page_says_does_nothing_to_a_terminal(page):
    told = b"<form><input name=q placeholder='\x1b[31mred [bold]\x07'></form>"
    code, out, err = leadline("-", stdin=told)
    assert (code, err) == (0, "")
    assert "\x1b" not in out
    assert "[bold]" in out


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (b"", "standard input is empty"),
        (b" \n\t", "standard input is empty"),
        (b"%PDF-1.7\0\0\x01", "standard input is not HTML but binary data"),
        (b'{"forms": []}', "standard input is not HTML"),
        (b"Just a letter to a friend.", "standard input is not HTML"),
    ],
)
def test_what_is_no_page(body, complaint):
    assert leadline("-", stdin=body) == (2, "", f"leadline: {complaint}\n")


def test_a_file_that_cannot_be_read_leaves_the_others(page, tmp_path):
    missing = str(tmp_path / "none.html")
    code, out, err = leadline(missing, page, str(tmp_path), "--json")
    assert (code, summary(out)) == (2, TOLD)
    assert err == (
        f"leadline: there is no file {missing}; cannot read {tmp_path}: Is a directory\n"
    )


def test_pages_in_other_encodings():
    wide = "<form action=/x><input name=a placeholder=検索><button>検索</button></form>"
    code, out, _ = leadline("-", "--json", stdin=wide.encode("utf-16"))
    assert code == 0
    assert summary(out) == [("search", [("検索", "query"), ("検索", "submit")])]
