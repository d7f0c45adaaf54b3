"""The puzzle as clauses, in any of the encodings, by name.

    extended, minimal, natural    a variable says that a cell takes a value   direct.py
    reduced                       only of the candidates the givens leave     reduced.py
    augmented                     and what a box shares with its lines        augmented.py
    order                         the value is at most k                      order.py
    log                           a bit of the value is one                   log.py

The first five take a way to say "at most one" (encodings/clauses/at_most_one.py) after a plus sign,
`minimal+sequential`, and say it pairwise without.
"""

from functools import lru_cache

from accord.encodings.clauses import augmented, direct, log, order, reduced
from accord.encodings.clauses.at_most_one import AT_MOST_ONE
from accord.encodings.clauses.clauses import CNF
from accord.encodings.clauses.conflicts import with_domains
from accord.encodings.scopes import Scope, scopes
from accord.puzzles.puzzle import Puzzle

DEFAULT = "extended"
WITH_AT_MOST_ONE = (*direct.STRENGTHS, "reduced", "augmented")
NAMES = (  # the default first
    *WITH_AT_MOST_ONE,
    "order",
    "log",
    *(f"{name}+{way}" for name in WITH_AT_MOST_ONE for way in AT_MOST_ONE if way != "pairwise"),
)


def encode(puzzle: Puzzle, encoding: str = DEFAULT) -> CNF:
    """The clauses whose models say the solutions of `puzzle`.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
        KeyError: there is no such encoding.
    """
    name, at_most_one = _parts(encoding)
    if name == "reduced":
        return reduced.encode(puzzle, at_most_one)
    return with_domains(skeleton(puzzle, encoding), puzzle)


def prepare(puzzle: Puzzle, encoding: str = DEFAULT, **_: object) -> None:
    """Make and keep what the constraints of `puzzle` alone determine, its givens apart.

    Of a solver's settings only the encoding matters; `reduced` has nothing to keep.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
        KeyError: there is no such encoding.
    """
    if _parts(encoding)[0] != "reduced":
        skeleton(puzzle, encoding)


def skeleton(puzzle: Puzzle, encoding: str) -> CNF:
    """The clauses of the puzzle's constraints, its domains apart; made once.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
    """
    return _skeleton(puzzle.size, tuple(scopes(puzzle)), encoding)


@lru_cache(maxsize=2)  # of a 36x36 each may have 220 MB
def _skeleton(n: int, every: tuple[Scope, ...], encoding: str) -> CNF:
    name, at_most_one = _parts(encoding)
    match name:
        case "augmented":
            return augmented.skeleton(n, every, at_most_one)
        case "order":
            return order.skeleton(n, every)
        case "log":
            return log.skeleton(n, every)
    return direct.skeleton(n, every, name, at_most_one)


def _parts(encoding: str) -> tuple[str, str]:
    if encoding not in NAMES:
        raise KeyError(encoding)
    name, _, at_most_one = encoding.partition("+")
    return name, at_most_one or "pairwise"
