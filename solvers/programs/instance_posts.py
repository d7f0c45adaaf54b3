"""What is said to programs that read XCSP3 as it is; the rest is decomposed.

It is what ACE 2.6 and Choco 4.10.15's reader both read as XCSP3-core means it, found by asking them
for all solutions of random problems (docs/solvers/programs.md).
"""

from collections.abc import Mapping
from dataclasses import replace

from accord.encodings.posts import Condition, both
from accord.encodings.problems import xcsp3
from accord.puzzles.constraints.arg_maximum import ArgMaximum, ArgMinimum
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.channel import Channel, ChannelValue
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.decompositions.fresh import Fresh
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.knapsack import Knapsack
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.no_overlap import NoOverlap, NoOverlap2D
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.terms import Operation, Term


def _never(constraint: Constraint, fresh: Fresh) -> bool:
    return False


def _each_once(constraint: Constraint, fresh: Fresh) -> bool:
    return len({*constraint.scope}) == len(constraint.scope)


def _may_be_held(constraint: Cumulative, fresh: Fresh) -> bool:
    return isinstance(constraint.limit, int) and constraint.limit > 0


def _may_occur(constraint: Count, fresh: Fresh) -> bool:
    """Whether one of the variables can have one of the values that are counted."""
    values = {each for each in constraint.values if isinstance(each, int)}
    of_variables = len(values) < len(constraint.values)
    return of_variables or not all(map(values.isdisjoint, fresh.of(constraint.variables)))


def _has_no_power(constraint: Expression, fresh: Fresh) -> bool:
    return not _is_power(constraint.term)


def _is_power(term: Term) -> bool:
    """Whether it is a power, or one is in it."""
    if not isinstance(term, Operation):
        return False
    return term.operator == "pow" or any(map(_is_power, term.operands))


def _take_time(constraint: NoOverlap | NoOverlap2D, fresh: Fresh) -> bool:
    """Whether no length can be 0."""
    lengths = {length for box in constraint.boxes() for length in box.lengths}
    own = (fresh.domains[x.number] if isinstance(x, Variable) else (x,) for x in lengths)
    return all(min(values, default=0) > 0 for values in own)


CONDITIONS: Mapping[type[Constraint], Condition] = {
    ArgMaximum: _never,  # Choco takes any rank for `any`
    ArgMinimum: _never,
    BinPacking: _never,  # ACE stops at loads, and at a limit of 0
    Cardinality: lambda constraint, fresh: not constraint.closed,  # ACE loses solutions
    Channel: _never,  # ACE stops at a place of one value
    ChannelValue: _never,
    Cumulative: _may_be_held,  # ACE stops at a limit of 0
    Count: _may_occur,  # ACE stops where none of the values can be there
    Element: _each_once,  # ACE stops at a list with a variable twice
    Expression: _has_no_power,  # ACE loses solutions, Choco has none
    Knapsack: _never,  # Choco loses solutions
    NValues: lambda constraint, fresh: not constraint.excepted,  # Choco has none
    NoOverlap: _take_time,  # ACE holds tasks of length 0 apart
    NoOverlap2D: _take_time,
    Ordered: lambda constraint, fresh: not constraint.lengths,  # both read them in another way
    Regular: _never,  # both stop at an automaton that makes one step
}


POSTS = replace(
    xcsp3.POSTS,
    name="xcsp3-programs",
    functions={
        kind: (post, both(*filter(None, (when, CONDITIONS.get(kind)))))
        for kind, (post, when) in xcsp3.POSTS.functions.items()
    },
)
