"""Looks: every look says the same cells, and the seeds' own looks are as the seeds print them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord import puzzle
from accord.puzzles.grid import SYMBOLS, Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.read import read
from accord.puzzles.shape import shape
from accord.puzzles.write import write_grid
from accord.views.looks import LARGE, LOOKS, block_shape, blocks, drawn, look_named, moment
from samples import NAKED, PATIENT, SOLVED, puzzles

SWIFT = """\
┏---┳---┳---┳---┓
| 1 |   |   |   |
┣---╋---╋---╋---┫
|   |   | 2 |   |
┣---╋---╋---╋---┫
|   | 3 |   |   |
┣---╋---╋---╋---┫
|   |   |   | 4 |
┗---┻---┻---┻---┛"""
RACKET = """\
╺┓      2 │
 ┃      4 │ 3 4   3
╺┻╸       │
          │
          │ ╺━┓   1
3 4     4 │ ┏━┛   3
          │ ┗━╸"""


def test_the_seeds_grids_are_drawn_as_they_print_them() -> None:
    four = puzzle("1... ..2. .3.. ...4")
    assert drawn(four, look="swift") == SWIFT
    assert drawn(four, look="racket").startswith(RACKET)
    nine = drawn(puzzle(NAKED), look="swift").split("\n")
    assert nine[0] == "┏---┳---┳---┳---┳---┳---┳---┳---┳---┓"
    assert nine[1] == "| 5 | 3 |   |   | 7 |   |   |   |   |"
    assert nine[-1] == "┗---┻---┻---┻---┻---┻---┻---┻---┻---┛"
    assert len(nine) == 19


@PATIENT
@given(puzzles())
def test_plain_and_swift_are_the_formats_grid_and_boxed(asked: Puzzle) -> None:
    for look, format in (("plain", "grid"), ("swift", "boxed")):
        written = write_grid(asked.givens, format, asked.box or (asked.size, asked.size))
        assert drawn(asked, look=look) == "\n".join(map(str.rstrip, written.split("\n")))


@PATIENT
@given(puzzles(), st.sampled_from(sorted(LOOKS)))
def test_every_line_of_a_drawing_is_as_long_as_the_others(asked: Puzzle, look: str) -> None:
    lines = LOOKS[look].lines(moment(asked))
    lengths = {sum(len(piece.text) for piece in line) for line in lines}
    assert len(lengths) == 1
    assert {piece.cell for line in lines for piece in line} - {None} == {*asked.shape.cells}


@PATIENT
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


def test_candidates_are_read_back_as_they_were() -> None:
    asked = puzzle(NAKED)
    assert read(drawn(asked, look="candidates")).domains == tuple(moment(asked).domains)


def test_by_default_candidates_are_what_the_values_leave() -> None:
    asked = puzzle("12.. .... .... ....")
    assert [*moment(asked).domains[2:6]] == [frozenset({3, 4})] * 4
    own = moment(asked, domains=asked.domains)
    assert own.domains[2] == frozenset({1, 2, 3, 4})


def test_large_digits_differ_and_fill_a_block() -> None:
    assert [*LARGE] == list(range(1, 17))
    assert all(len(rows) == 3 and {len(row) for row in rows} == {3} for rows in LARGE.values())
    assert len({*LARGE.values()}) == 16


def test_a_solved_grid_has_every_large_digit() -> None:
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


def test_tight_blocks_have_no_empty_lines_between_cells() -> None:
    now = moment(puzzle(NAKED))
    assert len(blocks(now, spaced=True)) == 35
    assert len(blocks(now, spaced=False)) == 29


def test_jigsaws_have_no_rulers_that_lie() -> None:
    asked = puzzle("." * 16, regions="AABBAABBCCDDCCDD")
    assert not re.search("[|-]", drawn(asked, look="plain"))


def test_a_look_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="found the look 'swfit', expected one of plain, cand"):
        look_named("swfit")
    assert all(look.summary.endswith(".") for look in LOOKS.values())


def test_a_cell_without_candidates_is_a_dash() -> None:
    empty = drawn(puzzle("." * 16), domains=[frozenset()] * 16, look="candidates")
    assert empty.count("| -  - | -  - |") == 4
