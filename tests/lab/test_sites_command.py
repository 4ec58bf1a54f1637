import re
import signal
import subprocess
import sys
import urllib.request

import pytest
import typer
from typer.testing import CliRunner

from leadline.cli.sites import serve
from leadline.errors import BadData, LeadlineError
from leadline.lab.sites import DESIGNS, site_of, started

app = typer.Typer()
app.command()(serve)
RUN = "import typer; from leadline.cli.sites import serve; typer.run(serve)"


def test_the_designs_are_listed():
    lines = CliRunner().invoke(app, ["--design", "list"]).output.splitlines()
    assert [line.split()[0] for line in lines] == list(DESIGNS)


def test_an_unknown_design_is_misuse():
    result = CliRunner().invoke(app, ["--design", "baroque"])
    assert result.exit_code == 2
    assert "unknown design" in result.output


def test_a_table_without_text(tmp_path):
    path = tmp_path / "numbers.jsonl"
    path.write_text('{"n": 1}\n')
    with pytest.raises(BadData, match=r"numbers\.jsonl: no row has any text"):
        app(["--data", str(path)], standalone_mode=False)


def test_a_port_that_is_taken():
    with started(site_of([{"title": "x"}])) as url:
        port = url.rpartition(":")[2]
        with pytest.raises(LeadlineError, match=f"cannot listen on port {port}"):
            app(["--port", port], standalone_mode=False)


@pytest.fixture
def served():
    command = [sys.executable, "-c", RUN, "--port", "0", "--design", "cards", "--limit", "100"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def test_it_serves_until_interrupted(served):
    first = served.stdout.readline()
    told = re.fullmatch(r"7,884 records, design 'cards': (http://127\.0\.0\.1:\d+/)  .*\n", first)
    assert told is not None
    with urllib.request.urlopen(f"{told[1]}search?q=paris") as reply:
        assert b"Found <strong>127</strong> results" in reply.read()
    served.send_signal(signal.SIGINT)
    assert served.stdout.read() == "\n1 request answered\n"
    assert served.wait() == 0
