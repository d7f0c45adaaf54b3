"""The best solution: every lie is named for its reason, and every verdict has its evidence."""

import json
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.bench.judge.claim import KEPT, Claim, Grids, add_moment
from accord.bench.judge.judge import Verdict, already_accepted, judge
from accord.bench.run.check import check
from accord.bench.run.report import ReportedClaim
from accord.bench.run.terms import Limits, Terms
from accord.constraints import Linear, Operation, Variable
from accord.puzzles import Problem, Solution
from accord.puzzles.objective import Objective, Value
from accord.puzzles.proofs.certificate import Certificate, CertificateError, FalseTheoremError
from accord.puzzles.proofs.lrat import ProofError, written_text
from accord.views.tables.verdict import as_json, evidence, reported, row, unanswered
from refutation import refutation

FILE = Path(__file__).parents[2] / "support" / "optimizers.py"
X, Y = Variable(0), Variable(1)
LEAST = Problem(
    [range(1, 6)] * 2,
    [Linear((0, 1), ">=", 4)],
    "xy",
    objective=Objective("minimize", (X, Operation("mul", (2, Y)))),
)  # the best is (3, 1) with 5, and the first one (1, 3)
MOST = Problem(
    LEAST.domains, [Linear((0, 1), "<=", 7)], "xy", objective=Objective("maximize", (X,))
)
NONE = Problem([range(3)] * 2, [Linear((0, 1), ">", 9)], "xy", objective=LEAST.objective)
LEX = Problem(
    LEAST.domains, LEAST.constraints, "xy", objective=Objective("minimize", (X, Y), "lex")
)


def says(*solutions: Solution, solver: str = "s", problem: Problem = LEAST, **more: Any) -> Claim:
    """What the harness makes of these solutions, as they came."""
    seen = Grids(problem)
    for each in solutions:
        seen.add(each)
    lineage = {"engine": solver, "model": solver} | more
    return Claim(solver, limit=None, **lineage, **seen.claimed)


BEST, SECOND, WORSE, BROKEN = (3, 1), (2, 2), (3, 3), (1, 1)  # 5, 6, 9 and no solution
PROVED = says(WORSE, SECOND, BEST, solver="p", exhausted=True)


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (says(SECOND, exhausted=True), "claims that nothing is better than 6, but x=3, y=1 has 5"),
        (says(exhausted=True), "claims no solution, but x=3, y=1 has 5 (found by p)"),
        (says(SECOND, WORSE), "yields x=3, y=3 as better than its last, but its value 9 is not be"),
        (says(SECOND, (4, 1)), "yields x=4, y=1 as better than its last, but its value 6 is not b"),
        (says(SECOND, SECOND), "yields x=2, y=2 more than once"),
        (says(BEST, bound=6), "claims that no solution is better than 6, but x=3, y=1 has 5 (fou"),
        (says(bound=7, outcome="TIMEOUT"), "claims that no solution is better than 7, but x=3, y"),
        (says(BROKEN, exhausted=True), "yields x=1, y=1, which is no solution"),
        (says(BEST, exhausted=True, contradictory=True), "finds a better one when it is asked ag"),
    ],
)
def test_each_lie_is_named_for_its_reason(claim: Claim, reason: str) -> None:
    for claims in permutations([claim, PROVED, says(SECOND, solver="t")]):
        verdict = judge(LEAST, claims)
        assert verdict.refuted.keys() == {"s"}
        assert any(reason in why for why in verdict.refuted["s"]), verdict.refuted
        assert (verdict.words, verdict.grade) == ("optimum 5", "claimed")
        categories = {each.run.label: each.category for each in verdict.runs}
        assert categories == {"s": "wrong", "p": "correct", "t": "found"}


def test_a_solution_before_one_that_is_none_is_no_repetition() -> None:
    (why,) = judge(LEAST, [says(SECOND, BROKEN)]).refuted["s"]
    assert why.startswith("yields x=1, y=1, which is no solution")


def test_a_solution_that_comes_again_is_not_called_no_better_too() -> None:
    verdict = judge(LEAST, [says(SECOND, SECOND)])
    assert verdict.refuted == {"s": ("yields x=2, y=2 more than once",)}


def test_another_run_refutes_as_another_solver_does() -> None:
    why = judge(LEAST, [says(SECOND, exhausted=True), says(BEST)]).refuted["s"]
    assert why == (
        "claims that nothing is better than 6, but x=3, y=1 has 5 (found by another run of it)",
    )


def test_what_proves_what() -> None:
    def found(*claims: Claim, problem: Problem = LEAST) -> tuple[str, str, Value | None]:
        verdict = judge(problem, claims)
        assert not verdict.refuted
        return verdict.words, verdict.grade, verdict.bound

    other = says(BEST, solver="q", exhausted=True)
    assert found(PROVED) == ("optimum 5", "claimed", 5)
    assert found(PROVED, other) == ("optimum 5", "agreed", 5)
    assert found(says(BEST), says(solver="q", bound=5)) == ("optimum 5", "claimed", 5)
    assert found(PROVED, says(solver="q", bound=5)) == ("optimum 5", "agreed", 5)
    assert found(PROVED, says(BEST, solver="q", engine="p", exhausted=True))[1] == "claimed"
    late = says(BEST, exhausted=True, outcome="TIMEOUT")
    assert found(late) == ("best known 5", "", None)
    assert found(says(SECOND, bound=3), says(solver="q", bound=4)) == ("best known 6", "", 4)
    assert found(says(bound=3)) == ("undecided", "", 3)
    assert found(says()) == ("undecided", "", None)
    none = says(problem=NONE, exhausted=True)
    assert found(none, problem=NONE) == ("none", "claimed", None)
    lex = says((2, 2), (1, 3), problem=LEX, exhausted=True)
    assert found(lex, problem=LEX) == ("optimum 1 3", "claimed", (1, 3))
    assert found(says((3, 4), problem=MOST, bound=5), problem=MOST) == ("best known 3", "", 5)


def certificate(value: Value | None, *witnesses: Solution, problem: Problem = LEAST) -> Certificate:
    made = Certificate(problem, witnesses, b"", value=value)
    return replace(made, proof=written_text(refutation(made.formula), made.formula.clauses))


OPTIMUM = certificate(5, BEST)


def test_a_certificate_makes_the_best_certain_and_refutes_who_claims_another() -> None:
    liars = [says(SECOND, exhausted=True), says(exhausted=True), says(SECOND, bound=6)]
    for claims in ([], [PROVED], *([liar] for liar in liars)):
        verdict = judge(LEAST, claims, OPTIMUM)
        assert (verdict.said, verdict.exhausted) == ("optimum 5 (certified)", True)
        assert (verdict.value, verdict.bound, verdict.bound_grade) == (5, 5, "certified")
        assert (verdict.witnesses[0], verdict.certificate) == (BEST, "optimum 5")
        reasons = [why for each in verdict.refuted.values() for why in each]
        assert len(reasons) == sum(each in liars for each in claims)
        assert all(why.endswith("x=3, y=1 has 5 (found by a certificate)") for why in reasons)
    none = judge(NONE, [says(problem=NONE)], certificate(None, problem=NONE))
    assert str(none) == "none (certified)"


def test_a_certified_bound_is_an_optimum_where_a_solution_has_it() -> None:
    def said(bound: int, *claims: Claim) -> str:
        verdict = judge(LEAST, claims, certificate(bound))
        assert not verdict.refuted
        return verdict.said

    weak, tight = says(solver="w", bound=3), says(solver="t", bound=5)
    assert said(5, says(BEST)) == "optimum 5 (certified)"
    assert said(4, says(SECOND), weak) == "best known 6 (found by s; bound 4 certified)"
    assert said(4, says(SECOND), tight) == (
        "best known 6 (found by s; bound 5 by t; certified: no better than 4)"
    )
    assert said(4, PROVED) == "optimum 5 (claimed: 1 solver, 1 engine)"
    assert said(4) == "undecided (bound 4 certified)"


def test_a_solution_better_than_what_is_certified_is_an_error_of_its_own() -> None:
    false = replace(OPTIMUM, witnesses=(SECOND,), value=6)
    with pytest.raises(
        FalseTheoremError, match=r"says optimum 6, and lacks the .* x=3, y=1 of val"
    ):
        judge(LEAST, [PROVED], false, check=already_accepted)
    with pytest.raises(ProofError):
        judge(LEAST, [], false)
    with pytest.raises(CertificateError, match="found a certificate of the problem"):
        judge(LEAST.without_objective(), [], OPTIMUM)


def test_an_assignment_without_a_value_is_no_solution() -> None:
    quotient = Objective("maximize", (Operation("div", (X, Y)),))
    problem = Problem([range(1, 4), range(3)], [], "xy", objective=quotient)
    verdict = judge(problem, [says((3, 0), problem=problem)])
    (why,) = verdict.refuted["s"]
    assert why == (
        "yields x=3, y=0, which is no solution: the objective has no value: x div y is undefined"
    )
    ignoring = problem.without_objective()
    assert not judge(ignoring, [says((3, 0), problem=ignoring)]).refuted


def test_of_many_solutions_the_first_and_the_last_are_kept_and_each_that_is_no_better() -> None:
    objective = Objective("maximize", (X,))
    problem = Problem([range(3 * KEPT), range(2)], [], "xy", objective=objective)
    ascending = [(number, 0) for number in range(3 * KEPT)]
    claim = says(*ascending, problem=problem, exhausted=True)
    assert claim.solutions == (*ascending[:KEPT], ascending[-1])
    assert (claim.count, claim.valid) == (3 * KEPT, 3 * KEPT)
    assert judge(problem, [claim]).words == f"optimum {3 * KEPT - 1}"
    back = [*ascending[: 2 * KEPT], (7, 1), (KEPT + 9, 1), ascending[-1]]
    verdict = judge(problem, [says(*back, problem=problem)])
    assert "its value 7 is not above 199" in verdict.refuted["s"][0]


def test_an_equal_value_behind_many_is_refuted_and_hidden_variables_make_another() -> None:
    objective = Objective("maximize", (X,))
    many = Problem([range(3 * KEPT), range(2)], [], "xy", objective=objective)
    ascending = [(number, 0) for number in range(2 * KEPT)]
    why = judge(many, [says(*ascending, (2 * KEPT - 1, 1), (2 * KEPT, 0), problem=many)]).refuted
    assert "its value 199 is not above 199" in why["s"][0]
    hiding = Problem([range(3), range(2)], [], "xy", objective=objective, shown=(1,))
    claim = says((0, 1), (2, 1), problem=hiding, exhausted=True)
    assert (claim.count, claim.valid, judge(hiding, [claim]).words) == (2, 2, "optimum 2")


def test_of_long_values_fewer_are_kept_and_the_last_is_the_best() -> None:
    power = Objective("maximize", (Operation("pow", (X, 1200)),))
    seen = Grids(Problem([range(1, 1001)], [], "x", objective=power))
    for value in range(1, 1001):
        seen.add((value,), at=float(value))
    assert seen.incumbents[:2] == [(1.0, 1), (2.0, 2**1200)]
    assert (seen.incumbents[-1], seen.count) == ((1000.0, 1000**1200), 1000)
    assert 100_000 < len(json.dumps(seen.incumbents)) < 2_000_000
    moments: list[tuple[float, Value]] = [(0.0, (0,) * 1000)]
    for second in range(100):
        add_moment(moments, second, (second,) * 1000)
    assert [second for second, _ in moments] == [0.0, *range(8), 99]


@pytest.mark.parametrize(("cells", "kept"), [(100, KEPT), (1000, 16), (10_000, 2)])
def test_of_large_solutions_fewer_are_kept(cells: int, kept: int) -> None:
    high = 10**300
    seen = Grids(Problem([*[[high]] * cells, range(KEPT + 1)]))
    for each in range(min(KEPT, 2 * kept) + 1):
        seen.add((*[high] * cells, each))
    assert len(seen.kept) == kept


def checked(problem: Problem, *names: str) -> Verdict:
    solvers = [f"{FILE}:{name}_solver" for name in names]
    return check(problem, solvers, Terms(Limits(1.0)))


def test_liars_in_processes_of_their_own_are_refuted_and_the_others_are_not() -> None:
    honest = ("honest", "honest_with_bounds", "slow")
    lies = {
        "stops_early": "claims that nothing is better than",
        "no_better": "as better than its last",
        "other_sense": "claims that nothing is better than",
        "bounds_too_well": "claims that no solution is better than",
        "repeats": "more than once",
        "finds_none": "claims no solution",
        "alternates": "yields x=2, y=2 more than once",
        "breaks": "yields x=1, y=2, which is no solution",
        "bounds_late": "claims that no solution is better than 6, but x=3, y=1 has 5",
        "withholds": "claims that nothing is better than 6, but x=3, y=1 has 5",
        "gets_worse": "yields x=1, y=3 as better than its last, but its value 7 is not below 5",
    }
    verdict = checked(LEAST, *honest, *lies)
    reasons = {label.split(":")[-1]: why for label, why in verdict.refuted.items()}
    assert reasons.keys() == {f"{name}_solver" for name in lies}
    for name, reason in lies.items():
        assert any(reason in why for why in reasons[f"{name}_solver"]), reasons
    assert (verdict.words, verdict.grade) == ("optimum 5", "agreed")
    categories = [each.category for each in verdict.runs]
    assert categories == ["correct", "found", "found", *["wrong"] * len(lies)]
    (shown, *_) = evidence(verdict)
    assert shown == "solution: x=3, y=1"
    record = as_json(verdict, "p")
    assert (record["verdict"], record["value"], record["bound"]) == ("optimum", 5, 5)
    assert [value for _, value in record["runs"][1]["bounds"]] == [2, 5]


def test_what_is_claimed_late_or_stamped_early_counts_as_nothing() -> None:
    solvers = [f"{FILE}:{name}_solver" for name in ("proves_late", "stamps_early")]
    verdict = check(LEAST, solvers, Terms(Limits(5.0)))
    late, early = (each for each in verdict.runs)
    assert (late.category, late.run.outcome, late.run.exhausted) == ("found", "TIMEOUT", False)
    assert (early.category, early.run.outcome) == ("found", "ERROR")
    assert isinstance(early.run, ReportedClaim)
    assert "reports a grid or a bound 2." in early.run.report.reason
    assert (verdict.words, verdict.grade) == ("best known 5", "")


def test_what_is_not_finished_is_the_best_known_with_its_bound() -> None:
    verdict = checked(LEAST, "slow")
    assert verdict.said == f"best known 7 (found by {FILE}:slow_solver; no bound)"
    assert checked(MOST, "slow", "honest_with_bounds").words == "optimum 5"


def test_an_objective_that_is_too_large_for_a_variable_is_one_for_who_reads_it_as_it_is() -> None:
    power = Objective("maximize", (Operation("pow", (X, 1200)),))
    problem = Problem([range(1, 9)], [], "x", objective=power)
    solvers = [f"{FILE}:honest_solver", "backtracking-mrv"]
    verdict = check(problem, solvers, Terms(Limits(10.0)))
    assert [each.category for each in verdict.runs] == ["correct", "missing"]
    assert (verdict.answer, verdict.value) == ("optimum", 8**1200)
    refused = verdict.runs[1].run
    assert isinstance(refused, ReportedClaim)
    assert refused.report.reason == "the objective: pow has values up to 8**1200"


def test_a_line_of_the_table_has_value_and_bound_and_how_it_ended() -> None:
    verdict = checked(LEAST, "slow", "weak_bound", "false_bound_alone", "honest")
    rows = [row(*each) for each in reported(verdict)]
    assert [each[1:4] for each in rows] == [
        ("7", "found (TIMEOUT)", "-"),
        ("7", "found", "2"),
        ("-", "wrong", "6"),
        ("5", "correct", "5"),
    ]
    assert [each[4] == "-" for each in rows] == [False, False, True, False]
    (slow, run), *_ = reported(verdict)
    run.report.cut = 0.5
    assert row(slow, run)[1:3] == ("7", "found")
    assert "not waited for (1 s)" in next(unanswered(verdict))


def test_a_campaign_keeps_values_and_bounds_with_their_seconds(tmp_path: Path) -> None:
    names = [f"{FILE}:{name}_solver" for name in ("honest", "honest_with_bounds", "stops_early")]
    rows = accord.run(tmp_path / "c", {"most": MOST, "none": NONE}, names, seconds=5)
    assert set(rows["sense"]) == {"maximize", "minimize"}
    most = rows[rows["instance"] == "most"].set_index("solver")
    assert [*most["category"]] == ["correct", "found", "wrong"]
    assert [*most["value"]] == ["5", "5", "1"]
    incumbents = json.loads(most["incumbents"].iloc[0])
    assert [value for _, value in incumbents] == [1, 2, 3, 4, 5]
    assert incumbents == sorted(incumbents)
    assert rows[rows["instance"] == "none"]["category"].iloc[0] == "correct"
    again = accord.run(tmp_path / "c", {"most": MOST, "none": NONE}, names, seconds=5)
    assert [*again["started"]] == [*rows["started"]]


def test_a_row_has_the_best_of_very_many_solutions(tmp_path: Path) -> None:
    many = Problem([range(3 * KEPT)], [], "x", objective=Objective("maximize", (X,)))
    rows = accord.run(tmp_path / "c", {"many": many}, [f"{FILE}:honest_solver"], seconds=20)
    (row,) = rows.to_dict("records")
    assert (row["category"], row["value"], row["count"]) == ("correct", "299", 3 * KEPT)
    assert row["verdict"] == "optimum"
    assert len(json.loads(row["incumbents"])) == 3 * KEPT
