"""Looks: every look says the same cells, and the seeds' own looks are as the seeds print them."""

import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord import puzzle, solve
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.files.texts import read, read_grid, write_grid
from accord.puzzles.grid import SYMBOLS
from accord.views.boards.borders import Lines
from accord.views.boards.text_boards import (
    LARGE,
    LOOKS,
    block_shape,
    blocks,
    caption,
    drawn,
    look_named,
    moment,
    written,
)
from format_samples import CHARACTERS, LINES, NAKED, SOLVED, puzzles

DRAWINGS = tomllib.loads(Path(__file__).with_name("drawings.toml").read_text(encoding="utf-8"))
CROOKED = "AAABCABBCCDBCDDD"  # regions of 4 x 4


def test_the_seeds_grids_are_drawn_as_they_print_them() -> None:
    four = puzzle("1... ..2. .3.. ...4")
    assert drawn(four, look="swift") == DRAWINGS["swift"]
    assert drawn(four, look="racket").startswith(DRAWINGS["racket"])
    nine = drawn(puzzle(NAKED), look="swift").split("\n")
    assert nine[0] == "┏---┳---┳---┳---┳---┳---┳---┳---┳---┓"
    assert nine[1] == "| 5 | 3 |   |   | 7 |   |   |   |   |"
    assert nine[-1] == "┗---┻---┻---┻---┻---┻---┻---┻---┻---┛"
    assert len(nine) == 19
    now = moment(puzzle(NAKED))
    assert [len(blocks(now, spaced=spaced)) for spaced in (True, False)] == [35, 29]


@given(puzzles())
def test_plain_and_swift_are_the_formats_grid_and_boxed_and_plain_is_read_back(
    asked: Puzzle,
) -> None:
    if asked.size > 1:
        assert read_grid(drawn(asked), asked.size) == asked.givens
    formats = {"plain": "grid", "swift": "boxed"}
    if asked.regions is not None:
        del formats["plain"]  # a plain jigsaw has a frame, and what is in it
    for look, format in formats.items():
        text = write_grid(asked.givens, format, asked.box or (asked.size, asked.size))
        assert drawn(asked, look=look) == "\n".join(map(str.rstrip, text.split("\n")))


@given(puzzles(), st.sampled_from(sorted(LOOKS)))
def test_every_line_of_a_drawing_is_as_long_as_the_others(asked: Puzzle, look: str) -> None:
    lines = LOOKS[look].lines(moment(asked))
    lengths = {sum(len(piece.text) for piece in line) for line in lines}
    assert len(lengths) == 1
    assert {piece.cell for line in lines for piece in line} - {None} == {*asked.shape.cells}


@given(puzzles())
def test_candidates_stand_in_the_look_of_that_name_and_in_the_small_ones(asked: Puzzle) -> None:
    now = moment(asked)
    groups: dict[int, str] = {}
    small: dict[int, set[int]] = {cell: set() for cell in asked.shape.cells}
    for line in LOOKS["candidates"].lines(now):
        groups |= {piece.cell: piece.text.strip() for piece in line if piece.cell is not None}
    for line in LOOKS["racket"].lines(now):
        for piece in line:
            if piece.cell is not None and piece.value is not None:
                small[piece.cell].add(piece.value)
    for cell, domain in enumerate(now.domains):
        assert groups[cell] == ("".join(SYMBOLS[value] for value in sorted(domain)) or "-")
        assert small[cell] == (domain if not now.grid[cell] else {now.grid[cell]})


def test_by_default_candidates_are_what_the_values_leave() -> None:
    asked = puzzle("12.. .... .... ....")
    assert [*moment(asked).domains[2:6]] == [frozenset({3, 4})] * 4
    own = moment(asked, domains=asked.domains)
    assert own.domains[2] == frozenset({1, 2, 3, 4})
    empty = drawn(puzzle("." * 16), domains=[frozenset()] * 16, look="candidates")
    assert empty.count("| -  - | -  - |") == 4


def test_large_digits_differ_and_stand_in_their_cells() -> None:
    assert [*LARGE] == list(range(1, 17))
    assert all(len(rows) == 3 and {len(row) for row in rows} == {3} for rows in LARGE.values())
    assert len({*LARGE.values()}) == 16
    grid = Grid.parse(SOLVED)
    text = drawn(puzzle("." * 81), grid, look="racket")
    rows = text.split("\n")
    middle = [row.ljust(69) for row in rows if "─" not in row]
    assert len(middle) == 9 * 3 + 6
    found = []
    for row in range(9):
        top = 3 * row + row - row // 3
        for column in range(9):
            left = 8 * column + 1
            found.append(tuple(line[left : left + 3] for line in middle[top : top + 3]))
    assert found == [LARGE[value] for value in grid]


def test_values_without_a_large_form_have_a_frame() -> None:
    grid = Grid([36, 17] + [0] * (36 * 36 - 2))
    text = drawn(Puzzle(shape(36), grid), look="racket")
    assert "│36│" in text
    assert "│17│" in text
    assert block_shape(36) == (6, 6)
    assert [block_shape(size) for size in (1, 2, 4, 6, 9, 12, 16, 25)] == [
        *((1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 5))
    ]


def test_a_jigsaw_has_its_regions() -> None:
    asked = puzzle("1" + "." * 15, regions=CROOKED)
    assert drawn(asked) == DRAWINGS["plain_jigsaw"]
    assert drawn(asked, look="racket").startswith(DRAWINGS["racket_jigsaw"])


def places(lines: Lines) -> dict[int, tuple[range, range]]:
    """For each cell its lines and its columns."""
    spots: dict[int, list[tuple[int, int]]] = {}
    for number, line in enumerate(lines):
        at = 0
        for piece in line:
            if piece.cell is not None:
                both = (number, at), (number, at + len(piece.text) - 1)
                spots.setdefault(piece.cell, []).extend(both)
            at += len(piece.text)
    made = {}
    for cell, ends in spots.items():
        downs, acrosses = zip(*ends, strict=True)
        made[cell] = range(min(downs), max(downs) + 1), range(min(acrosses), max(acrosses) + 1)
    return made


@given(puzzles(), st.sampled_from(["plain", "candidates", "racket"]))
def test_lines_stand_between_cells_of_different_boxes_or_regions_and_nowhere_else(
    asked: Puzzle, look: str
) -> None:
    now = moment(asked)
    lines = LOOKS[look].lines(now)
    text = ["".join(piece.text for piece in line) for line in lines]
    found, size = places(lines), asked.size
    for cell, (downs, acrosses) in found.items():
        if (cell + 1) % size:
            beside = text[downs[0]][acrosses.stop : found[cell + 1][1].start]
            assert (beside.strip() != "") == (now.areas[cell] != now.areas[cell + 1])
        if cell + size < size * size:
            between = text[downs.stop : found[cell + size][0].start]
            below = "".join(line[acrosses.start : acrosses.stop] for line in between)
            assert (below.strip() != "") == (now.areas[cell] != now.areas[cell + size])


def test_candidates_are_read_back_as_they_were() -> None:
    for asked in (puzzle(NAKED), puzzle("1" + "." * 15, regions=CROOKED)):
        assert read(drawn(asked, look="candidates")).domains == tuple(moment(asked).domains)


@pytest.mark.parametrize(
    "asked",
    [
        puzzle("1" + "." * 15, regions=CROOKED),
        puzzle("1" + "." * 15, rules=["latin", "diagonals"]),
        puzzle("1" + "." * 35, box=(3, 2)),
    ],
    ids=["jigsaw", "latin", "tall"],
)
def test_a_solution_is_written_without_boxes_that_are_not_those_of_its_puzzle(
    asked: Puzzle,
) -> None:
    (solution,) = solve(asked).grids
    for name in (*LINES, *CHARACTERS, "boxed", "json"):
        again = read(written(asked, solution, name))
        assert again.givens == solution
        assert name != "json" or again.shape == asked.shape
    width = asked.box[1] if asked.box else asked.size
    for name in ("ruled", "ss"):
        runs = re.findall(r"\d+", written(asked, solution, name))
        assert {len(run) for run in runs} == {width}
    assert written(asked, solution) == drawn(asked, solution)


def test_a_caption_says_what_a_drawing_does_not_show() -> None:
    assert caption(puzzle(NAKED)) == caption(puzzle("." * 36)) == ""
    assert caption(puzzle("5" + "." * 80, rules=["diagonals"])) == (
        "9x9 Sudoku with diagonals, 1 given"
    )
    assert caption(puzzle("." * 16, regions=CROOKED)) == "4x4 jigsaw Sudoku, 0 givens"
    assert caption(puzzle("." * 25, rules=["latin"])) == "5x5 Latin square, 0 givens"
    assert caption(puzzle("{12}" + "." * 15)) == "4x4 Sudoku with candidates crossed out, 0 givens"


def test_a_look_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="found the look 'swfit', expected one of plain, cand"):
        look_named("swfit")
    assert all(look.summary.endswith(".") for look in LOOKS.values())
