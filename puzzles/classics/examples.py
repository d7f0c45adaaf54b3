"""Small instances of the classics, and how many solutions they have; `harder` has others.

Where the number is not known from elsewhere (the literature, or OEIS), two solvers of different
lineage found it.
"""

import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from accord.puzzles.classics.boards.kakuro import kakuro
from accord.puzzles.classics.boards.nonogram import nonogram
from accord.puzzles.classics.boards.signs_between import futoshiki
from accord.puzzles.classics.boards.sudoku_variants import killer
from accord.puzzles.classics.graph_colouring import graph_colouring
from accord.puzzles.classics.planning.car_sequencing import car_sequencing
from accord.puzzles.classics.planning.designs import (
    balanced_incomplete_blocks,
    social_golfers,
    sports_schedule,
)
from accord.puzzles.classics.planning.job_shop import job_shop
from accord.puzzles.classics.riddles import cryptarithm, zebra
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
from accord.puzzles.problem import Problem


class Example(NamedTuple):
    """An instance, made when it is asked for."""

    problem: Callable[[], Problem]
    solutions: int  # how many there are
    source: str


# of instances, as their readers take them
TEXTS: Mapping[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
SMALL_CAGES = "aabb cdbe ccfe ggfe"
SMALL_SUMS = {"a": 5, "b": 8, "c": 7, "d": 1, "e": 6, "f": 6, "g": 7}
SUMS = {
    "a": 16, "b": 16, "c": 3, "d": 10, "e": 20, "f": 2, "g": 12, "h": 26, "i": 13, "j": 16,
    "k": 8, "l": 19, "m": 10, "n": 21, "o": 8, "p": 17, "q": 3, "r": 16, "s": 25, "t": 26,
    "u": 17, "v": 8, "w": 3, "x": 16, "y": 3, "z": 17, "A": 8, "B": 16, "C": 17, "D": 13,
}  # fmt: skip

HEART = ([1, 1], [5], [5], [3], [1]), ([2], [4], [4], [4], [2])

QUEENS = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92}  # OEIS A000170
MAGIC_SEQUENCES = {4: 2, 6: 0, 10: 1}
LANGFORD = {3: 2, 4: 2, 5: 0, 7: 52}  # twice OEIS A014552
OURS = "made for accord"
WORDS = {"send-more": "SEND + MORE = MONEY", "donald-gerald": "DONALD + GERALD = ROBERT"}

EXAMPLES = {
    **{
        f"queens-{n}": Example(partial(n_queens, n), number, "CSPLib 054; OEIS A000170")
        for n, number in QUEENS.items()
    },
    **{
        f"langford-{n}": Example(partial(langford, n), number, "CSPLib 024; OEIS A014552")
        for n, number in LANGFORD.items()
    },
    **{name: Example(partial(cryptarithm, words), 1, words) for name, words in WORDS.items()},
    "magic-square-2": Example(partial(magic_square, 2), 0, "CSPLib 019"),
    "magic-square-3": Example(partial(magic_square, 3), 8, "CSPLib 019; the Lo Shu"),
    "zebra": Example(zebra, 1, "Life International, 17 December 1962"),
    "australia-3": Example(
        partial(graph_colouring, TEXTS["australia"], 3), 18, "Russell and Norvig"
    ),
    "kakuro-linear": Example(partial(kakuro, TEXTS["kakuro"]), 1, OURS),
    "kakuro-table": Example(partial(kakuro, TEXTS["kakuro"], "table"), 1, OURS),
    "killer-4": Example(partial(killer, SMALL_CAGES, SMALL_SUMS), 1, f"CSPLib 057; {OURS}"),
    "killer-9": Example(partial(killer, TEXTS["killer"], SUMS), 1, f"CSPLib 057; {OURS}"),
    "futoshiki-5": Example(partial(futoshiki, TEXTS["futoshiki"]), 1, OURS),
    "quasigroup-5-12": Example(
        partial(quasigroup_with_holes, 5, 12), 1, "CSPLib 067; 12 holes, seed 0"
    ),
    **{
        f"magic-sequence-{n}": Example(partial(magic_sequence, n), number, "CSPLib 019")
        for n, number in MAGIC_SEQUENCES.items()
    },
    "costas-5": Example(partial(costas_array, 5), 40, "CSPLib 076; OEIS A008404"),
    "all-interval-6": Example(partial(all_interval_series, 6), 24, "CSPLib 007"),
    "golfers-2-2-3": Example(partial(social_golfers, 2, 2, 3), 2, "CSPLib 010"),
    "golfers-2-2-4": Example(partial(social_golfers, 2, 2, 4), 0, "CSPLib 010; three others"),
    "golomb-4-6": Example(partial(golomb_ruler, 4, 6), 2, "CSPLib 006; OEIS A003022"),
    "golomb-5-10": Example(partial(golomb_ruler, 5, 10), 0, "CSPLib 006; OEIS A003022"),
    "sports-4": Example(partial(sports_schedule, 4), 0, "CSPLib 026"),
    "cars-10": Example(
        partial(car_sequencing, TEXTS["cars-10"]), 6, "CSPLib 001; Dincbas and others, 1988"
    ),
    "blocks-7-3-1": Example(
        partial(balanced_incomplete_blocks, 7, 3, 1), 1, "CSPLib 028; the Fano plane"
    ),
    "nonogram-regular-5": Example(partial(nonogram, *HEART), 1, f"CSPLib 012; {OURS}"),
    "nonogram-table-5": Example(partial(nonogram, *HEART, "table"), 1, f"CSPLib 012; {OURS}"),
    "tour-3-4": Example(partial(knights_tour, 3, 4), 0, "Euler, 1759; OEIS A070030"),
    "tour-5-6": Example(partial(knights_tour, 5, 6), 16, "twice OEIS A175881"),
    "job-shop-3-10": Example(partial(job_shop, TEXTS["jobs-3-3"], 10), 0, OURS),
    "job-shop-3-11": Example(partial(job_shop, TEXTS["jobs-3-3"], 11), 84, OURS),
}
