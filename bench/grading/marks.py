"""Marks: what an answer is worth, and the sentence that says why.

The rule.  The points of a task are shared equally by its puzzles, public and hidden.  An answer
that is right and in time has its share: a grid that obeys the rules and keeps the givens, whichever
of several it is; or that there is none, where there is none.  Where the tasks say `slow`, a right
answer that takes more than so many times the reference, and more than FREE seconds, has half of
it.  Everything else has nothing; nothing is taken away.  That there is none counts only if it is
said of no puzzle of the task that has a solution: who says it of all would be right of some.

Of a problem with an objective an answer is right that has the best value.

The time of an answer is wall time on one core that all of its processes share: what they do at a
time gains nothing.  The start is left out: of a function the start of Python and the loading of its
file; of a program, which is started for nothing before each question, what that took, up to START
seconds.  Every puzzle is relabelled for each student: values, rows, columns and bands have traded
names and places; of another problem variables and constraints have another order.  A public one
that is wrong then is asked as published, too, for no points: who is right there has stored the
answer.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from pathlib import Path
from signal import NSIG, strsignal
from statistics import median
from typing import NamedTuple

from accord.bench.grading.packages import with_missing
from accord.bench.grading.submissions import START
from accord.bench.grading.tasks import Assignment
from accord.bench.run.report import Report
from accord.puzzles.objective import value_text
from accord.puzzles.outside_data import in_a_line
from accord.puzzles.phrasing import counted, plural, seconds
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle

FREE = 0.1  # seconds; an answer within them is never slow
LEAST = 0.001  # seconds of an answer at least, where its start took as long as all of it
SHOWN = 200  # characters of what a student's program has printed, the last ones
STATES = ("right", "slow", "plain", "wrong", "late", "failed")
RIGHT = STATES[:3]
SAID_OF_ALL = "It says that there is no solution, but also of puzzles that have one."
DOUBTED = ("wrong", "failed")  # where the answer as published tells whether it is stored
_NAME = re.compile(r"\S*[./]\w|\S*[:,](?: |$)")  # of a program or file, at the beginning
_LEFT = re.compile(r"; left behind, and ended: .*")
_ASIDE = re.compile(r"; its last output: .*|: see --.*", re.DOTALL)  # said elsewhere, or to others
_WHERE = re.compile(r" \(\w+\.py, line \d+\)")
_KIND = re.compile(r"^(?:SubmissionError|ModelError|RuntimeError|GaveUpError): ")


@dataclass(frozen=True)
class Mark:
    """The mark of one puzzle: state, points, times and a sentence for the student."""

    task: str
    instance: str
    part: str  # public or hidden; published: a public one as it was published, for no points
    state: str  # of STATES
    sentence: str
    points: float = 0.0
    seconds: float | None = None  # wall, without the start
    start: float | None = None  # seconds of it; None of a model
    ratio: float | None = None  # to the reference's
    nodes: float | None = None  # of the search in a model, as ratio to those in the reference's
    size: str = ""  # of a model
    compared: int | None = None  # solutions of a model, where not all were; else None
    says_none: bool = False  # the answer is that there is no solution
    loaded: bool = True  # a function's file was; otherwise it would be the same for every puzzle


@dataclass(frozen=True)
class StudentMarks:
    """The marks of one student's submission."""

    student: str
    form: str  # function, line, dimacs or xcsp3, or languages of models; empty where it is none
    marks: Sequence[Mark] = ()
    problem: str = ""  # why nothing was asked
    most: float = 0.0  # points that can be had

    @property
    def counting(self) -> list[Mark]:
        """The marks that count for points."""
        return [mark for mark in self.marks if mark.part != "published"]

    @property
    def points(self) -> float:
        """The sum of the points."""
        return sum(mark.points for mark in self.counting)

    @property
    def right(self) -> int:
        """The number of right answers."""
        return sum(mark.state in RIGHT for mark in self.counting)

    @property
    def ratio(self) -> float | None:
        """The geometric mean of those of right answers; None without any."""
        return _mean(mark.ratio for mark in self.counting if mark.points)

    @property
    def nodes(self) -> float | None:
        """The geometric mean of the ratios of nodes of right models; None without any."""
        return _mean(mark.nodes for mark in self.counting if mark.points)

    @property
    def times(self) -> tuple[float | None, float | None]:
        """The medians of seconds and of starts, of right answers; None without any."""
        right = [mark for mark in self.counting if mark.points]
        several = ([mark.seconds for mark in right], [mark.start for mark in right])
        known = ([each for each in times if each is not None] for times in several)
        own, start = (round(median(times), 6) if times else None for times in known)
        return own, start

    @property
    def stored(self) -> int:
        """The number of public puzzles solved as published, and not when relabelled."""
        own = {(mark.task, mark.instance, mark.part): mark.state for mark in self.marks}
        return sum(
            own.get((task, name, "public")) in DOUBTED
            for (task, name, part), state in own.items()
            if part == "published" and state == "right"
        )

    @property
    def sentence(self) -> str:
        """The whole in a sentence, for the student."""
        if self.problem:
            return self.problem
        if self.stored:
            return (
                f"{counted(self.stored, 'public puzzle')} right as published, and wrong when "
                "numbers and rows trade places: the answers are stored, not found."
            )
        total, bad = len(self.counting), [mark for mark in self.counting if not mark.points]
        if not bad:
            states = [mark.state for mark in self.counting]
            slow, plain = states.count("slow"), states.count("plain")
            said = f"All answers are right: {total}"
            said += f", {slow} of them slow" if slow else ""
            said += f", {plain} of them with no use of a required kind" if plain else ""
            known = [mark.compared for mark in self.counting if mark.compared is not None]
            if known:
                least = min(known)
                show = f"{counted(least, 'compared solution')} {plural(least, 'shows', 'show')}"
                said += f", equal as far as {show}"
            return f"{said}."
        first = bad[0].sentence
        if len(bad) == total:
            return first
        tasks = [*dict.fromkeys(mark.task for mark in bad)]
        where = f"{counted(len(bad), 'answer')} of {total} without points, in {', '.join(tasks)}"
        return f"{where}. The first, {bad[0].instance}: {first}"


@dataclass(frozen=True)
class ClassMarks:
    """The marks of all students of an assignment."""

    assignment: Assignment
    students: Sequence[StudentMarks]
    isolated: bool
    seed: int  # of the relabelling: the same one in the tasks repeats it
    refuted: Sequence[str] = ()  # puzzles on which the reference is wrong
    sizes: Sequence[str] = ()  # of the arrays by which models are compared, for each instance


def _mean(ratios: Iterable[float | None]) -> float | None:
    """The geometric mean of those that are known."""
    logs = [log(each) for each in ratios if each]
    return exp(sum(logs) / len(logs)) if logs else None


def is_slow(assignment: Assignment, took: float | None, ratio: float | None) -> bool:
    """Whether a right answer of so many seconds, and this ratio to the reference's, is slow."""
    slow = assignment.slow
    return bool(slow and ratio and ratio > slow and (took or 0.0) > FREE)


def is_better(problem: Problem, one: Report, other: Report) -> bool:
    """Whether one run has a solution where the other has none, or has a better one."""
    mine, best = one.grids.value, other.grids.value
    if problem.goal is None or mine is None or best is None:
        return bool(one.grids.valid and not other.grids.valid)
    return problem.goal.is_better(mine, best)


class Judged(NamedTuple):
    """The judgement of an answer before `slow` is considered; fields as those of a Mark."""

    state: str
    sentence: str
    says_none: bool = False
    loaded: bool = True


def marked(
    form: str,
    report: Report,
    problem: Problem,
    reference: Report,
    assignment: Assignment,
    beside: Path | None = None,
) -> Judged:
    """The judgement of an answer.

    Args:
        form: of the submission.
        report: of the submission, asked for one solution.
        problem: what was asked.
        reference: of the reference, asked the same; decided.
        assignment: whose limits held.
        beside: the folder in which the submission stands.
    """
    measured = "encode_time" in report.cost
    if form == "function" and measured and "decode_time" not in report.cost:  # see caller.py
        if report.outcome == "TIMEOUT" and report.reason.startswith("ended from outside"):
            in_time = f"in {seconds(assignment.seconds)}"
            return Judged("late", f"Its file was not loaded {in_time}.", loaded=False)
        return Judged("failed", sentence_of(_LEFT.sub("", report.reason), beside), loaded=False)
    took, _ = time_of(form, report)
    if report.outcome == "TIMEOUT" or (took or 0.0) > assignment.seconds:
        return Judged("late", f"It gave no answer in {seconds(assignment.seconds)}.")
    if report.outcome == "MEMOUT":
        return Judged("failed", f"It used more than {assignment.megabytes} MiB of memory.")
    if report.grids.valid:
        if is_better(problem, reference, report):
            mine, best = report.grids.value, reference.grids.value
            said = f"Its value is {value_text(mine)}, and the best is {value_text(best)}."  # type: ignore[arg-type]
            return Judged("wrong", said)
        return Judged("right", "Right.")
    if report.grids.kept:
        grid = report.grids.kept[0]
        if isinstance(problem, Puzzle) and tuple(grid) == tuple(problem.givens):
            return Judged("wrong", "It returned the puzzle unchanged.")
        broken = next(iter(problem.violations(grid)))
        what = "grid" if isinstance(problem, Puzzle) else "answer"
        return Judged("wrong", f"The {what} is no solution: {broken}.")
    if report.exhausted and report.outcome == "OK":
        if reference.grids.valid:
            how = " (it returned None)" if form == "function" else ""
            words = f"It says that there is no solution{how}, but there is one."
            return Judged("wrong", words, says_none=True)
        return Judged("right", "Right: there is no solution.", says_none=True)
    words = _KIND.sub("", _WHERE.sub("", _ASIDE.sub("", _LEFT.sub("", report.reason))))
    return Judged("failed", sentence_of(words or "it ended without an answer", beside))


def _manner(code: re.Match[str]) -> str:
    """An exit code, or the signal that it stands for in a shell and in the sandbox."""
    number = int(code[1]) - 128
    name = strsignal(number) if 0 < number < NSIG else None
    return f"ended by signal {number}, {name}" if name else code[0]


def sentence_of(words: str, beside: Path | None = None) -> str:
    """Words as a sentence; `beside` as in `with_missing`.

    >>> print(sentence_of("p.sh printed no grid"), sentence_of("it ended"))
    p.sh printed no grid. It ended.
    """
    words = re.sub(r"\bexit code (\d{1,3})\b", _manner, words)
    words = with_missing(in_a_line(words), beside)  # whatever a student has written
    if not _NAME.match(words):
        words = words[:1].upper() + words[1:]
    return words + ("" if words.endswith((".", "?", "!")) else ".")


def believed(marks: Sequence[Mark]) -> list[Mark]:
    """A task's marks, without points for claims that there is none, if one of these is wrong."""
    if not any(mark.says_none and mark.state == "wrong" for mark in marks):
        return [*marks]
    return [
        replace(mark, state="wrong", sentence=SAID_OF_ALL, points=0.0)
        if mark.says_none and mark.state != "wrong"
        else mark
        for mark in marks
    ]


def time_of(form: str, report: Report) -> tuple[float | None, float | None]:
    """Wall seconds of an answer without its start, and of its start; see submissions.py."""
    known = report.cost.get
    whole = known("search_time", known("wall_time"))
    if form == "function":
        return whole, known("encode_time")
    start = known("decode_time")
    own = min(start or 0.0, START)
    return (None if whole is None else max(LEAST, whole - own)), start


def with_printed(sentence: str, printed: str) -> str:
    """A sentence, and behind it the last lines of what a program has printed, made harmless."""
    last = printed.strip()[-SHOWN:]
    if len(printed.strip()) > SHOWN:
        last = f"... {last.partition(chr(10))[2] or last}"
    words = in_a_line(" | ".join(filter(None, map(str.strip, last.splitlines()))), 4 * SHOWN)
    is_said = words in sentence or "It printed" in sentence
    return sentence if is_said or not words else f"{sentence} It printed: {words}"
