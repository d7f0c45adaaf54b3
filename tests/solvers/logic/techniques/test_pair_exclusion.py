"""Aligned pair exclusion: deductions on generated boards, and reasons that do not hold."""

from dataclasses import replace
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Any

import pytest

from accord.solvers.logic import board
from accord.solvers.logic.engine.layout import mask_of
from accord.solvers.logic.replay.check import check
from accord.solvers.logic.replay.entailed import RefusedError
from accord.solvers.logic.techniques.almost_locked import almost_locked_sets
from accord.solvers.logic.techniques.pair_exclusion import (
    Excluded,
    PairExclusion,
    aligned_pair_exclusion,
)

# Generated puzzles (accord.bench.generation.generate), as far as singles, sets and intersections
# go.
ALIGNED = (  # seed 1033
    "{459}82376{459}{49}11365947287{45}{459}218{4569}3{56}871945263{45}6{345}12{37}8{47}9{49}2"
    "{349}68{37}{45}1{57}6174593822{45}{45}831{69}{79}{67}398762154"
)
WITH_TRIPLE = (  # seed 1042
    "4{356}{39}{35}{16}287{159}{12}{25}847963{15}{19}{356}7{358}{16}{58}42{159}{57}82{57}469136"
    "{37}419{37}582{59}1{39}28{35}746395{78}2{78}164846931257{27}{27}1654398"
)
APART = (  # seed 1022
    "{78}43{18}{1789}6{2579}{257}{2579}{678}254{789}{379}1{37}{679}{67}192{57}{357}{36}48178924"
    "{36}{35}{56}3526{17}{17}894964538{27}1{27}4{89}63{589}{259}{2579}{257}123176{59}48{59}5{89}"
    "7{18}4{129}{29}63"
)
NOTHING = "12" + "." * 79


@pytest.mark.parametrize(
    ("text", "pairs", "removed"),
    [
        (ALIGNED, [(6, 24)], [{24: {4}}]),
        (WITH_TRIPLE, [(1, 2)], [{1: {5}}]),
        (APART, [(9, 24), (58, 59)], [{9: {7}}, {59: {9}}]),
    ],
)
def test_finds_pairs_of_cells(
    text: str, pairs: list[tuple[int, int]], removed: list[dict[int, set[int]]]
) -> None:
    now = board(text)
    found = list(aligned_pair_exclusion(now))
    assert [dict(each.removed) for each in found] == removed
    assert [_reason(each.reason).cells for each in found] == pairs
    assert not any(each.placed for each in found)
    for each in found:
        check(now, each)


def _reason(reason: object) -> PairExclusion:
    assert isinstance(reason, PairExclusion)
    return reason


def test_gives_its_reason() -> None:
    (found,) = aligned_pair_exclusion(board(WITH_TRIPLE))
    assert found.reason.sentence == (
        "r1c2 and r1c3 cannot hold 5 and 3 (r1c4 would have no candidate) or "
        "5 and 9 (too few values would be left for r2c1, r2c2 and r3c1), "
        "so r1c2 does not hold 5"
    )


def test_finds_nothing_without_almost_locked_sets() -> None:
    assert list(aligned_pair_exclusion(board(NOTHING))) == []


def test_cells_that_do_not_see_each_other_may_hold_one_value() -> None:
    # r1c1 and r5c5 both see r1c5 and r5c1; with 3 in r1c1 there is 3 left for r5c5.
    marks = ["{123456789}"] * 81
    marks[0], marks[40], marks[4], marks[36] = "{345}", "{123}", "{13}", "{23}"
    assert [dict(d.removed) for d in aligned_pair_exclusion(board("".join(marks)))] == []
    marks[40] = "{12}"
    (found,) = aligned_pair_exclusion(board("".join(marks)))
    assert found.removed == {0: {3}}
    assert _reason(found.reason).cells == (0, 40)


def test_almost_locked_sets_are_all_that_there_are() -> None:
    now = board(APART)
    expected = {}
    for house in now.layout.houses:
        cells = [cell for cell in house.cells if now.marks[cell]]
        for size in range(1, len(cells) + 1):
            for chosen in combinations(cells, size):
                values = reduce(or_, (now.marks[cell] for cell in chosen))
                if values.bit_count() == size + 1:
                    expected[mask_of(chosen)] = values
    assert dict(almost_locked_sets(now)) == expected
    assert len(expected) > 100


CORRUPTIONS: list[dict[str, Any]] = [
    {"cells": (24, 6)},
    {"cells": (6, 6)},
    {"cells": (6, 25)},
    {"cells": (15, 24)},
    {"candidates": ((24, 5),)},
    {"candidates": ((24, 4), (24, 9))},
    {"candidates": ()},
    {"excluded": ()},
    {"excluded": [0, 1]},
    {"excluded": [0, 1, 1, 2]},
    {"excluded": [0, Excluded((5, 4), ()), 2]},
    {"excluded": [0, Excluded((5, 4), (6,)), 2]},
    {"excluded": [0, Excluded((5, 4), (51, 51)), 2]},
    {"excluded": [0, Excluded((5, 4), (51, 7)), 2]},
    {"excluded": [0, Excluded((5, 4), (8,)), 2]},
    {"excluded": [Excluded((4, 4), (7,)), 1, 2]},
    {"excluded": [0, 1, 2, Excluded((9, 9), ())]},
    {"excluded": [0, 1, 2, Excluded((9, 8), (7,))]},
]


@pytest.mark.parametrize("change", CORRUPTIONS)
def test_refuses_corrupted_reasons(change: dict[str, Any]) -> None:
    now = board(ALIGNED)
    (found,) = aligned_pair_exclusion(now)
    reason = _reason(found.reason)
    if "excluded" in change:
        parts = [reason.excluded[p] if isinstance(p, int) else p for p in change["excluded"]]
        change = {"excluded": tuple(parts)}
    with pytest.raises(RefusedError):
        check(now, replace(found, reason=replace(reason, **change)))


def test_refuses_another_removal() -> None:
    now = board(ALIGNED)
    (found,) = aligned_pair_exclusion(now)
    for removed in ({24: frozenset({4, 9})}, {24: frozenset({9})}, {6: frozenset({4})}, {}):
        with pytest.raises(RefusedError):
            check(now, replace(found, removed=removed))
