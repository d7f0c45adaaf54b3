"""The processes that a test has started and that live."""

import psutil


def children() -> list[psutil.Process]:
    """Of this process and theirs, but for the server of warm commands, which stays."""
    mine = psutil.Process().children(recursive=True)
    return [child for child in mine if _lives(child)]


def _lives(child: psutil.Process) -> bool:
    try:
        words = child.cmdline()
        return child.status() != psutil.STATUS_ZOMBIE and "warm_command" not in " ".join(words)
    except psutil.NoSuchProcess:
        return False
