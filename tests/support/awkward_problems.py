"""Problems that are easily misread, with their solutions."""

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.no_overlap import NoOverlap
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table
from accord.puzzles.problem import Problem, Solution

WAY = (("a", -3, "b"), ("b", 300, "a"), ("b", -3, "c"))
LOOPS = (
    *(("0", 0, "0"), ("0", 1, "0"), ("0", 2, "1"), ("0", 3, "0"), ("0", 3, "1")),
    *(("1", 0, "1"), ("1", 1, "1"), ("1", 2, "1")),
)
AWKWARD: dict[str, tuple[Problem, set[Solution]]] = {
    "no variables": (Problem([]), {()}),
    "no variables, and a false sum": (Problem([], [Linear((), "=", 1)]), set()),
    "no variables, and a true sum": (Problem([], [Linear((), "<", 1)]), {()}),
    "a task that may take no time, begins with another and is begun twice": (
        Problem([[1], [0, 2], [1, 2]], [NoOverlap((2, 0, 0), (Variable(1), 0, 2))]),
        {(1, 0, 1), (1, 0, 2)},
    ),
    "a task that takes no time inside another": (
        Problem([[1, 3], [0, 2], [4]], [NoOverlap((1, 0, 2), (0, 3, Variable(1)))]),
        {(1, 0, 4), (1, 2, 4), (3, 0, 4)},
    ),
    "no constraints": (Problem([[40], [-3, 7]]), {(40, -3), (40, 7)}),
    "a variable without values": (Problem([[1, 2], []]), set()),
    "sums over a variable without values": (
        Problem([[1, 2], [], [3]], [Linear((0, 1, 2), "!=", 4), Linear((0, 1), "=", 1)]),
        set(),
    ),
    "an element of nothing": (Problem([[0, 1]], [Element((), 0, 0)]), set()),
    "an element of constants that are no values": (
        Problem([range(4)], [Element((2, -1), 0, -1, 1)]),
        {(2,)},
    ),
    "a table of nothing": (Problem([[0, 1]], [Table((0,), ())]), set()),
    "nothing is forbidden": (Problem([[5]], [Table((0,), (), forbidden=True)]), {(5,)}),
    "the empty tuple is allowed": (Problem([[5]], [Table((), ((),))]), {(5,)}),
    "the empty tuple is forbidden": (Problem([[5]], [Table((), ((),), forbidden=True)]), set()),
    "a variable that differs from itself": (Problem([[1, 2]], [AllDifferent((0, 0))]), set()),
    "a sum that one variable cannot be": (
        Problem([[3], [0, 1]], [Linear((0,), "=", 0, (2,)), Linear((0, 1), "<=", 2, (2, 1))]),
        set(),
    ),
    "a sum that the weights leave out": (
        Problem([[0], [0, 1]], [Linear((0, 1), "=", 2, (1, 3))]),
        set(),
    ),
    "a sum of even weights that is odd": (
        Problem([[0], [0, 1], [0, 1]], [Linear((0, 1, 2), "=", 3, (1, 2, 2))]),
        set(),
    ),
    "a sum in a gap": (
        Problem([[1, 10], [1]], [Linear((0, 1), "=", 5), Linear((0, 1), ">=", 1)]),
        set(),
    ),
    "an automaton that reads one variable four times": (  # CP-SAT enumerates (2,) five times
        Problem([range(4)], [Regular((0, 0, 0, 0), LOOPS, "0", ("1",))]),
        {(2,), (3,)},
    ),
    "an automaton that may end in two states": (
        Problem([[-3, 300], [-3, 5, 300]], [Regular((0, 1), WAY, "a", ("a", "c"))]),
        {(-3, -3), (-3, 300)},
    ),
    "an automaton of no values": (Problem([[5]], [Regular((), WAY, "a", ("a",))]), {(5,)}),
    "an automaton that never ends": (Problem([[-3]], [Regular((0,), WAY, "a", ())]), set()),
    "circuits over values that are no nodes": (
        Problem(
            [[2, 3], [-2, 1, 3]],
            [
                Circuit((1, 0), loops=True, size=Variable(1)),
                Circuit((0, 1), loops=True),
            ],
        ),
        set(),
    ),
    "many values": (
        Problem([range(-150, 151)] * 2, [Linear((0, 1), "=", 299), Linear((0,), "<", 150)]),
        {(149, 150)},
    ),
    "large values": (
        Problem([[10**6, 10**6 + 3], [-(10**6), 0]], [Linear((0, 1), "=", 3)]),
        {(10**6 + 3, -(10**6))},
    ),
}
