"""Parties: two solvers that are asked the same problems, as often and in as many ways as one likes.

    way       each answer comes from
    -------   ----------------------------------------------------------------------------
    same      the process that has answered the questions before it
    fresh     a new interpreter, with other addresses and random numbers
    seeds     a new interpreter, with another value of the solver's setting `seed`

So that one whose answers depend on what it was asked before, on its process or on its seed is found
out.  Beside their claims stands the truth, where it is known without them: of a problem of few
assignments by trying them all.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Literal

from accord.bench.auditing.truth import claim_of, is_tried, true_claim
from accord.bench.campaigns.planned_run import PlannedRun, as_run
from accord.bench.campaigns.run import Run
from accord.bench.isolation.declare import started
from accord.bench.isolation.enforcement import demand
from accord.bench.isolation.report import Declaration
from accord.bench.isolation.supervisor import Worker
from accord.bench.isolation.terms import Terms
from accord.bench.judging.judge import Verdict, judge
from accord.puzzles.errors import InputError
from accord.puzzles.instance import Instance
from accord.puzzles.problem import Problem, Solution

SEED = "seed"  # the setting
MOST_ANEW = 3  # times that a solver is asked in a process of its own, as each has to start
EARLIER = "the certificate of the problem as it was given"  # as the finder of a solution
Way = Literal["same", "fresh", "seeds"]
WAYS: tuple[Way, ...] = ("same", "fresh", "seeds")


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
        self._workers = [Worker(each) for each in solvers]

    def __enter__(self) -> "Parties":
        with self._opened as opening:
            for each in self._workers:
                started(opening.enter_context(each), self.terms.import_limit)
            self._opened = opening.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    @property
    def names(self) -> tuple[str, ...]:
        """The two, with their settings."""
        return tuple(map(str, self._declared()))

    def _declared(self) -> list[Declaration]:
        """What the two are."""
        return [each.start() for each in self._workers]

    def claims(self, problem: Problem, times: int = 1) -> list[Run]:
        """What each claims, asked so many times; those of the first solver first."""
        return [
            self._asked(worker, problem, repetition)
            for worker in self._workers
            for repetition in range(times)
        ]

    def claims_anew(self, problem: Problem, times: int, solver: str, way: Way) -> list[Run]:
        """What one of them claims in fresh interpreters, at most MOST_ANEW times.

        Args:
            problem: what is asked.
            times: how often.
            solver: its name, with its settings.
            way: `fresh` or `seeds`; of a solver without seeds, or of one whose seed was said, there
                are none of these.
        """
        found = []
        declared = next(each for each in self._declared() if str(each) == solver)
        for number, name in enumerate(_named(declared, min(times, MOST_ANEW), way)):
            with Worker(name) as worker:
                found.append(self._asked(worker, problem, number))
        return [run for run in found if run.outcome != "UNSUPPORTED"]  # a seed, by a program

    def _asked(self, worker: Worker, problem: Problem, repetition: int) -> Run:
        declared = worker.start(self.terms.import_limit)
        planned = PlannedRun(Instance("dispute", problem), declared, repetition)
        return as_run(planned, worker.ask(problem.copy(), self.terms), self.terms, seed=0)

    def refuted(self, problem: Problem, times: int = 1) -> frozenset[str]:
        """Which of them are refuted on a problem, by each other or by the truth."""
        return frozenset(self.judged(problem, self.claims(problem, times)).refuted)

    def judged(
        self, problem: Problem, claims: Sequence[Run], known: Sequence[Solution] = ()
    ) -> Verdict:
        """The verdict of the claims, and of the truth where all assignments can be tried.

        Args:
            problem: what was asked.
            claims: of the two.
            known: what may be solutions; those that are stand beside the claims.
        """
        instance = Instance("dispute", problem)
        if is_tried(problem):
            return judge(problem, [*claims, true_claim(instance)])
        right = [each for each in known if not any(problem.violations(each))]
        witnessed = claim_of(instance, right, EARLIER, exhausted=False)
        return judge(problem, [*claims, *([witnessed] if right else [])])


def _named(solver: Declaration, times: int, way: Way) -> Iterator[str]:
    """The solver as it is asked each time, with its settings."""
    if way == "fresh":
        yield from [str(solver)] * times
        return
    is_set = any(each.startswith(f"{SEED}=") for each in solver.settings.split(","))
    if SEED in solver.accepts and not is_set:
        joined = f"{solver}{',' if solver.settings else ':'}{SEED}="
        yield from (f"{joined}{number}" for number in range(1, times + 1))
