"""Asking a solver in a process of its own, under limits, and judging what it answers.

Evidence is what is known without it (truth.py): all solutions, where these are few enough to be
tried; else solutions that are known, as a puzzle is made of a full grid; and where these refute
nothing and the solver claims that there is none or one, a certificate, if there is one within some
seconds.  The solutions of a certificate refute whoever lacks them on a smaller problem, too.  That
counts relate (relations.py) is evidence without any truth.

    state         meaning
    -----------   ------------------------------------------------------------------------------
    right         nothing refutes it, and it claims to have all solutions or has as many as asked;
                  or that nothing is better than its last, where the best is asked for
    refused       it says that it cannot be asked this
    undecided     it gave up, or ran out of memory or time where there is much to try
    wrong         refuted: a grid that is no solution, one twice, or not all that there are; one
                  that is no better than its last, an optimum or a bound that is none
    crashed       an error, an end by a signal, or no memory left where there is little to try
    did not end   no end within the limit, twice, where there is little to try

Only the last three are findings.
"""

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from accord.bench.certify.limited import LimitedCertifier
from accord.bench.hunt.truth import certificate_of, is_small, is_tried, known_claims
from accord.bench.judge.judge import Judgement, judge
from accord.bench.make.random_puzzles import full_grids
from accord.bench.run.declare import started
from accord.bench.run.report import Declaration, ReportedClaim
from accord.bench.run.supervisor import ForkServers, Worker
from accord.bench.run.terms import Question, Terms
from accord.puzzles.objective import Value, value_text
from accord.puzzles.phrasing import counted, seconds
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Puzzle

MOST_ASKED = 300  # solutions of a problem with much to try; 288 are all 4x4 grids
MOST_CERTIFIED = 1  # solutions of a claim that is certified: of more it takes seconds
MOST_WITNESSES = 20  # of a certificate
LONGEST_LARGE = 2.0  # seconds for each of such problems
NOT_STARTED = ("import: ", "cannot start: ")  # reasons of a process that was never asked
MAKING, CERTIFIED_BEFORE = "making the puzzle", "an earlier certificate"  # finders of solutions
ALL = None  # as a number of solutions that is asked for
State = Literal["right", "refused", "undecided", "wrong", "crashed", "did not end"]
FINDINGS: tuple[State, ...] = ("wrong", "crashed", "did not end")


@dataclass(frozen=True)
class JudgedAnswer:
    """A solver's answer on a problem, with the judge's state of it."""

    problem: Problem
    state: State
    why: str = ""  # it is a finding
    evidence: str = ""  # how many solutions there are, and who says so; of a finding
    count: int | None = None  # of solutions that it claims to be all, and nothing refutes
    limit: int | None = ALL  # solutions that it was asked for
    value: Value | None = None  # of its best solution, where it claims that nothing is better


class Asker:
    """A solver in a process of its own; a context manager."""

    def __init__(
        self,
        solver: str,
        terms: Terms,
        declared: Declaration | None = None,
        servers: ForkServers | None = None,
        certifier: LimitedCertifier | None = None,
        *,
        tries: bool = True,
    ) -> None:
        """Nothing is asked yet.

        Args:
            solver: as people write it.
            terms: of each question of `ask` and `ask_all`, but for the number of solutions.
            declared: what it is; by default its process says so.
            servers: of its processes; by default its own.
            certifier: who is asked for certificates; None for nobody.
            tries: whether assignments are tried where they are few.
        """
        self.solver, self._terms, self._servers = solver, replace(terms, once=True), servers
        self._certifier, self._tries = certifier, tries
        self.states: Counter[State] = Counter()
        self.evidence: Counter[str] = Counter()  # tried, certified, neither
        self.relations: Counter[str] = Counter()  # that were checked
        self._witnesses: deque[Solution] = deque(maxlen=MOST_WITNESSES)  # of certificates
        self._worker = Worker(solver, fork_servers=servers)
        if declared is not None:
            self.declared = declared

    def __enter__(self) -> "Asker":
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.close()

    @cached_property
    def declared(self) -> Declaration:
        """The declaration of the solver.

        Raises:
            CannotStartError, FailedImportError, MissingBackendError: it cannot be asked.
        """
        return self.start()

    def start(self) -> Declaration:
        """Have a process that is ready, so that no question waits for it; what the solver is.

        Raises:
            CannotStartError, FailedImportError, MissingBackendError: it cannot be asked.
        """
        return started(self._worker, self._terms.import_limit)

    def begin_anew(self) -> None:
        """Have the next question answered by a fresh process."""
        self._worker.close()
        self._worker = Worker(self.solver, fork_servers=self._servers)

    def run(self, problem: Problem, terms: Terms) -> ReportedClaim:
        """The solver's claim on a problem on these terms, not judged."""
        return ReportedClaim.of(self.declared, terms, self._worker.ask(problem.copy(), terms))

    def ask(self, problem: Problem, numbers: Sequence[int | None] = (ALL,)) -> list[JudgedAnswer]:
        """Ask for so many solutions of a problem, one number after the other, and judge them."""
        return self.ask_all([problem] * len(numbers), numbers)

    def ask_all(
        self, problems: Sequence[Problem], numbers: Sequence[int | None] = ()
    ) -> list[JudgedAnswer]:
        """Ask several problems in one go, and judge what comes, up to the first finding.

        Args:
            problems: what is asked.
            numbers: of solutions that are asked for, problem by problem; by default all, or many
                of a problem that has too many assignments to try them.
        """
        limits, numbers = self._terms.limits, numbers or [ALL] * len(problems)
        if not all(map(is_small, problems)):
            limits = replace(limits, seconds=min(limits.seconds, LONGEST_LARGE))
        asked = [
            Question(
                problem.copy(), replace(self._terms, limits=limits, limit=_number(problem, number))
            )
            for problem, number in zip(problems, numbers, strict=True)
        ]
        answered = list[JudgedAnswer]()
        for place, report in self._worker.ask_all(asked):
            question = asked[place]
            claim = ReportedClaim.of(self.declared, question.terms, report)
            found = self._judged(claim, question.problem)
            if found.state == "did not end":  # perhaps the machine was busy
                again = replace(question.terms, limits=self._terms.limits)
                found = self._judged(self.run(question.problem, again), question.problem)
            self.states[found.state] += 1
            answered.append(replace(found, limit=numbers[place]))
            if found.state in FINDINGS:
                break
        return answered

    def _judged(self, run: ReportedClaim, problem: Problem) -> JudgedAnswer:
        """The state of a run on a problem, with the reason where it is a finding."""
        if run.outcome == "UNSUPPORTED":
            return JudgedAnswer(problem, "refused")
        judged, evidence = self._refuted(run, problem)
        if judged.refutations:
            return JudgedAnswer(problem, "wrong", first_of(judged.refutations), evidence)
        small, began = is_small(problem), not run.report.reason.startswith(NOT_STARTED)
        if (run.outcome == "ERROR" and began) or (run.outcome == "MEMOUT" and small):
            return JudgedAnswer(problem, "crashed", f"{run.outcome}: {run.report.reason}", evidence)
        if run.outcome == "TIMEOUT" and small:
            limit = seconds(run.terms.limits.seconds)
            why = f"no end within {limit}, with few assignments to try; {run.report.reason}"
            return JudgedAnswer(problem, "did not end", why, evidence)
        if judged.category != "correct":
            return JudgedAnswer(problem, "undecided")
        if not run.exhausted:
            return JudgedAnswer(problem, "right")
        return JudgedAnswer(problem, "right", count=run.count, value=run.report.grids.value)

    def _refuted(self, run: ReportedClaim, problem: Problem) -> tuple[Judgement, str]:
        """The judgement of a run, and what is known of the solutions in words, with its source."""
        found: dict[str, Sequence[Solution]] = {CERTIFIED_BEFORE: self._witnesses}
        if isinstance(problem, Puzzle):
            found = {MAKING: full_grids(problem.shape)} | found
        known = known_claims(problem, found, tries=self._tries)
        most = max((each.count for each in known), default=0)
        verdict = judge(problem, [run, *known])
        judged, best = verdict.runs[0], verdict.value
        number = counted(most, "solution")
        if known and known[0].exhausted:
            self.evidence["tried"] += 1
            true = number if best is None else f"the best value {value_text(best)}"
            return judged, f"{true}, by trying every assignment"
        is_best = problem.goal is not None
        certificate, claims = None, run.exhausted and (is_best or run.count <= MOST_CERTIFIED)
        if self._certifier and claims and not judged.refutations:
            asked = (self._certifier, MOST_ASKED, run.solutions)
            certificate, _ = certificate_of(problem, *asked)
        if certificate is None:
            self.evidence["neither"] += 1
            verified = f"{number} at least, verified"
            if best is not None:
                most, verified = 1, f"the value {value_text(best)} at least, verified"
            return judged, verified if most and judged.refutations else ""
        self.evidence["certified"] += 1
        self._witnesses.extend(map(problem.solution, certificate.witnesses))
        said = f"{certificate.answer}, by a certificate of {certificate.producer}"
        return judge(problem, [run], certificate).runs[0], said


def _number(problem: Problem, number: int | None) -> int | None:
    """The number of solutions to ask for: MOST_ASKED where all are wanted of a large problem."""
    return MOST_ASKED if number is ALL and not is_tried(problem) else number


def first_of(refutations: Sequence[str]) -> str:
    """The first reason why a claim is false, and how many more there are."""
    more = len(refutations) - 1
    return "".join(refutations[:1]) + (f" (and {counted(more, 'more reason')})" if more > 0 else "")
