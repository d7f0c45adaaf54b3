"""How fast solvers are: puzzles per second of CPU time, and ratios that hold on other machines.

`accord speed` compares handwritten backends with a plain port of Norvig's solver, the *yardstick*,
and with any program, on sets of puzzles, to proof of uniqueness (limit 2).

In a repetition all are asked the same part of a set, as much as the yardstick solves in a slice (1
s of CPU time): fast contestants in many random forms (forms.py), slow ones only the first puzzles.
The ratio to the yardstick is formed in each repetition; the median of these is quoted.  Every
answer is checked (truth.py): a contestant that is wrong, crashes or gives up has no speed.  One
that does not finish within LONGEST slices is stopped, and its speed is a bound.  Where no more time
is left than start-ups of a program differ by, the speed is UNCLEAR.
Why it is measured so: docs/explanation/measuring.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from statistics import fmean, median
from typing import TYPE_CHECKING

import numpy
from numpy.typing import NDArray

from accord.bench.judge.steps import ShowStep, not_shown, stepwise
from accord.bench.make.chance import shuffled
from accord.bench.speed.contestants import (
    LIMIT,
    UNKNOWN,
    YARDSTICK,
    Contestant,
    NoSpeedError,
    TimedAnswers,
    asked_without_garbage,
)
from accord.bench.speed.forms import PuzzleSet, forms
from accord.bench.speed.truth import fault, probes, solutions_of
from accord.puzzles import Grid, Puzzle

if TYPE_CHECKING:
    from accord.solvers.interface import Grids

SLICE = 1.0  # seconds of CPU time that a contestant works in a repetition
REPETITIONS = 5
LONGEST = 10  # slices after which a contestant is stopped
MOST = 1 << 24  # cells of all puzzles that are asked at once: 200,000 of 9x9
ESTIMATE = 1 / 8  # of a slice: what an estimate of the speed has to be made in at least


@dataclass(frozen=True)
class SpeedRun:
    """One contestant, one set, one repetition."""

    repetition: int  # 1, 2, ...
    puzzles: int  # of the set
    copies: int  # forms of each
    seconds: float  # CPU time of all
    finished: bool  # else it was stopped
    guesses: float | None  # per puzzle; None where it does not count them
    yardstick: float | None = None  # seconds that the yardstick took for one of these puzzles
    start_up: float | None = None  # seconds that have been subtracted

    @property
    def each(self) -> float:
        """Seconds for a puzzle; where it was stopped, it would have taken more."""
        return self.seconds / (self.puzzles * self.copies)

    @property
    def ratio(self) -> float | None:
        """The speed as a multiple of the yardstick's; an upper bound where it was stopped."""
        return self.yardstick / self.each if self.yardstick and self.each else None


@dataclass(frozen=True)
class Spread:
    """A figure with its spread over the repetitions."""

    median: float
    least: float
    greatest: float


@dataclass
class SpeedLine:
    """The speed of a contestant on a set, with its ratio to the yardstick."""

    sample: str
    solver: str
    how: str  # one by one, array or program
    version: str
    outcome: str = "OK"  # WRONG, ERROR, GAVE UP, TOO SLOW, UNCLEAR, UNSUPPORTED: no speed
    reason: str = ""  # of that
    remark: str = ""  # what else one has to know
    runs: list[SpeedRun] = field(default_factory=list)

    @property
    def speed(self) -> Spread | None:
        """Puzzles per second."""
        return _spread(1 / run.each for run in self.counting if run.each)

    @property
    def ratio(self) -> Spread | None:
        """The speed as a multiple of the yardstick's, over the repetitions."""
        return _spread(run.ratio for run in self.counting if run.ratio is not None)

    @property
    def guesses(self) -> float | None:
        """Per puzzle, mean over all runs."""
        known = [run.guesses for run in self.counting if run.guesses is not None]
        if not known or len(known) < len(self.counting):
            return None
        return fmean(known, [run.puzzles * run.copies for run in self.counting])

    @property
    def stopped(self) -> bool:
        """Whether speed and ratio are bounds, as it did not finish."""
        return any(not run.finished for run in self.counting)

    @property
    def counting(self) -> list[SpeedRun]:
        """The runs that speak of its speed: none where it has no speed."""
        return self.runs if self.outcome == "OK" else []


def _spread(values: Iterable[float]) -> Spread | None:
    found = sorted(values)
    return Spread(median(found), found[0], found[-1]) if found else None


@dataclass(frozen=True)
class MeasuredSet:
    """A set, and those who take part in it."""

    sample: PuzzleSet
    part: int  # puzzles of a repetition
    lines: tuple[SpeedLine, ...]


def measured(
    puzzle_sets: Sequence[PuzzleSet],
    contestants: Sequence[Contestant],
    *,
    repeat: int = REPETITIONS,
    seed: int = 0,
    seconds: float = SLICE,
    steps: ShowStep = not_shown,
) -> tuple[MeasuredSet, ...]:
    """Measure the contestants on sets of puzzles, line by line.

    Args:
        puzzle_sets: the puzzles.
        contestants: of different names; the one called YARDSTICK is what the others are held to.
        repeat: how many repetitions.
        seed: draws parts, forms and orders.
        seconds: a slice of CPU time.
        steps: called before each set is warmed up, and before each repetition of it.
    """
    fields = [_Measurement(sample, contestants, seed, seconds) for sample in puzzle_sets]
    try:
        for each in stepwise("warming up", fields, steps):
            each.prepare()
        turns = [
            (each, repetition)
            for repetition in range(1, repeat + 1)
            for each in shuffled(fields, Random(f"{seed} {repetition}"))
        ]
        for each, repetition in stepwise("measuring", turns, steps):
            each.repeat(repetition)
    finally:
        for contestant in contestants:
            contestant.end()
    return tuple(MeasuredSet(each.sample, each.part, tuple(each.lines.values())) for each in fields)


class _Measurement:
    """A set while it is measured: what is true of it, and who is still asked."""

    def __init__(
        self, sample: PuzzleSet, contestants: Sequence[Contestant], seed: int, seconds: float
    ) -> None:
        self.sample = sample
        self.contestants = {each.name: each for each in contestants}
        self.lines = {
            each.name: SpeedLine(sample.name, each.name, each.how, each.version)
            for each in contestants
        }
        self.part = len(sample.givens)
        self._seed, self._slice = seed, seconds
        self._most = max(1, MOST // max(4, len(sample.shape.cells)))  # puzzles at once
        self._order = shuffled(range(len(sample.givens)), self._random("order"))
        self._plan: dict[str, tuple[int, int]] = {}  # by contestant: puzzles of a part, and copies
        self._true: dict[int, int] = {}  # by puzzle: its number of solutions, up to LIMIT

    def _random(self, what: object) -> Random:
        return Random(f"{self._seed} {self.sample.name} {what}")

    def prepare(self) -> None:
        """Warm all contestants up, and settle how many puzzles each of them is asked."""
        estimates: dict[str, float] = {}
        for name, contestant in self.contestants.items():
            try:
                if reason := contestant.unsupported(self._puzzle(self._order[0])):
                    raise NoSpeedError("UNSUPPORTED", reason)
                self._probe(contestant)
                estimates[name] = self._estimate(contestant)
            except NoSpeedError as out:
                self._out(name, out)
        fastest = min(estimates.values(), default=self._slice)
        slow = estimates.get(YARDSTICK, fastest)
        self.part = asked_of(slow, self._slice, self.part, self._most)[0]
        self._plan = {
            name: asked_of(each, self._slice, self.part, self._most)
            for name, each in estimates.items()
        }

    def _probe(self, contestant: Contestant) -> None:
        """Ask a contestant puzzles with two solutions and with none.

        Of a program that is not asked for two it is only remarked whether it is right.

        Raises:
            NoSpeedError: it is not, or gives no answer.
        """
        shape, random = self.sample.shape, self._random("probes")
        grids = (grid for place in self._order[:10] for grid in self._solutions(place)[:1])
        grid = next(grids, None)
        if grid is None:
            return
        givens, counts = probes(shape, grid, random)
        if contestant.limit_known:
            self._asked(contestant, givens, counts)
            return
        several = [place for place, count in enumerate(counts) if count == LIMIT]
        answers = self._asked(contestant, givens[several], None)
        if several:
            self.lines[contestant.name].remark = _remark(answers)

    def _estimate(self, contestant: Contestant) -> float:
        """About how many seconds it takes for a puzzle.

        Raises:
            NoSpeedError: it takes too many, or is wrong.
        """
        random = self._random(f"estimate {contestant.name}")
        size, warm = 1, False
        while True:
            places = random.choices(range(len(self.sample.givens)), k=size)
            answers = self._asked(contestant, *self._formed(places, 1, random))
            if not answers.finished:
                puzzles = f"{size:,} puzzles" if size > 1 else "a puzzle"
                limit = f"{LONGEST * self._slice:g} s of wall time"
                raise NoSpeedError("TOO SLOW", f"{puzzles} took more than {limit}")
            enough = max(ESTIMATE * self._slice, min(answers.start_up or 0.0, self._slice))
            if warm and (answers.seconds >= enough or size * 4 > self._most):
                return answers.seconds / size
            warm, size = True, size * 4 if warm else size

    def repeat(self, repetition: int) -> None:
        """Ask every contestant that is still in, once."""
        random = self._random(repetition)
        start = (repetition - 1) * self.part
        places = [self._order[(start + i) % len(self._order)] for i in range(self.part)]
        lines = self.lines
        left = [n for n in self._plan if lines[n].outcome == "OK" and not lines[n].stopped]
        if not left:
            return
        most = max(self._plan[name][1] for name in left)
        givens, counts = self._formed(places, most, random)
        runs: dict[str, SpeedRun] = {}
        times: NDArray[numpy.float64] | None = None
        for name in shuffled(left, random):
            puzzles, copies = self._plan[name]
            asked = puzzles * copies
            try:
                answers = self._asked(self.contestants[name], givens[:asked], counts[:asked])
                if answers.start_up is not None and answers.seconds <= answers.start_up_spread:
                    raise NoSpeedError("UNCLEAR", _unclear(answers))
            except NoSpeedError as out:
                self._out(name, out)
                continue
            runs[name] = _run(repetition, puzzles, copies, answers)
            if name == YARDSTICK and answers.finished and answers.each is not None:
                times = answers.each.reshape(copies, puzzles).mean(axis=0)
        for name, run in runs.items():
            same = None if times is None else float(times[: run.puzzles].mean())
            lines[name].runs.append(replace(run, yardstick=same))

    def _formed(
        self, places: Sequence[int], copies: int, random: Random
    ) -> tuple[Grids, list[int]]:
        """Random forms of these puzzles, and for each its number of solutions."""
        givens = forms(self.sample.shape, self.sample.givens[list(places)], copies, random)
        return givens, [self._count(place) for place in places] * copies

    def _count(self, place: int) -> int:
        if place not in self._true:
            self._true[place] = len(self._solutions(place))
        return self._true[place]

    def _solutions(self, place: int) -> tuple[Grid, ...]:
        return solutions_of(self._puzzle(place))

    def _puzzle(self, place: int) -> Puzzle:
        return Puzzle(self.sample.shape, Grid(self.sample.givens[place].tolist()))

    def _asked(
        self, contestant: Contestant, givens: Grids, counts: Sequence[int] | None
    ) -> TimedAnswers:
        """A contestant's answers, held against the truth as far as that is known.

        Raises:
            NoSpeedError: it has none, or one is wrong.
        """
        shape = self.sample.shape
        answers = asked_without_garbage(contestant, shape, givens, LONGEST * self._slice)
        if counts is not None and (wrong := fault(shape, givens, counts, answers)):
            raise NoSpeedError("WRONG", wrong)
        if answers.gave_up:
            undecided = f"{int((answers.counts == UNKNOWN).sum()):,} of {len(givens):,} puzzles"
            raise NoSpeedError("GAVE UP", f"{undecided}: {answers.gave_up}")
        return answers

    def _out(self, name: str, out: NoSpeedError) -> None:
        self.lines[name].outcome, self.lines[name].reason = out.outcome, out.reason


def _remark(answers: TimedAnswers) -> str:
    """A remark on a program that may not prove uniqueness: found on puzzles with two solutions."""
    if not answers.finished:
        return (
            "was stopped before it answered puzzles with two solutions: whether it proves "
            "uniqueness is not known"
        )
    if (answers.counts == UNKNOWN).all():
        return "prints no counts: whether it proves uniqueness is not known"
    if (answers.counts < LIMIT).any():
        return "stops at the first solution of a puzzle that has two: it does less work"
    return ""


def _unclear(answers: TimedAnswers) -> str:
    """The remark that a program's start-up hides the time of its puzzles."""
    return (
        f"its start-up of {answers.start_up:.3g} s of CPU time hides what its puzzles take: "
        f"{answers.seconds:.3g} s are left, and start-ups differ by "
        f"{answers.start_up_spread:.3g} s; a longer --time shows more"
    )


def asked_of(each: float, seconds: float, part: int, most: int) -> tuple[int, int]:
    """The numbers of puzzles of a part, and of their forms, for a contestant's time slice.

    Args:
        each: seconds that it takes for a puzzle.
        seconds: the slice.
        part: puzzles that there are.
        most: that may be asked at once.
    """
    fit = max(1, min(most, int(seconds / each) if each > 0 else most))
    return (fit, 1) if fit < part else (part, max(1, fit // part))


def _run(repetition: int, puzzles: int, copies: int, answers: TimedAnswers) -> SpeedRun:
    known = answers.finished and (answers.guesses != UNKNOWN).all()
    guesses = float(answers.guesses.mean()) if known else None
    run = SpeedRun(repetition, puzzles, copies, answers.seconds, answers.finished, guesses)
    return replace(run, start_up=answers.start_up)


def ranked(lines: Iterable[SpeedLine]) -> list[SpeedLine]:
    """The fastest first; who has no speed stands below in the order of the names.

    By the ratio where there is one, as it allows for a solver that was asked fewer puzzles.
    """

    def place(line: SpeedLine) -> tuple[float, float, str]:
        ratio, speed = (each.median if each else 0.0 for each in (line.ratio, line.speed))
        return -ratio, -speed, line.solver

    return sorted(lines, key=place)
