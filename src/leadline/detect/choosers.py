"""Drop-downs that a script reads: those that belong to no form.

Each is told with a selector by which a browser finds it. Leaves out what changes how things are
shown, drop-downs of a few sizes of pages, and those of forms, which are asked as forms are.
"""

from __future__ import annotations

from leadline.detect.boxes import selector
from leadline.detect.controls import Controls
from leadline.detect.owners import owned
from leadline.document import Document
from leadline.model import Control

MOST = 20  # drop-downs that are looked at


def choosers(document: Document) -> tuple[tuple[str, Control], ...]:
    """The drop-downs of no form, with their selectors, in the order of the page."""
    if not document.is_html:
        return ()
    loose = owned(document.tree, document.markup).loose
    nodes = [node for node in loose if node.tag == "select"][:MOST]
    places = {node.mem_id: place for place, node in enumerate(document.tree.css("select"))}
    made = Controls(document.tree)
    return tuple((selector(node, places), one) for node in nodes for one in made.of([node]))
