"""The puzzles that the page can draw, with the solutions that were verified.

Every puzzle of the sample is kept, and every one on which solvers part: some solved it and others
did not, or one was refuted.  What is kept has bounds, as pages have: MOST_TEXT
characters, and MOST_OF_REFUTED of puzzles on which one was refuted.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from accord.bench.judging.judge import Verdict
from accord.puzzles.files.write import write
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError, Shape, shape

SHOWN = 2  # solutions of a puzzle
MOST_TEXT = 2_000_000  # characters of puzzles and solutions
MOST_OF_REFUTED = 1_000_000


@dataclass
class Boards:
    """Collects them while a campaign is judged."""

    wanted: frozenset[str]  # digests of the sample
    kept: dict[str, Any] = field(default_factory=dict)  # by digest
    shapes: dict[Any, int] = field(default_factory=dict)  # and their places
    left: int = MOST_TEXT
    left_of_refuted: int = MOST_OF_REFUTED

    def receive(self, verdict: Verdict) -> None:
        """Keep the puzzle, if the page is to draw it."""
        puzzle, digest, refuted = verdict.puzzle, verdict.puzzle.digest, bool(verdict.refuted)
        if not isinstance(puzzle, Puzzle):
            return  # of another problem there is no board
        if not (digest in self.wanted or refuted or _parts(verdict)):
            return
        board = self._board(puzzle, verdict)
        size = sum(map(len, board["solutions"])) + len(board["text"])
        if refuted and size <= self.left_of_refuted:
            self.left_of_refuted -= size
        elif size <= self.left:
            self.left -= size
        else:
            return
        self.kept[digest] = board

    def _board(self, puzzle: Puzzle, verdict: Verdict) -> Any:
        key = puzzle.size, puzzle.shape.areas, tuple(sorted(puzzle.rules)), bool(puzzle.candidates)
        return {
            "shape": self.shapes.setdefault(key, len(self.shapes)),
            "givens": str(puzzle.givens),
            "text": copied(puzzle),
            "verdict": str(verdict),
            "solutions": [str(grid) for grid in verdict.witnesses[:SHOWN]],
        }

    def shape_list(self) -> list[dict[str, Any]]:
        """The shapes in the order of their places."""
        return [
            {"size": size, "areas": areas_, "rules": list(rules), "candidates": marks}
            for size, areas_, rules, marks in self.shapes
        ]

    def of(self, digests: Iterable[str]) -> list[Any]:
        """The boards of these puzzles, None where it was not kept."""
        return [self.kept.get(digest) for digest in digests]


def _parts(verdict: Verdict) -> bool:
    """Whether it is solved by some and not by others."""
    categories = {judged.category for judged in verdict.runs} - {"missing"}
    return "correct" in categories and len(categories) > 1


def copied(puzzle: Puzzle) -> str:
    """What `accord check` reads as this puzzle: its givens where they say everything."""
    text = write(puzzle, "json")
    plain = str(puzzle.givens)
    usual = puzzle.size > 1 and puzzle.candidates is None and not puzzle.shape.extra
    return plain if usual and puzzle.shape is _usual(puzzle.size) and " " not in plain else text


def _usual(size: int) -> Shape | None:
    """The shape of a size that needs no words."""
    try:
        return shape(size)
    except MalformedPuzzleError:
        return None
