"""Lines of the Puzzle Bank: the hash, the cells, the rating."""

import warnings
from hashlib import sha1

import pytest

from accord.puzzles import MalformedPuzzleError
from accord.puzzles.files.read import read, read_many
from accord.puzzles.files.write import FormatError, write
from format_samples import NAKED

CELLS = "050703060007000800000816000000030000005000100730040086906000204840572093000409000"
LINE = f"0000183b305c {CELLS}  1.2"  # the first of its easy ones


def test_a_line_is_the_puzzle_with_its_name_and_its_rating() -> None:
    assert sha1(CELLS.encode()).hexdigest()[:12] == LINE[:12]
    found = [*read_many([LINE, "", f"{NAKED} 7.1", f"mine {NAKED}"], name="bank")]
    assert [each.name for each in found] == ["0000183b305c", "bank#2", "mine"]
    assert [each.puzzle for each in found] == [read(CELLS), read(NAKED), read(NAKED)]
    assert [dict(each.notes) for each in found] == [{"rating": 1.2}, {"rating": 7.1}, {}]
    assert read(LINE) == read(CELLS)


def test_other_lines_are_none_of_the_bank() -> None:
    with pytest.raises(MalformedPuzzleError, match=r"found 9\d cells"):
        read(f"0000183b305c {CELLS[:-1]}  1.2")
    with pytest.raises(FormatError, match="read only"):
        write(read(NAKED), "bank")
    with warnings.catch_warnings(action="error"):
        assert read(f"{NAKED}  # 1.2") == read(NAKED)
