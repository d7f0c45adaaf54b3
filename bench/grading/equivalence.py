"""Whether two models have the same solutions over the variables that count.

A solver is asked for up to so many solutions of both that differ in these variables.  Where it has
found all of at least one model, those that it found of each are looked for in the other, with the
values fixed.  Where it has not, random solutions of each are.  Then that no difference was found
does not say that there is none: the mark says how many solutions were compared.

A random solution: random variables get random values, and a solver completes them.  The number of
these variables grows by one with each success, and is halved by each failure.
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
TIMES = 2  # the time of a question, for looking for all solutions of one model in the other
WIDEST = 1_000_000  # values of a domain, the lowest, among which one is drawn


class Difference(NamedTuple):
    """A solution that one model has and the other one has not."""

    verb: str  # what the model does that is judged: allows or forbids
    values: Values


@dataclass
class NoDifference:
    """That no solution was found which one model has and the other one has not."""

    are_random: bool  # the solutions that were compared; otherwise they are listed ones
    is_exact: bool = False  # all of both were compared
    there: int = 0  # solutions to be looked for
    checked: int = 0  # of them, that both models have
    unasked: int = 0  # of them, as the time for all was over
    undecided: Report | None = None  # the last question without an answer


@dataclass
class ComparedModel:
    """A model, what a solver has found of it, and the solver.

    Args:
        problem: what it says; `places` and not its shown variables are compared.
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
    verifying: float = field(init=False, default=0.0)  # seconds that it has taken in this process

    def __post_init__(self) -> None:
        own = self.problem
        self.problem = Problem(
            own.domains, own.constraints, own.names, None, own.objective, None, self.places
        )
        self._any = self.problem.without_objective()
        self.listing, self.found = self._ask(self._any, self.most + 1)
        if self.problem.goal is not None:
            self.best = self.again()

    def again(self) -> Report:
        """A further run of the question by which times are compared."""
        if self.problem.goal is not None:
            return self.worker.ask(self.problem, Terms(self.limits, once=True))
        return self.worker.ask(self._any, Terms(self.limits, self.most + 1, once=True))

    def best_with(self, values: Values) -> Report:
        """A run for the best among the solutions with these values."""
        return self.worker.ask(
            self._with(self.problem, self._fixed(values)), Terms(self.limits, once=True)
        )

    def without(self, kind: str) -> "ComparedModel":
        """The model without objective and without its constraints of a kind."""
        own = self._any
        left = [each for each in own.constraints if each.kind != kind]
        bare = Problem(own.domains, left, own.names)
        return ComparedModel(bare, self.places, self.worker, self.limits, self.most)

    @property
    def measured(self) -> Report:
        """The run by which times and nodes are compared: for the best, or else for the list."""
        return self.best or self.listing

    @property
    def is_all(self) -> bool:
        """Whether the listed solutions are all there are."""
        is_verified = self.verifying <= self.limits.seconds
        return is_verified and self.listing.exhausted and len(self.found) <= self.most

    @property
    def is_listed(self) -> bool:
        """Whether as many are listed as were asked for, or all."""
        return self.is_all or len(self.found) > self.most

    def _ask(self, problem: Problem, limit: int) -> tuple[Report, dict[Values, Solution]]:
        """Ask for solutions; those that are right, by what counts of them."""
        found: dict[Values, Solution] = {}

        def see(solution: Solution) -> None:
            if self._is_right(problem, solution):
                found.setdefault(tuple(solution[each] for each in self.places), solution)

        return self.worker.ask(problem, Terms(self.limits, limit, once=True), see), found

    def _is_right(self, problem: Problem, values: Sequence[int]) -> bool:
        """Whether values are a solution; False as well when verifying has taken all its time."""
        if self.verifying > self.limits.seconds:
            return False
        began = monotonic()
        is_right = not any(problem.violations(values))
        self.verifying += monotonic() - began
        return is_right

    def allows(self, values: Values) -> bool | Report:
        """Whether a solution has these values; the report of a question that did not decide it."""
        if values in self.found:
            return True
        if self._outside(values) is not None:
            return False
        fixed = self._fixed(values)
        if len(fixed) == len(self._any.domains):
            is_right = self._is_right(self._any, [fixed[each] for each in range(len(fixed))])
            is_late = self.verifying > self.limits.seconds
            return self.listing if is_late and not is_right else is_right
        report, found = self._ask(self._with(self._any, fixed), 1)
        return True if found else report if report.grids.valid or not report.exhausted else False

    def _fixed(self, values: Values) -> dict[int, int]:
        return dict(zip(self.places, values, strict=True))

    def _with(self, problem: Problem, fixed: dict[int, int]) -> Problem:
        """The problem, with or without its objective, with values for some variables."""
        domains = enumerate(problem.domains)
        return problem.changed([(fixed[n],) if n in fixed else each for n, each in domains])

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
                _, more = self._ask(self._with(self._any, fixed), 1)
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
) -> Difference | NoDifference:
    """A difference, or else what was compared.

    Of the solutions of a model as many are looked for as TIMES the time of a question allows.

    Args:
        own: the model that is judged.
        reference: the one that is right.
        drawn: how many random solutions of each are taken, where neither has been listed whole.
        seed: of these.
    """
    said = NoDifference(not (own.is_all or reference.is_all))
    for one, other, verb in ((own, reference, "allows"), (reference, own, "forbids")):
        end = monotonic() + TIMES * own.limits.seconds
        several = one.draw(drawn, seed) if said.are_random else []
        said.are_random &= several != []
        for values in several or sorted(one.found):
            said.there += 1
            if monotonic() > end:
                said.unasked += 1
                continue
            allowed = other.allows(values)
            if allowed is False:
                return Difference(verb, values)
            if allowed is True:
                said.checked += 1
            else:
                said.undecided = allowed
    is_whole = said.checked == said.there
    said.is_exact = is_whole and own.is_all and reference.is_all
    return said
