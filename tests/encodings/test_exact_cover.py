"""Exact covers: what their options say, and their file."""

import re

import pytest

from accord.encodings import exact_cover
from accord.encodings.exact_cover import encode
from accord.puzzles import AllDifferent, Grid, Puzzle, Shape, shape
from accord.puzzles.files.texts import read


def test_options_say_what_they_cover() -> None:
    cover = encode(read("12.." + "." * 12))
    assert len(cover.options) == 2 + 14 * 4
    assert cover.meaning[:2] == ((0, 1), (1, 2))
    covered = [cover.items[item] for item in cover.options[1]]
    assert covered == ["r1c2 has a value", "row 1 has a 2", "column 2 has a 2", "box 1 has a 2"]


# The file.


def written(puzzle: Puzzle) -> list[str]:
    """The lines that say something."""
    text = "".join(exact_cover.write(puzzle, distinct=True))
    assert text.endswith("\n")
    return [line for line in text.splitlines() if not line.startswith("|")]


@pytest.mark.parametrize(
    "figure",
    [
        shape(1),
        shape(3, rules=["latin"], extra=[AllDifferent((0, 4), "two cells")]),
        shape(9, rules=["diagonals", "windoku"]),
        shape(36, extra=[AllDifferent((0, 1), "row 1"), AllDifferent((5,), "a\nb")]),
        shape(4, regions=[0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3]),
    ],
)
def test_names_are_as_dlx_wants_them(figure: Shape) -> None:
    """At most eight characters, no colon and no bar; all different."""
    puzzle = Puzzle(figure, Grid([0] * figure.size**2))
    items, *options = written(puzzle)
    primary, _, secondary = items.partition(" | ")
    names = [*primary.split(), *secondary.split()]
    cover, size = encode(puzzle), exact_cover.size(puzzle)
    assert len(set(names)) == len(names) == len(cover.items) == size.variables
    assert len(primary.split()) == cover.primary
    assert all(re.fullmatch(r"[a-z]+[0-9=c]+", name) and len(name) <= 8 for name in names)
    assert len(options) == size.constraints == size.distinct == figure.size**3
    assert sum(len(option.split()) for option in options) == size.literals
