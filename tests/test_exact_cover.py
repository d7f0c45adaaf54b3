"""Exact covers: their sizes, their meaning, and that the links dance back to where they were."""

from itertools import combinations

import pytest

from accord.encodings.exact_cover import decode, encode
from accord.puzzles.constraints import AllDifferent
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.read import read
from accord.puzzles.shape import Shape, shape
from accord.solvers.budget import Budget
from accord.solvers.dancing_links import Links

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


@pytest.mark.parametrize("figure", [shape(2, rules=["latin"]), SHORT])
def test_exact_covers_are_the_grids_without_a_violation(figure: Shape) -> None:
    """By brute force over all choices of one option for each cell."""
    puzzle = Puzzle(figure, Grid([0] * figure.size**2))
    cover = encode(puzzle)
    found = {decode(cover, chosen) for chosen in Links(cover, Budget()).covers()}
    exact = set()
    if figure.size == 2:
        for chosen in combinations(range(len(cover.options)), 4):
            times = [item for option in chosen for item in cover.options[option]]
            if sorted(times) == [*range(len(cover.items))]:
                exact.add(decode(cover, chosen))
        assert found == exact
    assert len(found) == {2: 2, 3: 6}[figure.size]
    assert not [problem for grid in found for problem in puzzle.violations(grid)]


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
