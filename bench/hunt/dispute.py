"""Dispute: what two solvers claim of a problem, and which claims are refuted.

They are asked the same problem, as often and in as many ways as one likes:

    way       each answer comes from
    -------   ----------------------------------------------------------------------------
    same      the process that has answered the questions before it
    fresh     a new interpreter, with other addresses and random numbers
    seeds     a new interpreter, with another value of the solver's setting `seed`

So that one whose answers depend on what it was asked before, on its process or on its seed is found
out: it is named, whether it is refuted or not, with the ways in which it claims something else.

The judge holds each claim against the solutions that were verified, whoever found them, against the
truth of a small problem, and, if there is one in time, against a certificate of a larger one.  So a
claim is refuted by a solution that it lacks, by a grid of its own that breaks a rule, or by the
number that is proved; nobody has to be believed.  Two that agree may be wrong both, so that theirs
is certified, too.

Of a problem that asks for the best they are held against the best solution that was verified.
There nobody is flaky who has found different solutions, or claims them to be the best: several may
be as good.  Only another best value is another claim.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Literal

from accord.bench.certify.certify import AT_MOST
from accord.bench.certify.limited import LimitedCertifier
from accord.bench.hunt.ask import Asker
from accord.bench.hunt.truth import BRUTE_FORCE, certificate_of, is_tried, known_claims
from accord.bench.judge.claim import FINISHED, Claim
from accord.bench.judge.judge import Verdict, judge
from accord.bench.run.enforcement import demand
from accord.bench.run.report import Declaration, ReportedClaim
from accord.bench.run.terms import Terms
from accord.puzzles.errors import InputError
from accord.puzzles.objective import value_text
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.proofs.certificate import Certificate

SEED = "seed"  # the setting
MOST_ANEW = 3  # times that a solver is asked in a process of its own, as each has to start
WHOLE_CERTIFIED = "the certificate of the problem as it was given"  # as the finder of a solution
Way = Literal["same", "fresh", "seeds"]
WAYS: tuple[Way, ...] = ("same", "fresh", "seeds")
NO_CLAIM = ("TIMEOUT", "MEMOUT", "KILLED", "UNSUPPORTED")  # outcomes that contradict nothing
Outcome = Literal["refuted", "flaky", "agree", "undecided"]
Fault = Literal["no solution", "twice", "not all", "not better", "not best", "bound"]
FAULTS: dict[str, Fault] = {  # by how a refutation of the judge begins
    "claims that no solution is better": "bound",
    "claims that nothing is better": "not best",
}
FaultOf = tuple[str, Fault]  # a solver, and what is false in its claims


@dataclass(frozen=True)
class Dispute:
    """The claims of two solvers on a problem, judged.

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
    asked: Mapping[tuple[str, Way], Sequence[ReportedClaim]] = field(default_factory=dict)

    @property
    def refuted(self) -> tuple[str, ...]:
        """The solvers of which a claim is false."""
        return tuple(each for each in self.solvers if self.why(each))

    def why(self, solver: str) -> tuple[str, ...]:
        """The judge's refutations of a solver's claims, each once."""
        labels = dict.fromkeys(run.label for run in self.runs_of(solver))
        found = (why for each in labels for why in self.verdict.refuted.get(each, ()))
        return tuple(dict.fromkeys(found))

    @property
    def faults(self) -> frozenset[FaultOf]:
        """Each refuted solver with the kind of its first refutation."""
        return frozenset((each, fault_of(self.why(each)[0])) for each in self.refuted)

    @property
    def flaky(self) -> tuple[str, ...]:
        """The solvers that claimed different things."""
        return tuple(each for each in self.solvers if self.varies(each))

    def varies(self, solver: str) -> tuple[Way, ...]:
        """The ways of asking in which a solver claimed something else.

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
        """The evidence besides the two solvers for the number of solutions; empty without any."""
        if self.certificate is not None:
            return "a certificate"
        return BRUTE_FORCE if is_tried(self.problem) else ""

    @property
    def outcome(self) -> Outcome:
        """The outcome: refuted, flaky, agree or undecided."""
        if self.refuted:
            return "refuted"
        if self.flaky:
            return "flaky"
        decided = [
            any(run.outcome == FINISHED and _claims(run) for run in self.runs_of(each))
            for each in self.solvers
        ]
        return "agree" if all(decided) else "undecided"

    def runs_of(self, solver: str) -> list[ReportedClaim]:
        """All runs of a solver."""
        return [run for (name, _), runs in self.asked.items() if name == solver for run in runs]

    def claims(self, solver: str) -> Counter[str]:
        """The claims of a solver as text, counted."""
        return Counter(map(claim_text, self.runs_of(solver)))


def fault_of(refutation: str) -> Fault:
    """The kind of falsehood in a refutation of the judge."""
    if " as better than its last, " in refutation:
        return "not better"
    if refutation.startswith("yields "):
        return "twice" if refutation.endswith("more than once") else "no solution"
    return next(
        (fault for words, fault in FAULTS.items() if refutation.startswith(words)), "not all"
    )


def _decisive(runs: Sequence[ReportedClaim]) -> list[str]:
    """The claims that another run contradicts where it claims something else, and failures."""
    return [
        claim_text(run)
        for run in runs
        if run.outcome not in NO_CLAIM
        and (run.exhausted or run.outcome != FINISHED or run.report.grids.problem.goal is None)
    ]


def claim_text(run: ReportedClaim) -> str:
    """The claim of a run as text, or how it ended without one."""
    if run.outcome != FINISHED:
        reason = f": {run.report.reason}" if run.report.reason else ""
        return f"{run.outcome}{reason}"
    if (value := run.report.grids.value) is not None:
        bound = "" if run.exhausted or run.bound is None else f", bound {value_text(run.bound)}"
        return f"{value_text(value)}{', none better' * run.exhausted}{bound}"
    found = counted(run.count, "solution") if run.count else "no solution"
    return (
        f"{found}{', no more' * (run.exhausted and bool(run.count))}" if _claims(run) else "gave up"
    )


def _claims(run: ReportedClaim) -> bool:
    """Whether a run claims an answer: solutions, or that there are none; or which is the best."""
    return run.exhausted or (bool(run.count) and run.report.grids.problem.goal is None)


class Parties:
    """Two solvers; a context manager.

    Args:
        solvers: two different ones, as people write them.
        terms: what is asked, and what each may use.

    Raises:
        InputError: they are not two.
        CannotStartError: one cannot be asked.
        LimitError: a limit cannot be held here.
    """

    def __init__(self, solvers: Sequence[str], terms: Terms) -> None:
        if len(solvers) != 2 or solvers[0] == solvers[1]:
            found = " and ".join(solvers) or "no solver"
            raise InputError(f"found {found}, expected two different solvers")
        demand(terms.limits)
        self.terms = replace(terms, once=True)  # or one that lies now and then lies in each
        self._opened = ExitStack()
        self._certifier = LimitedCertifier(0.0)  # one process for all certificates
        self._askers = [Asker(each, terms) for each in solvers]

    def __enter__(self) -> "Parties":
        with self._opened as opening:
            opening.enter_context(self._certifier)
            for each in self._askers:
                opening.enter_context(each).start()
            self._opened = opening.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    @property
    def names(self) -> tuple[str, ...]:
        """The two, with their settings."""
        return tuple(str(each.declared) for each in self._askers)

    def claims(self, problem: Problem, times: int = 1) -> list[ReportedClaim]:
        """The runs of both solvers, each asked so many times; those of the first solver first."""
        return [asker.run(problem, self.terms) for asker in self._askers for _ in range(times)]

    def claims_anew(
        self, problem: Problem, times: int, solver: str, way: Way
    ) -> list[ReportedClaim]:
        """The runs of one of them in fresh interpreters, at most MOST_ANEW.

        Args:
            problem: what is asked.
            times: how often.
            solver: its name, with its settings.
            way: `fresh` or `seeds`; of a solver without seeds, or of one whose seed was said, there
                are none of these.
        """
        found, terms = [], self.terms
        declared = next(each.declared for each in self._askers if str(each.declared) == solver)
        for name in _named(declared, min(times, MOST_ANEW), way):
            with Asker(name, terms) as asker:
                found.append(asker.run(problem, terms))
        return [run for run in found if run.outcome != "UNSUPPORTED"]  # a seed, by a program

    def refuted(self, problem: Problem, times: int = 1) -> frozenset[str]:
        """The solvers that are refuted on a problem, by each other or by the truth."""
        return frozenset(self.judged(problem, self.claims(problem, times)).refuted)

    def certificate(self, problem: Problem, seconds: float) -> tuple[Certificate | None, str]:
        """A certificate of a problem within so many seconds, or why there is none."""
        self._certifier.seconds = seconds
        found, why = certificate_of(problem, self._certifier, AT_MOST)
        return found, why.removesuffix("; see --at-most")

    def judged(
        self, problem: Problem, claims: Sequence[Claim], known: Sequence[Solution] = ()
    ) -> Verdict:
        """The verdict of the claims, and of the truth where all assignments can be tried.

        Args:
            problem: what was asked.
            claims: of the two.
            known: what may be solutions; those that are stand beside the claims.
        """
        return judge(problem, [*claims, *known_claims(problem, {WHOLE_CERTIFIED: known})])


def _named(solver: Declaration, times: int, way: Way) -> Iterator[str]:
    """The solver as it is asked each time, with its settings."""
    if way == "fresh":
        yield from [str(solver)] * times
        return
    is_set = any(each.startswith(f"{SEED}=") for each in solver.settings.split(","))
    if SEED in solver.accepts and not is_set:
        joined = f"{solver}{',' if solver.settings else ':'}{SEED}="
        yield from (f"{joined}{number}" for number in range(1, times + 1))


def dispute(
    problem: Problem,
    parties: Parties,
    times: int,
    seconds: float,
    ways: Sequence[Way] = WAYS,
    known: Sequence[Solution] = (),
) -> Dispute:
    """Ask two solvers a problem in all ways, and judge what they claim.

    Args:
        problem: what is asked.
        parties: the solvers.
        times: how often each is asked in each way.
        seconds: for the certificate of a problem whose assignments cannot all be tried; 0: none is
            made.
        ways: in which each is asked: the same process, and others for a solver that has decided.
        known: what may be solutions.
    """
    asked: dict[tuple[str, Way], list[ReportedClaim]] = {}
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
    certificate, why = parties.certificate(problem, seconds)
    if certificate is not None:
        verdict = judge(problem, claims, certificate, check=lambda _: None)
    return Dispute(problem, parties.names, verdict, certificate, why, asked)
