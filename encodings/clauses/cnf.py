"""The puzzle as clauses, in any of the encodings, by name.

    extended, minimal, natural    a variable says that a cell takes a value   direct.py
    reduced                       only of the candidates the givens leave     reduced.py
    augmented                     and what a box shares with its lines        augmented.py
    order                         the value is at most k                      order_and_log.py
    log                           a bit of the value is one                   order_and_log.py

Every module of this room that defines CLAUSE_ENCODINGS adds its own.  The first five take a way to
say "at most one" (encodings/clauses/at_most_one.py) after a plus sign, `minimal+sequential`, and
say it pairwise without.  Problems of other kinds are said by `extended`, `order` and `log`, in the
clauses of encodings/clauses/kinds/.
"""

from functools import lru_cache
from typing import Annotated

from accord.encodings.clauses.at_most_one import AT_MOST_ONE
from accord.encodings.clauses.clauses import CNF, ClauseEncoding, with_domains
from accord.encodings.clauses.kinds import problem as kinds
from accord.encodings.clauses.kinds.integers import SUMS
from accord.encodings.model import UnsupportedError
from accord.encodings.scopes import Scope, scopes
from accord.puzzles import Problem, Puzzle, is_plain
from accord.puzzles.discovery import members

DEFAULT = "extended"
_ENCODINGS: dict[str, ClauseEncoding] = members("CLAUSE_ENCODINGS", "accord.encodings.clauses")
NAMES = (  # the default first
    DEFAULT,
    *(name for name in _ENCODINGS if name != DEFAULT),
    *(
        f"{name}+{way}"
        for name, each in _ENCODINGS.items()
        for way in AT_MOST_ONE
        if each.takes_at_most_one and way != "pairwise"
    ),
)
Name = Annotated[str, NAMES]  # of an encoding, as a setting of solvers
SumWay = Annotated[str, SUMS]  # of the clauses of sums
SUM = SUMS[0]


def encode(problem: Problem, encoding: str = DEFAULT, sum_way: str = SUM) -> CNF:
    """The clauses whose models say the solutions of `problem`.

    Args:
        problem: what is said.
        encoding: a name of NAMES.
        sum_way: how sums are said, a name of SUMS; puzzles of all-different have none.

    Raises:
        UnsupportedError: this encoding, or clauses, cannot say it.
        KeyError: there is no such encoding.
    """
    found, way = _parts(encoding)
    if not is_plain(problem):
        if not found.form:
            raise UnsupportedError(_unsaid(problem, encoding))
        return kinds.encode(problem, way[0] if way else "pairwise", sum_way, found.form)
    if found.takes_puzzle:
        return found.clauses(problem, *way)
    return with_domains(skeleton(problem, encoding), problem)


def takes_problems(encoding: str) -> bool:
    """Whether this encoding says other problems than puzzles of all-different.

    Raises:
        KeyError: there is no such encoding.
    """
    return bool(_parts(encoding)[0].form)


def _unsaid(problem: Problem, encoding: str) -> str:
    what = problem.shape.others[0].kind if isinstance(problem, Puzzle) else "no puzzle"
    able = ", ".join(name for name, each in _ENCODINGS.items() if each.form)
    return f"found {what}, expected all-different of a puzzle in {encoding}; others in {able}"


def prepare(problem: Problem, encoding: str = DEFAULT, **_: object) -> None:
    """Make and keep what the constraints of `problem` alone determine, its givens apart.

    Of a solver's settings only the encoding matters; one that takes the puzzle keeps nothing, nor
    does any for other problems than puzzles of all-different alone.

    Raises:
        KeyError: there is no such encoding.
    """
    if not _parts(encoding)[0].takes_puzzle and is_plain(problem):
        skeleton(problem, encoding)


def skeleton(puzzle: Puzzle, encoding: str) -> CNF:
    """The clauses of the puzzle's constraints, its domains apart; made once.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
    """
    return _skeleton(puzzle.size, tuple(scopes(puzzle)), encoding)


@lru_cache(maxsize=2)  # of a 36x36 each may have 220 MB
def _skeleton(n: int, every: tuple[Scope, ...], encoding: str) -> CNF:
    found, way = _parts(encoding)
    return found.clauses(n, every, *way)


def _parts(encoding: str) -> tuple[ClauseEncoding, tuple[str, ...]]:
    """An encoding, and the name of an at most one where it takes one."""
    if encoding not in NAMES:
        raise KeyError(encoding)
    name, _, at_most_one = encoding.partition("+")
    found = _ENCODINGS[name]
    return found, (at_most_one or "pairwise",) if found.takes_at_most_one else ()
