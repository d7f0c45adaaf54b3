"""The 9x9 kernel: all values and all houses of a candidate board at once, in vector registers.

A board (vectors.py) has for each value and band a word of 27 bits, nine for each box, in the order
of its cells; a free bit above each nine makes room for sums.  A round applies four rules to
everything, by some 350 vector instructions and no branch: naked singles, minirows, minicolumns and
hidden singles.  A minirow is the three cells that a row and a box share; the rules for minirows and
minicolumns find all locked candidates, pointing and claiming.

A value without a place in some box is a conflict.  When a round changes nothing, the board is
solved, or a cell is empty, or a candidate has to be tried.  Before that, hidden pairs in boxes are
looked for; if there are any, rounds follow again.

The candidate to be tried has as many links as possible (a link: it is one of two in its cell, its
box, its row or its column), because if it is wrong, all of these follow.  Four links are the best.
Else it is one with links of the two busiest values, those with most candidates left (one with a
link counts four times): to decide these takes most from the board.  Among the candidates that are
left (all of them, if these two values have no link) the one is taken that takes most from the peers
of its value, those with a link counted three times; the count is taken three times for one link,
four times for two, five times for three.  The board without it is put on a stack.

The rules one by one, and what was measured and left: docs/solvers/kernels.md.
"""

from concurrent.futures import ThreadPoolExecutor
from copy import copy
from typing import TYPE_CHECKING

import numpy as np

from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.compiling import load_numba
from accord.solvers.interface import UNDECIDED, Answers
from accord.solvers.kernels.loading import entry, inline, lowest, ones
from accord.solvers.kernels.vectors import (
    Cells,
    Planes,
    busiest,
    givens,
    loaded,
    occupied,
    place,
    seen_thrice,
    seen_twice,
    shifted,
    single,
    some,
    stored,
    swapped,
    turned,
    written,
)

numba = load_numba()
int64, uint64 = numba.int64, numba.uint64

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.solvers.interface import Grids, Numbers

    Board = NDArray[np.bool_]  # 9 values x 81 cells: the candidates
    Rows = NDArray[np.uint64]  # N x 20: boards

FIRST = 1 | 1 << 10 | 1 << 20  # the first cell of each box of a band
FREE = FIRST << 9  # the free bits
ALL = FREE - FIRST  # all cells
MINIROWS = FIRST * 0o111  # the first cell of each minirow
MINICOLUMNS = FIRST * 0o7  # the first cell of each minicolumn

DEPTH = 81  # boards on the stack, at most: each has a cell less to guess than the one before
ROWS = DEPTH + 5  # and what a choice writes down
EVERYTHING = 1 << 62  # as a limit
GUESS = 1e-5  # seconds: far more than a guess takes, on a busy machine as well
PATIENCE = 10_000  # guesses that a puzzle of an array gets within a time limit, at most

PUZZLES = "Array(uint8, 2, 'C', readonly=True)"  # the type of those that are asked


def words(board: "Board") -> "NDArray[np.uint64]":
    """Candidates, 9 values x 81 cells, as a row of 20 numbers: 10 values x 4 words of 32 bits."""
    row = np.zeros((10, 4), np.uint32)
    for band in range(3):
        bits = np.array([1 << place(cell) for cell in range(27)], np.uint32)
        row[:9, band] = board[:, 27 * band : 27 * band + 27] @ bits
    return row.view(np.uint64).ravel()


def candidates(row: "NDArray[np.uint64]") -> "Board":
    """The candidates, 9 values x 81 cells, in a row as `words` writes it."""
    table = row.view(np.uint32).reshape(10, 4)
    bits = np.array([place(cell) for cell in range(27)], np.uint32)
    return np.concatenate([table[:9, band, None] >> bits & 1 for band in range(3)], 1) > 0


def peers() -> "NDArray[np.uint64]":
    """2 numbers x 64 bits x 2: the peers of a cell, as the two numbers of one value."""
    table = np.zeros((2, 64, 2), np.uint64)
    for cell, others in enumerate(shape(9).peers):
        board = np.zeros((9, 81), np.bool_)
        board[0, list(others)] = True
        half, first = divmod(cell // 27, 2)
        table[half, 32 * first + place(cell % 27)] = words(board)[:2]
    return table


BEGINNING = np.array([1, 0, 0, 0])  # a board, and nothing counted
FULL = words(np.ones((9, 81), np.bool_))[None]  # 1 x 20
PEERS = peers()


# Propagation.


@inline
def boxes_with_one(x: Planes) -> Planes:
    """All cells of the boxes in which a value has one place; anything, if one has none."""
    free = ~((x & (x - FIRST)) + ALL) & FREE
    return free - (free >> 9)


@inline
def next_box(x: Planes) -> Planes:
    """The planes with each box of a band replaced by the next one."""
    return x >> 10 | x << 20


@inline
def naked_singles(p: Planes) -> Planes:
    """A value that is alone in its cell leaves the rest of the box (and the second such cell)."""
    once, twice = seen_twice(p)
    alone = p & once & ~twice
    less = (alone | FREE) - FIRST  # the free bit is kept where a box has any
    boxes = less & FREE
    return p & ((alone & ~less) | ~(boxes - (boxes >> 9)))


@inline
def minirows(p: Planes) -> Planes:
    """A value leaves the minirows that are in no permutation of its band."""
    here = (p | p >> 1 | p >> 2) & MINIROWS
    one, two = here >> 3 | here << 6, here >> 6 | here << 3  # one and two rows further
    here = here & next_box((one & next_box(two)) | (two & next_box(one)))
    return p & (here | here << 1 | here << 2)


@inline
def minicolumns(p: Planes) -> Planes:
    """A value leaves the minicolumns that are in no permutation of its stack."""
    here = (p | p >> 3 | p >> 6) & MINICOLUMNS
    again = here | here << 3
    one, two = again >> 1, again >> 2  # one and two columns further
    here = here & turned((one & turned(two)) | (two & turned(one)))
    return p & (here | here << 3 | here << 6)


@inline
def hidden_singles(p: Planes) -> Planes:
    """Where a value has one place in a box, the others leave it; two such values lose it both."""
    chosen = p & boxes_with_one(p)
    once, twice = seen_twice(chosen)
    return p & (chosen | ~once) & ~twice


@inline
def propagated(p: Planes, free: Planes) -> tuple[Planes, bool]:
    """The fixed point of the four rules, and whether each value has a place in each box."""
    while True:
        q = hidden_singles(minicolumns(minirows(naked_singles(p))))
        if some(free & ~(q + ALL)):
            return q, False
        if not some(p ^ q):
            return q, True
        p = q


# Guesses.


@inline
def links_in_boxes(p: Planes) -> Planes:
    """The candidates whose value has two places in their box."""
    once = (p | FREE) - FIRST
    rest = p & once  # without the first place
    twice = (rest | FREE) - FIRST
    thrice = ((rest & twice) | FREE) - FIRST
    boxes = twice & ~thrice & FREE
    return p & (boxes - (boxes >> 9))


@inline
def links_in_rows(p: Planes) -> Planes:
    """The candidates whose value has two places in their row, in two boxes."""
    a, b = p >> 1, p >> 2
    here = (p | a | b) & MINIROWS
    more = ((p & (a | b)) | (a & b)) & MINIROWS
    one, two = next_box(here), here >> 20 | here << 10
    more = more | next_box(more) | more >> 20 | more << 10
    both = ((here & (one ^ two)) | (one & two & ~here)) & ~more & MINIROWS
    return p & (both | both << 1 | both << 2)


@inline
def links_in_columns(p: Planes) -> Planes:
    """The candidates whose value has two places in their column, in two boxes."""
    a, b = p >> 3, p >> 6
    here = (p | a | b) & MINICOLUMNS
    more = ((p & (a | b)) | (a & b)) & MINICOLUMNS
    one, next_more = turned(here), turned(more)
    two = turned(one)
    more = more | next_more | turned(next_more)
    both = ((here & (one ^ two)) | (one & two & ~here)) & ~more
    return p & (both | both << 3 | both << 6)


@inline
def same_in_boxes(x: Planes, y: Planes) -> Planes:
    """The cells of the boxes in which both have the same ones."""
    boxes = ~((x ^ y) + ALL) & FREE
    return x & (boxes - (boxes >> 9))


@inline
def hidden_pairs(p: Planes, box: Planes) -> Planes:
    """Two values with the same two places in a box leave no room for others in these two cells.

    Args:
        p: a board.
        box: its links in boxes.
    """
    first, second, other = shifted(box, 1), shifted(box, 2), swapped(box)
    pairs = same_in_boxes(box, other)
    one, two = same_in_boxes(box, first), same_in_boxes(box, second)
    pairs = pairs | one | shifted(one, 4) | two | shifted(two, 3)
    one, two = same_in_boxes(other, first), same_in_boxes(other, second)
    pairs = pairs | swapped(one) | shifted(one, 4) | swapped(two) | shifted(two, 3)
    cells, _ = seen_twice(pairs)
    return p & (pairs | ~cells)


@inline
def choice(rows: "Rows", top: int, p: Planes, twice: Cells, thrice: Cells, box: Planes) -> int:
    """The candidate to be tried: 64 times its number of the 20, and its bit; writes five rows."""
    cell, row, column = p & twice & ~thrice, links_in_rows(p), links_in_columns(p)
    one, two = cell | box, cell & box
    one, two, three = one | row, two | (one & row), two & row
    four, three = three & column, three | (two & column)
    one, two = one | column, two | (one & column)
    best = four
    if not some(best):
        best = one & busiest(p, one)
        if not some(best):
            best = p & twice
    stored(rows, top, p)
    stored(rows, top + 1, one)
    stored(rows, top + 2, two)
    stored(rows, top + 3, three)
    stored(rows, top + 4, best)
    chosen: int = most_peers(rows, top, occupied(best))
    return chosen


@inline
def most_peers(rows: "Rows", top: int, numbers: int) -> int:
    """The candidate in row top + 4 that is best by the board and the links above it."""
    best = 0
    while numbers:
        n = lowest(numbers)
        numbers &= numbers - uint64(1)
        k, half = n & ~1, n & 1
        bits, two, three = rows[top + 4, n], rows[top + 2, n], rows[top + 3, n]
        while bits:
            i = lowest(bits)
            bits &= bits - uint64(1)
            a, b = PEERS[half, i, 0], PEERS[half, i, 1]
            taken = ones(rows[top, k] & a) + ones(rows[top, k + 1] & b)
            linked = ones(rows[top + 1, k] & a) + ones(rows[top + 1, k + 1] & b)
            links = int64(3 + (two >> uint64(i) & uint64(1)) + (three >> uint64(i) & uint64(1)))
            best = max(best, (taken + 2 * linked) * links << 11 | n << 6 | i)
    return best & 0x7FF


@inline
def guessed(rows: "Rows", top: int, p: Planes, twice: Cells, thrice: Cells, box: Planes) -> Planes:
    """The board with a candidate chosen; the board without it goes to row `top`."""
    chosen = choice(rows, top, p, twice, thrice, box)
    candidate = single(chosen >> 6, chosen & 63)
    stored(rows, top, p & ~candidate)
    cell, _ = seen_twice(candidate)
    return p & (candidate | ~cell)


# Search: rows are boards still to be looked at, `numbers` says how many, and the counters so far:
# nodes, guesses, backtracks.


@entry("int64(uint64[:, ::1], int64[::1], uint8[:, ::1], int64, int64)")
def search(rows: "Rows", numbers: "Numbers", grids: "Grids", limit: int, patience: int) -> int:
    """Solutions found, up to a limit; stops after about so many guesses; writes what has room."""
    full = loaded(FULL, 0)
    free = (full + FIRST) & FREE
    top, nodes, guesses, backtracks, found = numbers[0], 0, 0, 0, 0
    while top > 0 and found < limit and guesses < patience:
        top -= 1
        p = loaded(rows, top)
        while True:
            nodes += 1
            p, possible = propagated(p, free)
            once, twice, thrice = seen_thrice(p)
            if not possible or some(full & ~once):
                backtracks += 1
                break
            if not some(twice):
                if found < len(grids):
                    written(grids, found, p)
                found += 1
                break
            box = links_in_boxes(p)
            q = hidden_pairs(p, box)
            if some(p ^ q):
                p = q
                nodes -= 1
                continue
            p = guessed(rows, top, p, twice, thrice, box)
            top += 1
            guesses += 1
    numbers[0] = top
    numbers[1] += nodes
    numbers[2] += guesses
    numbers[3] += backtracks
    return found


@entry(f"void(uint64[:, ::1], {PUZZLES}, int64)")
def set_up(rows: "Rows", puzzles: "Grids", n: int) -> None:
    """Write the board of a puzzle to row 0: a given is the only value of its cell."""
    given = givens(puzzles, n)
    cells, _ = seen_twice(given)
    stored(rows, 0, loaded(FULL, 0) & (given | ~cells))


@entry(f"void(int64, int64, {PUZZLES}, uint8[:, ::1], int64[::1], int64[::1])")
def search_each(
    limit: int,
    patience: int,
    puzzles: "Grids",
    solutions: "Grids",
    counts: "Numbers",
    guesses: "Numbers",
) -> None:
    """Search for the solutions of each puzzle, up to the limit; the first one is kept.

    What is not decided with so many guesses, the patience, is UNDECIDED.
    """
    rows, numbers = np.empty((ROWS, 20), np.uint64), np.zeros(4, np.int64)
    for n in range(len(puzzles)):
        set_up(rows, puzzles, n)
        numbers[0], numbers[2] = 1, 0
        counts[n] = search(rows, numbers, solutions[n : n + 1], limit, patience)
        guesses[n] = numbers[2]
        if numbers[0] and counts[n] < limit:
            counts[n] = UNDECIDED
            solutions[n] = 0


# What is asked from Python.


class NineWork:
    """A search that can be resumed: the boards still to be looked at, and its counters."""

    __slots__ = ("numbers", "rows")

    def __init__(self, puzzle: Puzzle) -> None:
        self.rows = np.empty((ROWS, 20), np.uint64)
        self.numbers = BEGINNING.copy()
        if puzzle.candidates is None:
            set_up(self.rows, np.ndarray((1, 81), np.uint8, bytearray(puzzle.givens)), 0)
        else:
            self.rows[0] = words(board_of(puzzle))

    @property
    def exhausted(self) -> bool:
        """Whether there are no more solutions."""
        return not self.numbers[0]

    @property
    def counters(self) -> dict[str, int]:
        """Boards propagated, candidates tried, boards with a conflict."""
        _, nodes, guesses, backtracks = self.numbers.tolist()
        return {"nodes": nodes, "guesses": guesses, "backtracks": backtracks}


def board_of(puzzle: Puzzle) -> "Board":
    """The candidates of a puzzle."""
    board = np.zeros((9, 81), np.bool_)
    for cell, domain in enumerate(puzzle.domains):
        for value in domain:
            board[value - 1, cell] = True
    return board


def start(puzzle: Puzzle) -> NineWork:
    """The search for the solutions of a 9x9 puzzle, before its first step."""
    return NineWork(puzzle)


def resume(work: NineWork, grids: "Grids", patience: int) -> int:
    """Go on for about so many guesses; how many solutions are written to the K x 81 `grids`."""
    return int(search(work.rows, work.numbers, grids, len(grids), patience))


def split(work: NineWork) -> NineWork | None:
    """The search from the oldest board of the stack, the largest; None if there are no others."""
    top = int(work.numbers[0])
    if top < 2:
        return None
    rest = copy(work)
    rest.rows, rest.numbers = work.rows.copy(), BEGINNING.copy()
    work.rows[: top - 1] = work.rows[1:top]
    work.numbers[0] -= 1
    return rest


def within(
    shape: Shape, puzzles: "Grids", limit: int | None, threads: int, seconds: float
) -> Answers:
    """The answers to N x 81 puzzles that certainly take less than so many seconds each.

    Raises:
        ValueError: as `many`.
    """
    return many(shape, puzzles, limit, threads, int(min(seconds / GUESS, PATIENCE)))


def many(
    shape: Shape, puzzles: "Grids", limit: int | None, threads: int, patience: int = EVERYTHING
) -> Answers:
    """The answers to N x 81 puzzles, of each for which so many guesses suffice.

    Raises:
        ValueError: a value is above 9, or there are not 81 of them.
    """
    puzzles = np.asarray(puzzles, np.uint8, order="C")
    if puzzles.shape[1:] != (81,) or puzzles.max(initial=0) > 9:
        found = f"{puzzles.shape} with values up to {puzzles.max(initial=0)}"
        raise ValueError(f"found an array of {found}, expected N x 81 with values up to 9")
    number = len(puzzles)
    solutions = np.zeros((number, 81), np.uint8)
    counts, guesses = np.zeros(number, np.int64), np.zeros(number, np.int64)

    arrays = puzzles, solutions, counts, guesses
    if threads == 1:
        search_each(limit or EVERYTHING, patience, *arrays)
        return Answers(solutions, counts, guesses)

    def answer(rows: slice) -> None:
        search_each(limit or EVERYTHING, patience, *(array[rows] for array in arrays))

    size = min(max(number // (8 * threads), 1), 1000)
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(answer, (slice(first, first + size) for first in range(0, number, size))))
    return Answers(solutions, counts, guesses)


def load() -> None:
    """Do nothing: to import this module compiles it, or loads what was compiled before."""
