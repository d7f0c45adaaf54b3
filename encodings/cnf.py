"""The puzzle as clauses, in any of the encodings, by name.

A name is an encoding, or an encoding and a way to say "at most one" joined by a plus sign:
`extended`, `minimal+sequential`.  What the names mean stands in the files they come from.
"""

from accord.encodings import direct
from accord.encodings.clauses import CNF
from accord.puzzles.puzzle import Puzzle

DEFAULT = "extended"
NAMES: tuple[str, ...] = ("extended", "minimal", "natural")  # the default first


def encode(puzzle: Puzzle, encoding: str = DEFAULT) -> CNF:
    """The clauses whose models say the solutions of `puzzle`.

    Raises:
        TypeError: a constraint says something else than AllDifferent.
        KeyError: there is no such encoding.
    """
    return direct.encode(puzzle, encoding)


def prepare(puzzle: Puzzle, encoding: str = DEFAULT) -> None:
    """Make and keep what the constraints of `puzzle` alone determine, its givens apart."""
    direct.skeleton(puzzle, encoding)
