"""Boards built from what a pattern needs, and deductions in the notation of players."""

from accord.puzzles.grid import cell_name
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction


def locked(board: Board, places: dict[str, str]) -> Board:
    """A board on which values have only some places in a house: {"1 row 1": "r1c1 r1c5"}."""
    marks = list(board.marks)
    for key, names in places.items():
        value, _, name = key.partition(" ")
        (house,) = (house for house in board.layout.houses if house.name == name)
        kept = [cell for cell in house.cells if cell_name(cell, board.size) in names.split()]
        assert len(kept) == len(names.split()), f"{names} are not all in {name}"
        for cell in set(house.cells) - set(kept):
            marks[cell] &= ~(1 << int(value))
    return Board(board.layout, board.values, tuple(marks), board.givens)


def said(deduction: Deduction) -> str:
    """What is placed and removed: r1c1=5, r1c2-34."""
    size = deduction.reason.layout.size
    placed = [f"{cell_name(cell, size)}={value}" for cell, value in deduction.placed.items()]
    gone = {cell: "".join(map(str, sorted(gone))) for cell, gone in deduction.removed.items()}
    return " ".join(placed + [f"{cell_name(cell, size)}-{values}" for cell, values in gone.items()])
