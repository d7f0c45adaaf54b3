"""Lies about patterns: for each requirement of a rule, a reason that fails only that one.

Each lie is an honest reason, on a board on which it holds, with a few cells or parts changed.  It
has to be refused in the words of the requirement, and no requirement may be without a lie.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from itertools import chain
from typing import Any

import pytest

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Value, cell_name
from accord.puzzles.sudoku.shape import shape
from accord.solvers.logic.chains.coloring import BothColors, ColorPair, ColorTwice
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.deduction import Reason
from accord.solvers.logic.engine.layout import House, Layout, layout, mask_of
from accord.solvers.logic.replay.entailed import Entailed, RefusedError, entailed
from accord.solvers.logic.techniques.bug import Grave
from accord.solvers.logic.techniques.empty_rectangles import DualEmptyRectangle, EmptyRectangle
from accord.solvers.logic.techniques.fish import FinnedFish, Fish, SiameseFish
from accord.solvers.logic.techniques.intersections import Intersection
from accord.solvers.logic.techniques.pair_exclusion import Excluded, PairExclusion
from accord.solvers.logic.techniques.singles import HiddenSingle, NakedSingle, Seen
from accord.solvers.logic.techniques.subsets import HiddenSet, NakedSet
from accord.solvers.logic.techniques.sue_de_coq import Shared
from accord.solvers.logic.techniques.wings import BentSet, Wings
from drawn_boards import NINE, marked
from logic_boards import locked
from replay_reasons import requirements

Marks = Mapping[str, str]  # of cells: their candidates, or "=5" for a value
Lie = tuple[str, Marks | Board, dict[str, Any]]  # the message, and what is changed

RULES = (
    *("simple", "fish", "wings", "empty_rectangles"),
    *("bug", "coloring", "pair_exclusion", "sue_de_coq"),
)
PLAIN = layout(NINE)
CROSSED = layout(shape(9, rules=["diagonals"]))
LATIN = shape(3, rules=["latin"])


def changed(board: Board, marks: Marks) -> Board:
    """The board with other candidates or values in some cells."""
    values, left = list(board.values), list(board.marks)
    for cell in range(len(values)):
        text = marks.get(cell_name(cell, board.size), "")
        if text.startswith("="):
            values[cell], left[cell] = int(text[1:]), 0
        elif text:
            left[cell] = mask_of(map(int, text))
    return Board(board.layout, tuple(values), tuple(left), 0)


def at(names: str) -> Any:
    """Cells of a 9x9 by their names."""
    return tuple(9 * int(name[1]) + int(name[3]) - 10 for name in names.split())


def house(name: str, of: Layout = PLAIN) -> House:
    (found,) = (each for each in of.houses if each.name == name)
    return found


def houses(names: str) -> Any:
    return tuple(map(house, names.split(", ")))


def finned(rows: str, columns: str, fins: str) -> FinnedFish:
    return FinnedFish(PLAIN, "", 5, houses(rows), houses(columns), at(fins))


def rectangle(corner: str, line: str, pair: str) -> EmptyRectangle:
    """A box, the lines in which it holds the value, and a third line with a pair of cells."""
    box, near, far = houses(corner)
    return EmptyRectangle(PLAIN, "", 5, box, near, far, house(line), at(pair))


def filled(*rows: str) -> dict[str, str]:
    """The candidates of a whole board, row by row."""
    marks = " ".join(rows).split()
    return {cell_name(cell, len(rows)): mark for cell, mark in enumerate(marks)}


def by_value(places: dict[str, str], values: str = "5") -> Board:
    """A board on which values have only these places in some houses."""
    return locked(
        marked({}), {f"{v} {name}": cells for v in values for name, cells in places.items()}
    )


FISH = by_value({"row 1": "r1c1 r1c5", "row 2": "r2c1 r2c5"})
FINNED = by_value(
    {
        "row 1": "r1c1 r1c5 r1c6",
        "row 2": "r2c1 r2c5",
        "row 7": "r7c1 r7c5 r7c6",
        "row 8": "r8c1 r8c5",
    },
    "56",
)
CATCH = finned("row 1, row 2", "column 1, column 5", "r1c6")
MORE = finned("row 1, row 2", "column 1, column 6", "r1c5 r2c5")
BELOW = finned("row 7, row 8", "column 1, column 6", "r7c5 r8c5")
Y_WING = marked({"r1c1": "12", "r1c5": "13", "r4c1": "23"})
BENT = marked({"r1c1": "1234", "r1c8": "14", "r1c9": "24", "r2c3": "34"})
RECTANGLES = by_value(
    {
        "box 1": "r1c2 r1c3 r2c1 r3c1",
        "row 2": "r2c1",
        "column 2": "r1c2 r8c2",
        "box 3": "r1c8 r3c7",
        "column 5": "r1c5 r7c5",
        "column 6": "r1c6 r8c6",
        "box 4": "r4c2 r5c1",
        "column 9": "r4c9 r9c9",
    },
    "56",
)
FIRST = "box 1, row 1, column 1"
ONE = rectangle(FIRST, "column 5", "r1c5 r7c5")
OTHER = rectangle(FIRST, "column 6", "r1c6 r8c6")
FOURTH = rectangle("box 4, row 4, column 1", "column 9", "r4c9 r9c9")
GRAVE = filled("123 13 12", "12 23 13", "13 12 23")
UNEVEN = filled("13 12 123", "123 3 12", "12 123 3")
RULED = shape(3, rules=["latin"], extra=[AllDifferent((0, 4))])
LINKS = {
    "row 1": "r1c1 r1c5",
    "column 5": "r1c5 r4c5",
    "row 4": "r4c2 r4c5",
    "column 2": "r2c2 r4c2",
}
COLORED = by_value(LINKS)
COLORS = at("r1c1 r4c5 r2c2"), at("r1c5 r4c2")
PAIRS = tuple(ColorPair(at(cells), house(name)) for name, cells in LINKS.items())
ALIGNED = marked({"r1c1": "146", "r1c2": "125", "r1c8": "15", "r1c9": "12"})
SUE = {"r1c1": "1234", "r1c2": "1234", "r1c9": "12", "r3c3": "34"}


def by(cells: str, first: Value, second: Value) -> Excluded:
    return Excluded((first, second), at(cells))


def instead(cells: str) -> dict[str, Any]:
    """Another set for the values 1 and 2."""
    return {"excluded": (BECAUSE[0], by(cells, 1, 2), BECAUSE[2])}


def uses(line: str, box: str) -> dict[str, Any]:
    return {"line_values": tuple(map(int, line)), "box_values": tuple(map(int, box))}


BECAUSE = by("", 1, 1), by("r1c9", 1, 2), by("r1c8", 1, 5)
TURNED = tuple(Excluded(each.values[::-1], each.cells) for each in BECAUSE)
HONEST: dict[str, tuple[Board, Reason]] = {
    "seen": (changed(marked({}), {"r1c1": "=5"}), Seen(PLAIN, "", 0, 5)),
    "naked single": (marked({"r1c1": "5"}), NakedSingle(PLAIN, "", 0, 5)),
    "hidden single": (by_value({"row 1": "r1c1"}), HiddenSingle(PLAIN, "", house("row 1"), 5, 0)),
    "naked set": (
        marked({"r1c1": "12", "r1c2": "12"}),
        NakedSet(PLAIN, "", house("row 1"), at("r1c1 r1c2"), (1, 2)),
    ),
    "hidden set": (
        by_value({"row 1": "r1c1 r1c2"}, "12"),
        HiddenSet(PLAIN, "", house("row 1"), (1, 2), at("r1c1 r1c2")),
    ),
    "intersection": (
        by_value({"box 1": "r1c1 r1c2"}),
        Intersection(PLAIN, "", 5, house("box 1"), house("row 1"), at("r1c1 r1c2")),
    ),
    "fish": (
        FISH,
        Fish(PLAIN, "", 5, houses("row 1, row 2"), houses("column 1, column 5")),
    ),
    "finned fish": (FINNED, CATCH),
    "siamese fish": (FINNED, SiameseFish(PLAIN, "", (CATCH, MORE))),
    "wings": (Y_WING, Wings(PLAIN, "", 0, at("r1c5 r4c1"), 3, at("r1c5 r4c1"))),
    "bent set": (BENT, BentSet(PLAIN, "", at("r1c1 r1c8 r1c9 r2c3"), (1, 2, 3, 4), 4)),
    "whole bent set": (marked(SUE), BentSet(PLAIN, "", at("r1c1 r1c2 r1c9 r3c3"), (1, 2, 3, 4), 0)),
    "rectangle": (RECTANGLES, ONE),
    "dual rectangle": (RECTANGLES, DualEmptyRectangle(PLAIN, "", (ONE, OTHER))),
    "grave": (marked(GRAVE, LATIN), Grave(layout(LATIN), "", 0, 1)),
    "color twice": (COLORED, ColorTwice(PLAIN, "", 5, COLORS, PAIRS, at("r1c1 r2c2"))),
    "both colors": (COLORED, BothColors(PLAIN, "", 5, COLORS, PAIRS)),
    "pair exclusion": (
        ALIGNED,
        PairExclusion(PLAIN, "", at("r1c1 r1c2"), ((0, 1),), BECAUSE),
    ),
    "turned exclusion": (
        ALIGNED,
        PairExclusion(PLAIN, "", at("r1c2 r1c1"), ((0, 1),), TURNED),
    ),
    "shared": (
        marked(SUE),
        Shared(
            PLAIN,
            "",
            house("row 1"),
            house("box 1"),
            *(at("r1c1 r1c2"), at("r1c9"), at("r3c3")),
            *((1, 2), (3, 4)),
        ),
    ),
}


def lie(message: str, marks: Marks | Board | None = None, **parts: Any) -> Lie:
    """A message, and what is changed on the board and in the reason."""
    return message, marks or {}, parts


def besides(cells: str, where: str) -> dict[str, Any]:
    """One pair more."""
    return {"pairs": (*PAIRS, ColorPair(at(cells), house(where)))}


# What is too long for the table.
PAIRED = by_value({**LINKS, "box 4": "r4c2", "box 5": "r4c5", "row 9": "r9c3 r9c9"})
THREE, FAR = "r1c5 r4c1 r1c9", "r1c5 r4c2"
EVERY = {"candidates": ((0, 1), (0, 4), (0, 6)), "excluded": ()}
APART = {"r2c5": "125", "r2c2": "12", "r2c3": "15"}
REASONS = BECAUSE[0], by("r2c2", 1, 2), by("r2c3", 1, 5)
DIAGONAL = {"r1c1": "1234", "r2c2": "1234", "r9c9": "12", "r3c2": "34"}
FALLING = {
    "line": house("diagonal from top left", CROSSED),
    "crossing": "r1c1 r2c2",
    "line_cells": "r9c9",
    "box_cells": "r3c2",
}
AN_L = {"box": "column 1", "crossing": "r1c1", "line_cells": "r1c2", "box_cells": "r2c1"}
AN_L |= uses("12", "3")
NO_LINE = {"line_cells": "", **uses("2", "123")}
LIES: dict[str, list[Lie]] = {
    "seen": [lie("the cell holds another value", value=4)],
    "naked single": [
        lie("the value is not the cell's one candidate", {"r1c1": "56"}),
        lie("the value is not the cell's one candidate", {"r1c1": "=5"}),
    ],
    "hidden single": [
        lie("the cell is not the value's one place in the house", {"r1c2": "5"}),
        lie("the cell is not the value's one place in the house", {"r1c1": "=5"}),
    ],
    "naked set": [
        lie("not as many values as cells", values=(1, 2, 3)),
        lie("not as many values as cells", cells="r1c1 r1c1"),
        lie("a cell is outside the house", {"r2c5": "12"}, cells="r1c1 r2c5"),
        lie("a cell is placed or has other candidates", {"r1c2": "123"}),
        lie("a cell is placed or has other candidates", {"r1c2": "=2"}),
    ],
    "hidden set": [
        lie("not as many cells as values", cells="r1c1 r1c2 r1c3"),
        lie("not as many cells as values", values=(1, 1)),
        lie("a value is placed or has other places in the house", {"r1c5": "1"}),
        lie("a value is placed or has other places in the house", {"r1c5": "=1"}),
    ],
    "intersection": [
        lie("the value has no place in the house", {"r1c3": "=5"}, cells=""),
        lie("the cells are not the value's places in the house", {"r2c2": "5"}),
        lie("a place is outside the crossing house", crossing="row 2"),
    ],
    "fish": [
        lie("not as many crossing lines", crossing="column 1, column 5, column 7"),
        lie("not as many crossing lines", houses="row 1, row 2, row 2"),
        lie("not rows and columns", crossing="column 1, box 2"),
        lie("not rows and columns", houses="", crossing=""),
        lie("a line has no place for the value", {"r1c9": "=5"}),
        lie("the fins are not the places outside the crossing lines", {"r1c9": "5"}),
    ],
    "finned fish": [
        lie("not as many crossing lines", crossing="column 1, column 1", fins="r1c5 r1c6 r2c5"),
        lie("no fin, or one is named twice", {"r1c6": "1"}, fins=""),
        lie("no fin, or one is named twice", fins="r1c6 r1c6"),
    ],
    "siamese fish": [
        lie("the fish are of two values", fish=(CATCH, replace(MORE, value=6))),
        lie("the fish are not in the same lines", fish=(CATCH, BELOW)),
        lie("the same fins", fish=(CATCH, CATCH)),
    ],
    "wings": [
        lie("not two wings", {"r1c1": "124", "r1c9": "34"}, wings=THREE, cells=THREE),
        lie("not two wings", {"r1c1": "13"}, wings="r1c5 r1c5", cells="r1c5 r1c1"),
        lie("a wing does not see the hinge", {"r4c2": "23"}, wings=FAR, cells=FAR),
        lie("a wing has not the value and one other", {"r4c1": "2"}),
        lie("a wing has not the value and one other", {"r1c1": "124", "r4c1": "24"}),
        lie("a wing has not the value and one other", {"r1c1": "124", "r4c1": "234"}),
        lie("the hinge has other candidates than the wings", {"r1c1": "124"}),
        lie("not the cells of the value", cells="r1c5 r1c1"),
        lie("not the cells of the value", cells="r1c5 r4c1 r4c1"),
    ],
    "bent set": [
        lie("not as many values as cells", {"r1c1": "12345"}, values=(1, 2, 3, 4, 5)),
        lie("not as many values as cells", cells="r1c1 r1c8 r1c9 r1c9"),
        lie("not as many values as cells", values=(1, 2, 3, 4, 4)),
        lie("the free value is none of them", twice=5),
        lie("a cell is placed or has other candidates", {"r1c9": "245"}),
        lie("a cell is placed or has other candidates", {"r1c9": "=2"}),
        lie("a value is a candidate of none of the cells", {"r1c1": "134", "r1c9": "14"}),
        lie("two cells that do not see each other have the same value", {"r1c8": "134"}),
    ],
    "rectangle": [
        lie("what should be a line is none", line="box 3", cells="r1c8 r3c7"),
        lie("the lines do not cross", {"r3c1": "1"}, far="row 2"),
        lie("the box is none", house="row 2"),
        lie("the box has no place for the value", {"r3c3": "=5"}),
        lie("the box has a place beside the lines", {"r2c2": "5"}),
        lie("the cells are not the value's places in the line", {"r9c5": "5"}),
        lie("the cells are not the value's places in the line", {"r7c5": "1"}, cells="r1c5 r1c5"),
        lie("the first cell is not in the near line outside the box", cells="r7c5 r1c5"),
        lie(
            "the first cell is not in the near line outside the box",
            line="column 2",
            cells="r1c2 r8c2",
        ),
    ],
    "dual rectangle": [
        lie("the same rectangle twice", rectangles=(ONE, ONE)),
        lie("rectangles of two values or boxes", rectangles=(ONE, replace(OTHER, value=6))),
        lie("rectangles of two values or boxes", rectangles=(ONE, FOURTH)),
    ],
    "grave": [
        lie("there are rules besides houses", marked(GRAVE, RULED)),
        lie("the candidate is not there", {"r1c1": "23"}),
        lie("a cell has not two candidates", UNEVEN),
        lie("a value has not two places in a house", {"r1c2": "12"}),
    ],
    "both colors": [
        lie("a color is empty", colors=(at("r1c1"), ()), pairs=()),
        lie("a color is empty", colors=((), at("r1c1")), pairs=()),
        lie("a cell is colored twice", colors=(at("r1c1"), at("r1c1")), pairs=()),
        lie("a cell is colored twice", colors=(COLORS[0], at("r1c5 r4c2 r4c2"))),
        lie("a pair is not the value's places in its house", {"r1c9": "5"}),
        lie(
            "a pair has not one cell of each color", colors=(at("r1c1 r4c5 r2c2 r1c5"), at("r4c2"))
        ),
        lie("a pair has not one cell of each color", PAIRED, **besides("r4c5 r4c5", "box 5")),
        lie("a pair has not one cell of each color", PAIRED, **besides("r4c2 r4c2", "box 4")),
        lie("a pair has not one cell of each color", PAIRED, **besides("r9c3 r9c9", "row 9")),
        lie("the pairs do not join the colored cells", pairs=PAIRS[:-1]),
    ],
    "color twice": [
        lie("the two cells are not of the first color", cells="r1c5 r4c5"),
        lie("the two cells do not see each other", cells="r1c1 r4c5"),
    ],
    "pair exclusion": [
        lie("one of the two cells has no candidates", {"r1c2": "=3"}, **EVERY),
        lie("a pair of values is named twice", excluded=(*BECAUSE, by("r1c9", 1, 2))),
        lie("other candidates go with nothing", candidates=((0, 1), (0, 4))),
        lie(
            "a pair of values is named that nothing rests on",
            {"r1c7": "24"},
            excluded=(*BECAUSE, by("r1c7", 4, 2)),
        ),
        lie(
            "the second cell has no such candidate",
            {"r1c7": "17"},
            excluded=(*BECAUSE, by("r1c7", 1, 7)),
        ),
        lie("a set is named for a single value", excluded=(by("r1c9", 1, 1), *BECAUSE[1:])),
        lie("the cells do not see each other", APART, cells="r1c1 r2c5", excluded=REASONS),
        lie("a cell of the set is named twice", **instead("r1c9 r1c9")),
        lie(
            "two cells of the set do not see each other",
            {"r1c9": "17", "r2c3": "27"},
            **instead("r1c9 r2c3"),
        ),
        lie("a cell of the set is not seen by both", {"r5c1": "12"}, **instead("r5c1")),
        lie("a cell of the set is not seen by both", {"r5c2": "12"}, **instead("r5c2")),
        lie("a cell of the set is placed", {"r1c9": "=3", "r1c7": "127"}, **instead("r1c9 r1c7")),
        lie("the set has not one value more than cells", {"r1c9": "127"}),
        lie("the set has not both values", {"r1c9": "17"}),
    ],
    "turned exclusion": [
        lie("one of the two cells has no candidates", {"r1c2": "=3"}, **EVERY),
        lie(
            "the first cell has no such candidate",
            {"r1c7": "17"},
            excluded=(*TURNED, by("r1c7", 7, 1)),
        ),
    ],
    "shared": [
        lie("the line is no row and no column", marked(DIAGONAL, CROSSED.shape), **FALLING),
        lie("the box is none", {"r1c1": "123", "r1c2": "12", "r2c1": "3"}, **AN_L),
        lie("a cell is named twice", crossing="r1c1 r1c1"),
        lie("a part has no cells", {"r1c1": "123", "r1c2": "123", "r3c3": "13"}, **NO_LINE),
        lie("a cell is not where the houses cross", {"r2c5": "1234"}, crossing="r1c1 r2c5"),
        lie("a cell is not in the rest of the line", {"r5c5": "12"}, line_cells="r5c5"),
        lie("a cell is not in the rest of the box", {"r5c5": "34"}, box_cells="r5c5"),
        lie("a cell is placed", {"r1c2": "=5"}),
        lie("a value of the crossing is in both rests", {"r3c3": "23"}, **uses("124", "234")),
        lie("not as many values as cells", {"r1c1": "12345"}, **uses("125", "345")),
        lie("other values are used up in the line", **uses("123", "34")),
        lie("other values are used up in the box", **uses("12", "234")),
    ],
}
ROWS = [(name, *row) for name, rows in LIES.items() for row in rows]


def altered(reason: Reason, **parts: Any) -> Reason:
    """The reason with other parts; cells and houses are given by their names."""
    for name, part in parts.items():
        if isinstance(part, str):
            honest = getattr(reason, name)
            parts[name] = house(part) if isinstance(honest, House) else named(part)
    lie: Reason = replace(reason, **parts)
    return lie


def named(text: str) -> Any:
    """Cells "r1c1 r1c2", or houses "row 1, box 2"."""
    return houses(text) if text and text[1].isalpha() else at(text)


@pytest.mark.parametrize("name", HONEST)
def test_accepts_the_honest_reasons(name: str) -> None:
    board, reason = HONEST[name]
    assert entailed(reason, board) != Entailed()


@pytest.mark.parametrize(("name", "message", "other", "parts"), ROWS)
def test_refuses_a_lie_for_what_is_wrong_with_it(
    name: str, message: str, other: Marks | Board, parts: dict[str, Any]
) -> None:
    board, reason = HONEST[name]
    with pytest.raises(RefusedError, match=f"^{re.escape(message)}$"):
        entailed(
            altered(reason, **parts),
            other if isinstance(other, Board) else changed(board, other),
        )


def test_every_requirement_has_a_lie() -> None:
    """By its message; rules of different patterns may share one."""
    rules = [import_module(f"accord.solvers.logic.replay.{name}") for name in RULES]
    assert {message for _, message, *_ in ROWS} == {*chain(*map(requirements, rules))}
