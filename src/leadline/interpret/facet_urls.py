"""What a choice adds to the address of a list, so that it can be put on another list's address.

Followed from a list, the link of a value keeps the address of the list and adds something: a
parameter, a value to a parameter that has several, or folders of the path. What it adds is found by
comparing both; put on the address of the list of everything it asks for the value alone. Whether
that is so, the counts tell. What several links add, put on one address, asks for any of them, where
a site takes several values of a facet for alternatives. Leaves out addresses in which one choice
changes another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

BETWEEN = ",;|+ ~"  # several values of one parameter
LONGEST = 8_000  # characters of an address that is looked at
LONG = 4_000  # characters of an address that is asked
Parameters = list[tuple[str, str]]


def alone(link: str, here: str, everything: str) -> str:
    """The address of the choice behind a link of the list `here`, made from that of everything.

    Empty if the link does not simply add something.
    """
    if max(map(len, (link, here, everything))) > LONGEST:
        return ""
    try:
        parts, whole = urlsplit(link), urlsplit(everything)
        added = _added(_parameters(link), _parameters(here))
        path = _added_path(parts.path, urlsplit(here).path)
    except ValueError:
        return ""
    if added is None or path is None or not (added or path):
        return ""
    if added and parts.path == whole.path:
        path = ""  # lists under values are elsewhere than that of everything, and this is one
    both = [*_parameters(everything), *added]
    if not path and sorted(both) == sorted(_parameters(link)) and here != everything:
        return ""  # one parameter says all that was chosen
    query = urlencode(both)
    return urlunsplit((whole.scheme, whole.netloc, whole.path.rstrip("/") + path if path
                       else whole.path, query, ""))  # fmt: skip


def leads_back(link: str, here: str) -> bool:
    """Whether a link of the list `here` adds nothing to its address: a crumb, or a way back."""
    try:
        parts, own = urlsplit(link), urlsplit(here)
        fewer = not Counter(_parameters(link)) - Counter(_parameters(here))
    except ValueError:
        return False
    folders = parts.path.rstrip("/")
    return fewer and (own.path == parts.path or own.path.startswith(f"{folders}/"))


def together(links: Sequence[str], everything: str, example: tuple[str, str] | None) -> str:
    """The address of the list of several values, made from the links of each.

    As in an `example`, a link that adds an alternative to the list it stands on; without one as a
    form with check-boxes has it, which repeats its parameter. What all links add, such as an order,
    is kept once. Empty if links add more than that.
    """
    if any(len(url) > LONGEST for url in (everything, *links, *(example or ()))):
        return ""
    try:
        each = [_added(_parameters(link), _parameters(everything)) for link in links]
        between = _between(*example) if example is not None else ""
    except ValueError:
        return ""
    shared = _shared(each)
    own = [[pair for pair in added or () if pair not in shared] for added in each]
    pairs = [pair for added in own for pair in added]
    if len({name for name, _ in pairs}) != 1 or any(len(added) != 1 for added in own):
        return ""
    if between:
        pairs = [(pairs[0][0], between.join(value for _, value in pairs))]
    parts = urlsplit(links[0])
    query = urlencode([*_parameters(everything), *shared, *pairs])
    url = urlunsplit((parts.scheme, parts.netloc, parts.path, query, ""))
    return url if len(url) <= LONG else ""


def _shared(each: Sequence[Parameters | None]) -> Parameters:
    """The parameters that all of several links add; of a single one none."""
    first, others = (list(each[:1]), each[1:])
    return [pair for added in first for pair in added or ()
            if others and all(pair in (other or ()) for other in others)]  # fmt: skip


def _between(link: str, here: str) -> str:
    """What stands between two alternatives of one parameter; nothing if it is repeated."""
    before = dict(_parameters(here))
    for name, value in _parameters(link):
        for sign in BETWEEN:
            if (had := before.get(name)) and value.startswith(had + sign):
                return sign
    return ""


def _parameters(url: str) -> Parameters:
    return parse_qsl(urlsplit(url).query, keep_blank_values=True)


def _added(link: Parameters, here: Parameters) -> Parameters | None:
    """The parameters that one address has beyond another's; None if it lacks one of those."""
    more, fewer = Counter(link) - Counter(here), Counter(here) - Counter(link)
    grown = dict(fewer.elements())
    found: Parameters = []
    for name, value in more.elements():
        rest = _beyond(value, grown.pop(name)) if name in grown else value
        found.append((name, value if rest is None else rest))  # another note, another session
    return None if grown else found


def _beyond(value: str, before: str) -> str | None:
    """What a parameter of several values has more."""
    for sign in BETWEEN:
        if before and value.startswith(before + sign):
            return value[len(before) + 1 :]
        if before and value.endswith(sign + before):
            return value[: -len(before) - 1]
    return None


def _added_path(link: str, here: str) -> str | None:
    """The folders that one path has behind another; None if it does not go on from there."""
    if link == here:
        return ""
    before = here.rstrip("/") + "/"
    return "/" + link[len(before) :] if link.startswith(before) else None
