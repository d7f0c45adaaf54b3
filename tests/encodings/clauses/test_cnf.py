"""The clauses by name: what they cost, as files and page say, and what unit propagation finds."""

from collections.abc import Callable
from itertools import count
from math import comb
from pathlib import Path
from typing import Any

import pytest

from accord.bench.hunt.conformance import SMALL_CASES, USUAL, Case
from accord.bench.make.instances.collection import instances_of
from accord.encodings.clauses import augmented, cnf, direct
from accord.encodings.clauses.at_most_one import AT_MOST_ONE
from accord.encodings.clauses.clauses import CNF, Clause, decode, nogood
from accord.encodings.clauses.propagation import candidates, solved
from accord.puzzles import AllDifferent, Grid, Puzzle, Shape, shape
from accord.puzzles.files.texts import read
from audited_cases import NO_PLACE, SHORT_CLASH
from puzzle_facts import puzzle_of

PAGE = (Path(__file__).parents[3] / "docs/encodings/clauses.md").read_text()
STRENGTHS = ("minimal", "natural", "extended")
PRICE: dict[str, Callable[[int, int, int], int]] = {  # of N cells, n values, h houses
    "minimal": lambda N, n, h: N + h * n * comb(n, 2),  # noqa: N803  # as in the price table
    "natural": lambda N, n, h: N + h * n * comb(n, 2) + N * comb(n, 2),  # noqa: N803
    "extended": lambda N, n, h: N + h * n * comb(n, 2) + N * comb(n, 2) + h * n,  # noqa: N803
}
NINES = [*instances_of("9x9")]


def blank(form: Shape) -> Puzzle:
    return Puzzle(form, Grid([0] * form.size**2))


def named(encoding: str, way: str) -> str:
    return encoding if way == "pairwise" else f"{encoding}+{way}"


def row_of(document: str | None, *start: str) -> list[str]:
    """The words after `start` in the one line of a table that begins with it."""
    lines = [line.split() for line in (document or "").splitlines()]
    (row,) = (line[len(start) :] for line in lines if tuple(line[: len(start)]) == start)
    return row


@pytest.mark.parametrize("encoding", STRENGTHS)
def test_a_blank_grid_costs_what_the_formulas_and_the_file_say(encoding: str) -> None:
    for form in (
        *(shape(size) for size in (4, 6, 9, 12, 16, 25)),
        shape(5, rules=["latin"]),
        shape(9, rules=["diagonals", "windoku"]),
    ):
        n, price = form.size, PRICE[encoding](form.size**2, form.size, len(form.houses))
        formula = cnf.skeleton(blank(form), encoding)
        assert (formula.variables, len(formula.clauses)) == (n**3, price)
        if n in (9, 16, 25) and not form.rules:
            assert f"{price:,}" in row_of(direct.__doc__, encoding, "N")
    if encoding != "natural":
        assert f"{PRICE[encoding](36 * 36, 36, 3 * 36):,}" in PAGE


@pytest.mark.parametrize("way", AT_MOST_ONE)
def test_each_at_most_one_costs_what_the_table_says(way: str) -> None:
    words = " ".join(row_of(PAGE, way)).replace(",", "").replace("/", "").split()
    expected = []
    for size in (9, 16, 25):
        formula = cnf.skeleton(blank(shape(size)), named("extended", way))
        expected += [len(formula.clauses), formula.variables]
    assert [*map(int, words)] == expected


@pytest.mark.parametrize("way", AT_MOST_ONE)
@pytest.mark.parametrize("size", [9, 16])
def test_the_formulas_hold_for_every_at_most_one(size: int, way: str) -> None:
    def price(literals: int) -> tuple[int, int]:
        fresh = count(literals + 1)
        clauses = len(list(AT_MOST_ONE[way](range(1, literals + 1), fresh)))
        return clauses, next(fresh) - literals - 1

    cells, k = size * size, round(size**0.5)
    extended = cnf.skeleton(blank(shape(size)), named("extended", way))
    clauses, auxiliary = price(size)
    assert len(extended.clauses) == 4 * cells * (1 + clauses)
    assert extended.variables == cells * size + 4 * cells * auxiliary
    formula = cnf.skeleton(blank(shape(size)), named("augmented", way))
    parts = [(cells, price(size)), (2 * k * cells, price(k + 1)), (4 * cells, price(k))]
    assert len(formula.clauses) == sum(times * (1 + clauses) for times, (clauses, _) in parts)
    auxiliary = sum(times * variables for times, (_, variables) in parts)
    assert formula.variables == cells * size + 2 * k * cells + auxiliary


@pytest.mark.parametrize("size", [9, 16, 25])
def test_augmented_costs_what_its_formulas_and_its_table_say(size: int) -> None:
    k, cells = round(size**0.5), size * size
    exactly = {m: 1 + comb(m, 2) for m in (size, k, k + 1)}
    clauses = cells * exactly[size] + 2 * k * cells * exactly[k + 1] + 4 * cells * exactly[k]
    variables = cells * size + 2 * k * cells
    formula = cnf.skeleton(blank(shape(size)), "augmented")
    assert (len(formula.clauses), formula.variables) == (clauses, variables)
    assert f"{clauses:,}" in row_of(augmented.__doc__, "augmented", "N", "E(n)")
    assert f"{variables:,}" in row_of(augmented.__doc__, "augmented", "n", "N")


@pytest.mark.parametrize(
    ("form", "house", "ways"),
    [
        (shape(9), "row 1", [[3, 3, 3]]),
        (shape(9), "box 1", [[3, 3, 3], [3, 3, 3]]),
        (shape(6), "box 1", [[3, 3], [2, 2, 2]]),
        (shape(9, rules=["windoku"]), "row 2", [[3, 3, 3], [3, 3, 1, 1, 1]]),
        (shape(9, rules=["diagonals"]), "diagonal from top left", [[3, 3, 3]]),
        (shape(6, box=(1, 6)), "box 1", [[1] * 6]),
        (shape(4, rules=["latin"]), "row 1", [[1] * 4]),
    ],
)
def test_full_constraints_are_divided_by_their_intersections(
    form: Shape, house: str, ways: list[list[int]]
) -> None:
    full = [each.cells for each in form.houses]
    (scope,) = (each.cells for each in form.houses if each.name == house)
    found = augmented.divisions(scope, full)
    assert [[len(block) for block in way] for way in found] == ways
    for way in found:
        assert sorted(cell for block in way for cell in block) == sorted(scope)


def struck_out(puzzle: Puzzle) -> list[Clause]:
    """The extended formula without what the fixed cells make true or false, from its definition."""
    n = puzzle.size
    fixed = {cell: min(domain) for cell, domain in enumerate(puzzle.domains) if len(domain) == 1}
    true = {cell * n + value for cell, value in fixed.items()}
    false = {
        cell * n + value
        for cell, domain in enumerate(puzzle.domains)
        for value in range(1, n + 1)
        if value not in domain
    }
    for constraint in puzzle.constraints:
        for one in fixed.keys() & set(constraint.scope):
            false |= {c * n + fixed[one] for c in constraint.scope if c not in fixed}
    return [
        tuple(literal for literal in clause if literal not in false and -literal not in true)
        for clause in cnf.skeleton(puzzle, "extended").clauses
        if not any(literal in true or -literal in false for literal in clause)
    ]


@pytest.mark.parametrize(
    "case", [*SMALL_CASES, SHORT_CLASH, NO_PLACE, Case("9x9", USUAL, 1)], ids=lambda case: case.name
)
def test_reduced_is_extended_without_what_is_known(case: Case) -> None:
    """Or a contradiction, where an empty clause would be left."""
    clauses, left = cnf.encode(case.puzzle, "reduced").clauses, struck_out(case.puzzle)
    contradicted = any((-literal,) in clauses for (literal, *rest) in clauses if not rest)
    assert contradicted == (() in left)
    assert contradicted or sorted(clauses) == sorted(left)


@pytest.mark.parametrize("way", AT_MOST_ONE)
def test_reduced_is_extended_where_nothing_is_known(way: str) -> None:
    puzzle = blank(shape(9))
    ours, theirs = (cnf.encode(puzzle, named(name, way)) for name in ("reduced", "extended"))
    assert (len(ours.clauses), ours.variables) == (len(theirs.clauses), theirs.variables)


def test_reduced_says_nothing_of_a_full_grid() -> None:
    puzzle = read("1234341221434321")
    formula = cnf.encode(puzzle, "reduced")
    assert formula.clauses == []
    assert decode(formula, []) == puzzle.givens
    assert nogood(formula, puzzle.givens) == ()


def test_reduced_is_as_small_as_the_file_says() -> None:
    def average(encoding: str) -> float:
        sizes = [
            len(cnf.encode(puzzle_of(each), encoding).clauses) for each in instances_of("famous")
        ]
        return sum(sizes) / len(sizes)

    assert abs(average("extended") - 12_010) <= 0.5
    assert abs(average("reduced") - 2_147) <= 0.5
    (hard,) = (puzzle_of(each) for each in instances_of("25x25") if each.name == "25x25-hard-5")
    sizes = [len(cnf.encode(hard, encoding).clauses) for encoding in ("extended", "reduced")]
    assert sizes == [752_800, 18_249]
    assert {"12,010", "2,147"} <= set(row_of(PAGE, "famous,"))
    assert {"752,800", "18,249"} <= set(row_of(PAGE, "25x25-hard-5"))


def left_by(puzzle: Puzzle, encoding: str) -> list[frozenset[int]]:
    return candidates(cnf.encode(puzzle, encoding))


@pytest.mark.parametrize("instance", NINES, ids=lambda instance: instance.name)
def test_unit_propagation_sees_what_it_should(instance: Any) -> None:
    """As much in reduced and with every at most one; more in the stronger encodings."""
    puzzle = puzzle_of(instance)
    extended = left_by(puzzle, "extended")
    assert left_by(puzzle, "reduced") == extended
    for way in AT_MOST_ONE if instance.name.endswith("0") else ():
        if way != "pairwise":
            assert left_by(puzzle, f"extended+{way}") == extended
    others = [left_by(puzzle, encoding) for encoding in ("augmented", "natural", "minimal")]
    for strongest, strong, weak, weakest in zip(others[0], extended, *others[1:], strict=True):
        assert strongest <= strong <= weak <= weakest


def test_augmented_solves_more_without_search() -> None:
    puzzles = [puzzle_of(instance) for instance in NINES]
    numbers = [
        sum(solved(cnf.encode(puzzle, encoding)) for puzzle in puzzles)
        for encoding in ("natural", "extended", "augmented")
    ]
    assert (len(puzzles), numbers) == (32, [9, 19, 21])


def test_augmented_sees_locked_candidates() -> None:
    """In box 1 a 5 can stand in row 1 alone, so that it stands nowhere else in row 1."""
    marks = [
        frozenset(range(1, 10)) - ({5} if cell in (9, 10, 11, 18, 19, 20) else set())
        for cell in range(81)
    ]
    puzzle = Puzzle(shape(9), Grid([0] * 81), tuple(marks))
    assert all(5 in domain for domain in left_by(puzzle, "extended")[3:9])
    assert not any(5 in domain for domain in left_by(puzzle, "augmented")[3:9])


def test_decodes_literals_in_any_order_and_ignores_further_variables() -> None:
    puzzle = blank(shape(4))
    grid = Grid.parse("1234341221434321")
    literals = [4 * cell + value for cell, value in enumerate(grid)]
    assert decode(cnf.encode(puzzle), [*reversed(literals), -1, 65, 99]) == grid


@pytest.mark.parametrize("name", ["", "direct", "order+ladder", "extended+pairwise", "minimal+"])
@pytest.mark.parametrize("make", [cnf.encode, cnf.prepare])
def test_an_unknown_name_is_a_key_error(make: Callable[[Puzzle, str], CNF], name: str) -> None:
    with pytest.raises(KeyError):
        make(blank(shape(4)), name)


@pytest.mark.parametrize("encoding", cnf.NAMES)
def test_preparing_reads_no_givens_and_changes_nothing(encoding: str) -> None:
    puzzle = read(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )
    before = cnf.encode(read(str(puzzle)), encoding)
    cnf.prepare(puzzle, encoding)
    assert "domains" not in puzzle.__dict__
    assert cnf.encode(puzzle, encoding) == before


def test_what_is_kept_is_not_what_is_handed_out() -> None:
    for encoding in cnf.NAMES:
        cnf.encode(USUAL, encoding).clauses.clear()
        assert cnf.encode(USUAL, encoding).clauses


def test_extra_constraints_have_a_skeleton_of_their_own() -> None:
    for encoding in ("extended", "augmented"):
        plain = cnf.encode(blank(shape(4)), encoding)
        more = cnf.encode(blank(shape(4, extra=[AllDifferent((0, 5))])), encoding)
        assert len(more.clauses) == len(plain.clauses) + 4
