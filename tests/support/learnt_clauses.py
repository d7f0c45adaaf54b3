"""What the compiled search that learns finds, and what it has learnt, in DIMACS."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from accord.encodings.clauses.clauses import Clause
from accord.encodings.clauses.kinds.integers import TRUE
from optional import library

if TYPE_CHECKING:
    from accord.solvers.kernels.problems.clause_search import ClauseSearch

Model = tuple[int, ...]  # literals


def models(search: "ClauseSearch", patience: int = 1000) -> Iterator[Model]:
    """The models, each forbidden before the next."""
    while not search.exhausted:
        if search.run(patience):
            true = search.model
            model = tuple(x if x in true else -x for x in range(1, len(search.places)))
            yield model
            search.forbid([-literal for literal in model])


def learnt(search: "ClauseSearch") -> Iterator[Clause]:
    """Clauses of three literals or more that were learnt, and literals that follow alone."""
    state = library("accord.solvers.kernels.problems.state")
    s = search.state
    place = int(s.numbers[state.GIVEN])
    while place < s.numbers[state.USED]:
        begin = place + state.HEADER
        place = begin + int(s.arena[place])
        yield tuple(search.said(s.arena[begin:place].tolist()))
    for x in s.trail[: s.start[0] if s.numbers[state.DEPTH] else s.numbers[state.END]].tolist():
        yield tuple(search.said([x]))


@cache
def _antecedents() -> Any:
    """What writes the antecedents of a literal, as Python calls it."""
    conflicts = library("accord.solvers.kernels.problems.conflicts")
    return library("numba").njit(lambda s, cause, x: conflicts.antecedents(s, cause, x))


def reasons(search: "ClauseSearch", wanted: range) -> set[tuple[int, Clause]]:
    """Why literals are true that follow, until the first model, from what has one of these numbers.

    Returns:
        the place of each among the wanted numbers, and its reason as a clause.
    """
    state = library("accord.solvers.kernels.problems.state")
    found: set[tuple[int, Clause]] = set()
    while not search.exhausted and not search.run(0):
        s = search.state
        for place, literal in enumerate(s.trail[: s.numbers[state.END]].tolist()):
            cause = int(s.cause[literal >> 1])
            if cause & 3 == state.SUM and cause >> 2 in wanted:
                others = s.buffer[: _antecedents()(s, cause, literal >> 1)].tolist()
                assert all(s.place[each] < place for each in others)
                reason = [literal, *(2 * each + (s.value[2 * each] > 0) for each in others)]
                found.add(((cause >> 2) - wanted[0], tuple(search.said(reason))))
    return found


def follows(
    clause: Clause, solution: tuple[int, ...], facts: Mapping[int, tuple[int, int, int]]
) -> bool:
    """Whether a solution satisfies a clause about its values.

    Args:
        clause: literals of DIMACS.
        solution: a value for each variable.
        facts: what the literals say; see Integers.facts.
    """
    return any(
        (least <= solution[variable] <= most) == (literal in facts)
        for literal in clause
        if literal != -TRUE
        for variable, least, most in [facts.get(literal) or facts[-literal]]
    )
