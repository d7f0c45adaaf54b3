"""Lex: lists of variables are in lexicographic order, each and the next one.

    Lex(((0, 1), (2, 3)), "<=")                 x0 < x2, or x0 = x2 and x1 <= x3
    Lex(((0, 1), (2, 3)), "<", columns=True)    rows of a matrix in order, and its columns

XCSP3's lex of lists and of a matrix.  It breaks the symmetry of rows and columns that may be
exchanged: Pierre Flener, Alan Frisch, Brahim Hnich, Zeynep Kiziltan, Ian Miguel, Justin Pearson and
Toby Walsh, "Breaking row and column symmetries in matrix models", CP 2002.  Lists of no variables
are equal.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import ClassVar

from accord.puzzles.constraints.arguments import checked
from accord.puzzles.constraints.linear import COMPARISONS
from accord.puzzles.constraints.ordered import Order
from accord.puzzles.constraints.record import HasRecord, same_length
from accord.puzzles.fields import LeftOut, VariableNumbers

Pair = tuple[tuple[int, ...], tuple[int, ...]]


@checked
@dataclass(frozen=True)
class Lex(HasRecord):
    """Each list, compared as words in a dictionary, stands so to the next one.

    >>> from accord.constraints import Lex
    >>> rows = Lex(((0, 1), (2, 3)), "<=")
    >>> rows.holds((1, 9, 2, 0)), rows.holds((1, 9, 1, 0))
    (True, False)
    """

    kind: ClassVar[str] = "lex"

    lists: tuple[VariableNumbers, ...]  # all of the same length
    operator: Order
    columns: LeftOut[bool] = False  # the first variables of all lists are a list too, and so on
    name: str = field(default="", compare=False, kw_only=True)
    scope: tuple[int, ...] = field(init=False, compare=False)
    """The variables, list by list."""

    def __post_init__(self) -> None:
        same_length("lists", self.lists)
        object.__setattr__(self, "scope", tuple(chain.from_iterable(self.lists)))

    def pairs(self) -> Iterator[Pair]:
        """Each list with the next, then each column."""
        yield from pairwise(self.lists)
        if self.columns:
            yield from pairwise(zip(*self.lists, strict=True))

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        if len({*self.lists}) < len(self.lists) and self.operator in ("<", ">"):
            return "lists: found the same one twice, expected different ones"
        return ""

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the lists are in order, as tuples are compared."""
        return next(self._broken(values), None) is None

    def _broken(self, values: Sequence[int]) -> Iterator[Pair]:
        of = dict(zip(self.scope, values, strict=True))
        for pair in self.pairs():
            one, other = ([of[each] for each in each_list] for each_list in pair)
            if not _compares(one, self.operator, other):
                yield pair

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """The neighbours that are not in order."""
        of = dict(zip(self.scope, values, strict=True))
        called = dict(zip(self.scope, names, strict=True))
        for pair in self._broken(values):
            one, other = (", ".join(called[each] for each in each_list) for each_list in pair)
            left, right = (", ".join(str(of[each]) for each in each_list) for each_list in pair)
            label = f"{self.name or 'lex'}: ({one}) {self.operator} ({other})"
            yield f"{label}: found ({left}) and ({right})"


def _compares(one: list[int], operator: Order, other: list[int]) -> bool:
    """Whether the first values that differ do; where none does, whether equal ones would."""
    for left, right in zip(one, other, strict=True):
        if left != right:
            return COMPARISONS[operator](left, right)
    return operator in ("<=", ">=")


KINDS = {Lex.kind: Lex}
EXAMPLES = {
    Lex.kind: Lex(((0, 1), (2, 3)), "<="),
    f"{Lex.kind} strictly": Lex(((0, 1), (2, 3)), "<"),
    f"{Lex.kind} of a matrix": Lex(((0, 1), (2, 3)), "<=", columns=True),
}
