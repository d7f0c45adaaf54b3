"""A command `accord` that imports nothing: a process that has imported everything is forked for it.

To import what a command needs takes a good part of its time, as most commands of tests are short.
So one process per session of tests imports all of accord.  The command `accord` in the folder of
`warm_command` sends it its words, folder, environment and the descriptors of its standard streams;
a fork goes on as `accord` does after its imports, and the command ends as the fork does.  The fork
servers of these commands are forked from one process, too.
"""

import atexit
import gc
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NoReturn

COMMAND = f"""#!{sys.executable} -IS
import json, os, signal, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({{address!r}})
    request = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(server, [len(request).to_bytes(4)], [0, 1, 2])
    server.sendall(request)
    child = int.from_bytes(server.recv(4))
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: os.kill(child, number))
    code = int.from_bytes(server.recv(4), signed=True)
if code < 0:
    signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)
sys.exit(code)
"""


@contextmanager
def warm_command(folder: Path) -> Iterator[Path]:
    """The folder, with the command in it, as long as the process lives that is forked."""
    address = str(folder / "socket")
    (folder / "accord").write_text(COMMAND.format(address=address))
    (folder / "accord").chmod(0o755)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen()
        words = [sys.executable, "-P", __file__, str(listening.fileno())]
        server = subprocess.Popen(words, pass_fds=[listening.fileno()])
    try:
        yield folder
    finally:
        server.kill()
        server.wait()


def main() -> None:
    """Import accord, and fork for each request."""
    listening = socket.socket(fileno=int(sys.argv[1]))
    sys.argv = ["accord"]  # how its start knows that it is the command
    import_all()
    sys.path.append(str(Path(__file__).parent))
    from warm_fork_servers import warm_fork_servers

    sys.path.pop()  # a command finds no module of the tests
    with warm_fork_servers(at_once=True):
        while True:
            connection, _ = listening.accept()
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            if os.fork() == 0:
                listening.close()
                answer(connection)
            connection.close()


def import_all() -> None:
    """Import what any command may import."""
    from accord.solvers.registry import backends
    from accord.solvers.source import FLOORS, source_of

    for room in (f"accord.{floor}" for floor in ("cli", *FLOORS)):
        for module in walk_packages(import_module(room).__path__, f"{room}."):
            with suppress(ImportError):  # of an extra that is not installed
                import_module(module.name)
    for solver in backends():
        source_of(solver)
    gc.collect()
    gc.freeze()  # or each fork would look through all of it, and copy it


def answer(connection: socket.socket) -> NoReturn:
    """Fork the command, and send its process and how it ended."""
    length, streams, *_ = socket.recv_fds(connection, 4, 3)
    with connection.makefile("rb") as reading:
        request = json.loads(reading.read(int.from_bytes(length)))
    child = os.fork()
    if child == 0:
        connection.close()
        become(streams, *request)
    connection.sendall(child.to_bytes(4))
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    connection.sendall(code.to_bytes(4, signed=True))
    os._exit(0)


def become(
    streams: list[int], words: list[str], folder: str, environment: dict[str, str]
) -> NoReturn:
    """Be the command in this folder and environment, with these standard streams."""
    from accord.__main__ import main

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        before: Any = getattr(sys, name)
        how = {"encoding": before.encoding, "errors": before.errors}
        setattr(sys, name, open(before.fileno(), mode, 1 if name == "stderr" else -1, **how))  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["accord", *words]
    code: Any = 1
    try:
        main()
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    atexit._run_exitfuncs()
    sys.stdout.flush()
    os._exit(code)  # without taking everything apart


if __name__ == "__main__":
    main()
