"""The commands: where values meet people. Each is a thin layer over a function of the library.

Here is only what runs them, so that Ctrl-C is answered from the first moment on.
"""

from __future__ import annotations

import io
import os
import sys

from leadline.cli.plain import plain
from leadline.errors import Interrupted, LeadlineError


def main() -> None:
    """The console script: errors in one line, an exit code for each kind (docs/errors.md)."""
    try:
        from leadline.cli.commands import app
        from leadline.cli.machine import let_go_by_counting

        let_go_by_counting()
        _speak_of_anything()
        app()
    except LeadlineError as error:
        _end(str(error), error.exit_code)
    except KeyboardInterrupt:
        _end("interrupted; nothing was begun", Interrupted.exit_code)
    except BrokenPipeError:  # the reader of our output has left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _speak_of_anything() -> None:
    """Whatever sites say can be printed: as UTF-8, or on a terminal as far as it can."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="replace")


def _end(why: str, code: int) -> None:
    print(f"leadline: {plain(why)}", file=sys.stderr)
    sys.exit(code)
