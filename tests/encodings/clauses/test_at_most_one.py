"""At most one: seven ways to say it mean the same, and cost what the table says."""

import re
from itertools import combinations, count, product
from math import ceil, isqrt, log2
from typing import Any

import pycosat
import pytest

from accord.encodings.clauses import at_most_one
from accord.encodings.clauses.at_most_one import AT_MOST_ONE
from accord.encodings.clauses.clauses import CNF, Clause
from accord.encodings.clauses.propagation import propagate

EVERY = pytest.mark.parametrize("name", AT_MOST_ONE)


def root(n: int) -> int:
    return isqrt(n - 1) + 1


PRICE: dict[str, Any] = {  # clauses and auxiliary variables of n >= 2 literals
    "pairwise": lambda n: (n * (n - 1) // 2, 0),
    "sequential": lambda n: (3 * n - 4, n - 1),
    "ladder": lambda n: (4 * n - 5, n - 1),
    "commander": lambda n: small(n) or plus((3 * n - 2 * ceil(n / 3), ceil(n / 3)), K(ceil(n / 3))),
    "product": lambda n: (
        small(n) or plus((2 * n, root(n) + ceil(n / root(n))), P(root(n)), P(ceil(n / root(n))))
    ),
    "bitwise": lambda n: (n * ceil(log2(n)), ceil(log2(n))),
    "totalizer": lambda n: (3 * n - 5, n - 2),
}


def K(n: int) -> Any:  # noqa: N802  # as in the table
    return PRICE["commander"](n)


def P(n: int) -> Any:  # noqa: N802  # as in the table
    return PRICE["product"](n)


def small(n: int) -> Any:
    return PRICE["pairwise"](n) if n <= at_most_one.SMALL else None


def plus(*prices: tuple[int, int]) -> tuple[int, int]:
    return sum(clauses for clauses, _ in prices), sum(variables for _, variables in prices)


def said(name: str, literals: list[int]) -> CNF:
    """The clauses, over as many variables as they needed."""
    fresh = count(max(map(abs, literals), default=0) + 1)
    clauses = list(AT_MOST_ONE[name](literals, fresh))
    return CNF(next(fresh) - 1, clauses, ())


def models(formula: CNF, *more: Clause) -> list[list[int]]:
    return list(pycosat.itersolve([*formula.clauses, *more], vars=formula.variables))


@EVERY
@pytest.mark.parametrize("n", range(10))
def test_allows_what_holds_at_most_once_and_nothing_else(name: str, n: int) -> None:
    literals = [-v if v % 3 == 0 else v for v in range(1, n + 1)]
    formula = said(name, literals)
    for signs in product((1, -1), repeat=n):
        units = [(sign * literal,) for sign, literal in zip(signs, literals, strict=True)]
        found = pycosat.solve(formula.clauses + units, vars=formula.variables)
        assert (found != "UNSAT") == (signs.count(1) <= 1)


@EVERY
@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 9, 16, 20, 25, 36, 37])
def test_a_true_literal_decides_everything_by_unit_propagation(name: str, n: int) -> None:
    formula = said(name, [*range(1, n + 1)])
    for literal in range(1, n + 1):
        fixed = propagate(formula._replace(clauses=[*formula.clauses, (literal,)]))
        assert fixed.conflict is None
        assert {abs(each) for each in fixed.true} == set(range(1, formula.variables + 1))
        assert [each for each in fixed.true if 0 < each <= n] == [literal]
    assert len(models(formula, tuple(range(1, n + 1)))) == n


@EVERY
def test_prices_are_those_of_the_formulas(name: str) -> None:
    for n in range(2, 60):
        formula = said(name, [*range(1, n + 1)])
        assert (len(formula.clauses), formula.variables - n) == PRICE[name](n), n
        used = {abs(literal) for clause in formula.clauses for literal in clause}
        assert used == set(range(1, formula.variables + 1))
        assert () not in formula.clauses


@EVERY
def test_the_table_holds_what_the_code_makes(name: str) -> None:
    rows = [
        re.findall(r"(\d+) \+ (\d+)", line)
        for line in (at_most_one.__doc__ or "").splitlines()
        if line.split()[:1] == [name] and re.search(r"\d \+ \d+$", line)
    ]
    expected = [PRICE[name](n) for n in (9, 16, 25)]
    assert [[(int(c), int(v)) for c, v in row[-3:]] for row in rows] == [expected]


@pytest.mark.parametrize("name", ["commander", "product"])
def test_pairwise_up_to_six_costs_no_more(name: str) -> None:
    def price(n: int) -> int:
        return int(PRICE["pairwise"](n)[0])

    def grouped(n: int) -> int:
        groups = ceil(n / 3)
        return 3 * n - 2 * groups + price(groups)

    def squared(n: int) -> int:
        return 2 * n + price(root(n)) + price(ceil(n / root(n)))

    divided = {"commander": grouped, "product": squared}[name]
    assert all(price(n) <= divided(n) for n in range(4, at_most_one.SMALL + 1))
    assert price(at_most_one.SMALL + 1) > divided(at_most_one.SMALL + 1)


def test_pairwise_comes_first_and_is_every_pair() -> None:
    assert next(iter(AT_MOST_ONE)) == "pairwise"
    assert list(AT_MOST_ONE["pairwise"]([3, -5, 8], count(9))) == [
        (-a, -b) for a, b in combinations([3, -5, 8], 2)
    ]
