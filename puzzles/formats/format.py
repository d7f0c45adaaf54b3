"""A format: how to recognise, read and write one way of writing puzzles, and what a file holds."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from accord.puzzles.errors import InputError
from accord.puzzles.formats.draft import Box, Draft
from accord.puzzles.formats.source import Source
from accord.puzzles.grid import LARGEST_SYMBOL, Grid
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Expected, Puzzle, no_puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError, default_box, shape

Draw = Callable[[Grid, Box | None], str]


class FormatError(InputError, ValueError):
    """A format cannot say all of a puzzle, or there is no such format."""


def never(source: Source) -> bool:
    """Return False: another name of the same family recognises all of them."""
    return False


Complain = Callable[[MalformedPuzzleError], None]  # called for a record that cannot be read


@dataclass(frozen=True)
class Record:
    """One puzzle of a file, perhaps with its name and what is expected of it."""

    draft: Draft | Problem
    name: str = ""
    expected: Expected | None = None
    source: str = ""
    line: int = 1  # of the file
    notes: Mapping[str, Any] = field(default_factory=dict)  # what else it says, by its names


def give_up(error: MalformedPuzzleError) -> None:
    """Raise the error: the default for a record that cannot be read."""
    raise error from None


def the_only(records: Iterable[Record]) -> Draft | Problem:
    """The puzzle or problem of the one record that there is.

    Raises:
        MalformedPuzzleError: there is none, or more than one.
    """
    found = list(records)
    if len(found) != 1:
        raise MalformedPuzzleError(f"found {len(found)} puzzles, expected one")
    return found[0].draft


@dataclass(frozen=True)
class Format:
    """One way of writing puzzles.

    Args:
        description: one sentence for people.
        read: what a text says; raises MalformedPuzzleError.
        write: the text of a puzzle, without a line end; raises FormatError.
        looks_like: whether a text is meant to be of this format.
        draw: the text of values alone, whatever they are; None where only puzzles are written.
        one_line: a puzzle is one line, so that a file holds one puzzle per line.
        rank: the format of the lowest rank that a text looks like is the one it is read as.
        records: the puzzles of a text that may hold several, with names and what is expected.
        write_problem: the text of a problem that is no puzzle; None where there is no such text.
        chunks: the problem that the bytes of a file say, in parts; None where lines are read.
        endings: of names of files that are read so, whatever they look like.
    """

    description: str
    read: Callable[[Source], Draft | Problem]
    write: Callable[[Puzzle], str]
    looks_like: Callable[[Source], bool] = never
    draw: Draw | None = None
    one_line: bool = False
    rank: int = 0
    records: Callable[[Source], Iterable[Record]] | None = None
    write_problem: Callable[[Problem], str] | None = None
    chunks: Callable[[Iterable[bytes]], Problem] | None = None
    endings: tuple[str, ...] = ()

    def draft(self, source: Source) -> Draft:
        """The puzzle of a text, as a draft.

        Raises:
            MalformedPuzzleError: it cannot be read, or says a problem that is none.
        """
        said = self.read(source)
        if isinstance(said, Problem):
            raise no_puzzle(said)
        return said

    def write_grid(self, grid: Grid, box: Box | None = None) -> str:
        """The text of a grid."""
        box = box or default_box(grid.size)
        if self.draw is not None:
            return self.draw(grid, box)
        return self.write(Puzzle(shape(grid.size, box, () if box else ("latin",)), grid))


def plain(
    description: str,
    read: Callable[[Source], Draft],
    draw: Draw,
    looks_like: Callable[[Source], bool] = never,
    *,
    one_line: bool = False,
    rank: int = 0,
) -> Format:
    """A format that says givens and nothing else."""

    def write(puzzle: Puzzle) -> str:
        refuse_extra(puzzle)
        if puzzle.candidates is not None:
            raise FormatError("found candidates, which only candidates, sukaku and json can say")
        return draw(puzzle.givens, puzzle.box)

    return Format(description, read, write, looks_like, draw, one_line, rank)


def refuse_extra(puzzle: Puzzle) -> None:
    """Complain of constraints that no option of a reader could supply."""
    if puzzle.shape.extra:
        raise FormatError("found extra constraints, which only the format json can say")


def characters_only(name: str, size: int, instead: str = "line, grid or json") -> None:
    """Complain of a size that needs numbers where a format has one character for a value."""
    if size > LARGEST_SYMBOL:
        raise FormatError(
            f"found size {size}, but {name} ends at {LARGEST_SYMBOL}; expected {instead}"
        )
