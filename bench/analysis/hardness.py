"""Three measures of how hard a puzzle is, each over several isomorphs of it.

    technique   the hardest technique that human logic needs, and how often; a puzzle on which
                the techniques end is beyond all of them, the more so the more cells are open
    nodes       of searches that find the solution and that there is no other; one each
    proof       lines of the certificate that there is no other

All are counts, the same on every machine with the same versions.  An isomorph (puzzles/sudoku/
symmetry.py) is as hard in principle, but a search that looks from left to right, a path that takes
the first of several deductions and a SAT solver come upon other things in it: the median is the
measure, and the lowest and the highest say how far to trust it.  The forms are drawn by the seed 0
and the puzzle itself; the puzzle as it is printed is not one of them.

A search is ended after MOST_NODES: such a count is infinite, and said to be undecided.
"""

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from accord.bench.certify.certify import UncertifiedError, certify
from accord.encodings.model import UnsupportedError
from accord.puzzles import MalformedPuzzleError, Puzzle
from accord.puzzles.sudoku.symmetry import isomorph
from accord.solvers.answer import ask
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.deciding import first_two, first_two_of
from accord.solvers.logic.engine.engine import TECHNIQUES
from accord.solvers.logic.engine.explanation import explain
from accord.solvers.logic.engine.layout import layout
from accord.solvers.registry import MissingBackendError, runnable

FORMS = 5  # isomorphs, an odd number of which the median counts
SEED = 0  # of the isomorphs
MOST_NODES = 5000
SEARCHES = {  # whose nodes are counted, and what they are called in short
    "backtracking-mrv": "mrv",
    "backtracking-mrv:filter=gac": "gac",
    "exact-cover-bits": "exact cover",
}
PRODUCER = "cadical153"  # of proofs; python-sat has it
TECHNIQUE, PROOF = "technique", "proof"
MEASURES = {TECHNIQUE: "technique", **SEARCHES, PROOF: "proof"}

Figure = tuple[float, ...]  # a count, infinite where undecided; of techniques two, see `needed`


class Measured(NamedTuple):
    """The least, middle and largest figure on the isomorphs of a puzzle."""

    median: Figure
    lowest: Figure
    highest: Figure


@dataclass(frozen=True)
class Hardness:
    """The hardness of a puzzle by each measure."""

    name: str
    digest: str
    size: int
    measured: dict[str, Measured]  # by measure
    lacking: dict[str, str]  # measures that it has not, and why


def hardness(name: str, puzzle: Puzzle) -> Hardness:
    """The hardness of a puzzle by every measure that is available here.

    Raises:
        MalformedPuzzleError: the puzzle has no solution, or several.
    """
    if (number := len(first_two_of(puzzle))) != 1:
        found = "several solutions" if number else "no solution"
        raise MalformedPuzzleError(f"{name}: found {found}, expected one solution")
    forms = [isomorph(puzzle, SEED, form)[0] for form in range(1, FORMS + 1)]
    measured, lacking = {}, {}
    for measure in MEASURES:
        try:
            figures = sorted(figure(form, measure) for form in forms)
            measured[measure] = Measured(figures[FORMS // 2], figures[0], figures[-1])
        except (UnsupportedError, MissingBackendError) as error:
            lacking[measure] = str(error)
    return Hardness(name, puzzle.digest, puzzle.size, measured, lacking)


def figure(puzzle: Puzzle, measure: str) -> Figure:
    """One measure of a puzzle with one solution, as it is printed.

    Raises:
        UnsupportedError: techniques, or this search, do not know a constraint.
        MissingBackendError: the producer of proofs is not installed.
    """
    if measure == TECHNIQUE:
        return needed(puzzle)
    return (nodes(puzzle, measure) if measure in SEARCHES else lines(puzzle),)


def needed(puzzle: Puzzle) -> tuple[int, int]:
    """The place of the hardest technique among TECHNIQUES, and how often it is needed.

    Where the techniques end, the place is beyond all, and the number that of the open cells.
    """
    layout(puzzle.shape)  # refuses what techniques do not know, before a solver is asked
    found = explain(puzzle, first_two(puzzle))
    if not found.solved:
        return len(TECHNIQUES), found.last.open.bit_count()
    if found.hardest is None:  # a full grid
        return 0, 0
    return [*TECHNIQUES].index(found.hardest.name), found.counts[found.hardest]


def title(place: float) -> str:
    """The name of the technique in this place of the order."""
    titles = [technique.title for technique in TECHNIQUES.values()]
    return titles[int(place)] if place < len(titles) else "beyond all"


class _CappedNodes(Budget):
    """A budget that ends the search after so many nodes."""

    def spend(self, **amounts: int) -> None:
        super().spend(**amounts)
        if self.spent["nodes"] > MOST_NODES:
            raise GaveUpError(f"{MOST_NODES} nodes")


def nodes(puzzle: Puzzle, solver: str) -> float:
    """The nodes of a search for the solution and any other; infinite beyond MOST_NODES."""
    chosen, budget = runnable(solver), _CappedNodes(limit=2)
    for _ in ask(chosen.backend, puzzle, budget, chosen.settings):
        pass
    return budget.spent["nodes"] if budget.spent["nodes"] <= MOST_NODES else inf


def lines(puzzle: Puzzle) -> float:
    """The lines of the proof that there is no other solution; infinite where there is none."""
    try:
        return certify(puzzle, PRODUCER).lines
    except UncertifiedError:
        return inf
