import os

import pytest

from leadline.errors import BadData, LeadlineError
from leadline.lab.workers import WorkFailed, fork_all


def test_every_piece_of_work_is_done_in_a_process_of_its_own():
    def squaring(n):
        return lambda tell: (n * n, os.getpid())

    done = list(fork_all([squaring(n) for n in range(5)], 2))
    assert sorted((d.number, d.result[0]) for d in done) == [
        (0, 0),
        (1, 1),
        (2, 4),
        (3, 9),
        (4, 16),
    ]
    assert len({d.result[1] for d in done} | {os.getpid()}) == 6
    assert all(d.peak_mb > 1 for d in done)


def test_news_come_with_the_number_of_the_work():
    heard = []
    list(fork_all([lambda tell: tell("half", 50)], 1, lambda *news: heard.append(news)))
    assert heard == [(0, "half", 50)]


def test_what_went_wrong_is_said_and_where():
    with pytest.raises(WorkFailed, match=r"ZeroDivisionError: .*test_workers.py:\d+"):
        list(fork_all([lambda tell: 1 // 0], 1))


def test_what_the_caller_can_mend_is_said_in_its_own_words():
    def refusing(tell):
        raise BadData("line 3: not JSON")

    with pytest.raises(LeadlineError, match=r"^line 3: not JSON$"):
        list(fork_all([refusing], 1))


def test_a_process_that_is_killed_is_noticed():
    with pytest.raises(WorkFailed, match="-9"):
        list(fork_all([lambda tell: os.kill(os.getpid(), 9)], 1))


def test_leaving_ends_the_work_under_way():
    def endless(tell):
        while True:
            tell(os.getpid())

    pids = []
    work = fork_all([lambda tell: 1, endless], 2, lambda number, pid: pids.append(pid))
    next(work)
    work.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
