"""The classics of constraint programming, as problems: `accord.classics.n_queens(8)`.

Each function says whose problem it is where it is written, in puzzles/classics/.
"""

from accord.puzzles.classics.boards.binairo import binairo
from accord.puzzles.classics.boards.hidato import hidato
from accord.puzzles.classics.boards.kakuro import kakuro
from accord.puzzles.classics.boards.kenken import kenken
from accord.puzzles.classics.boards.nonogram import nonogram
from accord.puzzles.classics.boards.signs_between import futoshiki, kropki
from accord.puzzles.classics.boards.skyscrapers import skyscrapers
from accord.puzzles.classics.boards.sudoku_variants import (
    anti_knight,
    arrows,
    killer,
    non_consecutive,
    thermometers,
)
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

__all__ = ["all_interval_series", "anti_knight", "arrows", "balanced_incomplete_blocks", "binairo"]
__all__ += ["car_sequencing", "costas_array", "cryptarithm", "futoshiki", "golomb_ruler"]
__all__ += ["graph_colouring", "hidato", "job_shop", "kakuro", "kenken", "killer", "knights_tour"]
__all__ += ["kropki", "langford", "magic_sequence", "magic_square", "n_queens", "non_consecutive"]
__all__ += ["nonogram", "quasigroup_with_holes", "skyscrapers", "social_golfers", "sports_schedule"]
__all__ += ["thermometers", "zebra"]
