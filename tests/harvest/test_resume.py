"""A harvest in several runs: the session of the first goes on in the others."""

from leadline.lab.demo import rows_of_the_catalogue
from leadline.lab.sites import site_of, started
from tests.harvest.odd_sites import held, leadline

SOME = ("--delay", 0, "--browser", "never", "--details", "never", "--max-requests", 50)


def test_results_that_belong_to_a_session_are_read_on(tmp_path):
    path = tmp_path / "x.db"
    with started(site_of(rows_of_the_catalogue()[:700], "sessions", limit=100)) as url:
        for _ in range(4):
            assert leadline("harvest", url, "--into", path, *SOME).code == 0
    [(_, turns, _)] = held(path)
    assert len(turns) > 50
    assert {turn.answer.outcome.value for turn in turns} <= {"found", "empty", "refused"}
