"""The search of the general kernel, observed from outside: what it has learnt, in its order.

It begins to learn with the first conflict, and is stopped after each guess or conflict.  Its arena
then holds the clauses that are new, its trail the literals that follow without a guess.  What it
has learnt in one stretch comes as clauses first.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from accord.puzzles.puzzle import Puzzle
from accord.solvers.kernels import general, state
from accord.solvers.traces.events import Event

Literal = tuple[int, int, bool]  # cell, value, and whether the cell has it


def observe(
    puzzle: Puzzle, receive: Callable[[Event], None], learnt: Callable[[Sequence[Literal]], None]
) -> None:
    """Search a puzzle for all its solutions, and pass on what is learnt and found.

    Args:
        puzzle: of constraints that are all AllDifferent.
        receive: takes solutions.
        learnt: takes clauses, among them literals alone.
    """
    work = general.start(puzzle, enough=-1)
    grids = np.zeros((1, len(puzzle.givens)), np.uint8)
    size, known, units, end = puzzle.size, set[tuple[int, ...]](), 0, 1
    while not work.exhausted:
        found = general.resume(work, grids, 1)
        s = work.state
        if s.numbers[state.USED] != end:
            for clause in _clauses(s):
                if clause not in known:
                    known.add(clause)
                    learnt([_literal(x, size) for x in clause])
            end = s.numbers[state.USED]
        alone = s.trail[: s.start[0] if s.numbers[state.DEPTH] else s.numbers[state.END]]
        for x in alone[units:].tolist():
            learnt([_literal(x, size)])
        units = len(alone)
        if found:
            receive(Event("solution", grid=tuple(grids[0].tolist())))


def _clauses(s: state.SearchState) -> Iterator[tuple[int, ...]]:
    """The clauses in the arena."""
    ref = 1
    while ref < s.numbers[state.USED]:
        length = int(s.arena[ref])
        first = ref + state.HEADER
        yield tuple(sorted(s.arena[first : first + length].tolist()))  # the watched ones change
        ref = first + length


def _literal(x: int, size: int) -> Literal:
    """A literal of the search as cell, value, and whether the cell has it."""
    cell, value = divmod(x >> 1, size)
    return cell, value + 1, not x & 1
