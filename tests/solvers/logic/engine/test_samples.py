"""Known boards of each technique with their complete results, from the folder of shared data.

A technique finds exactly what is expected where all readings of it agree; for the others, at least
that, and nothing that the solution contradicts.  Cases of HoDoKu's regression library expect one
deduction with exactly these candidates.
"""

import json
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import pytest

from accord.puzzles.phrasing import spelled
from accord.solvers.logic import TECHNIQUES, TIERS, Board, Deduction, board
from places import SHARED, needs_data
from replay.check import check
from replay.sums import OF_VARIANTS

DATA = SHARED
EXACT = """
    prune_candidates naked_singles hidden_singles naked_pairs naked_triples naked_quads
    hidden_pairs hidden_triples hidden_quads pointing_pairs_pointing_triples box_line_reduction
    x_wing simple_coloring_rule2 simple_coloring_rule4 y_wing swordfish xyz_wing bug jellyfish
"""
CODES = """
    0000 0002 0003 0100 0101 0200 0201 0202 0210 0211 0212 0300 0301 0302 0310 0311 0320 0321
    0400 0401 0403 0800 0801 0600 0601 0602 0603 0701 0702
"""
Candidates = dict[int, set[int]]  # for each cell some of its values


def _order() -> list[dict[str, Any]]:
    found = json.loads((DATA / "technique_order.json").read_text())
    assert isinstance(found, list)
    return found


def _claimed() -> set[str]:
    return {code for technique in TECHNIQUES.values() for code in technique.codes}


def _records(file: str, name: str) -> list[Any]:
    """The records of a file as parameters of a test, named by these fields; or one that skips.

    Codes that no technique claims are left out.
    """
    if not DATA.is_dir():
        return [pytest.param(None, marks=needs_data)]
    codes = {None, *CODES.split(), *_claimed()}
    records = [json.loads(line) for line in (DATA / file).read_text().splitlines()]
    return [
        pytest.param(record, id=name.format(**record))
        for record in records
        if record.get("code") in codes
    ]


@needs_data
def test_techniques_stand_in_the_known_order() -> None:
    known = [(each["name"], spelled(each["tier"], TIERS)) for each in _order()]
    found = [(name, technique.tier) for name, technique in TECHNIQUES.items()]
    assert [each for each in found if each[0] not in OF_VARIANTS] == known


def test_codes_are_claimed() -> None:
    assert _claimed() >= set(CODES.split())


@pytest.mark.parametrize("case", _records("techniques.jsonl", "{function}-{test_name}"))
def test_finds_what_is_known(case: dict[str, Any]) -> None:
    (name,) = (each["name"] for each in _order() if each["function"] == case["function"])
    givens = case["givens"] if case["board_format"] == "candidates" else None
    now = board(case["board"], givens)
    found = list(TECHNIQUES[name].find(now))
    placed, removed = _together(now, found)
    sets = [each for each in case["expected"] if "set" in each]
    rest = [each for each in case["expected"] if "remove" in each]
    expected_placed = {_cell(each): each["set"] for each in sets}
    expected_removed = {_cell(each): set(each["remove"]) for each in rest}
    if name in EXACT.split():
        assert (placed, removed) == (expected_placed, expected_removed)
    assert expected_placed.items() <= placed.items()
    for cell, values in expected_removed.items():
        assert values <= removed.get(cell, set())
    if case["solution"]:
        _sound(case["solution"], placed, removed)


def _cell(where: dict[str, int]) -> int:
    return where["row"] * 9 + where["col"]


def _together(now: Board, found: Iterable[Deduction]) -> tuple[dict[int, int], Candidates]:
    """What these deductions place and remove; each is replayed."""
    placed: dict[int, int] = {}
    removed: Candidates = defaultdict(set)
    for deduction in found:
        check(now, deduction)
        for cell, value in deduction.placed.items():
            assert placed.setdefault(cell, value) == value
        for cell, values in deduction.removed.items():
            removed[cell] |= values
    return placed, dict(removed)


def _sound(solution: str, placed: dict[int, int], removed: Candidates) -> None:
    for cell, value in placed.items():
        assert solution[cell] == str(value)
    for cell, values in removed.items():
        assert int(solution[cell]) not in values


@pytest.mark.parametrize("case", _records("reglib_sample.jsonl", "{code_raw}-{line}"))
def test_finds_the_cases_of_the_regression_library(case: dict[str, Any]) -> None:
    claimed = [each for each in TECHNIQUES.values() if case["code"] in each.codes]
    now = board(case["pencilmarks"], case["givens"])
    removed: Candidates = defaultdict(set)
    for each in case["eliminations"]:
        removed[_cell(each)].add(each["digit"])
    placed = {_cell(each): each["digit"] for each in case["placements"]}
    found = [deduction for technique in claimed for deduction in technique.find(now)]
    if case["solution"]:
        _sound(case["solution"], *_together(now, found))
    if case["fail_case"]:
        for deduction in found:
            for cell, values in deduction.removed.items():
                assert not values & removed[cell]
    else:
        assert any(each.placed == placed and each.removed == removed for each in found)
