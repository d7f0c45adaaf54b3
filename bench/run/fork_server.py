"""The fork server: a process that has imported a solver's library and forks workers on request.

A new interpreter that imports a large library takes most of a second, a fork of one that has it
takes a few milliseconds, so a worker that was killed is replaced at no cost.  The idea is the fork
server of Python's multiprocessing.  What is forked must have no threads: the copy has only the one
that forked, and would wait for ever for locks that others held.  So a library that leaves threads
behind when it is imported (they are counted before the fork) gets a fresh interpreter for each
worker, and so does every library on a system where fork is not to be trusted.

`python -m accord.bench.run.fork_server CONTROL SOLVER MODE ABOVE PARENT`: the mode is `warm`,
`untimed` (the same), `cold` (nothing is solved here, only imported: what a first run prepares must
be left to it) or `fresh` (no import); below the control group ABOVE, if there is one, each worker
gets one of its own.  What has to be compiled is compiled here, once for all workers and before the
limits of any.  On the socket CONTROL it reports `compiling` for each function, then `ready` with
what the solver is, or why not: `missing` what it needs, `failed` since nobody could load it,
`broken` while it was imported; and then `start_up`, what starting the solver's program costs
(bench/run/start_up.py; not measured in the mode `untimed`).  Each request, the CPUs of a core,
comes with three descriptors: the watchdog's socket, the questions, and the answers.
"""

import gc
import json
import os
import selectors
import signal
import socket
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from importlib import import_module
from shutil import rmtree
from tempfile import TemporaryFile
from time import monotonic, sleep
from typing import NoReturn

import psutil

from accord.bench.run.heartbeat import Heartbeat
from accord.bench.run.messages import send_message
from accord.bench.run.process_tree import adopt_orphans, die_with, threads_beyond
from accord.bench.run.report import Declaration
from accord.bench.run.shared_segments import own_namespace
from accord.bench.run.start_up import StartUp, start_up
from accord.bench.run.watchdog import fork_and_watch
from accord.bench.run.worker import in_words, warm_up, work
from accord.solvers.compiling import announced
from accord.solvers.registry import (
    CannotImportError,
    MissingBackendError,
    Selection,
    UnknownSolverError,
    usable,
)
from accord.solvers.settings import SettingError
from accord.solvers.source import places_of_code

END_TIME = 1.0  # seconds for the watchdogs to end when all is over
JOINED = 0.2  # seconds that a thread which was joined may take to disappear


def main(words: Sequence[str]) -> None:
    """Fork workers until the supervisor ends."""
    descriptor, solver, mode, above, parent = words
    die_with(int(parent))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the supervisor handles Ctrl-C
    adopt_orphans()
    own_namespace()
    control = socket.socket(fileno=int(descriptor))
    os.set_inheritable(int(descriptor), False)  # a program that the solver starts needs none
    modules, folders = {*sys.modules}, {*map(str, sys.path)}
    try:
        selection = usable(solver)
        if mode != "fresh":
            with announced(lambda: send_message(control, compiling=True), each=True):
                modules_of(selection) if mode == "cold" else warm_up(selection)
        declaration = Declaration.of(selection, places_of_code(modules, folders))
    except MissingBackendError as error:
        send_message(control, missing=str(error))
    except CannotImportError as error:
        send_message(control, broken=str(error))
    except (UnknownSolverError, SettingError) as error:
        send_message(control, failed=str(error))
    except BaseException as error:
        send_message(control, broken=in_words(error))
    else:
        if mode == "fresh" or may_fork():
            ForkServer(control, selection, mode, above, parent).serve(declaration)
        else:
            os.set_inheritable(int(descriptor), True)
            execute("fork_server", descriptor, solver, "fresh", above, parent)


def execute(module: str, *arguments: object) -> NoReturn:
    """Become a fresh interpreter that runs a module of this room."""
    # -P: a file of the user's folder must not stand in for a library
    command = [sys.executable, "-P", "-m", f"accord.bench.run.{module}"]
    os.execv(sys.executable, [*command, *map(str, arguments)])


def may_fork() -> bool:
    """Whether this process has one thread, on a system whose libraries can be forked."""
    return sys.platform == "linux" and not threads_beyond(1, os.getpid(), JOINED)


def modules_of(selection: Selection) -> None:
    """Import the modules that the solver imports when it solves, without solving here.

    A child solves, and sends the names of the modules that came in.
    """
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        before = set(sys.modules)
        with suppress(BaseException):
            warm_up(selection)
        with os.fdopen(writing, "w") as pipe:
            pipe.write("\n".join(name for name in sys.modules if name not in before))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        names = pipe.read().split()
    os.waitpid(child, 0)
    for name in names:
        with suppress(Exception):  # a module that its package made itself
            import_module(name)


class ForkServer:
    """Forks a watchdog, and with it a worker, for each request."""

    def __init__(
        self, control: socket.socket, selection: Selection, mode: str, above: str, parent: str
    ) -> None:
        self._control = control
        self._selection = selection
        self._mode = mode
        self._above = above
        self._parent = parent
        self._watchdogs: dict[int, str] = {}  # and the folder of each
        self._wakeup = os.pipe()  # gets a byte when a child has ended

    def serve(self, declaration: Declaration) -> NoReturn:
        """Report the declaration of the solver, and fork workers until the supervisor goes."""
        send_message(self._control, ready=asdict(declaration))
        costs = StartUp() if self._mode == "untimed" else start_up(self._selection)
        send_message(self._control, start_up=costs._asdict())
        gc.collect()
        gc.freeze()
        wakeup, writing = self._wakeup
        os.set_blocking(writing, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        with selectors.SelectSelector() as selector:  # which holds no descriptor of its own
            selector.register(self._control, selectors.EVENT_READ)
            selector.register(wakeup, selectors.EVENT_READ)
            while True:
                ready = {key.fd for key, _ in selector.select()}
                if wakeup in ready:
                    os.read(wakeup, 1 << 12)
                    self._reap()
                if self._control.fileno() in ready:
                    request, descriptors, *_ = socket.recv_fds(self._control, 1 << 16, 3)
                    if not request:
                        break
                    self._start(json.loads(request), descriptors)
        deadline = monotonic() + END_TIME
        while self._watchdogs and monotonic() < deadline:  # they end with their supervisor
            self._reap()
            sleep(0.001)
        os._exit(0)

    def _start(self, core: list[int], descriptors: list[int]) -> None:
        """Fork a watchdog with its worker."""
        folder = tempfile.mkdtemp(prefix="accord-")
        watchdog = os.fork()
        if watchdog == 0:
            self._become_watchdog(core, descriptors, folder)
        self._watchdogs[watchdog] = folder
        for descriptor in descriptors:
            os.close(descriptor)

    def _become_watchdog(self, core: list[int], descriptors: list[int], folder: str) -> NoReturn:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self._control.close()
        for descriptor in self._wakeup:
            os.close(descriptor)
        control, questions, answers = descriptors
        fresh = self._mode == "fresh"
        heartbeat = Heartbeat(TemporaryFile() if fresh else None)  # noqa: SIM115

        def begin() -> None:
            if core:
                os.sched_setaffinity(0, core)
            if heartbeat.file:
                theirs = (questions, answers, heartbeat.file.fileno())
                for descriptor in theirs:
                    os.set_inheritable(descriptor, True)
                execute("worker", *theirs, self._selection, self._parent)
            work(self._selection, questions, answers, heartbeat, warm=self._mode != "cold")

        channel = socket.socket(fileno=control)
        fork_and_watch(channel, begin, (questions, answers), heartbeat, folder, self._above)

    def _reap(self) -> None:
        """Wait for watchdogs that have ended; kill the worker of one that was killed."""
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG)[0]) != 0:
                rmtree(self._watchdogs.pop(ended, ""), ignore_errors=True)
        for child in psutil.Process().children():
            if child.pid not in self._watchdogs:
                with suppress(psutil.Error):
                    for each in (*child.children(recursive=True), child):
                        each.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
