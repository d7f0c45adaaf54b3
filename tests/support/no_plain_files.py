"""What can stand where a file is expected, in a folder that somebody else has made."""

import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path


def make_socket(path: Path) -> None:
    """Make one; its address, from where the process is, may have no more than 108 bytes."""
    with closing(socket.socket(socket.AF_UNIX)) as made:
        made.bind(os.path.relpath(path))


def make_holes(path: Path) -> None:
    """Make a file of 20 GiB that takes no room."""
    with path.open("wb") as file:
        file.truncate(20 * 2**30)


IN_PLACE: dict[str, Callable[[Path], None]] = {  # of a file
    "a pipe": os.mkfifo,
    "a socket": make_socket,
    "a folder": os.mkdir,
    "a link to a file": lambda path: path.symlink_to("/proc/self/environ"),
    "a link to a link": lambda path: path.symlink_to("../link"),
    "a link to a device": lambda path: path.symlink_to("/dev/zero"),
    "20 GiB of holes": make_holes,
}


@contextmanager
def at_once() -> Iterator[None]:
    """Fail with TimeoutError what waits for a minute in this block, such as for a pipe."""

    def ended(*_: object) -> None:
        raise TimeoutError("it waits for what nobody writes")

    before = signal.signal(signal.SIGALRM, ended)
    signal.alarm(60)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
