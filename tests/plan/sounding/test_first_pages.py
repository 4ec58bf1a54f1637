"""Sources that say only on the first page of an answer how many records match."""

from dataclasses import replace

from leadline.lab.collection import index
from leadline.lab.demo import rows_of_the_catalogue
from leadline.lab.run import first_query, run
from leadline.lab.world import World
from leadline.model import Answer, Step
from leadline.plan.sounding import Sounding

CATALOGUE = index(rows_of_the_catalogue()[::4], "keyword")


class FirstPages(World):
    """A source whose further pages are pieces without a total, as a "load more" button has them."""

    def answer(self, step: Step) -> Answer:
        found = super().answer(step)
        return found if step.page == 1 else replace(found, total=None)


def test_answers_are_still_counted_where_only_their_first_pages_are() -> None:
    whole, pieces = World(collection=CATALOGUE), FirstPages(collection=CATALOGUE)
    for seed in (1, 2):
        first = first_query(whole, seed)
        told, untold = (run(one, Sounding(), first=first, target=0.98) for one in (whole, pieces))
        assert untold.coverage >= 0.98
        assert len(untold.held) <= 1.1 * len(told.held)
