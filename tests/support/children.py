"""The processes that a test has started and that live."""

from contextlib import suppress

import psutil

from warm_fork_servers import SharedZygote

STAY = ("warm_command", "playwright", "chromium")  # words of those that serve further tests


def children() -> list[psutil.Process]:
    """Of this process and theirs, but for those that serve further tests."""
    mine = psutil.Process().children(recursive=True)
    return [child for child in mine if not _is_zygote(child) and _lives(child)]


def _is_zygote(child: psutil.Process) -> bool:
    """Whether it is the zygote of all fork servers, or forks the processes that certify."""
    with suppress(psutil.NoSuchProcess):
        return child.pid in SharedZygote.all_processes
    return True


def _lives(child: psutil.Process) -> bool:
    try:
        command = " ".join(child.cmdline())
        return child.status() != psutil.STATUS_ZOMBIE and not any(map(command.count, STAY))
    except psutil.NoSuchProcess:
        return False
