"""Ctrl-C at any moment is answered by one line, and takes nothing away."""

import subprocess
import sys

import pytest

from leadline.model import Answer, Query, Record, Step, Turn
from leadline.store import open_store

PRESS = """
import os, signal, sys
left = [signal.SIGINT]
def hear(event, about):
    if left and (event, about[0] if event == "import" else "") == {when!r}:
        os.kill(os.getpid(), left.pop())
sys.addaudithook(hear)
from leadline.cli import main
main()
"""
LOADING = ("import", "leadline.store.opening")
OPENING = ("sqlite3.connect", "")
KEPT = "leadline: interrupted; nothing that was kept is lost\n"


def pressed(when, *arguments):
    """The command, in which Ctrl-C is pressed when something is about to happen."""
    command = [sys.executable, "-c", PRESS.format(when=when), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "x.db"
    with open_store(path) as store:
        answer = Answer(records=(Record("1", (("title", "a"),)),))
        store.keep_turn(store.source("http://a/"), Turn(1, Step(Query.of(q="x")), answer))
    return path


@pytest.mark.parametrize("command", ["status", "prove", "export", "unify"])
def test_while_a_file_is_opened(file, command):
    before = file.read_bytes()
    ran = pressed(OPENING, command, file)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", KEPT)
    assert file.read_bytes() == before


def test_while_a_command_is_loaded(file):
    ran = pressed(LOADING, "status", file)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", KEPT)


@pytest.mark.parametrize("module", ["typer", "leadline.config"])
def test_in_the_first_moment(file, module):
    ran = pressed(("import", module), "status", file)
    said = "leadline: interrupted; nothing was begun\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", said)


def test_while_an_export_is_written(file, tmp_path):
    target = tmp_path / "x.parquet"
    target.write_bytes(b"as before")
    ran = pressed(("import", "pyarrow.parquet"), "export", file, target)
    said = f"leadline: interrupted; {target} is as it was\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", said)
    assert target.read_bytes() == b"as before"
