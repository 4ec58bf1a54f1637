"""A skeleton without content: a script fetches data as JSON and makes the page of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from leadline.lab.sites.design import Design, Handler
from leadline.lab.sites.fields import label_of
from leadline.lab.sites.markup import control, esc, number
from leadline.lab.sites.site import Item, Shown
from leadline.lab.sites.visit import Reply, Visit, as_json
from leadline.model import Outcome

SCRIPT = """<script>
const out = document.getElementById('results');
const boxes = [...document.querySelectorAll('#searchbar [name]')];
const make = (tag, cls, text) => {
  const node = document.createElement(tag);
  node.className = cls;
  if (text !== undefined) node.textContent = text;
  return node;
};
const button = (text, page) => {
  const node = make('button', 'page', text);
  node.onclick = () => open_(page);
  return node;
};
const hit = item => {
  const node = make('div', 'hit'), link = make('a', 'hit-title', item.title);
  link.href = item.url;
  node.append(link);
  for (const field of item.fields) {
    const line = make('div', 'hit-field');
    line.append(make('span', 'hit-label', field.label), ' ',
                make('span', 'hit-value', field.values.join(', ')));
    node.append(line);
  }
  return node;
};
const show = data => {
  out.replaceChildren();
  if (data.message) out.append(make('p', 'hint', data.message));
  if (data.total) out.append(make('p', 'stats', data.total + ' hits'));
  out.append(...(data.hits || []).map(hit));
  const pages = make('div', 'pages');
  if (data.page > 1) pages.append(button('Previous', data.page - 1));
  if (data.more) pages.append(button('Next', data.page + 1));
  out.append(pages);
  document.body.dataset.state = 'ready';
};
const load = async params => {
  document.body.dataset.state = 'loading';
  show(await (await fetch('/data?' + params)).json());
};
const open_ = page => {
  const params = new URLSearchParams();
  for (const box of boxes) if (box.value) params.set(box.name, box.value);
  params.set('page', page);
  history.pushState(null, '', '/?' + params);
  load(params);
};
for (const box of boxes) box.addEventListener('change', () => open_(1));
const start = new URLSearchParams(location.search);
for (const box of boxes) box.value = start.get(box.name) || '';
const one = location.pathname.match('^/item/([0-9]+)$');
if (one) load(new URLSearchParams({id: one[1]}));
else if ([...start].length) load(start);
else document.body.dataset.state = 'ready';
</script>"""


class JavaScript(Design):
    """No form and no links until the script has run."""

    name = "javascript"
    summary = "an empty skeleton; a script fetches JSON and renders it; an input without a form"

    @cached_property
    def handlers(self) -> Mapping[str, Handler]:
        return {**super().handlers, "data": self._data}

    def home(self, visit: Visit) -> Reply:
        boxes = "".join(
            control(field, "", "Any", f' placeholder="{esc(field.label)}"')
            for field in self.site.fields
        )
        body = f'<div id="searchbar">{boxes}</div><div id="results"></div>{SCRIPT}'
        return self.page(self.site.name, body)

    def search(self, visit: Visit) -> Reply:
        return self.missing()

    def item(self, visit: Visit) -> Reply:
        return self.home(visit) if self._item(visit.part(1)) else self.missing()

    def _item(self, text: str) -> Item | None:
        row = number(text, 0) - 1
        return self.site.item(row) if 0 <= row < len(self.site.rows) else None

    def _data(self, visit: Visit) -> Reply:
        if "id" in visit.fields:
            item = self._item(visit.fields["id"])
            return as_json({"hits": [_hit(item)] if item else []})
        return self.results(self.site.look(visit.fields, self.page_of(visit)))

    def results(self, shown: Shown) -> Reply:
        if shown.answer.outcome is Outcome.FAILED:
            return as_json({"message": "Please try again later."}, 503)
        return as_json(self._found(shown))

    def _found(self, shown: Shown) -> dict[str, object]:
        if shown.answer.outcome is Outcome.REFUSED:
            return {"message": self.refusal(shown), "hits": []}
        if shown.none:
            return {"message": "Nothing found.", "hits": [], "total": 0}
        total = {} if shown.answer.total is None else {"total": shown.answer.total}
        return {**total, "page": shown.page, "more": shown.answer.more,
                "hits": [_hit(item) for item in shown.items]}  # fmt: skip


def _hit(item: Item) -> dict[str, object]:
    fields = [{"label": label_of(name), "values": texts} for name, texts in item.values if texts]
    return {"id": item.id, "title": item.title, "url": f"/item/{item.id}", "fields": fields}
