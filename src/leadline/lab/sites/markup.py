"""Small pieces of HTML. Whatever comes from the table or from a visitor goes through `esc`."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from urllib.parse import quote, urlencode

from leadline.lab.sites.fields import Field
from leadline.model import Count
from leadline.plan.words import words

esc = html.escape
AROUND = 3  # numbered pages to each side of the one that is open
DIGITS = 9


def href(path: str, fields: Mapping[str, str], **more: object) -> str:
    """An address with its fields, ready to stand in an attribute."""
    return esc(address(path, fields, **more))


def address(path: str, fields: Mapping[str, str], **more: object) -> str:
    """An address with its fields."""
    both = {**fields, **more}
    return f"{quote(path)}?{urlencode(both, errors='replace')}" if both else quote(path)


def number(text: str, otherwise: int = 1) -> int:
    """The number that a visitor sent, or another where it is none."""
    return int(text) if re.fullmatch(f"[0-9]{{1,{DIGITS}}}", text) else otherwise


def control(field: Field, value: str, nothing: str = "Any", extra: str = "") -> str:
    """An input or a select, filled in; `nothing` is the option that asks for nothing."""
    name = esc(field.param)
    if not field.options:
        return f'<input type="text" id="{name}" name="{name}" value="{esc(value)}"{extra}>'
    options = _options(tuple(field.choices()))
    if value:
        chosen = f'<option value="{esc(value)}"'
        options = options.replace(f"{chosen}>", f"{chosen} selected>", 1)
    return (f'<select id="{name}" name="{name}"{extra}><option value="">{esc(nothing)}</option>'
            f"{options}</select>")  # fmt: skip


@lru_cache(maxsize=256)
def _options(choices: tuple[tuple[str, str], ...]) -> str:
    """The options of a select, which are long and the same on every page."""
    return "".join(f'<option value="{esc(sent)}">{esc(text)}</option>' for sent, text in choices)


def hidden(fields: Mapping[str, str]) -> str:
    """Inputs that a form sends along unseen."""
    return "".join(
        f'<input type="hidden" name="{esc(name)}" value="{esc(value)}">'
        for name, value in fields.items()
    )


def counted(total: int, count: Count) -> str:
    """A total as sites write it."""
    if count is Count.LEAST:
        return f"{total:,}+"
    return f"about {total:,}" if count is Count.ABOUT else f"{total:,}"


def window(page: int, last: int) -> list[int | None]:
    """The numbers of a pager: the first, the last, those around the page; None for a gap."""
    near = [n for n in range(page - AROUND, page + AROUND + 1) if 1 <= n <= last]
    numbers = sorted({1, last, *near}) if last else []
    shown = list[int | None]()
    for n in numbers:
        if shown and shown[-1] != n - 1:
            shown.append(None)
        shown.append(n)
    return shown


def marked(text: str, asked: Iterable[str]) -> str:
    """A text in which the words that were asked for are highlighted."""
    wanted = {word.lower() for word in asked}
    if not wanted:
        return esc(text)
    pieces = re.split(r"(\w+)", text)
    return "".join(
        f"<mark>{esc(piece)}</mark>" if wanted & set(words(piece)) else esc(piece)
        for piece in pieces
    )


def joined(texts: Iterable[str]) -> str:
    """Several texts of one column, in one line."""
    return esc(", ".join(texts))
