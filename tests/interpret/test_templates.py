"""Search addresses that a page names without a form."""

import json

from hypothesis import given
from hypothesis import strategies as st

from leadline.document import Document
from leadline.interpret.templates import (
    Origin,
    Template,
    TemplateKind,
    descriptions,
    read_description,
    templates,
    vote,
)
from leadline.model import Form, Page, Query, Request
from leadline.query.encode import encoding_of
from tests.interpret.forms import box

HOME = "https://x.example/"


def page(body, media_type="text/html"):
    made = Page(
        request=Request(url=HOME),
        url=HOME,
        headers=(("content-type", media_type),),
        body=body.encode("utf-8", "replace") if isinstance(body, str) else body,
    )
    return Document(made)


def linked(data):
    return page(f'<script type="application/ld+json">{json.dumps(data)}</script>')


def urls(document):
    return [template.url for template in templates(document)]


def test_a_search_action_in_json_ld():
    site = {
        "@graph": [
            {"@type": "Person", "name": "x"},
            {
                "@type": "WebSite",
                "potentialAction": [
                    {
                        "@type": "SearchAction",
                        "target": {"urlTemplate": "/find?q={search_term_string}"},
                        "query-input": "required name=search_term_string",
                    },
                    {"@type": ["SearchAction"], "target": "https://x.example/s/{query}"},
                    {"@type": "ReadAction", "target": "https://x.example/{r}"},
                ],
            },
        ]
    }
    assert urls(linked(site)) == [
        "https://x.example/find?q={search_term_string}",
        "https://x.example/s/{query}",
    ]


def test_a_search_action_in_microdata():
    html = """<div itemscope itemtype="https://schema.org/WebSite">
      <form itemprop="potentialAction" itemscope itemtype="https://schema.org/SearchAction">
        <meta itemprop="target" content="https://x.example/?s={s}"><input name="s"></form></div>"""
    assert templates(page(html)) == (Template(url="https://x.example/?s={s}"),)


def test_links_that_carry_words():
    html = """<a href="/search?lang=de&q=elbe">Elbe</a> <a href="/search?q=oder">Oder</a>
      <a href="/tag/sea">sea</a><a href="/tag/sun">sun</a><a href="/tag/sky">sky</a>
      <a href="/topic/one">one</a> <a href="https://other.example/?q=x">x</a>"""
    found = templates(page(html))
    assert [template.url for template in found] == [
        "https://x.example/tag/{searchTerms}",
        "https://x.example/search?q={searchTerms}",
    ]
    assert {template.source for template in found} == {Origin.LINKS}


def test_a_page_links_to_its_opensearch_description():
    html = '<link rel="search" type="application/opensearchdescription+xml" href="/os.xml">'
    assert descriptions(page(html)) == (
        Template(
            url="https://x.example/os.xml",
            kind=TemplateKind.DESCRIPTION,
            source=Origin.OPENSEARCH,
        ),
    )


def test_an_opensearch_description():
    xml = """<?xml version="1.0"?>
    <OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/" xmlns:os="urn:x">
      <ShortName>Ships</ShortName>
      <Url type="application/rss+xml" template="/feed?q={searchTerms}"/>
      <Url type="application/x-suggestions+json" template="/suggest?q={searchTerms}"/>
      <Url type="text/html" template="/find?q={searchTerms}&amp;start={startIndex?}"/>
      <os:Url type="text/html" method="post" template="/post?x=1">
        <Param name="words" value="{searchTerms}"/></os:Url>
      <Url type="text/html" rel="self" template="/os?{searchTerms}"/>
    </OpenSearchDescription>"""
    found = read_description(page(xml, "application/opensearchdescription+xml"))
    assert [(t.kind.value, t.method, t.url) for t in found] == [
        ("html", "GET", "https://x.example/find?q={searchTerms}&start={startIndex?}"),
        ("html", "POST", "https://x.example/post?x=1&words={searchTerms}"),
        ("feed", "GET", "https://x.example/feed?q={searchTerms}"),
    ]


def test_a_form_that_others_name_too_comes_first():
    quick = encoding_of(Form(action="https://x.example/quick", controls=(box("w"),)))
    full = encoding_of(Form(action="https://x.example/find", controls=(box("q"), box("year"))))
    named = (
        Template(url="https://x.example/find?q={searchTerms}", source=Origin.OPENSEARCH),
        Template(url="https://x.example/find?q={s}"),
        Template(url="https://x.example/api?q={s}", kind=TemplateKind.JSON),
        Template(url="https://x.example/tag/{s}", source=Origin.LINKS),
    )
    ranked = vote((quick, full), named)
    assert [candidate.sources for candidate in ranked] == [
        (Origin.FORM, Origin.OPENSEARCH, Origin.SEARCH_ACTION),
        (Origin.FORM,),
        (Origin.LINKS,),
    ]
    assert ranked[0].encoding is full
    asked = ranked[2].encoding.encode(Query.of(keywords="sea"))
    assert asked.url == "https://x.example/tag/sea"


def test_deep_json_and_broken_json_are_passed_over():
    assert urls(page('<script type="application/ld+json">{"a":</script>')) == []
    deep = "[" * 50_000 + "]" * 50_000
    assert urls(page(f'<script type="application/ld+json">{deep}</script>')) == []


pieces = st.lists(
    st.sampled_from([
        '<script type="application/ld+json">', '{"@type": "SearchAction", "target": ', '"/{q}"',
        "[1]", "null", "}", "</script>", '<a href="/search?q=x">', '<a href="http://[">', "<url ",
        'template="', "{searchTerms?}", '" type="text/html">', "<param name=a value={b}>",
        '<p itemtype="SearchAction">', '<b itemprop="target" content="{">',
    ])
).map("".join)  # fmt: skip


@given(pieces | st.binary(max_size=60))
def test_any_page_gives_templates_or_none(body):
    document = page(body)
    vote((), (*templates(document), *descriptions(document), *read_description(document)))
