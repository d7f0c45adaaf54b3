"""The judge, claim by claim: every way to be wrong, every verdict, every grade."""

import re
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.bench.judge.claim import KEPT, Claim, Grids
from accord.bench.judge.judge import Judgement, Verdict, contradictions, judge
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Expected, Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.answer import answer
from accord.solvers.search.backtracking_mrv import SOLVERS
from accord.views.tables.verdict import evidence, verdict_as_json

EMPTY = Puzzle(shape(4), Grid([0] * 16))
ALL = answer(
    SOLVERS["backtracking-mrv"], EMPTY, limit=None
).grids  # 288, and tests/solvers/test_conformance.py says so too
A, B = (Grid.parse(text) for text in ("1234341221434321", "2134341212434321"))
TWO = Puzzle(shape(4), Grid.parse("..343412..434321"))  # A and B and no others
ONE = Puzzle(shape(4), Grid.parse("1.343412..434321"))  # A alone
NONE = Puzzle(shape(4), Grid.parse("11.............."))
WRONG = Grid([1] * 16)


def says(
    puzzle: Puzzle,
    *grids: Grid,
    solver: str = "s",
    exhausted: bool = False,
    outcome: str = "OK",
    limit: int | None = 2,
    engine: str = "",
    model: str = "",
) -> Claim:
    """What the harness makes of these grids."""
    seen = Grids(puzzle)
    for grid in grids:
        seen.add(grid)
    lineage = (engine or solver, model or solver)
    return Claim(solver, *lineage, limit, exhausted=exhausted, outcome=outcome, **seen.claimed)


def one(puzzle: Puzzle, *claims: Claim) -> tuple[Judgement, Verdict]:
    verdict = judge(puzzle, claims)
    return verdict.runs[0], verdict


@pytest.mark.parametrize(
    ("claim", "witnesses", "reason"),
    [
        (says(TWO, WRONG), (), "which is no solution: r1c3 holds 1, but 3 is given"),
        (says(TWO, A, WRONG), (), "which is no solution"),
        (says(TWO, A, A), (), "more than once"),
        (says(TWO, exhausted=True), (A,), "claims no solution, but"),
        (says(TWO, A, exhausted=True), (B,), "claims no solution besides its 1, but"),
        (says(EMPTY, *ALL[:99], exhausted=True, limit=None), ALL[99:100], "besides its 99, but"),
        (
            says(EMPTY, *ALL[:-1], exhausted=True, limit=None),
            ALL,
            "besides its 287, but w found 288",
        ),
        (says(EMPTY, *ALL[1:], exhausted=True, limit=None), ALL[:-1], "others among them"),
        (says(EMPTY, *ALL, ALL[200], limit=None), (), "more than once"),
        (says(EMPTY, *ALL, WRONG, limit=None), (), "which is no solution"),
        (says(TWO, Grid(A[:-1])), (), "found 15 values, expected 16"),
        (says(TWO, WRONG, outcome="TIMEOUT"), (), "which is no solution"),
        (says(TWO, WRONG, outcome="ERROR"), (), "which is no solution"),
    ],
)
def test_refutes(claim: Claim, witnesses: tuple[Grid, ...], reason: str) -> None:
    puzzle = EMPTY if len(claim.solutions) > 2 else TWO
    other = says(puzzle, *witnesses, solver="w", limit=None)
    run, verdict = one(puzzle, claim, other)
    assert run.category == "wrong"
    assert any(reason in refutation for refutation in run.refutations)
    assert list(verdict.refuted) == ["s"]
    assert "s" not in verdict.supporters


@pytest.mark.parametrize(
    ("claim", "category"),
    [
        (says(TWO, A, B), "correct"),
        (says(TWO, A, B, exhausted=True, limit=None), "correct"),
        (says(TWO, A, limit=1), "correct"),
        (says(TWO, A), "unknown"),
        (says(TWO, A, B, limit=3), "unknown"),
        (says(TWO, A, B, limit=None), "unknown"),
        (says(TWO), "unknown"),
        (says(TWO, A, B, outcome="TIMEOUT"), "unknown"),
        (says(TWO, outcome="TIMEOUT"), "unknown"),
        (says(TWO, A, B, outcome="ERROR"), "error"),
        (says(TWO, outcome="MEMOUT"), "error"),
        (says(TWO, outcome="KILLED"), "error"),
        (says(TWO, outcome="UNSUPPORTED"), "missing"),
    ],
)
def test_sorts_what_it_cannot_refute(claim: Claim, category: str) -> None:
    run, verdict = one(TWO, claim, says(TWO, A, B, solver="w"))
    assert (run.category, run.refutations) == (category, ())
    assert not verdict.refuted


UNIQUE_A = says(ONE, A, exhausted=True, solver="a")
UNIQUE_B = says(ONE, A, exhausted=True, solver="b")


FIVE_WRONG = [says(TWO, A, exhausted=True, solver=name) for name in "abcde"]
NO_OTHER = "undecided (one solution found, without a proof that there is no other)"
NOTHING = "undecided (no solution found, without a proof that there is none)"
ALONE = "unique (claimed: 1, 1)"
B_ALONE: dict[str, Any] = {"exhausted": True, "solver": "b"}


@pytest.mark.parametrize(
    ("puzzle", "claims", "expected"),
    [
        (ONE, (UNIQUE_A, UNIQUE_B), "unique (agreed: 2, 2)"),
        (ONE, (UNIQUE_A,), ALONE),
        (ONE, (UNIQUE_A, says(ONE, A, **B_ALONE, engine="a")), "unique (claimed: 2, 1)"),
        (ONE, (UNIQUE_A, says(ONE, A, **B_ALONE, model="a")), "unique (claimed: 2, 2)"),
        (ONE, (UNIQUE_A, says(ONE, exhausted=True)), ALONE),
        (ONE, (UNIQUE_A, says(ONE, A, **B_ALONE, outcome="ERROR")), ALONE),
        (TWO, (says(TWO, A, B),), "multiple (certified: 1, 1)"),
        (
            TWO,
            (FIVE_WRONG[0], says(TWO, B, **B_ALONE)),
            "multiple (certified: 2 verified solutions)",
        ),
        (TWO, (says(TWO, A), says(TWO, B, solver="b")), "multiple (certified: 2, 2)"),
        (TWO, (*FIVE_WRONG, says(TWO, A, B, solver="w")), "multiple (certified: 1, 1)"),
        (NONE, (says(NONE, exhausted=True), says(NONE, **B_ALONE)), "none (agreed: 2, 2)"),
        (NONE, (says(NONE, exhausted=True), says(NONE, WRONG, **B_ALONE)), "none (claimed: 1, 1)"),
        (NONE, (), NOTHING),
        (NONE, (says(NONE, outcome="TIMEOUT"),), NOTHING),
        (TWO, (says(TWO, A),), NO_OTHER),
        (TWO, (says(TWO, exhausted=True), says(TWO, A, solver="w")), NO_OTHER),
        (TWO, (says(TWO, A, limit=1),), "satisfiable (certified: 1, 1)"),
        (
            TWO,
            (says(TWO, A, limit=1), says(TWO, limit=1, **B_ALONE)),
            "satisfiable (certified: 1, 1)",
        ),
        (TWO, (says(TWO, A, limit=1, outcome="TIMEOUT"),), "satisfiable (certified: 1, 1)"),
        (TWO, (says(TWO, A, limit=1), says(TWO, A, solver="b")), NO_OTHER),  # b was asked for two
        (
            TWO,
            (says(TWO, A, limit=1), says(TWO, B, limit=1, solver="b")),
            "multiple (certified: 2, 2)",
        ),
        (NONE, (says(NONE, limit=1, outcome="TIMEOUT"),), NOTHING),
    ],
)
def test_verdicts(puzzle: Puzzle, claims: tuple[Claim, ...], expected: str) -> None:
    """Expected are the answer, its grade, and how many solvers and engines stand behind it."""
    for order in permutations(claims) if len(claims) < 4 else [claims]:
        found = re.sub(" (solver|engine)s?", "", judge(puzzle, order).said)
        assert found == expected


def test_a_verdict_is_printed_with_its_evidence() -> None:
    assert str(judge(ONE, [UNIQUE_A])) == "unique (claimed: 1 solver, 1 engine)"
    refuted = judge(ONE, [UNIQUE_A, says(ONE, solver="liar", exhausted=True)])
    assert str(refuted) == f"{refuted.said}; refuted: liar"
    assert str(judge(ONE, [UNIQUE_A, UNIQUE_B])) == "unique (agreed: 2 solvers, 2 engines)"


def test_counts() -> None:
    whole = says(EMPTY, *ALL, exhausted=True, limit=None)
    verdict = judge(EMPTY, [whole, says(EMPTY, *ALL[:150], solver="b", limit=None)])
    assert (verdict.count, verdict.exhausted, len(verdict.witnesses)) == (288, True, KEPT)
    verdict = judge(TWO, [says(TWO, A, B)])
    assert (verdict.count, verdict.exhausted, verdict.witnesses) == (2, False, (A, B))


FIRST = ALL[:150]
COUNTED: dict[str, tuple[Puzzle, list[Claim], int, str]] = {
    "one says so": (TWO, [says(TWO, A, B, exhausted=True)], 2, "claimed"),
    "one engine twice": (
        TWO,
        [says(TWO, A, B, exhausted=True, solver=each, engine="e") for each in "ab"],
        2,
        "claimed",
    ),
    "two independent ones": (
        EMPTY,
        [says(EMPTY, *ALL, exhausted=True, limit=None, solver=each) for each in "ab"],
        288,
        "agreed",
    ),
    "nobody": (EMPTY, [says(EMPTY, *FIRST, limit=150)], 150, ""),
    "one who is refuted by more": (
        EMPTY,
        [says(EMPTY, *ALL[:5], exhausted=True), says(EMPTY, *ALL[:7], limit=7, solver="b")],
        7,
        "",
    ),
    "one who is refuted, and another": (
        EMPTY,
        [
            says(EMPTY, *ALL[:-1], exhausted=True, limit=None),
            says(EMPTY, *ALL, exhausted=True, limit=None, solver="b"),
        ],
        288,
        "claimed",
    ),
    "late": (TWO, [says(TWO, A, B, exhausted=True, limit=None, outcome="TIMEOUT")], 2, ""),
    "who has found fewer than all together": (
        EMPTY,
        [
            says(EMPTY, *FIRST, exhausted=True, limit=None),
            says(EMPTY, *ALL[188:], limit=100, solver="b"),
        ],
        200,
        "",
    ),
    "two who count otherwise": (
        EMPTY,
        [
            says(EMPTY, *FIRST, exhausted=True, limit=None),
            replace(
                says(EMPTY, *FIRST, exhausted=True, limit=None, solver="b"), count=151, digest=""
            ),
        ],
        150,
        "",
    ),
    "of one": (ONE, [UNIQUE_A, UNIQUE_B], 1, "agreed"),
    "of none": (NONE, [says(NONE, exhausted=True)], 0, "claimed"),
}


@pytest.mark.parametrize("who", COUNTED)
def test_an_exact_count_has_a_grade_of_its_own(who: str) -> None:
    puzzle, claims, count, grade = COUNTED[who]
    for order in permutations(claims):
        verdict = judge(puzzle, order)
        assert (verdict.count, verdict.count_grade, verdict.exhausted) == (
            count, grade, bool(grade)
        )  # fmt: skip
        assert verdict_as_json(verdict)["count_grade"] == grade
        if count > 1:
            assert verdict.grade == "certified"
            exact = f"; exactly {count} {grade}: " if grade else ")"
            assert exact in verdict.said
            assert verdict.graded.endswith(f"; count {grade})" if grade else "(certified)")
            (said,) = [each for each in evidence(verdict) if each[:10] == "solutions:"] or [""]
            assert said == (
                f"solutions: {count} in all ({grade})" if grade
                else f"solutions: {count} or more" * (count > 2)
            )  # fmt: skip


def test_large_claims_that_are_right_are_not_refuted_by_grids_they_do_not_list() -> None:
    forth = says(EMPTY, *ALL, exhausted=True, limit=None)
    back = says(EMPTY, *reversed(ALL), exhausted=True, limit=None, solver="b")
    part = says(EMPTY, *ALL[120:], limit=None, solver="c")
    verdict = judge(EMPTY, [forth, back, part])
    assert [run.category for run in verdict.runs] == ["correct", "correct", "unknown"]
    assert verdict.count == 288


def test_who_knows_of_several_supports_multiple() -> None:
    verdict = judge(TWO, [says(TWO, A, B), says(TWO, A, solver="b", limit=1)])
    assert verdict.supporters == ("s",)


def test_a_refutation_names_three_faults_and_counts_the_rest() -> None:
    (reason,) = judge(EMPTY, [says(EMPTY, WRONG)]).runs[0].refutations
    assert reason.count(";") == 2
    assert reason.endswith("(and 9 more)")
    (reason,) = judge(EMPTY, [says(EMPTY, Grid((2, *A[1:])))]).runs[0].refutations
    assert reason.count(";") == 2
    assert not reason.endswith("more)")


def test_large_sets_keep_their_first_grids_and_every_fault() -> None:
    kept = says(EMPTY, *ALL, WRONG, ALL[250], limit=None)
    assert kept.solutions == (*ALL[:KEPT], WRONG, ALL[250], ALL[250])
    assert (kept.count, kept.valid) == (290, 288)


def test_equal_sets_have_equal_digests_in_any_order() -> None:
    assert says(EMPTY, *ALL).digest == says(EMPTY, *reversed(ALL)).digest
    assert says(EMPTY, *ALL[1:]).digest != says(EMPTY, *ALL).digest


GRIDS = st.lists(st.sampled_from([*ALL[:4], WRONG]), max_size=6)
CLAIMS = st.lists(st.tuples(GRIDS, st.booleans()), min_size=1, max_size=4)


def test_an_unrefuted_solver_is_named_as_the_finder_before_a_refuted_one() -> None:
    lie = says(TWO, A, exhausted=True, solver="liar")
    other = says(TWO, A, B, solver="liar")
    honest = says(TWO, A, B, solver="honest")
    for claims, finder in (([lie, other, honest], "honest"), ([lie, other], "another run of it")):
        first, verdict = one(TWO, *claims)
        assert first.refutations == (
            f"claims no solution besides its 1, but {B} is one (found by {finder})",
        )
        assert verdict.witnesses == (A, B)


@given(CLAIMS)
def test_refutes_exactly_the_claims_that_are_false(claims: list[tuple[list[Grid], bool]]) -> None:
    said = [says(EMPTY, *grids, solver=str(n), exhausted=e) for n, (grids, e) in enumerate(claims)]
    known = {grid for grids, _ in claims for grid in grids if grid != WRONG}
    for run, (grids, exhausted) in zip(judge(EMPTY, said).runs, claims, strict=True):
        false = WRONG in grids or len(set(grids)) < len(grids) or (exhausted and known - {*grids})
        assert bool(run.refutations) == bool(false)


@pytest.mark.parametrize(
    ("expected", "claims", "sentence"),
    [
        (Expected(count=1), [says(TWO, A, B)], "published is 1 solution, but 2 were verified"),
        (
            Expected(count=3),
            [says(TWO, A, B, exhausted=True)],
            "are 3 solutions, but 2 were verified, and that there are no others is claimed",
        ),
        (Expected(at_least=3), [says(TWO, A, B, exhausted=True)], "published are 3 solutions, but"),
        (Expected(solution=WRONG), [says(TWO, A, B)], "the published solution 1111"),
        (Expected(solution=A), [says(TWO, exhausted=True)], "is a solution, but no solver found"),
        (Expected(count=2, solution=A), [says(TWO, A, B, exhausted=True)], ""),
        (Expected(count=3), [says(TWO, A, B)], ""),
        (Expected(at_least=2), [says(TWO, A, B)], ""),
        (None, [says(TWO)], ""),
    ],
)
def test_published_answers_are_reported_when_contradicted(
    expected: Expected | None, claims: list[Claim], sentence: str
) -> None:
    found = list(contradictions(TWO, expected, judge(TWO, claims)))
    assert [sentence in each for each in found] == [True] * bool(sentence)


@pytest.mark.parametrize("known", [KEPT, KEPT + 1, len(ALL)])
def test_a_published_grid_is_not_missed_where_the_verdict_does_not_list_all(known: int) -> None:
    listed = says(EMPTY, *ALL[-known:], exhausted=True, limit=None)
    found = list(contradictions(EMPTY, Expected(solution=ALL[0]), judge(EMPTY, [listed])))
    assert len(found) == (known == KEPT)
