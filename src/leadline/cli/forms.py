"""`leadline forms`: what the forms of saved pages are for."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from leadline.cli.plain import plain
from leadline.detect.purposes import Purpose, purposes
from leadline.detect.roles import Role
from leadline.document import Document
from leadline.errors import BadData
from leadline.model import Page, Request

STDIN = "-"
LARGEST = 64 * 1024 * 1024  # bytes of a page
SOME = 20  # choices of a field that are listed
_MARKUP = re.compile(r"<[a-z!?]", re.I)
_WIDE = (b"\xff\xfe", b"\xfe\xff")  # how UTF-16 begins, the one text that has zero bytes
EPILOG = "`curl -s https://example.org/ | leadline forms - --url https://example.org/ --json`"


def forms(
    files: Annotated[
        list[str], typer.Argument(help="Saved pages; - is standard input.", metavar="FILE…")
    ],
    url: Annotated[
        str, typer.Option(help="Where the page is from, for addresses relative to it.",
                          metavar="URL")
    ] = "",
    as_object: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each file, a line each.")
    ] = False,
) -> None:  # fmt: skip
    """List the forms of saved pages: what each is for, and the role of each field.

    A form is a search, login, registration, contact, subscribe, order, password-recovery or other.
    It is told from the markup alone; nothing is sent anywhere.
    """
    wrong = list[str]()
    for name in files:
        try:
            found = purposes(_document(name, url))
        except BadData as error:
            wrong.append(str(error))
        else:
            _show(name, found, as_object, titled=len(files) > 1)
    if wrong:
        raise BadData("; ".join(wrong))


# --- the page -------------------------------------------------------------------------------------


def _document(name: str, url: str) -> Document:
    shown = "standard input" if name == STDIN else name
    body = _read(name, shown)
    if not body.strip():
        raise BadData(f"{shown} is empty")
    if b"\0" in body[:4096] and not body.startswith(_WIDE):
        raise BadData(f"{shown} is not HTML but binary data")
    document = Document(Page(request=Request(url=url), url=url, body=body))
    if not document.is_html or _MARKUP.search(document.text) is None:
        raise BadData(f"{shown} is not HTML")
    return document


def _read(name: str, shown: str) -> bytes:
    try:
        if name == STDIN:
            body = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                body = file.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise BadData(f"there is no file {shown}") from error
    except (OSError, ValueError) as error:
        raise BadData(
            f"cannot read {shown}: {getattr(error, 'strerror', None) or error}"
        ) from error
    if len(body) > LARGEST:
        raise BadData(f"{shown} is larger than {LARGEST // 2**20} MB")
    return body


# --- as JSON --------------------------------------------------------------------------------------


def _show(name: str, found: tuple[Purpose, ...], as_object: bool, titled: bool) -> None:
    if as_object:
        told = {"file": name, "forms": [_as_json(one) for one in found]}
        print(json.dumps(told, ensure_ascii=True))
    else:
        _print(name, found, titled)


def _as_json(one: Purpose) -> dict[str, Any]:
    form = one.form
    return {
        "kind": one.verdict.kind,
        "probability": round(one.verdict.probability, 4),
        "reason": one.verdict.reason,
        "method": form.method,
        "action": form.action,
        "name": form.name,
        "fields": [_field(role) for role in one.roles],
    }


def _field(one: Role) -> dict[str, Any]:
    control = one.control
    return {
        "name": control.name,
        "type": control.kind,
        "label": control.label,
        "role": one.role,
        "probability": round(one.probability, 4),
        "required": control.required,
        "choices": len(control.options),
        "some": [option.label for option in control.options[:SOME]],
    }


# --- for people -----------------------------------------------------------------------------------


def _print(name: str, found: tuple[Purpose, ...], titled: bool) -> None:
    console = Console(highlight=False, markup=False)
    if titled:
        console.print(Text(plain(f"{name}:")), soft_wrap=True)
    if not found:
        console.print("No forms.")
    for number, one in enumerate(found, 1):
        where = f"{one.form.method} {one.form.action}".rstrip()
        told = f"{number}. {one.verdict.kind} {one.verdict.probability:.0%}  {where}"
        console.print(Text(plain(told)), soft_wrap=True)
        if one.roles:
            console.print(_table(one))


def _table(one: Purpose) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in ("   role", "", "label", "name", "type"):
        table.add_column(title, overflow="fold")
    for role in one.roles:
        table.add_row(*_cells(role))
    return table


def _cells(role: Role) -> Iterator[Text]:
    control = role.control
    sure = f"{role.probability:.0%}"
    label = control.label[:60]
    for cell in (f"   {role.role}", sure, label, control.name[:40], control.kind):
        yield Text(plain(cell))
