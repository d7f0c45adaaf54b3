"""Reservations: a core is one slot's alone, whichever process has the slot.

One process keeps its slots apart by itself (bench/run/cores.py).  Several on one machine - the
workers of a cluster, two campaigns - would all choose the same core, the last.  So a process that
times runs holds a lock on a file for each core that it uses; the kernel releases it when the
process ends, in whatever way.  The files are one user's: what other users do on the machine is not
known here.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from accord.bench.run.cores import siblings

if sys.platform != "win32":
    import fcntl


@contextmanager
def reserved(wanted: int, least: int | None = None) -> Iterator[list[tuple[int, ...]]]:
    """Reserve so many cores, or as many as are free; empty tuples where too few are.

    The last cores come first, as in `cores_of_slots`.

    Args:
        wanted: cores, the more of which there are the better.
        least: cores without which there is no use in any; by default as many as are wanted.
    """
    least = wanted if least is None else least
    cores: list[tuple[int, ...]] = []
    with ExitStack() as locks:
        for core in siblings()[::-1]:
            if len(cores) < wanted and _take(core, locks):
                cores.append(core)
        if len(cores) < least:
            locks.close()
            cores = [()] * wanted
        yield cores


def _take(core: tuple[int, ...], locks: ExitStack) -> bool:
    """Lock a core, until these locks are released; false if another process has it.

    Where there can be no such file, every process has it.
    """
    folder = Path(tempfile.gettempdir(), f"accord-cores-{os.getuid()}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        lock = os.open(folder / str(core[0]), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError:
        return True
    locks.callback(os.close, lock)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
