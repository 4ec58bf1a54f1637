"""How a cell that overflows is divided, and when which of its parts is wanted.

An ordered attribute is cut part by part (`cutting`). Of a category the values met are asked first;
then, if counts tell that some are missing, another attribute may tell where they are; then the
likeliest of the values that no record of the cell has.
"""

from __future__ import annotations

from math import inf

from leadline.model import Interface
from leadline.plan.splitting.agenda import Agenda
from leadline.plan.splitting.asked import Asked, State
from leadline.plan.splitting.by_words import ByWords
from leadline.plan.splitting.choice import KNOWN, Way, ways_of
from leadline.plan.splitting.cutting import Cutter
from leadline.plan.splitting.node import Node, Split
from leadline.plan.splitting.orders import Orders
from leadline.plan.splitting.rows import Rows
from leadline.plan.splitting.sizes import Sizes
from leadline.plan.splitting.spreads import Around
from leadline.plan.splitting.tree import Tree
from leadline.plan.splitting.unmet import Unmet

FEW, ENOUGH = 20, 160  # records of a cell: with less, how it was split is soon looked at again
AGAIN, SOON = 2.0, 1.25  # times the records held: when it is; where its size is a guess
SURE = 4  # records held for each part that fits: with less, an answer is read on before it is cut
CHEAP = 0.1  # of the limit: so many records are read before a cut in any case
NEW = 0.5  # of what a page shows: with less, it is not read on for that
MOST = 0.25  # of the records of a cell: with more, it is not
BETTER, BETTER_YET = 0.9, 0.97  # of the pages: then it is split anew; at the beginning
BEGUN = 0.1  # of the records of a cell: with less, dividing it otherwise loses nothing


class Divider:
    """Splits cells of a tree, and puts the parts on the agenda.

    `counts` says whether the source counts.
    """

    def __init__(
        self,
        interface: Interface,
        tree: Tree,
        sizes: Sizes,
        agenda: Agenda,
        orders: Orders,
        by_words: ByWords | None = None,
    ) -> None:
        self.interface, self.tree, self.sizes, self.agenda = interface, tree, sizes, agenda
        self.orders, self._by_words = orders, by_words
        self._unmet = Unmet(tree, sizes)
        self.rows: Rows = tree.rows
        self.counts = False
        self.cutter = Cutter(interface, tree, sizes, agenda)

    def split(self, node: Node) -> None:
        """Divide a cell by the attribute that promises most, or else look at both its ends."""
        way = self._best_way(node)
        size = self.sizes.of(node)
        if way is None or self.orders.suffice(node, size, way.pages * size):
            self.ask_end(node)
        else:
            self._split_by(node, way)

    def divides_unasked(self, node: Node) -> bool:
        """Divide a cell that is too full by the counts around it: asking it would tell nothing."""
        number = self.sizes.left_to(node)
        if number is None or number <= (self.interface.limit or number):
            return False
        if (way := self._best_way(node)) is None:
            return False
        node.counted = number
        if node.beside is not None:
            node.beside.note(node, float(number))
        self._split_by(node, way)
        self.tree.answered.append(node)
        return True

    def reads_first(self, node: Node, asked: Asked) -> bool:
        """Whether more of an answer is read before the cell is divided.

        What it shows is new anyway, and tells where to cut.
        """
        if not asked.unread or (asked.brought or 0.0) < NEW:
            return False
        limit = self.interface.limit or 1
        return len(node.rows) < max(SURE * (node.total or 0) / limit, CHEAP * limit)

    def ask_end(self, node: Node) -> None:
        """Ask a cell in another order; if none is left it is divided, or asked with words."""
        node.order = self.orders.next_end(node)
        if node.order:
            node.ends.append(node.order)
            self.agenda.want(node)
        elif (way := self._best_way(node)) is not None:
            self._split_by(node, way)
        else:
            self.ask_word(node)

    def ask_word(self, node: Node) -> None:
        """Ask a cell together with another word; it is stuck if none is left."""
        node.word = () if self._by_words is None else self._by_words.next_word(node)
        if not node.word:
            node.stuck = node.split is None
            self.tree.finish(node)
        if node.word or node.asked is not None:
            self.agenda.want(node)

    def sorted_out(self, node: Node, asked: Asked) -> None:
        """A cell was asked in an order, and more may be in it than was shown."""
        if (split := self._along(node)) is None:
            self.ask_end(node)
        elif (part := self.orders.cut_off(split, asked, self.tree)) is None:
            split.cursor = node.order = ""
            self.cutter.cut(split, counts=self.counts)
        elif part is not split.rest:
            self.agenda.want(part)
        self.tree.answered.append(node)

    def _along(self, node: Node) -> Split | None:
        """The split of which a cell is the rest, if that is read by a cursor."""
        split = node.beside
        reads_on = split is not None and split.cursor and split.cursor == node.order
        return split if reads_on and split is not None and node is split.rest else None

    def reads_on(self, node: Node, asked: Asked) -> bool:
        """Whether more pages of a cell that is asked in an order are to be read."""
        split = self._along(node)
        asked.peeks = split is not None
        return asked.unread and (split is None or not self.orders.is_full_of_one(split, asked))

    def _best_way(self, node: Node) -> Way | None:
        """The best way that was not tried yet."""
        return next((way for way in self._ways(node) if way.position not in node.tried), None)

    def _ways(self, node: Node) -> list[Way]:
        size = self.sizes.of(node)
        whole = self.sizes.of(self.tree.root)
        around = Around(likeness=self.tree.likeness, records=whole, counts=self.counts)
        ways = ways_of(node, self.rows, size, around, self.interface)
        return sorted(way._replace(pages=KNOWN * way.pages) if self._cursor(way) else way
                      for way in ways)  # fmt: skip

    def _cursor(self, way: Way) -> str:
        """The order that reads a cell from where an answer ended on, if it is divided so."""
        if way.strip or not self.rows.ordered[way.position]:
            return ""
        return self.orders.cursor(self.rows.attributes[way.position].name)

    def _split_by(self, node: Node, way: Way) -> None:
        node.tried.add(way.position)
        more = AGAIN if self.counts else SOON
        early = len(node.rows) < ENOUGH or node.total is None
        node.reconsider = max(int(more * len(node.rows)), FEW) if early else 0
        split = Split(node, self.rows, way.position)
        split.strip, split.cursor = way.strip, self._cursor(way)
        node.order = ""
        node.split = split
        if not split.ordered:
            split.chances = self.tree.likeness.chances(way.position, node.query)
            self.tree.divide(split)
        for part in split.parts:
            self.tree.added(part)
        if split.missing is not None:
            self.agenda.want(self.tree.added(split.missing))
        if split.ordered:
            split.alike = self.tree.neighbours.alike(split)
            self.cutter.cut(split, counts=self.counts)
            return
        for part in split.parts:
            self.agenda.want(part)
        if self._are_met_ones_done(split):
            self._want_unmet(split)

    def see_to_siblings(self) -> None:
        """Cells were closed or split: go on with what they are parts of."""
        while self.tree.answered:
            node = self.tree.answered.pop().parent
            if node is None or node.closed is not None or node.split is None:
                continue
            if self._were_mistakes(node):
                continue
            if node.split.ordered:
                self.cutter.cut(node.split, counts=self.counts)
            elif self._are_met_ones_done(node.split):
                self._want_unmet(node.split)

    def _are_met_ones_done(self, split: Split) -> bool:
        """Whether nothing is to be asked in the parts that have records, as far as is known."""
        left, missing = split.unfinished, split.missing
        if missing is not None and not missing.finished:
            if not self.agenda.is_spared(missing):
                return False
            left -= 1
        if not left or not self._sets_apart(split):
            return not left
        return all(self.agenda.is_spared(part) for part in split.parts if not part.finished)

    def _sets_apart(self, split: Split) -> bool:
        """Whether a record may be all of a part, by what else is asked."""
        asked = (self.rows.position[name] for name, _ in split.node.query.predicates)
        return any(self.tree.likeness.set_apart(split.position, one) for one in asked)

    def _were_mistakes(self, node: Node) -> bool:
        """Whether a cell, or one around it, is divided otherwise from now on."""
        around: Node | None = node
        while around is not None:
            if around.split is not None and self._was_a_mistake(around, around.split):
                return True
            around = around.parent
        return False

    def _was_a_mistake(self, node: Node, split: Split) -> bool:
        """Whether a cell was divided when little was known of it, and is now divided better."""
        if not node.reconsider or len(node.rows) < node.reconsider or node.done:
            return False
        size = self.sizes.of(node)
        again = 2 * node.reconsider
        node.reconsider = again if node.total is None or again <= max(ENOUGH, MOST * size) else 0
        ways = self._ways(node)
        now = next((way.pages for way in ways if way.position == split.position), inf)
        begun = split.ordered or len(node.rows) > BEGUN * size
        left = BETTER * min(self._left(node), size) if begun else BETTER_YET * size
        if ways[0].pages * size > now * left:
            return False
        self._split_by(node, ways[0])
        return True

    def _left(self, node: Node) -> float:
        """How many records are in cells within a cell that are not closed."""
        if node.closed is not None:
            return 0.0
        if (split := node.split) is None:
            return self.sizes.of(node)
        asked = (part for part in split.parts if part.noted is not None)
        return self.sizes.rest(split) + sum(map(self._left, asked))

    def _want_unmet(self, split: Split) -> None:
        """The values met were answered: ask the likeliest of the others."""
        if self._adds_up(split):
            self.tree.finish(split.node)
            return
        if split.unmet is None and self._divided_anew(split):
            return
        if (value := self._unmet.likeliest(split)) is not None:
            self.agenda.want(self.tree.added(split.part(value)))
        elif not split.unfinished:
            self._look_around(split)

    def _adds_up(self, split: Split) -> bool:
        """Whether by counts all records are held, or in parts that were asked: some are stuck."""
        counted = split.node.total is not None and not self.rows.several[split.position]
        return counted and self.sizes.rest(split) <= split.unasked

    def adds_up_without(self, node: Node) -> bool:
        """Whether by the counts of a cell and of its other parts a part has what is held of it."""
        split = node.beside
        if split is None or split.ordered or node.asked is not None:
            return False
        return self._adds_up(split)

    def _look_around(self, split: Split) -> None:
        """All values were asked: the cell is covered, or split by something else, or stuck."""
        node = split.node
        if self.tree.is_covered(node):
            self.tree.close(node, State.VALID)
        elif self._leaves_out(split) and (way := self._best_way(node)) is not None:
            self._split_by(node, way)
        elif self.orders.suffice(node, float(len(node.rows)), inf):
            self.ask_end(node)
        else:
            self.tree.finish(node)

    def _leaves_out(self, split: Split) -> bool:
        """Whether records are known to be in no part: they have no value, or counts tell so."""
        node = split.node
        short = node.total is not None and len(node.rows) < node.total
        return short or any(not self.rows.carried(split.position, row) for row in node.rows)

    def _divided_anew(self, split: Split) -> bool:
        """Where counts tell that some are missing, another attribute may tell where they are.

        Rather that than to ask for each of many values that no record of the cell has.
        """
        node = split.node
        if not self.counts or node.total is None:
            return False
        way = self._best_way(node)
        if way is None or way.pages * self.sizes.of(node) >= self._pages_on(split):
            return False
        self._split_by(node, way)
        return True

    def _pages_on(self, split: Split) -> float:
        """Values that no record of a cell has, to be asked until those missing are found."""
        missing = self.sizes.rest(split)
        chances = sorted((self.sizes.chance(split, v) for v in self._unmet.of(split)), reverse=True)
        needed, pages = sum(chances) * missing / (missing + 1), 0
        for chance in chances:
            pages += needed > 0
            needed -= chance
        return pages + missing / self.interface.page_size
