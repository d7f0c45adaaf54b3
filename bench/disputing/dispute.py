"""Dispute: what two solvers claim of a problem, and which claims are refuted.

The judge holds each claim against the solutions that were verified, whoever found them, against the
truth of a small problem, and, if there is one in time, against a certificate of a larger one.  So a
claim is refuted by a solution that it lacks, by a grid of its own that breaks a rule, or by the
number that is proved; nobody has to be believed.  Two that agree may be wrong both, so that theirs
is certified, too.  A solver that claims different things when it is asked again is named, whether
they are refuted or not, and with the ways of asking (parties.py) in which it does.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from accord.bench.auditing.truth import BRUTE_FORCE, is_tried
from accord.bench.campaigns.run import Run
from accord.bench.certifying.certify import AT_MOST, UncertifiedError, default_producer
from accord.bench.certifying.limited import LimitedCertifier
from accord.bench.disputing.parties import WAYS, Parties, Way
from accord.bench.judging.judge import FINISHED, Verdict, judge
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.proofs.certificate import Certificate
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import MissingBackendError

NO_CLAIM = ("TIMEOUT", "MEMOUT", "KILLED", "UNSUPPORTED")  # outcomes that contradict nothing
Outcome = Literal["refuted", "flaky", "agree", "undecided"]
Fault = Literal["no solution", "twice", "not all"]
FaultOf = tuple[str, Fault]  # a solver, and what is false in its claims


@dataclass(frozen=True)
class Dispute:
    """Who claims what, and what is false in it.

    Args:
        problem: what was asked.
        solvers: the two, with their settings.
        verdict: of all claims, and of what is known beside them.
        certificate: of the problem, where one was made.
        uncertified: why there is none; empty where none was needed.
        asked: the runs of each solver by the way in which it was asked.
    """

    problem: Problem
    solvers: tuple[str, ...]
    verdict: Verdict
    certificate: Certificate | None = None
    uncertified: str = ""
    asked: Mapping[tuple[str, Way], Sequence[Run]] = field(default_factory=dict)

    @property
    def refuted(self) -> tuple[str, ...]:
        """The solvers of which a claim is false."""
        return tuple(each for each in self.solvers if self.why(each))

    def why(self, solver: str) -> tuple[str, ...]:
        """What is false in the claims of a solver, each once."""
        labels = dict.fromkeys(run.label for run in self.runs_of(solver))
        found = (why for each in labels for why in self.verdict.refuted.get(each, ()))
        return tuple(dict.fromkeys(found))

    @property
    def faults(self) -> frozenset[FaultOf]:
        """What is false in the claims of each refuted solver, as the judge says it first."""
        return frozenset((each, fault_of(self.why(each)[0])) for each in self.refuted)

    @property
    def flaky(self) -> tuple[str, ...]:
        """The solvers that claimed different things."""
        return tuple(each for each in self.solvers if self.varies(each))

    def varies(self, solver: str) -> tuple[Way, ...]:
        """In which ways it was asked when it claimed something else.

        Processes that were asked once each differ if they differ among each other or from the one
        that was asked several times; the seed is named only where these are all alike.
        """
        same, fresh, seeds = ({*_decisive(self.asked.get((solver, way), ()))} for way in WAYS)
        found: list[Way] = []
        if len(same) > 1:
            found.append("same")
        if len(fresh) > 1 or (fresh and len(same) == 1 and fresh != same):
            found.append("fresh")
        if not found and seeds and len(same | fresh | seeds) > 1:
            found.append("seeds")
        return tuple(found)

    @property
    def truth(self) -> str:
        """By what the number of solutions is known without the two; empty where it is not."""
        if self.certificate is not None:
            return "a certificate"
        return BRUTE_FORCE if is_tried(self.problem) else ""

    @property
    def outcome(self) -> Outcome:
        """What came out."""
        if self.refuted:
            return "refuted"
        if self.flaky:
            return "flaky"
        decided = [
            any(run.outcome == FINISHED and _claims(run) for run in self.runs_of(each))
            for each in self.solvers
        ]
        return "agree" if all(decided) else "undecided"

    def runs_of(self, solver: str) -> list[Run]:
        """All runs of a solver."""
        return [run for (name, _), runs in self.asked.items() if name == solver for run in runs]

    def claims(self, solver: str) -> Counter[str]:
        """What a solver claims, in words, and how often."""
        return Counter(map(said, self.runs_of(solver)))


def fault_of(refutation: str) -> Fault:
    """Which kind of falsehood the judge has named."""
    if refutation.startswith("yields "):
        return "twice" if refutation.endswith("more than once") else "no solution"
    return "not all"


def _decisive(runs: Sequence[Run]) -> list[str]:
    return [said(run) for run in runs if run.outcome not in NO_CLAIM]


def said(run: Run) -> str:
    """What a run claims, in words; of one that ended otherwise how."""
    if run.outcome != FINISHED:
        reason = f": {run.reason}" if run.reason else ""
        return f"{run.outcome}{reason}"
    found = counted(run.count, "solution") if run.count else "no solution"
    return (
        f"{found}{', no more' * (run.exhausted and bool(run.count))}" if _claims(run) else "gave up"
    )


def _claims(run: Run) -> bool:
    return run.exhausted or bool(run.count)


def dispute(
    problem: Problem,
    parties: Parties,
    times: int,
    seconds: float,
    ways: Sequence[Way] = WAYS,
    known: Sequence[Solution] = (),
) -> Dispute:
    """What two solvers claim of a problem, and what is refuted.

    Args:
        problem: what is asked.
        parties: the solvers.
        times: how often each is asked in each way.
        seconds: for the certificate of a problem whose assignments cannot all be tried; 0: none is
            made.
        ways: in which each is asked: the same process, and others for a solver that has decided.
        known: what may be solutions.
    """
    asked: dict[tuple[str, Way], list[Run]] = {}
    for run in parties.claims(problem, times):
        asked.setdefault((run.label, "same"), []).append(run)
    for solver in parties.names:
        decided = any(run.outcome not in NO_CLAIM for run in asked[solver, "same"])
        for way in ways if decided else ():
            if way != "same":
                asked[solver, way] = parties.claims_anew(problem, times, solver, way)
    claims = [run for runs in asked.values() for run in runs]
    verdict = parties.judged(problem, claims, known)
    found = Dispute(problem, parties.names, verdict, asked=asked)
    is_certain = found.outcome == "agree" and verdict.grade == "certified"
    is_certain &= verdict.count_grade in ("", "certified")
    if is_tried(problem) or is_certain or not seconds:
        return found
    certificate, why = _certificate(problem, seconds)
    if certificate is not None:
        verdict = judge(problem, claims, certificate, check=lambda _: None)
    return Dispute(problem, parties.names, verdict, certificate, why, asked)


def _certificate(problem: Problem, seconds: float) -> tuple[Certificate | None, str]:
    """A certificate of the problem, or why there is none."""
    with LimitedCertifier(seconds) as certifier:
        try:
            return certifier.certify(problem, default_producer(), AT_MOST).certificate, ""
        except (UncertifiedError, UnsupportedError, MissingBackendError) as error:
            return None, str(error).removesuffix("; see --at-most")
