"""Each relation holds of all problems and puzzles, and finds who loses solutions in one form."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.bench.hunt.fuzz import FuzzExtent, SolverFuzzed, fuzz
from accord.bench.hunt.problems import BEST, FUZZED, LARGER, NINE_BY_NINE, SUDOKU, random_of
from accord.bench.hunt.relations import FIELD_OF_VALUES, RELATIONS, Relation, Told
from accord.bench.hunt.truth import is_tried, solutions_of
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.constraints.constraint import Variable, kinds
from accord.puzzles.objective import Objective
from accord.puzzles.problem import Problem
from optional import slow
from places import SUPPORT

TRIED = [each for each in FUZZED if each not in (LARGER, NINE_BY_NINE)]
PLANTED = {  # who is found out by a relation
    "permuted variables": "needs_variables_in_alphabetical_order",
    "renamed values": "knows_no_negative_values",
    "implied constraint": "takes_two_constraints_at_most",
    "removed constraint": "needs_a_constraint",
    "split domain": "needs_several_values",
    "more variables": "takes_twenty_variables_at_most",
    "scaled objective": "knows_no_seven",
    "opposite objective": "knows_no_minus",
}
OF_OBJECTIVES = {"scaled objective", "opposite objective"}
FILE, OPTIMIZERS = SUPPORT / "solvers_of_one_form.py", SUPPORT / "optimizers.py"
COMPARED = ("all-different", "table", "n-values")  # columns in which the others are found


def true(problem: Problem) -> Told:
    """The number of solutions, or the best value."""
    found = solutions_of(problem)
    if problem.goal is None:
        return len(found)
    return problem.goal.value(found[0]) if found else None


@pytest.mark.parametrize("column", TRIED)
def test_the_numbers_of_solutions_relate_as_is_said(column: str) -> None:
    applied = set[str]()

    @settings(max_examples=15)
    @given(st.integers(0, 1 << 32))
    def check(seed: int) -> None:
        random = Random(seed)
        problem = random_of(column, random)
        if not is_tried(problem):
            return
        for relation in RELATIONS:
            others = relation.others(problem, random)
            if others and all(map(is_tried, others)):
                applied.add(relation.name)
                found = [*map(true, (problem, *others))]
                assert relation.relates(problem, found), (relation.name, found)

    check()
    named = {each.kind for each in FIELD_OF_VALUES}
    always = {each.name for each in RELATIONS} - {"renamed values", *OF_OBJECTIVES}
    if column == BEST:
        always |= OF_OBJECTIVES
    if column == SUDOKU:
        always.remove("more variables")
    assert always <= applied
    if column in kinds():
        assert ("renamed values" in applied) == (column in named)


def test_a_relation_can_be_broken() -> None:
    """Or it could not find anything."""
    of_counts = [each for each in RELATIONS if each.name not in OF_OBJECTIVES]
    for relation, broken in zip(of_counts, ([1], [3], [0], [1], [1, 2], [1]), strict=True):
        assert not relation.holds(None, 2, broken), relation.name
        assert relation.holds(None, 2, [1, 1] if relation.name == "split domain" else [2])


@pytest.mark.parametrize(
    ("relation", "true", "false"),
    [
        ("permuted variables", [(2,), (None,)], [(1,), (3,), (None,)]),
        ("removed constraint", [(2,), (1,)], [(3,), (None,)]),
        ("split domain", [(2, 9), (None, 2)], [(3, 9), (1, 2), (None, None)]),
        ("scaled objective", [(13,)], [(6,), (2,), (None,)]),
        ("opposite objective", [(-2,)], [(2,), (None,)]),
    ],
)
def test_a_relation_of_best_values_can_be_broken(
    relation: str, true: list[tuple[Told, ...]], false: list[tuple[Told, ...]]
) -> None:
    """Of 2 as the least."""
    (its,) = [each for each in RELATIONS if each.name == relation]
    least = Objective("minimize", (Variable(0),))
    assert all(its.holds(least, 2, each) for each in true if each != (None,))
    assert its.holds(least, None, (None,) * len(true[-1]))
    assert not any(its.holds(least, 2, each) for each in false)
    assert relation != "removed constraint" or its.holds(least, None, (2,))


def fuzzed(name: str, folder: Path, relations: tuple[Relation, ...]) -> SolverFuzzed:
    """What is found by relations alone: nothing is tried, nothing certified."""
    of_best = name in map(PLANTED.get, OF_OBJECTIVES)
    solver = f"{OPTIMIZERS}:{name}_solver" if of_best else f"{FILE}:{name}"
    columns = (BEST,) if of_best else COMPARED
    extent = FuzzExtent(
        Terms(Limits(20.0)), problems=48, columns=columns, relations=relations, tries=False,
        certifies=False, shrinking=0.0,
    )  # fmt: skip
    (found,) = fuzz([solver], folder, extent)
    return found


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda each: each.name)
def test_it_finds_who_no_answer_alone_and_no_other_relation_refutes(
    relation: Relation, tmp_path: Path
) -> None:
    slow()
    name = PLANTED[relation.name]
    found = fuzzed(name, tmp_path / "found", (relation,))
    assert found.found
    assert {(each.state, each.relation) for each in found.found} == {("wrong", relation.name)}
    assert all(
        each.others and relation.expected_of(each.problem) in each.evidence for each in found.found
    )
    others = tuple(each for each in RELATIONS if each is not relation)
    assert not fuzzed(name, tmp_path / "nothing", others).found
