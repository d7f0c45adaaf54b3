"""The plan of a campaign: its order, in pieces, without what is done."""

import random
from collections import Counter
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from accord.bench.campaigns import plan as planning
from accord.bench.campaigns.plan import CampaignQuestion, plan
from accord.bench.campaigns.store import opened
from accord.bench.run.report import Declaration
from accord.puzzles.puzzle import Puzzle
from puzzle_facts import puzzle_of
from stored_rows import FOUR, put, some_run, written

# The plan.

QUESTION = CampaignQuestion("four", ("s", "t:x=1"), seed=7)

WHO = [Declaration(*known, "f", "e", "m") for known in (("s", "", "1"), ("t", "x=1", "1"))]


def planned(folder: Path, repeat: int = 3, seed: int = 7) -> list[Any]:
    """The runs of a plan for a folder with puzzles, as puzzle, solver, repetition."""
    question = replace(QUESTION, repeat=repeat, seed=seed)
    with TemporaryDirectory() as scratch:
        made = plan(folder, Path(scratch), WHO, question, "here")
        steps = list(made.runs())
    assert made.total - made.done == len(steps)
    for step in steps:
        puzzle = puzzle_of(step.instance)
        assert puzzle.digest == Puzzle(puzzle.shape, puzzle.givens).digest
    return [(puzzle_of(step.instance), WHO.index(step.solver), step.repetition) for step in steps]


def test_a_plan_shuffles_the_puzzles_in_each_repetition_and_the_solvers_of_each(
    tmp_path: Path,
) -> None:
    put(tmp_path, *FOUR)
    steps = planned(tmp_path, repeat=20)
    assert steps == planned(tmp_path, repeat=20) != planned(tmp_path, repeat=20, seed=8)
    assert len(set(steps)) == len(steps) == 20 * len(FOUR) * 2
    orders = set()
    for repetition, round_ in groupby(steps, lambda step: step[2]):
        turns = [
            (puzzle, [who for _, who, _ in turn])
            for puzzle, turn in groupby(round_, lambda step: step[0])
        ]
        assert {puzzle for puzzle, _ in turns} == set(FOUR)
        assert len(turns) == len(FOUR), repetition
        orders.add(tuple(puzzle for puzzle, _ in turns))
    assert len(orders) > 10  # of 24
    assert Counter(who for _, who, _ in steps[::2]).keys() == {0, 1}


def test_a_plan_is_the_same_in_pieces_and_leaves_out_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, *FOUR)
    whole = planned(tmp_path)
    monkeypatch.setattr(planning, "PIECE", 9)
    assert planned(tmp_path) == whole
    done = random.Random(1).sample(whole, 10)
    key: dict[str, Any] = {"seed": 7, "host": "here"}
    rows = [
        some_run(p, solver="st"[who], settings=("", "x=1")[who], repetition=repetition, **key)
        for p, who, repetition in done
    ]
    written(tmp_path, *rows)
    assert planned(tmp_path) == [step for step in whole if step not in done]
    others: list[dict[str, Any]] = [
        {"seed": 6},
        {"host": "there"},
        {"limit": None},
        {"memory_limit": 1},
        {"cold": True},
    ]
    others += [{"solver_version": "2"}, {"time_limit": 9.0}, {"cpu_limit": 1.0}, {"repetition": 3}]
    written(tmp_path, *(some_run(FOUR[0], **{**key, **other}) for other in others))
    assert planned(tmp_path) == [step for step in whole if step not in done]


def test_many_repetitions_are_planned_as_they_come(tmp_path: Path) -> None:
    put(tmp_path, *FOUR)
    with TemporaryDirectory() as scratch:
        made = plan(tmp_path, Path(scratch), WHO, replace(QUESTION, repeat=10**6), "here")
        first = next(steps := made.runs())
        del steps
    assert (made.total, first.repetition) == (10**6 * 8, 0)


@pytest.mark.parametrize(
    ("first", "second", "left"),  # for each solver its runs on a puzzle, N where one is noisy
    [
        ("-", "-", ""),
        ("N", "-", "st"),
        ("N-", "-", "t"),  # interrupted: the other is asked as often
        ("N-", "N", "t"),
        ("NN", "--", "st"),
        ("N-", "N-", ""),
        ("--", "N-", ""),
        ("NNN", "NN-", ""),
        ("NNN", "--", "t"),
        ("", "N", "st"),
    ],
)
def test_what_is_noisy_is_asked_again_of_all_solvers_and_at_most_twice(
    first: str, second: str, left: str, tmp_path: Path
) -> None:
    put(tmp_path, FOUR[0])
    known: list[dict[str, Any]] = [{"solver": "s"}, {"solver": "t", "settings": "x=1"}]
    runs = [
        some_run(seed=7, started=f"2026-{number}", flags="noisy" * (how == "N"), **solver)
        for solver, made in zip(known, (first, second), strict=True)
        for number, how in enumerate(made)
    ]
    written(tmp_path, *runs, *runs[:1])  # a kill may leave a row in two places
    with TemporaryDirectory() as scratch:
        made = plan(tmp_path, Path(scratch), WHO, QUESTION, "here", noisy=True)
        assert {each.solver.name for each in made.runs()} == set(left)
        usual = plan(tmp_path, Path(scratch), WHO, QUESTION, "here")
        assert usual.done == bool(first) + bool(second)
    with opened(tmp_path) as base:
        for solver, made_runs in (("s", first), ("t", second)):
            timed = base.rows(f"SELECT 0, started FROM runs WHERE solver = '{solver}'")
            expected = max(0, made_runs.find("-"))
            assert [*timed] == [(0, f"2026-{expected}")] * bool(made_runs)
