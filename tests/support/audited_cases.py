"""Small puzzles on which an encoding is easily wrong, with the number of their solutions."""

from accord.bench.hunt.conformance import CASES, SMALL_CASES, Case
from accord.puzzles import AllDifferent, Grid, Puzzle, shape
from accord.puzzles.files.texts import read

LABEL = "row 1\nholds(1,1,1).\u2028(assert false) --> </group> | : ;"  # stays in its comment
REPEATING = Case(
    "scopes that are said twice",
    Puzzle(  # rows that are boxes as well, one of them a third time, and a short scope
        shape(
            4, (1, 4), extra=[*map(AllDifferent, ((3, 2, 1, 0), (0, 5, 10, 15), (5, 6), (7,), ()))]
        ),
        Grid([1, 2] + [0] * 14),
    ),
    4,
)
NO_PLACE = Case(
    "a value without a place in row 1",  # while each cell has candidates
    Puzzle(
        shape(4),
        Grid([0] * 16),
        tuple(frozenset({1, 2, 3} if cell < 4 else {1, 2, 3, 4}) for cell in range(16)),
    ),
    0,
)
SHORT_CLASH = Case(  # which nothing but the short constraint forbids
    "givens clash in a short constraint",
    Puzzle(shape(4, extra=[AllDifferent((0, 6))]), Grid.parse("1.....1.........")),
    0,
)
AUDITED = [
    *SMALL_CASES,
    REPEATING,
    NO_PLACE,
    SHORT_CLASH,
    Case(
        "names of constraints that would be code",
        Puzzle(
            shape(4, extra=[AllDifferent((0, 15), "row 1"), AllDifferent((3, 12), LABEL)]),
            Grid.parse("12.............."),
        ),
        14,
    ),
    Case("five solutions, 6x6", read(".....2.....1...46.3......4.3..1....."), 5),
    *(case for case in CASES if case.name == "two solutions, 9x9"),
]
