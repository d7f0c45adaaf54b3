"""Drafts: puzzles in the making, and what can be done to them.

A draft is a value.  A clue can go, or two cages become one: each is a change, which is tried once,
in the order that was drawn when the draft was made.  What has no clues to spare, as a kakuro, is
repaired instead while it has several solutions, and varied while it is too easy.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from accord.puzzles import Problem, Solution

Change = tuple[Any, ...]


class BoardDraft(Protocol):
    """A puzzle in the making."""

    @property
    def problem(self) -> Problem:
        """The puzzle as it is now, in the model that is rated."""

    @property
    def written(self) -> Problem | None:
        """The model that is handed out, where that is another one; it is quick to search."""

    @property
    def changes(self) -> Sequence[Change]:
        """The changes that may make it harder, in the order in which they are tried."""

    def changed(self, change: Change) -> "BoardDraft | None":
        """The draft after a change; None where it does not fit."""

    def repaired(self, solutions: Sequence[Solution]) -> "BoardDraft | None":
        """A similar draft, if this one has these solutions; None where that is no use."""

    def varied(self) -> "BoardDraft | None":
        """A similar draft, which may be harder; None where changes are all that there is."""


@dataclass(frozen=True)
class Clued:
    """A puzzle of which clues can go, one by one, until none is left to spare."""

    clues: tuple[Change, ...]
    write: Callable[[Sequence[Change]], Problem]

    @property
    def problem(self) -> Problem:
        """The puzzle with the clues that are left."""
        return self.write(self.clues)

    @property
    def written(self) -> None:
        """Return None: there is one model."""

    @property
    def changes(self) -> Sequence[Change]:
        """The clues."""
        return self.clues

    def changed(self, change: Change) -> "Clued":
        """The puzzle without a clue."""
        return replace(self, clues=tuple(each for each in self.clues if each != change))

    def repaired(self, solutions: Sequence[Solution]) -> None:
        """Return None: with all its clues it has one solution."""

    def varied(self) -> None:
        """Return None: losing clues is what makes it harder."""
