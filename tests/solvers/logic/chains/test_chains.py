"""Chains beyond the boards of technique_boards.py: grouped nodes, remote pairs, odd cycles."""

import pytest

from accord.puzzles.sudoku.shape import shape
from accord.solvers.logic import TECHNIQUES, Board, board
from accord.solvers.logic.chains.chains import Rule, forced_places, inference_chains, open_chains
from accord.solvers.logic.chains.xy_chains import RemotePair
from accord.solvers.logic.engine.layout import layout
from boards import said
from replay.check import check
from technique_boards import FOUND

GROUPED: list[tuple[Rule, str, list[str]]] = [
    (
        forced_places,
        "456{39}{2379}{237}{28}1{38}1928{34}65{34}773815{24}9{24}6{23}756{89}{49}{48}{23}16145{27"
        "8}{237}{278}9{38}{23}89{34}{237}1{247}65921765384867{349}{349}{349}152543218679",
        ["r1c5-2 r5c6-2", "r1c5-2 r5c6-2"],
    ),
    (
        open_chains,
        "976381254{18}235{69}4{1689}{168}7{148}5{48}72{69}{189}3{1689}68{47}{19}523{47}{19}23{79}"
        "{1689}4{68}5{179}{1689}5{49}1{689}37{4689}{689}23{49}2{68}75{1469}{1689}{1689}71{89}4{69"
        "}3{689}25{48}6521{89}7{489}3",
        ["r2c8-1", "r2c8-1"],
    ),
]


@pytest.mark.parametrize(("rule", "text", "expected"), GROUPED)
def test_grouped_nodes_are_an_option(rule: Rule, text: str, expected: list[str]) -> None:
    start = board(text)
    assert not list(inference_chains(start, "chain", rule))
    deductions = list(inference_chains(start, "chain", rule, grouped=True))
    assert [said(deduction) for deduction in deductions] == expected
    for deduction in deductions:
        check(start, deduction)


def test_remote_pairs_name_the_cells_in_turn() -> None:
    deduction, *_ = TECHNIQUES["xy_chains"].find(FOUND["xy_chains"][1][0])
    assert deduction.reason.sentence == (
        "r2c2, r1c1, r6c1 and r6c9 hold 1 and 7 in turn, "
        "so no cell that sees both r2c2 and r6c9 holds either"
    )


def test_longer_remote_pairs_also_exclude_by_inner_cells() -> None:
    """A chain of six cells bent so that its halves exclude something apart from its ends."""
    pair = dict.fromkeys((0, 7, 25, 52, 45, 38), "{12}")
    start = board("".join(pair.get(cell, "{123456789}") for cell in range(81)))
    found = list(TECHNIQUES["xy_chains"].find(start))
    remote = [d.reason for d in found if isinstance(d.reason, RemotePair)]
    assert any(len(reason.differing) > 1 for reason in remote)
    for deduction in found:
        check(start, deduction)


def test_coloring_leaves_an_odd_cycle_alone() -> None:
    """Three cells, each the only other place of a 1 for the next: there is no grid."""
    marks = [0b10] * 3 + [0, 0b10] + [0] * 11
    values = tuple(0 if mark else 2 for mark in marks)
    now = Board(layout(shape(4)), values, tuple(marks), 0)
    assert list(TECHNIQUES["simple_coloring_rule2"].find(now)) == []
    (found,) = TECHNIQUES["simple_coloring_rule4"].find(now)
    assert found.removed == {1: {1}}  # which sees the cells of both colors
