"""Asking a library for its core leaves the process as it was."""

import subprocess
import sys

ASKS = """
import os, signal, time
from accord.solvers.proofs.cores import core
core([(1,), (-1,)], 1, [], "cpsat")
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(60)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_ctrl_c_still_ends_what_comes_after_cpsat() -> None:
    done = subprocess.run([sys.executable, "-c", ASKS], capture_output=True, text=True, check=True)
    assert done.stdout == "interrupted\n"
