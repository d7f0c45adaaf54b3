"""The fork_server: a process that has imported a solver's library and forks workers when asked.

A new interpreter that imports a large library takes most of a second, a fork of one that has it
takes a few milliseconds, so a worker that was killed is replaced at no cost.  The idea is the fork
server of Python's multiprocessing.  What is forked must have no threads, as the copy has only the
one that forked and waits for ever for locks that others held: a library that leaves threads behind
when it is imported (the fork server counts them before each fork) gets a fresh interpreter for each
worker instead, and so does every library where fork is not to be trusted.

`python -m accord.bench.isolation.fork_server CONTROL SOLVER MODE ABOVE PARENT`: the mode is `warm`,
`cold` (nothing is solved here, only imported: what a first run prepares must be left to it) or
`fresh` (no import); below the control group ABOVE, if there is one, each worker gets one of its
own.  On the socket CONTROL it says `ready` with what the solver is, or why not; each request, the
CPUs of a core, comes with three descriptors: the watchdog's socket, the questions, and the answers.
"""

import gc
import json
import os
import selectors
import signal
import socket
import sys
import tempfile
from contextlib import suppress
from importlib import import_module
from shutil import rmtree
from tempfile import TemporaryFile
from time import monotonic, sleep
from typing import Any, NoReturn

import psutil

from accord.bench.isolation.heartbeat import Heartbeat
from accord.bench.isolation.process_tree import adopt_orphans, die_with
from accord.bench.isolation.watchdog import guard
from accord.bench.isolation.worker import in_words, warm_up, work
from accord.bench.machine.start_up import start_up_time
from accord.solvers.registry import (
    MissingBackendError,
    Selection,
    UnknownSolverError,
    usable,
)
from accord.solvers.settings import SettingError


def main() -> None:
    """Start workers until the supervisor goes."""
    descriptor, solver, mode, above, parent = sys.argv[1:]
    die_with(int(parent))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the supervisor's business
    adopt_orphans()
    control = socket.socket(fileno=int(descriptor))
    os.set_inheritable(int(descriptor), False)  # a program that the solver starts needs none
    try:
        selection = usable(solver)
        if mode != "fresh":
            modules_of(selection) if mode == "cold" else warm_up(selection)
    except MissingBackendError as error:
        _tell(control, missing=str(error))
    except (UnknownSolverError, SettingError) as error:
        _tell(control, failed=str(error))
    except BaseException as error:
        _tell(control, failed=in_words(error))
    else:
        if mode == "fresh" or may_fork():
            _serve(ForkServer(control, selection, mode, above, parent))
        os.set_inheritable(int(descriptor), True)
        arguments = (descriptor, solver, "fresh", above, parent)
        os.execv(sys.executable, [*_PYTHON, "accord.bench.isolation.fork_server", *arguments])


def _serve(fork_server: "ForkServer") -> NoReturn:
    fork_server.say_ready()
    gc.collect()
    gc.freeze()
    fork_server.serve()
    os._exit(0)


PATIENCE = 1.0  # seconds for the watchdogs to end when all is over
FAREWELL = 0.2  # seconds that a thread which was joined may take to disappear
_PYTHON = (sys.executable, "-P", "-m")  # -P: a file of the user's folder is no library


def _tell(control: socket.socket, **message: Any) -> None:
    control.sendall(json.dumps(message).encode() + b"\n")


def may_fork() -> bool:
    """Whether this process has one thread, on a system whose libraries bear to be forked."""
    if sys.platform != "linux":
        return False
    deadline = monotonic() + FAREWELL
    while (threads := len(os.listdir("/proc/self/task"))) > 1 and monotonic() < deadline:
        sleep(0.001)
    return threads == 1


def modules_of(selection: Selection) -> None:
    """Import what the solver imports when it solves, without solving anything here.

    A child solves, and tells the names of the modules that came in.
    """
    here, there = os.pipe()
    if (child := os.fork()) == 0:
        before = set(sys.modules)
        with suppress(BaseException):
            warm_up(selection)
        names = [name for name in sys.modules if name not in before]
        with os.fdopen(there, "w") as tell:
            tell.write("\n".join(names))
        os._exit(0)
    os.close(there)
    with os.fdopen(here) as told:
        names = told.read().split()
    os.waitpid(child, 0)
    for name in names:
        with suppress(Exception):  # a module that its package made itself
            import_module(name)


class ForkServer:
    """Forks a watchdog, and with it a worker, for each byte that comes."""

    def __init__(
        self, control: socket.socket, selection: Selection, mode: str, above: str, parent: str
    ) -> None:
        self._control = control
        self._selection = selection
        self._mode = mode
        self._above = above
        self._parent = parent
        self._watchdogs: dict[int, str] = {}  # and the folder of each
        self._bell = os.pipe()  # rings when a child has ended

    def say_ready(self) -> None:
        """Say what the solver is, and how long its program takes to start, if it has one."""
        chosen, backend = self._selection, self._selection.backend
        declaration = {
            "name": chosen.name,
            "settings": chosen.settings_text,
            "version": chosen.version,
            "family": backend.family,
            "engine": backend.engine,
            "model": backend.model,
        }
        _tell(self._control, ready=declaration, start_up=start_up_time(chosen))

    def serve(self) -> None:
        """Go on until the supervisor goes."""
        bell, ringer = self._bell
        os.set_blocking(ringer, False)
        signal.set_wakeup_fd(ringer, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        with selectors.SelectSelector() as selector:  # which holds no descriptor of its own
            selector.register(self._control, selectors.EVENT_READ)
            selector.register(bell, selectors.EVENT_READ)
            while True:
                ready = {key.fd for key, _ in selector.select()}
                if bell in ready:
                    os.read(bell, 1 << 12)
                    self._bury()
                if self._control.fileno() in ready:
                    request, descriptors, *_ = socket.recv_fds(self._control, 1 << 16, 3)
                    if not request:
                        self._say_goodbye()
                        return
                    self._start(json.loads(request), descriptors)

    def _start(self, core: list[int], descriptors: list[int]) -> None:
        folder = tempfile.mkdtemp(prefix="accord-")
        watchdog = os.fork()
        if watchdog == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._control.close()
            for descriptor in self._bell:
                os.close(descriptor)
            control, questions, answers = descriptors

            heartbeat = Heartbeat(TemporaryFile() if self._mode == "fresh" else None)  # noqa: SIM115

            def start() -> None:
                if core:
                    os.sched_setaffinity(0, core)
                if self._mode == "fresh":
                    self._execute(questions, answers, heartbeat)
                work(self._selection, questions, answers, heartbeat, warm=self._mode == "warm")

            guard(
                socket.socket(fileno=control),
                start,
                (questions, answers),
                heartbeat,
                folder,
                self._above,
            )
        self._watchdogs[watchdog] = folder
        for descriptor in descriptors:
            os.close(descriptor)

    def _execute(self, questions: int, answers: int, heartbeat: Heartbeat) -> None:
        """Become a fresh interpreter that does the same."""
        assert heartbeat.file
        theirs = (questions, answers, heartbeat.file.fileno())
        for descriptor in theirs:
            os.set_inheritable(descriptor, True)
        arguments = (*map(str, theirs), str(self._selection), self._parent)
        os.execv(sys.executable, [*_PYTHON, "accord.bench.isolation.worker", *arguments])

    def _say_goodbye(self) -> None:
        """Wait a moment for watchdogs that end with their supervisor, or nobody would."""
        deadline = monotonic() + PATIENCE
        while self._watchdogs and monotonic() < deadline:
            self._bury()
            sleep(0.001)

    def _bury(self) -> None:
        """Wait for the watchdogs that have ended; kill what one that was killed has left behind."""
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                rmtree(self._watchdogs.pop(ended, ""), ignore_errors=True)
        for child in psutil.Process().children():
            if child.pid not in self._watchdogs:
                with suppress(psutil.Error):
                    for each in (*child.children(recursive=True), child):
                        each.kill()


if __name__ == "__main__":
    main()
