"""How a person sees the variables of a problem: the layout of a picture, and words for values.

A layout is read by views alone.  It is of the shown variables (`Problem.shown`), which are all
where the problem hides none; their numbers in it are their places among these.

grid     rows x columns, row by row; `black` are the places that are no cells, as in a kakuro
graph    nodes, with the edges between them
line     one after the other
queens   as many columns as variables; the value is the row of a queen, counted from `lowest`

Symbols are words that some variables take where others take numbers:

    Symbols(("red", "green", "blue"), (0, 1))      x0 = 1 and x1 = 1 mean green

Solvers see the numbers of the words, counted from 0, and people the words.  Like names, symbols
change no solution.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Literal

from accord.puzzles.constraints.arguments import take_arguments
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.constraints.record import HasRecord, wrong
from accord.puzzles.fields import LeftOut, VariableNumbers

Form = Literal["grid", "graph", "line", "queens"]


@dataclass(frozen=True)
class ProblemLayout(HasRecord):
    """A picture's form, and what it needs to be drawn."""

    form: Form
    columns: LeftOut[int] = 0  # of a grid
    edges: LeftOut[tuple[tuple[int, int], ...]] = ()  # of a graph, pairs of variables
    lowest: LeftOut[int] = 0  # the value that is the first row, of queens
    black: LeftOut[tuple[int, ...]] = ()  # of a grid, variables whose places hold sums or nothing

    def __post_init__(self) -> None:
        take_arguments(self)

    def check(self, variables: int) -> None:
        """Refuse a layout that does not fit so many variables.

        Raises:
            MalformedConstraintError: it names another variable, or has rows of different lengths.
        """
        if self.form == "grid" and (self.columns < 1 or variables % self.columns):
            raise MalformedConstraintError(
                f"layout: found {self.columns} columns, expected a number that divides {variables}"
                ", the number of variables; each black place is one, too"
            )
        for edge in self.edges:
            if not all(0 <= end < variables for end in edge):
                raise wrong("layout", [*edge], f"two variables below {variables}")

        if not all(0 <= variable < variables for variable in self.black):
            raise wrong("layout", [*self.black], f"black cells below {variables}")


@dataclass(frozen=True)
class Symbols(HasRecord):
    """Names for the values of some variables.

    Args:
        words: by value, from 0; all different.
        variables: whose values they are.

    Raises:
        MalformedConstraintError: a word stands twice, or something is none of these.
    """

    words: tuple[str, ...]
    variables: VariableNumbers

    def __post_init__(self) -> None:
        take_arguments(self)
        if len({*self.words}) < len(self.words):
            twice = next(word for word in self.words if self.words.count(word) > 1)
            raise MalformedConstraintError(f"symbols: found {twice!r} twice, expected it once")

    @cached_property
    def _symbolic(self) -> frozenset[int]:
        return frozenset(self.variables)

    def are_of(self, variable: int) -> bool:
        """Whether they are the values of this variable."""
        return variable in self._symbolic

    def text(self, variable: int, value: int) -> str:
        """A value of a variable as people read it."""
        if self.are_of(variable) and 0 <= value < len(self.words):
            return self.words[value]
        return str(value)


_ELEMENT = re.compile(r"(.+?)\[([0-9]{1,9}(?:(?:,|\]\[)[0-9]{1,9})*)\]")  # x[0,1] and x[0][1]


def element_of(name: str) -> tuple[str, tuple[int, ...]]:
    """The name of an array and the place in it, of an element's name; () where it is none."""
    if (match := _ELEMENT.fullmatch(name)) is None:
        return name, ()
    return match[1], tuple(map(int, match[2].replace("][", ",").split(",")))


def shape_of(names: Sequence[str]) -> tuple[int, ...]:
    """The shape of an array whose elements, row by row, have these names; () where they are not.

    Each index counts from 0 or, as in MiniZinc, from 1.
    """
    places = [element_of(name)[1] for name in names]
    ranges = [range(min(1, *each), max(each) + 1) for each in zip(*places, strict=False)]
    shape = tuple(map(len, ranges))
    is_whole = prod(shape) == len(names) and places == [*product(*ranges)]
    return shape if is_whole else ()


_MEMBER = re.compile(r"(.+) has (-?[0-9]{1,18})")  # of a set, 0 or 1


def assignments(names: Sequence[str], texts: Sequence[str]) -> Iterator[str]:
    """Values beside their names, those of a whole array or set together: x=1, y=[2, 3], s={4}.

    Args:
        names: of variables.
        texts: their values.
    """
    arrays: dict[str, dict[str, str]] = {}
    sets: dict[str, list[str]] = {}
    for name, text in zip(names, texts, strict=True):
        if match := _MEMBER.fullmatch(name):
            name, member = match.groups()
            sets.setdefault(name, []).extend([member] * (text in ("1", "true")))
            text = f"{{{', '.join(sets[name])}}}"
        arrays.setdefault(element_of(name)[0], {})[name] = text
    for array, held in arrays.items():
        ordered = sorted(held, key=lambda name: element_of(name)[1])
        if shape := shape_of(ordered):
            yield f"{array}={_nested([held[name] for name in ordered], shape)}"
        else:
            yield from map("=".join, held.items())


def _nested(texts: Sequence[str], shape: tuple[int, ...]) -> str:
    """Elements in brackets, row by row."""
    if len(shape) > 1:
        size = len(texts) // shape[0]
        rows = range(0, len(texts), size)
        texts = [_nested(texts[start : start + size], shape[1:]) for start in rows]
    return f"[{', '.join(texts)}]"
