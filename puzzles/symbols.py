"""Symbols: words that some variables of a problem take where others take numbers.

    Symbols(("red", "green", "blue"), (0, 1))      x0 = 1 and x1 = 1 mean green

Solvers see the numbers of the words, counted from 0, and people the words.  Like names, symbols
change no solution.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from accord.puzzles.constraints.arguments import take_arguments
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.constraints.record import expect_keys, list_of, text
from accord.puzzles.constraints.record import variables as variables_of


@dataclass(frozen=True)
class Symbols:
    """What the values of these variables are called.

    Args:
        words: by value, from 0; all different.
        variables: whose values they are.

    Raises:
        MalformedConstraintError: a word stands twice, or something is none of these.
    """

    words: tuple[str, ...]
    variables: tuple[int, ...]

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

    def record(self, names: tuple[str, ...]) -> dict[str, Any]:
        """It in JSON."""
        return {"words": [*self.words], "variables": [names[each] for each in self.variables]}

    @classmethod
    def from_record(cls, record: Mapping[str, Any], numbers: Mapping[str, int]) -> "Symbols":
        """What `record` gives, read strictly.

        Raises:
            MalformedConstraintError: it is none.
        """
        expect_keys(record, ["words", "variables"])
        words = [text("words", each) for each in list_of("words", record["words"], "texts")]
        return cls(tuple(words), variables_of("variables", record["variables"], numbers))
