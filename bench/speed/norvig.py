"""The yardstick: the solver that most people have read, as plainly as it was published.

Peter Norvig, "Solving Every Sudoku Puzzle" (norvig.com/sudoku.html, 2006).  The candidates of a
cell are a string of digits.  To assign a digit is to eliminate the others; to eliminate one has two
consequences, each drawn at once by recursion: a cell with one digit left takes it from its peers
(naked single), and a unit, as he calls a house, with one place left for it is assigned it there
(hidden single).  Where neither applies, the cell with the fewest digits is tried with each of
them, on a copy.

It is what speed is measured against (bench/speed/throughput.py), as a ratio of CPU times in one run
holds on other machines, and so it is neither slowed down nor improved: in
place of dictionaries by the names of squares there are lists by cell number, and it goes on after
the first solution, up to a limit.  To proof of uniqueness (limit 2) one core takes per second of
CPU time about 670 easy puzzles, 540 with 17 clues, 160 of top1465 and 19 of the hardest known.  9x9
with 3x3 boxes only, as published.
"""

from collections.abc import Iterator, Sequence

Board = list[str]  # for each of the 81 cells the digits still possible

DIGITS = "123456789"
CELLS = range(81)
UNITS = (
    *([9 * row + column for column in range(9)] for row in range(9)),
    *([9 * row + column for row in range(9)] for column in range(9)),
    *(
        [9 * (top + row) + left + column for row in range(3) for column in range(3)]
        for top in (0, 3, 6)
        for left in (0, 3, 6)
    ),
)
UNITS_OF = [[unit for unit in UNITS if cell in unit] for cell in CELLS]
PEERS = [{peer for unit in UNITS_OF[cell] for peer in unit} - {cell} for cell in CELLS]


def solve(givens: Sequence[int], limit: int | None = 2) -> list[tuple[int, ...]]:
    """The solutions of a puzzle, or the first `limit` of them.

    Args:
        givens: 81 values, row by row; 0 is a blank.
        limit: 2 decides uniqueness; None asks for all solutions.
    """
    found: list[tuple[int, ...]] = []
    board = parsed(givens)
    for grid in solutions(board) if board else ():
        found.append(tuple(map(int, grid)))
        if len(found) == limit:
            break
    return found


def parsed(givens: Sequence[int]) -> Board | None:
    """The board after all givens are assigned; None where they contradict each other."""
    board = [DIGITS for _ in CELLS]
    for cell, given in enumerate(givens):
        if given and not assign(board, cell, str(given)):
            return None
    return board


def assign(board: Board, cell: int, digit: str) -> bool:
    """Eliminate every other digit from this cell; False on a contradiction."""
    others = board[cell].replace(digit, "")
    return all(eliminate(board, cell, other) for other in others)


def eliminate(board: Board, cell: int, digit: str) -> bool:
    """Take the digit from the cell and draw the consequences; False on a contradiction."""
    if digit not in board[cell]:
        return True
    board[cell] = board[cell].replace(digit, "")
    if not board[cell]:
        return False
    if len(board[cell]) == 1:
        last = board[cell]
        if not all(eliminate(board, peer, last) for peer in PEERS[cell]):
            return False
    for unit in UNITS_OF[cell]:
        places = [place for place in unit if digit in board[place]]
        if not places:
            return False
        if len(places) == 1 and not assign(board, places[0], digit):
            return False
    return True


def solutions(board: Board) -> Iterator[Board]:
    """Every solved board that can be reached from this one, which stays as it is."""
    if all(len(digits) == 1 for digits in board):
        yield board
        return
    _, cell = min((len(digits), cell) for cell, digits in enumerate(board) if len(digits) > 1)
    for digit in board[cell]:
        branch = board.copy()
        if assign(branch, cell, digit):
            yield from solutions(branch)
