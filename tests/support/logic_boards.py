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
    """What is placed and removed, cells of a row together: r1c1=5, r1c234-34."""
    size = deduction.reason.layout.size
    assert size <= 9
    placed = [f"{cell_name(cell, size)}={value}" for cell, value in deduction.placed.items()]
    rows: dict[tuple[int, str], str] = {}
    for cell, gone in sorted(deduction.removed.items()):
        key = cell // size + 1, "".join(map(str, sorted(gone)))
        rows[key] = rows.get(key, "") + str(cell % size + 1)
    return " ".join(placed + [f"r{row}c{at}-{gone}" for (row, gone), at in rows.items()])
