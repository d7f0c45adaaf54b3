"""Agreement: do the fast solvers find what a readable one finds?

`python tools/agreement.py [PUZZLES [SEED [PART]]]` makes puzzles of all kinds (100,000 by default),
asks the fast solvers and a readable one, and prints every puzzle on which they differ.  A fast
solver is one that takes arrays of puzzles; it is asked both ways, in arrays and one by one.
Answers are compared as sets of grids where the readable solver claims to have them all, and as
numbers of different valid grids up to the limit where it does not.

Puzzles come in parts of 500, the first made with the seed, the second with the next one and so on.
As many parts are compared at a time as there are processors; progress goes to standard error.

A puzzle is made from a solution of its shape, in another form each time
(puzzles/sudoku/symmetry.py), by what is done to the givens:

    kept       more or fewer of them are kept; from full grids to ones with many solutions
    clashing   two givens of a house are the same: no solution, seen at once
    altered    one given is another value than in the solution: mostly no solution, seen late
    strange    givens at random, without regard to any solution
    marked     some candidates of blank cells are crossed out, perhaps the solution's
    emptied    a cell without any candidate
"""

import multiprocessing
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count, islice
from operator import add
from random import Random
from typing import NamedTuple, TypeVar

import numpy

from accord.bench.generation.chance import shuffled
from accord.bench.generation.full_grid import full_grid
from accord.bench.generation.generate import generate
from accord.bench.generation.regions import jigsaw
from accord.puzzles import AllDifferent, Cell, Grid, Puzzle, Shape, Value, shape
from accord.puzzles.sudoku.symmetry import isomorph
from accord.solvers.answer import Answer, answer, verified
from accord.solvers.registry import available, registered

Item = TypeVar("Item")
READABLE = "backtracking-mrv:filter=hidden"
LIMIT = 20  # solutions
SECONDS = 0.5  # for the readable solver: a puzzle that it does not decide is passed over
FAST_SECONDS = 5.0  # for a fast one, which at times makes more guesses than the readable one
BASES = 4  # puzzles of each shape that the others are made of
PART = 500  # puzzles made with one seed


class Made(NamedTuple):
    """A puzzle, and what was done to its givens."""

    kind: str
    puzzle: Puzzle


class Difference(NamedTuple):
    """A puzzle on which a solver differs from the readable one."""

    solver: str
    made: Made
    found: str
    expected: str

    def __str__(self) -> str:
        kind, puzzle = self.made
        return f"{self.solver} on a {kind} {puzzle}: found {self.found}, expected {self.expected}"


# a 9x9 with further constraints on fewer cells than there are values
CAGED = shape(9, extra=(AllDifferent((0, 10, 20, 30)), AllDifferent((8, 16, 24, 32, 40))))
SHAPES = (  # with how often each is drawn
    (shape(9), 12),
    *((shape(size, box), 1) for size, box in ((4, None), (6, None), (6, (3, 2)), (8, None))),
    *((shape(9, rules=rules), 1) for rules in (["diagonals"], ["windoku"], ["latin"])),
    *((shape(size, regions=jigsaw(size, seed)), 1) for size, seed in ((5, 0), (7, 1), (9, 3))),
    *((figure, 1) for figure in (shape(7, rules=["latin"]), CAGED, shape(12), shape(16))),
)
CLUES = {12: 60, 16: 120}  # of the larger bases, which are not minimal


def puzzles(seed: int) -> Iterator[Made]:
    """Puzzles of all kinds without end, the same for a seed everywhere."""
    random = Random(seed)
    drawn = [figure for figure, often in SHAPES for _ in range(often)]
    for number in count(1):
        figure = _one(drawn, random)
        givens, grid = _base(figure, int(random.random() * BASES))
        made = _one(KINDS, random)
        puzzle = made(Puzzle(figure, givens), grid, random)
        yield Made(made.__name__, isomorph(puzzle, seed, number)[0])


@cache
def _base(figure: Shape, seed: int) -> tuple[Grid, Grid]:
    """The givens of a puzzle with one solution, and this."""
    puzzle = generate(figure, seed, CLUES.get(figure.size))
    return puzzle.givens, full_grid(figure, Random(seed))


def kept(puzzle: Puzzle, grid: Grid, random: Random) -> Puzzle:
    """More givens than are needed, or fewer."""
    cells = shuffled(range(len(grid)), random)
    change = int(random.random() * len(grid) / 2) if random.random() < 0.7 else 0
    givens = list(puzzle.givens)
    if random.random() < 0.5:
        for cell in cells[:change]:
            givens[cell] = grid[cell]
    else:
        for cell in [cell for cell in cells if givens[cell]][: 1 + change % 5]:
            givens[cell] = 0
    return Puzzle(puzzle.shape, Grid(givens))


def clashing(puzzle: Puzzle, grid: Grid, random: Random) -> Puzzle:
    """Two givens of a house are the same."""
    house = _one(puzzle.houses, random).cells
    one, other = shuffled(house, random)[:2]
    return _with(puzzle, {one: grid[one], other: grid[one]})


def altered(puzzle: Puzzle, grid: Grid, random: Random) -> Puzzle:
    """One given is another value than in the solution."""
    cell = _one([cell for cell, value in enumerate(puzzle.givens) if value], random)
    return _with(puzzle, {cell: grid[cell] % puzzle.size + 1})


def strange(puzzle: Puzzle, grid: Grid, random: Random) -> Puzzle:
    """Givens at random, none of which clashes with one before it."""
    givens = [0] * len(grid)
    density = 0.2 + 0.4 * random.random()
    for cell in shuffled(range(len(grid)), random)[: int(density * len(grid))]:
        taken = {givens[peer] for peer in puzzle.peers[cell]}
        free = [value for value in range(1, puzzle.size + 1) if value not in taken]
        givens[cell] = _one(free, random) if free else 0
    return Puzzle(puzzle.shape, Grid(givens))


def marked(puzzle: Puzzle, grid: Grid, random: Random) -> Puzzle:
    """Candidates are crossed out; half of the time not those of the solution."""
    solvable = random.random() < 0.5
    density = 0.3 * random.random()

    def left(right: Value) -> Iterator[Value]:
        for value in range(1, puzzle.size + 1):
            if random.random() >= density or (solvable and value == right):
                yield value

    return Puzzle(puzzle.shape, puzzle.givens, tuple(frozenset(left(right)) for right in grid))


def emptied(puzzle: Puzzle, grid: Grid, random: Random) -> Puzzle:
    """A cell without any candidate."""
    every = frozenset(range(1, puzzle.size + 1))
    marks = [every] * len(grid)
    marks[int(random.random() * len(grid))] = frozenset()
    return Puzzle(puzzle.shape, puzzle.givens, tuple(marks))


KINDS: tuple[Callable[[Puzzle, Grid, Random], Puzzle], ...] = (
    *(kept, kept, kept, kept, clashing, altered, altered, strange, strange, marked, emptied),
)


def _one(items: Sequence[Item], random: Random) -> Item:
    return items[int(random.random() * len(items))]


def _with(puzzle: Puzzle, values: Mapping[Cell, Value]) -> Puzzle:
    givens = [values.get(cell, value) for cell, value in enumerate(puzzle.givens)]
    return Puzzle(puzzle.shape, Grid(givens))


def fast_solvers() -> list[str]:
    """The names of the solvers that can run here and take arrays of puzzles."""
    return [name for name, backend in available().items() if backend.many]


class Compared(NamedTuple):
    """The figures of a comparison."""

    kinds: Counter[str]  # puzzles compared, by what was done to them
    counts: Counter[str]  # the same, by how many solutions they have
    passed_over: int  # puzzles that the readable solver did not decide in its time
    undecided: Counter[str]  # puzzles that a fast solver did not decide in its time, by its name
    differences: list[Difference]

    def plus(self, other: "Compared") -> "Compared":
        """The figures of both together."""
        return Compared(*map(add, self, other))


NOTHING = Compared(Counter(), Counter(), 0, Counter(), [])
Known = Sequence[tuple[Made, Answer]]  # with the answer of the readable solver


def compare(made: Iterable[Made], solvers: Sequence[str]) -> Compared:
    """How the answers of the solvers compare with those of the readable one."""
    made = list(made)
    answers = [_asked(READABLE, each.puzzle, SECONDS) for each in made]
    known = [(each, right) for each, right in zip(made, answers, strict=True) if right]
    undecided, differences = Counter[str](), list[Difference]()
    for solver in solvers:
        found = [_asked(solver, each.puzzle, FAST_SECONDS) for each, _ in known]
        undecided[solver] = found.count(None)
        differences.extend(_one_by_one(solver, known, found))
        decided = [each for each, own in zip(known, found, strict=True) if own]
        differences.extend(_in_arrays(solver, decided))
    return Compared(
        Counter(each.kind for each, _ in known),
        Counter(_number(len(right.solutions)) for _, right in known),
        len(made) - len(known),
        +undecided,
        differences,
    )


def parts(number: int, seed: int, part: int) -> Iterator[tuple[int, int]]:
    """How many puzzles each part has, and its seed."""
    for start in range(0, number, part):
        yield min(part, number - start), seed + start // part


def compare_part(part: tuple[int, int]) -> Compared:
    """The comparison on the puzzles of a part; works in a process of its own."""
    number, seed = part
    return compare(islice(puzzles(seed), number), fast_solvers())


def _asked(solver: str, puzzle: Puzzle, seconds: float) -> Answer | None:
    """The verified answer of a solver; None where it did not decide in its time."""
    chosen = registered(solver)
    found = answer(chosen.backend, puzzle, limit=LIMIT, seconds=seconds, **chosen.settings)
    decided = found.exhausted or len(found.solutions) == LIMIT
    return verified(found, puzzle, solver) if decided else None


def _number(count: int) -> str:
    return f"{LIMIT} or more" if count == LIMIT else str(count) if count < 2 else f"2-{LIMIT - 1}"


def _one_by_one(solver: str, known: Known, found: Sequence[Answer | None]) -> Iterator[Difference]:
    """Where the grids that a solver found are others, or are not as many."""
    for (made, right), own in zip(known, found, strict=True):
        if own is None:
            continue
        if len(own.solutions) != len(right.solutions):
            numbers = f"{len(own.solutions)} grids", f"{len(right.solutions)}"
            yield Difference(solver, made, *numbers)
        elif right.exhausted and {*own.solutions} != {*right.solutions}:
            yield Difference(solver, made, "other grids", "the same")


def _in_arrays(solver: str, known: Known) -> Iterator[Difference]:
    """Where the numbers are others that it gives for an array, or its grids are wrong."""
    many = available()[solver].many
    by_shape: dict[Shape, list[tuple[Made, Answer]]] = defaultdict(list)
    for made, right in known:
        if made.puzzle.candidates is None:
            by_shape[made.puzzle.shape].append((made, right))
    for figure, group in by_shape.items():
        assert many is not None
        givens = numpy.array([made.puzzle.givens for made, _ in group], numpy.uint8)
        found = many(figure, givens, LIMIT, 1)
        for (made, right), number, grid in zip(group, found.counts, found.solutions, strict=True):
            if number != len(right.solutions):
                yield Difference(solver, made, f"{number} in an array", f"{len(right.solutions)}")
            elif number and (broken := list(made.puzzle.violations(grid.tolist()))):
                yield Difference(solver, made, f"{broken[0]} in an array", "a solution")


def main(number: int = 100_000, seed: int = 0, part: int = PART) -> int:
    """Print the comparison of so many puzzles; 1 where there is a difference."""
    found, solvers = NOTHING, ", ".join(fast_solvers())
    processes = multiprocessing.get_context("spawn")
    with processes.Pool(min(os.cpu_count() or 1, -(-number // part))) as pool:
        for each in pool.imap_unordered(compare_part, parts(number, seed, part)):
            found = found.plus(each)
            differences = len(found.differences)
            print(f"{found.kinds.total():,} compared, {differences:,} differ", file=sys.stderr)
    print(f"{solvers} against {READABLE}: {found.kinds.total():,} puzzles compared")
    for numbers in (found.kinds, found.counts):
        print("  " + ", ".join(f"{name} {number:,}" for name, number in sorted(numbers.items())))
    print(f"  {found.passed_over:,} passed over, {len(found.differences):,} differences")
    for solver, undecided in found.undecided.items():
        print(f"  {solver} did not decide {undecided:,} of them in {FAST_SECONDS:g} s")
    for difference in found.differences:
        print(difference)
    return int(bool(found.differences))


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    sys.exit(main(*map(int, sys.argv[1:])))
