"""Whether two models have the same solutions over the variables that count.

Both are asked for up to so many solutions that differ in these variables.  Where that is all of
one model, what is not found in the other is searched for there: a difference is one that the other
model was asked about, with the values fixed.  Where each has more, solutions of each are drawn at
random, and what follows is no more than that no difference was drawn: never that they are equal.

To draw one, random variables get random values, and a solver completes them; of as many variables
as it can complete, one more each time and after a failure half as many.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from time import monotonic
from typing import NamedTuple

from accord.bench.run.report import Report
from accord.bench.run.supervisor import Worker
from accord.bench.run.terms import Limits, Terms
from accord.puzzles.problem import Problem, Solution

Values = tuple[int, ...]  # of the variables that count, in the order of the task
TIMES = 3  # the time of a question, for all that are asked whether they allow a solution
WIDEST = 1_000_000  # values of a domain, the lowest, among which one is drawn


class Difference(NamedTuple):
    """A solution that one model has and the other one has not."""

    verb: str  # what the model does that is judged: allows or forbids
    values: Values


@dataclass
class ComparedModel:
    """A model, what a solver has found of it, and the solver.

    Args:
        problem: what it says; of the shown variables nothing is known.
        places: the numbers of the variables that count, in the order of the task.
        worker: the solver in a process of its own.
        limits: of each question.
        most: solutions that are listed.
    """

    problem: Problem
    places: tuple[int, ...]
    worker: Worker
    limits: Limits
    most: int
    listing: Report = field(init=False)
    best: Report | None = field(init=False, default=None)  # of one with an objective
    found: dict[Values, Solution] = field(init=False, default_factory=dict)
    kept: list[Values] = field(init=False, default_factory=list)  # that were drawn

    def __post_init__(self) -> None:
        own = self.problem
        self.problem = Problem(
            own.domains, own.constraints, own.names, None, own.objective, None, self.places
        )
        self._any = self.problem.without_objective()
        self.listing, self.found = self._ask(self._any, self.most + 1)
        if self.problem.goal is not None:
            self.best = self.worker.ask(self.problem, Terms(self.limits, once=True))

    @property
    def measured(self) -> Report:
        """The run by which times and nodes are compared: for the best, or else for the list."""
        return self.best or self.listing

    @property
    def is_all(self) -> bool:
        """Whether the listed solutions are all there are."""
        return self.listing.exhausted and len(self.found) <= self.most

    @property
    def is_listed(self) -> bool:
        """Whether as many are listed as were asked for, or all."""
        return self.is_all or len(self.found) > self.most

    def _ask(self, problem: Problem, limit: int) -> tuple[Report, dict[Values, Solution]]:
        """Ask for solutions; those that are right, by what counts of them."""
        found: dict[Values, Solution] = {}

        def see(solution: Solution) -> None:
            if not any(problem.violations(solution)):
                found.setdefault(tuple(solution[each] for each in self.places), solution)

        return self.worker.ask(problem, Terms(self.limits, limit, once=True), see), found

    def allows(self, values: Values) -> bool | None:
        """Whether a solution has these values; None where that was not decided in time."""
        if values in self.found:
            return True
        if self._outside(values) is not None:
            return False
        fixed = dict(zip(self.places, values, strict=True))
        if len(fixed) == len(self._any.domains):
            return not any(self._any.violations([fixed[each] for each in range(len(fixed))]))
        report, found = self._ask(self._with(fixed), 1)
        return True if found else False if report.exhausted else None

    def _with(self, fixed: dict[int, int]) -> Problem:
        """The problem with values for some variables."""
        domains = enumerate(self._any.domains)
        return self._any.changed([(fixed[n],) if n in fixed else each for n, each in domains])

    def draw(self, number: int, seed: int) -> list[Values]:
        """So many random solutions, or what the time of one question allows; the first are kept."""
        if not self.kept:
            random, found, pinned = Random(seed), dict[Values, Solution](), 1
            end = monotonic() + self.limits.seconds
            for _ in range(2 * number):
                if len(found) == number or monotonic() > end:
                    break
                chosen, domains = random.sample(self.places, pinned), self._any.domains
                picks = {n: random.randrange(min(len(domains[n]), WIDEST)) for n in chosen}
                fixed = {n: next(islice(domains[n], pick, None)) for n, pick in picks.items()}
                _, more = self._ask(self._with(fixed), 1)
                pinned = min(pinned + 1, len(self.places)) if more else pinned // 2
                found |= more
            self.kept = [*found]
        return self.kept

    def _outside(self, values: Values) -> int | None:
        """The place of the first of these values that is in no domain."""
        pairs = enumerate(zip(self.places, values, strict=True))
        return next((at for at, (n, value) in pairs if value not in self._any.domains[n]), None)

    def broken(self, values: Values) -> tuple[Sequence[int], str] | None:
        """The smallest constraint that these values break: the places of its variables, its name.

        None where it is not seen, as it is over variables that do not count.
        """
        if (outside := self._outside(values)) is not None:
            number = self.places[outside]
            domain = self.problem.domain_text(number)
            return (outside,), f"{self.problem.names[number]} is among {domain}"
        at = {number: place for place, number in enumerate(self.places)}
        for each in sorted(self.problem.constraints, key=lambda each: len(each.scope)):
            if at.keys() >= {*each.scope} and not each.holds([values[at[n]] for n in each.scope]):
                return [*dict.fromkeys(at[n] for n in each.scope)], each.name or each.kind
        return None


def difference(
    own: ComparedModel, reference: ComparedModel, drawn: int, seed: int
) -> Difference | int | None:
    """A difference, or else for how many solutions there is none; None where models are equal.

    Of those that have to be searched for it is as many as TIMES the time of a question allows.

    Args:
        own: the model that is judged.
        reference: the one that is right.
        drawn: how many solutions of each are drawn, where neither has been listed whole.
        seed: of drawing them.
    """
    are_listed, is_exact = own.is_all or reference.is_all, own.is_all and reference.is_all
    checked, end = 0, monotonic() + TIMES * own.limits.seconds
    for one, other, verb in ((own, reference, "allows"), (reference, own, "forbids")):
        for values in sorted(one.found) if are_listed else one.draw(drawn, seed):
            allowed = other.allows(values) if monotonic() < end else None
            if allowed is False:
                return Difference(verb, values)
            checked += allowed is True
            is_exact &= allowed is True
    return None if is_exact else checked
