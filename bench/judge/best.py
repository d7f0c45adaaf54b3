"""The best solution: what is false in a claim about it, and what the claims together prove.

Of a problem with an objective each solution that a solver yields claims to be better than its last;
its end claims that nothing is better than the last; a bound claims that no solution is better than
a value.  Values are computed here from verified solutions, exactly.  So one witness refutes all who
claim that nothing so good is there:

    a better witness             a claimed optimum, and a bound that is too good
    any witness                  the claim that there is no solution

    verdict        evidence                                                grade
    -----------    -----------------------------------------------------   ------------------
    optimum V      a witness of value V, and a certificate that nothing    certified
                   is better
                   or unrefuted claims of that: an end, or V as a bound    agreed or claimed
    none           no witness, and a certificate that there is none        certified
                   or unrefuted claims of that                             agreed or claimed
    best known V   a witness of value V, and the tightest bound            certified or claimed
    undecided      no witness, and no such claim

A certificate that is accepted (puzzles/proofs/) says that nothing is better than a value, and its
witness, where it has one, is evidence like those of the solvers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from accord.bench.judge.claim import FINISHED, Claim
from accord.bench.judge.independence import agreement
from accord.puzzles.objective import Objective, Value, value_text
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.proofs.certificate import Certificate


@dataclass(frozen=True)
class Witness:
    """A verified solution, its value, and the solver that found it first."""

    solution: Solution
    value: Value
    finder: str


@dataclass(frozen=True)
class Conclusion:
    """What unrefuted claims about the best solution come to."""

    answer: str  # optimum, none, best known, undecided
    grade: str  # certified, agreed, claimed; empty where nothing says that there is no better one
    value: Value | None  # of the best witness
    bound: Value | None  # the tightest that is claimed or certified; None where none is
    bound_grade: str  # certified, claimed; empty where there is none
    supporters: tuple[Claim, ...]  # that carry the answer; of the best known, that found it
    bounded_by: tuple[str, ...]  # solvers that claim the bound
    carriers: tuple[str, ...]  # two independent ones, if it is agreed
    shared: str  # what the first two have in common, if it is claimed


def best_witness(goal: Objective, witnesses: Mapping[Solution, str]) -> Witness | None:
    """The best of the verified solutions by their finders; of equal ones the first."""
    best: Witness | None = None
    for solution, finder in witnesses.items():
        value = goal.value(solution)
        if best is None or goal.is_better(value, best.value):
            best = Witness(solution, value, finder)
    return best


def false_claims(
    problem: Problem, run: Claim, valid: Iterable[Solution], best: Witness | None
) -> Iterator[str]:
    """Sentences on what is false in a claim about the best solution.

    Args:
        problem: has an objective.
        run: the claim.
        valid: its solutions that obey the rules, as they came.
        best: the best of all verified solutions.
    """
    goal = problem.goal
    assert goal is not None
    own = [(solution, goal.value(solution)) for solution in valid]
    for (before, last), (solution, value) in pairwise(own):
        if solution != before and not goal.is_better(value, last):
            yield (
                f"yields {problem.worded(solution)} as better than its last, "
                f"but its value {value_text(value)} is not {_beyond(goal)} {value_text(last)}"
            )
            break
    if run.contradictory:
        yield "claims that nothing is better, and finds a better one when it is asked again"
    if best is None:
        return
    has = f"{problem.worded(best.solution)} has {value_text(best.value)}"
    by = "another run of it" if best.finder == run.label else best.finder
    if run.exhausted and (not own or goal.is_better(best.value, own[-1][1])):
        claim = f"that nothing is better than {value_text(own[-1][1])}" if own else "no solution"
        yield f"claims {claim}, but {has} (found by {by})"
    if run.bound is not None and goal.is_better(best.value, run.bound):
        bound = value_text(run.bound)
        yield f"claims that no solution is better than {bound}, but {has} (found by {by})"


def conclude(
    problem: Problem,
    unrefuted: Sequence[Claim],
    best: Witness | None,
    certificate: Certificate | None = None,
) -> Conclusion:
    """What claims that are not refuted come to, with a certificate that is accepted.

    Args:
        problem: has an objective.
        unrefuted: the claims.
        best: the best of all verified solutions.
        certificate: of the problem.
    """
    goal = problem.goal
    assert goal is not None
    value = best.value if best else None
    complete = [run for run in unrefuted if _claims_none_better(run, value)]
    bounds = [(run.bound, run.label) for run in unrefuted if run.bound is not None]
    proved = certificate.value if certificate else None
    bound = _tightest(goal, [each for each, _ in bounds], proved)
    is_certified = certificate is not None and proved == value
    answer, grade, supporters = "best known" if best else "undecided", "", complete
    carriers, common = agreement(complete)
    if is_certified or complete:
        answer, bound = "optimum" if best else "none", value
        grade = "certified" if is_certified else "agreed" if carriers else "claimed"
    elif best:
        supporters = [
            run for run in unrefuted if goal.best(map(goal.value, run.solutions)) == value
        ]
    return Conclusion(
        answer,
        grade,
        value,
        bound,
        "" if bound is None else "certified" if bound == proved else "claimed",
        tuple(supporters),
        tuple(dict.fromkeys(label for each, label in bounds if each == bound)),
        carriers,
        "" if is_certified else common,
    )


def _claims_none_better(run: Claim, value: Value | None) -> bool:
    """Whether an unrefuted claim says, in time, that nothing is better than the best value.

    Its own last solution is as good then, or it would be refuted; a bound needs none.
    """
    if run.exhausted and run.outcome == FINISHED:
        return value is not None or not run.count
    return value is not None and run.bound == value


def _tightest(goal: Objective, bounds: Sequence[Value], found: Value | None) -> Value | None:
    """The bound that leaves the least room, the worst value: `found`, or one of these."""
    for each in bounds:
        if found is None or goal.is_better(found, each):
            found = each
    return found


def _beyond(goal: Objective) -> str:
    return "below" if goal.sense == "minimize" else "above"
