"""The panel beside a faceted list: what was chosen, and what can be chosen.

Values are links, or controls of a form with a button. Folded facets show their commonest values:
of the first facet the others are behind a link to a page of all values, which has pages itself; of
the second behind a link that shows the same list with all values; of the third they are in the
page, but hidden; and so on in turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from leadline.lab.sites.faceted_shapes import List, Section, Shape, label, sections
from leadline.lab.sites.faceted_urls import ROOT, Addresses
from leadline.lab.sites.markup import esc

UNFOLDED = 8  # values that are shown of a folded facet
VALUES_PAGE = 40  # values on a page of all values


class PanelParts:
    """The panel of a list, as links or as a form."""

    def __init__(self, addresses: Addresses, shape: Shape, counted: bool) -> None:
        self.addresses, self.shape, self.counted = addresses, shape, counted

    # --- what was chosen --------------------------------------------------------------------------

    def chosen(self, asked: List) -> str:
        """Each choice with a link that takes it back, and one that takes back all."""
        if not asked.choice:
            return ""
        items = []
        for value in asked.choice:
            rest = [other for other in asked.choice if other != value]
            facet, text = asked.table.values[value]
            link = esc(self.addresses.write(rest, asked.shown))
            items.append(f"<li>{esc(label(asked.table, self.shape, facet))}: {esc(text)} "
                         f'<a href="{link}" title="Remove">✕</a></li>')  # fmt: skip
        clear = esc(self.addresses.write([], asked.shown))
        return (f'<ul class="chosen">{"".join(items)}</ul>'
                f'<p><a class="clear" href="{clear}">Clear all filters</a></p>')  # fmt: skip

    def crumbs(self, asked: List) -> str:
        """The way from the list of everything to this one."""
        links = [f'<a href="{esc(self.addresses.write([], {}))}">All</a>']
        for n, value in enumerate(asked.choice, 1):
            link = esc(self.addresses.write(asked.choice[:n], {}))
            links.append(f'<a href="{link}">{esc(asked.table.values[value][1])}</a>')
        return f'<nav class="crumbs">{" › ".join(links)}</nav>' if asked.choice else ""

    # --- links ------------------------------------------------------------------------------------

    def links(self, asked: List, facets: Sequence[str]) -> str:
        """All facets as lists of links."""
        found, place = [], 0
        for section in sections(asked, self.shape, facets):
            found.append(self._section(asked, section, place))
            place += len(section.values)
        return "".join(found)

    def _section(self, asked: List, section: Section, place: int) -> str:
        items = [
            self._value(asked, *value, at) for at, value in enumerate(section.values, place + 1)
        ]
        kind = asked.table.facets.index(section.facet) % 3
        folds = self.shape == "folded" and len(items) > UNFOLDED + 2
        few, rest = items[:UNFOLDED], items[UNFOLDED:]
        after = ""
        if not folds or asked.unfolded == section.facet:
            few = items
        elif kind == 0:
            few = [*few, f'<li class="more">{self._more(asked, section, "values", "More…")}</li>']
        elif kind == 1:
            after = self._more(asked, section, "all", f"Show all {len(items)}")
        else:
            after = (f'<button type="button">More…</button>'
                     f'<ul class="folded" hidden>{"".join(rest)}</ul>')  # fmt: skip
        return (f'<section class="facet"><h3>{esc(section.label)}</h3>'
                f"<ul>{''.join(few)}</ul>{after}</section>")  # fmt: skip

    def _more(self, asked: List, section: Section, how: str, text: str) -> str:
        shown = {**asked.shown, how: self.addresses.names[section.facet]}
        return f'<a href="{esc(self.addresses.write(asked.choice, shown))}">{text}</a>'

    def _value(self, asked: List, value: int, count: int, place: int) -> str:
        link = esc(self.addresses.write([*asked.choice, value], asked.shown, place))
        text = esc(asked.table.values[value][1])
        if not self.counted:
            return f'<li><a href="{link}">{text}</a></li>'
        return f'<li><a href="{link}">{text}</a> <span class="count">({count:,})</span></li>'

    def all_values(self, asked: List, facet: str, part: int) -> str:
        """One page of all values of a facet, in the order of the alphabet."""
        found = [v for one in sections(asked, self.shape, [facet]) for v in one.values]
        found.sort(key=lambda at: asked.table.values[at[0]][1])
        start = (part - 1) * VALUES_PAGE
        items = "".join(self._value(asked, *v, 0) for v in found[start : start + VALUES_PAGE])
        name = self.addresses.names[facet]
        parts = range(1, -(-len(found) // VALUES_PAGE) + 1)
        pager = " ".join(
            f'<a href="{esc(link)}"{" rel=next" if n == part + 1 else ""}>{n}</a>'
            for n in parts
            if n != part
            for link in [self.addresses.write(asked.choice, {"values": name, "part": str(n)})]
        )
        return f'<ul class="all-values">{items}</ul><p class="pages">{pager}</p>'

    # --- controls ---------------------------------------------------------------------------------

    def form(self, asked: List, widget: str) -> str:
        """All facets as one form with a button; a facet keeps what is chosen of it."""
        facets = asked.table.facets
        values: dict[str, list[tuple[int, int]]] = {facet: [] for facet in facets}
        for section in sections(asked, self.shape, facets):
            values[section.facet] += section.values
        for value in asked.choice:
            values[asked.table.values[value][0]].append((value, len(asked.rows)))
        parts = [self._control(asked, facet, sorted(some), widget)
                 for facet, some in values.items() if some]  # fmt: skip
        return (f'<form action="/{ROOT}" method="get">{"".join(parts)}'
                "<button>Apply</button></form>")  # fmt: skip

    def _control(
        self, asked: List, facet: str, values: Sequence[tuple[int, int]], widget: str
    ) -> str:
        name = esc(self.addresses.names[facet])
        title = esc(label(asked.table, self.shape, facet))
        texts = [(esc(asked.table.values[v][1]), f" ({count:,})", v in asked.choice)
                 for v, count in values]  # fmt: skip
        if widget == "select":
            options = "".join(
                f'<option value="{text}"{" selected" if on else ""}>{text}{count}</option>'
                for text, count, on in texts
            )
            return (f'<p><label for="{name}">{title}</label> <select id="{name}" name="{name}">'
                    f'<option value="">Any</option>{options}</select></p>')  # fmt: skip
        boxes = "".join(
            f'<label><input type="checkbox" name="{name}" value="{text}"'
            f"{' checked' if on else ''}> {text}{count}</label>"
            for text, count, on in texts
        )
        return f"<fieldset><legend>{title}</legend>{boxes}</fieldset>"
