"""The command as people run it, in a process of its own."""

import subprocess
import sys
from pathlib import Path

LEADLINE = Path(sys.executable).with_name("leadline")


def leadline(*arguments: object) -> subprocess.CompletedProcess[str]:
    """What it printed, and its exit code."""
    command = [str(LEADLINE), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
