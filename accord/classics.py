"""The classics of constraint programming, as problems: `accord.classics.n_queens(8)`.

Each function says whose problem it is where it is written, in puzzles/classics/.
"""

from accord.puzzles.classics.cryptarithm import cryptarithm
from accord.puzzles.classics.futoshiki import futoshiki
from accord.puzzles.classics.graph_colouring import graph_colouring
from accord.puzzles.classics.kakuro import kakuro
from accord.puzzles.classics.killer import killer
from accord.puzzles.classics.langford import langford
from accord.puzzles.classics.magic_square import magic_square
from accord.puzzles.classics.quasigroup import quasigroup_with_holes
from accord.puzzles.classics.queens import n_queens
from accord.puzzles.classics.zebra import zebra

__all__ = ["cryptarithm", "futoshiki", "graph_colouring", "kakuro", "killer", "langford"]
__all__ += ["magic_square", "n_queens", "quasigroup_with_holes", "zebra"]
