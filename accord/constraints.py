"""The kinds of constraints that a problem can have, and its objective.

    from accord.constraints import AllDifferent, Linear, Objective, Variable

Variables are numbered from 0; where a constant could stand as well, one is `Variable(number)`.
"""

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.arg_maximum import ArgMaximum, ArgMinimum
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.channel import Channel, ChannelValue
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Constraint, MalformedConstraintError, Variable
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
from accord.puzzles.objective import Objective

__all__ = ["STAR", "AllDifferent", "AllDifferentLists", "AllDifferentMatrix", "AllEqual"]
__all__ += ["ArgMaximum", "ArgMinimum", "BinPacking", "Cardinality", "Channel", "ChannelValue"]
__all__ += ["Constraint", "Count", "Element", "Expression", "Knapsack", "Lex", "Linear"]
__all__ += ["Circuit", "Clauses", "Cumulative", "NoOverlap", "NoOverlap2D"]
__all__ += ["MalformedConstraintError", "Maximum", "Minimum", "NValues", "Operation", "Ordered"]
__all__ += ["Precedence", "Table", "Variable"]
__all__ += ["MDD", "Instantiation", "Objective", "Regular"]
