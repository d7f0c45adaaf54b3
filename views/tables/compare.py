"""Two campaigns compared, on a terminal, as Markdown, CSV and JSON.

Conflicts come first, by solver where one has many, then a line for each solver, then the puzzles on
which something changed: the worst first, and of many the first LISTED.  Of problems with an
objective value_changes.py tells of values and proofs, and of all verdicts.  The CSV and the JSON
have every puzzle and solver.
"""

from collections.abc import Iterator
from dataclasses import asdict
from math import isnan, log
from typing import Any

from accord.bench.analysis.circumstances import PACKAGE
from accord.bench.analysis.compare import Comparison, ComparisonLine
from accord.bench.analysis.joint_judging import campaigns_in_words
from accord.puzzles.phrasing import counted, interval, listed, ratio
from accord.views.tables import value_changes
from accord.views.tables.statistics import (
    ALIKE,
    DOUBT,
    INTERVAL,
    TYPICAL,
    TYPICAL_INTERVAL,
    TYPICAL_SIGN,
    difference,
    doubt,
    pair_cells,
)
from accord.views.tables.table import CLOCKS, FAILED, defined, incomplete, refuted_where, signs
from accord.views.tables.text import ALWAYS, Legend, PrintedReport, TextTable

LISTED = 20  # puzzles
NAMED = 8  # solvers without a match, or packages
LONGEST = 60  # characters of a value
CHANCE = "up to 11 %"  # see bench/analysis/noise.py
BY_CHANCE = "9 %"
HEADINGS = (
    *("solver", "version", "puzzles", "ratio", INTERVAL, "typical", TYPICAL_INTERVAL),
    "over all",
)
# These columns go first, in a terminal.
SPARE = (
    *("counters", "unknown", TYPICAL_INTERVAL, "typical", "version", "same", "puzzles"),
    *("conflict", "better", "worse", INTERVAL, "ratio"),
)
CHANGED = ("puzzle", "solver", "change", "ratio", INTERVAL, "solved old", "solved new")


def report(found: Comparison, *, every: bool = False) -> PrintedReport:
    """The report of a comparison; CSV has a row for each puzzle and solver.

    Args:
        found: the comparison.
        every: a sentence for every refuted claim, not one for each solver with many.
    """
    values = {name: value for name, value in vars(found).items() if name != "changes"}
    values |= {"lines": [_line_json(line) for line in found.lines]}
    values |= {name: [asdict(each) for each in values[name]] for name in _REFUTED}
    changes = found.changes.to_dict("records")
    values |= {"changes": changes, "silent": values.pop("unreported")}
    values |= {"values": asdict(found.values), "verdicts": [asdict(e) for e in found.verdicts]}
    old, new = found.folders
    columns = [*found.changes, *(value_changes.COLUMNS if found.values.lines else ())]
    return PrintedReport(
        [*_tables(found)],
        notes(found),
        columns,
        [tuple(_plain(row.get(column, "")) for column in columns) for row in _rows(found)],
        values,
        title=f"{old} (old) -> {new} (new), {CLOCKS.get(found.measure, found.measure)}",
        above=conflicts(found, every=every) if found.conflicts else (),
        disturbances=found.disturbances,
    )


def _rows(found: Comparison) -> list[dict[str, Any]]:
    """A row for each puzzle and solver: its time, and what became of its value."""
    names = ("puzzle", "old", "new")
    rows = dict[tuple[str, ...], dict[str, Any]]()
    for row in found.changes.to_dict("records"):
        named = {str(name): value for name, value in row.items()}
        rows[tuple(named[name] for name in names)] = named
    for each in found.values.problems:
        key = each.puzzle, each.old, each.new
        alone = dict(zip(names, key, strict=True)) | {"name": each.name}
        rows[key] = rows.get(key, alone) | value_changes.columns(each)
    return [*rows.values()]


def _plain(value: object) -> object:
    """A value for CSV: of a float six digits, nothing where it is not known."""
    if not isinstance(value, float):
        return value
    return "" if isnan(value) else f"{value:.6g}"


_REFUTED = ("conflicts", "refuted_solvers")


def _line_json(line: ComparisonLine) -> dict[str, Any]:
    shown = asdict(line)
    shown["pair"] |= {"different": line.pair.different, "few": line.pair.doubtful}
    return shown | {"same_search": line.same_search, "telling": shown.pop("informative")}


def conflicts(found: Comparison, *, every: bool = False) -> list[str]:
    """A sentence for every refuted claim, or for each solver where one has many."""
    if every or all(each.puzzles == 1 for each in found.refuted_solvers):
        return _claims(found)
    sentences = [f"CONFLICT {refuted_where(each)}" for each in found.refuted_solvers]
    return [*sentences, f"refuted claims: {found.refuted:,}; --wide and --json name them."]


def _claims(found: Comparison) -> list[str]:
    sentences = []
    for each in found.conflicts:
        apart = [
            f"{side} alone: {verdict}"
            for side, verdict in zip(("old", "new"), each.verdicts, strict=True)
            if verdict
        ]
        side = campaigns_in_words(each.campaign)
        sentences.append(
            f"CONFLICT {each.puzzle}: {each.solver} ({side}) {each.reason}; {'; '.join(apart)}"
        )
    if more := found.refuted - len(found.conflicts):
        sentences.append(f"CONFLICT and {more:,} times more: `accord.load` has every row.")
    return sentences


def title(line: ComparisonLine) -> str:
    """The name of a solver, or both of its names where they differ."""
    old, new = line.old, line.new
    return old.name if old.name == new.name else f"{old.name} -> {new.name}"


def versions(line: ComparisonLine) -> str:
    """Old and new version, without the words they have in common."""
    old, new = line.old.version, line.new.version
    if old == new:
        return old
    words, others = old.split(), new.split()
    if len(words) == len(others) and words[:-1] == others[:-1]:
        new = others[-1]
    return f"{old or 'no version'} -> {new or 'no version'}"


def slower(line: ComparisonLine) -> str:
    """A sentence on a solver that has become slower."""
    pair = line.pair
    return (
        f"{title(line)} takes {ratio(pair.ratio, pair.bound)} times as much as before "
        f"(interval {interval(pair.low, pair.high)})"
    )


def too_few(found: Comparison) -> str:
    """A sentence on solvers whose slow-down is not distinguishable from chance."""
    names = listed(map(title, found.too_few), most=NAMED)
    return f"too few puzzles to decide whether these have become slower: {names}"


def missing(found: Comparison) -> str:
    """A sentence on what stands in the old campaign alone; empty where nothing does."""
    alone = [counted(found.puzzles_alone[0], "puzzle")] if found.puzzles_alone[0] else []
    alone += found.solvers_alone[0]
    return f"only in the old, and not compared: {listed(alone, most=NAMED)}" if alone else ""


def _tables(found: Comparison) -> Iterator[TextTable]:
    """The solvers, and the puzzles that changed, if any did."""
    yield _solver_table(found)
    if rows := _changed(found):
        yield TextTable(CHANGED, rows, 3)
    yield from value_changes.tables(found.values)
    yield from value_changes.verdict_tables(found.verdicts)


def _solver_table(found: Comparison) -> TextTable:
    changes = [
        name
        for name in ("better", "worse", "same", "conflict", "unknown")
        if name != "unknown" or any(line.changes.get(name) for line in found.lines)
    ]
    counters = found.measure in CLOCKS and any(line.counters for line in found.lines)
    headings = (*HEADINGS, *changes, *(["counters"] if counters else []))
    rows = [
        (
            title(line),
            versions(line),
            *(pair_cells(line.pair)[heading].text for heading in HEADINGS[2:-1]),
            _verdict(line),
            *(f"{line.changes.get(name, 0):,}" for name in changes),
            *([_counters(line)] if counters else []),
        )
        for line in found.lines
    ]
    return TextTable(headings, rows, 2, SPARE)


def _verdict(line: ComparisonLine) -> str:
    """The verdict on a solver; nothing is said of the speed of one that is refuted."""
    if line.refuted:
        return "refuted"
    return "-" if isnan(line.pair.low) else difference(line.pair, line.standing)


def _counters(line: ComparisonLine) -> str:
    """The counter that differs most, or that all are equal."""
    if not line.counters:
        return "-"
    if line.same_search:
        return "equal"
    name, pair = max(line.counters.items(), key=lambda each: abs(log(each[1].ratio)))
    return f"{name} {ratio(pair.ratio, pair.bound)}"


def _changed(found: Comparison) -> list[tuple[str, ...]]:
    """The puzzles on which a solver is better or worse, the worst first."""
    table = found.changes
    table = table[table["change"].isin(["better", "worse"])]
    old, new = (table[f"{side}_solved"] / table[f"{side}_runs"] for side in ("old", "new"))
    size = table["ratio"].map(lambda value: abs(log(value)))
    table = table.assign(solved=(old - new).abs(), size=size)
    table = table.sort_values(["change", "solved", "size"], ascending=False)
    return [
        (
            row["name"],
            row["new"] if row["old"] == row["new"] else f"{row['old']} -> {row['new']}",
            row["change"],
            ratio(row["ratio"], row["bound"]),
            interval(row["low"], row["high"]),
            f"{row['old_solved']}/{row['old_runs']}",
            f"{row['new_solved']}/{row['new_runs']}",
        )
        for row in table.head(LISTED).to_dict("records")
    ]


def notes(found: Comparison) -> list[str]:
    """The sentences below the tables."""
    return [
        *found.disturbances,
        *_unfinished(found),
        *_figures(found),
        *_single(found),
        *value_changes.notes(found.values, found.verdicts),
        *_left_out(found),
        *_differences(found),
    ]


def _unfinished(found: Comparison) -> Iterator[str]:
    """Sentences on a campaign of the two that is not finished."""
    for side, (there, asked) in zip(("old", "new"), found.runs, strict=True):
        yield from (f"{side}: {sentence}" for sentence in incomplete(there, asked))


def _figures(found: Comparison) -> Iterator[str]:
    """Sentences that define the figures over all puzzles."""
    limit, percent = min(found.time_limits), f"{100 * found.confidence:g} %"
    if found.measure in CLOCKS:
        failed = f", {FAILED}" if any(line.pair.failed for line in found.lines) else ""
        yield (
            f"ratio: geometric mean over the puzzles that the solver was asked in both, of "
            f"{found.puzzles:,}, of new to old {CLOCKS[found.measure]}, cut at "
            f"{limit:g} s{failed}; above 1 it has become slower; with its {percent} interval."
        )
    else:
        yield (
            f"ratio: geometric mean of new to old {found.measure} (each of one more), over the "
            f"forms (puzzles, isomorphs) that all runs of both solved; with its {percent} interval."
        )
    yield from defined(found.measure)
    yield (
        "slower, faster: the interval excludes 1, and so does a test that is corrected for the "
        f"number of solvers ({sum(not line.refuted for line in found.lines)}). {ALIKE}"
    )
    yield Legend(({"typical", TYPICAL_INTERVAL}, f"typical: {TYPICAL}."))
    if doubtful := [line.pair for line in found.lines if line.pair.doubtful]:
        said = f"{DOUBT}: {doubt(doubtful)}; there the typical ratio has to agree."
        yield Legend(({INTERVAL}, said))
    pairs = [line.pair for line in found.lines]
    shown = {each for pair in pairs for each in (pair.bound, pair.typical_bound)}
    if bounds := (shown | {*found.changes["bound"]}) - {""}:
        said = signs(bounds, "the new campaign", "the old")
        yield Legend((ALWAYS, said), ({"typical"}, TYPICAL_SIGN))
    if found.time_limits[0] != found.time_limits[1]:
        old, new = found.time_limits
        yield (
            f"the old limit is {old:g} s, the new one {new:g} s: both stand under {limit:g} s, and "
            "a run that took longer counts as cut there."
        )
    if found.measure in CLOCKS and (
        names := [title(line) for line in found.lines if _machine(line)]
    ):
        yield (
            f"equal counters and other times: {', '.join(names)}: the same search, so the machine, "
            "or what each step costs."
        )


def _machine(line: ComparisonLine) -> bool:
    return line.same_search and line.pair.different


def _single(found: Comparison) -> Iterator[str]:
    """Sentences on the changes of single puzzles."""
    table = found.changes["change"]
    more = int(table.isin(["better", "worse"]).sum()) - LISTED
    if more > 0:
        yield f"{counted(more, 'more puzzle')} changed: --format csv has every one."
    spreads = [line.noise.spread for line in found.lines if line.noise.known]
    if found.measure in CLOCKS and spreads:
        plain = all(line.noise.of == "repetitions" for line in found.lines)
        what = "a run" if plain else "a run, or the ratio of an isomorph,"
        ends = [f"{100 * spread:.2g} %" for spread in (min(spreads), max(spreads))]
        yield (
            "better, worse: solved by all runs of one campaign and none of the other, or beyond "
            f"the noise of its repetitions ({what} varies by {' to '.join(dict.fromkeys(ends))}): "
            f"in simulations {CHANCE} of the puzzles so named were chance, and of solvers without "
            f"any change up to {BY_CHANCE} had one."
        )
    if (table == "unknown").any():
        yield "single puzzles need --repeat: without repetitions their noise is unknown."


def _left_out(found: Comparison) -> Iterator[str]:
    """Sentences on the puzzles and solvers that are not compared."""
    alone = [
        f"{count:,} only in the {side}"
        for side, count in zip(("old", "new"), found.puzzles_alone, strict=True)
        if count
    ]
    yield f"{counted(found.puzzles, 'puzzle')} in both" + (
        f", {', '.join(alone)}." if alone else "."
    )
    for side, names in zip(("old", "new"), found.solvers_alone, strict=True):
        if names:
            unmatched = listed(names, most=NAMED)
            yield f"only in the {side}: {unmatched}; --as OLD=NEW compares other names."
    if found.unreported:
        what = CLOCKS.get(found.measure, found.measure)
        yield f"do not report their {what}: {', '.join(found.unreported)}."
    old, new, both = found.isomorphs
    if (old, new) != (both, both):
        yield f"isomorphs: {old} old, {new} new; compared are the {both} that are the same."


def _differences(found: Comparison) -> Iterator[str]:
    """Sentences on differences of the runs that may explain the figures."""
    packages = []
    for name, (old, new) in found.differences.items():
        old, new = (tuple(value[:LONGEST] for value in side) for side in (old, new))
        if name.startswith(PACKAGE):
            versions = [listed(side) or "none" for side in (old, new)]
            packages.append(f"{name.removeprefix(PACKAGE)} {versions[0]} -> {versions[1]}")
        else:
            values = [", ".join(side) or "unknown" for side in (old, new)]
            yield f"{name}: {values[0]} (old), {values[1]} (new)."
    if packages:
        changed_first = sorted(packages, key=lambda each: " none" in each)
        yield f"packages: {listed(changed_first, most=NAMED)}."
