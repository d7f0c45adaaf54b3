"""Circuit as the order of the visit: each node in it is the successor of the one before.

Without loops it begins at the first node, all nodes in it are different, and the last one's
successor is the first.  With loops the successors are a permutation, the visit begins at the first
node that is no loop and has as many steps as there are nodes, and it has to see exactly the nodes
that are no loops.
"""

from collections.abc import Iterator
from itertools import pairwise

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.arg_maximum import ArgMaximum
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import comparison_of, truth_of
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Operation


def visit(constraint: Circuit, fresh: Fresh) -> Iterator[Constraint]:
    """The steps of the visit, and what it has to see."""
    nodes, own = constraint.nodes, constraint.variables
    if len(nodes) < 2:
        yield comparison_of((), "=", 1)
        return
    for variable in dict.fromkeys(own):
        yield Table((variable,), tuple((node,) for node in nodes))
    yield AllDifferent(own)
    if constraint.loops:
        yield from _among_loops(constraint, fresh)
        return
    order = [fresh.variable(nodes[:1]), *(fresh.variable(nodes[1:]) for _ in nodes[1:])]
    for index, value in zip(order, [*order[1:], order[0]], strict=True):
        yield Element(tuple(map(Variable, own)), index, Variable(value), constraint.start)
    yield AllDifferent(tuple(order[1:]))


def _among_loops(constraint: Circuit, fresh: Fresh) -> Iterator[Constraint]:
    nodes, own = constraint.nodes, constraint.variables
    visited = []  # whether each node is
    for node, variable in zip(nodes, own, strict=True):
        atom, said = truth_of(Operation("ne", (Variable(variable), node)), fresh)
        yield from said
        assert isinstance(atom, Variable)
        visited.append(atom)
    size = Variable(fresh.variable(range(2, len(nodes) + 1)))
    yield comparison_of(visited, "=", size)
    order = [fresh.variable(nodes) for _ in nodes]
    yield ArgMaximum(tuple(each.number for each in visited), order[0], constraint.start, "first")
    for index, value in pairwise(order):
        yield Element(tuple(map(Variable, own)), index, Variable(value), constraint.start)
    yield NValues(tuple(order), "=", size)
    if constraint.size is not None:
        yield comparison_of((size,), "=", constraint.size)


DECOMPOSITIONS = {Circuit: visit}
