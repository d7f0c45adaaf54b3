"""The integers of backtracking-bitset say what sets would say."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.bench.generation.full_grid import NoGridError, full_grid
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Cell, Grid, Value
from accord.puzzles.puzzle import Domain, Puzzle
from accord.puzzles.sudoku.shape import Shape, shape
from accord.solvers.answer import answer
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.registry import backends
from accord.solvers.search import backtracking_bitset, bitset_fields
from accord.solvers.search.backtracking_bitset import (
    ENOUGH,
    EVERY,
    branches,
    locked,
    many,
    reduced,
    singles,
    solve,
)
from accord.solvers.search.bitset_fields import Board, Fields, fields_of, union
from optional import library

JIGSAW = [0, 0, 0, 1, 1, 0, 2, 1, 1, 1, 0, 2, 2, 2, 3, 4, 4, 2, 3, 3, 4, 4, 4, 3, 3]
JIGSAW_9 = "000011222000111222001111222333344555333444555334444555666777888666777888666777888"
SMALL = [
    shape(1),
    shape(3, rules=["latin"]),
    shape(4),
    shape(4, rules=["diagonals"]),
    shape(4, rules=["windoku"]),
    shape(4, extra=[AllDifferent((0, 6, 13)), AllDifferent((0, 5, 10, 15))]),
    shape(4, rules=["latin"], extra=[AllDifferent((0, 5, 6, 9, 15))]),  # no grid obeys it
    shape(5, regions=JIGSAW),
    shape(6, box=(2, 3)),
    shape(6, box=(3, 2), rules=["diagonals"]),
]
NINE = [
    shape(9),
    shape(9, rules=["diagonals"]),
    shape(9, rules=["windoku"]),
    shape(9, regions=[*map(int, JIGSAW_9)]),
    shape(9, extra=[AllDifferent((0, 10, 20, 31)), AllDifferent((8, 16, 24))]),
]
Domains = list[set[Value]]
BITSET = backends()["backtracking-bitset"]


@cache
def a_grid(figure: Shape, seed: int) -> Grid | None:
    """A grid that obeys the shape; None where there is none."""
    try:
        return full_grid(figure, Random(seed))
    except NoGridError:
        return None


@st.composite
def boards(draw: st.DrawFn) -> tuple[Shape, Grid | None, tuple[Domain, ...]]:
    """A shape, a grid that obeys it if there is one, and domains; usually the grid is in them."""
    figure = draw(st.sampled_from([*SMALL, *NINE]))
    random = Random(draw(st.integers(0, 1 << 32)))
    grid = a_grid(figure, draw(st.integers(0, 7)))
    share, wrong = draw(st.floats(0, 1)), draw(st.booleans())
    domains = []
    for cell in figure.cells:
        domain = {value for value in range(1, figure.size + 1) if random.random() < share}
        domains.append(frozenset(domain if wrong or not grid else domain | {grid[cell]}))
    return figure, None if wrong else grid, tuple(domains)


def on_board(fields: Fields, board: Board) -> Domains:
    """The candidates of a board, read from the fields of cells and checked against all others."""
    recorded = fields.grid(board)
    domains: Domains = []
    for cell, below in enumerate(fields.below):
        field = board >> below & fields.answered
        left = {value for value in range(1, fields.size + 1) if not field >> value - 1 & 1}
        assert (field == fields.answered) == bool(recorded[cell])
        assert not left or field <= fields.answered >> 1
        domains.append(left or {recorded[cell]} - {0})
    for house, cells in enumerate(fields.houses):
        for value in range(1, fields.size + 1):
            field = board >> fields.house(house) + (value - 1) * fields.width & fields.answered
            if field == fields.answered:
                assert [recorded[cell] for cell in cells].count(value) == 1
            else:
                places = {cell for place, cell in enumerate(cells) if not field >> place & 1}
                assert places == {cell for cell in cells if value in domains[cell]}
    return domains


def singles_by_sets(figure: Shape, domains: Domains) -> Domains | None:
    """The fixed point of naked and hidden singles, one by one; None where there is a conflict."""
    houses = [c.cells for c in figure.constraints if len(c.cells) == figure.size]
    peers = peers_of(figure)
    domains = [set(domain) for domain in domains]
    before: Domains = []
    while before != domains:
        before = [set(domain) for domain in domains]
        for cell, domain in enumerate(domains):
            if len(domain) == 1:
                for peer in peers[cell]:
                    domains[peer] -= domain
        for cells in houses:
            for value in range(1, figure.size + 1):
                places = [cell for cell in cells if value in domains[cell]]
                if not places:
                    return None
                if len(places) == 1:
                    domains[places[0]] = {value}
        if not all(domains):
            return None
    return domains


def locked_by_sets(figure: Shape, domains: Domains) -> Domains:
    """What is left after all that locked candidates say of these domains."""
    narrower = [set(domain) for domain in domains]
    scopes = [set(constraint.cells) for constraint in figure.constraints]
    for house in scopes:
        for value in range(1, figure.size + 1) if len(house) == figure.size else ():
            places = {cell for cell in house if value in domains[cell]}
            for other in scopes:
                if places <= other and len(house & other) < min(len(house), len(other)):
                    for cell in other - house:
                        narrower[cell].discard(value)
    return narrower


def peers_of(figure: Shape) -> list[set[Cell]]:
    """For each cell those it shares a constraint with."""
    scopes = [set(constraint.cells) for constraint in figure.constraints]
    return [
        set().union(*(scope for scope in scopes if cell in scope)) - {cell} for cell in figure.cells
    ]


def start(figure: Shape, domains: Sequence[Domain]) -> Board:
    board = fields_of(figure).start([0] * len(figure.cells), domains)
    assert board is not None
    return board


@pytest.mark.parametrize("figure", SMALL, ids=range(len(SMALL)))
def test_two_givens_clash_where_peers_hold_the_same_value(figure: Shape) -> None:
    for cell, peers in enumerate(peers_of(figure)):
        for other in set(figure.cells) - {cell}:
            givens = [figure.size if each in (cell, other) else 0 for each in figure.cells]
            assert (fields_of(figure).start(givens) is None) == (other in peers)


def test_a_given_that_was_crossed_out_is_no_start() -> None:
    givens = [3, *[0] * 15]
    for allowed in (frozenset({3}), frozenset({1, 2, 4}), frozenset[int]()):
        start = fields_of(shape(4)).start(givens, [allowed] * 16)
        assert (start is None) == (3 not in allowed)


@settings(deadline=None)
@given(boards())
def test_a_board_starts_with_its_candidates(
    drawn: tuple[Shape, Grid | None, tuple[Domain, ...]],
) -> None:
    figure, _, domains = drawn
    fields = fields_of(figure)
    assert on_board(fields, start(figure, domains)) == [set(domain) for domain in domains]


@settings(deadline=None, max_examples=300)
@given(boards())
def test_singles_are_those_of_sets_until_nothing_changes(
    drawn: tuple[Shape, Grid | None, tuple[Domain, ...]],
) -> None:
    figure, grid, domains = drawn
    fields = fields_of(figure)
    board, twice, rounds = singles(fields, start(figure, domains))
    expected = singles_by_sets(figure, [set(domain) for domain in domains])
    assert rounds >= 1
    assert bool(twice) == (expected is not None)
    if expected is not None:
        assert on_board(fields, board) == expected
        assert singles(fields, board) == (board, twice, 1)
        assert all(value in domain for value, domain in zip(grid or (), expected, strict=False))
    else:
        assert grid is None


@settings(deadline=None, max_examples=300)
@given(boards())
def test_locked_candidates_are_those_of_sets(
    drawn: tuple[Shape, Grid | None, tuple[Domain, ...]],
) -> None:
    figure, grid, domains = drawn
    fields = fields_of(figure)
    board, twice, _ = singles(fields, start(figure, domains))
    if twice:
        before, after = on_board(fields, board), locked(fields, board)
        assert on_board(fields, after) == locked_by_sets(figure, before)
        narrower, twice, _ = reduced(fields, start(figure, domains))
        assert narrower & after == after
        if twice:
            assert locked(fields, narrower) == narrower
            for value, domain in zip(grid or (), on_board(fields, narrower), strict=False):
                assert value in domain
        else:
            assert grid is None


@settings(deadline=None, max_examples=200)
@given(boards())
def test_branches_share_out_the_smallest_cell_that_sees_the_most_of_its_kind(
    drawn: tuple[Shape, Grid | None, tuple[Domain, ...]],
) -> None:
    figure, _, domains = drawn
    fields = fields_of(figure)
    board, twice, _ = singles(fields, start(figure, domains))
    if twice and board & fields.flags != fields.flags:
        before = on_board(fields, board)
        least = min(len(domain) for domain in before if len(domain) > 1)
        without, with_it = branches(fields, board, twice)
        placed = fields.grid(with_it ^ board)
        (cell,) = (cell for cell in figure.cells if placed[cell])
        value = placed[cell]
        assert len(before[cell]) == least
        alike = {cell for cell, domain in enumerate(before) if len(domain) == least}
        sees = [len(cells & alike) for cells in peers_of(figure)]
        assert sees[cell] >= min(ENOUGH, max(sees[cell] for cell in alike))
        assert value == min(before[cell])
        left = singles_by_sets(figure, on_board(fields, without))
        excluded = [domain - {value} if c == cell else domain for c, domain in enumerate(before)]
        assert left == singles_by_sets(figure, excluded)


@pytest.mark.parametrize("figure", [*SMALL, *NINE[-2:]], ids=range(len(SMALL) + 2))
def test_a_candidate_answers_its_fields_and_rules_itself_out_for_its_peers(figure: Shape) -> None:
    fields, peers, values = fields_of(figure), peers_of(figure), range(1, figure.size + 1)
    if not figure.extra:
        assert peers == [set(cells) for cells in figure.peers]
    answers = [fields.candidate(cell, value) for cell in figure.cells for value in values]
    assert sum(map(int.bit_count, answers)) == union(answers).bit_count()
    for cell in figure.cells:
        flag, seen = fields.seen[fields.below[cell] + figure.size + 1]
        assert flag == 1 << fields.below[cell] + figure.size
        assert seen == union(
            flag << (peer - cell) * fields.width
            if peer > cell
            else flag >> (cell - peer) * fields.width
            for peer in peers[cell]
        )
        for value in values:
            expected = fields.answered << fields.below[cell]
            for house, cells in enumerate(fields.houses):
                if cell in cells:
                    expected |= fields.answered << fields.house(house) + (value - 1) * fields.width
            expected |= union(fields.candidate(cell, other) for other in values)
            expected |= union(fields.candidate(peer, value) for peer in peers[cell])
            for bit in bits(fields.candidate(cell, value)):
                gone = fields.consequences[bit + 1]
                assert fields.named(bit + 1) == (cell, value)
                assert gone & (1 << fields.record) - 1 == expected
                assert [*enumerate(fields.grid(gone))][cell] == (cell, value)


def bits(number: int) -> Iterator[int]:
    return (at for at in range(number.bit_length()) if number >> at & 1)


@cache
def puzzles() -> list[Puzzle]:
    """Hundreds: of no solution, of one and of more, in many shapes, some with candidates."""
    found = []
    for seed in range(400):
        random = Random(seed)
        figure = random.choice([*SMALL, *NINE])
        grid = a_grid(figure, seed % 8)
        if grid is None:
            found.append(Puzzle(figure, Grid([0] * len(figure.cells))))
            continue
        share = random.uniform(0.3, 0.6) if figure.size > 5 else random.uniform(0, 0.6)
        givens = [value if random.random() < share else 0 for value in grid]
        if seed % 5 == 0:
            cell = random.choice(figure.cells)
            givens[cell] = random.randint(1, figure.size)
        marks = None
        if seed % 3 == 0:
            every = range(1, figure.size + 1)
            marks = tuple(
                frozenset(number for number in every if random.random() < 0.8) | {value}
                for value in grid
            )
        found.append(Puzzle(figure, Grid(givens), marks))
    return found


def test_it_answers_as_a_readable_solver_does() -> None:
    readable = backends()["backtracking-mrv"]
    numbers: Counter[int] = Counter()
    for puzzle in puzzles():
        limit = 400 if puzzle.size < 6 else 3
        found, expected = (answer(each, puzzle, limit=limit) for each in (BITSET, readable))
        numbers[min(len(found.solutions), 3)] += 1
        assert len(found.solutions) == len(expected.solutions)
        assert len(set(found.solutions)) == len(found.solutions)
        assert found.exhausted == expected.exhausted
        if found.exhausted:
            assert set(found.solutions) == set(expected.solutions)
        assert all(not list(puzzle.violations(grid)) for grid in found.solutions)
    assert min(numbers[number] for number in range(4)) > 20


def test_every_node_is_a_guess_taken_or_not_and_ends_in_one_of_three_ways() -> None:
    for puzzle in puzzles():
        found = answer(BITSET, puzzle, limit=1000)
        if found.exhausted and found.counters["nodes"]:
            counters = found.counters
            assert counters["nodes"] == 1 + 2 * counters["guesses"]
            ends = len(found.solutions) + counters["backtracks"]
            assert counters["nodes"] == ends + counters["guesses"]
            assert counters["propagations"] >= counters["nodes"]


@pytest.mark.parametrize("limit", [1, 2, None])
def test_arrays_are_answered_as_single_puzzles_are(limit: int | None) -> None:
    numpy = library("numpy")
    by_shape: dict[Shape, list[Puzzle]] = {}
    for puzzle in puzzles():
        if puzzle.candidates is None and (limit or puzzle.size < 6):
            by_shape.setdefault(puzzle.shape, []).append(puzzle)
    for figure, asked in by_shape.items():
        grids = numpy.array([puzzle.givens for puzzle in asked], numpy.uint8)
        before = grids.copy()
        answers = many(figure, grids, limit, 4)
        assert (grids == before).all()
        assert answers.solutions.shape == grids.shape
        assert answers.solutions.dtype == numpy.uint8
        for row, puzzle in enumerate(asked):
            found = answer(BITSET, puzzle, limit=limit)
            first = found.solutions[0] if found.solutions else [0] * len(puzzle.givens)
            assert answers.solutions[row].tolist() == [*first]
            assert answers.counts[row] == len(found.solutions)
            assert answers.guesses[row] == found.counters["guesses"]


def test_an_array_of_no_puzzles_has_no_answers() -> None:
    numpy = library("numpy")
    answers = many(shape(4), numpy.zeros((0, 16), numpy.uint8), 2, 1)
    assert answers.solutions.shape == (0, 16)
    assert len(answers.counts) == len(answers.guesses) == 0


def test_what_was_forgotten_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    nine = [puzzle for puzzle in puzzles() if puzzle.shape == shape(9)][:10]
    expected = [answer(BITSET, puzzle, limit=2) for puzzle in nine]
    monkeypatch.setattr(bitset_fields, "KEPT", 1 << 16)
    forgetful = Fields(shape(9))
    monkeypatch.setattr(backtracking_bitset, "fields_of", lambda _: forgetful)
    for puzzle, known in zip(nine, expected, strict=True):
        assert answer(BITSET, puzzle, limit=2).solutions == known.solutions
        assert len(forgetful.consequences) <= 16


def test_it_looks_at_the_clock_every_few_nodes() -> None:
    class Impatient(Budget):
        looks = 0

        def check_time(self) -> None:
            self.looks += 1
            if self.looks > 11:
                raise GaveUpError("out of time")

    budget = Impatient()
    blank = Puzzle(shape(9), Grid([0] * 81))
    with pytest.raises(GaveUpError):
        list(islice(solve(blank, budget), 1000))
    assert 10 * EVERY <= budget.spent["nodes"] <= 11 * EVERY
