"""What the compiled search that learns finds, and what it has learnt, in DIMACS."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from accord.encodings.clauses.clauses import Clause
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
