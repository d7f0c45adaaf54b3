"""Constraints beside what some solvers take them for: the readings that people mix up, by kind.

`misreads` solves a problem of one of these constraints as if it were the other one.
"""

from collections.abc import Iterator
from dataclasses import replace

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.arg_maximum import ArgMaximum, ArgMinimum
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.channel import Channel, ChannelValue
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.clauses import Clauses, FlatClauses
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.knapsack import Knapsack
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.no_overlap import NoOverlap, NoOverlap2D
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.problem import Problem, Solution
from accord.solvers.budget import Budget
from wrong_problem_solvers import honest

ALL = (0, 1, 2, 3)
THREE = Variable(0), Variable(1), Variable(2)
PAIRS = ((0, 1), (2, 3))
APART = Operation(
    "and",
    (Operation("ne", (Variable(0), Variable(2))), Operation("ne", (Variable(1), Variable(3)))),
)
HALF = Operation("eq", (Operation("div", (Operation("sub", (Variable(0), 3)), 2)), -1))
STEPS = (("a", 0, "a"), ("a", 1, "b"), ("b", 1, "b"))
WAYS = (("a", 1, "b"), ("a", 2, "c"), ("b", 0, "d"), ("c", 3, "d"))
FOUR = (1, 1, 1, 1)

MISREAD: dict[str, tuple[Constraint, Constraint]] = {
    "exceptions differ, too": (AllDifferent(ALL, excepted=(0,)), AllDifferent(ALL)),
    "lists differ everywhere": (AllDifferentLists(PAIRS), AllDifferent(ALL)),
    "lists may be equal to an exception only": (
        AllDifferentLists(PAIRS, ((0, 1),)),
        AllDifferentLists(PAIRS),
    ),
    "rows differ, columns do not": (
        AllDifferentMatrix(PAIRS),
        AllDifferentMatrix(((0, 1),)),
    ),
    "the first two are equal": (AllEqual(ALL), AllEqual((0, 1))),
    "the first one of the largest": (
        ArgMaximum((0, 1, 2), 3, 0, "any"),
        ArgMaximum((0, 1, 2), 3, 0, "first"),
    ),
    "the last one of the smallest": (
        ArgMinimum((0, 1, 2), 3, 0, "first"),
        ArgMinimum((0, 1, 2), 3, 0, "last"),
    ),
    "indices from 1": (ArgMinimum((0, 1, 2), 3), ArgMinimum((0, 1, 2), 3, 1)),
    "loads are limits": (
        BinPacking((0, 1), (2, 1), (3, 0), "="),
        BinPacking((0, 1), (2, 1), (3, 1)),
    ),
    "bins from 1": (
        BinPacking((0, 1), (2, 1), (2, 3)),
        BinPacking((0, 1), (2, 1), (2, 3), start=1),
    ),
    "closed is open": (Cardinality(ALL, (1, 2), (1, 2), True), Cardinality(ALL, (1, 2), (1, 2))),
    "an interval is its upper end": (
        Cardinality(ALL, (1,), ((1, 2),)),
        Cardinality(ALL, (1,), (2,)),
    ),
    "both ways where lists differ in length": (
        Channel(((0,), (1, 2, 3))),
        Channel(((0, 1), (2, 3))),
    ),
    "one list is two": (Channel((ALL,)), AllDifferent(ALL)),
    "another 1 may stand elsewhere": (
        ChannelValue((0, 1, 2), 3),
        Element(THREE, 3, 1),
    ),
    "subtours": (Circuit(ALL), AllDifferent(ALL)),
    "nodes may be left out": (Circuit(ALL), Circuit(ALL, loops=True)),
    "no node may be left out": (Circuit(ALL, loops=True), Circuit(ALL)),
    "a size that nobody asks for": (Circuit(ALL, loops=True, size=2), Circuit(ALL, loops=True)),
    "a sign is forgotten": (
        Clauses(ALL, FlatClauses.of([(1, -2), (3, 4)])),
        Clauses(ALL, FlatClauses.of([(1, 2), (3, 4)])),
    ),
    "a variable that is listed twice counts once": (
        Count((0, 0, 1), "=", 2, (1,)),
        Count((0, 1), "=", 2, (1,)),
    ),
    "a task runs at its end": (
        Cumulative((0, 1), (1, 1), (1, 1), 1),
        Cumulative((0, 1), (2, 2), (1, 1), 1),
    ),
    "a task without duration uses something": (
        Cumulative((0, 1), (0, 2), (1, 1), 1),
        Cumulative((0, 1), (1, 2), (1, 1), 1),
    ),
    "heights are 1": (Cumulative((0, 1), (2, 2), (2, 1), 2), Cumulative((0, 1), (2, 2), (1, 1), 2)),
    "an element's index from 1": (
        Element(THREE, 3, 1),
        Element(THREE, 3, 1, start=1),
    ),
    "division towards minus infinity": (
        Expression(HALF),
        Table((0,), ((1,), (2,))),
    ),
    "the last value is forgotten": (Instantiation((0, 1), (2, 3)), Instantiation((0,), (2,))),
    "the weight has no limit": (
        Knapsack(ALL, FOUR, FOUR, 5, ">=", 3),
        Linear(ALL, ">=", 3),
    ),
    "strict is not strict": (Lex(PAIRS, "<"), Lex(PAIRS, "<=")),
    "rows are in order, columns are not": (Lex(PAIRS, "<=", columns=True), Lex(PAIRS, "<=")),
    "some place is less": (Lex(PAIRS, "<="), Linear((0, 2), "<", 0, (1, -1))),
    "the largest is at least so large": (Maximum((0, 1, 2), "=", 2), Maximum((0, 1, 2), ">=", 2)),
    "the smallest is the largest": (Minimum((0, 1, 2), "=", 2), Maximum((0, 1, 2), "=", 2)),
    "any path": (MDD((0, 1), WAYS), Table((0, 1), ((1, STAR), (2, STAR)))),
    "exceptions are counted": (NValues(ALL, "=", 2, (0,)), NValues(ALL, "=", 2)),
    "zero lengths are not ignored": (
        NoOverlap((0, 1), (0, 2)),
        NoOverlap((0, 1), (0, 2), zero_ignored=False),
    ),
    "zero lengths are ignored": (
        NoOverlap((0, 1), (0, 2), zero_ignored=False),
        NoOverlap((0, 1), (0, 2)),
    ),
    "apart in both dimensions": (
        NoOverlap2D(PAIRS, ((1, 1), (1, 1))),
        Expression(APART),
    ),
    "lengths are forgotten": (Ordered((0, 1), "<=", (2,)), Ordered((0, 1), "<=")),
    "falls in place of rising": (Ordered((0, 1, 2), "<"), Ordered((0, 1, 2), ">")),
    "all values occur": (Precedence(ALL, (1, 2)), Precedence(ALL, (1, 2), True)),
    "values need not occur": (Precedence(ALL, (1, 2), True), Precedence(ALL, (1, 2))),
    "every state is final": (
        Regular(ALL, STEPS, "a", ("b",)),
        Regular(ALL, STEPS, "a", ("a", "b")),
    ),
    "where there is no transition, a state stays": (
        Regular((0, 1), STEPS, "a", ("b",)),
        Regular((0, 1), (*STEPS, ("b", 0, "b")), "a", ("b",)),
    ),
    "a sum is at most so much": (Linear(ALL, "=", 4), Linear(ALL, "<=", 4)),
    "what is forbidden is allowed": (
        Table((0, 1), ((1, STAR),), forbidden=True),
        Table((0, 1), ((1, STAR),)),
    ),
}  # fmt: skip


def problem_of(reading: str) -> Problem:
    """The constraint that is misread, over four variables with the values 0 to 3."""
    named = replace(MISREAD[reading][0], name=reading)  # type: ignore[type-var]
    return Problem([range(4)] * 4, [named])


def misreads(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """The solutions of the constraint that this one was taken for."""
    taken = MISREAD[problem.constraints[0].name][1]
    yield from honest(Problem(problem.domains, [taken]), budget)
