"""Instances of the classics that take a search, up to those that few solvers answer in 20 seconds.

The numbers of solutions are from the literature, or two solvers of different lineage found them;
where there are very many, it is only said that there are two.  Some solutions that are known from
elsewhere are given.
"""

from collections.abc import Iterator
from itertools import combinations

from accord.puzzles.classics.boards.nonogram import nonogram
from accord.puzzles.classics.examples import OURS, TEXTS
from accord.puzzles.classics.graph_colouring import graph_colouring
from accord.puzzles.classics.planning.car_sequencing import car_sequencing
from accord.puzzles.classics.planning.designs import (
    balanced_incomplete_blocks,
    social_golfers,
    sports_schedule,
)
from accord.puzzles.classics.planning.job_shop import job_shop
from accord.puzzles.classics.sequences import (
    all_interval_series,
    costas_array,
    golomb_ruler,
    langford,
    magic_sequence,
)
from accord.puzzles.classics.squares import (
    knights_tour,
    magic_square,
    n_queens,
    quasigroup_with_holes,
)
from accord.puzzles.problem import Solution
from accord.puzzles.puzzle import Expected, Instance

SEVERAL = Expected(at_least=2)
AGRIPPA = (
    *(6, 32, 3, 34, 35, 1, 7, 11, 27, 28, 8, 30, 19, 14, 16, 15, 23, 24),
    *(18, 20, 22, 21, 17, 13, 25, 29, 10, 9, 26, 12, 36, 5, 33, 4, 2, 31),
)  # the square of the Sun, "De occulta philosophia", 1533
DUERER = (16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1)  # "Melencolia I", 1514
LINE = (
    *(5, 3, 10, 5, 13, 0, 14, 4, 9, 5, 13, 0, 15, 2, 9),
    *(2, 11, 3, 8, 7, 13, 0, 12, 2, 1, 14, 0, 13, 6, 10),
)
KNIGHT = (
    (
        *([2], [4, 1], [8], [10], [12], [4, 9], [15], [17], [4, 13], [19], [2, 16], [1, 7, 8]),
        *([6, 9], [6, 10], [5, 11], [2, 12], [12], [13], [14], [15], [15], [17], [19], [19]),
    ),
    (
        *([4], [4, 2, 2], [4, 4, 3], [11, 5], [4, 6, 6], [12, 7], [13, 8], [5, 7, 9], [12, 10]),
        *([11, 11], [9, 12], [23], [22], [22], [21], [20], [19], [17], [7, 3], [2]),
    ),
)


def harder() -> Iterator[Instance]:
    """The instances, family by family."""
    source = "CSPLib 054; OEIS A000170"
    yield Instance("queens-10", n_queens(10), Expected(724), source)
    source = "CSPLib 024; OEIS A014552"
    yield Instance("langford-8", langford(8), Expected(300), source)
    yield Instance("langford-10", langford(10), Expected(0), source)
    source = "CSPLib 019; Bernard Frenicle de Bessy, 1693: 880 but for symmetry"
    melencolia = Expected(7040, solution=DUERER)
    yield Instance("magic-square-4", magic_square(4), melencolia, source)
    sun = Expected(at_least=2, solution=AGRIPPA)
    yield Instance("magic-square-6", magic_square(6), sun, "CSPLib 019; Agrippa")
    thirty = Expected(1, solution=(26, 2, 1, *[0] * 23, 1, 0, 0, 0))
    yield Instance("magic-sequence-30", magic_sequence(30), thirty, "CSPLib 019")
    source = "CSPLib 076; OEIS A008404"
    yield Instance("costas-8", costas_array(8), Expected(444), source)
    yield Instance(
        "costas-12", costas_array(12), Expected(at_least=2, solution=welch(13, 2)), source
    )
    yield Instance("all-interval-8", all_interval_series(8), Expected(40), "CSPLib 007")
    yield Instance("all-interval-14", all_interval_series(14), SEVERAL, "CSPLib 007")
    yield from golomb_rulers()
    yield Instance("golfers-3-3-4", social_golfers(3, 3, 4), Expected(72), "CSPLib 010")
    yield Instance(
        "golfers-3-3-5", social_golfers(3, 3, 5), Expected(0), "CSPLib 010; eight others"
    )
    yield Instance("golfers-4-3-3", social_golfers(4, 3, 3), SEVERAL, "CSPLib 010")
    yield Instance("golfers-5-3-7", social_golfers(5, 3, 7), SEVERAL, "CSPLib 010; Kirkman, 1850")
    yield Instance("sports-6", sports_schedule(6), Expected(240), "CSPLib 026")
    yield Instance("sports-8", sports_schedule(8), SEVERAL, "CSPLib 026")
    yield Instance("sports-10", sports_schedule(10), SEVERAL, "CSPLib 026")
    line = Expected(at_least=2, solution=LINE)
    yield Instance("cars-30", car_sequencing(TEXTS["cars-30"]), line, f"CSPLib 001; {OURS}")
    source = "CSPLib 028; Flener and others, CP 2002"
    yield Instance("blocks-9-3-1", balanced_incomplete_blocks(9, 3, 1), Expected(8), source)
    source = f"CSPLib 012; {OURS}"
    yield Instance("nonogram-regular-24", nonogram(*KNIGHT), Expected(1), source)
    yield Instance("tour-6-6", knights_tour(6, 6), Expected(2 * 9862), "twice OEIS A175881")
    yield Instance("tour-8-8", knights_tour(8, 8), SEVERAL, "OEIS A001230")
    source = "Fisher and Thompson, 1963: 6 x 6, 55 is the shortest"
    yield Instance("job-shop-6-54", job_shop(TEXTS["ft06"], 54), Expected(0), source)
    yield Instance("job-shop-6-55", job_shop(TEXTS["ft06"], 55), SEVERAL, source)
    source = "Stephen Lawrence, 1984: la01, 666 is the shortest"
    yield Instance("job-shop-10-665", job_shop(TEXTS["la01"], 665), Expected(0), source)
    yield Instance("job-shop-10-666", job_shop(TEXTS["la01"], 666), SEVERAL, source)
    source = "Jan Mycielski, 1955; DIMACS myciel3 and myciel4"
    for nodes, colours in ((11, 3), (23, 4)):
        graph = graph_colouring(mycielski(nodes), colours)
        yield Instance(f"mycielski-{nodes}-{colours}", graph, Expected(0), source)
    yield Instance(
        "quasigroup-20-168", quasigroup_with_holes(20, 168), SEVERAL, "CSPLib 067; seed 0"
    )


GOLOMB = ((6, 17, 8), (8, 33, 0), (8, 34, 2), (9, 44, 2))  # marks, length and rulers, each turned
SHORTEST = {8: (0, 1, 4, 9, 15, 22, 32, 34), 9: (0, 1, 5, 12, 25, 27, 35, 41, 44)}


def golomb_rulers() -> Iterator[Instance]:
    """Rulers of the smallest length that there is, and one that is a unit too short."""
    for marks, length, number in GOLOMB:
        solution: Solution | None = None
        if number and marks in SHORTEST:
            ruler = SHORTEST[marks]
            solution = (*ruler, *(other - one for one, other in combinations(ruler, 2)))
        expected = Expected(number, solution=solution)
        ruler_problem = golomb_ruler(marks, length)
        yield Instance(
            f"golomb-{marks}-{length}", ruler_problem, expected, "CSPLib 006; OEIS A003022"
        )


def welch(prime: int, root: int) -> Solution:
    """Lloyd Welch's Costas array of order p - 1: powers of a primitive root, and differences."""
    rows = [pow(root, power, prime) for power in range(1, prime)]
    apart = [
        later - earlier
        for distance in range(1, prime - 2)
        for earlier, later in zip(rows, rows[distance:], strict=False)
    ]
    return (*rows, *apart)


def mycielski(nodes: int) -> str:
    """The graph without triangles of so many nodes (5, 11, 23, ...), as the text of DIMACS.

    From two nodes and an edge on, each node gets a copy, which is joined to the node's neighbours,
    and all copies are joined to one new node: it takes a colour more.
    """
    edges, number = [(1, 2)], 2
    while number < nodes:
        copies = [pair for a, b in edges for pair in ((a, b + number), (b, a + number))]
        hub = [(number + node, 2 * number + 1) for node in range(1, number + 1)]
        edges, number = [*edges, *copies, *hub], 2 * number + 1
    lines = [f"p edge {number} {len(edges)}", *(f"e {a} {b}" for a, b in edges)]
    return "\n".join(lines)
