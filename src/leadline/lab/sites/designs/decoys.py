"""Several forms on a page: a newsletter, a login and a search of the news beside the real search.

Between the records are advertisements, which are made like them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from leadline.lab.sites.design import Handler
from leadline.lab.sites.frames import blog
from leadline.lab.sites.listing import Listing
from leadline.lab.sites.markup import control, counted, esc, joined
from leadline.lab.sites.site import Item, Shown
from leadline.lab.sites.visit import Reply, Visit
from leadline.plan.words import words

NEWS = (
    ("New opening hours", "From spring the reading room is open on Saturdays."),
    ("Server maintenance", "The site will be slow on Sunday morning."),
    ("Ten years online", "We thank all readers for their corrections."),
    ("Annual report", "How the catalogue grew, in numbers and pictures."),
)
FORMS = (
    '<form class="site-search" action="/news" method="get"><input type="search" name="q" '
    'placeholder="Search news"><button type="submit">Go</button></form>'
    '<form class="login" action="/login" method="post"><input type="text" name="user" '
    'placeholder="User name"><input type="password" name="password">'
    "<button>Log in</button></form>"
)
NEWSLETTER = (
    '<section class="newsletter"><h3>Newsletter</h3><form action="/subscribe" method="post">'
    '<label>E-mail <input type="email" name="email" required></label>'
    '<button type="submit">Subscribe</button></form></section>'
)
NEWLINE = "\n"
BETWEEN = 4  # records from one advertisement to the next


class Decoys(Listing):
    """Only one of four forms leads to the table."""

    name = "decoys"
    summary = "newsletter, login and news search beside the real search; advertisements between"
    around = staticmethod(blog)
    keyword = "keywords"
    path = "catalogue"
    listed = 5

    @cached_property
    def handlers(self) -> Mapping[str, Handler]:
        return {**super().handlers, "news": self._news, "login": self._login,
                "subscribe": self._subscribe}  # fmt: skip

    def side(self) -> str:
        return NEWSLETTER

    def frame(self, title: str, body: str) -> str:
        return super().frame(title, body).replace("</header>", f"{FORMS}</header>", 1)

    def search_form(self, sent: Mapping[str, str]) -> str:
        rows = "".join(
            f"<tr><td>{esc(field.label)}</td><td>{control(field, sent.get(field.param, ''))}</td>"
            f"</tr>"
            for field in self.site.fields
        )
        return (f'<div class="panel"><h2>Catalogue</h2><form action="/{self.path}"><table>{rows}'
                f'</table><input type="submit" value="Find records"></form></div>')  # fmt: skip

    def total(self, shown: Shown) -> str:
        if shown.answer.total is None:
            return ""
        much = counted(shown.answer.total, shown.answer.count)
        return f'<p class="stats">Showing page {shown.page} of {much} matching records</p>'

    def records(self, shown: Shown) -> str:
        lines = list[str]()
        for place, item in enumerate(shown.items):
            lines.append(self._line(item, shown))
            if place % BETWEEN == BETWEEN - 1:
                lines.append(_advertisement(place))
        return f'<ul class="search-results">{NEWLINE.join(lines)}</ul>'

    def _line(self, item: Item, shown: Shown) -> str:
        text = " · ".join(joined(texts) for _, texts in item.values[1:] if texts)
        return (f'<li class="result"><h4><a href="{self.item_url(item, shown)}">{esc(item.title)}'
                f'</a></h4><p class="snippet">{text}</p></li>')  # fmt: skip

    def _news(self, visit: Visit) -> Reply:
        asked = set(words(visit.fields.get("q", "")))
        found = [(t, text) for t, text in NEWS if asked <= set(words(f"{t} {text}"))]
        lines = "".join(f"<li><h4>{title}</h4><p>{text}</p></li>" for title, text in found)
        body = f'<p>{len(found)} articles</p><ul class="news">{lines}</ul>' if found else (
            "<p>No articles found.</p>")  # fmt: skip
        return self.page("News", body)

    def _login(self, visit: Visit) -> Reply:
        return self.page("Log in", "<p>User name or password is wrong.</p>")

    def _subscribe(self, visit: Visit) -> Reply:
        return self.page("Newsletter", "<p>Thank you. Please confirm the link we sent you.</p>")


def _advertisement(place: int) -> str:
    return (f'<li class="result sponsored"><h4><a href="/partners?ad={place}">Books at half price'
            f'</a></h4><p class="snippet">Advertisement · Free delivery</p></li>')  # fmt: skip
