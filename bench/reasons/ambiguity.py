"""Ambiguity: where the solutions of a problem differ, in variables that it shows.

The variables that differ are exact, also where there are more solutions than are looked at: each
variable that has one value in all known solutions is asked for another one.

Of the known solutions the two that differ in the fewest variables are shown.  Their values are a
deadly pattern if nothing outside of them tells the two apart, whatever is filled in there: each
constraint over one of these variables says that cells differ, and has the same values in both.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from accord.bench.reasons.timed_solvers import TimedSolvers, UndecidedError
from accord.puzzles import AllDifferent, Domain, Problem, Puzzle, Solution

SHARE = 0.3  # of the time that is left, for more solutions, and then for variables that differ


@dataclass(frozen=True)
class Ambiguity:
    """The differences between the solutions of a problem.

    Args:
        solutions: two or more, each verified.
        all_known: whether these are claimed to be all.
        differing: the variables, from 0, that do not have one value in all solutions.
        complete: whether it is known of all other variables that they have; False if the time was
            over before.
        pair: two solutions, of these the ones that differ in the fewest variables.
        claimed_by: the solvers that say that these are all, or that no other variable differs.
    """

    solutions: tuple[Solution, ...]
    all_known: bool
    differing: tuple[int, ...]
    complete: bool
    pair: tuple[Solution, Solution]
    claimed_by: tuple[str, ...] = ()

    @property
    def pattern(self) -> tuple[int, ...]:
        """The variables in which the two solutions of the pair differ."""
        return tuple(at for at in differences(*self.pair) if at in self.differing)


def ambiguity(problem: Problem, asking: TimedSolvers, at_most: int) -> Ambiguity | Solution | None:
    """The differences between the solutions of a problem; its solution where there is only one.

    Args:
        problem: what is asked.
        asking: who is asked, and how long.
        at_most: solutions that are looked at, at least 2.

    Raises:
        UndecidedError: the time was over before there were two.
    """
    first, _ = asking.solutions(problem, 2)
    if len(first) < 2:
        return first[0] if first else None
    known, all_known, complete, by = [*first], False, True, dict[str, None]()
    with suppress(UndecidedError), asking.within(SHARE):
        found, solver = asking.solutions(problem, at_most)
        known, all_known = [*found], len(found) < at_most
    if all_known:
        by[solver] = None
    else:
        try:
            with asking.within(SHARE):
                for more, solver in _others(problem, known, asking):
                    known += more
                    by |= {} if more else {solver: None}
        except UndecidedError:
            complete = False
    differing = tuple(
        each for each in problem.shown if len({solution[each] for solution in known}) > 1
    )
    pair = _closest(problem, known)
    return Ambiguity(tuple(known), all_known, differing, complete, pair, (*by,))


def _closest(problem: Problem, known: Sequence[Solution]) -> tuple[Solution, Solution]:
    """The two of these solutions that differ in the fewest variables, the first such two."""
    import numpy as np

    rows = np.array([*map(problem.projected, known)], dtype=object)
    nearest = []
    for at in range(len(known) - 1):
        apart = (rows[at + 1 :] != rows[at]).sum(axis=1)
        nearest.append((int(apart.min()), at, at + 1 + int(apart.argmin())))
    _, one, other = min(nearest)
    return known[one], known[other]


def _others(
    problem: Problem, known: list[Solution], asking: TimedSolvers
) -> Iterator[tuple[Sequence[Solution], str]]:
    """For each variable alike in the known solutions, one that differs, or none; and the solver.

    Args:
        problem: what is asked.
        known: solutions; those that are found are added while this goes on.
        asking: who is asked, and how long.

    Raises:
        UndecidedError: the time is over before each variable was asked for.
    """
    for variable in problem.shown:
        domain, value = problem.domains[variable], known[0][variable]
        if len(domain) > 1 and all(solution[variable] == value for solution in known):
            domains = [*map(Domain.of, problem.domains)]
            domains[variable] = Domain.of(each for each in domain if each != value)
            yield asking.solutions(Problem(domains, problem.constraints), 1)


def differences(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The variables, from 0, in which two solutions differ."""
    return [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]


def is_deadly(problem: Problem, pair: tuple[Solution, Solution]) -> bool:
    """Whether no value outside of where two solutions of a puzzle differ can tell them apart."""
    if not isinstance(problem, Puzzle):
        return False
    pattern = {*differences(*pair)}
    for constraint in problem.constraints:
        own = pattern.intersection(constraint.scope)
        if not own:
            continue
        one, other = (sorted(solution[at] for at in own) for solution in pair)
        if type(constraint) is not AllDifferent or one != other:
            return False
    return True


def is_rectangle(problem: Problem, pair: tuple[Solution, Solution]) -> bool:
    """Whether two solutions of a puzzle differ in a unique rectangle: in two rows and columns."""
    if not isinstance(problem, Puzzle):
        return False
    cells = differences(*pair)
    rows, columns = ({at // problem.size for at in cells}, {at % problem.size for at in cells})
    values = {pair[0][at] for at in cells}
    return len(cells) == 4 and len(rows) == len(columns) == len(values) == 2
