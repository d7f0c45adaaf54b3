"""Side by side: the solutions of several solvers as they come, until two agree that these are all.

Each solution is verified before it is passed on, and is passed on once; of a problem with an
objective only those are that are better than all before.  That there are no others, or none better,
is proved by a certificate, or claimed by solvers of two engines whom no solution refutes (all that
come from files count as one); one that still runs is evidence, too, by what it has found so far.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from threading import RLock
from time import monotonic

from accord.bench.judge.claim import Claim, Grids
from accord.bench.judge.judge import Verdict, judge
from accord.bench.run.check import Conduct, check_all
from accord.bench.run.report import Declaration, ReportedClaim
from accord.bench.run.terms import LONG, Limits, Terms
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Instance
from accord.solvers.registry import available, is_from_outside

FIRST = ("cpsat", "sat-cadical", "sat-pycosat", "choco", "backtracking-learning", "highs")


@dataclass
class SideBySide:
    """Solvers that are asked together, and what they have come to so far."""

    problem: Problem
    limit: int | None  # solutions that are asked for; None for all; of an objective it is ignored
    found: Callable[[Solution], object]  # called with each solution, in another thread
    ended: Callable[[ReportedClaim], object] = lambda _: None  # called as each run ends
    engines: int = 2  # whose claims prove that there are no others
    claims: list[ReportedClaim] = field(default_factory=list)
    _running: dict[str, tuple[Declaration, Grids]] = field(default_factory=dict)
    _known: set[Solution] = field(default_factory=set)  # as projected
    _besides: list[Claim] = field(default_factory=list)  # of the certifier
    _certified: Verdict | None = None
    _verdict: Verdict | None = None  # on what is known so far
    _is_proved: bool = False
    _lock: RLock = field(default_factory=RLock)

    def __post_init__(self) -> None:
        if self.problem.goal is not None:
            self.limit = None
        self._best = Grids(self.problem)

    @property
    def has_enough(self) -> bool:
        """Whether as many solutions were found as are asked for."""
        return self.limit is not None and len(self._known) >= self.limit

    @property
    def is_proved(self) -> bool:
        """Whether it is proved that there are no other solutions, or none that are better."""
        return self._is_proved

    def ask(self, solvers: Sequence[str], deadline: float | None, slots: int) -> None:
        """Ask the solvers, so many at a time, until the question is answered or the time is over.

        Args:
            solvers: as people write them.
            deadline: in time.monotonic's seconds; None for no limit.
            slots: how many run at a time; the others share the time that is left.

        Raises:
            UnknownSolverError, SettingError, CannotStartError: a solver cannot be asked.
        """
        seconds = LONG if deadline is None else max(deadline - monotonic(), 0.01)
        conduct = Conduct(
            "cheap",
            watch=self._watch,
            see=self._see,
            is_over=lambda: self._is_over(deadline),
            deadline=deadline,
        )
        asked = [Instance("problem", self.problem)]
        terms = Terms(Limits(seconds), self.limit, once=True)
        with closing(check_all(asked, solvers, terms, slots=slots, conduct=conduct)) as verdicts:
            for instance, verdict in verdicts:
                self._watch(instance, verdict)
        self._look()

    def verdict(self) -> Verdict:
        """The verdict on all that was claimed so far."""
        with self._lock:
            if known := self._certified or self._verdict:
                return known
            unfinished = [
                Claim(str(solver), solver.engine, solver.model, self.limit, **grids.claimed)
                for solver, grids in self._running.values()
            ]
            claims = [*self.claims, *unfinished, *self._besides]
            self._verdict = judge(self.problem, claims)
            return self._verdict

    def _is_over(self, deadline: float | None) -> bool:
        is_late = deadline is not None and monotonic() >= deadline
        return is_late or self.has_enough or self._is_proved

    def _see(self, solver: Declaration, grid: Solution) -> None:
        """Verify what a solver yields, and pass it on if it is news."""
        with self._lock:
            _, own = self._running.setdefault(str(solver), (solver, Grids(self.problem)))
            before = own.valid
            if grid not in own:  # or it is asked again, as its process was killed
                own.add(grid)
                self._verdict = None
            if own.valid > before:
                self._pass_on(grid)

    def _pass_on(self, solution: Solution) -> None:
        """Pass a verified solution on, if it is news and asked for."""
        goal, value = self.problem.goal, self._best.value
        if self.has_enough:  # whatever is proved: a solution more shows that the proof is false
            return
        if goal is not None:
            if value is None or goal.is_better(goal.value(solution), value):
                self._best.add(solution)
                self.found(solution)
        elif (projected := self.problem.projected(solution)) not in self._known:
            self._known.add(projected)
            self.found(solution)

    def _watch(self, _: Instance, came: ReportedClaim | Verdict) -> None:
        with self._lock:
            if isinstance(came, Verdict):
                self._certified = came if came.certificate else None
                runs = [each.run for each in came.runs]
                self._besides = [each for each in runs if not isinstance(each, ReportedClaim)]
                self._verdict = None
                for each in came.witnesses:  # the certifier may have found some
                    self._pass_on(each)
            else:
                self.claims.append(came)
                self._running.pop(came.label, None)
                self._verdict = None
                for each in came.solutions:  # one that was asked again may have others
                    if not any(self.problem.violations(each)):
                        self._pass_on(each)
                self.ended(came)
            self._look()

    def _look(self) -> None:
        """Look whether what was claimed proves that there are no others."""
        with self._lock:
            verdict = self.verdict()
            engines = {
                "of a file" if is_from_outside(claim.label) else claim.engine
                for claim in complete(verdict)
            }  # a file may say any engine
            is_sure = verdict.count_grade == "certified" or len(engines) >= self.engines
            has_all = len(self._known) == verdict.count
            if self.problem.goal is not None:
                has_all = self._best.value == verdict.value
            self._is_proved = is_sure and has_all


def complete(verdict: Verdict) -> Iterator[Claim]:
    """The claims, refuted by nothing, that there are no other solutions, or none better."""
    if verdict.problem.goal is not None:
        for judged in verdict.runs if verdict.answer in ("optimum", "none") else ():
            if judged.run.label in verdict.supporters and not judged.refutations:
                yield judged.run
        return
    for judged in verdict.runs:
        is_all = judged.run.exhausted and judged.run.count == verdict.count
        if judged.category == "correct" and is_all:
            yield judged.run


def of_different_engines(problem: Problem, number: int) -> tuple[str, ...]:
    """Names of solvers that can be asked a problem here, each with an engine of its own.

    Args:
        problem: what they are asked.
        number: of names at most; fewer where there are not so many engines.
    """
    able = available()
    order = [*(name for name in FIRST if name in able), *able]
    chosen: dict[str, str] = {}  # by engine
    for name in dict.fromkeys(order):
        backend = able[name]
        if len(chosen) == number:
            break
        is_new = backend.engine not in chosen and backend.complete and backend.proves
        if is_new and not backend.unsupported(problem):
            chosen[backend.engine] = name
    return (*chosen.values(),)
