"""Findings against solvers: of fuzzing a table and JSON, of a dispute the claims, in lines."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from accord.bench.hunt.case_report import claims_in_words, line_of, minimality, ways_in_words
from accord.bench.hunt.dispute import Dispute
from accord.bench.hunt.finding import AGAIN, Finding, problem_lines, versions_outside
from accord.bench.hunt.fuzz import SolverFuzzed
from accord.bench.hunt.settle import DisputeCase
from accord.puzzles.files.texts import write
from accord.puzzles.formats.json_object import write_instance
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Instance
from accord.views.tables.text import PrintedReport, TextTable

HEADINGS = ("solver", "problems", "answers", "right", "refused", "undecided", "findings")


def report(found: Sequence[SolverFuzzed], folder: Path) -> PrintedReport:
    """A row for each solver, and what was found."""
    rows = [
        (
            each.solver,
            f"{each.problems.total():,}",
            f"{each.states.total():,}",
            *(f"{each.states[state]:,}" for state in ("right", "refused", "undecided")),
            str(len(each.still) + len(each.found)),
        )
        for each in found
    ]
    record: dict[str, Any] = {
        "folder": str(folder),
        "found": any(each.is_found_out for each in found),
        "solvers": [
            {
                "solver": each.solver,
                "problems": dict(each.problems),
                "answers": dict(each.states),
                "evidence": dict(each.evidence),
                "relations": dict(each.relations),
                "left_out": each.left_out,
                "again": [_record(finding, folder) for finding in each.again],
                "findings": [_record(finding, folder) for finding in each.found],
            }
            for each in found
        ],
    }
    return PrintedReport([TextTable(HEADINGS, rows)], [*sentences(found, folder)], record=record)


def sentences(found: Sequence[SolverFuzzed], folder: Path) -> Iterator[str]:
    """Lines on the problems tried, the relations checked, and each finding."""
    for each in found:
        yield from _tried(each, name=len(found) > 1)
    for each in found:
        for finding in each.again:
            yield from ("", *_again(finding, folder))
        for finding in each.found:
            yield from ("", *_finding("FOUND", finding, folder))
    number = sum(len(each.still) + len(each.found) for each in found)
    refusing = [each.solver for each in found if each.states.total() == each.states["refused"] > 0]
    yield ""
    for solver in refusing:
        yield f"{solver} refused every problem; this says why:"
        yield f"`accord check classics/queens-4 -s {solver}`; `--kind sudoku` makes puzzles alone"
    nothing = "nothing could be asked" if len(refusing) == len(found) else "nothing found"
    yield f"{counted(sum(each.problems.total() for each in found), 'problem')}: " + (
        counted(number, "finding") if number else nothing
    )


def _tried(each: SolverFuzzed, *, name: bool) -> Iterator[str]:
    if name:
        yield each.solver
    if each.problems:
        yield f"problems: {_of_each(each.problems)}"
    evidence = {
        "by trying every assignment": each.evidence["tried"],
        "by a certificate": each.evidence["certified"],
        "by verifying what it yields": each.evidence["neither"],
    }
    said = [f"{number:,} {how}" for how, number in evidence.items() if number]
    if said:
        yield f"answers judged: {', '.join(said)}"
    if each.relations:
        yield f"relations checked: {_numbers(each.relations)}"
    for why in ("refused", "undecided"):
        if columns := [column for column, said in each.left_out.items() if said == why]:
            yield f"left out, as too many were {why}: {', '.join(columns)}"


def _numbers(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{what} {number:,}" for what, number in counts.items())


def _of_each(problems: Mapping[str, int]) -> str:
    """The number of problems of each column, columns with the same number together."""
    columns: dict[int, list[str]] = {}
    for column, number in problems.items():
        columns.setdefault(number, []).append(column)
    return "; ".join(f"{number:,} of {', '.join(each)}" for number, each in columns.items())


def _again(finding: Finding, folder: Path) -> Iterator[str]:
    """Lines on a finding that was kept and asked again."""
    if finding.seen:
        yield from _finding("STILL", finding, folder)
        return
    yield f"NO LONGER {_head(finding)}: kept in {folder / finding.place}"


def _head(finding: Finding) -> str:
    return f"{finding.solver}, {finding.column}: {finding.state}"


def _finding(label: str, finding: Finding, folder: Path) -> Iterator[str]:
    yield f"{label} {_head(finding)}"
    for problem in (finding.problem, *finding.others):
        yield from (f"    {line}" for line in problem_lines(problem))
        if finding.others and problem is not finding.others[-1]:
            yield "  compared with"
    yield f"  found: {finding.why}"
    if finding.evidence:
        yield f"  expected: {finding.evidence}"
    if finding.outside:
        yield f"  {finding.outside}"
    yield f"  after {counted(finding.tried, 'problem')}{_how_often(finding)}"
    yield f"  kept in {folder / finding.place}"


def _how_often(finding: Finding) -> str:
    if finding.seen == AGAIN:
        return ""
    if not finding.seen:
        return "; not seen again in a fresh process: it depends on what was asked before, or chance"
    return f"; seen again {finding.seen} of {AGAIN} times in a fresh process"


def _record(finding: Finding, folder: Path) -> dict[str, Any]:
    problems = [
        write_instance(Instance("", problem)) for problem in (finding.problem, *finding.others)
    ]
    return finding.record() | {
        "problems": problems,
        "words": problem_lines(finding.problem),
        "kept": str(folder / finding.place),
    }


def case_lines(case: DisputeCase, folder: Path | None) -> Iterator[str]:
    """A case in lines.

    Args:
        case: what was found.
        folder: where it was written; None if it was not.
    """
    yield from _claims(case.whole)
    outcome = case.whole.outcome
    if outcome == "agree":
        yield "they do not contradict each other"
    if outcome == "undecided":
        yield "undecided: nothing that was claimed is refuted, and not both have an answer"
    if case.smaller is not None and case.smaller.problem != case.whole.problem:
        yield ""
        yield f"smaller: {_to_ask(case.least.problem, folder)} (of {case.whole.problem})"
        yield from _claims(case.least)
    if case.smaller is not None:
        yield minimality(case)
    if case.whole.uncertified:
        yield f"not certified: {case.whole.uncertified}"
    for solver, output in case.scripts.items():
        alone = {True: "is not wrong", False: "is wrong as well", None: "fails"}
        yield f"without accord the library of {solver} {alone[output.as_expected]}"
    yield from filter(None, map(versions_outside, case.whole.refuted))
    if folder is not None:
        yield f"written: {folder}"


def _to_ask(problem: Problem, folder: Path | None) -> str:
    """What a command takes as PUZZLE: a line that says all of it, the file that has it, or JSON."""
    own_file = folder and str(folder / "problem.json")
    return line_of(problem) or own_file or write(problem, "json")


def _claims(found: Dispute) -> Iterator[str]:
    """The claims of both solvers, and what refutes them."""
    width = max(map(len, found.solvers))
    for solver in found.solvers:
        yield f"{solver:{width}}  {claims_in_words(found, solver)}"
    for solver in found.refuted:
        for why in found.why(solver):
            yield f"REFUTED {solver} {why}"
    for solver in found.flaky:
        yield f"FLAKY {solver}: {ways_in_words(found, solver)}, it claims something else"
    if found.truth:
        yield f"verdict: {found.verdict.answer} (checked by {found.truth})"
    else:
        yield f"verdict: {found.verdict}"
