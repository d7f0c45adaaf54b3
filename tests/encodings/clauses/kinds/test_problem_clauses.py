"""The clauses of a problem: their models, projected on its variables, are its solutions."""

import re
from collections.abc import Callable, Sequence
from itertools import combinations, islice
from operator import mul
from random import Random

import pycosat
import pytest

from accord.bench.make.random_problems import KINDS, random_problem
from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import CNF, decode, nogood
from accord.encodings.clauses.kinds.integers import SUMS
from accord.encodings.clauses.kinds.problem import POSTS
from accord.encodings.clauses.propagation import candidates
from accord.encodings.model import UnsupportedError
from accord.puzzles import AllDifferent, Grid, Puzzle, shape
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import LARGEST
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import COMPARISONS, Linear
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.problem import Problem, Solution
from brute_force import solutions_by_trying
from optional import slow
from places import ROOT

WAYS = [name for name in cnf.NAMES if cnf.takes_problems(name)]
X, Y, Z = map(Variable, range(3))


def models(formula: CNF) -> list[Solution]:
    """Of every model the solution; where several models may have one, each solution once."""
    if not formula.determined:
        return solutions(formula)
    found = pycosat.itersolve(formula.clauses, vars=formula.variables)
    return [decode(formula, model) for model in islice(found, 5_000)]


def solutions(formula: CNF) -> list[Solution]:
    """Told apart by nogoods over the problem's own variables."""
    clauses, found = list(formula.clauses), list[Solution]()
    while (model := pycosat.solve(clauses, vars=formula.variables)) != "UNSAT":
        found.append(decode(formula, model))
        if not (forbidden := nogood(formula, found[-1])):
            break
        clauses.append(forbidden)
    assert len(found) == len(set(found))
    return sorted(found)


@pytest.mark.parametrize("kind", ["", *KINDS])
@pytest.mark.parametrize("encoding", WAYS)
def test_models_say_the_solutions_and_one_each_where_claimed(
    encoding: str, kind: str, some: Callable[[int], Sequence[int]]
) -> None:
    for seed in some(30):
        problem = random_problem(seed, kind)
        formula = cnf.encode(problem, encoding)
        used = {abs(literal) for clause in formula.clauses for literal in clause}
        assert used <= set(range(1, formula.variables + 1))
        assert () not in formula.clauses
        found, expected = models(formula), solutions_by_trying(problem)
        assert set(found) == expected, (seed, problem.constraints)
        if formula.determined:
            assert len(found) == len(expected), (seed, problem.constraints)


@pytest.mark.parametrize("way", SUMS)
def test_every_way_to_say_sums_has_one_model_for_each_solution(
    way: str, some: Callable[[int], Sequence[int]]
) -> None:
    for seed in some(150):
        problem = random_sums(seed)
        formula = cnf.encode(problem, ("extended", "order", "log")[seed % 3], way)
        found, expected = models(formula), solutions_by_trying(problem)
        assert formula.determined
        assert set(found) == expected, (seed, problem.constraints)
        assert len(found) == len(expected), (seed, problem.constraints)


def random_sums(seed: int) -> Problem:
    """Two sums of up to seven terms: weights negative and 0, domains with gaps and of one value."""
    random = Random(seed)
    number = random.randint(3, 7)
    most = 6 if number < 5 else 2
    domains = [sorted(random.sample(range(-4, 9), random.randint(1, most))) for _ in range(number)]
    constraints: list[Constraint] = []
    for _ in range(2):
        scope = random.sample(range(number), random.randint(3, number))
        weights = [random.choice((1, 1, 1, -1, -1, 2, -3, 0, 12)) for _ in scope]
        middle = [random.choice(domains[variable]) for variable in scope]
        right = sum(map(mul, weights, middle)) + random.choice((0, 0, 0, 1, -40))
        operator = random.choice([*COMPARISONS])
        constraints.append(Linear(tuple(scope), operator, right, tuple(weights)))
    if random.random() < 0.3:  # whether a sum is so much is a variable
        total = Operation("add", tuple(map(Variable, range(3))))
        truth = Operation("le", (total, random.randint(-5, 9)))
        constraints.append(Expression(Operation("eq", (Variable(number), truth))))
        domains.append([0, 1])
    return Problem(domains, constraints)


@pytest.mark.parametrize(("way", "size"), [("sequential", 4), ("totalizer", 4), ("sorter", 2)])
def test_unit_propagation_leaves_the_bounds_of_solutions_of_a_sum(
    way: str, size: int, some: Callable[[int], Sequence[int]]
) -> None:
    for seed in some(30):
        random = Random(seed)
        domains = [range(random.randint(1, size)) for _ in range(9 - size)]
        scope, most = tuple(range(9 - size)), sum(domain[-1] for domain in domains)
        below = Linear(scope, "<=", random.randint(0, most))
        for constraint in (below, Linear(scope, ">=", random.randint(0, most))):
            problem = Problem(domains, [constraint])
            left = candidates(cnf.encode(problem, sum_way=way))
            possible = solutions_by_trying(problem)
            assert left == [{grid[place] for grid in possible} for place in scope]


def test_a_sum_is_said_by_its_size_and_refused_by_name_where_a_way_would_be_too_large() -> None:
    half = Problem([range(2)] * 3_000, [Linear(tuple(range(3_000)), "=", 1_500)])
    weights = tuple(range(1, 3_001))
    weighted = Problem([range(2)] * 3_000, [Linear(tuple(range(3_000)), "<=", 9_000, weights)])
    sorter, adder = (cnf.encode(half, sum_way=way) for way in ("sorter", "adder"))
    assert len(cnf.encode(half).clauses) == len(sorter.clauses) < 600_000
    assert len(adder.clauses) < 65_000
    assert len(cnf.encode(weighted).clauses) < 500_000
    for problem, way in ((half, "sequential"), (half, "totalizer"), (weighted, "sorter")):
        with pytest.raises(UnsupportedError, match=f"in sum={way}, expected at most 2,000,000"):
            cnf.encode(problem, sum_way=way)


def queens(n: int) -> Problem:
    rows = [AllDifferent(tuple(range(n)))]
    pairs = [*combinations(range(n), 2)]
    diagonals = [
        Linear(pair, "!=", sign * (pair[1] - pair[0]), (1, -1))
        for pair in pairs
        for sign in (1, -1)
    ]
    return Problem([range(n)] * n, [*rows, *diagonals])


def magic_square() -> Problem:
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    sums = [Linear(row, "=", 15) for row in rows]
    return Problem([range(1, 10)] * 9, [AllDifferent(tuple(range(9))), *sums])


def send_more_money() -> Problem:
    letters = "SENDMORY"
    scope = tuple(map(letters.index, "SENDMOREMONEY"))
    weights = (1000, 100, 10, 1, 1000, 100, 10, 1, -10000, -1000, -100, -10, -1)
    domains = [range(each in "SM", 10) for each in letters]
    return Problem(
        domains, [AllDifferent(tuple(range(8))), Linear(scope, "=", 0, weights)], names=[*letters]
    )


def test_known_problems_have_their_number_of_solutions() -> None:
    assert len(models(cnf.encode(queens(8)))) == 92
    assert len(models(cnf.encode(magic_square()))) == 8
    assert models(cnf.encode(send_more_money())) == [(9, 5, 6, 7, 1, 0, 8, 2)]


def test_a_puzzle_with_sums_has_grids() -> None:
    cage = Linear((0, 1), "=", 3)
    puzzle = Puzzle(shape(4, extra=[cage]), Grid([0] * 16))
    found = models(cnf.encode(puzzle))
    assert len(found) == len(set(found)) == 48
    assert all(isinstance(grid, Grid) and grid[0] + grid[1] == 3 for grid in found)


def value(result: Variable, operator: str, *operands: Variable) -> Expression:
    """That a variable is the value of an operator."""
    return Expression(Operation("eq", (result, Operation(operator, operands))))


WIDE = range(-50, 1_950)  # more values than have variables of their own
HUGE = (-(10**30), 0, 10**30)
LARGE: dict[str, tuple[Problem, list[Solution]]] = {
    "sums": (
        Problem([WIDE] * 2, [Linear((0, 1), "=", 3_895), Linear((0, 1), ">", 0, (1, -1))]),
        [(1948, 1947), (1949, 1946)],
    ),
    "repeated": (Problem([WIDE], [AllDifferent((0, 0), excepted=(7, 9))]), [(7,), (9,)]),
    "tuples": (
        Problem(
            [WIDE] * 2,
            [
                Table((0, 1), ((3, STAR), (STAR, 1_949), (-50, -49))),
                Table((0, 1), ((1_948, STAR), (STAR, 0)), forbidden=True),
                Linear((0, 1), ">=", 3_896),
            ],
        ),
        [(1947, 1949), (1949, 1949)],
    ),
    "items": (
        Problem([range(3), WIDE, WIDE], [Element((Y, 1_000), 0, Z), Linear((1, 2), "=", 2_948)]),
        [(0, 1474, 1474), (1, 1948, 1000)],
    ),
    "maximum": (
        Problem(
            [WIDE] * 3,
            [value(X, "max", Y, Z), Linear((1, 2), ">=", 3_897)],
        ),
        [(1949, 1948, 1949), (1949, 1949, 1948), (1949, 1949, 1949)],
    ),
    "absolute": (
        Problem([WIDE] * 2, [value(X, "abs", Y), Linear((1,), "<=", -48)]),
        [(48, -48), (49, -49), (50, -50)],
    ),
    "beyond 64 bits": (
        Problem([HUGE] * 2, [Linear((0, 1), "=", 10**90, (10**60, 10**60 - 1))]),
        [(10**30, 0)],
    ),
}


@pytest.mark.parametrize("name", LARGE)
def test_large_domains_and_numbers_are_said_by_order(name: str) -> None:
    problem, expected = LARGE[name]
    assert solutions(cnf.encode(problem)) == expected


@pytest.mark.parametrize("kind", ["linear", "table"])
def test_unit_propagation_leaves_the_values_of_solutions(kind: str) -> None:
    """Of one inequality, and of one table of allowed tuples."""
    tried = 0
    for seed in range(300):
        problem = random_problem(seed, kind)
        constraints = problem.constraints[:1]
        (only,) = constraints
        if isinstance(only, Linear) and only.operator in ("=", "!="):
            continue
        if isinstance(only, Table) and (only.forbidden or len(set(only.scope)) < len(only.scope)):
            continue
        left = Problem(problem.domains, constraints)
        found = [*solutions_by_trying(left)]
        expected = [{each[place] for each in found} for place in range(len(left.domains))]
        assert [*map(set, candidates(cnf.encode(left)))] == expected, (seed, only)
        tried += bool(found)
    assert tried > 50


NINE, MATRIX = range(9), [range(9)] * 9
TUPLES = tuple((each // 9, each % 9, (each // 9 + each % 9) % 9) for each in range(0, 81, 4))
PRICES: dict[str, tuple[list[range], Constraint]] = {  # by the name that the page has for it
    "nine variables all different": (MATRIX, AllDifferent(tuple(NINE))),
    "x != y": (MATRIX[:2], Linear((0, 1), "!=", 0, (1, -1))),
    "x < y": (MATRIX[:2], Linear((0, 1), "<", 0, (1, -1))),
    "x < y, 0..999": ([range(1_000)] * 2, Linear((0, 1), "<", 0, (1, -1))),
    "x + y = z": (MATRIX[:3], Linear((0, 1), "=", Z)),
    "x + y = z, 0..99": ([range(100)] * 3, Linear((0, 1), "=", Z)),
    "nine variables, sum = 36": (MATRIX, Linear(tuple(NINE), "=", 36)),
    "nine variables, sum <= 36": (MATRIX, Linear(tuple(NINE), "<=", 36)),
    "21 allowed tuples of three": (MATRIX[:3], Table((0, 1, 2), TUPLES)),
    "21 forbidden tuples of three": (MATRIX[:3], Table((0, 1, 2), TUPLES, forbidden=True)),
    "y = (8, 7, ..., 0)[x]": (MATRIX[:2], Element(tuple(range(8, -1, -1)), 0, Y)),
    "y = (nine variables)[x]": (
        [range(9)] * 11,
        Element(tuple(map(Variable, NINE)), 9, Variable(10)),
    ),
    "z = x y, z of 0..64": ([*MATRIX[:2], range(65)], value(Z, "mul", X, Y)),
    "z = max(x, y)": (MATRIX[:3], value(Z, "max", X, Y)),
    "b = (x < y), b of 0..1": ([*MATRIX[:2], range(2)], value(Z, "lt", X, Y)),
}


@pytest.mark.parametrize("name", PRICES)
def test_a_kind_costs_what_the_page_says(name: str) -> None:
    domains, constraint = PRICES[name]
    formula = cnf.encode(Problem(domains, [constraint]))
    price = (len(formula.clauses), formula.variables, sum(map(len, formula.clauses)))
    page = (ROOT / "docs/encodings/clauses.md").read_text(encoding="utf-8")
    row = re.search(rf"^ +{re.escape(name)}   +([\d,]+) +([\d,]+) +([\d,]+)$", page, re.MULTILINE)
    assert row
    assert tuple(int(each.replace(",", "")) for each in row.groups()) == price


def test_many_variables_that_differ_are_no_square_of_clauses() -> None:
    slow()
    formula = cnf.encode(Problem([range(200)] * 200, [AllDifferent(tuple(range(200)))]))
    assert formula.determined
    assert len(formula.clauses) == 317_601
    assert sorted(decode(formula, pycosat.solve(formula.clauses))) == [*range(200)]


@pytest.mark.parametrize(("values", "taken"), [(LARGEST, True), (LARGEST + 1, False)])
def test_the_largest_domain_is_the_one_that_is_stated(values: int, taken: bool) -> None:
    problem = Problem([range(values)], [Linear((0,), ">=", values - 2)])
    if taken:
        assert models(cnf.encode(problem)) == [(values - 2,), (values - 1,)]
        return
    with pytest.raises(UnsupportedError, match=r"x0 has 100,001 values; it takes at most 100,000"):
        cnf.encode(problem)


@pytest.mark.parametrize(("values", "taken"), [(30_000, True), (60_000, False)])
def test_a_sum_of_too_many_clauses_is_refused_by_name(values: int, taken: bool) -> None:
    problem = Problem([range(values)] * 3, [Linear((0, 1, 2), "=", 7, (3, 2, 1))])
    if taken:
        assert POSTS.flatten(problem).provenance == (frozenset({"clauses linear"}),)
        return
    with pytest.raises(UnsupportedError, match="it cannot post linear of constraint 1: a table of"):
        cnf.encode(problem)


@pytest.mark.parametrize("encoding", ["natural", "reduced+ladder", "augmented"])
def test_other_encodings_say_puzzles_of_all_different_only(encoding: str) -> None:
    with pytest.raises(UnsupportedError, match=f"found no puzzle.* in {re.escape(encoding)}"):
        cnf.encode(queens(4), encoding)
