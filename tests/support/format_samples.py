"""What the tests of formats and files share: three boards, names of formats, random puzzles."""

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hypothesis import strategies as st

from accord.puzzles import AllDifferent, Grid, Puzzle, Shape, shape

_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

NAKED = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PAIRS = ".7..2...5..9.87..3.6.....4.....6..179.4...8.671..5.....9.....8.5..21.4..4...9..6."
SEARCH = "..8....45....8.9....24.....5....176..1..7..8..795....1.....74....7.6....65....3.."
BOARDS = _TABLE["side_by_side"].splitlines()
SOLVED = "817942563234615789569837142451329678623781495978564321796158234182473956345296817"
SOLVED_GRID = _TABLE["solved"]
LINES = ("line", "rows", "sdm", "grid", "flat", "nested")  # of any size
CHARACTERS = ("ruled", "sdk", "ss")  # of sizes up to 35
MARKS = ("candidates", "pencilmarks", "sukaku")
ROWS = NAKED[:27], NAKED[27:54], NAKED[54:]


def _boxes(size: int) -> list[tuple[int, int]]:
    return [(rows, size // rows) for rows in range(1, size + 1) if size % rows == 0]


@st.composite
def shapes(draw: st.DrawFn, sizes: Sequence[int] = (1, 2, 3, 4, 6, 9, 12)) -> Shape:
    size = draw(st.sampled_from(sizes))
    variants = ["latin", "jigsaw", "box"]
    variant = draw(st.sampled_from(variants))
    rules = draw(st.sets(st.sampled_from(["diagonals"])))
    cells = st.lists(st.integers(0, size * size - 1), unique=True, max_size=5)
    extra = [AllDifferent(tuple(cells)) for cells in draw(st.lists(cells, max_size=2))]
    if variant == "latin":
        return shape(size, None, [*rules, "latin"], None, extra)
    if variant == "jigsaw":
        regions = draw(st.permutations([cell // size for cell in range(size * size)]))
        return shape(size, None, rules, regions, extra)
    return shape(size, draw(st.sampled_from(_boxes(size))), rules, None, extra)


@st.composite
def puzzles(draw: st.DrawFn, *, plain: bool = False, candidates: bool = False) -> Puzzle:
    figure = draw(shapes())
    if plain or candidates:
        figure = replace(figure, extra=())
    values = st.integers(0, figure.size)
    cells = figure.size**2
    givens = draw(st.lists(values, min_size=cells, max_size=cells))
    possible = candidates and draw(st.booleans())  # or hardly any puzzle has a value for each cell
    marks = st.frozensets(st.integers(1, figure.size), min_size=possible)
    if plain or (not candidates and draw(st.booleans())):
        return Puzzle(figure, Grid(givens))
    domains = draw(st.lists(marks, min_size=cells, max_size=cells))
    return Puzzle(figure, Grid([0] * cells if possible else givens), tuple(domains))
