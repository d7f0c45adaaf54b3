"""What stands in results/, recorded anew: `python tools/record.py [--for TIME] [NAME...]`.

By default all in turn, the oldest first.  The runs of a campaign are made in build/records/NAME,
where the next call goes on and makes those again whose solver has changed meanwhile, or which
others have disturbed; with --for it ends after so long, not counting the wait for quiet before each
sitting.  A campaign that is whole takes the place of results/NAME.  All its runs are of one
machine; before and after each sitting some fixed work is done: fixed-work.csv has its CPU seconds.
The audit, the speeds and the hardness of puzzles are made at once, where the time is enough.

With `--variant ENVIRONMENT` the campaigns are run in another environment, as one with an older
version of a library, and stand in results/variants/ENVIRONMENT: `accord compare` says what differs
(`make record-optimise PYTHON_PACKAGES=ortools==9.12`).
"""

import csv
import shutil
import subprocess
import sys
from collections.abc import Sequence
from math import inf
from pathlib import Path
from random import Random
from time import monotonic, process_time

import click

from accord.bench.campaigns.folder import read_environment
from accord.bench.campaigns.sessions import read_sessions
from accord.bench.run.environment import environment, is_same_machine, machine_text
from accord.cli.options import values

ROOT = Path(__file__).parents[1]
RESULTS, HALVES = ROOT / "results", ROOT / "build" / "records"
CORE, EXTRAS = ".venv", "build/everything"  # environments
CAMPAIGNS = {  # of each its environment, and what `accord bench` is asked there
    "tour": (CORE, "tour -t 10s --repeat 3"),
    "zoo": (EXTRAS, "bench/zoo.toml"),
    "classics": (EXTRAS, "bench/classics.toml"),
    "optimise": (EXTRAS, "bench/optimise.toml -j 2"),
}
AT_ONCE = {"audit": 2400.0, "speed": 1200.0, "hardness": 900.0}  # the seconds that each may take
FILES = {"hardness": ROOT / "bench/analysis/recorded_hardness.jsonl"}  # the others: results/NAME
LEAST = 120.0  # seconds: for less none is begun
UNDISTURBED = ("--noisy", "--wait-for-quiet", "5m")  # as far as that can be had
ROUNDS = 350  # of the fixed work: about 20 s of CPU time
FIXED_WORK = "fixed-work.csv"
USAGE = 2  # the least exit code where it was not asked to its end


def made_last(name: str) -> str:
    """When the latest runs of a record were made, or it was committed: ISO 8601; empty of none."""
    if name in CAMPAIGNS:
        return max((each.began for each in read_sessions(RESULTS / name)), default="")
    asked = ["git", "log", "-1", "--format=%cI", "--", str(FILES.get(name, RESULTS / name))]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def fixed_work() -> float:
    """The CPU seconds of some work that is always the same: numbers are drawn, sorted and found."""
    begin, random = process_time(), Random(0)
    for _ in range(ROUNDS):
        numbers = sorted(random.getrandbits(30) for _ in range(100_000))
        places = {number: place for place, number in enumerate(numbers)}
        sum(places[number] for number in reversed(numbers))
    return process_time() - begin


def note_work(folder: Path, before: float) -> None:
    """Add the CPU seconds of the fixed work before a sitting, and now, to a record."""
    path, after = folder / FIXED_WORK, fixed_work()
    is_new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerows([("before", "after", "ratio")] * is_new)
        lines.writerow((f"{before:.2f}", f"{after:.2f}", f"{after / before:.3f}"))


def record(name: str, seconds: float, variant: str = "") -> bool:
    """Make the runs of a campaign that are left, for so long; whether it was whole, and is there.

    Args:
        name: of the campaign.
        seconds: for which runs are made.
        variant: the environment in which the campaign is run; by default its own.

    Raises:
        SystemExit: what was made of it is of another machine, or answers another question.
    """
    within, asked = CAMPAIGNS[name]
    beside = f"variants/{Path(variant).name}" if variant else ""
    half, whole = HALVES / beside / name, RESULTS / beside / name
    here = environment()
    for session in (before := read_sessions(half)):
        if not is_same_machine(there := read_environment(half, session.environment), here):
            machine = machine_text(there)
            sys.exit(f"{half} was begun on another machine, {machine}; remove it to begin anew")
    program = str(ROOT / (variant or within) / "bin" / "accord")
    work = fixed_work()
    seconds -= 2 * work
    command = [program, "bench", *asked.split(), "-o", str(half), "--stale", *UNDISTURBED]
    command += ["--for", f"{seconds:.0f}s"] if seconds < inf else []
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    if not 0 <= code < USAGE:
        sys.exit(f"{name}: `accord bench` ended with {code} in {half}; the same command goes on")
    note_work(half, work)
    sessions = read_sessions(half)
    if len(sessions) > len(before) and not sessions[-1].finished:
        return False
    replaced = half.with_suffix(".replaced")
    if whole.exists():
        whole.rename(replaced)
    whole.parent.mkdir(parents=True, exist_ok=True)
    half.rename(whole)
    shutil.rmtree(replaced, ignore_errors=True)
    print(f"recorded: {whole}; make reports")
    return True


def main(names: Sequence[str], seconds: float = inf, variant: str = "") -> None:
    """Record what is named, for so long in all."""
    until = monotonic() + seconds
    at_once = () if variant else tuple(AT_ONCE)
    if variant and (others := [each for each in names if each in AT_ONCE]):
        sys.exit(f"found {', '.join(others)}, expected campaigns: no variant is made of others")
    for name in names or sorted((*CAMPAIGNS, *at_once), key=made_last):
        left = until - monotonic()
        if name in AT_ONCE and left >= AT_ONCE[name]:
            subprocess.run(["make", f"record-{name}"], cwd=ROOT, check=True)
        elif name in AT_ONCE:
            print(f"{name} is left: it may take {AT_ONCE[name] / 60:.0f} minutes")
        elif left < LEAST or not record(name, left, variant):
            print(f"{name} is left, or a part of it; the same command goes on")
            return


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    time = click.Option(["--for", "seconds"], metavar="TIME", type=values.time, default=inf)
    beside = click.Option(["--variant"], metavar="ENVIRONMENT", default="")
    chosen = click.Argument(["names"], type=click.Choice([*CAMPAIGNS, *AT_ONCE]), nargs=-1)
    click.Command("record.py", params=[time, beside, chosen], callback=main)()
