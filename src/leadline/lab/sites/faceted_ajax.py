"""A faceted list that a script shows: an empty page, and an endpoint that gives everything as JSON.

What is chosen stands in the address, but nothing on the page is a link or a form: values are
buttons that the script listens to. Where addresses are coded, only the script knows how values are
asked for, and the data do not name them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from leadline.lab.sites.faceted_list import ListParts
from leadline.lab.sites.faceted_shapes import List, Shape, sections
from leadline.lab.sites.faceted_urls import Addresses

ENDPOINT = "api"
SKELETON = """<div id="panel"></div><div id="list"></div><script>
const chosen = new URLSearchParams(location.search);
const make = (tag, cls, ...inside) => {
  const node = document.createElement(tag);
  node.className = cls;
  node.append(...inside);
  return node;
};
const button = (text, change) => {
  const node = make('button', 'value', text);
  node.onclick = () => {
    change();
    history.pushState(null, '', '/browse?' + chosen);
    load();
  };
  return node;
};
const show = data => {
  const panel = data.facets.map(facet => make('section', 'facet',
    make('h3', '', facet.label),
    ...facet.values.map(value => button(value.label + ' (' + value.count + ')', () => {
      if (!value.place) chosen.set(facet.name, value.label);
      else chosen.set('rh', [chosen.get('rh'), 'n:' + value.place].filter(Boolean).join(','));
      chosen.delete('page');
    }))));
  const items = data.items.map(item => {
    const link = make('a', '', item.title);
    link.href = item.url;
    const lines = item.lines.map(line => make('p', '', line));
    return make('li', 'entry', make('h3', '', link), ...lines);
  });
  document.getElementById('panel').replaceChildren(...panel);
  document.getElementById('list').replaceChildren(
    make('p', 'total', data.total + ' results'), make('ol', 'results', ...items),
    ...(data.page < data.pages ? [button('Next', () => chosen.set('page', data.page + 1))] : []));
};
const load = async () => show(await (await fetch('/api/items?' + chosen)).json());
load();
</script>"""


def as_data(asked: List, parts: ListParts, addresses: Addresses, shape: Shape,
            facets: Sequence[str]) -> dict[str, Any]:  # fmt: skip
    """A page of a list, and what can be chosen, as the script wants it."""
    return {
        "total": len(asked.rows),
        "page": asked.page,
        "pages": parts.last(asked),
        "items": [_item(parts, row) for row in parts.visible(asked)],
        "facets": [
            {
                "name": addresses.names[section.facet],
                "label": section.label,
                "values": [{"label": asked.table.values[v][1], "count": count,
                            **({"place": v + 1} if addresses.manner == "coded" else {})}
                           for v, count in section.values],
            }
            for section in sections(asked, shape, facets)
        ],
    }  # fmt: skip


def _item(parts: ListParts, row: int) -> dict[str, Any]:
    return {
        "id": row + 1,
        "url": f"/item/{row + 1}",
        "title": parts.entities.title(row),
        "lines": [text for _, text in parts.entities.columns(row)[:2]],
    }
