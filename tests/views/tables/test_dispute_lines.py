"""The lines of a dispute name who is wrong, by what, and what was not decided."""

from collections import Counter
from pathlib import Path

import pytest

from accord.bench.hunt.dispute import Parties, dispute
from accord.bench.hunt.fuzz import SolverFuzzed
from accord.bench.hunt.settle import DisputeCase
from accord.bench.hunt.shrink import SmallerProblem
from accord.bench.run.terms import Limits, Terms
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.files.texts import read
from accord.views.tables.findings import case_lines, sentences
from optional import slow
from places import SUPPORT

LIAR = f"{SUPPORT / 'wrong_solvers.py'}:says_no_solution"
CRASHES = f"{SUPPORT / 'wrong_solvers.py'}:crashes"


def lines(*solvers: str) -> list[str]:
    puzzle = read("3..1..2......4..")
    with Parties(solvers, Terms(Limits(10.0), once=True)) as two:
        found = dispute(puzzle, two, 2, 10.0)
        return [*case_lines(DisputeCase("one", found, found, None, 2, two.terms), None)]


def test_who_is_refuted_stands_below_what_each_claims() -> None:
    first, second, refuted, verdict = lines("backtracking-mrv", LIAR)
    in_one_process, in_fresh_ones, with_other_seeds = 2, 2, 2
    times = in_one_process + in_fresh_ones
    assert first.split(maxsplit=1)[1] == f"1 solution, no more, {times + with_other_seeds} times"
    assert second == f"{LIAR}  no solution, {times} times"
    assert refuted.startswith(f"REFUTED {LIAR} claims no solution, but 3241412323141432 is one")
    assert verdict == "verdict: unique (checked by brute force)"


@pytest.mark.parametrize("folder", [Path("case"), None])
@pytest.mark.parametrize("line", ["3..1..2......4..", ""])
def test_the_smaller_problem_is_said_as_commands_take_it(line: str, folder: Path | None) -> None:
    whole = read("3..1..2.........")
    least = read(line) if line else Puzzle(shape(2, rules=["latin"]), Grid([0] * 4))
    with Parties(("backtracking-mrv", "logic"), Terms(Limits(10.0), once=True)) as two:
        large, small = (dispute(each, two, 1, 0.0, ways=("same",)) for each in (whole, least))
        case = DisputeCase("one", large, small, SmallerProblem(least, 3, True), 1, two.terms)
    (said,) = (each for each in case_lines(case, folder) if each.startswith("smaller: "))
    shown = said.removeprefix("smaller: ").removesuffix(f" (of {whole})")
    assert (shown == "case/problem.json") == (not line and folder is not None)
    assert shown == "case/problem.json" or read(shown) == least


def test_what_is_undecided_is_said() -> None:
    slow()
    *_, last = lines("backtracking-mrv", CRASHES)
    assert last.startswith(("undecided", "not certified"))
    assert any(each.startswith("undecided: nothing") for each in lines("backtracking-mrv", CRASHES))


def test_a_solver_that_refuses_every_problem_is_not_said_to_be_right() -> None:
    refuses, answers = (SolverFuzzed(name, Counter(linear=3)) for name in ("mine", "other"))
    refuses.states.update(refused=3)
    answers.states.update(refused=1, right=2)
    folder = Path("findings")
    alone = [*sentences([refuses], folder)]
    assert any(line.startswith("mine refused every problem; ") for line in alone)
    assert alone[-1] == "3 problems: nothing could be asked"
    both = [*sentences([refuses, answers], folder)]
    assert sum("refused every" in line for line in both) == 1
    assert both[-1] == "6 problems: nothing found"
