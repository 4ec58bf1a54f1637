"""`leadline prove --recheck`: some cells of a proof, asked of the live source again."""

from __future__ import annotations

from random import Random

from leadline.cli.earlier import cookies_of
from leadline.cli.interrupt import interruptible
from leadline.cli.line import Line
from leadline.harvest.recheck import rechecked
from leadline.net.stack import Manners, open_fetcher
from leadline.plan.proof import Rechecked
from leadline.store import Store, StoredSource


def asked_again(
    store: Store, source: StoredSource, most: int, delay: float, contact: str, line: Line
) -> list[Rechecked]:
    """What has become of so many cells, chosen at random; Ctrl-C ends it."""
    manners = Manners(delay=delay, contact=contact)
    return interruptible(_asked(store, source, most, manners, line))


async def _asked(
    store: Store, source: StoredSource, most: int, manners: Manners, line: Line
) -> list[Rechecked]:
    def told(asked: int) -> None:
        line.show(f"asking again: {asked:,} pages")

    cookies = cookies_of(store, source.id)
    async with open_fetcher(manners, seeds=(source.url,), told=line.say, cookies=cookies) as door:
        return await rechecked(store, source.id, most, door, Random(), told)
