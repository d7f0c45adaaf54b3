"""How fast human logic is: `python tools/logic_speed.py [PUZZLES]`.

Prints three things, all in CPU time of one process that is warmed up:

    deduce      an easy puzzle of the collection `9x9`, with the proof that it has one solution
    explain     so many mixed puzzles (1,000), with every deduction checked against the solution
    techniques  on the same puzzles, for each: how often it was called, what it found, how long it
                took, and in which part of the puzzles it was needed

The mixed puzzles are those of 9x9 that ship with one solution, famous hard ones among them, and
generated ones of 40 clues, of 30 and minimal in turn.  Generating 1,000 takes a minute, which is
not counted.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, cycle, islice
from statistics import median
from time import process_time

from accord.bench.generation.generate import generate
from accord.bench.instances.collection import instances_of
from accord.puzzles import Puzzle, shape
from accord.puzzles.puzzle import expect_puzzle
from accord.solvers.deciding import first_two
from accord.solvers.logic.engine.boards import Board, board_of
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.engine.engine import steps, techniques_up_to
from accord.solvers.logic.engine.explanation import deduce, explain
from accord.solvers.logic.engine.technique import Technique

COLLECTIONS = ("seeds", "famous", "9x9")
CLUES = (40, 30, None)  # of the generated puzzles in turn; None is minimal
FIRST_SEED = 10_000  # no puzzle that ships has it
TIMES = 20  # how often each easy puzzle is deduced


@dataclass
class Spent:
    """What was spent on a technique."""

    technique: Technique
    calls: int = 0
    deductions: int = 0
    seconds: float = 0.0  # CPU time
    needed: int = 0  # puzzles in whose path it found something

    def timed(self) -> Technique:
        """The technique, which notes what it costs."""
        return replace(self.technique, find=self._find)

    def _find(self, board: Board) -> Iterator[Deduction]:
        start = process_time()
        found = tuple(self.technique.find(board))
        self.seconds += process_time() - start
        self.calls += 1
        self.deductions += len(found)
        return iter(found)


def shipped() -> Iterator[Puzzle]:
    """The 9x9 puzzles with one solution that ship."""
    for name in COLLECTIONS:
        for instance in instances_of(name):
            expected, puzzle = instance.expected, expect_puzzle(instance.puzzle, "this")
            if expected and expected.count == 1 and puzzle.shape == shape(9):
                yield puzzle


def mixed() -> Iterator[Puzzle]:
    """Puzzles of all kinds without end: what ships, then what is generated."""
    yield from shipped()
    for seed, clues in zip(count(FIRST_SEED), cycle(CLUES), strict=False):
        yield generate(shape(9), seed, clues)


def easy() -> tuple[Puzzle, ...]:
    """The easy puzzles of the collection `9x9`."""
    found = instances_of("9x9")
    return tuple(expect_puzzle(each.puzzle, "this") for each in found if "easy" in each.name)


def cpu_time(work: Callable[[], object]) -> float:
    """The CPU time of some work, in seconds."""
    start = process_time()
    work()
    return process_time() - start


def deduce_times(puzzles: Iterable[Puzzle], times: int = TIMES) -> list[float]:
    """For each puzzle the median CPU time of deducing it, in seconds, after a first time."""

    def once(puzzle: Puzzle) -> float:
        return cpu_time(lambda: deduce(puzzle, first_two(puzzle)))

    return [median([once(puzzle) for _ in range(times + 1)][1:]) for puzzle in puzzles]


def explain_times(puzzles: Iterable[Puzzle]) -> tuple[list[float], int]:
    """For each puzzle the CPU time of explaining it, in seconds; and how many were solved."""
    times, solved = [], 0
    for puzzle in puzzles:
        start = process_time()
        solved += explain(puzzle, first_two(puzzle)).solved
        times.append(process_time() - start)
    return times, solved


def spent(puzzles: Iterable[Puzzle]) -> list[Spent]:
    """What was spent on each technique along the paths of puzzles with one solution."""
    notes = {each.name: Spent(each) for each in techniques_up_to(unique=True)}
    timed = [note.timed() for note in notes.values()]
    for puzzle in puzzles:
        for name in {step.technique.name for step in steps(board_of(puzzle), timed)}:
            notes[name].needed += 1
    return list(notes.values())


def table(notes: Sequence[Spent], puzzles: int) -> Iterator[str]:
    """The lines of the table of techniques, in the order in which they are tried."""
    width = max(len(note.technique.name) for note in notes)
    yield (
        f"{'technique':{width}}  {'calls':>7}  {'found':>7}  {'needed':>7}  {'seconds':>8}  "
        f"{'share':>6}  {'ms a call':>9}"
    )
    total = sum(note.seconds for note in notes) or 1.0
    for note in notes:
        each = note.seconds / note.calls * 1000 if note.calls else 0.0
        yield (
            f"{note.technique.name:{width}}  {note.calls:7}  {note.deductions:7}  "
            f"{note.needed / puzzles:7.1%}  {note.seconds:8.2f}  {note.seconds / total:6.1%}  "
            f"{each:9.3f}"
        )


def report(number: int) -> Iterator[str]:
    """The lines of all three measurements, as they are made."""
    times = sorted(deduce_times(easy()))
    yield (
        f"deduce: {len(times)} easy puzzles, {median(times) * 1000:.1f} ms each (median), "
        f"at most {times[-1] * 1000:.1f} ms"
    )
    puzzles = tuple(islice(mixed(), number))
    times, solved = explain_times(puzzles)
    yield (
        f"explain: {number} mixed puzzles in {sum(times):.1f} s, "
        f"{median(times) * 1000:.1f} ms each (median), at most {max(times) * 1000:.0f} ms; "
        f"{solved} are solved"
    )
    yield ""
    yield from table(spent(puzzles), number)


def main(arguments: Sequence[str]) -> None:
    """Print the report on so many puzzles."""
    (number,) = arguments or ("1000",)
    if not (number.isdecimal() and int(number)):
        sys.exit(f"found {number!r} puzzles, expected 1 or more")
    for line in report(int(number)):
        print(line, flush=True)


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    main(sys.argv[1:])
