"""The links dance back to where they were, and bits find what links find."""

import pytest

from accord.encodings.exact_cover import encode
from accord.puzzles import AllDifferent, Grid, Puzzle, Shape, shape
from accord.puzzles.files.texts import read
from accord.solvers.budget import Budget
from accord.solvers.exact_cover import exact_cover_bits
from accord.solvers.exact_cover.dancing_links import Links
from accord.solvers.exact_cover.exact_cover_bits import as_bits

SHORT = shape(3, rules=["latin"], extra=[AllDifferent((0, 4), "two cells")])


@pytest.mark.parametrize(
    ("figure", "nodes"),
    [(shape(9), 3241), (shape(25), 65001), (shape(4), 321), (SHORT, 31 + 27 * 3 + 6)],
)
def test_there_is_a_node_for_each_item_and_each_item_of_an_option(
    figure: Shape, nodes: int
) -> None:
    cover = encode(Puzzle(figure, Grid([0] * figure.size**2)))
    assert len(Links(cover, Budget()).up) == nodes


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
