"""Puzzles that were not generated: of the seed programs, famous, published, and edge cases.

Puzzles are written row by row.  Counts were known before any solver here saw them: they are
published, follow from the rules, or are small enough to be checked by hand.  The solution of a
puzzle that has only one is whatever solves it.  The tests hold all of it against two engines.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from accord.bench.generation.generate import blanked
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.files.read import read, read_grid
from accord.puzzles.formats.draft import Variant
from accord.puzzles.grid import Cell, Grid, Value
from accord.puzzles.instance import Expected, Instance
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.deciding import first_two

NORVIG = "Peter Norvig, Solving Every Sudoku Puzzle, 2006"
FORUM = "the hardest sudokus, Sudoku Players' Forums"
RACKET = "the Racket program: naked and hidden singles, naked pairs, search"
POLYGLOT = "the program of 32 techniques"
RUST = "the naive Rust program"

NOTHING: Mapping[Cell, Value] = {}
SOLVED = "534678912 672195348 198342567 859761423 426853791 713924856 961537284 287419635 345286179"

# Each with its name, its givens and where it comes from; each has one solution.
SEEDS = (
    (
        "swift",
        ".63.1..8. .1...4... ....2...3 2.......8 5..692417 ...5..9.. 9..7.3.6. 1........ ....5....",
        "the Swift program: first empty cell",
    ),
    (
        "polyglot",
        ".1..4.56. 23.615.8. ...8..1.. .5..2...8 6..781..5 9...6..2. ..6..8... .8.473.56 .45.9..1.",
        POLYGLOT,
    ),
    (
        "beyond-techniques",
        "..4..783. ....5.47. 72..3.695 .8.7..3.. 649513728 ..7..8.1. 47..8..6. .16.4...7 ..52761..",
        f"{POLYGLOT}, which do not solve it",
    ),
    (
        "rust-naive",
        "........5 ....75.6. 715.....2 .74.31..6 1..7.6..3 6..52.97. 3.....859 .2.98.... 4........",
        RUST,
    ),
    (
        "rust-enumerated",
        "6459..... .731...5. 2...5.... 59..376.. ......... ..458..39 ....7...3 .3...419. .....1827",
        RUST,
    ),
    (
        "racket-singles",
        "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79",
        RACKET,
    ),
    (
        "racket-pairs",
        ".7..2...5 ..9.87..3 .6.....4. ....6..17 9.4...8.6 71..5.... .9.....8. 5..21.4.. 4...9..6.",
        RACKET,
    ),
    (
        "racket-search",
        "..8....45 ....8.9.. ..24..... 5....176. .1..7..8. .795....1 .....74.. ..7.6.... 65....3..",
        RACKET,
    ),
)

# Each with its name, its givens and where it comes from; each has one solution.
FAMOUS = (
    (
        "ai-escargot",
        "1....7.9. .3..2...8 ..96..5.. ..53..9.. .1..8...2 6....4... 3......1. .4......7 ..7...3..",
        "Arto Inkala, 2006",
    ),
    (
        "inkala-2010",
        "..53..... 8......2. .7..1.5.. 4....53.. .1..7...6 ..32...8. .6.5....9 ..4....3. .....97..",
        "Arto Inkala, 2010",
    ),
    (
        "inkala-2012",
        "8........ ..36..... .7..9.2.. .5...7... ....457.. ...1...3. ..1....68 ..85...1. .9....4..",
        "Arto Inkala, 2012",
    ),
    (
        "golden-nugget",
        ".......39 .....1..5 ..3.5.8.. ..8.9...6 .7...2... 1..4..... ..9.8..5. .2....6.. 4..7.....",
        FORUM,
    ),
    (
        "easter-monster",
        "1.......2 .9.4...5. ..6...7.. .5.9.3... ....7.... ...85..4. 7.....6.. .3...9.8. ..2.....1",
        FORUM,
    ),
    (
        "platinum-blonde",
        ".......12 ........3 ..23..4.. ..18....5 .6..7.8.. .....9... ..85..... 9...4.5.. 47...6...",
        FORUM,
    ),
    (
        "fata-morgana",
        "........3 ..1..56.. .9..4..7. .....9.5. 7.......8 .5.4.2... .8..2..9. ..35..1.. 6........",
        FORUM,
    ),
    (
        "red-dwarf",
        "12.3....4 35....1.. ..4...... ..54..2.. 6...7.... .....8.9. ..31..5.. .....9.7. ....6...8",
        FORUM,
    ),
    (
        "discrepancy",
        "12.4..3.. 3...1..5. ..6...1.. 7...9.... .4.6.3... ..3..2... 5...8.7.. ..7.....5 .......98",
        f"{FORUM}: eleven",
    ),
    (
        "cigarette",
        "12.3..... 34....1.. ..5...... 6.24..5.. ....6..7. .....8..6 ..42..3.. ....7...9 .....9.8.",
        f"{FORUM}: eleven",
    ),
    (
        "tarek-052",
        "..1..4... ....6.3.5 ...9..... 8.....7.3 .......28 5...7.6.. 3...8...6 ..92..... .4...1...",
        f"{FORUM}: tarek071223170000-052",
    ),
    (
        "hard-for-brute-force",
        "......... .....3.85 ..1.2.... ...5.7... ..4...1.. .9....... 5......73 ..2.1.... ....4...9",
        "Wikipedia, Sudoku solving algorithms: its first row is 987654321",
    ),
    (
        "wikipedia",
        "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79",
        "Wikipedia, Sudoku",
    ),
    (
        "unsolvable-28",
        "6....894. 9....61.. .7..4.... 2..61.... ......2.. .89..2... ....6...5 .......3. 8....16..",
        "SudokuWiki, weekly unsolvable 28: David Filmer",
    ),
    (
        "unsolvable-49",
        "..28..... .3..6...7 1......4. 6...9.... .5.6....9 ....57.6. ...3..1.. .7...6..8 4......2.",
        "SudokuWiki, weekly unsolvable 49",
    ),
    (
        "euler-96",
        "..3.2.6.. 9..3.5..1 ..18.64.. ..81.29.. 7.......8 ..67.82.. ..26.95.. 8..2.3..9 ..5.1.3..",
        "Project Euler, problem 96, grid 01",
    ),
    (
        "royle-17",
        ".......1. 4........ .2....... ....5.4.7 ..8...3.. ..1.9.... 3..4..2.. .5.1..... ...8.6...",
        "Gordon Royle, Minimum Sudoku: 17 clues",
    ),
    (
        "norvig-grid-2",
        "4.....8.5 .3....... ...7..... .2.....6. ....8.4.. ....1.... ...6.3.7. 5..2..... 1.4......",
        NORVIG,
    ),
)
NORVIG_HARD = (
    ".....6... .59.....8 2....8... .45...... ..3...... ..6..3.54 ...325..6 ......... ........."
)
NORVIG_IMPOSSIBLE = (
    ".....5.8. ...6.1.43 ......... .1.5..... ...1.6... 3.......5 53.....61 ........4 ........."
)
TWO = "53..7.... 6..195... .98....6. 8.......3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79"
THREE = "53..7.... 6..195... .98....6. 8...6...3 4..8.3... 7...2...6 .6....28. ...419..5 ....8..79"
TWO_DOZEN = (
    "5...7.... 6...95... .98...... 8...6...3 4..8....1 7...2...6 .6....28. ...419..5 .......79"
)
SIXTEEN = (
    ".......1. ......... .2....... ....5.4.7 ..8...3.. ..1.9.... 3..4..2.. .5.1..... ...8.6..."
)

# Each with its name in the tables above, the answer as printed, and by whom.
PRINTED = (
    (
        "polyglot",
        "817942563 234615789 569837142 451329678 623781495 978564321 796158234 182473956 345296817",
        POLYGLOT,
    ),
    ("rust-naive", SOLVED, f"{RUST}: the solution of another puzzle"),
    (
        "rust-enumerated",
        "645928371 973146258 281753946 598437612 327619584 164582739 819275463 732864195 456391827",
        RUST,
    ),
    ("wikipedia", SOLVED, "Wikipedia, Sudoku"),
    (
        "euler-96",
        "483921657 967345821 251876493 548132976 729564138 136798245 372689514 814253769 695417382",
        "Project Euler, problem 96",
    ),
    (
        "norvig-grid-2",
        "417369825 632158947 958724316 825437169 791586432 346912758 289643571 573291684 164875293",
        NORVIG,
    ),
    (
        "norvig-hard-1",
        "438796215 659132478 271458693 845219367 713564829 926873154 194325786 362987541 587641932",
        f"{NORVIG}: one solution of many",
    ),
)


def seeds() -> Iterator[Instance]:
    """The puzzles of the programs whose solvers accord began with."""
    for name, rows, source in SEEDS:
        yield unique(name, _read(rows), source)


def famous() -> Iterator[Instance]:
    """Puzzles known by name."""
    for name, rows, source in FAMOUS:
        yield unique(name, _read(rows), source)
    yield Instance("norvig-hard-1", _read(NORVIG_HARD), Expected(at_least=2), NORVIG)
    yield Instance("norvig-impossible", _read(NORVIG_IMPOSSIBLE), Expected(0), NORVIG)


def published() -> Iterator[Instance]:
    """Puzzles with the answer that was printed with them, right or wrong."""
    givens = {name: rows for name, rows, _ in (*SEEDS, *FAMOUS)} | {"norvig-hard-1": NORVIG_HARD}
    for name, rows, source in PRINTED:
        answer = read_grid(rows.replace(" ", ""))
        yield Instance(name, _read(givens[name]), Expected(solution=answer), source)


def edge() -> Iterator[Instance]:
    """No solution, one in the simplest way, and several; candidates and variants among them."""
    yield from _without_solution()
    yield from _with_one()
    yield from _with_several()


def _without_solution() -> Iterator[Instance]:
    yield counted("clash-in-row", placed({0: 5, 4: 5}), 0)
    yield counted("clash-in-column", placed({0: 5, 36: 5}), 0)
    yield counted("clash-in-box", placed({0: 5, 20: 5}), 0)
    yield counted("clash-on-diagonal", placed({0: 5, 40: 5}, rules=["diagonals"]), 0)
    yield counted("clash-in-window", placed({12: 5, 28: 5}, rules=["windoku"]), 0)
    yield counted("clash-in-region", placed({2: 1, 4: 1}, 4, regions="1112122233343444"), 0)
    row = dict(enumerate(range(1, 9)))
    yield counted("cell-without-value", placed({**row, 35: 9}), 0, "r1c9")
    row = dict(enumerate(range(1, 7), 3))
    yield counted("value-without-place", placed({**row, 9: 7}), 0, "7 in row 1")
    yield counted("full-but-wrong", _read(SOLVED.replace("534678912", "354678912")), 0)
    yield counted("full-of-ones", _read("1" * 81), 0)
    yield counted("cell-without-candidates", marked({5: ()}), 0)
    yield counted("given-that-is-no-candidate", marked({0: (2, 3)}, givens={0: 1}), 0)
    yield counted("three-cells-two-values", marked({0: (1, 2), 1: (1, 2), 2: (1, 2)}), 0)
    yield counted("diagonals-of-order-3", placed({}, 3, rules=["latin", "diagonals"]), 0)
    yield counted("regions-without-grid", placed({}, 4, regions="1112132233423444"), 0)


def _with_one() -> Iterator[Instance]:
    yield unique("full-and-right", _read(SOLVED))
    yield unique("order-1", _read("."))
    yield unique("order-1-given", _read("1"))
    marks = pencilled(_read(FAMOUS[0][1]))
    yield unique("candidates-only", marks, "the candidates of ai-escargot, without its givens")
    both = ".15..2.....1...46.3......4.3..1....."
    yield unique("boxes-of-2x3", _read(both, box=(2, 3)), "the givens of boxes-of-3x2")
    yield unique("boxes-of-3x2", _read(both, box=(3, 2)), "the givens of boxes-of-2x3")


def _with_several() -> Iterator[Instance]:
    yield counted("deadly-pattern-4x4", _read("..34 3412 ..43 4321"), 2, "1 and 2 may swap")
    deadly = blanked(_read(SOLVED), (3, 4, 30, 31))
    yield counted("deadly-pattern", deadly, 2, "6 and 7 may swap")
    yield counted("two", _read(TWO), 2, "racket-singles without a given")
    yield counted("three", _read(THREE), 3, "racket-singles without a given")
    yield counted("two-dozen", _read(TWO_DOZEN), 24, "racket-singles without eight givens")
    yield counted("latin-of-order-2", placed({}, 2, rules=["latin"]), 2)
    yield counted("latin-of-order-3", placed({}, 3, rules=["latin"]), 12)
    yield counted("latin-of-order-4", placed({}, 4, rules=["latin"]), 576)
    yield counted("empty-4x4", placed({}, 4), 288)
    yield counted("empty-4x4-diagonals", placed({}, 4, rules=["diagonals"]), 48)
    yield counted("empty-4x4-windoku", placed({}, 4, rules=["windoku"]), 168)
    yield counted("empty-4x4-corners", placed({}, 4, extra=[(0, 15), (3, 12)]), 168)
    yield Instance(
        "sixteen-clues", _read(SIXTEEN), Expected(at_least=2), "royle-17 without a given"
    )
    yield Instance("empty-6x6", placed({}, 6), Expected(at_least=1_000_000), "28,200,960 in all")
    yield Instance("empty", placed({}), Expected(at_least=1_000_000), "about 6.67e21 in all")


def unique(name: str, puzzle: Puzzle, source: str = "") -> Instance:
    """The instance of a puzzle that has one solution.

    Raises:
        ValueError: it has not.
    """
    solutions = first_two(puzzle)
    if len(solutions) != 1:
        raise ValueError(f"{name}: found {len(solutions)} solutions, expected one")
    return Instance(name, puzzle, Expected(1, solution=solutions[0]), source)


def counted(name: str, puzzle: Puzzle, count: int, source: str = "") -> Instance:
    """The instance of a puzzle with so many solutions."""
    return Instance(name, puzzle, Expected(count), source)


def placed(
    givens: Mapping[Cell, Value],
    size: int = 9,
    *,
    rules: Iterable[str] = (),
    regions: Sequence[str] | None = None,
    extra: Iterable[Sequence[Cell]] = (),
) -> Puzzle:
    """The puzzle with these givens.

    Args:
        givens: values by cell.
        size: of the grid.
        rules: as for a shape.
        regions: for each cell a symbol that says its region.
        extra: cells that also have to differ.
    """
    numbers = None if regions is None else [int(symbol) for symbol in regions]
    figure = shape(size, None, rules, numbers, [AllDifferent(tuple(cells)) for cells in extra])
    return Puzzle(figure, Grid(givens.get(cell, 0) for cell in figure.cells))


def marked(
    candidates: Mapping[Cell, Iterable[Value]], *, givens: Mapping[Cell, Value] = NOTHING
) -> Puzzle:
    """The 4x4 puzzle in which these cells have no other candidates."""
    figure = shape(4)
    marks = (frozenset(candidates.get(cell, range(1, 5))) for cell in figure.cells)
    return Puzzle(figure, Grid(givens.get(cell, 0) for cell in figure.cells), tuple(marks))


def pencilled(puzzle: Puzzle) -> Puzzle:
    """The puzzle with candidates in place of its givens: what no given among the peers forbids."""
    every = frozenset(range(1, puzzle.size + 1))
    seen = [frozenset(puzzle.givens[peer] for peer in peers) for peers in puzzle.peers]
    marks = tuple(
        frozenset({given}) if given else every - values
        for given, values in zip(puzzle.givens, seen, strict=True)
    )
    return Puzzle(puzzle.shape, Grid([0] * len(marks)), marks)


def _read(
    rows: str,
    box: tuple[int, int] | None = None,
    rules: Iterable[str] = (),
    regions: str | None = None,
) -> Puzzle:
    return read(rows.replace(" ", ""), Variant(box, frozenset(rules), regions), format="line")
