"""Sums and orders: whatever is concluded of random ones holds in every solution."""

from collections import Counter
from random import Random

import pytest

import accord
from accord.bench.make.full_grid import full_grid
from accord.puzzles import AllDifferent, Constraint, Grid, Puzzle, shape
from accord.puzzles.constraints.linear import COMPARISONS, Linear
from accord.puzzles.constraints.ordered import ORDERS, Ordered
from accord.solvers.answer import answer
from accord.solvers.logic import TECHNIQUES, Board, board_of, steps, techniques_up_to
from accord.solvers.logic.engine.layout import Rule, layout, mask_of
from accord.solvers.registry import backends
from command_line import run_here
from replay.check import check
from replay.sums import OF_VARIANTS


def random_rule(random: Random, grid: Grid) -> Rule:
    """A sum or an order over two to four cells that the grid obeys."""
    while True:
        cells = tuple(random.sample(range(16), random.randint(2, 4)))
        if random.random() < 0.4:
            lengths = tuple(random.randint(-1, 2) for _ in cells[1:])
            rule: Rule = Ordered(cells, random.choice(ORDERS), random.choice(((), lengths)))
        else:
            weights = random.choice(((), tuple(random.choice((-2, -1, 1, 1, 3)) for _ in cells)))
            value = Linear(cells, "=", 0, weights).value([grid[cell] for cell in cells])
            right = value + random.choice((0, 0, -1, 1))
            rule = Linear(cells, random.choice([*COMPARISONS]), right, weights)
        if rule.holds([grid[cell] for cell in rule.scope]):
            return rule


def test_no_deduction_takes_a_value_that_a_solution_has(drawn: int) -> None:
    grids = answer(backends()["backtracking-naive"], accord.puzzle("." * 16), limit=None).grids
    assert len(grids) == 288
    said, ended = Counter[str](), set()
    for seed in range(drawn, drawn + 200):
        random = Random(seed)
        grid = full_grid(shape(4), random)
        rules = [random_rule(random, grid) for _ in range(random.randint(1, 6))]
        rows = range(16) if random.random() < 0.5 else random.sample(range(16), 16)
        cages = [tuple(rows[n : n + 3]) for n in range(random.randrange(3), 16, 3)]
        cages = [each for each in cages if random.random() < 0.7]
        rules += [Linear(each, "=", sum(grid[cell] for cell in each)) for each in cages]
        differ = [each for each in cages if len({grid[cell] for cell in each}) == len(each)]
        extra = (*rules, *map(AllDifferent, differ))
        marks = [
            mask_of(v for v in range(1, 5) if v == value or random.random() < 0.8) for value in grid
        ]
        if random.random() < 0.2:  # and perhaps no solution
            marks[random.randrange(16)] = mask_of([random.randint(1, 4)])
        board = Board(layout(shape(4, extra=extra)), (0,) * 16, tuple(marks), 0)
        solutions = [
            each
            for each in grids
            if all(marks[cell] >> each[cell] & 1 for cell in range(16))
            and all(rule.holds([each[cell] for cell in rule.scope]) for rule in extra)
        ]
        last = board
        for step in steps(board, techniques_up_to()):
            found = [each for name in OF_VARIANTS for each in TECHNIQUES[name].find(step.before)]
            for deduction in (*step.deductions, *found):
                assert deduction.placed or all(deduction.removed.values())
                for each in solutions:
                    assert all(each[cell] == v for cell, v in deduction.placed.items()), deduction
                    gone = deduction.removed.items()
                    assert not any(each[cell] in values for cell, values in gone), deduction
                if deduction.technique in OF_VARIANTS:
                    check(step.before, deduction)
                    said[deduction.technique] += 1
            last = step.after
        assert not (last.broken and solutions)
        assert not last.solved or [last.grid] == solutions
        ended.add("broken" if last.broken else "solved" if last.solved else "stuck")
    assert {*said} == OF_VARIANTS
    assert min(said.values()) > 50
    assert ended == {"broken", "solved", "stuck"}


@pytest.mark.parametrize("kind", ["killer", "thermometers", "futoshiki", "arrows"])
def test_variants_are_explained_and_hints_lead_to_their_solution(kind: str) -> None:
    puzzle = accord.problem(f"boards/{kind}-4-easy")
    assert isinstance(puzzle, Puzzle)
    explained = accord.explain(puzzle)
    assert OF_VARIANTS & {step.technique.name for step in explained.steps}
    if explained.solved:
        assert [explained.last.grid] == [*explained.solutions]
    hint = run_here("hint", f"boards/{kind}-4-easy").stdout
    assert "Bound of a sum or order" in hint


def test_a_reason_is_said_in_the_words_of_the_puzzle() -> None:
    cage = (0, 1, 5)
    extra: list[Constraint] = [
        AllDifferent(cage),
        Linear(cage, "=", 8),
        Ordered((2, 3, 7), "<", name="thermometer"),
    ]
    extra.append(Linear((10, 14, 15), "=", 0, (1, -1, -1), name="arrow"))
    now = board_of(Puzzle(shape(4, extra=extra), Grid([1] + [0] * 15)))
    named = TECHNIQUES["bounded_cells"].find(now), TECHNIQUES["fillings"].find(now)
    assert {deduction.reason.sentence for found in named for deduction in found} >= {
        "the cage of 8 at r1c1 has 7 left for r1c2 and r2c2, and r2c2 is at most 4, "
        "so r1c2 is at least 3",
        "the cage of 8 at r1c1 has 7 left for r1c2 and r2c2, and r1c2 is at most 4, "
        "so r2c2 is at least 3",
        "the cage of 8 at r1c1 has 7 left for r1c2 and r2c2, which can only be 3+4, in 2 ways",
        "thermometer, r1c3 < r1c4 < r2c4, and r2c4 is at most 4, so r1c3 is at most 2",
        "thermometer, r1c4 < r2c4, and r2c4 is at most 4, so r1c4 is at most 3",
        "arrow, r3c3 = r4c3 + r4c4, and r3c3 is at most 4 and r4c4 is at least 1, "
        "so r4c3 is at most 3",
    }


def test_other_constraints_are_refused_by_their_kind() -> None:
    for name, kind in (("kropki-4-easy", "expression"), ("skyscrapers-4-easy", "table")):
        done = run_here("explain", f"boards/{name}")
        assert done.returncode == 2
        assert f"reason on all-different, sums and orders only, found {kind}" in done.stderr
