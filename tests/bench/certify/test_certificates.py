"""Certificates in the folder of a campaign are evidence, if the checker accepts them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from weakref import WeakSet

import pytest

import accord
from accord.bench.analysis.joint_judging import joint_judging
from accord.bench.analysis.table import CampaignTable, table
from accord.bench.campaigns.deduplicate import problem_of
from accord.bench.campaigns.folder import RecordedQuestion, settle
from accord.bench.campaigns.merge import merge
from accord.bench.certify import accepted, certificates
from accord.bench.certify.certificates import UnreadableCertificateWarning, certify_cheaply
from accord.puzzles.grid import Grid
from accord.puzzles.problem import Problem
from accord.puzzles.proofs.certificate import Certificate, FalseTheoremError
from accord.puzzles.proofs.certificate_file import (
    CERTIFICATES,
    NoCertificate,
    written_failure,
    written_line,
)
from accord.puzzles.proofs.lrat import written_text
from accord.puzzles.proofs.reference import VERSION, ReferenceFormula
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from command_line import run_here as command
from optional import slow
from refutation import refutation
from stored_rows import A, B, put, some_run, written

TWO = Puzzle(shape(4), Grid.parse("..343412..434321"))  # A and B solve it


def of(puzzle: Puzzle, *grids: Grid) -> Certificate:
    """The certificate that these are all solutions; refused if they are not."""
    made = Certificate(puzzle, tuple(tuple(each) for each in grids), b"", "some producer")
    return replace(made, proof=written_text(refutation(made.formula), made.formula.clauses))


BOTH = of(TWO, A, B)
REFUSED = replace(BOTH, proof=BOTH.proof[: BOTH.proof.index(b"\n") + 1].replace(b" 0 ", b" 0 1 "))
NONE = NoCertificate("p0", TWO.digest, "x", "none", "more than 1 solution")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A campaign in which s claims that A is the only solution of TWO."""
    folder = tmp_path / "campaign"
    folder.mkdir()
    settle(folder, RecordedQuestion("two", 1, "d", ("s",), 2, 10.0, 1, 0))
    put(folder, TWO)
    written(folder, some_run(TWO))
    return folder


def judged(folder: Path, *lines: bytes) -> tuple[CampaignTable, str]:
    """The table of a campaign with these certificates, and what the column says."""
    (folder / CERTIFICATES).write_bytes(b"".join(lines))
    (column,) = set(accord.load(folder)["certificate"])
    return table(folder), column


def test_what_a_certificate_proves_refutes_who_claims_something_else(folder: Path) -> None:
    found, column = judged(folder)
    assert (found.verdicts, found.certificates, column) == (
        {"unique (claimed)": 1}, {"none": 1}, "none"
    )  # fmt: skip
    found, column = judged(folder, written_line("p0", BOTH))
    assert (found.verdicts, found.certificates) == (
        {"multiple (certified; count certified)": 1}, {"accepted": 1}
    )  # fmt: skip
    assert column == "accepted"
    (why,) = found.refutations
    assert why.startswith("p0: s claims no solution besides its 1, but ")
    assert why.endswith("is one (found by a certificate)")
    assert not found.refused_proofs


def test_a_campaign_certifies_its_puzzles_where_that_is_cheap(folder: Path) -> None:
    certify_cheaply(
        folder, lambda _: 2, 60.0
    )  # two solutions were asked for, which is no claim on a third
    assert table(folder).verdicts == {"unique (claimed)": 1}
    certify_cheaply(folder, lambda _: None, 60.0)
    assert table(folder).verdicts == {"multiple (certified; count certified)": 1}
    assert table(folder).refuted == 1
    before = (folder / CERTIFICATES).read_bytes()
    certify_cheaply(folder, lambda _: None, 60.0)
    assert (folder / CERTIFICATES).read_bytes() == before


def test_puzzles_are_read_one_at_a_time_and_large_ones_last(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved = Puzzle(
        shape(9), Grid((3 * a + a // 3 + b) % 9 + 1 for a, b in product(range(9), repeat=2))
    )
    put(folder, Problem([range(2)] * 2000), solved, TWO)
    read, alive = [], WeakSet[Problem]()

    def counted(text: str, folder: Path) -> Problem:
        problem = problem_of(text, folder)
        alive.add(problem)
        read.append((len(problem.domains), len(alive)))
        return problem

    monkeypatch.setattr(certificates, "problem_of", counted)
    certify_cheaply(folder, lambda _: None, 60.0)
    sizes, held = zip(*read, strict=True)
    assert sizes == (16, 81, 2000)
    assert max(held) <= 2


def test_a_campaign_spends_a_share_of_its_time_on_certificates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.txt").write_text("3..1..2......4..\n")
    asked = ("bench", tmp_path / "one.txt", "-s", "backtracking-mrv", "-q", "-o")
    assert "1 unique (claimed)" in command(*asked, tmp_path / "short").stdout
    monkeypatch.setattr("accord.bench.campaigns.campaign.LONG", 0.0)
    monkeypatch.setattr("accord.bench.campaigns.campaign.CERTIFYING", 1000.0)
    assert "1 unique (certified)" in command(*asked, tmp_path / "long").stdout


def test_of_a_refused_proof_the_producer_is_named_and_no_solver(folder: Path) -> None:
    found, column = judged(folder, written_line("p0", REFUSED))
    assert (found.verdicts, found.refuted) == ({"unique (claimed)": 1}, 0)
    assert column.startswith("refused: line 1: found ")
    assert found.refused_proofs[0].startswith("p0: the proof of some producer is refused: line 1:")
    shown = command("table", folder)
    assert (shown.returncode, shown.stdout.count("REFUSED p0: the proof of some producer")) == (
        1,
        1,
    )
    found, column = judged(folder, written_line("p0", REFUSED), written_line("p0", BOTH))
    assert (column, found.refused, found.refuted) == ("accepted", 1, 1)


def test_a_certificate_of_another_puzzle_says_nothing_here(folder: Path) -> None:
    other = Puzzle(shape(4), Grid.parse("..34341221434321"))
    line = written_line("p0", of(other, A))
    found, column = judged(folder, line)
    assert (column, found.verdicts) == ("none", {"unique (claimed)": 1})
    forged = line.replace(other.digest.encode(), TWO.digest.encode())
    found, column = judged(folder, forged)
    assert column.startswith(f"refused: {folder / CERTIFICATES}:1: puzzle: found {TWO.digest}")
    assert found.verdicts == {"unique (claimed)": 1}


def test_why_there_is_none_is_said(folder: Path) -> None:
    large = replace(NONE, failure="too large")
    refused = replace(NONE, failure="refused", reason="line 7: no")
    assert judged(folder, written_failure(NONE))[1] == "none"
    assert judged(folder, written_failure(large))[1] == "too large"
    found, column = judged(folder, written_failure(refused))
    assert (column, found.refused) == ("refused: line 7: no", 1)
    with pytest.warns(
        UnreadableCertificateWarning,
        match=r"certificates\.jsonl:1: .*found no JSON but .*, exp",
    ):
        assert judged(folder, b"{\n")[1] == "none"


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Certificate]]:
    """The certificates that were really checked."""
    made, check = list[Certificate](), Certificate.check

    def counted(certificate: Certificate) -> None:
        made.append(certificate)
        check(certificate)

    monkeypatch.setattr(Certificate, "check", counted)
    return made  # type: ignore[return-value]


def test_an_accepted_check_is_remembered_and_nothing_else(
    folder: Path, checks: list[Certificate], monkeypatch: pytest.MonkeyPatch
) -> None:
    slow()
    judged(folder, written_line("p0", BOTH))
    assert len(checks) == 1
    judged(folder, written_line("p0", BOTH))
    assert len(checks) == 1
    judged(folder, written_line("p1", BOTH))  # another line
    assert len(checks) == 2
    before = len(checks)
    for _ in range(2):
        assert judged(folder, written_line("p0", REFUSED))[1].startswith("refused")
    assert len(checks) == before + 4
    known = folder / "certificates.accepted"
    known.write_text(known.read_text() + "rubbish\n")
    with pytest.warns(accepted.DamagedCacheWarning, match="found 1 line of something else"):
        judged(folder, written_line("p0", BOTH))
    assert (len(checks), "rubbish" in known.read_text()) == (before + 4, False)
    monkeypatch.setattr(accepted, "checker_digest", lambda: "0" * 64)  # another checker
    judged(folder, written_line("p0", BOTH))
    assert len(checks) == before + 5


def test_a_false_certificate_says_where_it_stands(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Wrong(ReferenceFormula):
        """It forbids A, witness or not."""

        def __init__(self, problem: Puzzle, witnesses: object = ()) -> None:
            super().__init__(problem, [tuple(A), tuple(B)])

    monkeypatch.setattr("accord.puzzles.proofs.certificate.FORMULAS", {VERSION: Wrong})
    with pytest.raises(FalseTheoremError, match="says none, and lacks the verified solution"):
        judged(folder, written_line("p0", of(TWO)))
    shown = command("table", folder)
    assert (shown.returncode, f"{folder / CERTIFICATES}:1" in shown.stderr) == (70, True)


def test_certificates_are_evidence_in_a_comparison_and_go_along_in_a_merge(
    folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "merged"
    merge([folder], out)
    (folder / CERTIFICATES).write_bytes(written_line("p0", BOTH))
    with joint_judging(out, folder) as both:
        (conflict,) = both.conflicts
    alone, certified = conflict.verdicts
    assert (conflict.campaign, alone) == ("both", "unique (claimed: 1 solver, 1 engine)")
    assert certified == "multiple (certified: exactly 2 solutions)"
    for _ in range(2):
        merge([folder], out)
        assert (out / CERTIFICATES).read_bytes() == written_line("p0", BOTH)


def test_counts_of_too_many_solutions_are_held_against_a_certificate(folder: Path) -> None:
    written(folder, some_run(TWO, solver="t", solutions=(), count=1, valid=1, digest="?"))
    found, _ = judged(folder, written_line("p0", BOTH))
    assert "p0: t counts 1 solutions, but a certificate proves 2 solutions" in found.refutations
