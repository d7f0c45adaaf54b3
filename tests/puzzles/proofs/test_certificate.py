"""Certificates: written, read and checked; forged ones are refused, each with its reason."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from accord.puzzles import Problem
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.fields import keys
from accord.puzzles.files.texts import read
from accord.puzzles.proofs.certificate import Certificate, CertificateError, FalseTheoremError
from accord.puzzles.proofs.certificate_fields import BestClaim
from accord.puzzles.proofs.certificate_folder import (
    FolderClaim,
    read_certificate,
    write_certificate,
)
from accord.puzzles.proofs.lrat import Lemma, ProofError, read_lrat, written_text
from accord.puzzles.proofs.reference import ReferenceFormula
from accord.solvers.answer import answer
from accord.solvers.registry import backends
from refutation import refutation

SUM = Problem(
    [range(-1, 3)] * 3,
    [AllDifferent((0, 1, 2)), Linear((0, 1, 2), "=", 1, (1, 2, 1), name="a sum")],
    ("x", "y", "z"),
)
PROBLEMS: dict[str, Problem] = {
    "exactly 18 solutions": read("3..............4"),
    "unique": read("3..1..2......4.."),
    "none": read("12....3........3"),
    "exactly 6 solutions": SUM,
}


@cache
def certificate(of: str = "exactly 18 solutions") -> Certificate:
    problem = PROBLEMS[of]
    found = answer(backends()["backtracking-mrv"], problem, limit=None)
    formula = ReferenceFormula(problem, found.solutions)
    proof = written_text(refutation(formula), formula.clauses)
    return Certificate(problem, tuple(map(tuple, found.solutions)), proof, "a search of the tests")


@pytest.mark.parametrize("says", PROBLEMS)
def test_a_certificate_is_read_as_it_was_written_and_accepted(says: str, tmp_path: Path) -> None:
    made = certificate(says)
    for formula in (True, False):
        write_certificate(made, tmp_path, formula=formula)
        found = read_certificate(tmp_path)
        assert found == made
        assert found.answer == says
        found.check()
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "certificate.json", "problem.json", "proof.lrat"
    ]  # fmt: skip


def changed_line(place: int, **fields: Any) -> Callable[[Certificate], Certificate]:
    """The proof with another lemma at this place."""

    def change(made: Certificate) -> Certificate:
        lines = [*read_lrat(made.proof)]
        lemmas = [at for at, line in enumerate(lines) if isinstance(line, Lemma)]
        line = lines[lemmas[place]]
        assert isinstance(line, Lemma)
        lines[lemmas[place]] = line._replace(**fields)
        return replace(made, proof=written_text(lines, made.formula.clauses))

    return change


def witnesses(change: Callable[[tuple[tuple[int, ...], ...]], Any]) -> Callable[..., Certificate]:
    return lambda made: replace(made, witnesses=tuple(map(tuple, change(made.witnesses))))


def lines_of(made: Certificate) -> list[bytes]:
    return made.proof.splitlines(keepends=True)


FORGED: dict[str, tuple[Callable[[Certificate], Certificate], str]] = {
    "the proof is cut": (
        lambda made: replace(made, proof=b"".join(lines_of(made)[:-1])),
        r"line \d+: found the end of the proof, expected the empty clause",
    ),
    "its lines are swapped": (
        lambda made: replace(made, proof=b"".join(lines_of(made)[::-1])),
        r"line \d+: found",
    ),
    "it is renumbered": (changed_line(0, number=1), r"line 1: found the number 1, expected one ab"),
    "a hint leads nowhere": (changed_line(0, hints=(10**6,)), r"line 1: found 1000000, expected a"),
    "it is of another puzzle": (
        lambda made: replace(made, proof=certificate("unique").proof),
        r"line \d+: found",
    ),
    "a witness is missing": (witnesses(lambda all_: all_[1:]), r"line \d+: found"),
    "a witness is there twice": (
        witnesses(lambda all_: [*all_[:4], all_[1]]),
        "witness 5: found witness 2 again, expected different ones",
    ),
    "a witness is too short": (
        witnesses(lambda all_: [all_[0][:-1]]),
        "witness 1: found 15 values, expected 16",
    ),
    "a witness is outside a domain": (
        witnesses(lambda all_: [all_[0], (4, *all_[1][1:])]),
        "witness 2: found r1c1 = 4, expected a value of its domain",
    ),
    "a witness holds what equals a value": (
        witnesses(lambda all_: [(*all_[0][:5], True, *all_[0][6:])]),
        "witness 1: found r2c2 = True, expected a value of its domain",
    ),
    "a witness breaks a rule": (
        witnesses(lambda all_: [(3, *[all_[0][0] % 4 + 1] * 14, 4)]),
        r"witness 1: breaks constraint 1 \(all-different row 1\)",
    ),
    "a version that is not known": (
        lambda made: replace(made, version=99),
        "found version 99 of the reference formula, expected one of 1, 2",
    ),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forged_certificate_is_refused_with_its_reason(forgery: str) -> None:
    change, reason = FORGED[forgery]
    with pytest.raises((CertificateError, ProofError), match=f"^{reason}"):
        change(certificate()).check()


def edited(key: str, value: object) -> Callable[[Path], object]:
    """certificate.json with another value."""

    def edit(folder: Path) -> None:
        file = folder / "certificate.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | {key: value}))

    return edit


def other_formula(folder: Path) -> None:
    """A formula that is not the problem's, with its digest."""
    (folder / "formula.cnf").write_bytes(b"p cnf 0 1\n0\n")
    digests = json.loads((folder / "certificate.json").read_text())["files"]
    edited("files", digests | {"formula.cnf": sha256(b"p cnf 0 1\n0\n").hexdigest()})(folder)


def changed_formula(folder: Path) -> None:
    """The problem's formula, with its digest, and other bytes in its file."""
    write_certificate(certificate(), folder, formula=True)
    (folder / "formula.cnf").write_bytes(b"p cnf 0 1\n0\n")


TAMPERED: dict[str, tuple[Callable[[Path], object], str]] = {
    "no proof": (
        lambda folder: (folder / "proof.lrat").unlink(),
        "proof.lrat: found no file, expected one of a certificate",
    ),
    "another proof": (
        lambda folder: (folder / "proof.lrat").write_bytes(b""),
        "proof.lrat: its SHA-256: found e3b0c442",
    ),
    "another problem": (
        lambda folder: (folder / "problem.json").write_text('{"givens": "3..1..2......4.2"}'),
        "problem.json: its digest: found",
    ),
    "no problem": (
        lambda folder: (folder / "problem.json").write_text("{}"),
        "problem.json: ",
    ),
    "another formula": (other_formula, "certificate.json: formula.cnf: found"),
    "a changed formula": (changed_formula, "formula.cnf: its SHA-256: found"),
    "another file": (
        edited("files", {"proof.lrat": "", "x": ""}),
        "certificate.json: files: found",
    ),
    "another command": (edited("commands", ["x"]), "certificate.json: commands: found"),
    "a short witness": (
        edited("witnesses", [[1] * 15]),
        "certificate.json: witness 1: found 15 values, expected 16",
    ),
    "a sense without an objective": (
        edited("sense", "minimize"),
        "certificate.json: sense: found minimize, expected nothing",
    ),
    "a formula that is not listed": (
        lambda folder: (folder / "formula.cnf").touch(),
        "formula.cnf: found a file, expected one that certificate.json lists",
    ),
    "an unknown key": (
        edited("comment", ""),
        "certificate.json: found the key 'comment', expected",
    ),
    "another format": (edited("format", 2), "certificate.json: format: found 2, expected 1"),
    "a format that equals one": (edited("format", True), "certificate.json: format: found true"),
    "another version": (edited("reference", 9), "certificate.json: found version 9 of the refer"),
    "another answer": (
        edited("answer", "unique"),
        "certificate.json: answer: found unique, expected exactly 18 solutions",
    ),
    "something left out": (edited("omitted", ["x"]), "certificate.json: omitted: found"),
    "no list": (edited("witnesses", {}), "certificate.json: witnesses: found {}, expected a list"),
    "a value of no domain": (
        edited("witnesses", [[0] * 16] * 18),
        "certificate.json: witnesses: found the value 0, expected one of variable 0",
    ),
    "a key twice": (
        lambda folder: (folder / "certificate.json").write_text('{"format": 1, "format": 1}'),
        "certificate.json: found 'format' twice, expected it once",
    ),
    "no JSON": (
        lambda folder: (folder / "certificate.json").write_bytes(b"\xff"),
        "certificate.json: ",
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_folder_whose_files_do_not_belong_together_is_refused(name: str, tmp_path: Path) -> None:
    tamper, reason = TAMPERED[name]
    write_certificate(certificate(), tmp_path)
    tamper(tmp_path)
    with pytest.raises(CertificateError) as caught:
        read_certificate(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path}/{reason}")


def test_each_key_is_needed(tmp_path: Path) -> None:
    write_certificate(certificate(), tmp_path)
    claim = json.loads((tmp_path / "certificate.json").read_text())
    for key in {*keys(FolderClaim)} - {*keys(BestClaim)}:
        without = {other: value for other, value in claim.items() if other != key}
        (tmp_path / "certificate.json").write_text(json.dumps(without))
        with pytest.raises(CertificateError, match=f"found no '{key}', expected a"):
            read_certificate(tmp_path)


def test_a_verified_solution_that_an_accepted_certificate_lacks_is_told_apart() -> None:
    made = certificate()
    made.check()
    made.expect_witness(made.witnesses[-1])
    less = replace(made, witnesses=made.witnesses[:-1])
    with pytest.raises(
        FalseTheoremError, match="says exactly 17 solutions, and lacks the verified"
    ):
        less.expect_witness(made.witnesses[-1])
    with pytest.raises(CertificateError, match="found no solution, expected one: found r1c1 = 1"):
        made.expect_witness((1,) * 16)


def test_a_problem_cannot_speak_for_itself() -> None:
    class Liar(Problem):
        def violations(self, values: Any) -> Any:
            return iter(())

    wrong = (1,) * 3
    lying = Certificate(Liar(SUM.domains, SUM.constraints), (wrong,), b"")
    assert not list(lying.problem.violations(wrong))
    with pytest.raises(CertificateError, match=r"witness 1: breaks constraint 1"):
        lying.check()
