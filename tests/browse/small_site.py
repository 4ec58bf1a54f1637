"""A site of a few pages in memory, and a walk through it."""

from leadline.browse.identity import identity, query_forms
from leadline.browse.strategy import Entrance
from leadline.document import Document
from leadline.lab.discover.crawl import crawl
from leadline.model import Page, Request

HOME = "http://site.example"


def document(body, url=f"{HOME}/", kind="text/html"):
    raw = body.encode() if isinstance(body, str) else body
    headers = (("content-type", kind),)
    return Document(Page(request=Request(url=url), url=url, headers=headers, body=raw))


def get_from(pages):
    def get(url):
        body = pages.get(url.removeprefix(HOME))
        if body is None:
            return None
        return document(body, url, "text/xml" if url.endswith(".xml") else "text/html")

    return get


def forms_of(page):
    return [identity(found.form) for found in query_forms(page)]


def walk(make, pages, objects=forms_of, **site):
    """The paths that a strategy asks a site for, in order, and how many objects it finds."""
    strategy = make(Entrance(url=f"{HOME}/", **site))
    made = crawl(strategy, get_from(pages), objects)
    return [url.removeprefix(HOME) for url in made.urls], len(made.found)


def links(*paths):
    return "".join(f'<p><a href="{path}">{path.strip("/")}</a></p>' for path in paths)


def search_form(action, *names):
    fields = "".join(f'<label>{name} <input name="{name}"></label>' for name in names)
    return f'<form action="{action}" role="search">{fields}<button>Search</button></form>'
