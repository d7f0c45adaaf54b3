"""The integer program of a problem has its solutions, one for each, and names what it refuses."""

from collections.abc import Callable, Sequence
from itertools import product
from random import Random

import pytest

from accord.bench.make.random_problems import KINDS, random_problem
from accord.encodings.model import ModelError, UnsupportedError
from accord.encodings.problems import integer_program, linear
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.arguments import as_read
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.decompositions.expression import AS_LINEAR
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import COMPARISONS, Linear
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.files.texts import read
from accord.puzzles.grid import Grid
from accord.puzzles.problem import Problem, Solution
from brute_force import solutions_by_trying
from nested_terms import terms

X, Y, Z = map(Variable, range(3))
MOST = 50_000  # assignments of columns that are tried


def feasible(program: integer_program.IntegerProgram) -> list[Solution]:
    """What every assignment of the columns that satisfies the rows decodes to."""
    found = []
    for values in product(*(range(low, high + 1) for low, high in program.bounds)):
        try:
            found.append(integer_program.decode(program, values))
        except ModelError:
            continue
    return found


def assignments(program: integer_program.IntegerProgram) -> int:
    number = 1
    for low, high in program.bounds:
        number *= high - low + 1
    return number


@pytest.mark.one_in(3)
@pytest.mark.parametrize("kind", KINDS)
def test_each_solution_has_one_assignment_of_the_columns(
    kind: str, drawn: int, some: Callable[[int], Sequence[int]]
) -> None:
    tried, enough = 0, len(some(9))
    for seed in Random(drawn).sample(range(400), 400):
        problem = random_problem(seed, kind)
        if not all(problem.domains) or len(problem.constraints) > 1:
            continue
        program = integer_program.encode(problem, all_by_value=seed % 2 == 0)
        if assignments(program) <= MOST:
            assert sorted(feasible(program)) == sorted(solutions_by_trying(problem)), seed
            tried += 1
        if tried == enough:
            break
    assert tried >= 3


@pytest.mark.parametrize("kind", KINDS)
def test_a_column_is_called_by_its_variable_and_value(
    kind: str, some: Callable[[int], Sequence[int]]
) -> None:
    for seed in some(30):
        problem = random_problem(seed, kind)
        if not all(problem.domains):
            continue
        program = integer_program.encode(problem)
        names = linear.names_of(program)
        assert len({*names}) == len(names)
        for variable, literals in program.by_value.items():
            if variable not in program.columns and variable < len(problem.domains):
                called = [f"x{variable}_is_{value}".replace("-", "m") for value in literals]
                assert [names[column] for column in literals.values()] == called


@pytest.mark.parametrize(
    "constraint",
    [
        *(Linear((0, 1, 2), operator, 1, (2, -1, 1)) for operator in COMPARISONS),
        Linear((0, 1, 0), "!=", 2, (1, 1, 1)),
        as_read(Linear, (0, 0), "!=", 0, (1, -1)),
        AllDifferent((0, 1, 2), excepted=(1,)),
        as_read(AllDifferent, (0, 0, 1)),
        Table((0, 1, 2), ((0, STAR, 1), (1, 1, 1)), forbidden=True),
        Table((0, 0), ((0, 1), (1, 1)), forbidden=True),
    ],
    ids=lambda each: f"{each.kind} {each.scope} {getattr(each, 'operator', '')}",
)
def test_a_constraint_is_posted_as_it_is(constraint: Linear | AllDifferent | Table) -> None:
    problem = Problem([range(2), range(2), range(2)], [constraint])
    program = integer_program.encode(problem)
    assert len(program.fresh.domains) == 3
    assert sorted(feasible(program)) == sorted(solutions_by_trying(problem))


COMPARED = [
    *((operator, *pair) for operator in AS_LINEAR for pair in ((X, Y), (X, 1), (1, X))),
    *((operator, X, ("set", 0, 2, 7)) for operator in ("in", "notin")),
]


@pytest.mark.parametrize("all_by_value", [True, False])
@pytest.mark.parametrize("term", COMPARED, ids=str)
def test_a_comparison_that_a_variable_is_the_truth_of_is_posted_as_it_is(
    term: object, all_by_value: bool
) -> None:
    """The truth is open, or known; of the values of a number some are missing."""
    for truth in (range(2), [0], [1]):
        domains = [range(-1, 3), [0, 1, 3], truth]
        problem = Problem(domains, [Expression(terms("eq", Z, term))])
        program = integer_program.encode(problem, all_by_value=all_by_value)
        assert len(program.fresh.domains) == 3
        assert sorted(feasible(program)) == sorted(solutions_by_trying(problem))


def test_of_a_wide_variable_no_value_has_a_column_but_those_that_are_asked_for() -> None:
    domains, total = [range(5_000), range(5_000), range(2)], Linear((0, 1), "<=", 5_001)
    problem = Problem(domains, [total, Expression(terms("eq", Z, ("lt", X, Y)))])
    assert len(integer_program.encode(problem, all_by_value=False).bounds) == 3
    assert len(integer_program.encode(problem).bounds) == 10_003


def test_what_could_be_lost_in_floating_point_is_refused_by_name() -> None:
    """A row of 2**24 - 1 is posted, of 2**24 not; so with values and domains at their limits."""
    largest = (1 << integer_program.BITS) - 1
    scope, bits = (0, 1, 2, 3), [range(2)] * 4
    within = Linear(scope, "<=", 0, (largest - 3, 1, 1, 1))
    assert integer_program.encode(Problem(bits, [within])).rows
    beyond = Linear(scope, "<=", 0, (largest - 2, 1, 1, 1), name="total")
    with pytest.raises(UnsupportedError, match="cannot post linear total"):
        integer_program.encode(Problem(bits, [beyond]))
    top = integer_program.FARTHEST
    assert integer_program.encode(Problem([(-top, top)])).rows
    with pytest.raises(UnsupportedError, match="x0 has the values 1048577"):
        integer_program.encode(Problem([(top + 1,)]))
    assert integer_program.encode(Problem([range(10_000)])).rows
    with pytest.raises(UnsupportedError, match="x0 has 10,001 values"):
        integer_program.encode(Problem([range(10_001)]))


@pytest.mark.parametrize("value", [0.5, 1e-3, float("nan"), float("inf"), 1e30])
def test_what_is_not_whole_is_no_solution(value: float) -> None:
    program = integer_program.encode(Problem([range(2)]))
    assert integer_program.decode(program, [0.9999999]) == (1,)
    with pytest.raises(ModelError, match="expected a whole number"):
        integer_program.decode(program, [value])


def test_what_satisfies_no_row_when_it_is_rounded_is_no_solution() -> None:
    program = integer_program.encode(Problem([range(2)] * 2, [Linear((0, 1), "=", 1)]))
    with pytest.raises(ModelError, match="expected 1 to 1"):
        integer_program.decode(program, [1, 1])


def test_the_nogood_of_a_grid_is_about_the_cells_that_were_open() -> None:
    grid = Grid.parse("1234341221434321")
    program = integer_program.encode(read("..343412..434321"))
    true = [*map(program.by_value.get, (0, 1, 8, 9))]
    assert integer_program.chosen(program, grid) == [
        held[grid[cell]] for cell, held in zip((0, 1, 8, 9), true, strict=True) if held
    ]
    assert integer_program.chosen(integer_program.encode(read(str(grid))), grid) == []
