"""The designs, one file each."""

from __future__ import annotations

from leadline.lab.sites.design import Design
from leadline.lab.sites.designs.cards import Cards
from leadline.lab.sites.designs.cursor import Cursor
from leadline.lab.sites.designs.decoys import Decoys
from leadline.lab.sites.designs.definitions import Definitions
from leadline.lab.sites.designs.direct import Direct
from leadline.lab.sites.designs.javascript import JavaScript
from leadline.lab.sites.designs.json_api import JsonApi
from leadline.lab.sites.designs.load_more import LoadMore
from leadline.lab.sites.designs.nested import Nested
from leadline.lab.sites.designs.post import Post
from leadline.lab.sites.designs.ranges import Ranges
from leadline.lab.sites.designs.sessions import Sessions
from leadline.lab.sites.designs.sorted import Sorted, SortedLinks
from leadline.lab.sites.designs.table import Table
from leadline.lab.sites.designs.uncounted import Uncounted

DESIGNS: dict[str, type[Design]] = {
    design.name: design
    for design in (
        Table, Cards, Definitions, Nested, JsonApi, Post, Sessions, Cursor, LoadMore, Decoys,
        JavaScript, Uncounted, Ranges, Direct, Sorted, SortedLinks,
    )
}  # fmt: skip
