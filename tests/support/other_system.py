"""Commands of accord on a system that this one is not: `python other_system.py PLATFORM COMMANDS`.

COMMANDS is JSON, a list of lists of arguments.  What the platform lacks is taken away once the
libraries are imported, which need it here.  Printed is a line of JSON for each command: its exit
code, and what it wrote on standard output and on standard error.
"""

import importlib
import json
import os
import shutil
import signal
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib.machinery import ModuleSpec
from io import StringIO
from types import SimpleNamespace

LIBRARIES = """
    click rich.console rich.live rich.padding rich.progress rich.table rich.text numpy pandas psutil
    duckdb jinja2 ortools.sat.python.cp_model pycosat constraint multiprocessing concurrent.futures
    subprocess tempfile shutil socket selectors ctypes platform importlib.metadata uuid timeit
    packaging.requirements tomllib csv xml.etree.ElementTree
"""
UNIX_ONLY = {"fcntl", "grp", "pwd", "resource", "termios", "tty"}  # modules
LACKING = {
    "darwin": (
        (os, "getxattr memfd_create pidfd_open sched_getaffinity sched_setaffinity"),
        (signal, ""),
    ),
    "win32": (
        (os, "fork forkpty getloadavg getpgid geteuid getuid getxattr killpg memfd_create mkfifo"),
        (os, "pidfd_open sched_getaffinity sched_setaffinity setpgid setsid wait4 waitid"),
        (os, "O_DIRECTORY O_NOFOLLOW"),
        (signal, "SIGALRM SIGCHLD SIGHUP SIGKILL SIGPIPE SIGXCPU pthread_sigmask setitimer"),
    ),
}


class Absent:
    """A finder that finds none of the modules of Unix."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Refuse them; of others it knows nothing."""
        if name in UNIX_ONLY:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def become(platform: str) -> None:
    """Take away what the platform lacks."""
    for name in LIBRARIES.split():
        importlib.import_module(name)
    if platform == "win32":
        for name in UNIX_ONLY:
            sys.modules.pop(name, None)
        sys.meta_path.insert(0, Absent())
        shutil.__dict__["_winapi"] = SimpleNamespace(NeedCurrentDirectoryForExePath=lambda _: True)
    for module, names in LACKING[platform]:
        for name in names.split():
            if hasattr(module, name):
                delattr(module, name)
    sys.platform = platform


def answers(commands: Sequence[Sequence[str]]) -> None:
    """Run each command, and print what came of it."""
    from accord.__main__ import run

    for command in commands:
        out, err = StringIO(), StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = run(list(command))
        print(json.dumps([code, out.getvalue(), err.getvalue()]), flush=True)


if __name__ == "__main__":
    become(sys.argv[1])
    answers(json.loads(sys.argv[2]))
