"""Logic as a solver and as commands: the contract to the letter, sound paths, explanations."""

import json
import re
from pathlib import Path

import pytest

import accord
from accord.encodings.model import UnsupportedError
from accord.puzzles import Puzzle, shape
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.files.texts import read
from accord.puzzles.grid import Grid
from accord.solvers.answer import answer
from accord.solvers.logic import SOLVERS, TECHNIQUES, board, steps, techniques_up_to
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.engine.engine import Technique, WrongDeductionError
from accord.solvers.logic.engine.explanation import checked_steps, explain
from accord.solvers.logic.engine.layout import layout
from accord.solvers.logic.techniques.singles import NakedSingle
from accord.views.boards.deductions import as_json, deduced, explanation_lines
from command_line import run_here
from optional import slow
from places import shared

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO = "..343412..434321"
STUCK = "004007830000050470720030695080700300649513728007008010470080060016040007005276100"


def test_the_contract_holds_to_the_letter() -> None:
    known = shared("deduce_contract.jsonl")
    for record in (each for each in known if each["kind"] in ("solve", "cli")):
        given = record["input"]
        done = run_here("deduce", *([] if given is None else [given]))
        if record["kind"] == "cli":  # that program complains on standard output
            assert (record["id"], done.stdout, done.returncode) == (record["id"], "", 2)
            assert re.match("accord: found .*, expected (one|81)", done.stderr)
            continue
        assert (record["id"], done.stdout) == (record["id"], f"{record['expected_output']}\n")
        assert done.returncode == 0
        assert re.fullmatch("(accord: compiling .*\n)?", done.stderr)  # the first one may


def test_the_exact_solver_behind_the_contract() -> None:
    from accord.solvers.deciding import first_two

    for record in shared("deduce_contract.jsonl"):
        if record["kind"] == "brute_force":
            found = first_two(read(str(record["input"])))
            said = str(found[0]) if len(found) == 1 else "Multiple Solutions" if found else ""
            assert (said or "No Solutions") == record["expected_output"]


def test_deduce_on_several_arguments_and_on_options() -> None:
    for wrong in ([], ["0" * 81, "0" * 81]):
        assert run_here("deduce", *wrong).stdout == ""
    done = run_here("deduce", "-7" + "0" * 79)
    assert (done.stdout, done.returncode) == ("", 2)
    assert "expected 81 digits, 0 for a blank" in done.stderr
    hard = run_here("deduce", "--tier", "simple", STUCK)  # the old name of easy
    assert hard.stdout.startswith("Unable to solve:\n")
    assert hard.returncode == 0


def test_explain_shows_each_deduction_and_the_difficulty() -> None:
    done = run_here("explain", EASY)
    lines = done.stdout.splitlines()
    assert "Naked single: " in done.stdout
    assert f"solved: {SOLUTION} after " in done.stdout
    assert "difficulty: easy" in lines
    assert re.fullmatch("Prune candidates: [0-9]+ candidates go in 63 deductions; .*", lines[0])
    assert lines[1] == " 31. Naked single: 5 is the only candidate of r5c5"
    whole = run_here("explain", EASY, "--boards", "--all").stdout
    assert whole.strip().startswith("1. Prune candidates: r1c1 holds 5, so no cell that sees it")
    record = json.loads(run_here("explain", EASY, "--json", "--boards").stdout)
    assert (record["solved"], record["difficulty"]) == (True, "easy")
    assert sum(record["counts"].values()) == len(record["steps"])
    first = record["steps"][0]
    assert (first["number"], first["technique"]) == (1, "prune_candidates")
    assert first["reason"] == {"cell": 0, "value": 5}
    assert accord.puzzle(first["board"]).domains[1] == {3}
    assert record["steps"][-1]["board"] == SOLUTION


def test_explain_lists_the_techniques_in_order() -> None:
    _, _, *lines = run_here("explain", "--list").stdout.splitlines()
    assert len(lines) == len(TECHNIQUES)
    for line, (name, technique) in zip(lines, TECHNIQUES.items(), strict=True):
        assert line.startswith(technique.title)
        assert f" {name} " in f"{line} "


def test_explain_takes_boards_of_candidates_and_files(tmp_path: Path) -> None:
    done = run_here("explain", "{12}{12}3434{12}." + "." * 8, "--json")
    assert json.loads(done.stdout)["steps"]
    file = tmp_path / "two.txt"
    file.write_text(f"{EASY}\n{TWO}\n")
    done = run_here("explain", str(file))
    assert f"two#2: {TWO}" in done.stdout
    assert "the puzzle has several solutions" in done.stdout
    assert run_here("explain", "12").returncode == 2


@pytest.mark.parametrize("collection", ["edge", "variants"])
def test_every_shape_is_explained_in_words_and_for_machines(collection: str) -> None:
    slow()
    for instance in accord.instances(collection):
        explanation = accord.explain(instance.problem)
        assert list(explanation_lines(explanation, boards=True, bookkeeping=True))
        assert json.loads(json.dumps(as_json(explanation, boards=True)))["difficulty"]
        assert explanation.solved or not explanation.last.solved
        if len(explanation.solutions) == 1:
            assert not explanation.last.broken


def test_the_steps_as_objects() -> None:
    explanation = accord.explain(EASY)
    assert explanation.solved
    assert explanation.last.grid == read(SOLUTION).givens
    assert [step.number for step in explanation.steps] == [*range(1, len(explanation.steps) + 1)]
    now = board(EASY)
    for step in explanation.steps:
        assert step.before == now
        now = now.after([step.deduction])
        assert step.after == now
    assert explanation.hardest is TECHNIQUES["naked_singles"]
    simple = accord.explain(STUCK, tier="easy")
    assert (simple.solved, simple.difficulty) == (False, "beyond")
    assert {technique.tier for technique in simple.counts} == {"easy"}


def test_a_puzzle_without_a_solution_ends_in_what_has_run_empty() -> None:
    explanation = accord.explain("5" + EASY[1:3] + "5" + EASY[4:])
    assert not explanation.solutions
    assert explanation.last.broken
    assert not explanation.solved


@pytest.mark.parametrize(
    ("text", "grids", "exhausted"),
    [(EASY, [SOLUTION], True), ("55" + EASY[2:], [], True), (TWO, [], False)],
)
def test_as_a_solver_it_claims_only_what_it_proved(
    text: str, grids: list[str], exhausted: bool
) -> None:
    found = answer(SOLVERS["logic"], read(text), limit=2)
    assert [str(grid) for grid in found.solutions] == grids
    assert found.exhausted == exhausted
    assert exhausted or "no technique finds anything more" in found.reason


def test_as_a_solver_it_never_assumes_that_the_solution_is_unique() -> None:
    assert not [technique for technique in techniques_up_to() if technique.assumes_unique]
    assert {t for t in TECHNIQUES.values() if t.assumes_unique} <= {*techniques_up_to(unique=True)}


def test_candidates_that_make_it_unique_are_no_reason_to_assume_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bool] = []

    def none(tier: str, *, unique: bool) -> tuple[Technique, ...]:
        asked.append(unique)
        return ()

    monkeypatch.setattr("accord.solvers.logic.engine.explanation.techniques_up_to", none)
    for text in (TWO, "{1}{12}34{34}{34}12{12}{12}434321", EASY):
        accord.explain(text)
    assert asked == [False, False, True]


def test_the_engine_begins_again_after_each_find() -> None:
    path = list(steps(board(EASY), techniques_up_to()))
    order = [*TECHNIQUES.values()]
    for step in path:
        for easier in order[: order.index(step.technique)]:
            assert not list(easier.find(step.before))
        assert step.after == step.before.after(step.deductions)
    assert path[-1].after.solved


def test_a_wrong_deduction_is_named_with_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    def lie(now: object) -> list[Deduction]:
        reason = NakedSingle(layout(read(EASY).shape), "naked_singles", 2, 9)
        return [Deduction(reason, placed={2: 9})]

    faulty = Technique("naked_singles", "Naked single", "easy", lie)  # type: ignore[arg-type]
    monkeypatch.setattr(
        "accord.solvers.logic.engine.explanation.techniques_up_to", lambda *_, **__: (faulty,)
    )
    with pytest.raises(WrongDeductionError, match="naked_singles contradicts the solution"):
        list(checked_steps(board(EASY), [Grid.parse(SOLUTION)], "extreme"))
    with pytest.raises(WrongDeductionError):
        explain(read(EASY), [Grid.parse(SOLUTION)])


def test_two_values_in_one_cell_run_it_empty() -> None:
    at = layout(read(EASY).shape)
    both = [
        Deduction(NakedSingle(at, "naked_singles", 2, value), placed={2: value}) for value in (1, 4)
    ]
    assert board(EASY).after(both).broken == "r1c3 has no candidate left"


def test_boards_that_are_stuck_are_shown_in_three_forms() -> None:
    blank = accord.puzzle("." * 16)
    text = deduced(explain(blank, []).last)
    assert text.splitlines()[:6] == ["Unable to solve:", "0 0 | 0 0", "0 0 | 0 0", "----+----",
                                     "0 0 | 0 0", "0 0 | 0 0"]  # fmt: skip
    assert f"Simple String: {'0' * 16}" in text
    assert text.endswith("{1234}" * 4)


def test_what_techniques_do_not_know_is_refused_with_its_kind_and_with_what_to_use() -> None:
    equal = Puzzle(shape(4, extra=[AllEqual((0, 5))]), Grid([0] * 16))
    with pytest.raises(UnsupportedError, match="found all-equal; `accord trace` writes the steps"):
        accord.explain(equal)
