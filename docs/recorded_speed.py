"""A comparison of speed that was recorded, and how many times as long as another a solver takes.

`accord speed -o FILE` writes every repetition of every contestant (views/tables/speed.py says
which keys).  Read again, a set has its lines as they were measured, so that any contestant can be
the one that the others are compared with, and not the yardstick alone.

A quotient is formed in each repetition, in which both have been asked random forms of their own
process in random order, and is of CPU times for a puzzle.  Where the yardstick took part, each is
first divided by what the yardstick took for the same puzzles, as slow contestants are asked only
the first ones; where it did not, the quotient needs that both were asked the same puzzles.  What is
quoted of the quotients is the median and the quartiles: extremes grow with the number of
repetitions.

In the tables a figure is a median with the quartiles over the repetitions in parentheses.  `>=`
stands before one of a solver that was stopped; one that has no speed has its outcome in place of a
time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy

from accord.bench.speed.throughput import SpeedLine, SpeedRun
from accord.puzzles.files.outside_file import read_outside
from accord.puzzles.outside_data import json_value
from accord.puzzles.phrasing import UNKNOWN, counted, number, ratio, seconds
from accord.views.tables.circumstances import made_by
from accord.views.tables.speed import outcomes
from accord.views.tables.text import markdown_list, markdown_table

MOST_BYTES = 2**26
KERNEL = "backtracking-kernel"


@dataclass(frozen=True)
class Quartiles:
    """A quarter of the values lies below the first, a half below the median."""

    first: float
    median: float
    third: float


@dataclass(frozen=True)
class RecordedSet:
    """A set of puzzles, and those who took part in it."""

    name: str
    size: int  # n of n x n
    puzzles: int
    part: int  # puzzles of a repetition
    blank: float  # share of the cells
    lines: tuple[SpeedLine, ...]  # the fastest first

    def line(self, solver: str) -> SpeedLine | None:
        """The line of a solver; None where it took no part."""
        return next((each for each in self.lines if each.solver == solver), None)


@dataclass(frozen=True)
class RecordedSpeed:
    """One run of `accord speed`."""

    sets: tuple[RecordedSet, ...]
    began: str  # UTC, ISO 8601
    repeat: int
    slice: float  # seconds
    seed: int
    environment: Mapping[str, Any]
    load: tuple[tuple[float, ...], tuple[float, ...]]  # before and after


def read_speed(file: Path) -> RecordedSpeed:
    """What `accord speed -o FILE` wrote.

    Raises:
        ValueError: the file holds anything else.
    """
    try:
        found = json_value(read_outside(file, most=MOST_BYTES))
        asked = found["asked"]
        return RecordedSpeed(
            tuple(_set(each) for each in found["sets"]),
            found["began"],
            asked["repeat"],
            asked["slice"],
            asked["seed"],
            found["environment"],
            (tuple(found["load"]["before"]), tuple(found["load"]["after"])),
        )
    except (KeyError, TypeError, ValueError) as error:
        what = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise ValueError(f"{file}: found {what}, expected the JSON of accord speed") from None


def _set(found: Mapping[str, Any]) -> RecordedSet:
    lines = tuple(_line(found["name"], each) for each in found["lines"])
    names = ("name", "size", "puzzles", "part", "blank")
    return RecordedSet(**{name: found[name] for name in names}, lines=lines)


def _line(sample: str, found: Mapping[str, Any]) -> SpeedLine:
    names = ("solver", "how", "version", "outcome", "reason", "remark")
    runs = [
        SpeedRun(**{each.name: run[each.name] for each in fields(SpeedRun)})
        for run in found["runs"]
    ]
    return SpeedLine(sample, **{name: found[name] for name in names}, runs=runs)


def quartiles(values: Iterable[float]) -> Quartiles | None:
    """The quartiles of some values, interpolated linearly between neighbours; None if none are."""
    found = [*values]
    return Quartiles(*map(float, numpy.quantile(found, [0.25, 0.5, 0.75]))) if found else None


def times(line: SpeedLine) -> Quartiles | None:
    """CPU seconds for a puzzle over the repetitions; None of one that has no speed."""
    return quartiles(run.each for run in line.counting)


def versus(line: SpeedLine, other: SpeedLine) -> Quartiles | None:
    """How many times as long as the other it takes for a puzzle, over the repetitions.

    None where one of them has no speed, the other one was stopped, or both were never asked the
    same puzzles in a repetition and the yardstick, which could have been between, took no part.
    """
    if other.stopped:
        return None
    others = {run.repetition: run for run in other.counting}
    pairs = ((run, others[run.repetition]) for run in line.counting if run.repetition in others)
    found = (_of_runs(*pair) for pair in pairs)
    return quartiles(each for each in found if each is not None)


def _of_runs(run: SpeedRun, other: SpeedRun) -> float | None:
    if run.ratio is not None and other.ratio is not None:
        return other.ratio / run.ratio
    if run.puzzles != other.puzzles or not other.each:
        return None
    return run.each / other.each


def set_table(found: RecordedSet) -> str:
    """A line for each contestant, the fastest first."""
    others = references(found)
    headings = ("solver", "CPU time", *(f"x {each.solver}" for each in others), "guesses", "asked")
    return markdown_table(headings, [_row(line, others) for line in found.lines])


def references(found: RecordedSet) -> list[SpeedLine]:
    """The lines that all are compared with: of the kernel and of programs, if they have a speed."""
    lines = [found.line(KERNEL), *(line for line in found.lines if line.how == "program")]
    return [line for line in lines if line is not None and line.counting and not line.stopped]


def _row(line: SpeedLine, others: list[SpeedLine]) -> tuple[str, ...]:
    spent = times(line)
    if spent is None:
        return (line.solver, line.outcome, *[UNKNOWN] * (len(others) + 2))
    bound, last = ">=" if line.stopped else "", line.runs[-1]
    quotients = (_quotient(line, other, bound) for other in others)
    asked = f"{last.puzzles:,} x {last.copies:,}"
    return line.solver, seconds(spent.median, bound), *quotients, number(line.guesses), asked


def _quotient(line: SpeedLine, other: SpeedLine, bound: str) -> str:
    found = versus(line, other)
    if line.solver == other.solver or found is None:
        return "1" if line.solver == other.solver else UNKNOWN
    if bound:
        return ratio(found.median, bound)
    return f"{ratio(found.median)} ({ratio(found.first)} to {ratio(found.third)})"


def remarks(found: RecordedSpeed) -> str:
    """Why some have no speed, and what is to be known about the speed of others."""
    return markdown_list(outcomes([line for each in found.sets for line in each.lines]))


def circumstances(found: RecordedSpeed) -> str:
    """Date, versions, commit, machine and how it was measured, in a sentence or two."""
    facts, packages = found.environment, found.environment["packages"]
    libraries = [f"{name} {packages[name]}" for name in ("numba", "llvmlite") if name in packages]
    loads = [f"{load:.2f}" for ends in found.load for load in ends[:1]]
    return (
        f"Recorded {found.began[:10]} with "
        f"{', '.join((made_by(packages.get('accord', ''), facts), *libraries))} on "
        f"{facts['cpu']}, {counted(int(facts['threads']), 'thread')}, {facts['system']}; "
        f"{counted(found.repeat, 'repetition')} of {found.slice:g} s of CPU time, seed {found.seed}"
        f"{f'; load {loads[0]} before, {loads[1]} after' if len(loads) == 2 else ''}."
    )
