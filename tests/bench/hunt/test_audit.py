"""An audit names what each solver did on each problem, and goes on where it was stopped."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from accord.bench.campaigns.folder import CampaignError
from accord.bench.hunt.audit import audit, auditable, rows_of, wrong_answers
from accord.bench.hunt.finding import keep, kept
from accord.bench.hunt.problems import Extent, audit_problems
from accord.bench.hunt.record import RECORD, AuditMatrix, AuditSession, matrix_of
from accord.bench.hunt.truth import is_tried, solutions_of
from accord.bench.make.instances.collection import instances_of
from accord.bench.run.terms import Limits, Terms
from accord.puzzles import Grid, Puzzle
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.errors import InputError
from accord.puzzles.files.texts import write, write_many
from accord.puzzles.objective import Objective
from accord.puzzles.problem import Problem
from accord.solvers.answer import answer
from accord.solvers.registry import usable
from brute_force import solutions_by_trying
from command_line import run_here
from optional import slow
from places import SUPPORT

WRONG = f"{SUPPORT}/wrong_problem_solvers.py"
OWN = """
import os, time
from accord.solvers.interface import GaveUpError, UnsupportedError

def refuses(problem, budget):
    raise UnsupportedError("it takes nothing")
    yield

def gives_up(problem, budget):
    raise GaveUpError("tired")
    yield

def crashes(problem, budget):
    if any(len(domain) > 1 for domain in problem.domains):  # no question of its start-up
        os._exit(3)
    yield from ()

def never_ends(problem, budget):
    while any(len(domain) > 1 for domain in problem.domains):
        time.sleep(0.1)
    yield from ()
"""
TERMS = Terms(Limits(20.0))
FEW = Extent(("linear", "table", "sudoku"), 2, 0, 2)


def audited(
    folder: Path, solvers: Sequence[str], extent: Extent = FEW, terms: Terms = TERMS
) -> AuditMatrix:
    problems = [*audit_problems(extent)]
    *_, last = audit(problems, solvers, folder, terms)
    assert last.done == last.total == len(problems)
    return matrix_of(rows_of(folder, problems, solvers))


def test_what_is_drawn_has_few_assignments_and_each_column_several_solutions() -> None:
    numbers: dict[str, int] = {}
    for column, instance in audit_problems(Extent(problems=5, classics=0)):
        assert is_tried(instance.problem)
        found = solutions_of(instance.problem)
        if (goal := instance.problem.goal) is not None:
            every = {*map(goal.value, solutions_by_trying(instance.problem))}
            assert {*map(goal.value, found)} == {goal.best(every)} - {None}
        elif column != "sudoku":  # which are tried below
            assert {*found} == solutions_by_trying(instance.problem)
        numbers[column] = numbers.get(column, 0) + len(found)
    assert min(numbers.values()) > 1


def test_a_solver_that_ignores_one_kind_of_house_or_the_candidates_is_found() -> None:
    ignored = ("row", "column", "box", "region", "window", "extra", "candidates")
    missed = {*ignored, "diagonal", "diagonal from top left", "diagonal from top right"}
    solver = usable("backtracking-mrv").backend
    for _, instance in audit_problems(Extent(("sudoku",), classics=0)):
        puzzle = instance.problem
        assert isinstance(puzzle, Puzzle)
        assert is_tried(puzzle)
        truth = {*solutions_of(puzzle)}
        assert truth == {*answer(solver, puzzle, limit=None).solutions}
        every = range(1, puzzle.size + 1)
        for kind in [*missed]:
            left = [each for each in puzzle.constraints if not each.name.startswith(kind)]
            given = [[value] if value else every for value in puzzle.givens]
            domains = given if kind == "candidates" else puzzle.domains
            loose = Problem(domains, left)
            found = answer(solver, loose, limit=len(truth) + 1).solutions
            if {Grid(each) for each in found} != truth:
                missed.remove(kind)
    assert not missed


def test_each_state_is_named(tmp_path: Path) -> None:
    slow()
    file = tmp_path / "own.py"
    file.write_text(OWN)
    names = ("refuses", "gives_up", "crashes", "never_ends")
    solvers = ["backtracking-mrv", f"{WRONG}:ignores_constraints", f"{file}:refuses"]
    solvers += [f"{file}:{name}" for name in names[1:]]
    found = audited(tmp_path / "audit", solvers, Extent(("linear",), 2, 3, 0), Terms(Limits(4.0)))
    states = ["right", "wrong", "refused", "undecided", "crashed", "timed out"]
    for solver, state in zip(solvers, states, strict=True):
        assert found.cell(solver, "linear").counts == {state: 2}, solver
    reason = found.cell(solvers[1], "linear").examples["wrong"][1]
    assert "which is no solution" in reason


@pytest.mark.parametrize(
    ("solver", "column"),
    [("reads_less_as_at_most", "linear"), ("drops_stars", "table"), ("has_no_solution", "sudoku")],
)
def test_a_wrong_answer_is_made_small_and_kept(solver: str, column: str, tmp_path: Path) -> None:
    solvers, extent = [f"{WRONG}:{solver}"], Extent((column,), 12, 0, 0)
    cell = audited(tmp_path, solvers, extent).cell(solvers[0], column)
    assert cell.counts["wrong"]
    problems = [*audit_problems(extent)]
    (wrong,) = wrong_answers(rows_of(tmp_path, problems, solvers), problems, TERMS)
    assert wrong.script is None  # it is from outside
    assert len(wrong.problem.constraints) <= (1 if column != "sudoku" else 12)
    own = keep(wrong, tmp_path)
    (read,) = instances_of(str(own / "problem.json"))
    assert read.problem == wrong.problem
    assert read.expected is not None
    assert read.expected.count == len(solutions_of(wrong.problem))
    assert [*kept(tmp_path)] == [wrong]
    rows = rows_of(tmp_path, problems, solvers)
    (again,) = wrong_answers(rows, problems, TERMS, [wrong])
    assert again is wrong


def test_an_audit_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    slow()
    solvers = ["backtracking-mrv", f"{WRONG}:ignores_tables"]
    whole = audited(tmp_path / "whole", solvers)
    steps = audit([*audit_problems(FEW)], solvers, tmp_path / "parts", TERMS)
    assert next(steps).done == 0
    assert next(steps).done == 1
    steps.close()
    file = tmp_path / "parts" / RECORD
    with file.open("ab") as lines:
        lines.write(b'{"column": "linear", "na')  # cut off
    (first, *_) = audit([*audit_problems(FEW)], solvers, tmp_path / "parts", TERMS)
    assert first.done >= 1
    problems = [*audit_problems(FEW)]
    assert matrix_of(rows_of(tmp_path / "parts", problems, solvers)) == whole
    before = file.read_bytes()
    (only,) = audit(problems, solvers, tmp_path / "parts", TERMS)
    assert (only.done, file.read_bytes()) == (only.total, before)
    more = [*solvers, "backtracking-naive"]
    found = audited(tmp_path / "parts", more)
    assert found.cell("backtracking-naive", "linear").counts == {"right": 2}
    assert found.cell(solvers[1], "table") == whole.cell(solvers[1], "table")
    assert file.read_bytes().startswith(before)


def test_an_answer_of_another_version_is_asked_for_again(tmp_path: Path) -> None:
    solvers, extent = ["backtracking-mrv"], Extent(("linear",), 2, 0, 0)
    audited(tmp_path, solvers, extent)
    file = tmp_path / RECORD
    head, *rows = file.read_text().splitlines()
    session = AuditSession(**json.loads(head) | {"sources": {"backtracking-mrv": "another"}})
    file.write_text("\n".join([json.dumps(vars(session)), *rows]) + "\n")
    (first, *_, last) = audit([*audit_problems(extent)], solvers, tmp_path, TERMS)
    assert (first.done, last.done) == (0, 2)
    (again,) = audit([*audit_problems(extent)], solvers, tmp_path, TERMS)
    assert again.done == 2


def test_of_a_large_problem_wrong_is_who_is_refuted_and_not_who_is_alone(tmp_path: Path) -> None:
    queens = [each for each in instances_of("classics") if each.name == "queens-8"]
    assert not is_tried(queens[0].problem)
    source = tmp_path / "problems"
    source.mkdir()
    text = "\n".join(write_many(queens, "json"))
    (source / "known.json").write_text(text)
    record = json.loads(text)
    del record["expected"]
    (source / "unknown.json").write_text(json.dumps(record | {"name": "unknown"}))
    extent = Extent((), 0, 0, 0, (str(source),))
    liar = f"{WRONG}:has_no_solution"
    alone = audited(tmp_path / "alone", [liar], extent).cell(liar, "problems")
    assert alone.counts == {"wrong": 1, "right": 1}
    assert alone.examples["wrong"] == ("queens-8", "counts 0 solutions, published are 92")
    both = audited(tmp_path / "both", [liar, "backtracking-mrv"], extent)
    assert both.cell(liar, "problems").counts == {"wrong": 2}
    assert both.cell("backtracking-mrv", "problems").counts == {"right": 2}


def test_of_a_folder_the_files_of_problems_are_read_with_their_objectives(tmp_path: Path) -> None:
    problem = Problem([range(3)] * 2, [AllDifferent((0, 1))])
    below = tmp_path / "below"
    below.mkdir()
    (below / "one.xml").write_text(write(problem, "xcsp3"))
    (tmp_path / "notes.txt").write_text("no problem")
    best = Problem([range(3)], objective=Objective("minimize", (Variable(0),)))
    (tmp_path / "best.json").write_text(write(best, "json"))
    found = [*audit_problems(Extent((), 0, 0, 0, (str(tmp_path),)))]
    assert [instance.name for _, instance in found] == ["below/one", "best#1"]
    assert {column for column, _ in found} == {tmp_path.name}
    liar, column = f"{SUPPORT}/optimizers.py:other_sense_solver", tmp_path.name
    asked = audited(
        tmp_path / "best", [liar, "backtracking-mrv"], Extent((), 0, 0, 0, (str(tmp_path),))
    )
    assert asked.cell(liar, column).counts == {"wrong": 1, "crashed": 1}  # without an objective
    assert asked.cell("backtracking-mrv", column).counts == {"right": 2}
    cell = audited(tmp_path / "audit", ["backtracking-mrv"], Extent((), 0, 0, 0, (str(below),)))
    assert cell.cell("backtracking-mrv", "below").counts == {"right": 1}
    rows = rows_of(tmp_path / "audit")
    assert [row.solutions for _, row in rows] == [6]
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(InputError, match=r"found no file in .*empty, expected some of \.json"):
        [*audit_problems(Extent((), 0, 0, 0, (str(empty),)))]


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / RECORD).write_text('{"column": "linear"}\n')
    with pytest.raises(CampaignError, match=r"line 1: found no row of an audit"):
        rows_of(tmp_path)


def test_the_command_prints_the_matrix_and_exits_with_1_if_an_answer_is_wrong(
    tmp_path: Path,
) -> None:
    liar = f"{WRONG}:ignores_tables"
    options = ["--kind", "table,linear", "--problems", "6", "--classics", "0", "-o", tmp_path]
    done = run_here("audit", "-s", liar, "-s", "backtracking-mrv", *options)
    assert done.returncode == 1
    assert "12 answers: " not in done.stdout  # of two solvers they are 24
    assert "24 answers: " in done.stdout
    assert f"WRONG {liar} on table (table-" in done.stdout
    lines = done.stdout.splitlines()
    assert next(line for line in lines if "backtracking-mrv" in line).endswith("··")
    again = run_here("audit", "--recorded", "-o", tmp_path)
    assert (again.returncode, again.stdout) == (1, done.stdout)
    found = json.loads(run_here("audit", "--recorded", "-o", tmp_path, "--json").stdout)
    assert found["columns"] == {"table": 6, "linear": 6}
    assert found["solvers"]["backtracking-mrv"]["table"]["right"] == 6
    assert [each["solver"] for each in found["wrong"]] == [liar]
    assert run_here("audit", "--kind", "tables").returncode == 2


def test_each_engine_of_a_solver_is_audited_once() -> None:
    found = auditable()
    assert len({*found}) == len(found)
    assert "backtracking-mrv" in found


def test_solutions_are_those_of_the_values_in_order() -> None:
    assert solutions_of(Problem([[2, 1], [0]])) == [(1, 0), (2, 0)]
