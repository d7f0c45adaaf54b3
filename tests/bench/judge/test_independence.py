"""Two claims on a problem carry a grade only if no constraint went through the same function."""

import json
import tracemalloc
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

import accord
from accord.bench.campaigns.folder import CampaignError
from accord.bench.judge.claim import Claim
from accord.bench.judge.independence import shared
from accord.bench.judge.judge import judge
from accord.bench.run.check import check
from accord.bench.run.terms import Limits, Terms
from accord.bench.run.worker import provenance
from accord.encodings.model import UnsupportedError
from accord.puzzles.classics.boards.sudoku_variants import killer
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.files.texts import read
from accord.puzzles.objective import Objective
from accord.puzzles.problem import Problem
from accord.solvers.answer import answer
from accord.solvers.registry import backends, registered
from places import SUPPORT
from stored_rows import FOUR, put, some_run, written

PROBLEM = Problem([range(3)] * 3, [AllDifferent((0, 1, 2)), Linear((0, 1), "=", 3)])


def of(engine: str, model: str, functions: str | None) -> Claim:
    """A claim that comes from there."""
    solutions = ((0, 1, 2),)
    return Claim(engine, engine, model, 2, solutions, 1, 1, "", exhausted=True, passed=functions)


@pytest.mark.parametrize(
    ("one", "other", "common"),
    [
        (of("a", "m", None), of("b", "n", None), ""),
        (of("a", "m", None), of("b", "m", None), "the model m"),
        (of("a", "m", "[]"), of("a", "n", "[]"), "the engine a"),
        (of("a", "m", '[[2,"x"]]'), of("b", "m", '[[2,"y"]]'), ""),
        (
            of("a", "m", '[[2,"x"]]'),
            of("b", "n", '[[1,"y"],[1,"x","z"]]'),
            "x (constraint 2)",
        ),
        (
            of("a", "m", '[[1,"x"],[1,"y"]]'),
            of("b", "n", '[[1,"y"],[1,"x"]]'),
            "",
        ),
        (
            of("a", "m", '[[2,"x"]]'),
            of("b", "n", None),
            "what is not known of one of them",
        ),
    ],
)
def test_what_two_claims_share_keeps_them_from_being_independent(
    one: Claim, other: Claim, common: str
) -> None:
    assert shared(one, other) == shared(other, one) == common


def test_what_a_backend_passes_is_what_its_posts_say() -> None:
    cpsat = backends()["cpsat"]
    assert provenance(cpsat, PROBLEM) == '[[1,"cpsat all-different"],[1,"cpsat linear"]]'
    assert provenance(cpsat, read("12.43..221.34..1")) is None
    cages = killer("AABB CCDD EEFF GGHH", dict.fromkeys("ABCDEFGH", 5))
    assert "cpsat linear" in str(provenance(cpsat, cages))


def test_an_objective_is_passed_as_one_constraint_more() -> None:
    best = Objective("minimize", (Variable(0), Variable(1)))
    problem = Problem(PROBLEM.domains, PROBLEM.constraints, objective=best)
    cpsat, kinds = backends()["cpsat"], '[1,"cpsat all-different"],'
    assert provenance(cpsat, problem) == f'[{kinds}[2,"cpsat linear"]]'
    as_it_stands = replace(cpsat, model="own", optimizes="objective")
    assert provenance(as_it_stands, problem) == f'[{kinds}[1,"cpsat linear"],[1,"own objective"]]'
    reads_all = replace(as_it_stands, posts=None)
    assert provenance(reads_all, problem) == '[[1,"own all-different"],[2,"own linear"]]'


def test_who_makes_the_values_of_a_lex_the_best_one_after_another_shares_that() -> None:
    lex = Objective("minimize", (Variable(0), Variable(1)), "lex")
    problem = Problem([range(1, 4)] * 2, [Linear((0, 1), ">=", 4)], objective=lex)
    solvers = [
        "sat-pycosat",
        "backtracking-mrv",
        f"{SUPPORT / 'optimizers.py'}:honest_solver",
    ]
    verdict = check(problem, solvers, Terms(Limits(20.0)))
    assert (verdict.words, verdict.grade) == ("optimum 1 3", "agreed")
    claims = [each.run for each in verdict.runs]
    common = "one value after another (constraint 2)"
    assert [shared(*pair) for pair in combinations(claims, 2)] == [common, "", ""]


@pytest.mark.parametrize("solver", ["minizinc", "z3-int", "z3-bv", "choco", "python-constraint"])
def test_what_is_passed_is_what_the_settings_choose(solver: str) -> None:
    chosen = registered(f"{solver}:constraints=disequalities").backend
    model = {"minizinc": "minizinc", "z3-int": "smtlib", "z3-bv": "smtlib-bv"}.get(solver, solver)
    for backend, expected in (
        (chosen, {"decompose all-different", f"{model} linear"}),
        (registered(solver).backend, {f"{model} all-different"}),
    ):
        (first, *functions), *_ = json.loads(str(provenance(backend, PROBLEM)))
        assert (first, {*functions} - {"minizinc"}) == (1, expected)


@pytest.mark.parametrize("solver", ["choco"])
def test_choco_learns_from_puzzles_only(solver: str) -> None:
    """It finds no solution of some problems that have one, and crashes on others."""
    with pytest.raises(UnsupportedError, match="learnt from puzzles"):
        answer(backends()[solver], PROBLEM, learning="clauses")


def test_a_decomposition_that_all_share_carries_no_agreement() -> None:
    problem = Problem([[0], [1], [2]], [AllDifferent((0, 1, 2))])
    same = [of(name, name, f'[[1,"decompose all-different","{name} linear"]]') for name in "abc"]
    verdict = judge(problem, same)
    assert (verdict.grade, verdict.carriers) == ("claimed", ())
    assert verdict.shared == "a and b share decompose all-different (constraint 1)"
    verdict = judge(problem, [*same, of("d", "d", '[[1,"d all-different"]]')])
    assert (verdict.grade, verdict.carriers, verdict.shared) == ("agreed", ("a", "d"), "")


@pytest.mark.parametrize("passed", ["[", "[[0]]", "[[99999999999]]", '[[1, ["x"]]]'])
def test_a_stored_row_that_does_not_say_what_constraints_passed_is_refused(
    passed: str, tmp_path: Path
) -> None:
    put(tmp_path, FOUR[0])
    written(tmp_path, some_run(passed=passed))
    with pytest.raises(CampaignError, match="as what constraints passed in"):
        accord.load(tmp_path)


def test_a_number_of_constraints_that_a_row_says_takes_no_memory() -> None:
    one = of("a", "m", '[[9000000, "x"], [7000000, "y"]]')
    other = of("b", "m", '[[12000000, "z"], [4000000, "y"]]')
    tracemalloc.start()
    assert shared(one, other) == "y (constraint 12000001)"
    assert shared(one, replace(other, passed='[[16000000, "z"]]')) == ""
    assert tracemalloc.get_traced_memory()[1] < 2**16
    tracemalloc.stop()
