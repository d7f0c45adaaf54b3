"""A problem as an integer linear program: bounds of integer columns, and rows over them.

A variable of the problem, and whatever a constraint asks for by value, has a 0/1 column z(x, v) for
each value; what stands in a sum, and a fresh variable, has an integer column x as well:

    domain             sum of z(x, v)  = 1,     sum of v z(x, v) - x  = 0
    AllDifferent       for each value the z of all variables  <= 1, or = 1 in a full scope
    Linear             a row; of != over two variables z(x, v) + z(y, w) <= 1 for each pair that
                       may not be, over more a 0/1 column that says which side the sum is on
    r = (x < y)        x - y < M (1 - r)  and  x - y >= -M r, with the farthest x - y as M; of = and
                       != a 0/1 column for each side; of x and constants the sum of z(x, v) = r
    forbidden tuples   not all of their z
    clauses            not all of their literals' opposites

A variable of 0 and 1 is its own z.  Who looks for the best solution forbids none, and leaves out
the z of variables that no constraint asks for by value and whose domains have no gaps.

Of all-different alone it is the assignment problem in three dimensions, known from Latin squares;
for Sudoku see Bartlett, Chartier, Langville and Rankin, "An integer programming model for the
Sudoku problem", Journal of Online Mathematics and its Applications 8, 2008.  A blank grid of n x n
cells with h houses has n^3 columns and n^2 + h n rows of n terms:

    blank grid       columns      rows      terms
    -------------   ----------   ------   --------
    9x9 Sudoku             729      324      2,916
    16x16 Sudoku         4,096    1,024     16,384
    25x25 Sudoku        15,625    2,500     62,500

A given leaves one column of its cell, a candidate crossed out none.  Every other kind is
decomposed; a table is a choice among its tuples then.  Every column is determined by the solution,
so that no solution counts twice.

An empty domain is a sum of nothing that is 1.

Solvers of such programs compute in floating point, with a tolerance.  Rows whose coefficients times
domains reach 2**24 are refused by name, and a solution has to satisfy every row in whole numbers
when it is rounded.  Its files are linear.py and opb.py.  What was tried: docs/solvers/milp.md.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import product
from typing import NamedTuple

from accord.encodings.model import ModelError
from accord.encodings.posts import Posts, over_truth_values
from accord.encodings.scopes import full_scope
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import (
    AS_LINEAR,
    Primitive,
    comparison_of,
    primitive,
)
from accord.puzzles.constraints.decompositions.linear import span
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.domain import Domain
from accord.puzzles.objective import Sense
from accord.puzzles.optimization import with_value
from accord.puzzles.problem import Problem, Solution

Column = int
Literal = int  # a 0/1 column, or ~column for its opposite
BINARY = Domain(((0, 1),))
FARTHEST = 1 << 20  # a value
POSTS = Posts("integer-program", largest=10_000, values=range(-FARTHEST, FARTHEST + 1))
BITS = 24  # of the sum of coefficients times values in a row
TOLERANCE = 1e-9  # by which a row may be missed
WIDEST = 1 << 16  # values of a sum that a 0/1 column divides in two
MOST_PAIRS = 1_000_000  # that a disequality looks at
INTEGRAL = 1e-5  # how far from a whole number a solver may end and still mean it


class ProgramSum(NamedTuple):
    """A weighted sum of columns with a lower bound, an upper bound, or one value that is both."""

    weights: dict[Column, int]
    low: int | None
    high: int | None
    owner: int | None = None  # the constraint that it is part of, by its place; None: a variable


class IntegerProgram:
    """Columns and rows, as they are added.

    Args:
        fresh: the variables, of the problem first.
        number: how many are the problem's own.
        summed: those of them that stand in sums.
        all_by_value: whether each of the problem's own has columns by value.
    """

    def __init__(
        self, fresh: Fresh, number: int, summed: Collection[int] = (), *, all_by_value: bool = True
    ) -> None:
        self.fresh = fresh
        self.number = number
        self.bounds: list[tuple[int, int]] = []
        self.rows: list[ProgramSum] = []
        self.owner: int | None = None  # of further rows
        self.objective: tuple[Sense, Column] | None = None
        self.columns: dict[int, Column] = {}  # of a variable, where it has one
        self.by_value: dict[int, dict[int, Literal]] = {}  # of a variable, where it is asked for
        for variable, domain in enumerate(fresh.domains):
            if variable >= number or variable in summed or domain == BINARY:
                ends = (domain.min, domain.max) if domain else (0, 0)
                self.columns[variable] = self.column(*ends)
        for variable, domain in enumerate(fresh.domains):
            if (all_by_value and variable < number) or len(domain.intervals) != 1:
                self.literals(variable)

    def column(self, low: int, high: int) -> Column:
        """A new integer column."""
        self.bounds.append((low, high))
        return len(self.bounds) - 1

    def row(self, terms: Iterable[tuple[int, Column]], low: int | None, high: int | None) -> None:
        """Have a weighted sum be between two bounds."""
        weights: Counter[Column] = Counter()
        for weight, column in terms:
            weights[column] += weight
        kept = {column: weight for column, weight in weights.items() if weight}
        self.rows.append(ProgramSum(kept, low, high, self.owner))

    def literals(self, variable: int) -> dict[int, Literal]:
        """By value of a variable the literal that is true exactly if it has the value."""
        if variable not in self.by_value:
            self.by_value[variable] = self._by_value(variable, self.fresh.domains[variable])
        return self.by_value[variable]

    def _by_value(self, variable: int, domain: Domain) -> dict[int, Literal]:
        if domain == BINARY:
            return {0: ~self.columns[variable], 1: self.columns[variable]}
        columns = {value: self.column(0, 1) for value in domain}
        self.exactly_one([*columns.values()])
        if (own := self.columns.get(variable)) is not None:
            self.row([*((v, column) for v, column in columns.items()), (-1, own)], 0, 0)
        return columns

    def at_most(self, literals: Sequence[Literal], most: int) -> None:
        """Have so many of some literals be true, at most."""
        self.rows.append(at_most(literals, most)._replace(owner=self.owner))

    def exactly_one(self, literals: Sequence[Literal]) -> None:
        """Have one of some literals be true, and no other."""
        row = at_most(literals, 1)
        self.rows.append(row._replace(low=row.high, owner=self.owner))


def at_most(literals: Sequence[Literal], most: int) -> ProgramSum:
    """The row that says that so many of some literals are true, at most."""
    if len({*literals}) == len(literals) and min(literals, default=0) >= 0:
        return ProgramSum(dict.fromkeys(literals, 1), None, most)
    weights: Counter[Column] = Counter()
    for each in literals:
        weights[each if each >= 0 else ~each] += 1 if each >= 0 else -1
    kept = {column: weight for column, weight in weights.items() if weight}
    return ProgramSum(kept, None, most - sum(each < 0 for each in literals))


@POSTS(AllDifferent)
def post_all_different(program: IntegerProgram, constraint: AllDifferent) -> None:
    if where := full_scope(constraint, program.fresh.domains):
        for value, variables in where.items():
            program.exactly_one([program.literals(each)[value] for each in variables])
        return
    at: dict[int, list[Literal]] = {}
    for variable in constraint.scope:
        for value, literal in program.literals(variable).items():
            if value not in constraint.excepted:
                at.setdefault(value, []).append(literal)
    for each in at.values():
        if len(each) > 1:
            program.at_most(each, 1)


def _is_below(bits: int, sum_: Linear, fresh: Fresh) -> bool:
    """Whether no part of a sum reaches a power of two."""
    weights = sum_.weights
    domains = fresh.of([*weights])
    sizes = [
        abs(weight) * max(abs(domain.min), abs(domain.max))
        for weight, domain in zip(weights.values(), domains, strict=True)
        if domain
    ]
    return sum(sizes) + abs(sum_.constant) < 1 << bits


def _fits(constraint: Linear, fresh: Fresh) -> bool:
    weights = constraint.weights
    domains = fresh.of([*weights])
    if not all(domains):
        return True
    if not _is_below(BITS, constraint, fresh):
        return False
    if constraint.operator != "!=":
        return True
    if len(weights) <= 2:
        return len(weights) < 2 or len(domains[0]) * len(domains[1]) <= MOST_PAIRS
    return Domain.of(span([*weights.values()], domains)).size <= WIDEST


@POSTS(Linear, when=_fits)
def post_linear(program: IntegerProgram, constraint: Linear) -> None:
    if is_by_value(constraint):
        _differ(program, constraint)
        return
    terms = [(weight, program.columns[each]) for each, weight in constraint.weights.items()]
    right = constraint.constant
    match constraint.operator:
        case "=":
            program.row(terms, right, right)
        case "<=" | "<":
            program.row(terms, None, right - (constraint.operator == "<"))
        case ">=" | ">":
            program.row(terms, right + (constraint.operator == ">"), None)
        case "!=":
            _on_a_side(program, constraint)


def is_by_value(constraint: Linear) -> bool:
    """Whether a Linear is posted by forbidding values: `!=` over at most two variables."""
    return constraint.operator == "!=" and len(constraint.weights) <= 2


def _differ(program: IntegerProgram, constraint: Linear) -> None:
    """Forbid each pair of values, or each value, that adds up to the right side."""
    right = constraint.constant
    choices = [
        [(weight * value, literal) for value, literal in program.literals(variable).items()]
        for variable, weight in constraint.weights.items()
    ]
    if not choices:
        program.at_most([], -1 if right == 0 else 0)
        return
    last: dict[int, Literal] = dict(choices.pop())
    for chosen in product(*choices):
        other = last.get(right - sum(part for part, _ in chosen))
        if other is not None:
            literals = [*(literal for _, literal in chosen), other]
            program.at_most(literals, len(literals) - 1)


def _on_a_side(program: IntegerProgram, constraint: Linear) -> None:
    """Have a sum be less or greater than the right side, as a 0/1 column says."""
    greater, right = program.column(0, 1), constraint.constant
    _where(program, ~greater, constraint, None, right - 1)
    _where(program, greater, constraint, right + 1, None)


def _where(
    program: IntegerProgram, literal: Literal, sum_: Linear, low: int | None, high: int | None
) -> None:
    """Have a sum be between two bounds where a literal is true."""
    weights = sum_.weights
    terms = [(weight, program.columns[each]) for each, weight in weights.items()]
    sums = span([*weights.values()], program.fresh.of([*weights]))
    column, true, sign = (literal, 1, 1) if literal >= 0 else (~literal, 0, -1)
    if low is not None and (far := low - sums[0]) > 0:
        program.row([*terms, (-sign * far, column)], low - true * far, None)
    if high is not None and (far := sums[-1] - high) > 0:
        program.row([*terms, (sign * far, column)], None, high + true * far)


def _is_comparison(constraint: Expression, fresh: Fresh) -> bool:
    """Whether an expression says of a 0/1 variable whether one number is so, or two compare so."""
    single = primitive(constraint, fresh)
    if single is None or single.result is None or single.result in single.operands:
        return False
    truth = fresh.domains[single.result.number]
    if not truth or truth.min < 0 or truth.max > 1:
        return False
    if is_about_values(single):
        return any(isinstance(each, Variable) for each in single.operands)
    few = len(single.operands) == 2 and single.operator in AS_LINEAR
    return few and _is_below(BITS - 2, sum_of(single), fresh)


def is_about_values(single: Primitive) -> bool:
    """Whether a primitive asks if one variable has certain values: = or != a constant, or a set."""
    constants = sum(isinstance(each, int) for each in single.operands)
    return bool(single.among) or (
        single.operator in ("eq", "ne") and len(single.operands) == 2 and constants == 1
    )


def sum_of(single: Primitive) -> Linear:
    """The comparison of two numbers as a sum."""
    one, other = single.operands
    return comparison_of((one,), AS_LINEAR[single.operator], other)


@POSTS(Expression, when=_is_comparison)
def post_comparison(program: IntegerProgram, constraint: Expression) -> None:
    single = primitive(constraint, program.fresh)
    assert single is not None
    assert single.result is not None
    result = single.result.number
    truth = program.columns[result]
    if is_about_values(single):
        (other,) = {*constraint.scope} - {result}
        true = [
            literal
            for value, literal in program.literals(other).items()
            if constraint.holds([1 if each == result else value for each in constraint.scope])
        ]
        program.exactly_one([*true, ~truth])
        return
    comparison = sum_of(single)
    operator, right = comparison.operator, comparison.constant
    if operator in ("=", "!="):
        equal = truth if operator == "=" else ~truth
        less, greater = program.column(0, 1), program.column(0, 1)
        program.exactly_one([less, equal, greater])
        _where(program, less, comparison, None, right - 1)
        _where(program, equal, comparison, right, right)
        _where(program, greater, comparison, right + 1, None)
    else:
        less = truth if operator in ("<", "<=") else ~truth
        most = right - (operator in ("<", ">="))
        _where(program, less, comparison, None, most)
        _where(program, ~less, comparison, most + 1, None)


def _is_forbidden(constraint: Table, fresh: Fresh) -> bool:
    return constraint.forbidden


@POSTS(Table, when=_is_forbidden)
def post_table(program: IntegerProgram, constraint: Table) -> None:
    for entries in constraint.tuples:
        _not_all(
            program, [(x, v) for x, v in zip(constraint.scope, entries, strict=True) if v != STAR]
        )


@POSTS(Clauses, when=over_truth_values)
def post_clauses(program: IntegerProgram, constraint: Clauses) -> None:
    zero, one = ([(variable, value) for variable in constraint.scope] for value in (0, 1))
    for pairs in constraint.said(zero, one):
        _not_all(program, pairs)


def _not_all(program: IntegerProgram, pairs: Iterable[tuple[int, int]]) -> None:
    """Have one of these variables not have the value that stands beside it."""
    chosen: dict[int, int] = {}
    if all(chosen.setdefault(variable, value) == value for variable, value in pairs):
        known = [program.literals(variable).get(value) for variable, value in chosen.items()]
        literals = [each for each in known if each is not None]
        if len(literals) == len(known):
            program.at_most(literals, len(literals) - 1)


def encode(problem: Problem, *, all_by_value: bool = True) -> IntegerProgram:
    """The program whose solutions are those of a problem, one for each.

    Args:
        problem: with an objective or without.
        all_by_value: whether each variable of the problem has columns by value.

    Raises:
        UnsupportedError: a constraint is not posted, or a domain is too large.
    """
    number = len(problem.domains)
    if problem.goal is not None:
        problem = with_value(problem)
    flat = POSTS.flatten(problem)
    summed = {*(problem.goal.scope if problem.goal else ())}
    for constraint in flat.constraints:
        summed.update(_summed(constraint, flat.fresh))
    program = IntegerProgram(flat.fresh, number, summed, all_by_value=all_by_value)
    if problem.goal is not None:
        (variable,) = problem.goal.scope
        program.objective = problem.goal.sense, program.columns[variable]
    if all(flat.domains):
        for owner, constraint in zip(flat.owners, flat.constraints, strict=True):
            program.owner = owner
            POSTS.post(constraint, program)
    for variable, domain in enumerate(problem.domains):
        if variable not in program.columns and variable not in program.by_value:
            program.columns[variable] = program.column(min(domain), max(domain))
    if not program.bounds:  # HiGHS does not search a program without columns
        program.column(0, 0)
    return program


def _summed(constraint: Constraint, fresh: Fresh) -> Collection[int]:
    """The variables that a constraint asks for as numbers."""
    if isinstance(constraint, Linear):
        return () if is_by_value(constraint) else constraint.weights
    if isinstance(constraint, Expression):
        single = primitive(constraint, fresh)
        assert single is not None
        assert single.result is not None
        compared = () if is_about_values(single) else sum_of(single).weights
        return (single.result.number, *compared)
    return ()


def decode(program: IntegerProgram, values: Sequence[float]) -> Solution:
    """The values of the problem's own variables.

    Raises:
        ModelError: a column is not whole, or a row does not hold when all are.
    """
    found = [whole(value, f"column {column}") for column, value in enumerate(values)]
    for row in program.rows:
        total = sum(weight * found[column] for column, weight in row.weights.items())
        if (row.low is not None and total < row.low) or (row.high is not None and total > row.high):
            raise ModelError(
                f"found a row with the sum {total}, expected {row.low} to {row.high}: the "
                "solution is none in whole numbers"
            )
    return tuple(
        found[program.columns[variable]]
        if variable in program.columns
        else next(v for v, literal in program.literals(variable).items() if is_true(literal, found))
        for variable in range(program.number)
    )


def is_true(literal: Literal, values: Sequence[int]) -> bool:
    """Whether a literal is true under these values of the columns."""
    return values[literal] == 1 if literal >= 0 else values[~literal] == 0


def whole(value: float, where: str) -> int:
    """The whole number that a solver means by a value.

    Raises:
        ModelError: it is none, within the precision of floating point.
    """
    near = round(value) if abs(value) < 2 << BITS else None  # also no number at all
    if near is None or not abs(value - near) <= INTEGRAL:
        raise ModelError(f"found {value} in {where}, expected a whole number")
    return near


def chosen(program: IntegerProgram, solution: Solution) -> list[Literal]:
    """The literals that a solution makes true; at most all but one of them is a nogood.

    Those of variables with one value are left out; empty where there is no other solution.
    """
    return [
        program.literals(variable)[value]
        for variable, value in enumerate(solution)
        if len(program.fresh.domains[variable]) > 1
    ]
