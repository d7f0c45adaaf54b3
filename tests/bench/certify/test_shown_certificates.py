"""Certificates of problems that hide variables: by trying, in both halves."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from accord.bench.certify.certify import UncertifiedError, certify
from accord.bench.judge.claim import Claim, Grids
from accord.bench.judge.judge import judge
from accord.constraints import Linear
from accord.puzzles.problem import Problem
from accord.puzzles.proofs.certificate import Certificate, CertificateError, FalseTheoremError
from accord.puzzles.proofs.certificate_folder import read_certificate, write_certificate
from accord.puzzles.proofs.lrat import ProofError
from accord.puzzles.proofs.reference import reference_formula
from brute_force import solutions_by_trying
from hiding_problems import hiding, projections
from optional import library
from projected_models import projected_models
from relaxed_problems import own_literals, true_literals

# x is 0 or 1, y at least x.
TWO = Problem([range(2), range(3)], [Linear((0, 1), "<=", 0, (1, -1))], "xy", shown=[0])


def one_of_each(problem: Problem) -> list[tuple[int, ...]]:
    return [*{problem.projected(each): each for each in solutions_by_trying(problem)}.values()]


def test_a_witness_forbids_what_has_its_shown_values_and_nothing_else(drawn: int) -> None:
    for seed in (*range(150), *range(drawn, drawn + 30)):
        problem = hiding(seed)
        witnesses = one_of_each(problem)
        complete = reference_formula(problem, witnesses)
        assert not [*islice(projected_models(complete, 0), 1)], seed  # no other solution
        for left_out in witnesses[:3]:
            others = [each for each in witnesses if each != left_out]
            formula = reference_formula(problem, others)
            models = {*projected_models(formula, own_literals(formula, problem))}
            own = problem.projected(left_out)
            alike = {
                true_literals(formula, each)
                for each in solutions_by_trying(problem)
                if problem.projected(each) == own
            }
            assert models == alike, seed


def test_certificates_say_how_many_differ_in_what_is_shown(drawn: int) -> None:
    library("pysat")
    answers = set()
    for seed in (*range(40), *range(drawn, drawn + 20)):
        problem = hiding(seed)
        expected = projections(problem)
        certificate = certify(problem).certificate
        assert {*map(problem.projected, certificate.witnesses)} == expected, seed
        assert len(certificate.witnesses) == len(expected)
        certificate.check()
        for solution in solutions_by_trying(problem):
            certificate.expect_witness(solution)
        if expected:
            with pytest.raises(UncertifiedError, match="more than"):
                certify(problem, at_most=len(expected) - 1)
        answers.add(certificate.answer)
    assert {"none", "unique"} < answers


@pytest.mark.parametrize("search", ["backtracking-mrv", "backtracking-naive"])
def test_a_search_proves_it_too(search: str) -> None:
    library("pysat")
    certificate = certify(TWO, search).certificate
    assert (certificate.answer, certificate.producer) == ("exactly 2 solutions", search)
    nothing = Problem(TWO.domains, TWO.constraints, shown=[])
    assert certify(nothing, search).certificate.answer == "unique"


def test_a_certificate_that_lacks_shown_values_is_refused() -> None:
    library("pysat")
    good = certify(TWO).certificate
    nothing = certify(Problem(TWO.domains, TWO.constraints, shown=[])).certificate
    for claimed in (good.witnesses[:1], ()):
        with pytest.raises(ProofError):
            replace(good, witnesses=claimed).check()
    with pytest.raises(ProofError):  # the proof is of another problem
        Certificate(TWO, nothing.witnesses, nothing.proof).check()
    with pytest.raises(CertificateError, match="witness 2: found witness 1 again"):
        replace(good, witnesses=((0, 0), (0, 1))).check()
    with pytest.raises(FalseTheoremError, match="lacks the verified solution x=1:"):
        replace(good, witnesses=((0, 0),)).expect_witness((1, 2))


def test_the_judge_holds_claims_against_it_by_what_is_shown() -> None:
    library("pysat")
    certificate = certify(TWO).certificate
    claims = []
    for solver, solutions in (("right", [(0, 2), (1, 2)]), ("short", [(0, 2)])):
        grids = Grids(TWO)
        for each in solutions:
            grids.add(each)
        claims.append(Claim(solver, solver, solver, None, exhausted=True, **grids.claimed))
    verdict = judge(TWO, claims, certificate)
    assert (verdict.count, verdict.count_grade, [*verdict.refuted]) == (2, "certified", ["short"])


def test_the_folder_is_read_as_it_was_written(tmp_path: Path) -> None:
    library("pysat")
    certificate = certify(TWO).certificate
    write_certificate(certificate, tmp_path, formula=True)
    again = read_certificate(tmp_path)
    again.check()
    assert (again.problem, again.witnesses) == (TWO, certificate.witnesses)
    text = (tmp_path / "problem.json").read_text()
    (tmp_path / "problem.json").write_text(text.replace(', "shown": ["x"]', ""))
    with pytest.raises(CertificateError, match="its digest"):
        read_certificate(tmp_path)
