"""Fuzzing: solvers are asked random problems until the time is over, and findings are kept.

What was found before is asked again first.  Then batches of problems follow, and the solvers take
turns.  Each batch is of one column (problems.py): of the one that has had the least time so far, so
that costly problems leave time for the many cheap ones; without a limit on time, of the one that
has had the fewest batches.  A problem is asked alone, for one solution, for two and for all, or
with others that its count relates to (relations.py).  The first finding of a solver in a column is
made smaller, asked again in fresh processes, and kept (finding.py); the column is left out for this
solver from then on, as it is where the solver refuses or does not decide whatever is asked of it.

The seed decides what is asked in each batch; time ends it, and ends how small a finding is made.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from random import Random
from time import monotonic

from accord.bench.certify.limited import LimitedCertifier
from accord.bench.hunt.ask import ALL, Asker, State
from accord.bench.hunt.explore import (
    asked_again,
    expect_hypothesis,
    explore,
    found_between,
    found_on,
)
from accord.bench.hunt.finding import OWN, Finding, keep, kept
from accord.bench.hunt.problems import FUZZED, random_of
from accord.bench.hunt.relations import RELATIONS, Relation
from accord.bench.hunt.shrink import shrunk
from accord.bench.hunt.truth import is_tried
from accord.bench.judge.steps import ShowStep, not_shown
from accord.bench.run.declare import declare
from accord.bench.run.enforcement import demand
from accord.bench.run.environment import data_folder
from accord.bench.run.supervisor import CannotStartError, ForkServers
from accord.bench.run.terms import Terms
from accord.puzzles.files.outside_file import expect_own
from accord.puzzles.problem import Problem

BATCH = 8  # problems of a column at a time
LONGEST_BATCH = 2.0  # seconds, where there is a limit on time
MOST_FINDINGS = 5  # of a solver; then it is asked no more
MOST_REFUSED, MOST_UNDECIDED = 12, 6  # questions of a batch, if few are answered
CERTIFYING = 10.0  # seconds for each certificate
SHRINKING = 20.0  # seconds in which a finding is made smaller, twice
SOLUTIONS_ASKED = (ALL, 1, 2)  # of solutions that are asked for
MOST_SHRUNK = 300  # problems that are tried to make one smaller


@dataclass(frozen=True)
class FuzzExtent:
    """The extent of fuzzing: limits, time, number of problems, columns and relations."""

    terms: Terms  # of each question
    seconds: float | None = None  # for all solvers together; None without limit
    problems: int | None = None  # made for each solver; None without limit
    seed: int = 0
    columns: Sequence[str] = FUZZED
    relations: Sequence[Relation] = RELATIONS
    tries: bool = True  # assignments are tried where they are few
    certifies: bool = True
    findings: int = MOST_FINDINGS
    shrinking: float = SHRINKING


@dataclass
class SolverFuzzed:
    """The counts and findings of one solver."""

    solver: str
    problems: Counter[str] = field(default_factory=Counter)  # made, by column
    states: Counter[State] = field(default_factory=Counter)  # of all questions
    evidence: Counter[str] = field(default_factory=Counter)  # of answers
    relations: Counter[str] = field(default_factory=Counter)  # that were checked
    left_out: dict[str, str] = field(default_factory=dict)  # columns, and why
    again: list[Finding] = field(default_factory=list)  # that were kept before
    found: list[Finding] = field(default_factory=list)  # new ones

    @property
    def still(self) -> list[Finding]:
        """The findings of earlier runs that were seen again."""
        return [each for each in self.again if each.seen]

    @property
    def is_found_out(self) -> bool:
        """Whether there is a finding."""
        return bool(self.found or self.still)


def usual_folder() -> Path:
    """The folder of findings by default."""
    return data_folder("fuzz")


def fuzz(
    solvers: Sequence[str], folder: Path, extent: FuzzExtent, steps: ShowStep = not_shown
) -> list[SolverFuzzed]:
    """Ask solvers random problems, and keep what is found.

    Args:
        solvers: as people write them.
        folder: of the findings.
        extent: how much is asked.
        steps: called after each batch with the number of problems so far, of 0: not known.

    Raises:
        UnknownSolverError, SettingError, CannotStartError: a solver cannot be asked.
        MissingBackendError: what it needs is not installed, or hypothesis is not.
        LimitError: a limit cannot be held here.
        InputError: a kept finding cannot be read, or the folder holds something else and none.
    """
    expect_hypothesis()
    demand(extent.terms.limits)
    expect_own(folder, *OWN)
    with ExitStack() as open_:
        servers = open_.enter_context(ForkServers())
        certifier = open_.enter_context(LimitedCertifier(CERTIFYING)) if extent.certifies else None
        limit = extent.terms.import_limit
        declared = [declare(each, servers, limit) for each in dict.fromkeys(solvers)]
        ends = None if extent.seconds is None else monotonic() + extent.seconds
        turns = []
        for each in declared:
            asker = Asker(str(each), extent.terms, each, servers, certifier, tries=extent.tries)
            turns.append(_Turns(open_.enter_context(asker), folder, extent, ends))
        for turn in turns:
            turn.ask_again()
        waiting, number = [(turn, turn.batches()) for turn in turns], 0
        while waiting:
            for one in [*waiting]:
                if (made := next(one[1], None)) is None:
                    waiting.remove(one)
                else:
                    number += made
                    steps("asking random problems", number, 0)
    return [turn.result for turn in turns]


class _Turns:
    """The turns of one solver in fuzzing: its asker, and its result so far."""

    def __init__(self, asker: Asker, folder: Path, extent: FuzzExtent, ends: float | None) -> None:
        self._asker, self._folder, self._extent, self._ends = asker, folder, extent, ends
        self.result = SolverFuzzed(
            str(asker.declared),
            states=asker.states,
            evidence=asker.evidence,
            relations=asker.relations,
        )

    def ask_again(self) -> None:
        """Ask what was kept before."""
        for each in kept(self._folder, self.result.solver):
            again = asked_again(self._asker, each)
            self.result.again.append(again)
            if again.seen:
                self.result.left_out[each.column] = "a finding"
        self._asker.begin_anew()

    def batches(self) -> Iterator[int]:
        """Ask batch after batch, each of the column with the least time; how many were made."""
        with suppress(CannotStartError):
            self._asker.start()
        batches = Counter[str]()
        spent: dict[str, float] = defaultdict(float)  # seconds, or batches
        while self._left():
            columns = [each for each in self._extent.columns if each not in self.result.left_out]
            if not columns:
                return
            column = min(columns, key=lambda each: spent[each])
            before, began = self.result.problems.total(), monotonic()
            self._batch(column, batches[column])
            batches[column] += 1
            spent[column] += 1 if self._ends is None else monotonic() - began
            yield self.result.problems.total() - before

    def _left(self) -> int:
        """The number of problems of the next batch; 0 ends the solver's turns."""
        if len(self.result.found) >= self._extent.findings or self._is_over():
            return 0
        if self._extent.problems is None:
            return BATCH
        return min(BATCH, self._extent.problems - self.result.problems.total())

    def _is_over(self) -> bool:
        return self._ends is not None and monotonic() >= self._ends

    def _batch(self, column: str, number: int) -> None:
        states, before = self._asker.states, self._asker.states.copy()
        found: Finding | None = None
        shrinks = inf
        ends = inf if self._ends is None else monotonic() + LONGEST_BATCH

        def look(random: Random) -> Finding | None:
            nonlocal found, shrinks
            if monotonic() > shrinks or self._is_over():
                return None
            if found is None:
                if monotonic() > ends or self._why_useless(states - before):
                    return None
                self.result.problems[column] += 1
            seen = self._look(column, random)
            if seen and not found:
                found, shrinks = seen, monotonic() + self._extent.shrinking
            return seen

        place = self._extent.columns.index(column)
        key = Random(f"{self._extent.seed} {number} {place}").getrandbits(64)
        smallest = explore(look, key, self._left(), self._folder / ".hypothesis")
        if smallest is not None:
            tried = self.result.problems.total()
            self._keep(replace(smallest, tried=tried))
            return
        if why := self._why_useless(states - before):
            self.result.left_out[column] = why

    def _why_useless(self, states: Counter[State]) -> str:
        """The state because of which a column is left after a batch; empty where there is none."""
        if states["refused"] == states.total() >= MOST_REFUSED:
            return "refused"
        if states["undecided"] >= MOST_UNDECIDED and 2 * states["undecided"] > states["right"]:
            return "undecided"
        return ""

    def _look(self, column: str, random: Random) -> Finding | None:
        """Make a random problem and choose perhaps a relation, and ask."""
        problem = random_of(column, random)
        relation = random.choice((None, *self._extent.relations))
        others = relation.others(problem, random) if relation else ()
        if relation and others:
            return found_between(self._asker, column, relation, problem, tuple(others))
        return found_on(self._asker, column, problem, SOLUTIONS_ASKED)

    def _keep(self, finding: Finding) -> None:
        """Make a finding smaller, see whether it is found again, and write it."""
        is_alone = not (finding.others or finding.state == "did not end")
        if is_alone:
            finding = self._smaller(finding)
        finding = asked_again(self._asker, finding)
        if is_alone and finding.state == "wrong" and is_tried(finding.problem):
            finding = finding.with_script(finding.problem)
        keep(finding, self._folder)
        self.result.found.append(finding)
        self.result.left_out[finding.column] = "a finding"

    def _smaller(self, finding: Finding) -> Finding:
        """The finding on the smallest problem that shrinking reaches."""
        smallest = finding

        def persists(problem: Problem) -> bool:
            nonlocal smallest
            if self._is_over():
                return False
            found = found_on(self._asker, finding.column, problem, [finding.limit])
            if found is None or found.state != finding.state:
                return False
            smallest = replace(found, tried=finding.tried)
            return True

        shrunk(finding.problem, persists, MOST_SHRUNK, self._extent.shrinking)
        return smallest
