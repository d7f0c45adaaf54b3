"""How a person sees the variables of a problem: the layout of a picture, and words for values.

A layout is read by views alone.  It is of the shown variables (`Problem.shown`), which are all
where the problem hides none; their numbers in it are their places among these.

grid     rows x columns, row by row; `black` are the places that are no cells, as in a kakuro
graph    nodes, with the edges between them
line     one after the other
queens   as many columns as variables; the value is the row of a queen, counted from `lowest`

Symbols are words that some variables take where others take numbers:

    Symbols(("red", "green", "blue"), (0, 1))      x0 = 1 and x1 = 1 mean green
    Symbols(("red", "blue"), (0,), (("no", "yes"),), ((2, 3),))   x2 and x3 have other words

Solvers see the numbers of the words, counted from 0, and people the words.  Like names, symbols
change no solution.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Literal, Self

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
        more_words: the same of further variables, sort by sort.
        more_variables: these.

    Raises:
        MalformedConstraintError: a word stands twice in a sort, or something is none of these.
    """

    words: tuple[str, ...]
    variables: VariableNumbers
    more_words: LeftOut[tuple[tuple[str, ...], ...]] = ()
    more_variables: LeftOut[tuple[VariableNumbers, ...]] = ()

    @classmethod
    def of(cls, sorts: Iterable[tuple[tuple[str, ...], Iterable[int]]]) -> Self | None:
        """Words with the variables whose values they are; None where they are of none."""
        said = [(words, own) for words, variables in sorts if (own := tuple(variables))]
        words, variables = zip(*said, strict=True) if said else ((), ())
        return cls(words[0], variables[0], words[1:], variables[1:]) if said else None

    def __post_init__(self) -> None:
        take_arguments(self)
        if len(self.more_words) != len(self.more_variables):
            raise wrong("more_words", [*self.more_words], f"{len(self.more_variables)} lists")
        for words, _ in self.sorts:
            if len({*words}) < len(words):
                twice = next(word for word in words if words.count(word) > 1)
                raise MalformedConstraintError(f"symbols: found {twice!r} twice, expected it once")

    @property
    def sorts(self) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
        """Words with the variables whose values they are."""
        yield self.words, self.variables
        yield from zip(self.more_words, self.more_variables, strict=True)

    @cached_property
    def _known(self) -> dict[int, tuple[str, ...]]:
        return {variable: words for words, variables in self.sorts for variable in variables}

    def of_variable(self, variable: int) -> tuple[str, ...]:
        """The words for the values of a variable; none where it has numbers."""
        return self._known.get(variable, ())

    def among(self, variables: Sequence[int]) -> Self | None:
        """The symbols of some variables, each numbered by its place in the list; None of none."""
        places = {variable: place for place, variable in enumerate(variables)}
        kept = ((words, [places[x] for x in own if x in places]) for words, own in self.sorts)
        return self.of((words, sorted(own)) for words, own in kept)

    def text(self, variable: int, value: int) -> str:
        """A value of a variable as people read it."""
        words = self.of_variable(variable)
        return words[value] if 0 <= value < len(words) else str(value)


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


NO_MEMBER = "0"
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
            own = member if text in ("1", "true") else text  # which is its word
            sets.setdefault(name, []).extend([own] * (text not in (NO_MEMBER, "false")))
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
