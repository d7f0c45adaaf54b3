"""Knapsack and BinPacking as sums: of what is taken, and of what lies in each bin."""

from collections.abc import Iterator

from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import comparison_of, truth_of
from accord.puzzles.constraints.knapsack import Knapsack
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Operation


def weight_and_profit(constraint: Knapsack, fresh: Fresh) -> Iterator[Constraint]:
    """The two sums."""
    yield from constraint.sums()


def bins(constraint: BinPacking, fresh: Fresh) -> Iterator[Constraint]:
    """Each item lies in a bin; for each bin a sum of 0/1 variables, which say what lies there."""
    places = [*enumerate(constraint.loads, constraint.start)]
    for variable in dict.fromkeys(constraint.variables):
        yield Table((variable,), tuple((at,) for at, _ in places))
    for at, load in places:
        atoms = []
        for variable in constraint.variables:
            atom, said = truth_of(Operation("eq", (Variable(variable), at)), fresh)
            yield from said
            atoms.append(atom)
        yield comparison_of(atoms, constraint.operator, load, constraint.sizes)


DECOMPOSITIONS = {Knapsack: weight_and_profit, BinPacking: bins}
