"""The load by others on a run's CPUs: CPU time there that neither idles nor is the run's.

The kernel counts for each CPU how long it idled.  What is left of the time that passed was used by
the run, by this process, or by others: other processes, interrupts, and other virtual machines
(steal).  The run's part is what its watchdog counts for the whole tree, programs that it has waited
for included, and so nothing is searched: a measurement reads a small file twice.

What is noisy is decided by that alone, never by a run's time or outcome.  Ticks are 10 ms long, so
that less than WINDOW says nothing: a batch of short runs is judged together with those before it on
the same CPUs, as many as it takes.  Where runs have no CPUs of their own, or the kernel's figures
do not add up (in some sandboxes they are all 0), nothing is known and nothing marked.

What others do on other CPUs is not counted, though they share caches and memory with the run.
"""

import re
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from time import monotonic, process_time

from accord.bench.run.quiet import LOAD

NOISY = "noisy"
WINDOW = 1.0  # seconds of runs, from which on they are judged
TICK = 0.01  # seconds, in Linux's figures for programs
PLAUSIBLE = 0.2  # share of the time by which the kernel's figures may differ from it
STAT = Path("/proc/stat")


class OtherLoad:
    """A meter of the others' part in the time of some CPUs, while runs have these."""

    def __init__(self, cpus: Sequence[int], stat: Path = STAT) -> None:
        """Take the CPUs; nothing is measured yet."""
        self._cpus = {f"cpu{number}" for number in cpus}
        self._stat = stat
        self._began: tuple[float, float, float, float] | None = None
        self._seen: deque[tuple[float, float]] = deque()  # CPU seconds, and those of others

    def begin(self, used: float) -> None:
        """Start: the runs, which have used so many CPU seconds before, are going to begin."""
        self._began = self._counted(used)

    def end(self, used: float | None) -> bool:
        """Stop, and judge: whether others have used more than LOAD of the time.

        Args:
            used: CPU seconds of the runs, counted as at the beginning; None if that is not known.
        """
        before, self._began = self._began, None
        if before is None or used is None or (after := self._counted(used)) is None:
            return False
        passed, counted, idle, own = (new - old for old, new in zip(before, after, strict=True))
        passed *= len(self._cpus)
        if abs(counted - passed) > PLAUSIBLE * passed + 2 * TICK * len(self._cpus):
            return False
        self._seen.append((passed, passed - idle - own))
        enough = WINDOW * len(self._cpus)
        while sum(each for each, _ in self._seen) - self._seen[0][0] >= enough:
            self._seen.popleft()
        whole, others = map(sum, zip(*self._seen, strict=True))
        return whole >= enough and others > LOAD * whole

    def _counted(self, used: float) -> tuple[float, float, float, float] | None:
        """Seconds: of the clock; of the CPUs, in all and idle; of the runs and this process."""
        try:
            lines = re.findall(r"^(cpu\d+) ([\d ]+)$", self._stat.read_text("ascii"), re.MULTILINE)
        except OSError:
            return None
        ticks = [[*map(int, text.split())] for name, text in lines if name in self._cpus]
        if len(ticks) < len(self._cpus):
            return None
        counted = TICK * sum(sum(each[:8]) for each in ticks)  # what follows is of guests, in these
        idle = TICK * sum(sum(each[3:5]) for each in ticks)
        return monotonic(), counted, idle, used + process_time()
