"""Fuzzing finds who is wrong, nobody who is right, and keeps what it has found."""

import re
from pathlib import Path
from random import Random

import pytest

from accord.bench.hunt import ask
from accord.bench.hunt import fuzz as fuzzing
from accord.bench.hunt.explore import explore
from accord.bench.hunt.finding import Finding, kept
from accord.bench.hunt.fuzz import FuzzExtent, SolverFuzzed, fuzz
from accord.bench.hunt.problems import (
    FUZZED,
    LARGE_NUMBERS,
    LARGER,
    MIXED,
    NINE_BY_NINE,
    SUDOKU,
    random_of,
)
from accord.bench.hunt.truth import is_small
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.errors import InputError
from accord.puzzles.puzzle import Puzzle
from optional import slow
from places import ROOT, SUPPORT

ON_PUZZLES = {  # solver: what it is found to be
    "shifts_the_boxes": "wrong",
    "drops_the_diagonals": "wrong",
    "says_no_solution": "wrong",
    "repeats_a_grid": "wrong",
    "repeats_the_150th_grid": "wrong",
    "stops_one_grid_early": "wrong",
    "lies_when_there_are_several": "wrong",
    "lies_once_in_twenty": "wrong",
    "lies_on_boxes_of_two_by_three": "wrong",
    "lies_after_fifty_calls": "wrong",
    "drops_a_grid_every_fiftieth_call": "wrong",
    "ignores_candidates": "wrong",
    "leaves_a_blank": "wrong",
    "knows_one_beginning": "wrong",
    "crashes": "crashed",
    "raises": "crashed",
    "yields_words": "crashed",
    "sleeps": "did not end",
    "yields_and_then_sleeps": "did not end",
}
ON_PROBLEMS = {  # solver: a column in which it is found
    "ignores_tables": "table",
    "reads_less_as_at_most": "large-numbers",
    "drops_stars": "table",
    "forgets_that_a_variable_occurs_twice": "linear",
    "wraps_large_numbers": "large-numbers",
    "repeats_what_a_fresh_variable_tells_apart": "mixed",
    "leaves_a_variable_out": "mixed",
    "has_no_solution": "mixed",
    "ignores_constraints": "mixed",
}
SEVERAL = (*FUZZED[::6], MIXED, LARGE_NUMBERS, SUDOKU)
RIGHT = {  # solver: large columns that it is asked too; of these each costs as much as all others
    "backtracking-mrv": (LARGER, NINE_BY_NINE),
    "cpsat": (LARGER,),
    "python-constraint": (),
    "sat-cadical": (NINE_BY_NINE,),
    "z3-int": (),
    "clingo": (NINE_BY_NINE,),
    "choco": (LARGER,),
}


def fuzzed(
    solver: str, folder: Path, columns: tuple[str, ...], problems: int, seconds: float = 20.0
) -> SolverFuzzed:
    (found,) = fuzz(
        [solver], folder, FuzzExtent(Terms(Limits(seconds)), problems=problems, columns=columns)
    )
    return found


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", ON_PUZZLES)
def test_a_wrong_solver_of_puzzles_is_found(name: str, tmp_path: Path) -> None:
    seconds = 0.5 if ON_PUZZLES[name] == "did not end" else 20.0
    solver = f"{SUPPORT}/wrong_solvers.py:{name}"
    found = fuzzed(solver, tmp_path, ("sudoku",), 400, seconds)
    assert [each.state for each in found.found] == [ON_PUZZLES[name]]
    assert [*kept(tmp_path, solver)] == found.found
    assert all(isinstance(each.problem, Puzzle) for each in found.found)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", ON_PROBLEMS)
def test_a_wrong_solver_of_problems_is_found(name: str, tmp_path: Path) -> None:
    solver = f"{SUPPORT}/wrong_problem_solvers.py:{name}"
    (finding,) = fuzzed(solver, tmp_path, (ON_PROBLEMS[name],), 400).found
    assert (finding.state, finding.seen) == ("wrong", 3)
    assert "by trying every assignment" in finding.evidence
    assert len(finding.problem.constraints) < 2
    assert [*kept(tmp_path, solver)] == [finding]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("solver", RIGHT)
def test_nothing_is_found_of_who_is_right(solver: str, tmp_path: Path) -> None:
    columns = (*SEVERAL, *RIGHT[solver])
    problems = len(columns) * fuzzing.BATCH
    found = fuzzed(solver, tmp_path, columns, problems)
    assert not found.found
    assert not [*tmp_path.glob("[!.]*")]
    assert found.states["right"] > problems
    assert found.problems.total() > problems // 2


@pytest.mark.parametrize("finder", ["making the puzzle", "an earlier certificate"])
def test_who_loses_a_solution_is_refuted_where_there_is_too_much_to_try(
    finder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "loses.py").write_text(LOSES_ONE)
    solver = f"{tmp_path}/loses.py:solve"
    certifies = "certificate" in finder
    if certifies:
        monkeypatch.setattr(ask, "full_grids", lambda figure: [])
    extent = FuzzExtent(
        Terms(Limits(20.0)), problems=60, columns=("sudoku-9",), relations=(), shrinking=0.0,
        certifies=certifies,
    )  # fmt: skip
    ((finding,),) = (each.found for each in fuzz([solver], tmp_path / "found", extent))
    assert not is_small(finding.problem)
    assert finding.evidence
    assert finding.why.endswith(f"(found by {finder})")


LOSES_ONE = """
from accord.solvers.search.backtracking_mrv import solve as honest

def solve(puzzle, budget):
    grids = honest(puzzle, budget)
    if puzzle.size == 9:
        next(grids, None)
    yield from grids
"""


def test_the_seed_decides_what_is_drawn_and_found(tmp_path: Path) -> None:
    slow()
    solver, columns = f"{SUPPORT}/wrong_problem_solvers.py:ignores_tables", ("linear", "table")
    one, other = (fuzzed(solver, tmp_path / each, columns, 60) for each in "ab")
    assert one.found == other.found != []
    assert (one.problems, one.states, one.relations) == (
        other.problems,
        other.states,
        other.relations,
    )


def test_what_refuses_is_not_found_and_asked_little(tmp_path: Path) -> None:
    found = fuzzed("dancing-links", tmp_path, ("linear", "table", "sudoku"), 30)
    assert not found.found
    assert found.left_out == {"linear": "refused", "table": "refused"}
    assert found.problems["sudoku"] > 15


def test_hypothesis_makes_what_it_chose_smaller(tmp_path: Path) -> None:
    """Whoever draws only uses a source of chance."""

    def look(random: Random) -> Finding | None:
        problem = random_of("mixed", random)
        sizes = [*map(len, problem.domains)]
        if max(sizes) < 3 or not problem.constraints:
            return None
        return Finding("solver", "", "mixed", "wrong", problem, "")

    found = explore(look, 1, 100, tmp_path)
    assert found is not None
    assert sum(map(len, found.problem.domains)) == 3
    assert len(found.problem.constraints) == 1


def test_a_file_that_is_no_finding_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "finding.json").write_text('{"solver": "mrv"}')
    with pytest.raises(InputError, match=re.escape(f"{tmp_path}/a/finding.json: found no finding")):
        [*kept(tmp_path, "mrv")]


def test_one_file_imports_hypothesis() -> None:
    floors = ("accord", "views", "bench", "solvers", "encodings", "puzzles")
    sources = [file for floor in floors for file in (ROOT / floor).rglob("*.py")]
    named = [
        file
        for file in sources
        if re.search(r"^\s*(from|import) hypothesis", file.read_text(), re.M)
    ]
    assert [file.name for file in named if "hypothesis_file" not in file.read_text()] == [
        "explore.py"
    ]
