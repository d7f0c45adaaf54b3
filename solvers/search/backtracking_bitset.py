"""Backtracking on one integer per state: the fast one that needs nothing but Python.

One integer of arbitrary precision holds the candidates of the whole puzzle, in all its cells and
houses at once (solvers/search/bitset_fields.py).  Two additions find every naked and every hidden
single and every conflict; all singles are placed, and this is repeated until there are none.
Then one of two candidates is tried, in a cell which sees many others that have two as well, since
each of those that loses one is a single; without it the cell holds the other one.  Where no cell
has two, it is a cell with the fewest, and what is tried second is to do without the first value.
Locked candidates are looked for before the first guess.

It counts:

    nodes          boards propagated: the puzzle, and both sides of each guess as it comes to them
    guesses        candidates tried; to do without one when it has failed is no guess
    backtracks     nodes given up because of a conflict
    propagations   rounds, each over all cells and houses

Measured, and what was tried and left: docs/solvers/search.md.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from accord.puzzles import Shape
from accord.solvers.backend import Backend
from accord.solvers.interface import Answers, Budget, Grid, Puzzle
from accord.solvers.search.bitset_fields import Board, Fields, Position, fields_of

if TYPE_CHECKING:
    from accord.solvers.interface import Grids

EVERY = 16  # nodes between two looks at the clock
ENOUGH = 5  # others like it that a cell sees: no better one is looked for
COUNTED = ("nodes", "guesses", "backtracks", "propagations")


def solve(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    """All houses at once on one big integer, then search on a cell with two candidates."""
    budget.spend(**dict.fromkeys(COUNTED, 0))
    fields = fields_of(puzzle.shape)
    start = fields.start(puzzle.givens, puzzle.candidates)
    if start is None:
        return
    for board in solved_boards(fields, start, budget.spent, budget.check_time):
        yield Grid(fields.grid(board))


def prepare(puzzle: Puzzle) -> None:
    """Make and keep the fields of its shape."""
    fields_of(puzzle.shape).prepare()


def many(shape: Shape, grids: "Grids", limit: int | None, threads: int) -> Answers:
    """The answers to N puzzles of one shape, on one thread however many are offered.

    Args:
        shape: of all of them.
        grids: N x cells, 0 for a blank.
        limit: how many solutions of each are asked for; None for all.
        threads: makes no difference, as only one at a time can run Python.
    """
    from numpy import array, int64

    fields = fields_of(shape)
    nothing = bytes(fields.cells)
    spent = dict.fromkeys(COUNTED, 0)
    grids_found, counts, guesses = [], [], []
    for givens in grids.tolist():
        start = fields.start(givens)
        before, count, first = spent["guesses"], 0, nothing
        for board in () if start is None else solved_boards(fields, start, spent, never):
            count += 1
            if count == 1:
                first = fields.grid(board)
            if count == limit:
                break
        grids_found.append(first)
        counts.append(count)
        guesses.append(spent["guesses"] - before)
    solutions = array(bytearray(b"".join(grids_found))).reshape(grids.shape)
    return Answers(solutions, array(counts, int64), array(guesses, int64))


def never() -> None:
    """Do nothing, in place of a look at the clock."""


def solved_boards(
    fields: Fields, board: Board, spent: dict[str, int], look: Callable[[], None]
) -> Iterator[Board]:
    """Every solved board that can be reached, depth first.

    Args:
        fields: of the shape.
        board: where to start.
        spent: what is counted is added here, before each board and at the end.
        look: called every few nodes; may raise.
    """
    before = [spent[name] for name in COUNTED]
    nodes, guesses, backtracks = 1, 0, 0
    board, twice, rounds = reduced(fields, board)
    stack: list[Board] = []
    flags = fields.flags
    try:
        while True:
            if not twice:
                backtracks += 1
            elif board & flags == flags:
                add(spent, before, nodes, guesses, backtracks, rounds)
                yield board
            else:
                guesses += 1
                stack += branches(fields, board, twice)
            if not stack:
                return
            nodes += 1
            if not nodes % EVERY:
                look()
            board, twice, more = singles(fields, stack.pop())
            rounds += more
    finally:
        add(spent, before, nodes, guesses, backtracks, rounds)


def add(spent: dict[str, int], before: Iterable[int], *numbers: int) -> None:
    """Add these numbers to what was counted before."""
    for name, earlier, number in zip(COUNTED, before, numbers, strict=True):
        spent[name] = earlier + number


def singles(fields: Fields, board: Board) -> tuple[Board, Board, int]:
    """The fixed point of naked and hidden singles.

    Returns:
        The board; the board with two more answers ruled out in each open field, 0 where there is
        a conflict; and the number of rounds it took.
    """
    size, ones, flags = fields.size, fields.ones, fields.flags
    consequences = fields.consequences
    rounds = 1
    while True:
        once = board + ones
        if once & flags:
            return board, 0, rounds
        once |= board
        twice = once + ones
        single = twice & flags
        if not single:
            return board, once | twice, rounds
        found = single - (single >> size)
        found ^= found & board
        while found:
            board |= consequences[found.bit_length()]
            found ^= found & board
        rounds += 1


def locked(fields: Fields, board: Board) -> Board:
    """The board after one look for locked candidates, everywhere.

    Where a house has no place for a value but those it shares with another, the value is ruled out
    in the rest of the other one.
    """
    narrower = board
    for inside, ruled_out in fields.crossings:
        confined = ((board | inside) + fields.ones) & fields.flags
        while confined:
            position = confined.bit_length()
            confined ^= 1 << position - 1
            narrower |= ruled_out[position]
    return narrower


def reduced(fields: Fields, board: Board) -> tuple[Board, Board, int]:
    """The fixed point of singles and locked candidates; returns what `singles` does."""
    board, twice, rounds = singles(fields, board)
    while twice and board & fields.flags != fields.flags:
        narrower = locked(fields, board)
        rounds += 1
        if narrower == board:
            break
        board, twice, more = singles(fields, narrower)
        rounds += more
    return board, twice, rounds


def branches(fields: Fields, board: Board, twice: Board) -> tuple[Board, Board]:
    """The board without a candidate, and the board with it, which is to be tried first.

    Without one of two candidates a cell holds the other one, which is placed at once.
    """
    below = chosen(fields, twice) - 1 - fields.size
    left = ~(board >> below) & ((1 << fields.size) - 1)
    lowest = left & -left
    rest = left ^ lowest
    position = below + lowest.bit_length()
    consequences = fields.consequences
    if rest & (rest - 1):
        without = board | fields.candidate(*fields.named(position))
    else:
        without = board | consequences[below + rest.bit_length()]
    return without, board | consequences[position]


def chosen(fields: Fields, twice: Board) -> Position:
    """The flag of an open cell with fewest candidates that sees the most others of these."""
    gone = twice & fields.cell_fields
    while not (fewest := (gone + fields.cell_ones) & fields.cell_flags):
        gone |= (gone + fields.cell_ones) & fields.cell_fields
    seen, remaining = fields.seen, fewest
    most = -1
    while remaining:
        flag, peers = seen[remaining.bit_length()]
        remaining ^= flag
        number = (peers & fewest).bit_count()
        if number > most:
            most, best = number, flag
            if most >= ENOUGH:
                break
    return best.bit_length()


SOLVERS = {
    "backtracking-bitset": Backend(
        solve,
        engine="handwritten",
        model="backtracking-bitset",
        family="search",
        prepare=prepare,
        many=many,
    )
}
