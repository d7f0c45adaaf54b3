"""Check: one verdict on a puzzle, with its evidence.

Each solver is asked for up to two solutions, in a process of its own with a limit kept from
outside.  Every grid is verified, every claim held against every witness (bench/judge/judge.py).

Where it is to certify, the first claim to have all solutions, or that nothing is better than the
last, is proved while the other solvers work (bench/certify/cheap.py); where that fails and another
claims a better one, that is.  The question is decided by
that, or by as many verified solutions as were asked for, and no other claim can change the verdict.
Where it is not to wait for these, solvers that have not answered yet get as long as the slowest
that has, or LEAST (bench/run/cutoff.py); what they claim until then is judged like any other claim.
Where nothing but a bound on the best is claimed, that is proved at the end.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import combinations
from time import monotonic
from typing import Literal, NamedTuple

from accord.bench.certify.cheap import MOST_SOLUTIONS, Certification, ClaimCertifier
from accord.bench.judge.claim import Claim, Grids
from accord.bench.judge.judge import Verdict, already_accepted, judge
from accord.bench.judge.steps import ShowStep, not_shown
from accord.bench.run.asked_again import settled
from accord.bench.run.cores import cores, most_at_once
from accord.bench.run.cutoff import Cutoff
from accord.bench.run.declare import declare_all
from accord.bench.run.enforcement import demand
from accord.bench.run.report import Declaration, Report, ReportedClaim
from accord.bench.run.schedule import Job, perform
from accord.bench.run.supervisor import ForkServers
from accord.bench.run.terms import USUAL_TERMS, Question, Terms
from accord.puzzles.objective import Value
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Instance
from accord.solvers.backend import POSTS_ORIGINAL, READS_ITSELF
from accord.solvers.budget import expect_whole
from accord.solvers.registry import available, backends
from accord.solvers.settings import settings_of

_FIRST_CHOICE = ("cp-sat", "sat")  # families that decide every size that ships
LEAST = 1.0  # seconds that each run gets
SHORTEST = 0.01  # seconds that a run gets where none are left
MOST_PUZZLES = 100  # of one call, the first, whose claims are certified unasked
CERTIFIER = "the certifier"  # as the finder of a solution

Certifying = Literal["never", "cheap", "always"]


@dataclass(frozen=True)
class Conduct:
    """Whether a check certifies what solvers claim, and waits for all of them to their limit.

    `watch` is called with each claim when its run has ended, and with a verdict that is certified
    before all have.  `see` is called with the solver and each grid as it comes, right or wrong, in
    another thread.  As soon as `is_over` returns true, all ends without a verdict.  With `deadline`
    the solvers that are asked one after the other share the time until then.
    """

    certifying: Certifying = "never"
    waits: bool = True
    watch: Callable[[Instance, ReportedClaim | Verdict], object] = lambda *_: None
    see: Callable[[Declaration, Solution], object] | None = None
    is_over: Callable[[], bool] = lambda: False
    deadline: float | None = None  # in time.monotonic's seconds


PLAIN = Conduct()


class PuzzleToCheck(NamedTuple):
    """A puzzle, the solvers that are asked, and claims on it that are known already."""

    instance: Instance
    solvers: Sequence[Declaration]  # one at least
    known: Sequence[Claim] = ()


def check(
    problem: Problem,
    solvers: Sequence[str] = (),
    terms: Terms = USUAL_TERMS,
    *,
    steps: ShowStep = not_shown,
    conduct: Conduct = PLAIN,
) -> Verdict:
    """The verdict on one puzzle: see `check_all`."""
    asked = [Instance("puzzle", problem)]
    with closing(check_all(asked, solvers, terms, steps=steps, conduct=conduct)) as all_:
        return next(all_)[1]


def check_all(
    instances: Iterable[Instance],
    solvers: Sequence[str] = (),
    terms: Terms = USUAL_TERMS,
    *,
    slots: int | None = None,
    steps: ShowStep = not_shown,
    conduct: Conduct = PLAIN,
) -> Generator[tuple[Instance, Verdict], None, None]:
    """One verdict for each instance, in their order.

    Args:
        instances: read only as far as there are free slots.
        solvers: as people write them; by default every solver that is available, and of a model
            file those as well that are asked the model itself.
        terms: what is asked about each puzzle, and what each solver may use.
        slots: how many runs go on at a time; by default one per physical core.
        steps: called with the runs that are done of each instance, in the order they end.
        conduct: whether it certifies and waits.

    Raises:
        UnknownSolverError, SettingError, CannotStartError: a solver cannot be asked.
        LimitError: a limit cannot be held here, or so many runs at a time make no sense.
        FalseTheoremError: an accepted certificate lacks a verified solution.
    """
    expect_whole("runs at a time", slots, most=most_at_once())
    demand(terms.limits)
    with ForkServers(timed=False) as servers, ExitStack() as opened:
        certifier = None
        if conduct.certifying != "never":
            certifier = opened.enter_context(ClaimCertifier())
        declare = partial(declare_all, fork_servers=servers, import_limit=terms.import_limit)
        declared, declare_once = declare(solvers or available()), cache(declare)

        def asked_of(instance: Instance) -> PuzzleToCheck:
            if solvers:
                return PuzzleToCheck(instance, declared)
            problem = instance.problem
            originals = declare_once((*asked_originals(problem, terms.limit_on(problem)),))
            return PuzzleToCheck(instance, [*declared, *originals])

        asked = map(asked_of, instances)
        found = _verdicts(asked, terms, servers, slots or cores(), steps, conduct, certifier)
        yield from ((each.instance, verdict) for each, verdict in found)


def verdicts(
    asked: Iterable[PuzzleToCheck],
    terms: Terms,
    fork_servers: ForkServers,
    slots: int,
    steps: ShowStep = not_shown,
) -> Generator[tuple[PuzzleToCheck, Verdict], None, None]:
    """One verdict for each puzzle, in their order, with the runs of its solvers and known claims.

    Args:
        asked: read only as far as there are free slots.
        terms: what is asked about each puzzle, and what each solver may use.
        fork_servers: those that have declared the solvers.
        slots: how many runs go on at a time.
        steps: called with the runs that are done of a puzzle, in the order they end.
    """
    return _verdicts(asked, terms, fork_servers, slots, steps, PLAIN, None)


def _verdicts(
    asked: Iterable[PuzzleToCheck],
    terms: Terms,
    fork_servers: ForkServers,
    slots: int,
    steps: ShowStep,
    conduct: Conduct,
    certifier: ClaimCertifier | None,
) -> Generator[tuple[PuzzleToCheck, Verdict], None, None]:
    pending: list[_PuzzleRuns] = []

    def jobs() -> Iterator[Job[_PuzzleRuns]]:
        for number, each in enumerate(asked):
            is_many = number >= MOST_PUZZLES and conduct.certifying == "cheap"
            runs = _PuzzleRuns(each, terms, conduct, None if is_many else certifier, fork_servers)
            if not pending:
                steps("asking solvers", 0, len(each.solvers))
            pending.append(runs)
            for place, solver in enumerate(each.solvers):
                own = terms
                if conduct.deadline is not None:
                    rounds = -(-(len(each.solvers) - place) // slots)
                    own = _within(terms, (conduct.deadline - monotonic()) / rounds)
                yield Job(Question(each.instance.problem, own), solver, runs, runs.cutoff)

    def look() -> bool:
        for each in [*pending]:
            each.look()
        return not conduct.is_over()

    def see(job: Job[_PuzzleRuns], grid: Solution) -> None:
        assert conduct.see
        conduct.see(job.solver, grid)

    reports = perform(
        jobs(),
        slots,
        one_worker_each=True,
        fork_servers=fork_servers,
        is_wanted=None if conduct is PLAIN else look,
        see=see if conduct.see else None,
    )
    with closing(reports):
        for job, report in reports:
            runs = job.tag
            runs.add(ReportedClaim.of(job.solver, job.question.terms, report))
            steps("asking solvers", len(runs.claims), len(runs.asked.solvers))
            while pending and pending[0].are_over:
                first = pending.pop(0)
                yield first.asked, first.verdict()


def _within(terms: Terms, seconds: float) -> Terms:
    """The terms, with a time limit of so many seconds."""
    return replace(terms, limits=replace(terms.limits, seconds=max(seconds, SHORTEST)))


class _PuzzleRuns:
    """The runs on one puzzle so far, and what certifying their claims has come to."""

    def __init__(
        self,
        asked: PuzzleToCheck,
        terms: Terms,
        conduct: Conduct,
        certifier: ClaimCertifier | None,
        fork_servers: ForkServers,
    ) -> None:
        self.asked = asked
        self._terms, self._fork_servers = terms, fork_servers
        self.claims: list[ReportedClaim] = []
        self.cutoff = Cutoff()  # of these runs
        self._limit = terms.limit_on(asked.instance.problem)
        self._conduct = conduct
        self._certifier = certifier
        self._certifying: Future[Certification] | None = None
        self._tried: Value | None = None  # of the claim that is certified
        self._is_certain = False  # the verdict is certified before all have answered

    @property
    def are_over(self) -> bool:
        """Whether all solvers have been asked."""
        return len(self.claims) == len(self.asked.solvers)

    def add(self, claim: ReportedClaim) -> None:
        """Enter the claim of a run that has ended; one to have all, or the best, is certified."""
        self.claims.append(claim)
        self._conduct.watch(self.asked.instance, claim)
        if _has_all(claim) and not self._is_enough(claim.valid) and self._is_to_certify(claim):
            self._tried = claim.report.grids.value
            self._certify(claim.solutions)
        self.look()

    def _is_to_certify(self, claim: ReportedClaim) -> bool:
        """Whether it is the first claim, or of a better solution than one that has no certificate.

        A false claim may be too far from the best for a certificate in a second.
        """
        if self._certifying is None:
            return True
        goal, value = self.asked.instance.problem.goal, claim.report.grids.value
        if goal is None or value is None or self._certification.certificate is not None:
            return False
        return self._tried is None or goal.is_better(value, self._tried)

    def _certify(self, solutions: Iterable[Solution], bound: Value | None = None) -> None:
        """Begin to certify, with these solutions; or a bound and nothing else."""
        problem = self.asked.instance.problem
        if self._certifier is None:
            return
        if self._conduct.certifying == "always":
            self._certifying = self._certifier.certify_at_any_cost(problem, solutions)
        else:
            at_most = MOST_SOLUTIONS if self._limit is None else self._limit - 1
            self._certifying = self._certifier.certify(problem, solutions, at_most, bound=bound)

    def look(self) -> None:
        """Give the other runs less time, once the verdict is certified."""
        if self._conduct is PLAIN or self._is_certain or self.are_over or not self._is_decided():
            return
        self._is_certain = True
        verdict = self._judged()
        if not self._conduct.waits:
            took = (
                each.run.report.cost.get("wall_time", 0.0)
                for each in verdict.runs
                if isinstance(each.run, ReportedClaim) and each.category == "correct"
            )
            self.cutoff.set(max(LEAST, *took, 0.0))
        self._conduct.watch(self.asked.instance, verdict)

    def _is_enough(self, solutions: int) -> bool:
        """Whether so many verified solutions answer the question."""
        return self._limit is not None and solutions >= self._limit

    @property
    def _is_answered(self) -> bool:
        """Whether a solver has found as many solutions as were asked for."""
        return any(self._is_enough(claim.valid) for claim in self.claims)

    def _is_decided(self) -> bool:
        """Whether the question is decided by solutions, or by a certificate that is there."""
        found = self._certification
        is_decided = found.certificate is not None or self._is_enough(len(found.solutions))
        return is_decided or self._is_answered

    @property
    def _certification(self) -> Certification:
        """The result of certifying so far: a certificate, or why there is none."""
        return (
            self._certifying.result()
            if self._certifying and self._certifying.done()
            else Certification()
        )

    def verdict(self) -> Verdict:
        """The verdict when all runs are over, as soon as it is known whether it is certified."""
        if self._certifying is None and self._conduct.certifying == "always":
            self._certify(dict.fromkeys(grid for claim in self.claims for grid in claim.solutions))
        elif self._certifying is None and (bound := self._judged().bound) is not None:
            self._certify((), bound)
        if self._certifying and (self._conduct.certifying == "always" or not self._is_answered):
            self._certifying.result()
        return settled(self._judged(), self._terms, self._ask, self._judged)

    def _ask(self, label: str, question: Question) -> Report:
        """The report of a solver on another question."""
        solver = next(each for each in self.asked.solvers if str(each) == label)
        jobs = [Job(question, solver, None)]
        with closing(perform(jobs, fork_servers=self._fork_servers)) as reports:
            return next(reports)[1]

    def _judged(self, further: Iterable[Claim] = ()) -> Verdict:
        """The verdict on all claims so far, in the order of the solvers."""
        problem, found = self.asked.instance.problem, self._certification
        order = {str(solver): place for place, solver in enumerate(self.asked.solvers)}
        claims: list[Claim] = sorted(self.claims, key=lambda claim: order[claim.label])
        claims += [*self.asked.known, *further]
        if found.solutions and not self._is_answered:
            grids = Grids(problem)
            for each in found.solutions:
                grids.add(problem.solution(each))
            claims.append(Claim(CERTIFIER, CERTIFIER, CERTIFIER, None, **grids.claimed))
        verdict = judge(problem, claims, found.certificate, check=already_accepted)
        return verdict if verdict.certificate else replace(verdict, uncertified=found.why_not)


def _has_all(claim: ReportedClaim) -> bool:
    """Whether it claims to have all solutions, and all that it lists are; or the best one."""
    is_right = claim.valid == claim.count and not claim.contradictory
    if (value := claim.report.grids.value) is not None:
        return is_right and (claim.exhausted or claim.bound == value)
    return is_right and claim.exhausted and claim.count == len(claim.solutions)


def asked_originals(problem: Problem, limit: int | None) -> Iterator[str]:
    """The solvers that can be asked, here, what a problem comes from: its program, or its file.

    Args:
        problem: any; none are asked of one that comes from neither.
        limit: solutions that are asked for; solvers that find one at most are asked for no more.
    """
    if problem.original is None:
        return
    for name, backend in backends().items():
        settings = settings_of(backend.solve)
        for key, value in (each.split("=") for each in (POSTS_ORIGINAL, READS_ITSELF)):
            if key not in settings:
                continue
            principal = next(iter(settings.values()))
            several = key == "posts" or backend.variants
            assert isinstance(principal.values, tuple)
            for one in principal.values if several else (principal.default,):
                chosen = backend.chosen_by({principal.name: one, key: value})
                is_able = chosen.enumerates or limit == 1
                if is_able and not chosen.missing and not chosen.unsupported(problem):
                    yield f"{name}:{principal.name}={one},{key}={value}"


def independent_pair() -> tuple[str, ...]:
    """Two solvers whose agreement is evidence: different in engine and model, able to prove.

    Of those that can run here: CP-SAT and a SAT solver where they can; one solver, or none, where
    no two differ.
    """
    able = {
        name: backend
        for name, backend in available().items()
        if backend.complete and backend.proves and backend.enumerates
    }
    ranks = {family: rank for rank, family in enumerate(_FIRST_CHOICE)}
    names = sorted(able, key=lambda name: ranks.get(able[name].family, len(ranks)))
    for one, other in combinations(names, 2):
        if able[one].engine != able[other].engine and able[one].model != able[other].model:
            return one, other
    return tuple(names[:1])
