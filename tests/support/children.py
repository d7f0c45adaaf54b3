"""The processes that a test has started and that live."""

import psutil

STAY = ("warm_command", "playwright", "chromium")  # words of those that serve further tests


def children() -> list[psutil.Process]:
    """Of this process and theirs, but for those that serve further tests."""
    mine = psutil.Process().children(recursive=True)
    return [child for child in mine if _lives(child)]


def _lives(child: psutil.Process) -> bool:
    try:
        command = " ".join(child.cmdline())
        return child.status() != psutil.STATUS_ZOMBIE and not any(map(command.count, STAY))
    except psutil.NoSuchProcess:
        return False
