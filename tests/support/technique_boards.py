"""Boards with one thing to find, for each technique, and exactly what it finds there.

Most are drawn from what a pattern needs and nothing else (`marked`, `locked`, `drawn`), so that a
reason that names anything else is false.  Boards in text are from generated puzzles
(accord.bench.generation.generate), as far as singles, sets and intersections go.
"""

from accord.puzzles.sudoku.shape import shape
from accord.solvers.logic.engine.boards import Board, board
from drawn_boards import drawn, marked
from logic_boards import locked

FOUR = shape(4)


def row(number: int, marks: str, cells: str) -> dict[str, str]:
    """The same marks in cells of a row."""
    return {f"r{number}c{column}": marks for column in cells}


NOT_5 = "12346789"
SIDE = {"r1c1": "12", "r2c1": "12"}  # in box 1; the other side in box 2
TOP = {"r1c1": "12", "r1c4": "12"}  # in boxes 1 and 2
SEED_295 = "46{12}{25}{125}3{25}{15}36{12}4{25}34{25}616{15}{12}43{25}1463{25}{25}325146"
COLORED = (
    "4251796836{19}73854{129}{129}83{19}6247{19}55{19}3846{12}{129}774{19}53286{19}2869175341"
    "74298356362751948958463{12}7{12}"
)

# What a technique finds on boards: the values placed and the candidates removed (`said`).
FOUND: dict[str, list[tuple[Board, list[str]]]] = {
    "prune_candidates": [
        (
            board("1" + "." * 13 + "{12}2"),
            ["r1c234-1 r2c12-1 r3c1-1 r4c1-1", "r1c4-2 r2c4-2 r3c34-2 r4c123-2"],
        ),
    ],
    "naked_singles": [
        (marked({"r1c2": "4", "r4c4": "1"}, FOUR), ["r1c2=4", "r4c4=1"]),
        (board("123{4}34.." + "." * 8), ["r1c4=4"]),
    ],
    "hidden_singles": [
        (marked(row(1, "134", "124"), FOUR), ["r1c3=2"]),
        (board("123{4}34{12}{12}" + "." * 8), ["r1c4=4", "r1c4=4"]),
    ],
    "naked_pairs": [(marked(row(1, "12", "13")), ["r1c2456789-12", "r1c2-12 r2c123-12 r3c123-12"])],
    "naked_triples": [(marked({"r1c1": "12", "r1c5": "23", "r1c9": "13"}), ["r1c234678-123"])],
    "naked_quads": [
        (marked({"r1c1": "12", "r1c4": "23", "r1c7": "34", "r1c9": "14"}), ["r1c23568-1234"]),
    ],
    "hidden_pairs": [
        (marked(row(1, "3456789", "2346789") | row(1, "129", "15")), ["r1c15-9"]),
    ],
    "hidden_triples": [
        (
            marked(row(1, "456789", "234678") | {"r1c1": "128", "r1c5": "23", "r1c9": "13"}),
            ["r1c1-8"],
        ),
    ],
    "hidden_quads": [(marked(row(1, "56789", "23568")), ["r1c1479-56789"])],
    "pointing_pairs_pointing_triples": [
        (marked(row(1, NOT_5, "2") | row(2, NOT_5, "123") | row(3, NOT_5, "123")), ["r1c456789-5"]),
    ],
    "box_line_reduction": [(marked(row(1, NOT_5, "456789")), ["r2c123-5 r3c123-5"])],
    "x_wing": [
        (
            drawn(
                "ooxoooxoo ..o...o.. ooxoooxoo ooxoooxoo ..o...o.. "
                "ooxoooxoo ooxoooxoo ooxoooxoo ooxoooxoo"
            ),
            ["r1c37-5 r3c37-5 r4c37-5 r6c37-5 r7c37-5 r8c37-5 r9c37-5"],
        ),
    ],
    "swordfish": [
        (
            drawn(
                ".o..o.... oxooxoxoo ....o.o.. oxooxoxoo oxooxoxoo "
                "oxooxoxoo oxooxoxoo .o....o.. oxooxoxoo"
            ),
            ["r2c257-5 r4c257-5 r5c257-5 r6c257-5 r7c257-5 r9c257-5"],
        ),
    ],
    "jellyfish": [
        (
            drawn(
                "o..o..... ...o..o.. xooxooxxo ......oo. xooxooxxo "
                "xooxooxxo o......o. xooxooxxo xooxooxxo"
            ),
            ["r3c1478-5 r5c1478-5 r6c1478-5 r8c1478-5 r9c1478-5"],
        ),
    ],
    "finned_x_wing": [
        (
            drawn(
                "ooooooxoo ..o...ooo ooooooxoo ooooooooo ..o...o.. "
                "ooooooooo ooooooooo ooooooooo ooooooooo"
            ),
            ["r1c7-5 r3c7-5"],
        ),
        (  # two in the same lines, and both together
            drawn(
                "ooooooxoo ..o....o. ooooooxoo ooooooozo ..o...o.. "
                "ooooooozo ooooooooo ooooooooo ooooooooo"
            ),
            ["r1c7-5 r3c7-5", "r4c8-5 r6c8-5", "r1c7-5 r3c7-5 r4c8-5 r6c8-5"],
        ),
    ],
    "finned_swordfish": [
        (  # a line has one place without its fin
            drawn(
                "o..o...o. ooooooooo ooooooooo ooooooooo o..o...o. "
                "ooooooooo xoooooooo xoooooooo o.o......"
            ),
            ["r7c1-5 r8c1-5"],
        ),
    ],
    "empty_rectangles": [
        (
            drawn(
                ".o.ooo.oo ..ooooooo ...ooo.oo oooooo.oo oooooo.oo "
                "oxooooooo oooooo.oo oooooo.oo oooooo.oo"
            ),
            ["r6c2-5"],
        ),
        (  # two in the same box, and both together
            drawn(
                ".o.ooo.oo ..oooooo. ...ooo.o. oooooo.o. oooooo.o. "
                "oxoooooo. oooooo.o. oozooo.oo oooooo.o."
            ),
            ["r8c3-5", "r6c2-5", "r6c2-5 r8c3-5"],
        ),
    ],
    "y_wing": [(marked({"r2c2": "48", "r3c1": "49", "r2c7": "89"}), ["r2c13-9 r3c789-9"])],
    "xyz_wing": [(marked({"r5c5": "127", "r5c9": "17", "r6c4": "27"}), ["r5c46-7"])],
    "wxyz_wing": [
        (marked({"r1c1": "1234", "r1c8": "14", "r1c9": "24", "r2c3": "34"}), ["r1c23-4"]),
        # the hinge has only three values
        (marked({"r5c1": "123", "r5c8": "19", "r5c7": "29", "r4c2": "39"}), ["r4c789-9 r5c23-9"]),
        # each value in one of the cells
        (
            marked({"r1c1": "1234", "r1c2": "1234", "r1c9": "12", "r3c3": "34"}),
            ["r1c3-1234 r1c45678-12 r2c123-34 r3c12-34"],
        ),
    ],
    "simple_coloring_rule2": [(board(COLORED), ["r2c29-9 r3c8-9 r4c8-9 r5c3-9"])],
    "simple_coloring_rule4": [(board(COLORED), ["r2c9-1 r4c8-1"])],
    "x_cycles_rule1": [
        (
            board(
                "{26}47315{26}989538267141{28}{68}479{36}{23}5{68}952374{68}147{26}1589{236}{23}31"
                "{28}9645{28}756978{23}14{23}7{28}164{23}{238}59{28}34591{28}76"
            ),
            ["r8c7-2"],
        ),
    ],
    "x_cycles_rule2": [
        (board(COLORED), ["r3c3=9", "r4c2=9", "r5c9=9"]),
    ],
    "x_cycles_rule3": [
        # a skyscraper takes all that sees both ends
        (
            locked(marked({}), {"1 row 1": "r1c1 r1c5", "1 row 9": "r9c1 r9c6"}),
            ["r2c6-1 r3c6-1 r7c5-1 r8c5-1"],
        ),
    ],
    "xy_chains": [
        (
            board(
                "{249}{1249}{139}6{29}758{34}6783459125{249}{39}{29}8167{34}{49}651{29}8{24}378327"
                "541967{149}{19}{29}36{24}58{29}{29}6573841187469325354812769"
            ),
            ["r1c1-2", "r3c2-9"],
        ),
        (  # remote pairs
            board(
                "{17}46{17}328595{17}39682{14}{147}928{17}54{17}634325719866{17}5829{147}3{147}{17}"
                "8934652{17}291483675854617392367295{14}{14}8"
            ),
            [
                "r2c9-17",
                "r5c7-17",
                "r2c9-17 r5c7-17",
                "r2c9-1",
                "r2c9-7",
                "r5c7-1",
                "r2c9-1 r5c7-1",
                "r5c7-7",
                "r2c9-7 r5c7-7",
            ],
        ),
    ],
    "grouped_x_cycles_rule1": [
        (
            board(
                "4165{27}8{29}{79}35{789}{279}43{27}{267}{678}13{78}{27}619{247}{478}5{17}{26}38"
                "{267}45{167}98{26}519{27}{67}34{179}4{79}3{67}58{167}2234986157{79}{579}82{45}13"
                "{49}66{59}17{45}3{49}28"
            ),
            ["r2c8-7 r3c8-7", "r2c8-7 r3c8-7"],
        ),
    ],
    "grouped_x_cycles_rule2": [
        (
            board(
                "{27}413{267}{2579}8{579}{679}635{79}8124{79}{278}{28}94{267}{257}3{157}{167}3725"
                "{19}64{19}8496{128}{27}{278}53{127}518{279}346{79}{279}{18}546{19}{89}7239{28}3"
                "{278}5{278}164{12}67{12}43985"
            ),
            ["r5c9-7 r6c4-7", "r5c9-7 r6c4-7"],
        ),
    ],
    "grouped_x_cycles_rule3": [
        (
            board(
                "{459}82376{459}{49}11365947287{45}{459}218{4569}3{56}871945263{45}6{345}12{37}8"
                "{47}9{49}2{349}68{37}{45}1{57}6174593822{45}{45}831{69}{79}{67}398762154"
            ),
            ["r5c3-4", "r5c3-4"],
        ),
    ],
    "alternating_inference_chains_rule1": [
        (
            board(
                "{16}{16}32597489287463157{45}{45}183926{56}{56}7421839{14}3269857{14}89{14}537{14}"
                "623{14}{146}8{167}529{147}{145}7{1456}9{16}2{14}832893{17}465{17}"
            ),
            ["r7c3-4 r8c1-1", "r7c3-4 r8c1-1"],
        ),
    ],
    "alternating_inference_chains_rule2": [
        (
            board(
                "7{58}219{456}{46}3{48}149{237}8{367}{67}5{27}6{58}3{27}{47}{457}19{2478}425{379}"
                "{37}{379}816971658{34}2{34}36841297581452{37}{37}69596{378}{347}12{48}{37}237{89}6"
                "{49}5{48}1"
            ),
            ["r2c9=2", "r3c4=2"],
        ),
    ],
    "alternating_inference_chains_rule3": [
        (
            board(
                "9{38}{38}724165162958734475136289{568}{58}4372{68}91297{68}41{368}5{368}{36}{138}"
                "{1368}5{68}9427{68}2941357{68}74{368}{68}95{368}12{3568}{1358}{136}2{68}794{368}"
            ),
            ["r6c2-3", "r6c2-3", "r5c9-6 r8c7-6"],
        ),
    ],
    "medusa_rule1": [
        (
            locked(
                marked({"r1c1": "12"}),
                {"1 box 1": "r1c1 r3c3", "2 row 1": "r1c1 r1c3", "2 column 3": "r1c3 r3c3"},
            ),
            ["r1c1=1 r1c3=2"],
        ),
        (
            board(SEED_295),
            ["r1c3=1 r1c4=5 r2c1=2 r2c2=5 r2c5=1 r3c1=5 r3c4=2 r4c2=1 r4c3=2 r4c6=5 r5c5=5 r5c6=2"],
        ),
    ],
    "medusa_rule2": [
        (
            locked(
                marked({}),
                {
                    "1 row 1": "r1c1 r1c5",
                    "1 column 5": "r1c5 r5c5",
                    "1 row 5": "r5c2 r5c5",
                    "1 column 2": "r2c2 r5c2",
                },
            ),
            ["r1c5=1 r5c2=1"],
        ),
    ],
    "medusa_rule3": [
        (
            locked(
                marked({"r1c1": "12"}),
                {
                    "1 row 1": "r1c1 r1c5",
                    "1 column 5": "r1c5 r5c5",
                    "2 column 1": "r1c1 r5c1",
                    "2 row 5": "r5c1 r5c5",
                },
            ),
            ["r5c5-3456789"],
        ),
    ],
    "medusa_rule4": [
        (
            locked(
                marked({}),
                {"1 row 1": "r1c1 r1c5", "1 column 5": "r1c5 r5c5", "1 row 5": "r5c2 r5c5"},
            ),
            ["r2c2-1 r3c2-1 r4c1-1 r6c1-1"],
        ),
    ],
    "medusa_rule5": [
        (
            locked(
                marked({"r1c1": "12"}),
                {
                    "1 row 1": "r1c1 r1c5",
                    "2 column 1": "r1c1 r5c1",
                    "2 row 5": "r5c1 r5c4",
                    "2 column 4": "r2c4 r5c4",
                },
            ),
            ["r1c5-2 r2c4-1"],
        ),
    ],
    "medusa_rule6": [
        (
            locked(
                marked({"r1c1": "13", "r8c5": "14", "r9c2": "15", "r8c1": "345"}),
                {
                    "1 row 1": "r1c1 r1c5",
                    "1 column 5": "r1c5 r8c5",
                    "1 box 8": "r8c5 r9c4",
                    "1 row 9": "r9c2 r9c4",
                },
            ),
            ["r1c1=1 r8c5=1 r9c2=1"],
        ),
    ],
    "bug": [(board(SEED_295), ["r1c5=2"])],
    "unique_rectangles_type1": [
        (marked({**SIDE, "r1c4": "12", "r2c4": "123"}), ["r2c4-12"]),
        (marked({**TOP, "r2c1": "12", "r2c4": "2345"}), ["r2c4-2"]),  # the corner has lost a value
    ],
    "unique_rectangles_type2": [
        # of 1 and 3, too, three corners have 2
        (
            marked({**SIDE, "r1c4": "13", "r2c4": "123"}),
            ["r1c56-3 r2c56-3 r3c456-3 r4c4-3 r5c4-3 r6c4-3 r7c4-3 r8c4-3 r9c4-3", "r2c23-2"],
        ),
        (marked({**TOP, "r2c1": "123", "r2c4": "123"}), ["r2c2356789-3"]),
        (marked({"r1c1": "12", "r1c4": "123", "r2c1": "123", "r2c4": "123"}), ["r2c56-3"]),
    ],
    "unique_rectangles_type3": [
        (
            marked({**SIDE, "r1c4": "123", "r2c4": "124", "r3c4": "34"}),
            ["r1c56-34 r2c56-34 r3c56-34 r4c4-34 r5c4-34 r6c4-34 r7c4-34 r8c4-34 r9c4-34"],
        ),
        (marked({**TOP, "r2c1": "123", "r2c4": "24", "r2c9": "34"}), ["r2c235678-34"]),
    ],
    "unique_rectangles_type3b_with_triple_pseudo_cells": [
        (
            marked({**TOP, "r2c1": "123", "r2c4": "124", "r2c8": "35", "r2c9": "45"}),
            ["r2c23567-345"],
        ),
        (
            marked({**SIDE, "r1c4": "134", "r2c4": "24", "r4c4": "35", "r5c4": "46", "r6c4": "56"}),
            ["r3c4-3456 r7c4-3456 r8c4-3456 r9c4-3456"],
        ),
    ],
    "unique_rectangles_type4": [
        (
            locked(marked({**TOP, "r2c1": "234", "r2c4": "125"}), {"2 row 2": "r2c1 r2c4"}),
            ["r2c4-1"],
        ),
    ],
    "unique_rectangles_type5": [
        (
            locked(
                marked({"r1c1": "12", "r2c4": "12"}),
                {"1 row 1": "r1c1 r1c4", "1 row 2": "r2c1 r2c4"},
            ),
            ["r1c1=1 r2c4=1"],
        ),
    ],
    "extended_unique_rectangles": [
        (
            marked(
                {
                    "r1c1": "12",
                    "r1c2": "13",
                    "r4c1": "123",
                    "r4c2": "23",
                    "r7c1": "23",
                    "r7c2": "1345",
                }
            ),
            ["r7c2-13"],
        ),
    ],
    "hidden_unique_rectangles": [
        (
            locked(marked({"r2c4": "12"}), {"1 row 1": "r1c1 r1c4", "1 column 1": "r1c1 r2c1"}),
            ["r1c1-2"],
        ),
        (locked(marked(TOP), {"1 column 4": "r1c4 r2c4"}), ["r2c1-2"]),
        (
            locked(
                marked({}),
                {"1 row 1": "r1c1 r1c4", "1 column 1": "r1c1 r2c1", "2 row 2": "r2c1 r2c4"},
            ),
            ["r1c1-2"],
        ),
    ],
    "aligned_pair_exclusion": [
        (
            board(
                "4{356}{39}{35}{16}287{159}{12}{25}847963{15}{19}{356}7{358}{16}{58}42{159}{57}82"
                "{57}469136{37}419{37}582{59}1{39}28{35}746395{78}2{78}164846931257{27}{27}1654398"
            ),
            ["r1c2-5"],
        ),
        # r1c1 and r5c5 do not see each other; with 3 in r1c1 there is nothing left for r5c5
        (marked({"r1c1": "345", "r5c5": "12", "r1c5": "13", "r5c1": "23"}), ["r1c1-3"]),
    ],
    "sue_de_coq": [
        # three cells of a crossing leave a value to both houses
        (
            marked({"r1c1": "125", "r1c2": "1345", "r1c3": "2345", "r1c4": "12", "r2c1": "34"}),
            ["r1c56789-125 r2c23-345 r3c123-345"],
        ),
        (  # a value of both rests counts twice
            marked(row(1, "1234", "12") | row(1, "129", "45") | row(2, "349", "12")),
            ["r1c3-12349 r1c6789-129 r2c3-349 r3c123-349"],
        ),
    ],
}

# Boards on which a technique finds nothing, and what is in the way.
NOTHING: list[tuple[str, str, Board]] = [
    ("y_wing", "a wing does not see the hinge", marked({"r1c1": "12", "r1c5": "13", "r4c2": "23"})),
    ("y_wing", "the same wing twice", marked({"r1c1": "12", "r1c5": "13", "r4c1": "13"})),
    ("xyz_wing", "four values", marked({"r1c1": "124", "r1c5": "13", "r4c1": "23"})),
    ("xyz_wing", "no cell sees all", marked({"r1c1": "123", "r1c5": "13", "r4c1": "23"})),
    (
        "wxyz_wing",
        "two values twice each",
        marked({"r1c1": "1234", "r1c8": "13", "r2c3": "34", "r7c1": "34"}),
    ),
    (
        "wxyz_wing",
        "a house holds all",
        marked({"r1c1": "12", "r1c4": "23", "r1c7": "34", "r1c9": "14"}),
    ),
    (
        "finned_x_wing",
        "fins in two boxes",
        drawn("ooooooooo o.o...oo. ooooooooo ooooooooo ..o...o.. " + "ooooooooo " * 4),
    ),
    (
        "finned_x_wing",
        "no box holds the fins",
        drawn(
            "ooooooxoo ..o...ooo ooooooxoo ooooooooo ..o...o.. " + "ooooooooo " * 4,
            figure=shape(9, rules=["latin"]),
        ),
    ),
    (
        "empty_rectangles",
        "a third place in the line",
        drawn(
            ".o.ooo.oo ..ooooooo ...ooo.oo oooooo.oo oooooo.oo "
            "ooooooooo oooooo.oo oooooo.oo ooooooooo"
        ),
    ),
    (
        "empty_rectangles",
        "a place beside row and column",
        drawn(
            "oo.ooo.oo ..ooooooo ...ooo.oo oooooo.oo oooooo.oo "
            "ooooooooo oooooo.oo oooooo.oo oooooo.oo"
        ),
    ),
    (
        "unique_rectangles_type2",
        "four boxes",
        marked({"r1c1": "12", "r1c4": "12", "r4c1": "123", "r4c4": "123"}),
    ),
    (
        "unique_rectangles_type1",
        "four boxes",
        marked({"r1c1": "12", "r1c4": "12", "r4c1": "12", "r4c4": "123"}),
    ),
    (
        "aligned_pair_exclusion",
        "the cells may hold the same value",
        marked({"r1c1": "345", "r5c5": "123", "r1c5": "13", "r5c1": "23"}),
    ),
]
