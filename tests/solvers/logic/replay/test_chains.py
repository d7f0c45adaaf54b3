"""Everything that replaying a chain or a web needs, each with a lie that lacks just that."""

import pytest

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Cell
from accord.puzzles.sudoku.shape import shape
from accord.solvers.logic.chains.chains import Chain, Link, Place
from accord.solvers.logic.chains.medusa import Emptied, OneOrOther, TwiceInCell, TwiceSeen
from accord.solvers.logic.chains.webs import Candidate, StrongLink
from accord.solvers.logic.chains.xy_chains import RemotePair
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.layout import House
from accord.solvers.logic.replay import links, medusa
from drawn_boards import marked
from logic_boards import locked
from replay_reasons import Stated, assert_refused, but, invented, put, requirements


def cells(names: str) -> tuple[Cell, ...]:
    return tuple((int(name[1]) - 1) * 9 + int(name[3]) - 1 for name in names.split())


def house(board: Board, name: str) -> House | None:
    return {house.name: house for house in board.layout.houses}[name] if name else None


def chain(board: Board, text: str) -> Stated:
    """Places and links in turn: 1 r1c1 | = row 1 | 1 r1c5 | - column 5 | 1 r5c5 ..."""
    parts = text.split(" | ")
    places = tuple(Place(int(part[0]), cells(part[1:])) for part in parts[::2])
    made = tuple(Link(part[0] == "=", house(board, part[2:])) for part in parts[1::2])
    return board, Chain(board.layout, "chain", places, made)


def web(board: Board, text: str) -> tuple[StrongLink, ...]:
    """Strong links, by a house or none: 1 r1c1 | row 1 | 1 r1c5, 1 r1c1 || 2 r1c1."""
    lines = [link.replace("||", "|  |").split(" | ") for link in text.split(", ")]
    return tuple(
        StrongLink(candidate(one), candidate(other), house(board, name.strip()))
        for one, name, other in lines
    )


def candidate(text: str) -> Candidate:
    (cell,) = cells(text[1:])
    return cell, int(text[0])


# Value 1 has two places in some lines, r8c1 two candidates, and r9c1 three.
LINES = locked(
    marked({"r8c1": "12", "r9c1": "123"}),
    {
        "1 row 1": "r1c1 r1c5",
        "1 column 5": "r1c5 r5c5",
        "1 row 5": "r5c2 r5c5",
        "1 row 7": "r7c2 r7c3 r7c9",
    },
)
OPEN = "1 r1c1 | = row 1 | 1 r1c5 | - column 5 | 1 r5c5 | = row 5 | 1 r5c2"
FORCED = "1 r1c1 | = row 1 | 1 r1c2 | - box 1 | 1 r2c1 | = column 1"
LOOP = "1 r1c1 | = row 1 | 1 r1c5 | - column 5 | 1 r5c5 | = row 5 | 1 r5c1 | - column 1"
GROUP = "1 r1c3 | = box 1 | 1 r1c1 r1c2"
TWO_VALUES = "1 r8c1 | = | 2 r8c1"
NEIGHBOURS = locked(marked({}), {"1 row 1": "r1c1 r1c2", "1 column 1": "r1c1 r2c1"})
WING = locked(marked({}), {"1 row 1": "r1c1 r1c5", "1 row 5": "r5c1 r5c5", "1 row 9": "r9c1 r9c2"})
ROW_IN_BOX = locked(marked({}), {"1 box 1": "r1c1 r1c2 r1c3"})
TWO_GROUPS = locked(marked({}), {"1 box 1": "r1c1 r1c2 r3c3", "2 box 1": "r1c1 r1c2 r3c2"})
ONE_PLACE = locked(marked({}), {"1 row 7": "r7c7", "1 row 1": "r1c1 r1c5"})
ROW = "1 r1c1 | = row 1 | 1 r1c5"
APART = locked(
    marked({}, shape(9, extra=[AllDifferent((0, 40))])),
    {"1 row 1": "r1c1 r1c2", "1 row 5": "r5c5 r5c2"},
)

# What is needed: a board, a chain that holds there, and one that lacks just that.
CHAINS = {
    "a chain has fewer than two nodes": [
        (NEIGHBOURS, FORCED, "1 r1c1"),
        (ONE_PLACE, ROW, "1 r7c7 | = row 7"),
    ],
    "a chain uses a node twice": [(NEIGHBOURS, FORCED, f"{FORCED} | 1 r1c1")],
    "a node has a cell twice, or none": [
        (LINES, OPEN, OPEN.replace("r1c1", "r1c1 r1c1")),
        (ONE_PLACE, ROW, "1 | = row 7 | 1 r7c7"),
    ],
    "a grouped node lies in no crossing of two houses": [
        (LINES, "1 r7c2 r7c3 | = row 7 | 1 r7c9", "1 r7c3 r7c9 | = row 7 | 1 r7c2")
    ],
    "strong and weak links do not alternate": [
        (LINES, OPEN, "1 r1c1 | = row 1 | 1 r1c5 | = column 5 | 1 r5c5")
    ],
    "a chain ends with a weak link": [(LINES, OPEN, OPEN.removesuffix(" | = row 5 | 1 r5c2"))],
    "a loop has fewer than four nodes": [(WING, LOOP, "1 r9c1 | = row 9 | 1 r9c2 | - box 7")],
    "a link in a house joins two values": [(LINES, OPEN, "1 r1c1 | = row 1 | 2 r1c5")],
    "the nodes of a strong link are not all places of the value": [
        (LINES, OPEN, OPEN.replace("r1", "r2").replace("row 1", "row 2")),
        (LINES, OPEN, OPEN.replace("r1c1", "r2c2")),
    ],
    "a node is outside the house of a weak link": [
        (LINES, OPEN, OPEN.replace("- column 5", "- row 1"))
    ],
    "a weak link joins nodes that share a cell": [
        (ROW_IN_BOX, GROUP, f"{GROUP} | - row 1 | 1 r1c2 r1c3 | = box 1 | 1 r1c1")
    ],
    "a strong link between cells names no house": [
        (APART, "1 r1c2 | = row 1 | 1 r1c1 | - | 1 r5c5 | = row 5 | 1 r5c2", "1 r1c1 | = | 1 r5c5")
    ],
    "a link between cells of a house names none": [(LINES, OPEN, OPEN.replace("- column 5", "-"))],
    "cells of a weak link do not see each other": [
        (LINES, OPEN, "1 r1c1 | = row 1 | 1 r1c5 | - | 1 r5c2 | = row 5 | 1 r5c5")
    ],
    "a link of two values leaves its cell": [
        (LINES, TWO_VALUES, "1 r8c1 | = | 2 r9c1"),
        (
            TWO_GROUPS,
            "1 r3c3 | = box 1 | 1 r1c1 r1c2",
            "1 r3c3 | = box 1 | 1 r1c1 r1c2 | - | 2 r1c1 r1c2 | = box 1 | 2 r3c2",
        ),
    ],
    "the cell of a strong link has other candidates": [
        (LINES, TWO_VALUES, TWO_VALUES.replace("r8", "r9"))
    ],
}


SKYSCRAPER = chain(LINES, OPEN)
PAIRS = marked(dict.fromkeys(["r1c1", "r1c5", "r5c5", "r5c2", "r9c2"], "12"))
ENDS = (0, 37)
REMOTE: Stated = (PAIRS, RemotePair(PAIRS.layout, "xy_chains", (0, 4, 40, 37), (1, 2), (ENDS,)))
TRIPLES = marked(dict.fromkeys(["r1c1", "r1c5", "r5c5", "r5c2"], "123"))

TWICE = locked(
    marked({"r1c1": "12"}),
    {"1 box 1": "r1c1 r3c3", "2 row 1": "r1c1 r1c3", "2 column 3": "r1c3 r3c3"},
)
LINKS = web(
    TWICE,
    "1 r1c1 || 2 r1c1, 1 r1c1 | box 1 | 1 r3c3, 2 r1c1 | row 1 | 2 r1c3, "
    "2 r1c3 | column 3 | 2 r3c3",
)
IN_CELL: Stated = (TWICE, TwiceInCell(TWICE.layout, "medusa_rule1", LINKS, 20, (1, 2)))

BOTH = locked(  # r1c1 has both values in one color, r7c1 has them in the other
    marked({"r3c3": "12"}),
    {
        "1 row 1": "r1c1 r1c3",
        "1 column 3": "r1c3 r3c3",
        "2 box 1": "r1c1 r3c3",
        "1 column 1": "r1c1 r7c1",
        "2 column 1": "r1c1 r7c1",
    },
)
IMPOSSIBLE = web(
    BOTH,
    "1 r1c1 | row 1 | 1 r1c3, 1 r1c3 | column 3 | 1 r3c3, 1 r3c3 || 2 r3c3, "
    "2 r3c3 | box 1 | 2 r1c1, 1 r1c1 | column 1 | 1 r7c1, 2 r1c1 | column 1 | 2 r7c1",
)
COLORS: Stated = (BOTH, TwiceInCell(BOTH.layout, "medusa_rule1", IMPOSSIBLE[:-1], 0, (1, 2)))

SEEN = locked(LINES, {"1 column 2": "r2c2 r5c2"})
WAY = web(
    SEEN,
    "1 r1c1 | row 1 | 1 r1c5, 1 r1c5 | column 5 | 1 r5c5, 1 r5c5 | row 5 | 1 r5c2, "
    "1 r5c2 | column 2 | 1 r2c2",
)
FORK = web(SEEN, "1 r1c5 | row 1 | 1 r1c1, 1 r1c5 | column 5 | 1 r5c5")
IN_SIGHT: Stated = (SEEN, TwiceSeen(SEEN.layout, "medusa_rule2", WAY, 1, (0, 10)))
ONE_OR_OTHER: Stated = (SEEN, OneOrOther(SEEN.layout, "medusa_rule4", WAY[:3]))

EMPTY = locked(
    marked(
        {"r1c1": "13", "r8c5": "14", "r9c2": "15", "r8c1": "345", "r8c9": "345", "r6c1": "3456"}
    ),
    {
        "1 row 1": "r1c1 r1c5",
        "1 column 5": "r1c5 r8c5",
        "1 box 8": "r8c5 r9c4",
        "1 row 9": "r9c2 r9c4",
    },
)
LEAVING = web(
    EMPTY,
    "1 r1c1 || 3 r1c1, 1 r1c1 | row 1 | 1 r1c5, 1 r1c5 | column 5 | 1 r8c5, 1 r8c5 || 4 r8c5, "
    "1 r8c5 | box 8 | 1 r9c4, 1 r9c4 | row 9 | 1 r9c2, 1 r9c2 || 5 r9c2",
)
SEEN_AT = ((0, 3), (67, 4), (73, 5))
EMPTIED: Stated = (EMPTY, Emptied(EMPTY.layout, "medusa_rule6", LEAVING, 63, SEEN_AT))


def also(text: str) -> Stated:
    """A web with a link more."""
    return but(IN_CELL, links=(*LINKS, *web(TWICE, text)))


LIES = {
    "not as many links as the nodes want": [
        (
            SKYSCRAPER,
            but(SKYSCRAPER, places=tuple(Place(1, (cell,)) for cell in (0, 4, 40, 37, 80))),
        )
    ],
    "a link names no house of the board": [
        (
            SKYSCRAPER,
            but(
                SKYSCRAPER,
                places=(Place(1, (62,)), Place(1, (80,))),
                links=(Link(True, invented(62, 80)),),
            ),
        ),
        (IN_CELL, but(IN_CELL, links=(*LINKS, StrongLink((2, 2), (80, 2), invented(2, 80))))),
    ],
    "the nodes of a strong link are not all places of the value": [
        (SKYSCRAPER, (put(LINES, 8, 1), SKYSCRAPER[1])),
        (IN_CELL, also("2 r1c3 | box 1 | 2 r2c2")),
    ],
    "a remote pair has not two values": [(REMOTE, (TRIPLES, but(REMOTE, values=(1, 2, 3))[1]))],
    "a chain uses a cell twice": [(REMOTE, but(REMOTE, cells=(0, 4, 0, 4), differing=((0, 4),)))],
    "not four cells, or six, or eight ...": [
        (REMOTE, but(REMOTE, cells=(0, 4), differing=((0, 4),))),
        (REMOTE, but(REMOTE, cells=(0, 4, 40, 37, 73))),
    ],
    "a cell of a remote pair has other candidates": [(REMOTE, (TRIPLES, REMOTE[1]))],
    "a cell does not see the next": [
        (REMOTE, but(REMOTE, cells=(0, 4, 37, 40), differing=((0, 40),)))
    ],
    "no two cells are said to differ": [(REMOTE, but(REMOTE, differing=()))],
    "two cells hold the same value": [(REMOTE, but(REMOTE, differing=(ENDS, (0, 40))))],
    "the values are the same": [(IN_CELL, but(IN_CELL, values=(1, 1)))],
    "the candidates have different colors": [(IN_CELL, but(IN_CELL, cell=0))],
    "a candidate is outside the web": [(IN_CELL, but(IN_CELL, values=(1, 9)))],
    "there are no links": [
        (IN_CELL, but(IN_CELL, links=())),
        (ONE_OR_OTHER, but(ONE_OR_OTHER, links=())),
    ],
    "a link does not start at the web": [(IN_CELL, but(IN_CELL, links=LINKS[::-1]))],
    "a link comes back to the web": [(IN_CELL, also("2 r3c3 | column 3 | 2 r1c3"))],
    "the cell of a strong link has other candidates": [(IN_CELL, also("2 r1c3 || 9 r1c3"))],
    "a link of two values leaves its cell": [(IN_CELL, also("1 r1c1 || 2 r3c3"))],
    "a link in a house joins two values": [(IN_CELL, also("1 r1c1 | box 1 | 9 r3c3"))],
    "the other color has two candidates of a cell": [(COLORS, but(COLORS, links=IMPOSSIBLE))],
    "the cells do not see each other": [(IN_SIGHT, but(IN_SIGHT, cells=(0, 40)))],
    "not the candidates of the cell": [
        (EMPTIED, but(EMPTIED, cell=45)),
        (EMPTIED, (put(EMPTY, 63, 9), but(EMPTIED, seen=())[1])),
    ],
    "the cell does not see one of them": [(EMPTIED, but(EMPTIED, cell=71))],
    "the links are no chain": [(ONE_OR_OTHER, but(ONE_OR_OTHER, links=FORK))],
    "the ends have the same color": [(ONE_OR_OTHER, but(ONE_OR_OTHER, links=WAY[:2]))],
}


ROWS = [
    *((message, truth, lie) for message, rows in LIES.items() for truth, lie in rows),
    *(
        (message, chain(board, truth), chain(board, lie))
        for message, rows in CHAINS.items()
        for board, truth, lie in rows
    ),
]


@pytest.mark.parametrize(("message", "truth", "lie"), ROWS)
def test_refuses_what_does_not_hold(message: str, truth: Stated, lie: Stated) -> None:
    assert_refused(message, truth, lie)


def test_nothing_is_needed_without_a_lie_that_lacks_it() -> None:
    needed = [*requirements(links), *requirements(medusa)]
    assert len(set(needed)) == len(needed)
    assert set(needed) == {*CHAINS, *LIES}
