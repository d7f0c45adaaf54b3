"""Cumulative as sums: of the heights of what runs when a task begins, for each task.

The most is used at the begin of some task (the task decomposition of Andreas Schutt, Thibaut
Feydy, Peter Stuckey and Mark Wallace, "Why cumulative decomposition is not as bad as it sounds",
CP 2009), so that the size does not depend on how long tasks are.
"""

from collections.abc import Iterator

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import MOST, Atom, comparison_of, truth_of
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.no_overlap import Length
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.domain import Domain


def tasks(constraint: Cumulative, fresh: Fresh) -> Iterator[Constraint]:
    """Signs of durations and demands, and for each task the sum of those that run at its start."""
    terms = (*constraint.durations, *constraint.heights, constraint.limit)
    for each in dict.fromkeys(terms):
        if isinstance(each, Variable):
            yield comparison_of((each,), ">=", 0)
    for time, _, _ in constraint.tasks():
        used: list[tuple[int, Atom]] = []
        for origin, duration, height in constraint.tasks():
            atom, said = truth_of(_runs(origin, duration, time), fresh)
            yield from said
            if isinstance(height, int):
                used.append((height, atom))
                continue
            values = fresh.domains[height.number].between(0, MOST) | Domain.of([0])
            share = Variable(fresh.variable(values))
            yield Expression(Operation("eq", (share, Operation("mul", (height, atom)))))
            used.append((1, share))
        yield comparison_of([a for _, a in used], "<=", constraint.limit, [w for w, _ in used])


def _runs(origin: int, duration: Length, time: int) -> Operation:
    """The term: the task takes time, and runs at the time."""
    if origin == time:
        return Operation("ge", (duration, 1))
    begun = Operation("le", (Variable(origin), Variable(time)))
    end = Operation("add", (Variable(origin), duration))
    return Operation("and", (begun, Operation("lt", (Variable(time), end))))


DECOMPOSITIONS = {Cumulative: tasks}
