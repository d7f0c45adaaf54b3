"""The reference formula is a relaxation, and mostly an exact one: by trying every assignment."""

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from io import StringIO
from typing import get_args

import pytest

from accord.bench.make.random_problems import KINDS
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.arguments import as_read
from accord.puzzles.constraints.clauses import Clauses, FlatClauses
from accord.puzzles.constraints.constraint import Variable, examples
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.files.texts import read_problem
from accord.puzzles.grid import Grid
from accord.puzzles.objective import MeasureName, Objective
from accord.puzzles.optimization import better_than
from accord.puzzles.problem import Problem
from accord.puzzles.proofs.certificate import FORMULAS
from accord.puzzles.proofs.reference import reference_formula, relaxations, write_dimacs
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from awkward_problems import AWKWARD
from projected_models import projected_models
from relaxed_problems import misfit, problems_of

SEEDS = 30
OWN = {each.kind for each in relaxations()}
OWN_SEEDS = 300  # of kinds that have clauses of their own


@pytest.mark.parametrize("kind", KINDS)
def test_each_solution_is_a_model_and_nothing_else_is(
    kind: str, drawn: int, some: Callable[[int], Sequence[int]]
) -> None:
    seeds = some(OWN_SEEDS if kind in OWN else SEEDS)
    for problem in problems_of(kind, (*seeds, *(drawn + each for each in range(10)))):
        assert not misfit(problem), problem.constraints
        assert reference_formula(problem).omitted == ()


@pytest.mark.parametrize("name", examples())
def test_examples_are_said_exactly_too(name: str) -> None:
    problem = Problem([range(1, 4)] * 4, [examples()[name]])
    assert not misfit(problem)


@pytest.mark.parametrize("operator", ["or", "and", "le", "eq"])
def test_what_is_a_truth_value_has_no_other_value(operator: str) -> None:
    for right in (Variable(1), 1):
        term = Operation(operator, (Variable(0), right))
        for sides in ((term, Variable(2)), (Variable(2), term)):
            expression = Expression(Operation("eq", sides))
            assert not misfit(Problem([(0, 1), (0, 1), (-1, 0, 1, 2)], [expression]))


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_problems_are_said_exactly_too(name: str) -> None:
    problem, solutions = AWKWARD[name]
    formula = reference_formula(problem, sorted(solutions))
    assert not [*projected_models(formula, 0)]  # no other solution
    for witness in solutions:
        others = reference_formula(problem, sorted(solutions - {witness}))
        assert [*projected_models(others, 0)]


NINE = Puzzle(
    shape(9),
    Grid.parse("85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4."),
)
SOLVED = Grid.parse(
    "859612437723854169164379528986147352375268914241593786432981675617425893598736241"
)


def test_clauses_are_the_same_by_number_and_in_order() -> None:
    large = Problem([range(1, 70)] * 3, [Linear((0, 1, 2), "<=", 9, (1, -2, 1))])
    for formula in (reference_formula(NINE, [SOLVED]), reference_formula(large)):
        every = [*formula]
        assert every == [formula[number + 1] for number in range(formula.clauses)]
        assert formula.variables == max(abs(literal) for clause in every for literal in clause)
        assert not any(-one in each or each.count(one) > 1 for each in every for one in each)
        for number in (0, -1, formula.clauses + 1):
            with pytest.raises(IndexError, match=f"found clause {number}, expected 1.."):
                formula[number]


def test_a_witness_is_forbidden_by_the_last_clause_with_a_literal_for_each_variable() -> None:
    formula, without = reference_formula(NINE, [SOLVED]), reference_formula(NINE)
    assert [*formula][:-1] == [*without]
    literals = [formula.literal(cell, value) for cell, value in enumerate(SOLVED)]
    assert formula[formula.clauses] == tuple(-each for each in literals)
    with pytest.raises(KeyError, match="found the value 1, expected one of variable 0"):
        formula.literal(0, 1)
    with pytest.raises(ValueError, match="found 2 values, expected 81, one for each variable"):
        reference_formula(NINE, [SOLVED, (1, 2)])
    with pytest.raises(KeyError, match="found the value 10, expected one of variable 4"):
        reference_formula(NINE, [(8, 5, 9, 6, 10, *SOLVED[5:])])


def test_what_is_too_large_is_left_out_by_name() -> None:
    far, product = range(10**9), Operation("mul", (Variable(0), Variable(1)))
    problem = Problem(
        [far, far, range(2), range(3000)],
        [
            Linear((0, 1), "=", 7),
            Linear((2, 3), "<=", 8),
            Expression(Operation("eq", (product, 10**15))),
            as_read(AllDifferent, (3,) * 30),
        ],
    )
    formula = reference_formula(problem, [(0, 7, 1, 5)])
    many = "a variable of 1,000,000,000 values; at most 100,000"
    assert formula.omitted[:2] == (f"variable 1: {many}", f"variable 2: {many}")
    assert formula.omitted[2] == f"constraint 1 (linear): {many}"
    assert [name.partition(":")[0] for name in formula.omitted[3:]] == [
        "constraint 3 (expression)",
        "constraint 4 (all-different)",
    ]
    assert formula.omitted[-1].endswith("1,305,000 clauses; at most 1,000,000")
    assert len(formula[formula.clauses]) == 4


def test_dimacs_has_the_clauses_in_order() -> None:
    formula = reference_formula(Problem([range(2), [5]], [AllDifferent((0, 1))]), [(1, 5)])
    file = StringIO()
    write_dimacs(formula, file)
    assert file.getvalue() == ("c reference formula, version 2\np cnf 2 2\n2 0\n-1 -2 0\n")


def better(measure: MeasureName, terms: slice = slice(None)) -> Problem:
    """The problem of solutions that are better than one assignment, by a measure of terms."""
    own: tuple[Term, ...] = (
        Variable(0),
        Operation("add", (Variable(1), 2)),
        Operation("div", (Variable(2), Variable(0))),
    )
    goal = Objective("minimize", own[terms], measure)
    return better_than(Problem([range(4)] * 3, objective=goal), goal.value((2, 3, 3)))


CLASSICS = ("send-more", "zebra", "killer-9", "cars-10", "job-shop-3-11", "golfers-2-2-3")
FIXED: dict[str, Callable[[], Problem]] = {
    "a 9x9": lambda: NINE,
    **{name: EXAMPLES[name].problem for name in CLASSICS},
    "many values": lambda: AWKWARD["many values"][0],
    "each kind": lambda: Problem([range(1, 4)] * 4, examples().values()),
    **{f"better by {each}": partial(better, each) for each in get_args(MeasureName)},
    "better by a term": partial(better, "sum", slice(2, 3)),
}
DIGESTS = {  # of the clauses of each version; whatever changes one of them needs a new one
    "a 9x9": ("f48244f74ebffe2c", "f48244f74ebffe2c"),
    "send-more": ("6b2d4a4e0b5efe8a", "6b2d4a4e0b5efe8a"),
    "zebra": ("79e11b7f30f4821e", "79e11b7f30f4821e"),
    "killer-9": ("96da7a2be6d3d116", "96da7a2be6d3d116"),
    "cars-10": ("4408d665b312e6d7", "0f65ff6a790dbd98"),
    "job-shop-3-11": ("8d4314fa3a92aaa6", "8d4314fa3a92aaa6"),
    "golfers-2-2-3": ("8743968847700a9c", "31ad19c3be7f4ea5"),
    "many values": ("9e10dd4d5ea30dae", "9e10dd4d5ea30dae"),
    "each kind": ("2a1a6cb748007037", "e29be5742bed5a14"),
    "better by sum": ("31033d0ff2baf1f9", "524a1e05d65517fd"),
    "better by product": ("b49854c36fdad34e", "cb63333f472deeea"),
    "better by minimum": ("ed3e9cbc4623795b", "2fd06d2e6f57d04c"),
    "better by maximum": ("d3481bf6116ed5cd", "7758729378cd4309"),
    "better by n-values": ("1a77577d8540d6c0", "a51a9e09f298dbb2"),
    "better by lex": ("a08734c495c69d07", "50d9360847750d8b"),
    "better by a term": ("23698eebafa1e2dd", "ecf93d80d24eb456"),
}


@pytest.mark.parametrize("version", FORMULAS)
@pytest.mark.parametrize("name", FIXED)
def test_the_clauses_of_a_version_never_change(name: str, version: int) -> None:
    formula = FORMULAS[version](FIXED[name](), ())
    text = f"{formula.variables} {[*formula]}"
    assert formula.version == version
    assert sha256(text.encode()).hexdigest()[:16] == DIGESTS[name][version - 1]


def test_a_variable_of_two_values_has_one_literal() -> None:
    problem = Problem([(0, 1), (3, 7), (1, 2, 3)], [Clauses((0, 1), FlatClauses.of([(-1, 2)]))])
    formula = reference_formula(problem)
    literals = [[formula.literal(each, v) for v in own] for each, own in enumerate(problem.domains)]
    assert literals == [[-1, 1], [-2, 2], [3, 4, 5]]
    assert [*formula] == [(3, 4, 5), (-3, -4), (-3, -5), (-4, -5)]  # 3 and 7 are true
    assert [*reference_formula(Problem([range(2)] * 2, problem.constraints))] == [(-1, 2)]


@pytest.mark.parametrize("name", FIXED)
def test_no_literal_is_above_the_number_of_variables(name: str) -> None:
    formula = reference_formula(FIXED[name]())
    assert all(1 <= abs(literal) <= formula.variables for clause in formula for literal in clause)


def test_a_formula_of_clauses_is_itself() -> None:
    problem = read_problem("p cnf 4 5\n1 -2 0\n0\n2 2 -4 0\n3 -3 0\n-1 4 0\n")
    formula = reference_formula(problem)
    assert (formula.variables, [*formula]) == (4, [(1, -2), (), (2, -4), (-1, 4)])
