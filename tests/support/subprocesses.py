"""The command `accord` in a process of its own, as whoever types it has it."""

import subprocess
import sys
from pathlib import Path


def accord(*arguments: str | Path, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command; its output must never hold a traceback."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "accord", *map(str, arguments)],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "Traceback" not in done.stderr
    return done
