"""A harvest that is killed fifty times ends as one that was never disturbed."""

import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from contextlib import suppress

import pytest

from leadline.lab.demo import rows_of_the_catalogue
from leadline.lab.sites import site_of, started
from leadline.store import open_store

KILLS = 50
ROWS = 700


class Log(list[tuple[str, str]]):
    """A site's log that wakes who waits for it to grow."""

    def __init__(self):
        super().__init__()
        self.grown = threading.Condition()

    def append(self, request):
        with self.grown:
            super().append(request)
            self.grown.notify_all()

    def wait_for(self, length, child):
        """Until so many requests came in, or the child has ended."""
        with self.grown:
            while len(self) < length and child.poll() is None:
                self.grown.wait(0.2)


@pytest.fixture(scope="module")
def rows():
    return rows_of_the_catalogue()[:ROWS]


def start(url, file):
    command = [sys.executable, "-m", "leadline", "harvest", url, "--into", str(file)]
    return subprocess.Popen(
        [*command, "--delay", "0", "--browser", "never", "--details", "never", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finished(url, file):
    child = start(url, file)
    out, err = child.communicate()
    assert child.returncode == 0, err.decode()
    return out


def content(file):
    with open_store(file, create=False, write=False) as store:
        (source,) = store.sources()
        turns = [(t.number, t.step, t.answer) for t in store.turns(source.id)]
        return turns, [one.record for one in store.records(source.id)]


@pytest.mark.slow
@pytest.mark.parametrize("design", ["table", "cursor"])
def test_kill_9_at_random_moments_changes_nothing(design, rows, tmp_path):
    random_ = random.Random(7)
    quiet = site_of(rows, design, limit=100)
    with started(quiet) as url:
        port = int(url.rsplit(":", 1)[1])
        finished(url, tmp_path / "quiet.db")
    undisturbed = Counter(quiet.log)
    disturbed = site_of(rows, design, limit=100)
    log = Log()
    object.__setattr__(disturbed, "log", log)
    with started(disturbed, port=port) as url:
        each = max(1, len(quiet.log) // (KILLS // 2))
        for _ in range(KILLS // 2):
            child = start(url, tmp_path / "killed.db")
            log.wait_for(len(log) + random_.randrange(2, 2 * each + 2), child)
            with suppress(subprocess.TimeoutExpired):
                child.wait(random_.uniform(0, 0.03))  # while it reads, chooses, or writes
            child.send_signal(signal.SIGKILL)
            child.communicate()
        finished(url, tmp_path / "killed.db")
    assert content(tmp_path / "killed.db") == content(tmp_path / "quiet.db")
    again = Counter(log) - undisturbed
    again.pop(("GET", "/robots.txt"), None)
    assert sum(again.values()) <= KILLS // 2  # at most the one in flight, each time
    assert set(log) == set(quiet.log)
