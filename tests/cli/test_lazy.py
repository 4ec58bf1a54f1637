"""Help and short commands do without what they do not need."""

import subprocess
import sys
from typing import Any

import pytest
from typer.main import get_command

from leadline.cli.commands import app
from leadline.store import open_store

HEAVY = ("numpy", "aiohttp", "leadline.harvest.run", "leadline.plan", "leadline.lab", "selectolax")


def groups():
    root: Any = get_command(app)
    return [root, root.loaded("lab")]


def test_the_help_of_a_group_says_what_each_command_says_itself():
    for group in groups():
        for name, stub in list(group.commands.items()):
            said = group.loaded(name).help.split("\n\n")[0]
            assert stub.help == " ".join(said.split())


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["lab", "--help"], ["status"]])
def test_what_is_not_needed_is_not_imported(tmp_path, arguments):
    if arguments == ["status"]:
        open_store(tmp_path / "x.db").close()
        arguments = ["status", str(tmp_path / "x.db")]
    code = (
        "import sys\nfrom leadline.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[-1] == "[]"
