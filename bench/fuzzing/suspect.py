"""A solver that is asked, and what its answers are worth.

Each question goes to a process of its own under limits (bench/isolation), and the judge compares:
with all solutions, where these are few enough to be tried; else with solutions that are known, as a
puzzle is drawn from a full grid; and where these refute nothing and the solver claims that there is
none or one, with a certificate, if there is one within some seconds.  Its solutions refute whoever
lacks them when the problem is made smaller.

    state         meaning
    -----------   ------------------------------------------------------------------------------
    right         nothing refutes it, and it claims to have all solutions or has as many as asked
    refused       it says that it cannot be asked this
    undecided     it gave up, or ran out of memory or time where there is much to try
    wrong         refuted: a grid that is no solution, one twice, or not all that there are
    crashed       an error, an end by a signal, or no memory left where there is little to try
    did not end   no end within the limit, twice, where there is little to try

Only the last three are findings.
"""

from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from accord.bench.auditing.audit import first_of
from accord.bench.auditing.truth import claim_of, is_small, is_tried, true_claim
from accord.bench.campaigns.planned_run import PlannedRun, as_run
from accord.bench.campaigns.run import Run
from accord.bench.certifying.certify import UncertifiedError, default_producer
from accord.bench.certifying.limited import LimitedCertifier
from accord.bench.generation.random_puzzles import full_grids
from accord.bench.isolation.limits import Limits
from accord.bench.isolation.report import Declaration, Report
from accord.bench.isolation.supervisor import CannotStartError, ForkServers, Worker
from accord.bench.isolation.terms import Question, Terms
from accord.bench.judging.judge import Judgement, judge
from accord.puzzles.instance import Instance
from accord.puzzles.phrasing import counted, seconds
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.proofs.certificate import Certificate
from accord.puzzles.puzzle import Puzzle
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import MissingBackendError

MOST_ASKED = 300  # solutions of a problem with much to try; 288 are all 4x4 grids
MOST_CERTIFIED = 1  # solutions of a claim that is certified: of more it takes seconds
MOST_WITNESSES = 20  # of a certificate
LONGEST_LARGE = 2.0  # seconds for each of such problems
NOT_STARTED = ("import: ", "cannot start: ")  # reasons of a process that was never asked
DRAWN, EARLIER = "drawing the puzzle", "an earlier certificate"  # as the finders of solutions
ALL = None  # as a number of solutions that is asked for
State = Literal["right", "refused", "undecided", "wrong", "crashed", "did not end"]
FINDINGS: tuple[State, ...] = ("wrong", "crashed", "did not end")


@dataclass(frozen=True)
class SuspectAnswer:
    """What one answer was worth."""

    problem: Problem
    state: State
    why: str = ""  # it is a finding
    evidence: str = ""  # how many solutions there are, and who says so; of a finding
    count: int | None = None  # of solutions that it claims to be all, and nothing refutes
    limit: int | None = ALL  # solutions that it was asked for


class Suspect:
    """A solver in a process of its own; a context manager."""

    def __init__(
        self,
        solver: str,
        declared: Declaration,
        servers: ForkServers,
        limits: Limits,
        certifier: LimitedCertifier | None,
        *,
        tries: bool = True,
    ) -> None:
        """Nothing is asked yet.

        Args:
            solver: as people write it.
            declared: what it is.
            servers: of its processes.
            limits: of each question.
            certifier: who is asked for certificates; None for nobody.
            tries: whether assignments are tried where they are few.
        """
        self.solver, self.declared = solver, declared
        self.states: Counter[State] = Counter()
        self.evidence: Counter[str] = Counter()  # tried, certified, neither
        self.relations: Counter[str] = Counter()  # that were checked
        self._servers, self._limits, self._certifier = servers, limits, certifier
        self._tries = tries
        self._witnesses: deque[Solution] = deque(maxlen=MOST_WITNESSES)  # of certificates
        self._worker = Worker(solver, fork_servers=servers)

    def __enter__(self) -> "Suspect":
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.close()

    def start(self) -> None:
        """Have a process that is ready, so that no question waits for it."""
        with suppress(CannotStartError):
            self._worker.start()

    def begin_anew(self) -> None:
        """Have the next question answered by a fresh process."""
        self._worker.close()
        self._worker = Worker(self.solver, fork_servers=self._servers)

    def ask(self, problem: Problem, numbers: Sequence[int | None]) -> list[SuspectAnswer]:
        """Ask for so many solutions of a problem, one number after the other, and judge them."""
        return self.ask_all([problem] * len(numbers), numbers)

    def ask_all(
        self, problems: Sequence[Problem], numbers: Sequence[int | None] = ()
    ) -> list[SuspectAnswer]:
        """Ask several problems in one go, and judge what comes, up to the first finding.

        Args:
            problems: what is asked.
            numbers: of solutions that are asked for, problem by problem; by default all, or many
                of a problem that has too many assignments to try them.
        """
        limits, numbers = self._limits, numbers or [ALL] * len(problems)
        if not all(map(is_small, problems)):
            limits = replace(limits, seconds=min(limits.seconds, LONGEST_LARGE))
        asked = [
            Question(problem.copy(), Terms(limits, _number(problem, number), once=True))
            for problem, number in zip(problems, numbers, strict=True)
        ]
        answered = list[SuspectAnswer]()
        for place, report in self._worker.ask_all(asked):
            question = asked[place]
            found = self._answered(question, report)
            if found.state == "did not end":  # perhaps the machine was busy
                again = replace(question.terms, limits=self._limits)
                question = Question(question.puzzle, again)
                found = self._answered(question, self._worker.ask(*question))
            self.states[found.state] += 1
            answered.append(replace(found, limit=numbers[place]))
            if found.state in FINDINGS:
                break
        return answered

    def _answered(self, question: Question, report: Report) -> SuspectAnswer:
        problem, terms = question
        instance = Instance("problem", problem)
        run = as_run(PlannedRun(instance, self.declared), report, terms, seed=0)
        if run.outcome == "UNSUPPORTED":
            return SuspectAnswer(problem, "refused")
        return _worth(problem, run, *self._judged(instance, run))

    def _judged(self, instance: Instance, run: Run) -> tuple[Judgement, str]:
        """What refutes a run, and how many solutions there are, as far as that is found out."""
        problem = instance.puzzle
        if self._tries and is_tried(problem):
            self.evidence["tried"] += 1
            truth = _truth(problem)
            number = counted(truth.count, "solution")
            return judge(problem, [run, truth]).runs[0], f"{number}, by trying every assignment"
        known = self._known(instance)
        alone = judge(problem, [run, *known]).runs[0]
        claims = run.exhausted and run.count <= MOST_CERTIFIED and not alone.refutations
        certificate = self._certificate(problem, run) if claims else None
        if certificate is None:
            self.evidence["neither"] += 1
            most = max(each.count for each in known)
            verified = f"{counted(most, 'solution')} at least, verified"
            return alone, verified if most and alone.refutations else ""
        self.evidence["certified"] += 1
        self._witnesses.extend(map(problem.solution, certificate.witnesses))
        said = f"{certificate.answer}, by a certificate of {certificate.producer}"
        return judge(problem, [run], certificate).runs[0], said

    def _known(self, instance: Instance) -> list[Run]:
        """The claims of solutions that are there without any search."""
        problem = instance.puzzle
        drawn = full_grids(problem.shape) if isinstance(problem, Puzzle) else []
        return [
            claim_of(
                instance,
                [each for each in some if not any(problem.violations(each))],
                finder,
                exhausted=False,
            )
            for finder, some in ((DRAWN, drawn), (EARLIER, self._witnesses))
        ]

    def _certificate(self, problem: Problem, run: Run) -> Certificate | None:
        if self._certifier is None:
            return None
        try:
            found = self._certifier.certify(problem, default_producer(), MOST_ASKED, run.solutions)
        except (UncertifiedError, MissingBackendError, UnsupportedError):
            return None
        return found.certificate


def _number(problem: Problem, number: int | None) -> int | None:
    """How many solutions are asked for, where so many are wanted."""
    return MOST_ASKED if number is ALL and not is_tried(problem) else number


@lru_cache(maxsize=8)
def _truth(problem: Problem) -> Run:
    """The claim of all solutions; a problem is asked several times in succession."""
    return true_claim(Instance("problem", problem))


def _worth(problem: Problem, run: Run, judged: Judgement, evidence: str) -> SuspectAnswer:
    """The state of a judged answer."""
    if judged.refutations:
        return SuspectAnswer(problem, "wrong", first_of(judged.refutations), evidence)
    small = is_small(problem)
    started = not run.reason.startswith(NOT_STARTED)
    if (run.outcome == "ERROR" and started) or (run.outcome == "MEMOUT" and small):
        return SuspectAnswer(problem, "crashed", f"{run.outcome}: {run.reason}", evidence)
    if run.outcome == "TIMEOUT" and small:
        limit = seconds(run.time_limit)
        why = f"no end within {limit}, with few assignments to try; {run.reason}"
        return SuspectAnswer(problem, "did not end", why, evidence)
    if judged.category != "correct":
        return SuspectAnswer(problem, "undecided")
    return SuspectAnswer(problem, "right", count=run.count if run.exhausted else None)
