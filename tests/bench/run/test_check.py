"""A check certifies what is claimed, and gives the other solvers no more time than they need."""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from accord.bench.certify.cheap import Certification, ClaimCertifier
from accord.bench.judge.judge import Verdict
from accord.bench.run.check import CERTIFIER, LEAST, Certifying, Conduct, check, check_all
from accord.bench.run.report import ReportedClaim
from accord.bench.run.terms import Limits, Terms
from accord.constraints import Linear, Operation, Variable
from accord.puzzles import Problem
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.files.texts import read
from accord.puzzles.objective import Objective
from accord.puzzles.proofs.certificate import Certificate, FalseTheoremError
from accord.puzzles.puzzle import Instance
from places import SUPPORT

UNIQUE, SOLUTION = read("3..1..2......4.."), "3241412323141432"
TWO = read("..343412..434321")
NONE = read("11..............")
PIGEONS = Problem([range(3)] * 4, [AllDifferent((0, 1, 2, 3))])
TRIPLES = Problem([range(3)] * 3, [AllDifferent((0, 1, 2))])  # six solutions
HONEST = "backtracking-mrv"
CHEAP = Conduct("cheap", waits=False)
SOLVERS = """
import signal
from pathlib import Path
from time import sleep

def sleeps(problem, budget):
    sleep(3600)
    yield

def does_not_listen(problem, budget):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sleep(3600)
    yield

def guesses_and_sleeps(problem, budget):
    yield [1] * len(problem.domains)
    sleep(3600)

def returns_when_told_to_end(problem, budget):
    try:
        sleep(3600)
    except Exception:
        return
    yield

def guesses_when_told_to_end(problem, budget):
    try:
        sleep(3600)
    except Exception:
        yield [1] * len(problem.domains)

def says_none_late(problem, budget):
    while not Path(__file__).with_name("certified").exists():
        sleep(0.001)
    return
    yield

def says_none(problem, budget):
    return
    yield

def stops_after_one(problem, budget):
    yield [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
"""


@pytest.fixture
def slow(tmp_path: Path) -> Callable[[str], str]:
    """The name of a solver in SOLVERS, by that of its function."""
    (tmp_path / "slow.py").write_text(SOLVERS)
    return lambda name: f"{tmp_path / 'slow.py'}:{name}"


def checked(
    problem: Problem, *solvers: str, limit: int | None = 2, conduct: Conduct = CHEAP
) -> Verdict:
    """The verdict of solvers that are asked all at a time, for ten minutes each."""
    asked, terms = [Instance("it", problem)], Terms(Limits(600.0), limit)
    ((_, verdict),) = check_all(asked, solvers, terms, slots=len(solvers), conduct=conduct)
    return verdict


def run_of(verdict: Verdict, place: int) -> ReportedClaim:
    run = verdict.runs[place].run
    assert isinstance(run, ReportedClaim)
    return run


@pytest.mark.parametrize(
    ("problem", "limit", "said"),
    [
        (UNIQUE, 2, "unique (certified)"),
        (NONE, 2, "none (certified)"),
        (NONE, 1, "none (certified)"),
        (TWO, 2, "multiple (certified: 1 solver, 1 engine)"),  # by two solutions
        (TWO, 1, "satisfiable (certified: 1 solver, 1 engine)"),
        (TWO, 3, "multiple (certified: exactly 2 solutions)"),
        (TWO, None, "multiple (certified: exactly 2 solutions)"),
        (PIGEONS, 2, "none (certified)"),
        (TRIPLES, None, "multiple (certified: exactly 6 solutions)"),
    ],
)
def test_who_has_not_answered_a_certified_question_is_not_waited_for(
    problem: Problem, limit: int | None, said: str, slow: Callable[[str], str]
) -> None:
    verdict = checked(problem, slow("sleeps"), HONEST, limit=limit)
    assert verdict.said == said
    judged, run = verdict.runs[0], run_of(verdict, 0)
    assert (run.outcome, run.report.reason, judged.category, judged.refutations) == (
        "TIMEOUT", "not waited for", "unknown", ()
    )  # fmt: skip
    assert run.report.cut == run.terms.limits.seconds
    assert LEAST <= run.terms.limits.seconds < 600.0
    assert run_of(verdict, 1).report.cut is None
    assert run_of(verdict, 1).terms.limits.seconds == 600.0


def test_what_does_not_end_by_itself_is_ended_and_what_it_claimed_is_judged(
    slow: Callable[[str], str],
) -> None:
    deaf, guessing = slow("does_not_listen"), slow("guesses_and_sleeps")
    verdict = checked(UNIQUE, deaf, guessing, HONEST)
    assert [run_of(verdict, place).report.reason for place in (0, 1)] == ["not waited for"] * 2
    assert [*verdict.refuted] == [guessing]
    assert verdict.said == "unique (certified)"


def test_who_answers_as_it_is_told_to_end_has_claimed_nothing(slow: Callable[[str], str]) -> None:
    solvers = slow("returns_when_told_to_end"), slow("guesses_when_told_to_end")
    verdict = checked(UNIQUE, *solvers, HONEST)
    assert [run_of(verdict, place).report.reason for place in (0, 1)] == ["not waited for"] * 2
    assert not verdict.refuted


def test_what_is_claimed_after_the_verdict_is_certified_is_judged(
    slow: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accord.bench.run.check.LEAST", 600.0)
    seen: list[ReportedClaim | Verdict] = []

    def watch(_: Instance, found: ReportedClaim | Verdict) -> None:
        seen.append(found)
        if isinstance(found, Verdict):
            (tmp_path / "certified").touch()

    late = slow("says_none_late")
    verdict = checked(UNIQUE, late, HONEST, conduct=Conduct("cheap", False, watch))
    assert [*verdict.refuted] == [late]
    first, certified, last = seen
    assert isinstance(first, ReportedClaim)
    assert isinstance(last, ReportedClaim)
    assert (first.label, str(certified), last.label) == (HONEST, "unique (certified)", late)


@pytest.mark.parametrize(
    ("certifying", "grade"), [("cheap", "certified"), ("always", "certified"), ("never", "claimed")]
)
def test_a_check_that_waits_gives_each_solver_its_limit(
    certifying: Certifying, grade: str, slow: Callable[[str], str]
) -> None:
    terms, conduct = Terms(Limits(0.5)), Conduct(certifying)
    verdict = check(UNIQUE, [slow("sleeps"), HONEST], terms, conduct=conduct)
    run = run_of(verdict, 0)
    assert (run.outcome, run.report.cut, run.terms.limits.seconds) == ("TIMEOUT", None, 0.5)
    assert verdict.grade == grade


def test_a_false_optimum_that_cannot_be_certified_does_not_keep_the_right_one_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("accord.bench.run.check.MOST_SOLUTIONS", 0)  # that the certifier may find
    most = Problem([range(9)] * 2, [], "xy", objective=Objective("maximize", (Variable(0),)))
    solvers = [f"{SUPPORT / 'optimizers.py'}:stops_early_solver", HONEST]
    asked, terms = [Instance("it", most)], Terms(Limits(60.0))
    ((_, verdict),) = check_all(asked, solvers, terms, slots=1, conduct=CHEAP)
    assert verdict.said == "optimum 8 (certified)"
    assert [*verdict.refuted] == solvers[:1]


def test_a_liar_that_is_asked_alone_is_refuted(slow: Callable[[str], str]) -> None:
    none = checked(UNIQUE, slow("says_none"))
    assert (none.said, none.runs[0].category) == ("unique (certified)", "wrong")
    one = checked(TWO, slow("stops_after_one"))
    assert (one.answer, one.grade, one.count) == ("multiple", "certified", 2)
    (reason,) = one.refuted[slow("stops_after_one")]
    assert f"(found by {CERTIFIER})" in reason


OPTIMIZERS = Path(__file__).parents[2] / "support" / "optimizers.py"
CHEAPEST = Problem(
    [range(1, 6)] * 2,
    [Linear((0, 1), ">=", 4)],
    "xy",
    objective=Objective("minimize", (Variable(0), Operation("mul", (2, Variable(1))))),
)  # the best is (3, 1) with 5, and what the optimizers find first (1, 3) with 7


def optimizer(name: str) -> str:
    return f"{OPTIMIZERS}:{name}_solver"


def test_who_is_slow_is_not_waited_for_when_the_best_is_certified() -> None:
    verdict = checked(CHEAPEST, optimizer("slow"), optimizer("honest"))
    assert (verdict.said, verdict.bound, verdict.bound_grade) == (
        "optimum 5 (certified)", 5, "certified"
    )  # fmt: skip
    assert run_of(verdict, 0).report.reason == "not waited for"
    assert [each.category for each in verdict.runs] == ["found", "correct"]


@pytest.mark.parametrize(
    ("liar", "reason"),
    [
        ("stops_early", "claims that nothing is better than 7, but x=3, y=1 has 5 (found by a cer"),
        ("finds_none", "claims no solution, but x=3, y=1 has 5 (found by a certificate)"),
    ],
)
def test_a_liar_about_the_best_that_is_asked_alone_is_refuted(liar: str, reason: str) -> None:
    verdict = checked(CHEAPEST, optimizer(liar))
    assert verdict.said == "optimum 5 (certified)"
    (why,) = verdict.refuted[optimizer(liar)]
    assert why.startswith(reason)


def test_a_bound_is_certified_or_refuted_at_the_end() -> None:
    weak, false = optimizer("weak_bound"), optimizer("false_bound_alone")
    verdict = checked(CHEAPEST, weak)
    assert verdict.said == f"best known 7 (found by {weak}; bound 2 certified)"
    assert verdict.certificate == "no better than 2"
    refuted = checked(CHEAPEST, false)
    (why,) = refuted.refuted[false]
    assert why.startswith("claims that no solution is better than 6, but x=3, y=1 has 5 (found by ")
    assert CERTIFIER in str(refuted)


def test_what_no_solver_claims_is_not_certified_unasked(slow: Callable[[str], str]) -> None:
    terms = Terms(Limits(0.2))
    for conduct, said in ((CHEAP, "undecided"), (Conduct("always"), "unique")):
        assert check(UNIQUE, [slow("sleeps")], terms, conduct=conduct).answer == said


def test_what_is_not_cheap_is_not_certified(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("accord.bench.certify.cheap.MOST_CLAUSES", 10)
    verdict = checked(UNIQUE, HONEST)
    assert (verdict.grade, verdict.uncertified) == (
        "claimed", "found more than 10 values, expected fewer"
    )  # fmt: skip
    monkeypatch.undo()
    monkeypatch.setattr("accord.bench.run.check.MOST_PUZZLES", 1)
    two = [Instance("one", UNIQUE), Instance("other", NONE)]
    verdicts = [each for _, each in check_all(two, [HONEST], conduct=CHEAP)]
    assert [each.grade for each in verdicts] == ["certified", "claimed"]


def test_an_accepted_certificate_without_a_verified_solution_ends_the_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def certify(_: Any, problem: Problem, *__: object, **___: object) -> Future[Certification]:
        found = Future[Certification]()
        found.set_result(Certification(Certificate(problem, (), b"")))
        return found

    monkeypatch.setattr(ClaimCertifier, "certify", certify)
    with pytest.raises(FalseTheoremError, match=f"lacks the verified solution {SOLUTION}"):
        checked(UNIQUE, HONEST)
