"""Scale: what a run costs besides the solver, and what a million of them take.

`python tools/scale.py [RUNS [PUZZLES]]` runs a campaign of the quickest solver there is:
four cells of a full 9x9 grid are blank, and it fills them in.  Printed is what the harness's
process used, memory and time, what a run takes on disk, and what the table costs.  Puzzles are one
grid with its values renamed and its bands, rows, stacks and columns in another order.
"""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import psutil

from accord.bench.analysis.table import table
from accord.bench.campaigns.campaign import run_campaign
from accord.bench.campaigns.parts import parts
from accord.bench.campaigns.question import CampaignQuestion
from accord.bench.generation.generate import blanked
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.instance import Instance
from accord.puzzles.sudoku.symmetry import drawn
from accord.solvers.budget import Budget
from accord.solvers.interface import GaveUpError

BLANKS = 4
SOLVER = f"{__file__}:last_values"


def last_values(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    """A solver that fills blanks in as long as the peers of one leave it a single value."""
    grid = list(puzzle.givens)
    blanks = [cell for cell, value in enumerate(grid) if not value]
    every = frozenset(range(1, puzzle.size + 1))
    while blanks:
        for cell in blanks:
            left = every - {grid[peer] for peer in puzzle.peers[cell]}
            if not left:
                return
            if len(left) == 1:
                (grid[cell],) = left
                blanks.remove(cell)
                break
        else:
            raise GaveUpError("every blank has two values left")
    if not any(puzzle.violations(grid)):
        yield Grid(grid)


def instances(number: int, seed: int = 0) -> Iterator[Instance]:
    """So many puzzles, each with one solution."""
    random, nine = Random(seed), shape(9)
    pattern = Grid((3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
    for each in range(number):
        full = Puzzle(nine, drawn(nine, random).grid(pattern))
        yield Instance(f"scale#{each + 1}", blanked(full, random.sample(range(81), BLANKS)))


@dataclass(frozen=True)
class Used:
    """What a process used."""

    wall: float  # seconds
    cpu: float  # seconds
    memory: int  # bytes, resident


def measured(*arguments: object) -> Used:
    """What this module uses in a process of its own, without those that it starts."""
    began = monotonic()
    command = [sys.executable, "-P", __file__, *map(str, arguments)]
    with subprocess.Popen(command) as child:
        process = psutil.Process(child.pid)
        cpu, memory = 0.0, 0
        while child.poll() is None:
            try:
                memory = max(memory, process.memory_info().rss)
                times = process.cpu_times()
                cpu = times.user + times.system
            except psutil.NoSuchProcess:
                break
            sleep(0.02)
    if child.returncode:
        raise SystemExit(f"{arguments[0]} ended with exit code {child.returncode}")
    return Used(monotonic() - began, cpu, memory)


def main(runs: int = 1_000_000, puzzles: int = 10_000) -> None:
    """Print what a campaign of so many runs, on so many puzzles, takes."""
    puzzles = min(runs, puzzles)
    with TemporaryDirectory() as scratch:
        folder = Path(scratch, "campaign")
        made = measured("campaign", folder, puzzles, ceil(runs / puzzles))
        tabulated = measured("table", folder)
        files = parts(folder)
        size = sum(part.stat().st_size for part in files)
        (line,) = table(folder).lines
    each = {
        "in the solver": line.mean or 0.0,
        "besides": made.wall / line.runs - (line.mean or 0.0),
        "CPU of the harness's process": made.cpu / line.runs,
    }
    costs = ", ".join(f"{1e6 * cost:.1f} us {what}" for what, cost in each.items())
    print(f"{line.runs} runs on {puzzles} puzzles, {line.solved} solved, in {made.wall:.0f} s")
    print(f"a run: {costs}; {size / line.runs:.0f} bytes on disk, in {len(files)} parts")
    print(f"memory of the harness's process: at most {made.memory >> 20} MB")
    print(f"table: {tabulated.wall:.1f} s, at most {tabulated.memory >> 20} MB")


def _campaign(folder: Path, puzzles: int, repeat: int) -> None:
    run_campaign(folder, instances(puzzles), CampaignQuestion("scale", (SOLVER,), repeat=repeat))


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    what, *numbers = sys.argv[1:] or [""]
    if what == "campaign":
        _campaign(Path(numbers[0]), *map(int, numbers[1:]))
    elif what == "table":
        table(Path(numbers[0]))
    else:
        main(*map(int, filter(None, (what, *numbers))))
