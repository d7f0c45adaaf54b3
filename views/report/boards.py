"""The puzzles and problems that the page can draw, with the solutions that were verified.

A puzzle is text, from which the page makes a table; what has cages or signs, or is no puzzle, is a
drawing for each solution, and without a layout and automata a list.

Every puzzle of the sample is kept, and every one on which solvers part: some solved it and others
did not, or one was refuted.  What is kept has bounds, as pages have: MOST_TEXT
characters, and MOST_OF_REFUTED of puzzles on which one was refuted.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from accord.bench.judge.judge import Verdict
from accord.puzzles.files.texts import write
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError, Shape, shape
from accord.views.boards.elements import PAGE
from accord.views.boards.problems import is_drawn, problem_caption, problem_svg, problem_text

SHOWN = 2  # solutions of a puzzle
MOST_TEXT = 2_000_000  # characters of puzzles and solutions
MOST_OF_REFUTED = 1_000_000
MOST_COPIED = 50_000  # characters of a problem that can be copied
PACKED = 5  # characters of drawings that take as much of the page as one of other text


@dataclass
class Boards:
    """A collector of the report's boards while a campaign is judged."""

    wanted: frozenset[str]  # digests of the sample
    kept: dict[str, Any] = field(default_factory=dict)  # by digest
    shapes: dict[Any, int] = field(default_factory=dict)  # and their places
    left: int = MOST_TEXT
    left_of_refuted: int = MOST_OF_REFUTED

    def receive(self, verdict: Verdict) -> None:
        """Keep the puzzle, if the page is to draw it."""
        puzzle, digest, refuted = verdict.problem, verdict.problem.digest, bool(verdict.refuted)
        if not (digest in self.wanted or refuted or _divides(verdict)):
            return
        if isinstance(puzzle, Puzzle) and not puzzle.shape.extra:
            board = self._board(puzzle, verdict)
        else:
            text = write(puzzle, "json")
            if 2 * min(len(text), MOST_COPIED) > max(self.left, self.left_of_refuted * refuted):
                return  # a picture takes time to be made
            board = pictured(puzzle, verdict, text)
        size = sum(map(len, board["solutions"])) + len(board["text"])
        size += sum(map(len, board.get("pictures", ()))) // PACKED
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
            "verdict": verdict.said,
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


def pictured(problem: Problem, verdict: Verdict, text: str) -> dict[str, Any]:
    """The data of a problem in the page: it and then each of its solutions, drawn or listed.

    `text` is the problem in JSON.
    """
    found = verdict.witnesses[:SHOWN]
    changed = {place for place, values in enumerate(zip(*found, strict=True)) if len({*values}) > 1}
    drawn = isinstance(problem, Puzzle) or is_drawn(problem)
    pictures = [
        problem_svg(problem, each, changed=changed if each else (), colours=PAGE)
        if drawn
        else problem_text(problem, each)
        for each in (None, *found)
    ]
    return {
        "drawn": drawn,
        "pictures": pictures,
        "caption": problem_caption(problem, None),
        "text": text if len(text) <= MOST_COPIED else "",
        "verdict": verdict.said,
        "solutions": [problem.text(each) for each in found],
    }


def _divides(verdict: Verdict) -> bool:
    """Whether some solvers solve the puzzle and others do not."""
    categories = {judged.category for judged in verdict.runs} - {"missing"}
    return "correct" in categories and len(categories) > 1


def copied(puzzle: Puzzle) -> str:
    """The text that `accord check` reads as this puzzle: its givens where they say everything."""
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
