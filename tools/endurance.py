"""Endurance: has a campaign that is killed again and again the rows of an undisturbed one?

`python tools/endurance.py [RUNS [KILLS]]` runs a campaign twice, once undisturbed and once while,
at random moments, its supervisor, one of its other processes, or all of them are killed by SIGKILL;
the same command is then given again until it is complete.  Both must have the same rows, timings
and circumstances aside, and no process may be alive in the end.  20,000 runs with 20 kills take
four minutes on two cores.
"""

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import psutil

from accord.bench.analysis.table import rows
from accord.bench.campaigns.run import KEY
from accord.bench.instances.collection import instances_of
from accord.bench.isolation.torture import marked, traces
from accord.puzzles.files.write import write

SOLVERS = ("dancing-links", "exact-cover-bits")
REPEAT = 20
CLAIMS = ("outcome", "reason", "exhausted", "count", "valid", "digest", "contradictory", "category")
SESSION = (0.3, 2.0)  # seconds: between these, something is killed
VICTIMS = ("supervisor", "another", "all")


def main(runs: int = 20_000, kills: int = 20, seed: int = 0) -> int:
    """Print the comparison; 0 if both campaigns are equal."""
    with TemporaryDirectory() as scratch, marked() as mark:
        puzzles = Path(scratch, "puzzles.sdm")
        puzzles.write_text("\n".join(relabelled(runs // (len(SOLVERS) * REPEAT), seed)) + "\n")
        undisturbed, disturbed = Path(scratch, "undisturbed"), Path(scratch, "killed")
        began = monotonic()
        _bench(puzzles, undisturbed).wait()
        print(f"undisturbed: {monotonic() - began:.0f} s")
        killed = run_and_kill(puzzles, disturbed, kills, Random(seed))
        _bench(puzzles, disturbed).wait()
        kinds = ", ".join(f"{number} x {who}" for who, number in sorted(killed.items()))
        print(f"killed, {killed.total()} of {kills} kills: {kinds}")
        found, count = differences(undisturbed, disturbed)
        alive = traces(mark, None, monotonic() + 2.0)
        print(*found[:10], sep="\n")
        print(f"{count} rows, {len(found)} differences; alive: {alive or 'nothing'}")
        complete = count == runs and killed.total() == kills
        return 0 if not found and complete and not alive else 1


def relabelled(count: int, seed: int) -> Iterator[str]:
    """So many different easy puzzles: those of 9x9 with their values renamed."""
    random = Random(seed)
    easy = [write(each.puzzle, "line") for each in instances_of("9x9")][:8]
    for number in range(count):
        values = "".join(random.sample("123456789", 9))
        yield easy[number % len(easy)].translate(str.maketrans("123456789", values))


def run_and_kill(puzzles: Path, folder: Path, kills: int, random: Random) -> Counter[str]:
    """Run a campaign and kill parts of it, until it is complete; how often which."""
    killed: Counter[str] = Counter()
    process = _bench(puzzles, folder)
    while killed.total() < kills:
        sleep(random.uniform(*SESSION))
        if process.poll() is not None:
            break
        victim = random.choice(VICTIMS)
        family = psutil.Process(process.pid).children(recursive=True)
        if victim == "another" and family:
            _kill(random.choice(family).pid)
        else:
            for pid in (process.pid, *(each.pid for each in family if victim == "all")):
                _kill(pid)
            process.wait()
            process = _bench(puzzles, folder)
        killed[victim] += 1
    process.wait()
    return killed


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _bench(puzzles: Path, folder: Path) -> "subprocess.Popen[bytes]":
    solvers = [word for solver in SOLVERS for word in ("-s", solver)]
    asked = [str(puzzles), *solvers, "--repeat", str(REPEAT), "-o", str(folder), "-q"]
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "accord", "bench", *asked, "-j", "2"],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def differences(one: Path, other: Path) -> tuple[list[str], int]:
    """The rows of either campaign that the other does not have, and the number of the first's."""
    first, second = (
        Counter(map(str, rows(folder)[[*KEY, *CLAIMS]].itertuples(index=False)))
        for folder in (one, other)
    )
    only = [f"only when undisturbed: {row}" for row in first - second]
    return only + [f"only when killed: {row}" for row in second - first], first.total()


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    sys.exit(main(*map(int, sys.argv[1:])))
