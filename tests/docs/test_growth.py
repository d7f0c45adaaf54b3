"""Figures of growth: the rows they draw, and the words for who cannot see them."""

import pytest
from recorded_speed import RecordedSet

from made_up_speed import KERNEL, line, recorded_set, without_speed
from optional import library

library("altair")
from growth import by_blank, by_size  # noqa: E402


def growing(size: int, blank: float, factor: float) -> RecordedSet:
    """The kernel, and one that is 100 times as slow and drops out beyond 1,000 times."""
    slow = line("slow", [100 * factor] * 3, puzzles=10 if factor < 100 else 2)
    out = without_speed("slow", "TOO SLOW", "")
    kernel = line(KERNEL, [factor, 2 * factor, 3 * factor])
    return recorded_set(kernel, slow if factor < 1000 else out, size=size, blank=blank)


SETS = [
    growing(4, 0.5, 1e-6),
    growing(9, 41 / 81, 1.0),  # half of 81 cells are not whole
    growing(16, 0.5, 100.0),
    growing(25, 0.5, 1000.0),
    growing(16, 0.3, 10.0),
    growing(16, 0.4, 50.0),
    growing(16, 0.6, 1000.0),
    growing(16, 0.65, 5000.0),
]


def test_sizes_are_those_of_the_commonest_share_of_blanks() -> None:
    figure = by_size(SETS)
    rows = figure.data["growth"]
    kernel = [row for row in rows if row["solver"] == KERNEL]
    assert [row["x"] for row in kernel] == ["4x4", "9x9", "16x16", "25x25"]
    for row, factor in zip(kernel, (1e-6, 1.0, 100.0, 1000.0), strict=True):
        quartiles = [row[each] / factor for each in ("low", "time", "high")]
        assert quartiles == pytest.approx([1.5, 2.0, 2.5])
    assert figure.title == "CPU time for a puzzle by size, 50 % blank"


def test_shares_of_blanks_are_those_of_the_commonest_size_in_their_order() -> None:
    figure = by_blank(SETS[::-1])
    places = [row["x"] for row in figure.data["growth"] if row["solver"] == KERNEL]
    assert places == [30, 40, 50, 60, 65]
    assert figure.title == "CPU time for a 16x16 puzzle by blank cells"


def test_a_point_is_hollow_where_not_all_puzzles_were_asked() -> None:
    rows = by_size(SETS).data["growth"]
    assert [row["hollow"] for row in rows if row["solver"] == "slow"] == [False, False, True]
    assert not any(row["hollow"] for row in rows if row["solver"] == KERNEL)


def test_a_point_is_hollow_and_its_time_a_bound_where_the_solver_was_stopped() -> None:
    (row,) = by_size([recorded_set(line("slow", [3.0], finished=False))]).data["growth"]
    assert (row["hollow"], row["text"]) == (True, ">=3.00 s")


def test_the_words_say_each_point() -> None:
    assert by_size(SETS).alternative == (
        f"{KERNEL}: 2.00 us at 4x4, 2.00 s at 9x9, 200 s at 16x16 and 2,000 s at 25x25. "
        "slow: 100 us at 4x4, 100 s at 9x9 and 10,000 s at 16x16."
    )


def test_a_solver_has_one_colour_in_both_figures() -> None:
    colours = [
        layer["encoding"]["color"]["scale"]
        for figure in (by_size(SETS), by_blank(SETS))
        for layer in figure.spec["layer"]
        if "scale" in layer["encoding"].get("color", {})
    ]
    assert colours == [colours[0]] * len(colours)
    assert colours[0]["domain"] == [KERNEL, "slow"]


def test_without_sets_there_is_no_figure() -> None:
    with pytest.raises(ValueError, match="found no set of puzzles"):
        by_size([])
