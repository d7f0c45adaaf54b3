"""What the 9x9 kernel concludes, against the rules written down with sets."""

from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Domain, Puzzle
from accord.puzzles.shape import shape
from accord.puzzles.symmetry import drawn
from optional import library

library("numba")

from accord.solvers.kernels.nine import concluded  # noqa: E402

NINE = shape(9)
HOUSES = [frozenset(house.cells) for house in NINE.houses]
EVERY = frozenset(range(1, 10))
LINES, BOXES = HOUSES[:18], HOUSES[18:]
TRIADS = [line & box for line in LINES for box in BOXES if line & box]
CANONICAL = Grid((row * 3 + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))

Domains = list[Domain]


def taken(domains: Domains) -> bool:
    """Take from other cells what must be elsewhere; whether anything changed."""
    before = list(domains)
    for house in HOUSES:
        for value in EVERY:
            places = {cell for cell in house if value in domains[cell]}
            for other in HOUSES:  # locked candidates; with one place left it is a hidden single
                if places <= other:
                    for cell in other - house:
                        domains[cell] -= {value}
            if len(places) == 1:
                domains[places.pop()] &= {value}
    for cell, domain in enumerate(domains):
        if len(domain) == 1:
            for peer in NINE.peers[cell]:
                domains[peer] -= domain
    return domains != before


def impossible(domains: Domains) -> bool:
    """Whether a cell lacks a value, a house a place for one, or a triad three that differ."""
    if not all(domains) or any(len(values_of(triad, domains)) < 3 for triad in TRIADS):
        return True
    return any(values_of(house, domains) < EVERY for house in HOUSES)


def values_of(cells: frozenset[int], domains: Domains) -> Domain:
    """The values that are possible somewhere in these cells."""
    return frozenset(value for cell in cells for value in domains[cell])


def taken_by_triples(domains: Domains) -> bool:
    """The same for triads: three values possible in one, or three that have no other place."""
    before = list(domains)
    for triad in TRIADS:
        possible = values_of(triad, domains)
        containing = [house for house in HOUSES if triad <= house]
        forced = {
            value
            for value in possible
            for house in containing
            if not any(value in domains[cell] for cell in house - triad)
        }
        if len(possible) == 3:
            for cell in frozenset().union(*containing) - triad:
                domains[cell] -= possible
        if len(forced) >= 3:  # where it is more, one of the three cells has none in the end
            for cell in triad:
                domains[cell] &= forced if len(forced) == 3 else frozenset()
    return domains != before


def narrowed(puzzle: Puzzle) -> tuple[Domain, ...] | None:
    """The domains when none of these rules says anything more; None after a conflict."""
    domains = list(puzzle.domains)
    while not impossible(domains):
        if not taken(domains) and not taken_by_triples(domains):
            return tuple(domains)
    return None


@st.composite
def boards(draw: st.DrawFn) -> tuple[Puzzle, Grid]:
    """A grid, and a board of candidates that mostly allows it."""
    random = Random(draw(st.integers(0, 1 << 32)))
    grid = drawn(NINE, random).grid(CANONICAL)
    share = draw(st.sampled_from((0.05, 0.2, 0.35, 0.5, 0.7)))  # of wrong candidates that stay
    clues = draw(st.integers(0, 40))
    fixed = set(random.sample(range(81), clues))
    marks = [
        frozenset(
            {value}
            if cell in fixed
            else {v for v in EVERY if random.random() < share or v == value}
        )
        for cell, value in enumerate(grid)
    ]
    for cell in random.sample(range(81), draw(st.sampled_from((0, 0, 0, 1, 2)))):
        marks[cell] -= {grid[cell]}
    return Puzzle(NINE, Grid([0] * 81), tuple(marks)), grid


@settings(max_examples=120, deadline=None)
@given(boards())
def test_it_concludes_what_the_rules_do_and_nothing_else(board: tuple[Puzzle, Grid]) -> None:
    puzzle, grid = board
    found = concluded(puzzle)
    assert found == narrowed(puzzle)
    if not list(puzzle.violations(grid)):
        assert found is not None
        assert all(value in domain for value, domain in zip(grid, found, strict=True))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1 << 32), st.integers(17, 50), st.integers(0, 2))
def test_it_concludes_the_same_of_givens(seed: int, clues: int, wrong: int) -> None:
    random = Random(seed)
    grid = drawn(NINE, random).grid(CANONICAL)
    givens = [0] * 81
    for cell in random.sample(range(81), clues):
        givens[cell] = grid[cell]
    for cell in random.sample(range(81), wrong):
        givens[cell] = random.randint(1, 9)
    puzzle = Puzzle(NINE, Grid(givens))
    assert concluded(puzzle) == narrowed(puzzle)


def test_the_same_value_twice_in_a_house_is_a_conflict() -> None:
    pairs = {pair for house in HOUSES for pair in combinations(sorted(house), 2)}
    assert len(pairs) == 810
    for pair in pairs:
        givens = [5 if cell in pair else 0 for cell in range(81)]
        assert concluded(Puzzle(NINE, Grid(givens))) is None


def test_a_house_without_a_place_and_a_cell_without_a_value_are_conflicts() -> None:
    for house in HOUSES:
        marks = tuple(EVERY - {7} if cell in house else EVERY for cell in range(81))
        assert concluded(Puzzle(NINE, Grid([0] * 81), marks)) is None
    for cell in range(81):
        marks = tuple(EVERY if other != cell else frozenset() for other in range(81))
        assert concluded(Puzzle(NINE, Grid([0] * 81), marks)) is None


def test_three_values_in_a_triad_leave_its_line_and_its_box() -> None:
    for triad in TRIADS:
        marks = tuple(frozenset({2, 4, 9}) if cell in triad else EVERY for cell in range(81))
        found = concluded(Puzzle(NINE, Grid([0] * 81), marks))
        assert found is not None
        around = frozenset().union(*(house for house in HOUSES if triad <= house)) - triad
        assert {found[cell] for cell in around} == {EVERY - {2, 4, 9}}
