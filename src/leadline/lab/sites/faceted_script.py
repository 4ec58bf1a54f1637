"""A faceted list that only a script can ask for: no links, no form, no JSON, one address for all.

The page is empty. Its script posts the numbers of what was chosen and puts the HTML that comes back
into the page. Values are buttons, check-boxes, or links that lead nowhere, from facet to facet in
turn; what is chosen stands above the list, each with a button that takes it back.
"""

from __future__ import annotations

from collections.abc import Sequence

from leadline.lab.sites.faceted_list import ListParts
from leadline.lab.sites.faceted_shapes import List, Section, Shape, sections
from leadline.lab.sites.faceted_table import FacetTable
from leadline.lab.sites.markup import esc
from leadline.lab.sites.visit import Visit

PIECE = "piece"
CHOSEN = "at"
HOLLOW = """<div id="catalogue"></div><script>
let at = [], page = 1;
const act = node => {
  const value = node.dataset.value;
  if (node.dataset.page) page = node.dataset.page;
  else {
    at = at.includes(value) ? at.filter(other => other !== value) : [...at, value];
    page = 1;
  }
  load();
};
const load = async () => {
  const body = new URLSearchParams({at: at.join('.'), page});
  const root = document.getElementById('catalogue');
  root.innerHTML = await (await fetch('/piece', {method: 'POST', body})).text();
  for (const node of root.querySelectorAll('[data-value], [data-page]'))
    node.onclick = event => { event.preventDefault(); act(node); };
};
load();
</script>"""


def chosen(visit: Visit, table: FacetTable) -> list[int] | None:
    """The values that the script asks for."""
    numbers = [part for part in visit.fields.get(CHOSEN, "").split(".") if part]
    if not all(part.isdecimal() and int(part) < len(table.values) for part in numbers):
        return None
    return list(dict.fromkeys(map(int, numbers)))


def piece(asked: List, parts: ListParts, shape: Shape, facets: Sequence[str]) -> str:
    """A page of a list, and what can be chosen, as the script puts it into the page."""
    taken = "".join(f'<li>{esc(asked.table.values[v][1])} <button data-value="{v}">✕</button></li>'
                    for v in asked.choice)  # fmt: skip
    panel = "".join(_section(asked, section) for section in sections(asked, shape, facets))
    following = f'<button data-page="{asked.page + 1}">Next</button>'
    more = following if asked.page < parts.last(asked) else ""
    return (f'<aside class="filters"><ul class="chosen">{taken}</ul>{panel}</aside>'
            f"{parts.results(asked)}{more}")  # fmt: skip


def _section(asked: List, section: Section) -> str:
    kind = asked.table.facets.index(section.facet) % 3
    entries = "".join(f"<li>{_value(asked, value, count, kind)}</li>"
                      for value, count in section.values)  # fmt: skip
    return f'<section class="facet"><h3>{esc(section.label)}</h3><ul>{entries}</ul></section>'


def _value(asked: List, value: int, count: int, kind: int) -> str:
    text = esc(asked.table.values[value][1])
    if kind == 0:
        return f'<button data-value="{value}">{text} ({count:,})</button>'
    if kind == 1:
        box = f'<input type="checkbox" data-value="{value}">'
        return f'<label>{box} {text} <span class="count">({count:,})</span></label>'
    return f'<a href="#" data-value="{value}">{text}</a> <span class="count">{count:,}</span>'
