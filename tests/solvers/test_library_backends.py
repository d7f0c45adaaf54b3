"""What is particular to each library: the traps that its backend has to step around."""

import json
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import closing
from importlib import metadata
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from accord.bench.judging.conformance import CASES, EVERY_4X4
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.answer import Status, answer, ask
from accord.solvers.backend import Backend
from accord.solvers.budget import Budget
from accord.solvers.cp import cpsat, cpsat_run, python_constraint
from accord.solvers.interface import GaveUpError, UnsupportedError
from accord.solvers.registry import backends
from places import SHARED

DATA = SHARED
TWO = next(case.puzzle for case in CASES if case.name == "two solutions")
# Peter Norvig, "Solving every sudoku puzzle": no solution, and 1,439 seconds to see it
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."


def backend(name: str) -> Backend:
    found = backends()[name]
    if found.missing:
        pytest.skip(found.missing)
    return found


def run(name: str, puzzle: Puzzle, limit: int | None = None, **settings: Any) -> Any:
    return backend(name).solve(puzzle, Budget(limit=limit), **settings)


def recorded(name: str) -> list[dict[str, Any]]:
    if not (DATA / name).is_file():
        pytest.skip(f"no {name} beside the project")
    with (DATA / name).open() as lines:
        return [json.loads(line) for line in lines]


def blank(size: int) -> Puzzle:
    return Puzzle(shape(size), Grid([0] * size * size))


# All three.


@pytest.mark.parametrize("name", ["cpsat", "sat-pycosat"])
def test_decides_large_puzzles_as_recorded(name: str) -> None:
    for record in recorded("large.jsonl"):
        if record["size"] == 25:
            continue  # up to a minute each
        box = record["box_rows"], record["box_cols"]
        puzzle = Puzzle(shape(record["size"], box), Grid(record["puzzle"]))
        found = answer(backend(name), puzzle, limit=2)
        assert found.solutions == (tuple(record["solution"]),), record["id"]
        assert found.exhausted, record["id"]


@pytest.mark.parametrize("name", ["cpsat", "sat-pycosat"])
def test_learning_solvers_see_at_once_what_search_does_not(name: str) -> None:
    puzzle = Puzzle(shape(9), Grid.parse(IMPOSSIBLE))
    assert answer(backend(name), puzzle).status is Status.UNSAT


# CP-SAT.


def test_cpsat_asked_on_after_a_single_solution_goes_on() -> None:
    grids = list(run("cpsat", TWO, limit=1))
    assert len(set(grids)) == len(grids) == 2


def test_cpsat_stands_still_while_its_grid_is_looked_at() -> None:
    with closing(run("cpsat", EVERY_4X4)) as grids:
        next(grids)
        before = time.process_time()
        time.sleep(0.2)
        assert time.process_time() - before < 0.1


def test_cpsat_stops_its_thread_when_the_time_is_over() -> None:
    threads = threading.active_count()
    claims = ask(backend("cpsat"), blank(36), Budget(seconds=0.3), {"enumeration": "forbid"})
    assert len(list(claims)) < 1_000
    assert threading.active_count() == threads


def test_cpsat_counts_what_it_did_also_when_stopped() -> None:
    for limit in (1, 2, None):
        counters = answer(backend("cpsat"), EVERY_4X4, limit=limit).counters
        assert {*counters} == {"conflicts", "decisions", "propagations", "restarts"}
        assert counters["decisions"] > 0


def test_cpsat_passes_on_what_went_wrong_in_its_thread() -> None:
    backend("cpsat")
    from ortools.sat.python import cp_model

    _, cells = cpsat._model(EVERY_4X4)
    with pytest.raises(AttributeError, match="'str' object"):
        next(cpsat_run.enumerated(cp_model.CpSolver(), "no model", cells, Budget()))


def test_cpsat_takes_no_other_status_for_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    backend("cpsat")
    from ortools.sat.python import cp_model

    def says(status: Any) -> Any:
        nothing = SimpleNamespace(
            num_conflicts=0,
            num_branches=0,
            num_binary_propagations=0,
            num_integer_propagations=0,
            num_restarts=0,
        )
        return SimpleNamespace(
            parameters=SimpleNamespace(),
            solve=lambda model, teller: status,
            stop_search=lambda: None,
            response_proto=nothing,
            status_name=cp_model.CpSolver().status_name,
        )

    model, cells = cpsat._model(EVERY_4X4)
    for way in (cpsat_run.enumerated, cpsat_run.one_by_one):
        with pytest.raises(GaveUpError, match="UNKNOWN"):
            list(way(says(cp_model.UNKNOWN), model, cells, Budget()))
        with pytest.raises(RuntimeError, match="calls the model invalid"):
            list(way(says(cp_model.MODEL_INVALID), model, cells, Budget()))
        assert list(way(says(cp_model.INFEASIBLE), model, cells, Budget())) == []
    with pytest.raises(GaveUpError, match="FEASIBLE"):
        list(cpsat_run.enumerated(says(cp_model.FEASIBLE), model, cells, Budget()))


# PicoSAT.


def test_pycosat_returns_false_things_for_satisfiable_formulas() -> None:
    """Why its results are never tested for truth."""
    pycosat = pytest.importorskip("pycosat")
    assert pycosat.solve([]) == []
    assert list(pycosat.itersolve([])) == [[]]
    assert pycosat.solve([()]) == "UNSAT"


def test_pycosat_takes_a_limit_for_a_proof() -> None:
    """Why its own limit is not used."""
    pycosat = pytest.importorskip("pycosat")
    clauses = [(1, 2), (-1, 3), (2, 3, 4)]
    assert len(list(pycosat.itersolve(clauses, prop_limit=1))) < len(
        list(pycosat.itersolve(clauses))
    )


# python-constraint.


def test_minconflicts_finds_one_solution_and_then_gives_up() -> None:
    grids = run("python-constraint", TWO, algorithm="minconflicts")
    assert not list(TWO.violations(next(grids)))
    with pytest.raises(GaveUpError, match="proves nothing"):
        next(grids)


def test_minconflicts_repeats_itself_and_varies_with_the_seed() -> None:
    latin = Puzzle(shape(3, rules=["latin"]), Grid([0] * 9))
    library = backend("python-constraint")
    settings: list[dict[str, Any]] = [{"algorithm": "minconflicts", "seed": n} for n in range(8)]
    found = [answer(library, latin, limit=1, **setting).solutions for setting in settings]
    assert found == [answer(library, latin, limit=1, **setting).solutions for setting in settings]
    assert len(set(found)) > 1


@pytest.mark.parametrize("algorithm", ["backtracking", "optimized", "recursive"])
def test_python_constraint_goes_as_deep_as_36x36(algorithm: str) -> None:
    limit = sys.getrecursionlimit()
    (case,) = (case for case in CASES if case.name == "a blank in each row, 36x36")
    found = answer(backend("python-constraint"), case.puzzle, algorithm=algorithm)
    assert len(found.solutions) == 1
    assert found.exhausted
    assert sys.getrecursionlimit() == limit


class NotLazy:
    """A search of the library that finds all its solutions before it tells the first."""

    def getSolution(self) -> dict[int, int] | None:  # noqa: N802
        return next(self.solutions(), None)

    def getSolutions(self) -> list[dict[int, int]]:  # noqa: N802
        return list(self.solutions())

    def getSolutionIter(self) -> Any:  # noqa: N802
        raise NotImplementedError

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def solutions(self) -> Iterator[dict[int, int]]:
        for grid in run("backtracking-first", self.puzzle):
            yield dict(enumerate(grid))


def test_a_search_that_is_not_lazy_claims_all_only_when_it_was_asked_for_all() -> None:
    def solutions(puzzle: Puzzle, limit: int) -> Iterator[dict[int, int]]:
        return python_constraint._solutions(NotLazy(puzzle), "recursive", Budget(limit=limit))

    clash = next(case.puzzle for case in CASES if case.name == "givens clash")
    assert len(list(solutions(TWO, 3))) == 2
    assert list(solutions(clash, 1)) == []
    first = solutions(TWO, 1)
    assert len(list(islice(first, 1))) == 1
    with pytest.raises(GaveUpError, match="did not look for more"):
        next(first)


def test_an_old_library_without_a_search_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    constraint = pytest.importorskip("constraint")
    monkeypatch.delattr(constraint, "OptimizedBacktrackingSolver")
    with pytest.raises(UnsupportedError, match="has no OptimizedBacktrackingSolver"):
        next(run("python-constraint", TWO, algorithm="optimized"))


def test_warns_once_when_both_distributions_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    backend("python-constraint")
    versions = {"python-constraint2": "2.9.0", "python-constraint": "1.4.0"}
    python_constraint._warn_of_two_libraries.cache_clear()
    monkeypatch.setattr(metadata, "version", versions.__getitem__)
    try:
        with warnings.catch_warnings(record=True) as received:
            warnings.simplefilter("always")
            for _ in range(2):
                next(run("python-constraint", TWO))
        (warning,) = received
        assert "found python-constraint2 2.9.0 and python-constraint 1.4.0" in str(warning.message)
    finally:
        python_constraint._warn_of_two_libraries.cache_clear()


def test_does_not_warn_of_one_distribution() -> None:
    python_constraint._warn_of_two_libraries.cache_clear()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        next(run("python-constraint", TWO))


def test_constraint_over_no_cells_would_be_one_over_all() -> None:
    """Why they are left out."""
    constraint = pytest.importorskip("constraint")
    problem = constraint.Problem(constraint.BacktrackingSolver())
    problem.addVariables([0, 1], [1])
    problem.addConstraint(constraint.AllDifferentConstraint(), ())
    assert problem.getSolution() is None
    puzzle = Puzzle(shape(4, extra=(AllDifferent(()),)), TWO.givens)
    assert len(answer(backend("python-constraint"), puzzle, limit=3).solutions) == 2
