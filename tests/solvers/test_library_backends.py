"""What is particular to each library: the traps that its backend has to step around."""

import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import closing
from importlib import metadata
from itertools import islice
from types import SimpleNamespace
from typing import Any

import constraint
import pycosat
import pytest

from accord.bench.hunt.conformance import CASES, EVERY_4X4
from accord.bench.make.instances.collection import instances_of
from accord.puzzles import AllDifferent, Grid, Puzzle, shape
from accord.puzzles.constraints.arguments import as_read
from accord.solvers.answer import answer
from accord.solvers.backend import Backend
from accord.solvers.budget import Budget
from accord.solvers.cp import cpsat, cpsat_run, python_constraint
from accord.solvers.interface import GaveUpError, UnsupportedError
from accord.solvers.registry import backends
from optional import library
from places import SUPPORT

TWO = next(case.puzzle for case in CASES if case.name == "two solutions")


def backend(name: str) -> Backend:
    return backends()[name]


def run(name: str, puzzle: Puzzle, limit: int | None = None, **settings: Any) -> Any:
    return backend(name).solve(puzzle, Budget(limit=limit), **settings)


# CP-SAT.


def test_cpsat_stands_still_while_its_grid_is_looked_at() -> None:
    with closing(run("cpsat", EVERY_4X4)) as grids:
        next(grids)
        before = time.process_time()
        time.sleep(0.5)
        assert time.process_time() - before < 10 * 0.02


def test_cpsat_passes_on_what_went_wrong_in_its_thread() -> None:
    from ortools.sat.python import cp_model

    cells = cpsat.post(EVERY_4X4, cp_model.CpModel())
    no_model = SimpleNamespace(may_repeat=False)
    with pytest.raises(AttributeError, match=r"'types[.]SimpleNamespace' object"):
        next(cpsat_run.enumerated(cp_model.CpSolver(), no_model, cells, Budget()))


def test_cpsat_takes_no_other_status_for_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
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

    cells = cpsat.post(EVERY_4X4, model := cpsat_run.new_model())
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
    assert pycosat.solve([]) == []
    assert list(pycosat.itersolve([])) == [[]]
    assert pycosat.solve([()]) == "UNSAT"


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


def test_python_constraint_goes_as_deep_as_36x36_and_leaves_the_limit_as_it_was() -> None:
    limit = sys.getrecursionlimit()
    (case,) = (case for case in CASES if case.name == "a blank in each row, 36x36")
    found = answer(backend("python-constraint"), case.puzzle, algorithm="recursive")
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
    monkeypatch.delattr(constraint, "OptimizedBacktrackingSolver")
    with pytest.raises(UnsupportedError, match="has no OptimizedBacktrackingSolver"):
        next(run("python-constraint", TWO, algorithm="optimized"))


def test_warns_once_when_both_distributions_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_constraint_over_no_cells_would_be_one_over_all() -> None:
    """Why they are left out."""
    problem = constraint.Problem(constraint.BacktrackingSolver())
    problem.addVariables([0, 1], [1])
    problem.addConstraint(constraint.AllDifferentConstraint(), ())
    assert problem.getSolution() is None
    puzzle = Puzzle(shape(4, extra=(as_read(AllDifferent, ()),)), TWO.givens)
    assert len(answer(backend("python-constraint"), puzzle, limit=3).solutions) == 2


# Z3 and clingo.

LIBRARIES = {"z3-int": "z3", "z3-bv": "z3", "clingo": "clingo"}


@pytest.fixture(params=LIBRARIES)
def name(request: pytest.FixtureRequest) -> str:
    library(LIBRARIES[request.param])
    return str(request.param)


def test_a_seed_changes_the_way_and_not_the_answer(name: str) -> None:
    puzzle = list(instances_of("16x16"))[-1].problem
    runs = [answer(backend(name), puzzle, seed=seed) for seed in (0, 1, 2, 0)]
    assert len({run.solutions for run in runs}) == 1
    assert all(run.exhausted for run in runs)
    assert runs[0].counters == runs[3].counters
    assert len({run.counters["decisions"] for run in runs}) > 1


def test_hears_ctrl_c_in_the_middle_of_a_search(name: str) -> None:
    code = f"""
import os, signal, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from accord.bench.hunt.conformance import EVERY_4X4
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from known_puzzles import PIGEONS
asked = backends()[{name!r}]
answer(asked, EVERY_4X4, limit=1)
threads, before = threading.active_count(), time.monotonic()
timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
timer.start()
try:
    answer(asked, PIGEONS, seconds=600)
except KeyboardInterrupt:
    timer.join()
    print(time.monotonic() - before, threading.active_count() - threads)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=SUPPORT, capture_output=True, text=True)
    took, left = done.stdout.split()
    assert (left, done.stderr) == ("0", "")
    assert float(took) < 600
