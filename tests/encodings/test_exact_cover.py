"""Exact covers: their sizes, their file, and that the links dance back to where they were."""

import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

from accord.bench.judging.conformance import CASES, Case
from accord.encodings import exact_cover
from accord.encodings.exact_cover import encode
from accord.encodings.model import ModelError, UnsatisfiableError
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.files.read import read
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.budget import Budget
from accord.solvers.exact_cover import exact_cover_bits
from accord.solvers.exact_cover.dancing_links import Links
from accord.solvers.exact_cover.exact_cover_bits import as_bits
from optional import library

SHORT = shape(3, rules=["latin"], extra=[AllDifferent((0, 4), "two cells")])


@pytest.mark.parametrize(
    ("figure", "items", "primary", "options", "nodes"),
    [
        (shape(9), 324, 324, 729, 3241),
        (shape(25), 2500, 2500, 15625, 65001),
        (shape(4), 64, 64, 64, 321),
        (shape(5, rules=["latin"]), 75, 75, 125, 451),
        (SHORT, 30, 27, 27, 31 + 27 * 3 + 6),
    ],
)
def test_sizes(figure: Shape, items: int, primary: int, options: int, nodes: int) -> None:
    cover = encode(Puzzle(figure, Grid([0] * figure.size**2)))
    assert (len(cover.items), cover.primary, len(cover.options)) == (items, primary, options)
    assert len(Links(cover, Budget()).up) == nodes
    assert len(set(cover.items)) == items


def test_options_say_what_they_cover() -> None:
    cover = encode(read("12.." + "." * 12))
    assert len(cover.options) == 2 + 14 * 4
    assert cover.meaning[:2] == ((0, 1), (1, 2))
    covered = [cover.items[item] for item in cover.options[1]]
    assert covered == ["r1c2 has a value", "row 1 has a 2", "column 2 has a 2", "box 1 has a 2"]


def test_an_empty_domain_has_no_cover() -> None:
    marks = (frozenset[int](), *[frozenset({1, 2})] * 3)
    cover = encode(Puzzle(shape(2, rules=["latin"]), Grid([0] * 4), marks))
    assert not list(Links(cover, Budget()).covers())


@pytest.mark.parametrize("text", ["." * 16, "..343412..434321", "11.............."])
def test_after_the_search_every_link_is_where_it_was(text: str) -> None:
    links = Links(encode(read(text)), Budget())
    before = [links.left[:], links.right[:], links.up[:], links.down[:], links.options[:]]
    covers = sum(1 for _ in links.covers())
    assert covers == {"." * 16: 288, "..343412..434321": 2}.get(text, 0)
    assert [links.left, links.right, links.up, links.down, links.options] == before
    assert not links.chosen


# Bits.


@pytest.mark.parametrize("text", ["." * 16, "..343412..434321", "11..............", "." * 256])
def test_bits_are_the_same_cover(text: str) -> None:
    cover = encode(read(text))
    bits = as_bits(cover)
    assert len(bits.items) == cover.primary
    for number, option in enumerate(cover.options[:99]):
        sharing = [k for k, other in enumerate(cover.options) if not set(option) & set(other)]
        assert [k for k in range(len(cover.options)) if bits.apart[number] >> k & 1] == sharing
        assert bits.covered[number] == sum(1 << item for item in option)
        assert all(bits.items[item] >> number & 1 for item in option)


@pytest.mark.parametrize("puzzle", [read("." * 16), Puzzle(SHORT, Grid([0] * 9))])
def test_bits_find_the_covers_that_links_find(puzzle: Puzzle) -> None:
    cover = encode(puzzle)
    found = [frozenset(chosen) for chosen in exact_cover_bits.covers(cover, Budget())]
    assert len(found) == len(set(found))
    assert set(found) == {frozenset(chosen) for chosen in Links(cover, Budget()).covers()}


# The file.


def written(puzzle: Puzzle) -> list[str]:
    """The lines that say something."""
    text = "".join(exact_cover.write(puzzle, distinct=True))
    assert text.endswith("\n")
    return [line for line in text.splitlines() if not line.startswith("|")]


def test_the_file_is_a_line_of_items_and_the_options() -> None:
    items, *options = written(Puzzle(SHORT, Grid([0, 0, 0, 0, 3, *[0] * 4])))
    assert items.startswith("r1c1 r1c2 r1c3 r2c1 ")
    rows = " row1=1 row1=2 row1=3 row2=1 row2=2 row2=3 row3=1 row3=2 row3=3"
    assert items.endswith(f"{rows}{rows.replace('row', 'col')} | x7=1 x7=2 x7=3")
    assert len(options) == 8 * 3 + 1
    assert options[1] == "r1c1 row1=2 col1=2 x7=2"
    assert options[12] == "r2c2 row2=3 col2=3 x7=3"
    comments = [*exact_cover.write(Puzzle(SHORT, Grid([0] * 9)), distinct=False)]
    assert "| x7: two cells.\n" in comments


@pytest.mark.parametrize(
    "figure",
    [
        shape(1),
        shape(9, rules=["diagonals", "windoku"]),
        shape(36, extra=[AllDifferent((0, 1), "row 1"), AllDifferent((5,), "a\nb")]),
        shape(4, regions=[0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3]),
    ],
)
def test_names_are_as_dlx_wants_them(figure: Shape) -> None:
    """At most eight characters, no colon and no bar; all different."""
    puzzle = Puzzle(figure, Grid([0] * figure.size**2))
    items, *options = written(puzzle)
    primary, _, secondary = items.partition(" | ")
    names = [*primary.split(), *secondary.split()]
    cover, size = encode(puzzle), exact_cover.size(puzzle)
    assert len(set(names)) == len(names) == len(cover.items) == size.variables
    assert len(primary.split()) == cover.primary
    assert all(re.fullmatch(r"[a-z]+[0-9=c]+", name) and len(name) <= 8 for name in names)
    assert len(options) == size.constraints == size.distinct == figure.size**3
    assert sum(len(option.split()) for option in options) == size.literals


def miniexact(puzzle: Puzzle, folder: Path, *switches: str) -> str:
    """What miniexact prints, a solver of exact covers by other people in another language."""
    library("miniexact")
    program = Path(sysconfig.get_path("scripts")) / "miniexact"
    file = folder / "puzzle.dlx"
    file.write_text("".join(exact_cover.write(puzzle, distinct=False)))
    command = [str(program), "-x", "-D", *switches, str(file)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case.count == 1 and case.puzzle.size > 4],
    ids=lambda case: str(case.name),
)
def test_the_options_that_miniexact_prints_are_read(case: Case, tmp_path: Path) -> None:
    grid = exact_cover.read(case.puzzle, miniexact(case.puzzle, tmp_path, "-p"))
    assert not list(case.puzzle.violations(grid))


TWO_BY_TWO = Puzzle(shape(2, rules=["latin"]), Grid([0] * 4))
DLX = """(8 options, 12+0 items, 24 entries successfully read)
1:
 r1c1 row1=1 col1=1 (1 of 2)
 col2=2 r1c2 row1=2 (1 of 1)
 row2=2 col1=2 r2c1 (1 of 1)
 r2c2 row2=1 col2=1 (1 of 1)
Altogether 1 solution, 312+204 mems, 36 updates, 812 bytes, 5 nodes.
"""


def test_reads_what_dlx_prints() -> None:
    assert exact_cover.read(TWO_BY_TWO, DLX) == (1, 2, 2, 1)
    with pytest.raises(UnsatisfiableError):
        exact_cover.read(TWO_BY_TWO, "Altogether 0 solutions, 312+204 mems, 36 updates\n")


@pytest.mark.parametrize(
    ("printed", "complaint"),
    [
        ("", "found no value of r1c1, expected one value of each cell"),
        ("1 4 6", "found no value of r2c2"),
        ("1 4 6 7\n\n2 3 5 8", "found the values 1 and 2 of r1c1, expected one"),
        ("0 3 5 6", "found option 0, expected 1..8"),
        ("1 4 6 9", "found option 9, expected 1..8"),
        ("r1c1 row1=1 col1=2", "found 'r1c1 row1=1 col1=2', expected the items of an option"),
    ],
)
def test_says_what_is_no_cover(printed: str, complaint: str) -> None:
    assert exact_cover.read(TWO_BY_TWO, "1 4 6 7") == (1, 2, 2, 1)
    with pytest.raises(ModelError, match=re.escape(complaint)):
        exact_cover.read(TWO_BY_TWO, printed)
