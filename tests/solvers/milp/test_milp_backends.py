"""HiGHS, SCIP, and CP-SAT with Booleans: the traps that each has to be led around."""

from types import SimpleNamespace
from typing import Any

import pytest

from accord.bench.hunt.conformance import CASES, EVERY_4X4, SMALL_CASES
from accord.bench.make.instances.collection import instances_of
from accord.encodings import exact_cover
from accord.encodings.model import ModelError
from accord.encodings.problems import integer_program
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.files.texts import read
from accord.puzzles.problem import Solution
from accord.puzzles.puzzle import expect_puzzle
from accord.solvers.answer import answer
from accord.solvers.backend import Backend
from accord.solvers.budget import OUT_OF_TIME, Budget
from accord.solvers.cp import cpsat_bool
from accord.solvers.interface import GaveUpError
from accord.solvers.milp import highs as milp_highs
from accord.solvers.milp import scip as milp_scip
from accord.solvers.registry import backends
from optional import library
from puzzle_facts import puzzle_of

TWO = next(case.puzzle for case in CASES if case.name == "two solutions")


def backend(name: str) -> Backend:
    found = backends()[name]
    if found.missing:
        library(found.needs[0].module)
    return found


def run(name: str, puzzle: Puzzle, limit: int | None = None, **settings: Any) -> Any:
    return backend(name).solve(puzzle, Budget(limit=limit), **settings)


# HiGHS.


def highs_that_says(status: str, values: Any = ()) -> Any:
    highspy = library("highspy")
    real = highspy.Highs()
    return SimpleNamespace(
        setOptionValue=lambda option, value: highspy.HighsStatus.kOk,
        getOptionValue=lambda option: (highspy.HighsStatus.kOk, "on"),
        clearSolver=lambda: None,
        run=lambda: None,
        getInfo=lambda: SimpleNamespace(mip_node_count=-1),
        getModelStatus=lambda: getattr(highspy.HighsModelStatus, status),
        modelStatusToString=real.modelStatusToString,
        getSolution=lambda: SimpleNamespace(col_value=values),
    )


def ask_highs(status: str, values: Any = ()) -> Solution | None:
    program = integer_program.encode(Puzzle(shape(1), Grid([0])))
    return milp_highs._find(highs_that_says(status, values), program, Budget())


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        ("kUnboundedOrInfeasible", "HiGHS: Primal infeasible or unbounded"),
        ("kUnknown", "HiGHS: Unknown"),
        ("kNotset", "HiGHS: Not Set"),
        ("kSolutionLimit", "HiGHS: Solution limit reached"),
        ("kInterrupt", "HiGHS: Interrupted by user"),
        ("kTimeLimit", OUT_OF_TIME),
    ],
)
def test_highs_proves_by_one_status_only(status: str, reason: str) -> None:
    assert ask_highs("kInfeasible") is None
    assert ask_highs("kOptimal", [0.9999999]) == (1,)
    with pytest.raises(GaveUpError, match=reason):
        ask_highs(status)


PRESOLVED_AWAY = [
    '{"size": 6, "givens": "..5.......3.............12..........", "rules": ["diagonals"]}',
    '{"size": 4, "givens": "...2.........2..", "rules": ["latin", "diagonals"], "constraints":'
    ' [{"kind": "expression", "expression": ["ge", "r3c4", "r4c4"]}]}',
]


@pytest.mark.parametrize("text", PRESOLVED_AWAY)
def test_highs_is_believed_that_there_is_nothing_only_without_presolving(text: str) -> None:
    """With presolving, HiGHS 1.14.0 says so of both."""
    backend("highs")
    puzzle = read(text)
    names = ("highs", "backtracking-mrv")
    found, known = (answer(backends()[name], puzzle, limit=None) for name in names)
    assert set(found.solutions) == set(known.solutions)
    assert found.exhausted
    assert known.solutions


@pytest.mark.parametrize("value", [0.5, 0.99, float("nan"), 0.0])
def test_highs_is_not_believed_a_solution_that_is_not_whole(value: float) -> None:
    with pytest.raises(ModelError, match=r"expected (a whole number|1 to 1)"):
        ask_highs("kOptimal", [value])


def test_highs_asks_twice_for_each_solution() -> None:
    """Each is found once and, where it is alone in its set, proved to be so once."""
    backend("highs")
    asked = []
    real = milp_highs._find

    def counting(*of: Any) -> Solution | None:
        asked.append(real(*of))
        return asked[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(milp_highs, "_find", counting)
        for case in (case for case in SMALL_CASES if case.count < 40):
            asked.clear()
            found = len(list(run("highs", case.puzzle)))
            assert len(asked) <= max(1, 2 * found), case.name
            assert sum(grid is not None for grid in asked) == found == case.count


@pytest.fixture
def runs_of_highs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """How each run of HiGHS ends, and with which options of presolving and of nodes it was made."""
    backend("highs")
    made: list[tuple[str, dict[str, Any]]] = []
    real = milp_highs._status

    def noting(highs: Any, budget: Budget, **options: Any) -> Any:
        names = ("presolve", "mip_max_nodes")
        usual = {name: highs.getOptionValue(name)[1] for name in names}
        status = real(highs, budget, **options)
        assert {name: highs.getOptionValue(name)[1] for name in names} == usual
        made.append((highs.modelStatusToString(status), options))
        return status

    monkeypatch.setattr(milp_highs, "_status", noting)
    return made


def test_of_an_easy_puzzle_highs_proves_before_the_first_node_that_there_is_no_other_grid(
    runs_of_highs: list[tuple[str, dict[str, Any]]],
) -> None:
    (easy,) = (each.problem for each in instances_of("9x9") if each.name == "9x9-easy-0")
    assert len(list(run("highs", expect_puzzle(easy, "highs")))) == 1
    propagated = {"presolve": "off", "mip_max_nodes": 0}
    assert runs_of_highs == [("Optimal", {}), ("Infeasible", propagated)]


def test_each_set_without_another_grid_is_proved_to_be_so_without_presolving(
    runs_of_highs: list[tuple[str, dict[str, Any]]],
) -> None:
    for case in SMALL_CASES:
        one = case.puzzle.size == 1 or all(case.puzzle.givens)
        if case.count >= 40 or one or not all(case.puzzle.domains):
            continue  # of a grid that is full or has one cell there is nothing to ask
        runs_of_highs.clear()
        grids = list(run("highs", case.puzzle))
        plain = [o for status, o in runs_of_highs if status == "Infeasible" and "presolve" in o]
        assert len(plain) == max(1, len(grids)), case.name


def test_highs_and_or_tools_live_in_one_process() -> None:
    library("highspy")
    assert answer(backend("cpsat"), TWO, limit=3).exhausted
    assert answer(backend("highs"), TWO, limit=3).exhausted


# SCIP.


def test_scip_loses_solutions_when_it_may_use_symmetries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Why reductions that keep one solution of many are off."""
    backend("scip")
    monkeypatch.setattr(milp_scip, "KEEP_EVERY_SOLUTION", {})
    found = answer(backends()["scip"], EVERY_4X4, limit=None)
    assert found.exhausted
    assert len(found.solutions) < 288


def test_scip_tells_what_presolving_alone_has_found() -> None:
    """Such a solution is checked and never enforced."""
    for instance in list(instances_of("9x9"))[:8]:
        found = answer(backend("scip"), instance.problem, limit=2)
        assert len(found.solutions) == 1
        assert found.exhausted
        assert not list(instance.problem.violations(found.solutions[0]))


def test_scip_passes_on_what_went_wrong_in_its_callbacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """SCIP itself would print it and go on, without the solution."""
    backend("scip")

    def fails(program: Any, values: Any) -> Solution:
        raise ZeroDivisionError("of all things")

    monkeypatch.setattr(integer_program, "decode", fails)
    for puzzle in (EVERY_4X4, puzzle_of(next(iter(instances_of("9x9"))))):
        with pytest.raises(ZeroDivisionError, match="of all things"):
            next(run("scip", puzzle))


class ScipThatSays:
    """A model whose search always ends in the same way."""

    def __init__(self, status: str) -> None:
        self.status = status

    def getStatus(self) -> str:  # noqa: N802
        return self.status

    def getNTotalNodes(self) -> int:  # noqa: N802
        return 0

    def getSolvingTime(self) -> float:  # noqa: N802
        return 0.0

    def __getattr__(self, name: str) -> Any:
        return lambda *of, **named: None


@pytest.mark.parametrize("status", ["inforunbd", "unknown", "userinterrupt", "nodelimit"])
def test_scip_proves_by_one_status_only(status: str) -> None:
    library("pyscipopt")
    program = integer_program.IntegerProgram(Fresh([]), 0)

    def ask(way: Any, status: str) -> list[Solution]:
        stated = milp_scip._stated(ScipThatSays(status), program)
        return list(way(stated, Budget()))

    for way in (milp_scip._enumerate, milp_scip._forbid):
        assert ask(way, "infeasible") == []
        with pytest.raises(GaveUpError, match=f"SCIP: {status}"):
            ask(way, status)
        with pytest.raises(GaveUpError, match=OUT_OF_TIME):
            ask(way, "timelimit")
    with pytest.raises(GaveUpError, match="SCIP: optimal"):
        ask(milp_scip._enumerate, "optimal")


# CP-SAT with Booleans.


def test_cpsat_bool_has_a_boolean_for_each_option_and_a_constraint_for_each_item() -> None:
    library("ortools.sat.python.cp_model")
    for case in SMALL_CASES:
        cover = exact_cover.encode(case.puzzle)
        model, chosen = cpsat_bool._model(cover)
        said = str(model.proto)
        assert len(chosen) == len(cover.options)
        assert said.count("exactly_one") == cover.primary
        assert said.count("at_most_one") == len(cover.items) - cover.primary
