"""What every backend must do.

`conformance(backend, settings)` asks a backend questions whose answers are known from elsewhere and
yields a complaint for each thing it does wrong; a backend that is right gets none.  It needs no
test framework, so that the author of a solver from outside can run it too, in his own process:

    for complaint in conformance(select("package.module:OBJECT").backend):
        print(complaint)

`accord conformance` asks a solver in another one, where it can change nothing of what judges, but
for the two checks of IN_ITS_PROCESS.

The expected counts come from the literature (288 grids of order 4, 576 Latin squares: OEIS
A107739 and A002860), from brute force over these, which a test repeats, or from an argument: a
blank in each row is decided by its row.  Unique puzzles are famous, or were generated and decided
by two engines.

A backend is judged by what it declares: one that is not complete may give up but never be wrong,
one that does not enumerate is asked for one solution, and a puzzle it calls unsupported is left
out.  A hard case has HARD_SECONDS: there, and only there, running out of time is no fault.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, islice, zip_longest
from math import inf
from operator import index
from pathlib import Path
from threading import active_count
from typing import Any, ClassVar

from accord.bench.hunt.remote_backend import RemoteBackend, RemoteSolverError
from accord.bench.run.messages import NonsenseError
from accord.bench.run.supervisor import CannotStartError, EndedError
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Cell, Grid, Value, cell_name
from accord.puzzles.phrasing import listed
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape, default_box, shape
from accord.solvers.answer import answer
from accord.solvers.backend import Backend
from accord.solvers.interface import Budget, GaveUpError, Settings, UnsupportedError
from accord.solvers.registry import Selection

HARD_SECONDS = 0.5  # for each hard case


@dataclass(frozen=True)
class Case:
    """A puzzle and the number of its solutions."""

    name: str
    puzzle: Puzzle
    count: int


Check = Callable[[Backend, Settings], Iterator[str]]


def conformance(
    backend: Backend, settings: Settings | None = None, checks: tuple[Check, ...] | None = None
) -> Iterator[str]:
    """Everything the backend does wrong with these settings; each complaint names its check."""
    for check in CHECKS if checks is None else checks:
        name = check.__name__.replace("_", " ")
        try:
            for complaint in check(backend, settings or {}):
                yield f"{name}: {complaint}"
        except RemoteSolverError as error:  # which begins with the name of what it raised
            yield f"{name}: raised {error}"
        except EndedError as error:  # which says why there is no answer
            yield f"{name}: {error}"
        except Exception as error:  # of a foreign solver: whatever it raises is a complaint
            yield f"{name}: raised {type(error).__name__}: {error}"


def conformance_of(remote: RemoteBackend) -> Iterator[str]:
    """The complaints of all checks about a solver that runs in a process of its own.

    The checks run in this process, where the solver cannot change them, except those of
    IN_ITS_PROCESS: whether it leaves threads or changes its puzzle shows in its process only.  That
    these find nothing is the solver's own word, as it can change them there.
    """
    for check in CHECKS:
        if check not in IN_ITS_PROCESS:
            yield from conformance(remote.backend, None, (check,))
            continue
        try:
            yield from remote.texts(_in_its_process, check)
        except (CannotStartError, EndedError, NonsenseError) as error:
            yield f"{check.__name__.replace('_', ' ')}: raised {type(error).__name__}: {error}"


def _in_its_process(chosen: Selection, check: Check) -> Iterator[str]:
    return conformance(chosen.backend, chosen.settings, (check,))


def finds_every_solution_once_then_stops(backend: Backend, settings: Settings) -> Iterator[str]:
    """Valid, different, as many as there are, and the claim that these are all."""
    for case in SMALL_CASES:
        yield from _wrong(case, backend, settings, inf)


def decides_usual_cases(backend: Backend, settings: Settings) -> Iterator[str]:
    """Every solution of puzzles in many shapes, none of them hard."""
    for case in USUAL_CASES:
        yield from _wrong(case, backend, settings, inf)


def decides_the_largest_size(backend: Backend, settings: Settings) -> Iterator[str]:
    """The solution of a 36x36 puzzle, whose rows decide it."""
    yield from _wrong(LARGEST_CASE, backend, settings, inf)


def counts_hundreds_of_solutions(backend: Backend, settings: Settings) -> Iterator[str]:
    """Every solution of puzzles with hundreds of them."""
    for case in MANY_CASES:
        yield from _wrong(case, backend, settings, inf)


def decides_hard_cases_or_gives_up(backend: Backend, settings: Settings) -> Iterator[str]:
    """Every solution of large and hard puzzles, unless it runs out of time."""
    for case in HARD_CASES:
        yield from _wrong(case, backend, settings, HARD_SECONDS)


def never_takes_the_limit_for_a_proof(backend: Backend, settings: Settings) -> Iterator[str]:
    """Asked for 2 of 288 solutions and then for one more, it has it or gives up."""
    limit = 2 if backend.enumerates else 1
    with closing(_run(backend, EVERY_4X4, settings, limit)) as run:
        try:
            found = list(islice(run, limit))
            if len(found) == limit:
                next(run)
        except GaveUpError:
            return
        except StopIteration:
            yield f"returned after the {limit} solutions it was asked for, but there are 288"
    if len(found) < limit:
        yield f"returned after {len(found)} solutions, but there are 288"


def claims_nothing_out_of_time(backend: Backend, settings: Settings) -> Iterator[str]:
    """With no time at all it neither finds nor proves anything."""
    for case in _named("every 4x4 grid", "givens clash", "an empty domain", "one solution, 9x9"):
        found = answer(backend, case.puzzle, limit=2, seconds=0, **settings)
        if found.exhausted:
            yield f"{case.name}: claims a proof in no time"
        if found.solutions:
            yield f"{case.name}: found a solution in no time"


def yields_whole_numbers(backend: Backend, settings: Settings) -> Iterator[str]:
    """Each solution is a sequence of N integers."""
    with closing(_run(backend, EVERY_4X4, settings, 1)) as run:
        for values in _until_it_gives_up(islice(run, 1)):
            try:
                number = len(list(map(index, values)))
            except TypeError:
                yield f"found {values!r:.60}, expected 16 integers"
                continue
            if number != 16:
                yield f"found {number} values, expected 16"


def leaves_the_puzzle_alone(backend: Backend, settings: Settings) -> Iterator[str]:
    """The puzzle has not changed afterwards."""
    for case in _named("every 4x4 grid", "candidates", "a constraint over three cells"):
        shared = case.puzzle
        asked = Puzzle(shared.shape, shared.givens, shared.candidates)
        before = _everything(asked)
        answer(backend, asked, limit=2, **settings)
        if _everything(asked) != before:
            yield f"{case.name}: changed the puzzle it was asked"


def answers_the_same_twice(backend: Backend, settings: Settings) -> Iterator[str]:
    """Asked twice, it finds equal solutions in equal order."""
    limit = 3 if backend.enumerates else 1
    first, second = (answer(backend, EVERY_4X4, limit=limit, **settings) for _ in range(2))
    if (first.solutions, first.exhausted) != (second.solutions, second.exhausted):
        yield f"found {_texts(first.grids)}, then {_texts(second.grids)}"


def stops_when_closed(backend: Backend, settings: Settings) -> Iterator[str]:
    """Closed before, or after the first solution, it can be asked again."""
    for taken in (0, 1):
        _ask_and_close(backend, settings, taken)
    for case in _named("two solutions"):
        yield from _wrong(case, backend, settings, inf)


def leaves_no_thread(backend: Backend, settings: Settings) -> Iterator[str]:
    """Closed before, or after the first solution, it leaves none."""
    threads = active_count()
    for taken in (0, 1):
        _ask_and_close(backend, settings, taken)
        if active_count() > threads:
            yield f"left {active_count() - threads} threads when it was closed"
            return


def keeps_two_runs_apart(backend: Backend, settings: Settings) -> Iterator[str]:
    """Two runs that take turns find what each finds alone."""
    cases = [
        case for case in _named("two solutions", "every 3x3 Latin square") if backend.enumerates
    ]
    runs = [_run(backend, case.puzzle, settings, None) for case in cases]
    together = list(zip_longest(*map(_until_it_gives_up, runs)))
    for case, found in zip(cases, zip(*together, strict=True), strict=False):
        grids = {Grid(grid) for grid in found if grid is not None}
        if any(violation for grid in grids for violation in case.puzzle.violations(grid)):
            yield f"{case.name}: found {_texts(grids)}, which is wrong"
        elif backend.complete and len(grids) != case.count:
            yield f"{case.name}: found {len(grids)} solutions, expected {case.count}"


def never_ignores_a_constraint(backend: Backend, settings: Settings) -> Iterator[str]:
    """Asked about a constraint that it was not written for, it says so, or obeys it.

    What it declares would keep such a puzzle from it; here the declaration is made wider.
    """
    puzzle = Puzzle(shape(4, extra=(Equal((0, 1)),)), EVERY_4X4.givens)
    wider = replace(backend, posts=None, problems=True)
    try:
        found = answer(wider, puzzle, limit=1, **settings)
    except UnsupportedError:
        return
    for grid in found.solutions:
        yield f"ignored a constraint: {next(puzzle.violations(grid))}, expected UnsupportedError"


CHECKS: tuple[Check, ...] = (
    finds_every_solution_once_then_stops,
    decides_usual_cases,
    decides_the_largest_size,
    counts_hundreds_of_solutions,
    decides_hard_cases_or_gives_up,
    never_takes_the_limit_for_a_proof,
    claims_nothing_out_of_time,
    yields_whole_numbers,
    leaves_the_puzzle_alone,
    answers_the_same_twice,
    stops_when_closed,
    leaves_no_thread,
    keeps_two_runs_apart,
    never_ignores_a_constraint,
)

IN_ITS_PROCESS = (leaves_the_puzzle_alone, leaves_no_thread)  # what shows only there


def _wrong(case: Case, backend: Backend, settings: Settings, seconds: float) -> Iterator[str]:
    if backend.unsupported(case.puzzle):
        return
    limit = case.count + 1 if backend.enumerates else 1
    try:
        found = answer(backend, case.puzzle, limit=limit, seconds=seconds, **settings)
    except EndedError as error:
        error.args = (f"{case.name}: {error}",)
        raise  # nothing more is asked in this check: each puzzle would take its time limit
    different = len(set(found.solutions))
    for grid in found.solutions:
        for violation in islice(case.puzzle.violations(grid), 1):
            yield f"{case.name}: found {grid}, but {violation}"
    if different < len(found.solutions):
        yield f"{case.name}: found a grid twice"
    if found.exhausted and different != case.count:
        yield f"{case.name}: claims that {different} solutions are all, expected {case.count}"
    if not found.exhausted and backend.complete and seconds == inf:
        if different < min(limit, case.count):
            yield f"{case.name}: {found.reason} after {different} solutions, expected {case.count}"
        elif backend.proves and different < limit:
            yield f"{case.name}: {found.reason}, expected the proof that there are no more"


def _named(*names: str) -> Iterator[Case]:
    return (case for case in CASES if case.name in names)


def _run(
    backend: Backend, puzzle: Puzzle, settings: Settings, limit: int | None
) -> Any:  # a generator, if the backend is right
    return backend.solve(puzzle, Budget(limit=limit), **settings)


def _ask_and_close(backend: Backend, settings: Settings, taken: int) -> None:
    """Close a run after so many solutions."""
    with closing(_run(backend, EVERY_4X4, settings, None)) as run:
        list(_until_it_gives_up(islice(run, taken)))


def _until_it_gives_up(grids: Iterator[Grid]) -> Iterator[Grid]:
    try:
        yield from grids
    except GaveUpError:
        return


def _everything(puzzle: Puzzle) -> object:
    fresh = Puzzle(puzzle.shape, puzzle.givens, puzzle.candidates)
    return repr(puzzle), puzzle.digest, fresh.digest, puzzle.domains, puzzle.constraints


def _texts(grids: Iterable[Grid]) -> str:
    return " ".join(map(str, grids)) or "nothing"


@dataclass(frozen=True)
class Equal:
    """A constraint that no backend knows: the cells hold the same value."""

    kind: ClassVar[str] = "equal"

    scope: tuple[Cell, ...]
    name: str = "equal cells"

    def holds(self, values: Sequence[Value]) -> bool:
        return len(set(values)) < 2

    def violations(self, values: Sequence[Value], names: Sequence[str]) -> Iterator[str]:
        if not self.holds(values):
            yield f"{listed(names)} differ"

    def record(self, names: Sequence[str]) -> dict[str, Any]:
        return {"scope": [names[cell] for cell in self.scope]}

    @classmethod
    def from_record(
        cls, record: Mapping[str, Any], numbers: Mapping[str, int], name: str
    ) -> "Equal":
        return cls(tuple(numbers[each] for each in record["scope"]), name)


def _case(
    name: str,
    count: int,
    size: int,
    givens: str = "",
    candidates: dict[str, list[Value]] | None = None,
    **of_shape: Any,
) -> Case:
    """A case as conformance.toml has it: candidates by cell names."""
    symbols = "".join(givens.split()).ljust(size * size, ".")
    puzzle = Puzzle(_shape(size, **of_shape), Grid.parse(symbols))
    if candidates is not None:
        cells = (cell_name(cell, size) for cell in range(size * size))
        marks = (frozenset(candidates.get(cell, range(1, size + 1))) for cell in cells)
        puzzle = Puzzle(puzzle.shape, puzzle.givens, tuple(marks))
    return Case(name, puzzle, count)


def _shape(
    size: int,
    different: Iterable[Iterable[Cell]] = (),
    regions: str = "",
    box: Sequence[int] | None = None,
    rules: Iterable[str] = (),
) -> Shape:
    """A shape as conformance.toml has it: scopes of AllDifferent."""
    areas = list(map(int, "".join(regions.split()))) or None
    extra = [AllDifferent(tuple(cells)) for cells in different]
    return shape(size, None if box is None else (box[0], box[1]), rules, areas, extra)


def _givens_as_candidates(puzzle: Puzzle) -> Puzzle:
    return Puzzle(puzzle.shape, Grid([0] * len(puzzle.givens)), puzzle.domains)


def _blank_in_each_row(size: int) -> Puzzle:
    """A grid whose rows are shifts of 1..n, with one cell of each row blank."""
    height, width = default_box(size) or (1, size)
    first = [(width * (row % height) + row // height) % size for row in range(size)]
    rows = [[(first[row] + column) % size + 1 for column in range(size)] for row in range(size)]
    for row, values in enumerate(rows):
        values[row * 7 % size] = 0
    return Puzzle(shape(size), Grid(chain.from_iterable(rows)))


def _cases() -> dict[str, tuple[Case, ...]]:
    """The cases of conformance.toml, by group."""
    groups = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {group: tuple(_case(**each) for each in cases) for group, cases in groups.items()}


_GROUPS = _cases()
_PUZZLES = {case.name: case.puzzle for cases in _GROUPS.values() for case in cases}
EVERY_4X4, USUAL = _PUZZLES["every 4x4 grid"], _PUZZLES["one solution, 9x9"]
SMALL_CASES, MANY_CASES, HARD_CASES = _GROUPS["small"], _GROUPS["many"], _GROUPS["hard"]
USUAL_CASES = (
    *_GROUPS["usual"],
    Case("givens written as candidates", _givens_as_candidates(USUAL), 1),
    Case("a blank in each row, 25x25", _blank_in_each_row(25), 1),
)
LARGEST_CASE = Case("a blank in each row, 36x36", _blank_in_each_row(36), 1)
CASES = (*SMALL_CASES, *USUAL_CASES, LARGEST_CASE, *MANY_CASES, *HARD_CASES)
