"""The campaigns of results/, recorded anew: `python tools/record.py [--for TIME] [NAME...]`.

By default all in turn, that with the oldest runs first.  The runs are made in build/records/NAME,
where the next call goes on and makes those again whose solver has changed meanwhile; with --for it
ends after so long.  A campaign that is whole takes the place of results/NAME.  All its runs are of
one machine.
"""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from math import inf
from pathlib import Path
from time import monotonic

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
LEAST = 60.0  # seconds: for less none is begun
USAGE = 2  # the least exit code where it was not asked to its end


def made_last(folder: Path) -> str:
    """When the latest runs of a campaign were made: UTC, ISO 8601; empty of none."""
    return max((each.began for each in read_sessions(folder)), default="")


def record(name: str, seconds: float) -> bool:
    """Make the runs of a campaign that are left, for so long; whether it was whole, and is there.

    Raises:
        SystemExit: what was made of it is of another machine, or answers another question.
    """
    within, asked = CAMPAIGNS[name]
    half, whole, here = HALVES / name, RESULTS / name, environment()
    for session in (before := read_sessions(half)):
        if not is_same_machine(there := read_environment(half, session.environment), here):
            machine = machine_text(there)
            sys.exit(f"{half} was begun on another machine, {machine}; remove it to begin anew")
    program = str(ROOT / within / "bin" / "accord")
    command = [program, "bench", *asked.split(), "-o", str(half), "--stale"]
    command += ["--for", f"{seconds:.0f}s"] if seconds < inf else []
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    if not 0 <= code < USAGE:
        sys.exit(f"{name}: `accord bench` ended with {code} in {half}; the same command goes on")
    sessions = read_sessions(half)
    if len(sessions) > len(before) and not sessions[-1].finished:
        return False
    replaced = half.with_suffix(".replaced")
    if whole.exists():
        whole.rename(replaced)
    half.rename(whole)
    shutil.rmtree(replaced, ignore_errors=True)
    print(f"recorded: {whole}; make reports")
    return True


def main(names: Sequence[str], seconds: float = inf) -> None:
    """Record the campaigns that are named, for so long in all."""
    until = monotonic() + seconds
    for name in names or sorted(CAMPAIGNS, key=lambda name: made_last(RESULTS / name)):
        left = until - monotonic()
        if left < LEAST or not record(name, left):
            print(f"{name} is left, or a part of it; the same command goes on")
            return


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    time = click.Option(["--for", "seconds"], metavar="TIME", type=values.time, default=inf)
    chosen = click.Argument(["names"], type=click.Choice([*CAMPAIGNS]), nargs=-1)
    click.Command("record.py", params=[time, chosen], callback=main)()
