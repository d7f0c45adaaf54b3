"""What became of values, proofs and verdicts from one campaign to another, of rows made up."""

import csv
import json
from collections.abc import Sequence
from io import StringIO
from math import isnan
from pathlib import Path
from typing import Any

import click
import pytest
from rich.console import Console

from command_line import accord_here as accord
from optional import library
from stored_rows import FOUR, LATE, A, B, put, some_run, written

library("scipy")

from accord.bench.analysis.anytime.value_changes import ValueChange  # noqa: E402
from accord.bench.analysis.compare import Comparison, compare  # noqa: E402
from accord.bench.campaigns.run import Run  # noqa: E402
from accord.puzzles.constraints.constraint import Variable  # noqa: E402
from accord.puzzles.constraints.linear import Linear  # noqa: E402
from accord.puzzles.domain import Domain  # noqa: E402
from accord.puzzles.objective import Objective, Sense  # noqa: E402
from accord.puzzles.problem import Problem  # noqa: E402
from accord.puzzles.puzzle import Instance  # noqa: E402
from accord.views.tables.compare import notes, report  # noqa: E402

TWO: dict[str, Any] = {"solutions": (A, B), "count": 2, "valid": 2, "digest": "ab"}
GATES = "--fail-on", "worse-value,lost-proof,verdict"
Found = Sequence[tuple[float, int]]  # seconds and values, as they came


def aim(sense: Sense, *terms: int, least: int = 3) -> Problem:
    """The best of the numbers 3 to 99, or from another one on."""
    bounds = Linear((0,), ">=", least)
    objective = Objective(sense, tuple(map(Variable, terms or (0,))), "lex" if terms else "sum")
    return Problem([Domain(((0, 99),)), Domain(((0, 2),))], [bounds], objective=objective)


LEAST, OTHER, MOST, LEX = (
    aim("minimize"),
    aim("minimize", least=4),
    aim("maximize"),
    aim("minimize", 0, 1),
)
PROBLEMS = {"least": LEAST, "other": OTHER, "most": MOST, "lex": LEX}


def found(problem: Problem, moments: Found = (), *, proved: bool = False, **more: Any) -> Run:
    """A run that found values at these moments."""
    assert problem.objective is not None
    lex = problem.objective.measure == "lex"
    values = [value for _, value in moments]
    columns: dict[str, Any] = {
        "instance": next(name for name, each in PROBLEMS.items() if each is problem),
        "sense": problem.objective.sense,
        "limit": None,
        "solutions": (),
        "assignments": json.dumps([[value, 0] for value in values]),
        "count": len(values),
        "valid": len(values),
        "incumbents": json.dumps([[at, [v, 0] if lex else v] for at, v in moments]),
        "exhausted": proved,
        "outcome": "OK" if proved else "TIMEOUT",
        "wall_time": moments[-1][0] + 1 if proved and moments else 10.0,
        "digest": str(values),
    }
    return some_run(problem, **columns | more)


def folder(path: Path, *rows: Run) -> Path:
    """A campaign with these rows, and all problems."""
    written(path, *rows)
    put(path, *(Instance(name, problem) for name, problem in PROBLEMS.items()), *FOUR[:3])
    return path


def compared(path: Path, old: Sequence[Run], new: Sequence[Run]) -> Comparison:
    return compare(folder(path / "old", *old), folder(path / "new", *new))


def changes(found: Comparison) -> dict[tuple[str, str], ValueChange]:
    return {(each.name, each.new): each for each in found.values.problems}


@pytest.mark.parametrize(("problem", "better", "worse"), [(LEAST, 5, 9), (MOST, 9, 5), (LEX, 5, 9)])
def test_a_worse_value_fails_and_a_better_one_does_not(
    problem: Problem, better: int, worse: int, tmp_path: Path
) -> None:
    old = folder(tmp_path / "old", found(problem, [(1.0, worse), (2.0, better)]))
    new = folder(tmp_path / "new", found(problem, [(4.0, worse)]))
    (change,) = compare(old, new).values.problems
    assert change.changes == ("worse value",)
    shown = ((better, 0), (worse, 0)) if problem is LEX else (better, worse)
    assert change.values == shown
    assert change.times == (1.0, 4.0)  # until the worse of both
    (line,) = compare(old, new).values.lines
    assert line.time.ratio == pytest.approx(4)
    assert line.changes["worse value"] == 1
    (verdict,) = compare(old, new).verdicts
    assert verdict.change == "weaker"
    code, _, said = accord("compare", old, new, *GATES)
    assert code == 1
    was = " ".join(map(str, (better, 0) if problem is LEX else (better,)))
    assert f"accord: s has a worse value than before on 1 problem: {change.name} (" in said
    assert f", was {was})" in said
    assert "1 verdict is weaker than before: " in said
    assert accord("compare", old, new, "--fail-on", "lost-proof")[0] == 0
    assert accord("compare", old, new)[0] == 0
    assert accord("compare", new, old, *GATES)[::2] == (0, "")
    (back,) = compare(new, old).values.problems
    assert back.changes == ("better value",)


def test_runs_have_to_be_apart_in_all_repetitions(tmp_path: Path) -> None:
    def runs(*values: int) -> list[Run]:
        return [
            found(LEAST, [(1.0, value)] if value else [], repetition=number, proved=value == 3)
            for number, value in enumerate(values)
        ]

    for number, (old, new, expected) in enumerate(
        [
            ((5, 5, 6), (6, 7, 8), ()),
            ((5, 5, 6), (7, 7, 8), ("worse value",)),
            ((5, 0, 6), (7, 7, 8), ()),  # one run had none
            ((5, 5, 6), (0, 0, 0), ("worse value",)),
            ((0, 0, 0), (0, 0, 0), ()),
            ((3, 3, 3), (3, 3, 4), ()),
            ((3, 3, 3), (4, 4, 4), ("worse value", "lost proof")),
            ((4, 0, 9), (3, 3, 3), ("better value", "won proof")),
        ]
    ):
        there = compared(tmp_path / str(number), runs(*old), runs(*new))
        (change,) = there.values.problems
        assert change.changes == expected, (old, new)
        assert there.values.by_chance == pytest.approx(0.1)
        assert any("at most 10 % of the problems" in note for note in notes(there))
    assert (change.values, change.proved, change.runs) == ((9, 3), (0, 3), (3, 3))


def test_a_lost_proof_and_what_was_lost_of_puzzles_fails(tmp_path: Path) -> None:
    proof = found(LEAST, [(1.0, 3)], proved=True)
    old = folder(tmp_path / "old", proof, some_run(FOUR[0], limit=2))
    new = folder(tmp_path / "new", found(LEAST, [(5.0, 3)]), some_run(FOUR[0], **LATE, limit=2))
    there = changes(compare(old, new))
    assert [each.changes for each in there.values()] == [("lost proof",), ("lost proof",)]
    code, text, said = accord("compare", old, new, *GATES)
    assert code == 1
    assert "s lost the proof on 2 problems: least and p4" in said
    assert (
        "2 verdicts are weaker than before: least (best known 3, was optimum 3 (claimed)) " in said
    )
    assert "p4 (undecided, was unique (claimed))" in said
    assert "worse value than" not in said
    assert "Verdicts, each campaign by itself:" in text
    assert accord("compare", new, old, *GATES)[0] == 0


def test_a_wrong_answer_is_a_conflict_and_no_change(tmp_path: Path) -> None:
    """The solver of the old campaign stops early; what the new one finds refutes it."""
    lie = found(LEAST, [(1.0, 7)], proved=True)
    other: dict[str, Any] = {"solver": "t", "engine": "t"}
    old = [lie, found(LEAST, [(1.0, 7)], **other)]
    new = [found(LEAST, [(1.0, 5)]), found(LEAST, [(1.0, 5)], **other)]
    there = compared(tmp_path, old, new)
    assert changes(there)["least", "s"].changes == ("conflict",)
    assert changes(there)["least", "t"].changes == ("better value",)
    (verdict,) = there.verdicts
    assert (verdict.old, verdict.new) == ("optimum 7 (claimed)", "best known 5")
    assert verdict.change == "other"  # a value beyond what was proved
    code, text, said = accord("compare", tmp_path / "old", tmp_path / "new", *GATES)
    assert code == 1
    assert "CONFLICT least: s (old)" in text
    assert "1 verdict is contradicted: least (best known 5, was optimum 7 (claimed))" in said
    assert accord("compare", tmp_path / "new", tmp_path / "old", *GATES)[0] == 1


@pytest.mark.parametrize(
    ("old", "new", "change", "back"),
    [
        (
            found(LEAST, [(1.0, 7)], proved=True),
            found(LEAST, [(1.0, 5)], proved=True),
            *["other"] * 2,
        ),
        (found(LEAST, [(1.0, 5)]), found(LEAST, [(1.0, 5)], proved=True), "stronger", "weaker"),
        (found(LEAST, [(1.0, 7)]), found(LEAST, [(1.0, 5)], proved=True), "stronger", "weaker"),
        (found(LEAST, [(1.0, 5)]), found(LEAST, [(1.0, 7)], proved=True), "other", "other"),
        (found(LEAST), found(LEAST, [(1.0, 7)]), "stronger", "weaker"),
        (found(LEAST, [(1.0, 7)]), found(LEAST, proved=True), "other", "other"),  # claims none
        (found(LEAST), found(LEAST, proved=True), "stronger", "weaker"),
        (found(LEAST, [(1.0, 7)]), found(LEAST, [(2.0, 7)]), None, None),
        (some_run(FOUR[0]), some_run(FOUR[0]), None, None),
        (some_run(FOUR[0], **LATE), some_run(FOUR[0]), "stronger", "weaker"),
        (some_run(FOUR[2]), some_run(FOUR[2], **TWO), "other", "other"),  # unique, and not
    ],
)
def test_a_verdict_is_weaker_stronger_or_contradicted(
    old: Run, new: Run, change: str | None, back: str | None, tmp_path: Path
) -> None:
    one, two = folder(tmp_path / "old", old), folder(tmp_path / "new", new)
    assert [each.change for each in compare(one, two).verdicts] == ([change] if change else [])
    assert [each.change for each in compare(two, one).verdicts] == ([back] if back else [])


def test_what_is_missing_on_one_side_is_said_and_is_no_change(tmp_path: Path) -> None:
    both = found(LEAST, [(1.0, 5)])
    gone = found(OTHER, [(1.0, 5)]), found(LEAST, [(1.0, 5)], solver="t", engine="t")
    old, new = folder(tmp_path / "old", both, *gone), folder(tmp_path / "new", both)
    assert [*changes(compare(old, new))] == [("least", "s")]
    code, _, said = accord("compare", old, new, *GATES)
    assert code == 0
    assert said == "accord: only in the old, and not compared: 1 puzzle and t\n"
    assert accord("compare", new, old, *GATES)[::2] == (0, "")
    assert accord("compare", old, new)[2] == ""  # the notes say it, too


def test_a_problem_that_cannot_be_asked_any_more_has_a_worse_value(tmp_path: Path) -> None:
    refused = found(LEAST, outcome="UNSUPPORTED", wall_time=None)
    there = compared(tmp_path, [found(LEAST, [(1.0, 5)])], [refused])
    (change,) = there.values.problems
    assert (change.changes, change.values) == (("worse value",), (5, None))
    (row,) = csv.DictReader(StringIO(report(there).csv()))  # it has no time
    assert (row["name"], row["change"], row["value_change"]) == ("least", "", "worse value")


def test_values_beyond_the_smaller_limit_do_not_count(tmp_path: Path) -> None:
    old = [found(LEAST, [(1.0, 9), (4.0, 3)], proved=True, time_limit=10.0)]
    new = [found(LEAST, [(1.5, 9)], time_limit=2.0, wall_time=2.0)]
    (change,) = compared(tmp_path, old, new).values.problems
    assert (change.changes, change.values) == ((), (9, 9))
    assert change.times == (1.0, 1.5)


def test_it_is_written_as_csv_and_json(tmp_path: Path) -> None:
    old = [found(each, [(1.0, 5)]) for each in (LEAST, OTHER, MOST)]
    new = [found(LEAST, [(2.0, 6)]), found(OTHER, [(3.0, 4)], proved=True), found(MOST)]
    there = compared(tmp_path, old, new)
    rows = {row["name"]: row for row in csv.DictReader(StringIO(report(there).csv()))}
    assert [rows[name]["value_change"] for name in ("least", "other", "most")] == [
        "worse value",
        "better value, won proof",
        "worse value",
    ]
    assert (rows["other"]["new_value"], rows["most"]["new_value"]) == ("4", "")
    assert (rows["other"]["old_proved"], rows["other"]["new_proved"]) == ("0", "1")
    assert (rows["least"]["old_to_value"], rows["most"]["old_to_value"]) == ("1", "")
    whole = json.loads(report(there).json())
    assert [each["values"] for each in whole["values"]["problems"]] == [[5, 6], [5, 4], [5, None]]
    assert whole["values"]["lines"][0]["changes"] == {
        "better value": 1, "worse value": 2, "won proof": 1, "lost proof": 0, "conflict": 0
    }  # fmt: skip
    assert [each["change"] for each in whole["verdicts"]] == ["weaker", "stronger", "weaker"]
    assert "| other | s | better value, won proof | 5 | 4 |" in report(there).markdown()


def test_at_80_columns_the_changes_stay(tmp_path: Path) -> None:
    who: dict[str, Any] = {"solver": "backtracking-learning", "engine": "t"}
    old = [found(LEAST, [(1.0, 3)], proved=True, **who), found(MOST, [(1.0, 50)], **who)]
    new = [found(LEAST, [(2.0, 6)], **who), found(MOST, [(2.0, 60)], **who)]
    there = compared(tmp_path, old, new)
    console = Console(width=80, file=StringIO(), highlight=False)
    for each in report(there).text():
        console.print(each)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    lines = text.splitlines()
    (solver,) = (line for line in lines if "lost proof" in line and line.startswith("solver"))
    assert all(heading in solver for heading in ("better value", "worse value", "won proof"))
    assert any({"least", "3", "6"} <= {*line.split()} for line in lines)
    assert any(line.startswith("least ") and "best known 6" in line for line in lines)


def test_of_puzzles_alone_nothing_is_said_of_values(tmp_path: Path) -> None:
    there = compared(tmp_path, [some_run(FOUR[0], limit=2)], [some_run(FOUR[0], limit=2)])
    assert (there.values.lines, there.values.problems, there.verdicts) == ((), (), ())
    assert "value_change" not in report(there).csv()
    assert not any("value" in note for note in notes(there))


def test_without_a_common_value_there_is_no_time_to_it(tmp_path: Path) -> None:
    (line,) = compared(tmp_path, [found(LEAST)], [found(LEAST)]).values.lines
    assert (line.time.puzzles, line.problems) == (0, 1)
    assert isnan(line.time.ratio)


def test_an_unknown_change_to_fail_on_is_refused_by_name() -> None:
    said = "found 'lost-prof', expected lost-proof; one of worse-value, lost-proof, verdict"
    with pytest.raises(click.BadParameter, match=said):
        accord("compare", "a", "b", "--fail-on", "worse-value,lost-prof")
