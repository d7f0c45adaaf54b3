"""The integers of backtracking-bitset say what sets would say."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.bench.make.random_puzzles import NINE, SMALL, a_grid
from accord.puzzles import Grid, Puzzle, Shape, ValueSet, shape
from accord.solvers.answer import answer
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.registry import backends
from accord.solvers.search import backtracking_bitset, bitset_fields
from accord.solvers.search.backtracking_bitset import (
    ENOUGH,
    EVERY,
    branches,
    locked,
    reduced,
    singles,
    solve,
)
from accord.solvers.search.bitset_fields import Board, Fields, fields_of, union
from mixed_puzzles import puzzles
from naive_propagation import Domains, locked_by_sets, peers_of, singles_by_sets

BITSET = backends()["backtracking-bitset"]


@st.composite
def boards(draw: st.DrawFn) -> tuple[Shape, Grid | None, tuple[ValueSet, ...]]:
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


def start(figure: Shape, domains: Sequence[ValueSet]) -> Board:
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


@given(boards())
def test_a_board_starts_with_its_candidates(
    drawn: tuple[Shape, Grid | None, tuple[ValueSet, ...]],
) -> None:
    figure, _, domains = drawn
    fields = fields_of(figure)
    assert on_board(fields, start(figure, domains)) == [set(domain) for domain in domains]


@settings(max_examples=100)
@given(boards())
def test_singles_are_those_of_sets_until_nothing_changes(
    drawn: tuple[Shape, Grid | None, tuple[ValueSet, ...]],
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


@settings(max_examples=100)
@given(boards())
def test_locked_candidates_are_those_of_sets(
    drawn: tuple[Shape, Grid | None, tuple[ValueSet, ...]],
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


@settings(max_examples=100)
@given(boards())
def test_branches_share_out_the_smallest_cell_that_sees_the_most_of_its_kind(
    drawn: tuple[Shape, Grid | None, tuple[ValueSet, ...]],
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
