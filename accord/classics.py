"""The classics of constraint programming, as problems: `accord.classics.n_queens(8)`.

Each function says whose problem it is where it is written, in puzzles/classics/.
"""

from accord.puzzles.classics.all_interval_series import all_interval_series
from accord.puzzles.classics.boards.anti_knight import anti_knight
from accord.puzzles.classics.boards.arrows import arrows
from accord.puzzles.classics.boards.binairo import binairo
from accord.puzzles.classics.boards.futoshiki import futoshiki
from accord.puzzles.classics.boards.hidato import hidato
from accord.puzzles.classics.boards.kakuro import kakuro
from accord.puzzles.classics.boards.kenken import kenken
from accord.puzzles.classics.boards.killer import killer
from accord.puzzles.classics.boards.kropki import kropki
from accord.puzzles.classics.boards.non_consecutive import non_consecutive
from accord.puzzles.classics.boards.nonogram import nonogram
from accord.puzzles.classics.boards.skyscrapers import skyscrapers
from accord.puzzles.classics.boards.thermometers import thermometers
from accord.puzzles.classics.costas_array import costas_array
from accord.puzzles.classics.cryptarithm import cryptarithm
from accord.puzzles.classics.golomb_ruler import golomb_ruler
from accord.puzzles.classics.graph_colouring import graph_colouring
from accord.puzzles.classics.knights_tour import knights_tour
from accord.puzzles.classics.langford import langford
from accord.puzzles.classics.magic_sequence import magic_sequence
from accord.puzzles.classics.magic_square import magic_square
from accord.puzzles.classics.planning.balanced_incomplete_blocks import balanced_incomplete_blocks
from accord.puzzles.classics.planning.car_sequencing import car_sequencing
from accord.puzzles.classics.planning.job_shop import job_shop
from accord.puzzles.classics.planning.social_golfers import social_golfers
from accord.puzzles.classics.planning.sports_schedule import sports_schedule
from accord.puzzles.classics.quasigroup import quasigroup_with_holes
from accord.puzzles.classics.queens import n_queens
from accord.puzzles.classics.zebra import zebra

__all__ = [
    "all_interval_series",
    "anti_knight",
    "arrows",
    "balanced_incomplete_blocks",
    "binairo",
    "car_sequencing",
    "costas_array",
    "cryptarithm",
    "futoshiki",
    "golomb_ruler",
    "graph_colouring",
    "hidato",
    "job_shop",
    "kakuro",
    "kenken",
    "killer",
    "knights_tour",
    "kropki",
    "langford",
    "magic_sequence",
    "magic_square",
    "n_queens",
    "non_consecutive",
    "nonogram",
    "quasigroup_with_holes",
    "skyscrapers",
    "social_golfers",
    "sports_schedule",
    "thermometers",
    "zebra",
]
