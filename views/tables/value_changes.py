"""What became of values, proofs and verdicts from one campaign to another: tables and sentences.

They are parts of the report on two campaigns (compare.py): a line for each solver, the problems on
which a solver's answers changed, the worst first, and the verdicts that changed; of many the first
LISTED.  `failures` are the sentences for those who asked to be told (`--fail-on`).
"""

from collections.abc import Iterator, Sequence

from accord.bench.analysis.anytime.value_changes import (
    BETTER,
    CHANGES,
    CONFLICT,
    LOST,
    WON,
    WORSE,
    ValueChange,
    ValueChanges,
)
from accord.bench.analysis.joint_judging import VerdictChange
from accord.puzzles.objective import Value, value_text
from accord.puzzles.phrasing import (
    UNKNOWN,
    counted,
    interval,
    listed,
    plural,
    ratio,
    seconds,
)
from accord.views.tables.statistics import INTERVAL
from accord.views.tables.text import TextTable

LISTED = 20  # problems, or verdicts
NAMED = 5  # problems in a sentence
TO_VALUE = "to value"
GATES = {"worse-value": WORSE, "lost-proof": LOST, "verdict": ""}  # what can be asked to be told
CHANGED = (
    *("problem", "solver", "change", "value old", "value new", "proved old", "proved new"),
    *("to value old", "to value new"),
)
SPARE = ("to value old", "to value new", "proved old", "proved new")
SPARE_OF_SOLVERS = (INTERVAL, "problems", CONFLICT, TO_VALUE)
SEVERITY = ("other", "weaker", "stronger")
COLUMNS = (  # of a file
    *("value_change", "old_value", "new_value", "old_proved", "new_proved"),
    *("old_to_value", "new_to_value"),
)


def tables(found: ValueChanges) -> Iterator[TextTable]:
    """The solvers, if there is an objective, and the problems that changed."""
    if found.lines:
        shown = [each for each in CHANGES if each != CONFLICT or _with(found.problems, each)]
        rows = [
            (
                _solver(line.old, line.new),
                f"{line.problems:,}",
                *(f"{line.changes[change]:,}" for change in shown),
                ratio(line.time.ratio),
                interval(line.time.low, line.time.high),
            )
            for line in found.lines
        ]
        headings = ("solver", "problems", *shown, TO_VALUE, INTERVAL)
        yield TextTable(headings, rows, 1, SPARE_OF_SOLVERS, "Values and proofs:")
    if changed := _changed(found):
        rows = [_row(each) for each in changed[:LISTED]]
        yield TextTable(CHANGED, rows, 3, SPARE)


def verdict_tables(changes: Sequence[VerdictChange]) -> Iterator[TextTable]:
    """The verdicts that changed, if any did: contradictions first, then those that are weaker."""
    ordered = sorted(changes, key=lambda each: SEVERITY.index(each.change))
    if rows := [(each.puzzle, each.old, each.new, each.change) for each in ordered[:LISTED]]:
        headings = ("problem", "old verdict", "new verdict", "change")
        yield TextTable(headings, rows, 4, (), "Verdicts, each campaign by itself:")


def notes(found: ValueChanges, verdicts: Sequence[VerdictChange]) -> Iterator[str]:
    """The sentences below the tables."""
    if found.lines:
        few = f"{100 * found.by_chance:.3g} %"
        yield (
            "better, worse value: every run of the new campaign has a better, a worse value than "
            "every run of the old; no value is worse than any. won, lost proof: every run of the "
            "one proved its answer, and none of the other. Where runs differ by chance alone, at "
            f"most {few} of the problems are said to have changed."
            + (" --repeat makes that rarer." if found.by_chance > 0.05 else "")
        )
        yield (
            "value: of the median run; to value: median time until the worse of the two values, "
            "which both have; its ratio: geometric mean over the problems of new to old, below 1 "
            "it came sooner."
        )
    for number, what in ((len(_changed(found)), "problem"), (len(verdicts), "verdict")):
        if number > LISTED:
            form = "csv" if what == "problem" else "json"
            yield f"{counted(number - LISTED, f'more {what}')} changed: {_FORM[form]} has all."
    if verdicts:
        yield (
            "verdict: weaker where less is known than before, stronger where more is, other where "
            "the two contradict each other. Grades (claimed, agreed, certified) do not count."
        )


_FORM = {"csv": "--format csv", "json": "--json"}


def failures(
    found: ValueChanges, verdicts: Sequence[VerdictChange], gates: Sequence[str]
) -> Iterator[str]:
    """Sentences on what became worse, for each solver and each of some GATES."""
    for gate in (each for each in gates if GATES[each]):
        by_solver = dict[str, list[ValueChange]]()
        for each in _with(found.problems, GATES[gate]):
            by_solver.setdefault(_solver(each.old, each.new), []).append(each)
        for solver, changes in by_solver.items():
            number, of = len(changes), plural(len(changes), "problem")
            which = [_said(each, gate) for each in changes]
            what = "has a worse value than before" if gate == "worse-value" else "lost the proof"
            yield f"{solver} {what} on {number:,} {of}: {listed(which, most=NAMED)}"
    if "verdict" in gates:
        for change, words in (("other", "contradicted"), ("weaker", "weaker than before")):
            which = [f"{e.puzzle} ({e.new}, was {e.old})" for e in verdicts if e.change == change]
            if which:
                of = plural(len(which), "verdict is", "verdicts are")
                yield f"{len(which):,} {of} {words}: {listed(which, most=NAMED)}"


def _said(change: ValueChange, gate: str) -> str:
    old, new = map(_value, change.values)
    was = f" ({new}, was {old})" if gate == "worse-value" else ""
    return f"{change.name}{was}"


def columns(change: ValueChange) -> dict[str, object]:
    """What a change adds to the row of its puzzle and solver in a file, by COLUMNS."""
    cells = (
        ", ".join(change.changes),
        *(None if value is None else value_text(value) for value in change.values),
        *change.proved,
        *change.times,
    )
    return dict(zip(COLUMNS, cells, strict=True))


def _changed(found: ValueChanges) -> list[ValueChange]:
    """The problems that changed, the worst first; conflicts are told above all tables."""
    order = (LOST, WORSE, BETTER, WON)
    changed = [each for each in found.problems if {*each.changes} & {*order}]
    if not found.lines:
        return []  # of puzzles alone, the table of times tells who solved them
    return sorted(changed, key=lambda each: min(map(order.index, each.changes)))


def _row(each: ValueChange) -> tuple[str, ...]:
    proved = [f"{some}/{all_}" for some, all_ in zip(each.proved, each.runs, strict=True)]
    return (
        each.name,
        _solver(each.old, each.new),
        ", ".join(each.changes),
        *map(_value, each.values),
        *proved,
        *map(seconds, each.times),
    )


def _with(changes: Sequence[ValueChange], kind: str) -> list[ValueChange]:
    return [each for each in changes if kind in each.changes]


def _solver(old: str, new: str) -> str:
    return new if old == new else f"{old} -> {new}"


def _value(value: Value | None) -> str:
    return UNKNOWN if value is None else value_text(value)
