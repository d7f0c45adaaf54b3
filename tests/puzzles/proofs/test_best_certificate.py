"""Certificates of the best solution: accepted where trying all assignments says the same.

What is forged, in memory or in a folder whose files belong together, is refused or is true.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from accord.bench.make.random_objectives import MEASURES, random_objective
from accord.bench.make.random_problems import random_problem
from accord.constraints import AllDifferent, Linear, Variable
from accord.puzzles import Problem
from accord.puzzles.objective import MeasureName, Objective, Sense, Value
from accord.puzzles.optimization import better_than
from accord.puzzles.problem import Solution
from accord.puzzles.proofs.certificate import Certificate, CertificateError, FalseTheoremError
from accord.puzzles.proofs.certificate_file import lines_of, written_line
from accord.puzzles.proofs.certificate_folder import read_certificate, write_certificate
from accord.puzzles.proofs.lrat import ProofError, written_text
from brute_force import solutions_by_trying
from nested_terms import terms
from refutation import SatisfiableError, refutation

SENSES = get_args(Sense)
X, Y, Z = map(Variable, range(3))


def proved(problem: Problem, witness: Solution | None, value: Value | None) -> Certificate:
    """The certificate with a proof, if its formula has no model.

    Raises:
        SatisfiableError: it has one.
    """
    claimed = Certificate(problem, (witness,) if witness else (), b"", "the tests", value=value)
    formula = claimed.formula
    return replace(claimed, proof=written_text(refutation(formula), formula.clauses))


def asking(seed: int, measure: MeasureName, sense: Sense) -> Problem:
    """A random problem with a random objective of this measure, the same for a seed."""
    random, problem = Random(seed), random_problem(seed)
    objective = random_objective(random, len(problem.domains), measure, sense)
    return Problem(problem.domains, problem.constraints, objective=objective)


def is_accepted(certificate: Certificate) -> bool:
    try:
        certificate.check()
    except (CertificateError, ProofError):
        return False
    return True


def is_true(certificate: Certificate) -> bool:
    """What a certificate claims, by trying all assignments."""
    problem, value = certificate.problem, certificate.value
    goal, solutions = problem.goal, solutions_by_trying(problem)
    assert goal is not None
    values = [*map(goal.value, solutions)]
    if value is None:
        return not values and not certificate.witnesses
    right = all(each in solutions and goal.value(each) == value for each in certificate.witnesses)
    return right and not any(goal.is_better(each, value) for each in values)


def worse(problem: Problem, value: Value) -> Value:
    """A value next to another, than which the other is better."""
    step = 1 if problem.goal and problem.goal.sense == "minimize" else -1
    return (*value[:-1], value[-1] + step) if isinstance(value, tuple) else value + step


@pytest.mark.parametrize(("measure", "sense"), [*product(MEASURES, SENSES)])
def test_the_best_value_is_what_is_refuted_to_be_bettered(
    measure: MeasureName, sense: Sense, drawn: int
) -> None:
    found = 0
    for seed in (*range(25), *range(drawn, drawn + 5)):
        problem = asking(seed, measure, sense)
        goal, solutions = problem.goal, solutions_by_trying(problem)
        assert goal is not None
        best = goal.best(map(goal.value, solutions))
        if best is None:
            none = proved(problem, None, None)
            none.check()
            assert (none.answer, none.is_bound) == ("none", False)
            continue
        found += 1
        witness = min(each for each in solutions if goal.value(each) == best)
        made = proved(problem, witness, best)
        made.check()
        assert made.answer.startswith("optimum ")
        assert not made.is_bound
        bound = proved(problem, None, best)
        bound.check()
        assert bound.answer.startswith("no better than ")
        assert bound.is_bound
        for each in solutions:
            made.expect_witness(each)
            bound.expect_witness(each)
        for value in (None, worse(problem, best)):
            with pytest.raises(SatisfiableError):
                proved(problem, None, value)
            with pytest.raises(FalseTheoremError, match=r"lacks the verified solution .* of value"):
                replace(bound, value=value).expect_witness(witness)
    assert found > 10


def test_an_undefined_objective_makes_an_assignment_no_solution() -> None:
    quotient = Objective("maximize", terms(("div", X, Y)))
    problem = Problem([range(1, 4), [0]], [], "xy", objective=quotient)
    proved(problem, None, None).check()
    with pytest.raises(CertificateError, match="witness 1: the objective has no value: x div y"):
        Certificate(problem, ((3, 0),), b"", value=3).check()
    assert proved(Problem([range(1, 4), [0, 2]], [], "xy", objective=quotient), (2, 2), 1)


@pytest.mark.parametrize("sense", SENSES)
@pytest.mark.parametrize("measure", ["maximum", "minimum", "sum", "lex"])
def test_what_is_better_is_said_of_large_domains_too(measure: MeasureName, sense: Sense) -> None:
    several = terms(("add", X, 5), ("div", Y, 3), ("mul", 3, Z))
    wide = Problem([range(300)] * 3, objective=Objective(sense, several, measure))
    values = wide.goal.value((10, 40, 20)) if wide.goal else None
    strict = (measure, sense) not in (("maximum", "maximize"), ("minimum", "minimize"))
    omitted = Certificate(wide, (), b"", value=values).formula.omitted
    assert (omitted == ()) == strict, omitted


LEAST = Problem(
    [range(1, 6)] * 3,
    [Linear((0, 1, 2), ">=", 7), AllDifferent((0, 1, 2))],
    "xyz",
    objective=Objective("minimize", terms(X, ("mul", 2, Y), ("mul", 3, Z))),
)  # the best is (4, 2, 1) with 11


@cache
def best() -> Certificate:
    return proved(LEAST, (4, 2, 1), 11)


def with_objective(**changed: Any) -> Problem:
    goal = LEAST.goal
    assert goal is not None
    own = LEAST.domains, LEAST.constraints, LEAST.names
    return Problem(*own, objective=replace(goal, **changed))


FORGED: dict[str, tuple[Certificate, str]] = {
    "a better value": (replace(best(), value=10), r"witness 1: found the value 11, expected 10"),
    "a worse value": (replace(best(), value=12), r"witness 1: found the value 11, expected 12"),
    "a bound that is too good": (replace(best(), witnesses=(), value=12), r"line \d+: found"),
    "no value": (replace(best(), value=None), "witnesses: found 1 solution, expected at most 0"),
    "no solution": (replace(best(), witnesses=(), value=None), r"line \d+: found"),
    "a witness of another value": (
        replace(best(), witnesses=((5, 2, 1),)),
        "witness 1: found the value 12, expected 11",
    ),
    "a witness that is none": (
        replace(best(), witnesses=((4, 1, 1),)),
        r"witness 1: breaks constraint 1 \(linear\)",
    ),
    "two witnesses": (
        replace(best(), witnesses=best().witnesses * 2),
        "witnesses: found 2 solutions, expected at most 1",
    ),
    "the other sense": (
        replace(best(), problem=with_objective(sense="maximize")),
        r"line \d+: found",
    ),
    "another objective": (
        replace(best(), problem=with_objective(terms=(X, Y, Z)), value=7, witnesses=((4, 2, 1),)),
        r"line \d+: found",
    ),
    "a value of another form": (
        replace(best(), value=(11,)),
        r"value: found \(11,\), expected one to minimize the sum of x, 2\*y",
    ),
    "too few values in an order": (
        replace(best(), problem=with_objective(measure="lex"), value=(1,)),
        r"value: found \(1,\), expected as many numbers as terms to minimize in this order x, 2\*y",
    ),
    "a value that equals one": (
        replace(best(), value=True),
        "value: found True, expected one to minimize",
    ),
    "a value where there is no objective": (
        replace(best(), problem=LEAST.without_objective()),
        "value: found 11, expected none",
    ),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forged_certificate_is_refused_with_its_reason(forgery: str) -> None:
    forged, reason = FORGED[forgery]
    with pytest.raises((CertificateError, ProofError), match=f"^{reason}"):
        forged.check()


def forgeries(made: Certificate) -> Iterator[Certificate]:
    """Certificates that claim something else with the proof of this one."""
    problem, goal, value = made.problem, made.problem.goal, made.value
    assert goal is not None
    assert value is not None
    near = [worse(problem, value), value, None]
    if isinstance(value, int):
        near += [value - 1, value + 1, value + 2, -value]
    others: list[Any] = [None, *solutions_by_trying(problem.without_objective())]
    for sense, near_value, witness in product(SENSES, near, others):
        changed = replace(goal, sense=sense)
        asked = Problem(problem.domains, problem.constraints, objective=changed)
        witnesses = (witness,) if witness else ()
        yield replace(made, problem=asked, value=near_value, witnesses=witnesses)


def test_what_is_accepted_of_all_forgeries_is_true() -> None:
    accepted = refused = 0
    for seed, measure in product(range(12), MEASURES):
        problem = asking(seed, measure, SENSES[seed % 2])
        goal, solutions = problem.goal, solutions_by_trying(problem)
        assert goal is not None
        if not solutions or len(solutions) > 20:
            continue
        witness = min(
            solutions, key=lambda each: (goal.value(each) != best_of(goal, solutions), each)
        )
        for forged in forgeries(proved(problem, witness, goal.value(witness))):
            if is_accepted(forged):
                accepted += 1
                assert is_true(forged), (forged.problem, forged.answer)
            else:
                refused += 1
    assert accepted > 100
    assert refused > 1000


def best_of(goal: Objective, solutions: set[Solution]) -> Value | None:
    return goal.best(map(goal.value, solutions))


def other_reading(problem: Problem, value: Value | None, **changed: Any) -> Problem:
    """What `better_than` makes of the problem with another objective."""
    assert problem.goal is not None
    own = problem.domains, problem.constraints, problem.names
    return better_than(Problem(*own, objective=replace(problem.goal, **changed)), value)


FAULTS: dict[str, Callable[[Problem, Any], Problem]] = {
    "it ignores the sense": lambda problem, value: other_reading(problem, value, sense="minimize"),
    "it ignores the measure": lambda problem, value: other_reading(problem, value, measure="sum"),
    "it asks for much better ones": lambda problem, value: better_than(
        problem, value and value - 1
    ),
    "it forgets that there is no value": lambda problem, value: better_than(problem, value or 11),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_reader_with_a_fault_accepts_what_is_false(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = best()
    monkeypatch.setattr("accord.puzzles.proofs.certificate.better_than", FAULTS[fault])
    measures = [with_objective(measure=measure) for measure in ("sum", "maximum")]
    claims = [*forgeries(made), *(replace(made, problem=each, witnesses=()) for each in measures)]
    assert any(is_accepted(each) and not is_true(each) for each in claims)


LEX = Problem(
    LEAST.domains, LEAST.constraints, "xyz", objective=Objective("maximize", (X, Z), "lex")
)
SHAPES: dict[str, Callable[[], Certificate]] = {
    "optimum 11": best,
    "no better than 11": lambda: proved(LEAST, None, 11),
    "no better than 9": lambda: proved(LEAST, None, 9),
    "optimum 5 4": lambda: proved(LEX, (5, 1, 4), (5, 4)),
    "none": lambda: proved(
        Problem(
            [range(2)] * 2,
            [Linear((0, 1), ">", 2)],
            objective=LEX.objective and Objective("minimize", (X,)),
        ),
        None,
        None,
    ),
}


@pytest.mark.parametrize("says", SHAPES)
def test_a_certificate_is_read_as_it_was_written(says: str, tmp_path: Path) -> None:
    made = SHAPES[says]()
    assert made.answer == says
    write_certificate(made, tmp_path / "folder", formula=True)
    (tmp_path / "lines.jsonl").write_bytes(written_line("p", made))
    (line,) = lines_of(tmp_path / "lines.jsonl")
    for found in (read_certificate(tmp_path / "folder"), line.read().certificate):  # type: ignore[union-attr]
        assert found == made
        found.check()


def edited(**changed: object) -> Callable[[Path], None]:
    """certificate.json with other values; without those that are None."""

    def edit(folder: Path) -> None:
        file = folder / "certificate.json"
        claim = json.loads(file.read_text()) | changed
        file.write_text(
            json.dumps({key: value for key, value in claim.items() if value is not None})
        )

    return edit


def other_problem(**changed: Any) -> Callable[[Path], None]:
    """Another objective, with its digest."""

    def edit(folder: Path) -> None:
        problem = with_objective(**changed)
        (folder / "problem.json").write_text(problem.to_json())
        edited(problem=problem.full_digest)(folder)

    return edit


TAMPERED: dict[str, tuple[Callable[[Path], object], str]] = {
    "another value": (edited(value=10), "answer: found optimum 11, expected optimum 10"),
    "another value and answer": (
        edited(value=10, answer="optimum 10"),
        "witness 1: found the value 11, expected 10",
    ),
    "no value": (edited(value=None), "answer: found optimum 11, expected unique"),
    "a value that is none": (edited(value="11"), 'value: found "11", expected a whole number or'),
    "a value of another form": (
        edited(value=[11], answer="optimum 11"),
        "value: found (11,), expected one to minimize the sum of x, 2*y, 3*z",
    ),
    "no witness": (edited(witnesses=[]), "answer: found optimum 11, expected no better than 11"),
    "a witness of another value": (
        edited(witnesses=[[5, 2, 1]]),
        "witness 1: found the value 12, expected 11",
    ),
    "another sense": (edited(sense="maximize"), "sense: found maximize, expected minimize"),
    "no sense": (edited(sense=None), "sense: found nothing, expected minimize"),
    "another measure": (edited(measure="maximum"), "measure: found maximum, expected sum"),
    "another sense in the problem": (
        other_problem(sense="maximize"),
        "sense: found minimize, expected maximize",
    ),
    "an ignored objective": (other_problem(ignored=True), "format: found 2, expected 1"),
    "an older format": (edited(format=1), "format: found 1, expected 2"),
    "a newer format": (edited(format=3), "format: found 3, expected 2"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_folder_is_refused_with_its_reason(name: str, tmp_path: Path) -> None:
    tamper, reason = TAMPERED[name]
    write_certificate(best(), tmp_path)
    tamper(tmp_path)
    with pytest.raises(CertificateError) as caught:
        read_certificate(tmp_path).check()
    assert str(caught.value).removeprefix(f"{tmp_path}/certificate.json: ").startswith(reason)


def test_a_sense_that_is_changed_everywhere_leaves_a_proof_of_nothing(tmp_path: Path) -> None:
    write_certificate(best(), tmp_path)
    other_problem(sense="maximize")(tmp_path)
    edited(sense="maximize")(tmp_path)
    found = read_certificate(tmp_path)
    assert found.problem.goal is not None
    assert found.problem.goal.sense == "maximize"
    with pytest.raises(ProofError, match=r"line \d+: found"):
        found.check()
