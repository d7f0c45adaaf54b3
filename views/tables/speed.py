"""A comparison of speed (bench/speed/throughput.py), for people and for machines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field
from typing import Any

from accord.bench.speed.contestants import LIMIT, YARDSTICK
from accord.bench.speed.throughput import LONGEST, MeasuredSet, SpeedLine, ranked
from accord.puzzles.phrasing import UNKNOWN, counted, number, ratio, seconds
from accord.views.tables.circumstances import made_by
from accord.views.tables.text import PrintedReport, TextTable

HEADINGS = ("solver", "puzzles/s", "guesses", "ratio", "least", "greatest", "asked")
WAYS = {
    "array": "all puzzles in one call",
    "one by one": "a call for each puzzle",
    "program": "a line for each puzzle",
}


@dataclass(frozen=True)
class SpeedComparison:
    """Measured sets of puzzles, with the circumstances of the measurement."""

    measured_sets: tuple[MeasuredSet, ...]
    repeat: int
    seed: int
    slice: float  # seconds
    environment: Mapping[str, Any]  # as campaigns record it (bench/run/environment.py)
    load: tuple[Sequence[float], Sequence[float]] = ((), ())  # before and after
    missing: Mapping[str, str] = field(default_factory=dict)  # by backend, what it needs
    began: str = ""  # UTC, ISO 8601


def report(found: SpeedComparison) -> PrintedReport:
    """Versions, machine and load, a table for each set, and notes."""
    tables = [
        TextTable(
            HEADINGS,
            [*map(_row, ranked(each.lines))],
            title=f"{each.sample.name}: {counted(len(each.sample.givens), 'puzzle')} of "
            f"{each.sample.shape.size}x{each.sample.shape.size}",
        )
        for each in found.measured_sets
    ]
    return PrintedReport(tables, [*notes(found)], record=as_json(found), title=circumstances(found))


def _row(line: SpeedLine) -> tuple[str, ...]:
    name = line.solver + " *" * bool(line.remark)
    if line.speed is None:
        return (name, line.outcome, *[UNKNOWN] * (len(HEADINGS) - 2))
    bound, last = "<=" if line.stopped else "", line.runs[-1]
    ratios = ["1", UNKNOWN, UNKNOWN] if line.solver == YARDSTICK else [UNKNOWN] * 3
    if line.ratio and line.solver != YARDSTICK:
        ratios = [ratio(value, bound) for value in astuple(line.ratio)]
    asked = f"{last.puzzles:,} x {last.copies:,}"
    return name, number(line.speed.median, bound), number(line.guesses), *ratios, asked


def notes(found: SpeedComparison) -> Iterator[str]:
    """The notes below the tables."""
    lines = [line for measured_set in found.measured_sets for line in measured_set.lines]
    yield (
        f"puzzles/s: per second of CPU time, one thread, to proof of uniqueness (limit {LIMIT}); "
        f"median of {counted(found.repeat, 'repetition')}, interleaved."
    )
    yield (
        f"ratio: how many times as fast as {YARDSTICK} (a plain port) on the same "
        "puzzles in the same repetition; median, least and greatest."
    )
    yield "asked: puzzles of the set in each repetition x random forms of each."
    yield from _ways(lines)
    if any(line.stopped for line in lines):
        yield (
            f"<=: it did not finish within {LONGEST * found.slice:g} s of wall time, and was "
            "asked no more."
        )
    yield from outcomes(lines)
    for name, needs in found.missing.items():
        yield f"not installed: {name} {needs}."


def _ways(lines: Sequence[SpeedLine]) -> Iterator[str]:
    """A sentence on how the contestants are asked."""
    ways = []
    for how in dict.fromkeys(line.how for line in lines):
        names = dict.fromkeys(line.solver for line in lines if line.how == how)
        ways.append(f"{WAYS[how]}: {', '.join(names)}")
    yield f"{'; '.join(ways)}."


def outcomes(lines: Sequence[SpeedLine]) -> Iterator[str]:
    """Sentences on contestants without a speed, and remarks on the speeds of others."""
    why: dict[tuple[str, str, str], list[str]] = {}
    for line in lines:
        if line.reason:
            why.setdefault((line.outcome, line.solver, line.reason), []).append(line.sample)
    for (outcome, solver, reason), places in why.items():
        yield f"{outcome} {solver} on {', '.join(places)}: {reason}"
    for solver, remark in dict.fromkeys((line.solver, line.remark) for line in lines):
        if remark:
            yield f"* {solver} {remark}."
    for solver in dict.fromkeys(line.solver for line in lines):
        runs = [run for line in lines if line.solver == solver for run in line.runs]
        if times := sorted(run.start_up for run in runs if run.start_up is not None):
            typical = seconds(times[len(times) // 2])
            yield f"{solver}: its start-up, {typical} (median), is subtracted."


def circumstances(found: SpeedComparison) -> str:
    """Versions, machine and load in a line."""
    facts, packages = found.environment, found.environment["packages"]
    numba = f"numba {packages['numba']}" if "numba" in packages else "without numba"
    before, after = ("".join(f"{load:.2f}" for load in loads[:1]) for loads in found.load)
    load = f"load {before} before, {after} after; " if before and after else ""
    made = made_by(packages.get("accord", ""), facts)
    asked = f"seed {found.seed}, slice {found.slice:g} s."
    return f"{made}, {numba}; {facts['cpu']}; {load}{asked}"


def as_json(found: SpeedComparison) -> dict[str, Any]:
    """The comparison as an object for JSON: null is not known, times are CPU seconds.

    asked
        limit, repeat, seed, slice (seconds), yardstick
    began (UTC, ISO 8601), environment, load (before and after), missing (by backend, what it needs)
    sets
        name, size, puzzles, part (puzzles of a repetition), blank (share of the cells), lines: the
        fastest first, with
        solver, how, version, outcome, reason, remark, bound (whether speed and ratio are upper
        bounds); speed (puzzles per second) and ratio, each with median, least and greatest;
        guesses; runs: repetition, puzzles, copies (forms of each), seconds (of all), finished,
        guesses (per puzzle), yardstick (its seconds for one of these puzzles), start_up
        (subtracted), ratio
    """
    return {
        "asked": {"limit": LIMIT}
        | {name: getattr(found, name) for name in ("repeat", "seed", "slice")}
        | {"yardstick": YARDSTICK},
        "began": found.began,
        "environment": dict(found.environment),
        "load": {"before": list(found.load[0]), "after": list(found.load[1])},
        "missing": dict(found.missing),
        "sets": [
            {
                "name": measured_set.sample.name,
                "size": measured_set.sample.shape.size,
                "puzzles": len(measured_set.sample.givens),
                "part": measured_set.part,
                "blank": float((measured_set.sample.givens == 0).mean()),
                "lines": [_line(line) for line in ranked(measured_set.lines)],
            }
            for measured_set in found.measured_sets
        ],
    }


def _line(line: SpeedLine) -> dict[str, Any]:
    names = ("solver", "how", "version", "outcome", "reason", "remark")
    return {name: getattr(line, name) for name in names} | {
        "bound": line.stopped,
        "speed": asdict(line.speed) if line.speed else None,
        "ratio": asdict(line.ratio) if line.ratio else None,
        "guesses": line.guesses,
        "runs": [asdict(run) | {"ratio": run.ratio} for run in line.runs],
    }
