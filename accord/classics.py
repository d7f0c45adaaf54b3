"""The classics of constraint programming, as problems: `accord.classics.n_queens(8)`.

Each function says whose problem it is where it is written, in puzzles/classics/.
"""

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
from accord.puzzles.classics.boards.skyscrapers import skyscrapers
from accord.puzzles.classics.boards.thermometers import thermometers
from accord.puzzles.classics.cryptarithm import cryptarithm
from accord.puzzles.classics.graph_colouring import graph_colouring
from accord.puzzles.classics.langford import langford
from accord.puzzles.classics.magic_square import magic_square
from accord.puzzles.classics.quasigroup import quasigroup_with_holes
from accord.puzzles.classics.queens import n_queens
from accord.puzzles.classics.zebra import zebra

__all__ = [
    "anti_knight",
    "arrows",
    "binairo",
    "cryptarithm",
    "futoshiki",
    "graph_colouring",
    "hidato",
    "kakuro",
    "kenken",
    "killer",
    "kropki",
    "langford",
    "magic_square",
    "n_queens",
    "non_consecutive",
    "quasigroup_with_holes",
    "skyscrapers",
    "thermometers",
    "zebra",
]
