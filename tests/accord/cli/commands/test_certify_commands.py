"""`accord certify`, `accord certificate` and `accord check --certify`."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from accord.bench.certify.certify import UncertifiedError
from accord.bench.certify.limited import LimitedCertifier
from accord.puzzles import Problem
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.files.texts import read, write
from accord.puzzles.proofs.certificate import Certificate
from accord.puzzles.proofs.certificate_folder import read_certificate, write_certificate
from accord.puzzles.proofs.lrat import written_text
from accord.puzzles.proofs.reference import VERSION, ReferenceFormula
from command_line import run_here as accord
from no_plain_files import IN_PLACE, at_once
from optional import library, slow
from refutation import refutation

UNIQUE, SOLUTION = "3..1..2......4..", "3241412323141432"


def test_certificates_of_a_file_are_made_and_checked_again(tmp_path: Path) -> None:
    library("pysat")
    pigeons = Problem([range(3)] * 4, [AllDifferent((0, 1, 2, 3))])
    (tmp_path / "some.jsonl").write_text(
        f'{{"puzzle": "{UNIQUE}", "name": "one/1", "solution": "{SOLUTION}"}}\n'
        f'{{"puzzle": "3..............4", "name": "two", "expected": {{"count": 17}}}}\n'
        + write(pigeons, "json")
    )
    done = accord("certify", "--file", "some.jsonl", "-o", "made", "--at-most", "18", cwd=tmp_path)
    found = [line.split(":")[:2] for line in done.stdout.splitlines()]
    assert found == [
        ["one/1", " unique (certified)"],
        ["two", " exactly 18 solutions (certified)"],
        ["CONTRADICTED published are 17 solutions, but 18 were verified"],
        ["some#3", " none (certified)"],
    ]
    assert done.returncode == 1
    again = accord("certificate", "made", cwd=tmp_path)
    answers = [line.split(":")[1] for line in again.stdout.splitlines()]
    assert answers == [" unique (certified)", " none (certified)", found[1][1]]
    assert again.returncode == 0
    few = accord("certify", "3..............4", "--at-most", "17")
    assert (few.returncode, few.stdout) == (
        1, "puzzle#1: not certified: more than 17 solutions; see --at-most\n"
    )  # fmt: skip


def test_what_certify_has_made_is_shown(tmp_path: Path) -> None:
    library("pysat")
    assert accord("certify", UNIQUE, "-o", "made", cwd=tmp_path).returncode == 0
    shown = accord("show", "made", cwd=tmp_path)
    assert (shown.returncode, shown.stdout) == (
        0, accord("show", "made/puzzle-1", cwd=tmp_path).stdout
    )  # fmt: skip
    assert "no other solution, and that is proved" in shown.stdout
    write_certificate(replace(read_certificate(tmp_path / "made/puzzle-1"), proof=b""), tmp_path)
    refused = accord("show", tmp_path)
    assert (refused.returncode, str(tmp_path) in refused.stderr) == (1, True)


def test_instances_of_one_name_have_folders_of_their_own(tmp_path: Path) -> None:
    library("pysat")
    record = f'{{"puzzle": "{UNIQUE}", "name": "../a"}}\n'
    accord("certify", "-o", "made", text=record + record.replace("../a", "../A"), cwd=tmp_path)
    assert sorted(file.name for file in (tmp_path / "made").iterdir()) == ["-A-2", "-a"]


def test_a_campaign_is_certified(tmp_path: Path) -> None:
    library("pysat")
    (tmp_path / "two.txt").write_text(f"{UNIQUE}\n3..............4\n{UNIQUE}\n")
    asked = ("bench", "two.txt", "-s", "backtracking-bitset", "-o", "ran", "-q")
    assert accord(*asked, cwd=tmp_path).returncode == 0
    done = accord("certify", "ran", cwd=tmp_path)
    assert [line.split(" (")[0] for line in done.stdout.splitlines()] == [
        "two#1: unique", "two#2: exactly 18 solutions"
    ]  # fmt: skip


def test_a_certified_verdict_says_so() -> None:
    library("pysat")
    done = accord("check", UNIQUE, "-s", "backtracking-bitset", "--certify")
    assert done.stdout.splitlines()[-1] == "verdict: unique (certified)"
    done = accord("check", "3..............4", "-s", "backtracking-bitset", "--certify", "--json")
    assert '"grade": "certified", "count": 18, "count_grade": "certified"' in done.stdout


def test_without_a_producer_a_search_proves_its_own_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.bench.certify.certify.missing", lambda _: "needs python-sat")
    assert "unique (certified): backtracking-mrv" in accord("certify", UNIQUE).stdout
    assert accord("certify", UNIQUE, "--with", "cadical153").returncode == 3
    monkeypatch.setattr("accord.solvers.proofs.search_proof.MOST", 1)
    done = accord("certify", UNIQUE)
    assert (done.returncode, done.stdout.count("not certified: backtracking-mrv gave up")) == (1, 1)


def test_a_search_says_who_might_derive_what_does_not_follow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow()
    library("numba")
    for where in ("bench.certify.certify", "solvers.proofs.search_proof"):
        monkeypatch.setattr(f"accord.{where}.missing", lambda _: "needs python-sat")
    done = accord("certify", "classics/magic-square-2", "--with", "backtracking-learning")
    assert "; glucose4, which needs python-sat, might derive it" in " ".join(done.stdout.split())
    assert done.returncode == 1


class Wrong(ReferenceFormula):
    """A formula that leaves a solution out: one clause forbids it, witness or not."""

    def __init__(self, problem: Problem, witnesses: object = ()) -> None:
        super().__init__(problem, [tuple(map(int, SOLUTION))])


def test_a_false_certificate_ends_with_70_and_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = read("3..1..2......4..")
    monkeypatch.setattr("accord.puzzles.proofs.certificate.FORMULAS", {VERSION: Wrong})
    formula = Wrong(puzzle)
    proof = written_text(refutation(formula), formula.clauses)
    write_certificate(Certificate(puzzle, (), proof), tmp_path)
    assert accord("certificate", tmp_path).stdout.startswith(f"{tmp_path}: none (certified)")
    done = accord("certificate", tmp_path, "--witness", SOLUTION)
    assert done.returncode == 70
    assert f"says none, and lacks the verified solution {SOLUTION}" in done.stderr
    assert read_certificate(tmp_path).proof == proof
    assert (tmp_path / "formula.cnf").exists()
    wrong = accord("certificate", tmp_path, "--witness", SOLUTION[::-1])
    assert wrong.returncode == 2
    assert "found no solution, expected one" in wrong.stderr


def test_the_commands_in_a_certificate_first_write_what_the_others_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = read(UNIQUE)
    made = Certificate(puzzle, (puzzle.solution(map(int, SOLUTION)),), b"")
    proof = written_text(refutation(made.formula), made.formula.clauses)
    write_certificate(replace(made, proof=proof), tmp_path)
    monkeypatch.chdir(tmp_path)
    claim = json.loads(Path("certificate.json").read_text())
    program, *words = claim["commands"][0].split()
    assert (program, accord(*words).returncode) == ("accord", 0)
    for command in claim["commands"][1:]:
        assert all(Path(name).is_file() for name in command.split()[1:])
    claim = json.loads(Path("certificate.json").read_text())
    for commands, code in ((claim["commands"][1:], 0), ([], 1)):  # older ones have two
        Path("certificate.json").write_text(json.dumps(claim | {"commands": commands}))
        assert accord("certificate", ".").returncode == code


def test_a_refused_certificate_is_named_with_file_and_line(tmp_path: Path) -> None:
    puzzle = read(UNIQUE)
    made = Certificate(puzzle, (puzzle.solution(map(int, SOLUTION)),), b"")
    proof = written_text(refutation(made.formula), made.formula.clauses)
    for name, each in {
        "1": replace(made, proof=proof),
        "2": replace(made, proof=b"".join(proof.splitlines(keepends=True)[:-1])),
        "3": replace(made, witnesses=(*made.witnesses, *made.witnesses), proof=proof),
        "4": replace(made, witnesses=(), proof=proof),
    }.items():
        write_certificate(each, tmp_path / name)
    done = accord("certificate", ".", cwd=tmp_path)
    one, two, three, four = done.stdout.splitlines()
    assert one.startswith("1: unique (certified): 1 solution verified")
    assert two.startswith("2: REFUSED: 2/proof.lrat: line ")
    assert three.startswith("3: REFUSED: 3/certificate.json: witness 2: found witness 1 again")
    assert four.startswith("4: REFUSED: 4/proof.lrat: line 1: found ")
    assert done.returncode == 1


def test_a_file_of_certificates_is_gone_on_with(tmp_path: Path) -> None:
    library("pysat")
    (tmp_path / "one.txt").write_text(f"{UNIQUE}\n")
    (tmp_path / "two.txt").write_text(f"{UNIQUE}\n3..............4\n")
    asked = ("certify", "-o", "all.jsonl", "--at-most", "18", "--file")
    assert accord(*asked, "one.txt", cwd=tmp_path).stdout.startswith("one#1: unique (certified)")
    file = tmp_path / "all.jsonl"
    file.write_bytes(file.read_bytes() + b'{"torn')
    on = accord(*asked, "two.txt", cwd=tmp_path)
    assert on.stdout.startswith("two#2: exactly 18 solutions (certified)")
    stood = "accord: 1 certificate stood there already, and was accepted"
    assert on.stderr.splitlines()[-1] == stood
    few = accord("certify", "-o", "few.jsonl", "--at-most", "17", "two.txt", cwd=tmp_path)
    assert (few.returncode, few.stdout.splitlines()[1].split(":")[1]) == (1, " not certified")
    again = accord("certificate", "all.jsonl", "few.jsonl", cwd=tmp_path)
    said = [line for line in again.stdout.splitlines() if "certified" not in line]
    assert said == [
        "all.jsonl: 2 accepted, 0 refused, 0 not there",
        "few.jsonl:2: no certificate of two#2: more than 17 solutions; see --at-most",
        "few.jsonl: 1 accepted, 0 refused, 1 not there",
    ]
    (tmp_path / "puzzles.jsonl").write_text(f'{{"puzzle": "{UNIQUE}"}}\n')
    taken = accord("certify", UNIQUE, "-o", "puzzles.jsonl", cwd=tmp_path)
    assert (taken.returncode, "expected certificates" in taken.stderr) == (2, True)
    assert (tmp_path / "puzzles.jsonl").read_text() == f'{{"puzzle": "{UNIQUE}"}}\n'


def test_a_puzzle_that_takes_too_long_is_given_up_and_the_next_is_not() -> None:
    slow()
    pairs = [AllDifferent((i, j)) for j in range(11) for i in range(j)]
    with LimitedCertifier(0.01) as limited:
        with pytest.raises(UncertifiedError, match="has no proof within"):
            limited.certify(Problem([range(10)] * 11, pairs), "backtracking-mrv", 1)
        limited.seconds = 600.0
        assert limited.certify(read(UNIQUE), "backtracking-mrv", 1).certificate.answer == "unique"
        with pytest.raises(UncertifiedError, match="more than 1 solution;"):
            limited.certify(read("3..............4"), "backtracking-mrv", 1)


# A folder that somebody else has made


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """The folder of a certificate, with its formula."""
    puzzle = read(UNIQUE)
    formula = ReferenceFormula(puzzle, [tuple(map(int, SOLUTION))])
    proof = written_text(refutation(formula), formula.clauses)
    certificate = Certificate(puzzle, (tuple(map(int, SOLUTION)),), proof)
    write_certificate(certificate, tmp_path / "theirs", formula=True)
    return tmp_path / "theirs"


NAMES = ("problem.json", "certificate.json", "proof.lrat", "formula.cnf")


@pytest.mark.parametrize("what", IN_PLACE)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_plain_file_of_a_certificate_is_refused_at_once(
    theirs: Path, name: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(theirs)
    (theirs / name).rename(theirs.parent / "link")  # to which one of them leads
    IN_PLACE[what](theirs / name)
    with at_once():
        done = accord("certificate", theirs, "--cnf")
    assert done.returncode == 1
    assert done.stdout.startswith(f"{theirs}: REFUSED: {theirs / name}: found ")


def test_a_certificate_is_written_through_no_link(theirs: Path, tmp_path: Path) -> None:
    victim, certificate = tmp_path / "victim", read_certificate(theirs)
    victim.write_text("precious")
    for name in NAMES:
        (theirs / name).unlink()
        (theirs / name).symlink_to(victim)
    write_certificate(certificate, theirs, formula=True)
    assert victim.read_text() == "precious"
    assert read_certificate(theirs) == certificate


def test_a_folder_of_certificates_leads_to_no_other(theirs: Path, tmp_path: Path) -> None:
    (many := tmp_path / "many").mkdir()
    (many / "puzzle-1").symlink_to(theirs)
    before = {file: file.read_bytes() for file in theirs.iterdir()}
    message = f"{many / 'puzzle-1'}: found a link, expected a folder"
    for words in (("certificate", many, "--cnf"), ("show", many), ("certify", UNIQUE, "-o", many)):
        done = accord(*words)
        assert (done.returncode, message in done.stderr) == (2, True)
    assert {file: file.read_bytes() for file in theirs.iterdir()} == before
    (mine := tmp_path / "mine").symlink_to(theirs)  # which the user has made himself
    assert accord("certificate", mine, "--cnf").returncode == 0
