"""The exact command that repeats a campaign."""

import shlex

from accord.bench.folder import Asked


def command(asked: Asked) -> str:
    """A line for a shell, with nothing left to defaults."""
    words = ["accord", "bench", asked.collection]
    for solver in asked.solvers:
        words += ["-s", solver]
    words += [
        "-n",
        str(asked.limit) if asked.limit else "all",
        "-t",
        f"{_plain(asked.time_limit)}s",
    ]
    if asked.memory_limit:
        words += ["-m", memory(asked.memory_limit)]
    if asked.cpu_limit:
        words += ["--cpu-limit", f"{_plain(asked.cpu_limit)}s"]
    words += ["--cold"] * asked.cold
    words += ["--repeat", str(asked.repeat), "--seed", str(asked.seed)]
    if asked.isomorphs:
        words += ["--isomorphs", str(asked.isomorphs)]
    if asked.shard:
        words += ["--shard", asked.shard]
    return shlex.join(words)


def _plain(seconds: float) -> str:
    """A number without an exponent, which the command would not take."""
    text = f"{seconds:.9f}".rstrip("0").rstrip(".")
    return text or "0"


def memory(size: int) -> str:
    """Bytes in the largest unit that says them exactly."""
    for unit, power in (("G", 30), ("M", 20), ("K", 10)):
        if size % (1 << power) == 0:
            return f"{size >> power}{unit}"
    return str(size)
