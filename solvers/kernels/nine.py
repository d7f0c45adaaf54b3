"""The 9x9 kernel: all values and all houses of a candidate board at once.

A board is 27 words of 27 bits: for each value and each band (three rows) the cells that may hold
it.  The words of a band stand side by side, a lane for each value, so that one instruction of a
vector unit does to nine values what is written here for one.  (Boards of bands, and most of what is
done to them: the Sudoku programmers' forum, 2009 to 2018, above all zhou and champagne; JCZSolve.)

One step treats the board as follows.  A *minirow* is the three cells that a row and a box share, a
*minicolumn* those of a column and a box; of each value, in each of the 27 minirows, it is found
whether none, one or several cells may hold it.

    naked single       a cell with one candidate takes it from its peers
    locked candidates  a value whose cells of a row, or of a box, all lie in one minirow is *forced*
                       into it: the other minirows of its row and of its box lose it; minicolumns
                       likewise
    hidden single      and if it is one cell, that loses all other values
    locked triple      where only three values are possible in a minirow, they are forced into it
    full triple        where three values are forced into a minirow, it loses all others
    conflict           a house lacks a place for a value, a cell a value, a minirow its three

The triples (box-line triads: Tom Dillon, "tdoku", 2019) ask how many values there are, across the
lanes, and are looked for only when nothing else is left.  Steps follow until one changes nothing.

Then a cell with two candidates is chosen: the one whose values have most other places among its
peers, those in other cells of two counted five times.  One value is tried at once, the board
without it is kept for later.  Where no cell has two, one with fewest candidates is taken.

CPU time on one thread of an AMD EPYC 9004 (512-bit vectors), five runs, permuted puzzles of
collections that nothing was tuned on, to proof of uniqueness; and the same in multiples of the
throughput of bench/norvig.py beside it:

    puzzles                  thousands a second   multiple   guesses
    ----------------------   ------------------   --------   -------
    easy (qqwing)                           886      1,393         0
    17 clues                                593      1,179      0.45
    top 1465                                163        961      6.34
    hardest (2011-06-26)                   12.6        477       111

Where LLVM may use 256-bit vectors and no more (AVX2), they are 768, 495, 112 and 8.2 thousand.

What limits it: a step takes 200 cycles, most of them the 250 vector instructions of which a
processor that splits 512 bits in two does two in a cycle, shifts one; seven of 16 lanes are empty.
An easy puzzle takes 13 steps, one of the hardest nearly nine for each guess, the last of which
finds nothing.

What was tried, in multiples of the throughput before:

    every intermediate result cast to uint32      1.2   else LLVM widens half of them to 64 bits
    cells scored in a vector loop, four at once   1.1   hardest; one at a time LLVM unrolls instead
    blanks set up in lanes without value, grids   1.4   easy: givens by branches, grids by testing
    written bit by bit                                  each bit, took a third of the time
    cells of two counted five times               1.25  hardest: 128 guesses; every peer once 149,
                                                        only cells of two 163
    triples                                       1.15  top 1465: 6.3 guesses instead of 8.6; of
                                                        the hardest 115 for 128, no faster
    stopping when there is no new single          0.7   17 clues: half of the steps, but 1.7 guesses
                                                        for 0.5; hardest no change
    values with two places in a house scored too  -     no fewer guesses at three weights
    shifts of triads as multiplications           1.0   LLVM chooses either by itself

The weight was chosen on generated puzzles: of 6,000 minimal ones, three, five and nine times take
0.82, 0.78 and 0.79 guesses.  (Sets of the worst are no judges: they are bad for the rule that was
used to find them.)
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numba import uint32, uint64
from numpy.typing import NDArray

from accord.puzzles.puzzle import Domain, Puzzle
from accord.puzzles.shape import Shape, shape
from accord.solvers.kernels.loading import entry, part
from accord.solvers.many import Answers

Bits = Any  # uint32 in compiled code
Words = NDArray[np.uint32]
Grids = NDArray[np.uint8]

CELLS = (1 << 27) - 1  # the cells of a band, row by row
MINIROWS = 0o111111111  # the first cell of each
MINICOLUMNS = 0o777  # likewise
EVERYTHING = 1 << 62  # more solutions than there are

# Where things stand in the memory of a search, in words.  A lane has one word in 16: nine values,
# and seven lanes without candidates.
LANES = uint64(16)
BOARD = uint64(3 * 16)  # words of a board; the present one is the first
SINGLES = BOARD  # the hidden singles that the last step found, as a board
ROWS, COLUMNS = uint64(96), uint64(112)  # for each value, the minirows that have a place for it
FORCED_ROWS, FORCED_COLUMNS = uint64(128), uint64(144)  # and those that it is forced into
NEEDED_FIRST, NEEDED_LAST = 160, 169
NEEDED = uint64(NEEDED_FIRST)  # CELLS for each value, 0 in lanes without one
PAIRS = uint64(176)  # the numbers of the cells with two candidates
STACK = uint64(272)  # boards to be looked at later, each without a value tried in the one above
MEMORY = 272 + 82 * 48  # a value that is tried decides a cell, so there are 82 at most

CONFLICT, OPEN, SOLVED = 0, 1, 2
DEPTH, NODES, GUESSES, BACKTRACKS = 0, 1, 2, 3  # the numbers of a search
BEGINNING = np.array([1, 0, 0, 0], np.int64)


def _peers() -> Words:
    """For each cell its peers in three bands, the first lane of its band, and its bit there.

    The last row is for no cell.
    """
    table = np.zeros((82, 5), np.uint32)
    for cell, peers in enumerate(shape(9).peers):
        for peer in peers:
            table[cell, peer // 27] |= np.uint32(1 << peer % 27)
        table[cell, 3:] = cell // 27 * 16, 1 << cell % 27
    return table


PEERS = _peers()


# Three words or three groups of bits at a time.


@part
def one(x: Bits, distance: int) -> Bits:
    """The first of three bits at this distance: whether one is set at least."""
    return uint32(x | uint32(x >> distance) | uint32(x >> 2 * distance))


@part
def two(x: Bits, distance: int) -> Bits:
    """The first of three bits at this distance: whether two are set at least."""
    y, z = uint32(x >> distance), uint32(x >> 2 * distance)
    either = uint32(x | y)
    return uint32(uint32(x & y) | uint32(either & z))


@part
def as_minirows(x: Bits, y: Bits, z: Bits) -> Bits:
    """27 minirows, from the first bits of those of three bands: 9 row + 3 stack + band."""
    x, y, z = uint32(x & MINIROWS), uint32(y & MINIROWS), uint32(z & MINIROWS)
    return uint32(x | uint32(y << 1) | uint32(z << 2))


@part
def as_minicolumns(x: Bits, y: Bits, z: Bits) -> Bits:
    """27 minicolumns, from the first bits of those of three bands: 9 band + column."""
    x, y, z = uint32(x & MINICOLUMNS), uint32(y & MINICOLUMNS), uint32(z & MINICOLUMNS)
    return uint32(x | uint32(y << 9) | uint32(z << 18))


@part
def as_cells(rows: Bits, columns: Bits, band: int) -> Bits:
    """The cells of these minirows and minicolumns of a band."""
    row = uint32(uint32(rows >> band) & MINIROWS)
    column = uint32(uint32(columns >> 9 * band) & MINICOLUMNS)
    in_rows = uint32(uint32(row << 3) - row)
    return uint32(in_rows | column | uint32(column << 9) | uint32(column << 18))


@part
def nine_apart(x: Bits) -> Bits:
    """The other two of bits b, b + 9 and b + 18: minirows of a box, or minicolumns of a column."""
    return uint32(uint32(x << 9) | uint32(x >> 18) | uint32(x << 18) | uint32(x >> 9))


@part
def three_apart(x: Bits) -> Bits:
    """The other two of bits b, b + 3 and b + 6 in groups of nine: minirows of a row."""
    up = uint32(x << 3 & 0o770770770) | uint32(x >> 6 & 0o007007007)
    return uint32(up | uint32(x >> 3 & 0o077077077) | uint32(x << 6 & 0o700700700))


@part
def one_apart(x: Bits) -> Bits:
    """The other two of bits b, b + 1 and b + 2 in groups of three: minicolumns of a box."""
    up = uint32(x << 1 & 0o666666666) | uint32(x >> 2 & 0o111111111)
    return uint32(up | uint32(x >> 1 & 0o333333333) | uint32(x << 2 & 0o444444444))


@part
def population(x: Bits) -> Bits:
    """The number of bits set (LLVM knows these lines, and makes them one instruction)."""
    x = uint32(x - (x >> 1 & 0x55555555))
    x = uint32((x & 0x33333333) + (x >> 2 & 0x33333333))
    x = uint32((x + (x >> 4)) & 0x0F0F0F0F)
    return uint32(uint32(x * uint32(0x01010101)) >> 24)


# Propagation.


@part
def counted(w: Words) -> Any:
    """For each band the cells with one candidate at least, and those with two."""
    a0 = a1 = a2 = b0 = b1 = b2 = uint32(0)
    for value in range(uint64(9)):
        x, y, z = w[value], w[value + LANES], w[value + uint64(2) * LANES]
        b0, b1, b2 = uint32(b0 | a0 & x), uint32(b1 | a1 & y), uint32(b2 | a2 & z)
        a0, a1, a2 = uint32(a0 | x), uint32(a1 | y), uint32(a2 | z)
    return a0, a1, a2, b0, b1, b2


@part
def step(w: Words, decided: Any, singles: Any, locked: Any, full: Any) -> Any:
    """Conclude what there is to conclude about each value.

    Args:
        w: the memory.
        decided: for each band the cells with one candidate, and those with a hidden single.
        singles: for each band the cells with a hidden single; which value it is, the memory says.
        locked: minirows and minicolumns in which three values are possible.
        full: those which three values are forced into.

    Returns:
        Whether a house lacks a place, whether something changed, the new `singles`; as words.
    """
    lacking = changed = g0 = g1 = g2 = uint32(0)
    for v in range(LANES):
        old0, old1, old2 = w[v], w[v + uint64(16)], w[v + uint64(32)]
        x0 = uint32(uint32(old0 & ~singles[0]) | w[v + uint64(48)])
        x1 = uint32(uint32(old1 & ~singles[1]) | w[v + uint64(64)])
        x2 = uint32(uint32(old2 & ~singles[2]) | w[v + uint64(80)])
        p0, p1, p2 = uint32(x0 & decided[0]), uint32(x1 & decided[1]), uint32(x2 & decided[2])

        rows = as_minirows(one(x0, 1), one(x1, 1), one(x2, 1))
        rows2 = as_minirows(two(x0, 1), two(x1, 1), two(x2, 1))
        placed = as_minirows(one(p0, 1), one(p1, 1), one(p2, 1))
        columns = as_minicolumns(one(x0, 9), one(x1, 9), one(x2, 9))
        columns2 = as_minicolumns(two(x0, 9), two(x1, 9), two(x2, 9))
        placed_c = as_minicolumns(one(p0, 9), one(p1, 9), one(p2, 9))

        in_row, in_box = three_apart(rows), nine_apart(rows)
        in_column, in_same_box = nine_apart(columns), one_apart(columns)
        found = uint32((rows | in_row) & (rows | in_box) & (columns | in_column))
        lacking = uint32(lacking | uint32(w[v + NEEDED] & ~found))
        forced = uint32(rows & ~uint32(in_row & in_box))
        forced_c = uint32(columns & ~uint32(in_column & in_same_box))
        single, single_c = uint32(forced & ~rows2), uint32(forced_c & ~columns2)
        forced = uint32(forced | placed | uint32(rows & locked[0]))
        forced_c = uint32(forced_c | placed_c | uint32(columns & locked[1]))
        w[v + ROWS], w[v + COLUMNS] = rows, columns
        w[v + FORCED_ROWS], w[v + FORCED_COLUMNS] = forced, forced_c
        lost = uint32(three_apart(forced) | nine_apart(forced) | uint32(full[0] & ~forced))
        lost_c = uint32(nine_apart(forced_c) | one_apart(forced_c) | uint32(full[1] & ~forced_c))

        x0 = uint32(x0 & ~as_cells(lost, lost_c, 0))
        x1 = uint32(x1 & ~as_cells(lost, lost_c, 1))
        x2 = uint32(x2 & ~as_cells(lost, lost_c, 2))
        changed = uint32(changed | uint32(old0 ^ x0) | uint32(old1 ^ x1) | uint32(old2 ^ x2))
        w[v], w[v + uint64(16)], w[v + uint64(32)] = x0, x1, x2
        x0 = uint32(x0 & as_cells(single, single_c, 0))
        x1 = uint32(x1 & as_cells(single, single_c, 1))
        x2 = uint32(x2 & as_cells(single, single_c, 2))
        w[v + uint64(48)], w[v + uint64(64)], w[v + uint64(80)] = x0, x1, x2
        g0, g1, g2 = uint32(g0 | x0), uint32(g1 | x1), uint32(g2 | x2)
    return lacking, changed, g0, g1, g2


@part
def triples(w: Words) -> Any:
    """Minirows in the low half, minicolumns in the high half, as the last step left them.

    Returns:
        Those which have too many values or too few; in which three are possible; which three are
        forced into; and which have a value that is not forced.
    """
    a1 = a2 = a3 = a4 = b1 = b2 = b3 = b4 = loose = uint64(0)
    for value in range(uint64(9)):
        x = uint64(w[value + ROWS]) | uint64(w[value + COLUMNS]) << uint64(32)
        y = uint64(w[value + FORCED_ROWS]) | uint64(w[value + FORCED_COLUMNS]) << uint64(32)
        a4, a3, a2, a1 = a4 | a3 & x, a3 | a2 & x, a2 | a1 & x, a1 | x
        b4, b3, b2, b1 = b4 | b3 & y, b3 | b2 & y, b2 | b1 & y, b1 | y
        loose |= x & ~y
    every = uint64(CELLS | CELLS << 32)
    return b4 | every & ~a3, a3 & ~a4, b3, loose


@entry("int64(uint32[::1])")
def propagate(w: Words) -> int:
    """Narrow the present board until nothing changes: CONFLICT, OPEN or SOLVED."""
    for k in range(BOARD):
        w[SINGLES + k] = uint32(0)
    s0 = s1 = s2 = t0 = t1 = t2 = uint32(0)  # hidden singles: just found, and placed by a step
    locked = full = uint64(0)
    changed = uint32(1)
    while True:
        a0, a1, a2, b0, b1, b2 = counted(w)
        twice = uint32(uint32(t0 & b0) | uint32(t1 & b1) | uint32(t2 & b2))
        if uint32(uint32(a0 & a1 & a2) ^ uint32(CELLS) | twice) != uint32(0):
            return CONFLICT
        c0, c1, c2 = uint32(a0 & ~b0), uint32(a1 & ~b1), uint32(a2 & ~b2)
        solved = uint32(c0 & c1 & c2) == uint32(CELLS)
        news = uint32(uint32(s0 & ~c0) | uint32(s1 & ~c1) | uint32(s2 & ~c2) | changed)
        if news == uint32(0):
            wrong, locked, full, loose = triples(w)
            if wrong != uint64(0):
                return CONFLICT
            if (locked | full) & loose == uint64(0):
                return OPEN
        lacking, changed, n0, n1, n2 = step(
            w,
            (uint32(c0 | s0), uint32(c1 | s1), uint32(c2 | s2)),
            (s0, s1, s2),
            (uint32(locked), uint32(locked >> uint64(32))),
            (uint32(full), uint32(full >> uint64(32))),
        )
        if lacking != uint32(0):
            return CONFLICT
        if solved:
            return SOLVED
        t0, t1, t2, s0, s1, s2 = s0, s1, s2, n0, n1, n2


# Guesses.


@part
def pairs(w: Words) -> Any:
    """For each band the cells with two candidates."""
    a0 = a1 = a2 = b0 = b1 = b2 = c0 = c1 = c2 = uint32(0)
    for value in range(uint64(9)):
        x, y, z = w[value], w[value + LANES], w[value + uint64(2) * LANES]
        c0, c1, c2 = uint32(c0 | b0 & x), uint32(c1 | b1 & y), uint32(c2 | b2 & z)
        b0, b1, b2 = uint32(b0 | a0 & x), uint32(b1 | a1 & y), uint32(b2 | a2 & z)
        a0, a1, a2 = uint32(a0 | x), uint32(a1 | y), uint32(a2 | z)
    return uint32(b0 & ~c0), uint32(b1 & ~c1), uint32(b2 & ~c2)


@part
def listed(w: Words, cells: Bits, band: int, number: Any) -> Any:
    """Add the cells to those listed; how many there are then."""
    while cells:
        bit = uint32(cells & -cells)
        cells = uint32(cells ^ bit)
        w[PAIRS + number] = uint32(population(uint32(bit - 1)) + uint32(27 * band))
        number += uint64(1)
    return number


@part
def weight(w: Words, v: Any, cell: Any, cells: Any) -> Bits:
    """How many peers of a cell may hold the value, five times if they are `cells`; 0 if not it."""
    x0 = uint32(w[v] & PEERS[cell, 0])
    x1 = uint32(w[v + uint64(16)] & PEERS[cell, 1])
    x2 = uint32(w[v + uint64(32)] & PEERS[cell, 2])
    places = uint32(population(x0) + population(x1) + population(x2))
    y0, y1, y2 = uint32(x0 & cells[0]), uint32(x1 & cells[1]), uint32(x2 & cells[2])
    doubles = uint32(population(y0) + population(y1) + population(y2))
    held = uint32(w[v + uint64(PEERS[cell, 3])] & PEERS[cell, 4])
    return uint32(places + uint32(doubles << 2)) if held else uint32(0)


@part
def best_pair(w: Words, cells: Any, number: Any) -> Any:
    """The cell that most depends on, of those listed.

    Four at a time, a byte of a word for each: in a loop with less to do, LLVM sees no vectors.
    """
    best = uint32(0)
    for k in range(uint64(4)):
        w[PAIRS + number + k] = uint32(81)
    for first in range(uint64(0), number, uint64(4)):
        a = uint64(w[PAIRS + first])
        b = uint64(w[PAIRS + first + uint64(1)])
        c = uint64(w[PAIRS + first + uint64(2)])
        d = uint64(w[PAIRS + first + uint64(3)])
        sums = uint32(0)
        for v in range(LANES):
            low = uint32(weight(w, v, a, cells) | uint32(weight(w, v, b, cells) << 8))
            high = uint32(weight(w, v, c, cells) | uint32(weight(w, v, d, cells) << 8))
            sums = uint32(sums + uint32(low | uint32(high << 16)))
        best = max(best, uint32(uint32(sums << 8 & 0xFF00) | a))
        best = max(best, uint32(uint32(sums & 0xFF00) | b) if b < uint64(81) else uint32(0))
        best = max(best, uint32(uint32(sums >> 8 & 0xFF00) | c) if c < uint64(81) else uint32(0))
        best = max(best, uint32(uint32(sums >> 16 & 0xFF00) | d) if d < uint64(81) else uint32(0))
    return uint64(best & uint32(0xFF))


@part
def smallest(w: Words) -> Any:
    """An undecided cell with fewest candidates."""
    best, fewest = uint64(0), uint64(10)
    for cell in range(uint64(81)):
        candidates = uint64(0)
        for value in range(uint64(9)):
            if w[value + uint64(PEERS[cell, 3])] & PEERS[cell, 4]:
                candidates += uint64(1)
        if uint64(1) < candidates and candidates < fewest:
            best, fewest = cell, candidates
    return best


@part
def branch(w: Words, depth: Any) -> None:
    """Choose a cell, try its first value in the present board, and stack the board without it."""
    cells = pairs(w)
    number = listed(w, cells[0], 0, uint64(0))
    number = listed(w, cells[1], 1, number)
    number = listed(w, cells[2], 2, number)
    cell = best_pair(w, cells, number) if number else smallest(w)
    first, bit = uint64(PEERS[cell, 3]), PEERS[cell, 4]
    later = STACK + depth * BOARD
    for k in range(BOARD):
        w[later + k] = w[k]
    value = uint64(0)
    while not w[first + value] & bit:
        value += uint64(1)
    w[later + first + value] = uint32(w[later + first + value] & ~bit)
    for lane in range(LANES):
        w[first + lane] = uint32(w[first + lane] & ~bit)
    w[first + value] = uint32(w[first + value] | bit)


# Search.


@part
def write(w: Words, grid: Any) -> None:
    """The present board, in which each value has three cells of each band, as 81 values."""
    for band in range(uint64(3)):
        for value in range(uint64(9)):
            x = w[band * LANES + value]
            for _ in range(3):
                bit = uint32(x & -x)
                x = uint32(x ^ bit)
                grid[band * uint64(27) + uint64(population(uint32(bit - 1)))] = value + uint64(1)


@entry("int64(uint32[::1], int64[::1], uint8[:, ::1], int64, int64)")
def search(w: Words, numbers: NDArray[np.int64], grids: Grids, limit: int, patience: int) -> int:
    """Go on with the boards on the stack; the number of solutions found, the first ones written.

    It stops when there are `limit` of them, or after so many guesses, or when the stack is empty.
    """
    found = nodes = guesses = backtracks = 0
    depth = uint64(numbers[DEPTH])
    while depth > uint64(0) and found < limit and guesses < patience:
        depth -= uint64(1)
        for k in range(BOARD):
            w[k] = w[STACK + depth * BOARD + k]
        nodes += 1
        outcome = propagate(w)
        while outcome == OPEN:
            branch(w, depth)
            depth += uint64(1)
            guesses += 1
            nodes += 1
            outcome = propagate(w)
        if outcome == CONFLICT:
            backtracks += 1
            continue
        if found < len(grids):
            write(w, grids[found])
        found += 1
    numbers[DEPTH] = depth
    numbers[NODES] += nodes
    numbers[GUESSES] += guesses
    numbers[BACKTRACKS] += backtracks
    return found


@entry("void(uint32[::1], uint8[::1])")
def set_up(w: Words, givens: Any) -> None:
    """Stack the board in which a given is the only candidate of its cell.

    A blank is put into one of the lanes without value; several, so as not to wait for one word.
    """
    for k in range(BOARD):
        w[STACK + k] = uint32(0)
    for band in range(uint64(3)):
        first = STACK + band * LANES
        for cell in range(uint64(27)):
            value = uint64(givens[band * uint64(27) + cell])
            lane = first + (value - uint64(1) if value else uint64(9) + cell % uint64(7))
            w[lane] = uint32(w[lane] | uint32(uint32(1) << cell))
        blank = uint32(0)
        for lane in range(uint64(9), LANES):
            blank = uint32(blank | w[first + lane])
            w[first + lane] = uint32(0)
        for value in range(uint64(9)):
            w[first + value] = uint32(w[first + value] | blank)


@entry("void(uint32[::1], uint8[:, ::1], int64, uint8[:, ::1], int64[::1], int64[::1])")
def search_each(
    w: Words,
    puzzles: Grids,
    limit: int,
    solutions: Grids,
    counts: NDArray[np.int64],
    guesses: NDArray[np.int64],
) -> None:
    """Answer N puzzles, one after the other."""
    numbers = np.zeros(4, np.int64)
    for k in range(len(puzzles)):
        set_up(w, puzzles[k])
        numbers[DEPTH], numbers[GUESSES] = 1, 0
        counts[k] = search(w, numbers, solutions[k : k + 1], limit, EVERYTHING)
        guesses[k] = numbers[GUESSES]


# What is asked from Python.


def memory() -> Words:
    """The memory of a search, at the beginning of a line of the cache."""
    words = np.zeros(MEMORY + 16, np.uint32)
    start = -words.ctypes.data % 64 // 4
    words[start + NEEDED_FIRST : start + NEEDED_LAST] = CELLS
    return words[start : start + MEMORY]


class Work:
    """A search that can be resumed."""

    __slots__ = ("numbers", "words")

    def __init__(self, puzzle: Puzzle) -> None:
        self.words = np.zeros(MEMORY, np.uint32)  # to align it would take longer than it saves
        self.words[NEEDED_FIRST:NEEDED_LAST] = CELLS
        self.numbers = np.array(BEGINNING)
        if puzzle.candidates is None:
            set_up(self.words, np.frombuffer(bytearray(puzzle.givens), np.uint8))
        else:
            board = self.words[STACK : STACK + BOARD]
            for cell, domain in enumerate(puzzle.domains):
                for value in domain:
                    board[cell // 27 * 16 + value - 1] |= np.uint32(1 << cell % 27)

    @property
    def exhausted(self) -> bool:
        """Whether there are no more solutions."""
        return not self.numbers[DEPTH]

    @property
    def counters(self) -> dict[str, int]:
        """Boards propagated, values tried in a cell that has others, boards with a conflict."""
        _, nodes, guesses, backtracks = self.numbers.tolist()
        return {"nodes": nodes, "guesses": guesses, "backtracks": backtracks}


def start(puzzle: Puzzle) -> Work:
    """The search for the solutions of a 9x9 puzzle, before its first step."""
    return Work(puzzle)


def resume(work: Work, grids: Grids, patience: int) -> int:
    """Go on for about so many guesses; how many solutions are written to the K x 81 `grids`."""
    return int(search(work.words, work.numbers, grids, len(grids), patience))


def many(shape: Shape, puzzles: Grids, limit: int | None, threads: int) -> Answers:
    """The answers to N x 81 puzzles.

    Raises:
        ValueError: a value is above 9, or there are not 81 of them.
    """
    puzzles = np.ascontiguousarray(puzzles, np.uint8)
    if puzzles.shape[1:] != (81,) or puzzles.max(initial=0) > 9:
        found = f"{puzzles.shape} with values up to {puzzles.max(initial=0)}"
        raise ValueError(f"found an array of {found}, expected N x 81 with values up to 9")
    number = len(puzzles)
    solutions = np.zeros((number, 81), np.uint8)
    counts, guesses = np.zeros(number, np.int64), np.zeros(number, np.int64)

    def answer(first: int, last: int) -> None:
        parts = (array[first:last] for array in (solutions, counts, guesses))
        search_each(memory(), puzzles[first:last], limit or EVERYTHING, *parts)

    if threads == 1:
        answer(0, number)
    else:
        size = min(max(number // (8 * threads), 1), 1000)
        with ThreadPoolExecutor(threads) as pool:
            firsts = range(0, number, size)
            list(pool.map(answer, firsts, (first + size for first in firsts)))
    return Answers(solutions, counts, guesses)


def load() -> None:
    """Nothing: importing this module compiles it, or loads what was compiled before."""


def concluded(puzzle: Puzzle) -> tuple[Domain, ...] | None:
    """The domains when propagation has nothing left to say; None where it finds a conflict."""
    words = Work(puzzle).words
    words[:BOARD] = words[STACK : STACK + BOARD]
    if propagate(words) == CONFLICT:
        return None
    board = words[:BOARD].reshape(3, 16)
    return tuple(
        frozenset(v + 1 for v in range(9) if board[cell // 27, v] >> cell % 27 & 1)
        for cell in range(81)
    )
