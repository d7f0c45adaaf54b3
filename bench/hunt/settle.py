"""Settling: a dispute, and the smallest problem on which the same dispute is found again.

The same means that each refuted solver is refuted by the same kind of falsehood: a grid that is no
solution, one twice, or not all that there are.  So the problem does not shrink towards another
fault; nor does it where a solver is asked the model itself, as no other problem has it.  Where
nobody is refuted but a solver claims different things, it has to do so again, in the same way of
asking.  It is asked so often that one which differs as often as on the whole problem is missed one
time in twenty, or MOST_ASKS times; how likely a miss is on the smallest is in the case.
"""

from dataclasses import dataclass, field
from math import ceil, log

from accord.bench.hunt.dispute import MOST_ANEW, Dispute, Parties, Way, claim_text, dispute
from accord.bench.hunt.reproducers.reproducer import ScriptOutput
from accord.bench.hunt.shrink import SmallerProblem, shrunk
from accord.bench.hunt.truth import is_tried, solutions_of
from accord.bench.run.terms import Terms
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Instance
from accord.solvers.backend import asks_original

MISSED = 0.05  # how likely it is at most that a solver which differs answers alike each time
MOST_ASKS = 50  # of a smaller problem


@dataclass(frozen=True)
class DisputeCase:
    """A dispute, and the smallest problem on which it persists.

    Args:
        name: of the problem.
        whole: the dispute about the problem as it was given.
        least: the one about the smallest problem; the same where nothing was taken away.
        smaller: what was tried for it; None if nothing was.
        times: how often each solver was asked.
        terms: what was asked.
        asks: how often it was asked each smaller problem.
    """

    name: str
    whole: Dispute
    least: Dispute
    smaller: SmallerProblem | None
    times: int
    terms: Terms
    asks: int = 1
    scripts: dict[str, ScriptOutput] = field(default_factory=dict)  # by solver, once they have run

    @property
    def solutions(self) -> tuple[Solution, ...] | None:
        """All solutions of the smallest problem, where they are known."""
        if self.least.certificate is not None:
            return self.least.certificate.witnesses
        problem = self.least.problem
        return tuple(solutions_of(problem)) if is_tried(problem) else None

    @property
    def missed(self) -> float:
        """The probability that a solver which differs as often as here answered alike each time.

        Of one that differs by its seed it is 0, as the same seeds are asked.
        """
        asks = {"same": self.asks, "fresh": min(self.asks, MOST_ANEW)}
        return max(
            (
                (1 - _differing_share(self.least, each, way)) ** asks[way]
                for each in self.least.flaky
                for way in self.least.varies(each)[:1]
                if way in asks
            ),
            default=0.0,
        )


def _differing_share(found: Dispute, solver: str, way: Way) -> float:
    """The part of a solver's answers that is not the most frequent one of all."""
    usual = found.claims(solver).most_common(1)[0][0]
    answers = [claim_text(run) for run in found.asked[solver, way]]
    return sum(each != usual for each in answers) / len(answers)


def settled(
    instance: Instance, parties: Parties, times: int, most: int, seconds: float
) -> DisputeCase:
    """The dispute about a problem, and the smallest problem on which it persists.

    Args:
        instance: the problem.
        parties: the two solvers.
        times: how often each is asked.
        most: how many smaller problems are tried; 0: none.
        seconds: for a certificate.
    """
    problem = instance.problem
    whole = dispute(problem, parties, times, seconds)
    is_of_original = any(asks_original(each.partition(":")[2]) for each in whole.solvers)
    if whole.outcome not in ("refuted", "flaky") or is_of_original or not most:
        return DisputeCase(instance.name, whole, whole, None, times, parties.terms)
    asks, ways = _asks(whole, times), _ways(whole)
    known = whole.certificate.witnesses if whole.certificate is not None else ()

    def asked(each: Problem) -> Dispute:
        return dispute(each, parties, asks, 0.0, ways, known)

    small = shrunk(problem, lambda each: _persists(whole, asked(each)), most)
    least = dispute(small.problem, parties, max(times, asks), seconds, ways, known)
    if not _persists(whole, least):  # it was chance
        return DisputeCase(instance.name, whole, whole, None, times, parties.terms)
    return DisputeCase(instance.name, whole, least, small, times, parties.terms, asks)


def _persists(whole: Dispute, found: Dispute) -> bool:
    """Whether a smaller problem shows the faults, or the flaky solvers, of the whole one."""
    if whole.refuted:
        return found.faults >= whole.faults
    return {*found.flaky} >= {*whole.flaky}


def _asks(whole: Dispute, times: int) -> int:
    """The number of times that each solver is asked a smaller problem."""
    if not whole.flaky:
        return 1
    shares = [_differing_share(whole, each, "same") for each in whole.flaky]
    share = min(filter(None, shares), default=0.0)
    enough = ceil(log(MISSED) / log(1 - share)) if 0 < share < 1 else times
    return max(times, min(enough, MOST_ASKS))


def _ways(whole: Dispute) -> tuple[Way, ...]:
    """The ways of asking in which the dispute is seen."""
    found: dict[Way, None] = {"same": None}
    for solver in whole.solvers:
        found |= dict.fromkeys(whole.varies(solver))
        wrong = [
            way
            for (name, way), runs in whole.asked.items()
            if name == solver and any(run.label in whole.verdict.refuted for run in runs)
        ]
        if wrong and "same" not in wrong:
            found |= dict.fromkeys(wrong)
    return tuple(found)
