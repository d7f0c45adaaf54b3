"""The puzzles that speed is measured on: what their files say of them is true."""

from itertools import islice
from statistics import mean

import pytest

from accord.bench.make.generate import blanked
from accord.bench.make.rating import guesses
from accord.bench.speed.forms import SHIPPED, shipped
from accord.puzzles.files.texts import read
from accord.solvers.deciding import first_two
from developer_tools import tool
from optional import library

speed_sets = tool("speed_sets")
KINDS, SPARSE = speed_sets.KINDS, speed_sets.SPARSE

SOME = 12  # of each kind, where each takes milliseconds


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_as_many_different_puzzles_as_the_table_says(kind: str) -> None:
    found = shipped(kind)
    assert len(set(found)) == len(found) == KINDS[kind].many
    assert all(len(line) == 81 for line in found)
    assert (SHIPPED / f"{kind}.txt").stat().st_size < 50_000


@pytest.mark.parametrize("kind", KINDS)
def test_they_have_one_solution_and_no_given_can_be_spared(kind: str) -> None:
    for text in shipped(kind)[:: KINDS[kind].many // 2]:
        assert len(first_two(read(text))) == 1
        given = (cell for cell, value in enumerate(text) if value != ".")
        assert not any(len(first_two(blanked(read(text), [cell]))) == 1 for cell in given)


@pytest.mark.parametrize("kind", ["easy", "sparse", "top"])
def test_making_them_again_gives_the_same_lines(kind: str) -> None:
    if kind != "easy":  # they ask for thousands of proofs
        library("numba")
    written = (SHIPPED / f"{kind}.txt").read_text(encoding="utf-8").splitlines()
    assert [*islice(speed_sets.lines(kind), 4)] == written[:4]


def test_the_kinds_are_what_they_are_called() -> None:
    some = {kind: shipped(kind)[:: KINDS[kind].many // SOME] for kind in KINDS}
    needed = {kind: [guesses(read(text)) for text in texts] for kind, texts in some.items()}
    assert set(needed["easy"]) == {0}
    assert 0 < mean(needed["sparse"]) < mean(needed["top"]) < mean(needed["hardest"])
    assert {81 - text.count(".") for text in shipped("sparse")} <= set(SPARSE)


def test_a_kind_that_is_none_is_named() -> None:
    with pytest.raises(ValueError, match="found the kind 'nice', expected one of easy, sparse"):
        shipped("nice")
