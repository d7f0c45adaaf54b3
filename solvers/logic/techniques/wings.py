"""Wings: a few cells of which one must hold a value, which the cells that see them all lose.

    Y-Wing      a hinge with candidates 1 and 2 sees a wing with 1 and 3 and a wing with 2 and 3:
                one of the wings holds 3 (elsewhere: XY-Wing)
    XYZ-Wing    the hinge has all three candidates: it or one of the wings holds 3
    WXYZ-Wing   four cells, in no house together, have four candidates together, of which at least
                three can stand in only one of the cells, because all cells that have them see each
                other: so each value stands once, or the fourth at least once

The names and the four cells with at most one value that is not restricted to a single cell are
A. Stuart's (sudokuwiki.org/WXYZ_Wing, after K. Brenner's bent naked quads).  Four cells count even
where three of them would do; what these give is gone by the time that it is tried.  Cells are
chosen one by one among those that may go together: 1 ms on a hard 9x9, 0.1 ms for the others.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from accord.puzzles import Cell, Value
from accord.puzzles.phrasing import listed
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction, Reason
from accord.solvers.logic.engine.layout import Cells, Values, mask_of, members, union, values_of


@dataclass(frozen=True)
class Wings(Reason):
    """Whatever a hinge holds, it or one of its wings holds a value."""

    hinge: Cell
    wings: tuple[Cell, Cell]
    value: Value
    cells: tuple[Cell, ...]  # the wings, and the hinge if it has the value

    @property
    def sentence(self) -> str:
        names = self.layout.names
        either = listed((names([cell]) for cell in self.cells), "or")
        return (
            f"whichever of its candidates {names([self.hinge])} holds, {either} must hold "
            f"{self.value}, so no cell that sees {names(self.cells)} does"
        )


@dataclass(frozen=True)
class BentSet(Reason):
    """A bent set: as many values as cells, at most one of which can stand in two cells."""

    cells: tuple[Cell, ...]
    values: tuple[Value, ...]
    twice: Value  # what can stand in two of the cells, or 0

    @property
    def sentence(self) -> str:
        what = f"{self.layout.names(self.cells)} hold only {listed(self.values)}"
        if not self.twice:
            return (
                f"{what}, each at most once, so each of these stands in one of them, and no cell "
                "that sees every place of one there holds that one"
            )
        once = listed(value for value in self.values if value != self.twice)
        return (
            f"{what}, of which {once} stand there at most once each, so {self.twice} stands in one "
            f"of them, and no cell that sees every place of {self.twice} there holds it"
        )


def wings(board: Board, name: str, hinge_values: int) -> Iterator[Deduction]:
    """Hinges with two or three candidates, and wings with two of the three that there are."""
    marks, pairs = board.marks, board.counted[2]
    for hinge in members(board.counted[hinge_values]):
        seen = members(pairs & board.layout.peers[hinge])
        fitting = [
            cell
            for cell in seen
            if marks[cell] != marks[hinge] and (marks[cell] | marks[hinge]).bit_count() == 3
        ]
        for one, other in combinations(fitting, 2):
            together = marks[one] | marks[other] | marks[hinge]
            if marks[one] != marks[other] and together.bit_count() == 3:
                (value,) = values_of(marks[one] & marks[other])
                cells = tuple(c for c in (hinge, one, other) if marks[c] >> value & 1)
                seeing = board.layout.seen_by_all(mask_of(cells))
                if removed := board.removals(seeing, 1 << value):
                    reason = Wings(board.layout, name, hinge, (one, other), value, cells)
                    yield Deduction(reason, removed=removed)


def wxyz_wing(board: Board, name: str) -> Iterator[Deduction]:
    """Four cells with four candidates."""
    for cells, values, twice in _bent_sets(board, 4):
        if not twice and any(board.layout.shared(mask_of(cells))):
            continue
        removed: dict[Cell, frozenset[Value]] = {}
        for value in values_of(twice or values):
            holders = mask_of(cell for cell in cells if board.marks[cell] >> value & 1)
            for cell in members(board.layout.seen_by_all(holders) & board.where[value]):
                removed[cell] = removed.get(cell, frozenset()) | {value}
        if removed:
            (free,) = values_of(twice) or (0,)
            reason = BentSet(board.layout, name, cells, values_of(values), free)
            yield Deduction(reason, removed=removed)


def _bent_sets(board: Board, size: int) -> Iterator[tuple[tuple[Cell, ...], Values, Values]]:
    """Bent sets of a size, each with the value that can stand in two cells, if any."""
    marks, peers, later = board.marks, board.layout.peers, _later(board, size)

    def grown(
        chosen: tuple[Cell, ...], open_to: Cells, values: Values, twice: Values
    ) -> Iterator[tuple[tuple[Cell, ...], Values, Values]]:
        missing = size - len(chosen)
        for cell in members(open_to):
            together = values | marks[cell]
            if together.bit_count() > size:
                continue
            free = twice
            for other in chosen:
                if not peers[cell] >> other & 1:
                    free |= marks[cell] & marks[other]
            if free & free - 1:
                continue
            if missing > 1:
                yield from grown((*chosen, cell), open_to & later[cell], together, free)
            elif together.bit_count() == size:
                yield (*chosen, cell), together, free

    return grown((), mask_of(later), 0, 0)


def _later(board: Board, size: int) -> dict[Cell, Cells]:
    """The cells with two to so many candidates, and with which later ones each may go."""
    marks, peers = board.marks, board.layout.peers
    cells = list(members(union(board.counted[2 : size + 1])))
    return {
        cell: mask_of(
            other
            for other in cells[index + 1 :]
            if (marks[cell] | marks[other]).bit_count() <= size
            and (peers[cell] >> other & 1 or (marks[cell] & marks[other]).bit_count() < 2)
        )
        for index, cell in enumerate(cells)
    }
