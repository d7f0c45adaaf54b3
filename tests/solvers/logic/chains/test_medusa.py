"""3D Medusa: webs built link by link, generated 6x6 boards, and webs that do not hold together."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.logic import board
from accord.solvers.logic.chains.medusa import (
    TECHNIQUES,
    Colored,
    medusa_rule1,
    medusa_rule2,
    medusa_rule3,
    medusa_rule4,
    medusa_rule5,
    medusa_rule6,
)
from accord.solvers.logic.chains.webs import StrongLink
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.replay.check import check
from accord.solvers.logic.replay.entailed import RefusedError
from drawn_boards import assert_lies_are_refused, assert_sound, marked, scattered
from logic_boards import locked, said

Find = Callable[[Board], Iterator[Deduction]]

# From r1c1 on, by rows, columns and boxes in which a value has two places.
TWICE_IN_CELL = locked(
    marked({"r1c1": "12"}),
    {"1 box 1": "r1c1 r3c3", "2 row 1": "r1c1 r1c3", "2 column 3": "r1c3 r3c3"},
)
TWICE_SEEN = locked(
    marked({}),
    {
        "1 row 1": "r1c1 r1c5",
        "1 column 5": "r1c5 r5c5",
        "1 row 5": "r5c2 r5c5",
        "1 column 2": "r2c2 r5c2",
    },
)
BOTH_IN_CELL = locked(
    marked({"r1c1": "12"}),
    {
        "1 row 1": "r1c1 r1c5",
        "1 column 5": "r1c5 r5c5",
        "2 column 1": "r1c1 r5c1",
        "2 row 5": "r5c1 r5c5",
    },
)
BOTH_SEEN = locked(
    marked({}), {"1 row 1": "r1c1 r1c5", "1 column 5": "r1c5 r5c5", "1 row 5": "r5c2 r5c5"}
)
IN_CELL_AND_SEEN = locked(
    marked({"r1c1": "12"}),
    {
        "1 row 1": "r1c1 r1c5",
        "2 column 1": "r1c1 r5c1",
        "2 row 5": "r5c1 r5c4",
        "2 column 4": "r2c4 r5c4",
    },
)
EMPTIED = locked(
    marked({"r1c1": "13", "r8c5": "14", "r9c2": "15", "r8c1": "345"}),
    {
        "1 row 1": "r1c1 r1c5",
        "1 column 5": "r1c5 r8c5",
        "1 box 8": "r8c5 r9c4",
        "1 row 9": "r9c2 r9c4",
    },
)

# Generated puzzles (accord.bench.generation.generate), as far as singles, sets and intersections
# go.
SEED_269 = (
    "{13}24{13}{56}{56}56{13}2{134}{34}6{45}2{134}{1345}{345}{34}1{35}6{45}2{124}3{16}5{246}{46}"
    "{24}{45}{56}{34}{2346}1"
)
SEED_285 = "516342432561{36}{256}41{235}{35}1{25}{35}4{235}624{35}61{35}{36}{56}12{35}4"
SEED_295 = "46{12}{25}{125}3{25}{15}36{12}4{25}34{25}616{15}{12}43{25}1463{25}{25}325146"
SEED_368 = (
    "2{146}{46}{14}533{145}{45}26{14}5{46}1{46}32{46}325{14}{146}{146}23{146}{14}5{146}{456}{456}32"
    "{146}"
)
SEED_379 = (
    "{26}3{12}{16}544{16}523{16}{36}{16}{13}542524{136}{16}{136}14{23}{36}{26}5{23}564{12}{13}"
)

CASES: list[tuple[Find, Board | str, list[str]]] = [
    (medusa_rule1, TWICE_IN_CELL, ["r1c1=1 r1c3=2"]),
    (
        medusa_rule1,
        SEED_295,
        ["r1c3=1 r1c4=5 r2c1=2 r2c2=5 r2c5=1 r3c1=5 r3c4=2 r4c2=1 r4c3=2 r4c6=5 r5c5=5 r5c6=2"],
    ),
    (medusa_rule2, TWICE_SEEN, ["r1c5=1 r5c2=1"]),
    (medusa_rule2, SEED_285, ["r3c1=6 r3c6=5 r4c3=3 r5c3=5 r5c6=3 r6c1=3 r6c2=6 r6c5=5"]),
    (medusa_rule3, BOTH_IN_CELL, ["r5c5-3456789"]),
    (medusa_rule3, SEED_379, ["r4c4-6"]),
    (medusa_rule4, BOTH_SEEN, ["r2c2-1 r3c2-1 r4c1-1 r6c1-1"]),
    (medusa_rule4, SEED_285, ["r3c2-5 r4c5-5"]),
    (medusa_rule5, IN_CELL_AND_SEEN, ["r1c5-2 r2c4-1"]),
    (medusa_rule5, SEED_368, ["r4c1-6 r5c1-4"]),
    (medusa_rule6, EMPTIED, ["r1c1=1 r8c5=1 r9c2=1"]),
    (
        medusa_rule6,
        SEED_269,
        ["r1c1=1 r1c4=3 r2c3=3 r2c5=1 r3c2=4 r3c4=1 r4c1=3 r4c3=5 r4c5=4 r5c3=1 r6c2=5 r6c3=6"],
    ),
]


def on(text: Board | str) -> Board:
    return board(text) if isinstance(text, str) else text


@pytest.mark.parametrize(("find", "text", "expected"), CASES)
def test_finds_what_the_colors_entail(find: Find, text: Board | str, expected: list[str]) -> None:
    assert [said(deduction) for deduction in find(on(text))] == expected


def test_finds_nothing_without_links() -> None:
    assert not any(list(technique.find(marked({}))) for technique in TECHNIQUES)


@pytest.mark.parametrize(("find", "built"), [case[:2] for case in CASES[::2]])
def test_lies_are_refused(find: Find, built: Board) -> None:
    """On boards with nothing but the pattern; elsewhere a changed reason may be another truth."""
    for deduction in find(built):
        assert assert_lies_are_refused(built, deduction) > 100


@pytest.mark.parametrize(("find", "text"), [case[:2] for case in CASES])
def test_each_link_is_looked_up(find: Find, text: Board | str) -> None:
    for deduction in find(on(text)):
        reason = deduction.reason
        assert isinstance(reason, Colored)
        for index, link in enumerate(reason.links):
            for lie in _wrong(link, reason):
                links = (*reason.links[:index], lie, *reason.links[index + 1 :])
                with pytest.raises(RefusedError):
                    check(on(text), replace(deduction, reason=replace(reason, links=links)))


def _wrong(link: StrongLink, reason: Colored) -> Iterator[StrongLink]:
    for house in reason.layout.houses:
        both = {link.one[0], link.other[0]}
        if link.house is None or not both <= set(house.cells):
            yield replace(link, house=house)
    if link.house is not None:
        yield replace(link, house=None)
        yield replace(link, house=replace(link.house, cells=(link.one[0], link.other[0])))
    cell, value = link.other
    yield replace(link, other=link.one)
    yield replace(link, other=((cell + 1) % len(reason.layout.shape.cells), value))
    yield replace(link, other=(cell, value % reason.layout.size + 1))


SHAPES = [shape(4), shape(6), shape(9), shape(7, rules=["latin"]), shape(9, rules=["diagonals"])]


@pytest.mark.parametrize("figure", SHAPES, ids=str)
def test_sound_on_boards_at_random(figure: Shape) -> None:
    count = 0
    for seed in range(12):
        now, grid = scattered(figure, seed)
        for technique in TECHNIQUES:
            count += assert_sound(now, grid, technique.find(now))
    assert count > 50


def test_one_cell_is_given_one_value_even_if_both_colors_are_impossible() -> None:
    """Two cells with the same two candidates, which see a third one with these."""
    now = marked({"r1c1": "12", "r1c2": "12", "r1c3": "12", "r2c1": "12"})
    for technique in TECHNIQUES:
        for deduction in technique.find(now):
            check(now, deduction)
