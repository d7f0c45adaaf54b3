"""A formula that is too large to certify: refuted by CaDiCaL, and checked by whoever is there."""

import sys
from itertools import product
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from accord.bench.certify.checked_elsewhere import checked_elsewhere
from accord.cli.commands.certify import command
from accord.puzzles.files.texts import read_problem
from accord.puzzles.problem import Problem, Solution

CADICAL = """
import sys
from itertools import product
if sys.argv[1:] == ["--help"]:
    print({help!r})
    sys.exit()
*options, file, proof = sys.argv[1:]
assert ("--lrat" in options) == {lrat}, options
head, *lines = open(file).read().splitlines()
p, cnf, variables, number = head.split()
clauses = [[int(word) for word in line.split()[:-1]] for line in lines]
assert len(clauses) == int(number)
for values in product((-1, 1), repeat=int(variables)):
    if all(any(each * values[abs(each) - 1] > 0 for each in clause) for clause in clauses):
        sys.exit(10)
open(proof, "w").write("0\\n")
sys.exit(20)
"""
CHECKER = """
import sys
assert open(sys.argv[1]).read().startswith("p cnf") and open(sys.argv[2]).read() == "0\\n"
assert sys.argv[3:] == {more}, sys.argv
print("c something\\n{word}")
"""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def put(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!{sys.executable} -IS\n{script}")
    (folder / name).chmod(0o755)


def put_cadical(folder: Path, *, lrat: bool = True) -> None:
    put(folder, "cadical", CADICAL.format(help="  --lrat=bool" if lrat else "none", lrat=lrat))


def put_checker(folder: Path, name: str, word: str = "s VERIFIED UNSAT") -> None:
    more = ["-t", "2000000000"] if name == "drat-trim" else []
    put(folder, name, CHECKER.format(word=word, more=more))


def formula(seed: int) -> str:
    random = Random(seed)
    clauses = [
        [random.choice((-1, 1)) * each for each in random.sample(range(1, 6), random.randint(1, 3))]
        for _ in range(random.randint(2, 9))
    ]
    text = "".join(f"{' '.join(map(str, each))} 0\n" for each in clauses)
    return f"c p show 1 2 5 0\np cnf 5 {len(clauses)}\n{text}"


def by_trying(problem: Problem) -> list[Solution]:
    return [each for each in product((0, 1), repeat=5) if not any(problem.violations(each))]


def test_there_are_no_solutions_but_the_shown_values_that_are_known(path: Path, drawn: int) -> None:
    put_cadical(path)
    put_checker(path, "cake_lpr")
    numbers = set()
    for seed in range(drawn, drawn + 12):
        problem = read_problem(formula(seed))
        solutions = by_trying(problem)
        shown = {problem.projected(each) for each in solutions}
        found = checked_elsewhere(problem, [*solutions, (2,) * 5])  # and one that is none
        assert found is not None
        assert {problem.projected(each) for each in found.solutions} == shown
        assert len(found.solutions) == len(shown)
        assert "(checked by cake_lpr, not by accord): cadical, " in str(found)
        numbers.add(min(len(shown), 2))
        lost = problem.projected(solutions[0]) if solutions else None
        fewer = [each for each in solutions if problem.projected(each) != lost]
        assert not solutions or checked_elsewhere(problem, fewer) is None, seed
    assert 2 in numbers


CLASH = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"


@pytest.mark.parametrize(
    ("checkers", "lrat", "asked"),
    [
        (["drat-trim", "lrat-check"], True, "lrat-check"),
        (["lrat-check", "cake_lpr"], True, "cake_lpr"),
        (["cake_lpr", "drat-trim"], False, "drat-trim"),
        (["cake_lpr"], False, None),
        ([], True, None),
    ],
)
def test_who_checks_depends_on_what_cadical_writes(
    path: Path, checkers: list[str], lrat: bool, asked: str | None
) -> None:
    put_cadical(path, lrat=lrat)
    for each in checkers:
        put_checker(path, each, "c VERIFIED" if each == "lrat-check" else "s VERIFIED")
    found = checked_elsewhere(read_problem(CLASH), [])
    assert (found and found.checker) == asked


@pytest.mark.parametrize("word", ["s NOT VERIFIED", "c FAILED", "", "it is not VERIFIED"])
def test_a_refused_proof_shows_nothing(path: Path, word: str) -> None:
    put_cadical(path)
    put_checker(path, "cake_lpr", word)
    assert checked_elsewhere(read_problem(CLASH), []) is None


def test_other_problems_are_not_asked(path: Path) -> None:
    put_cadical(path)
    put_checker(path, "cake_lpr")
    for text in ("min: +1 x1 ;\n+1 x1 >= 1 ;\n", "1 1 0\nh -1 0\n", "+2 x1 +1 x2 >= 4 ;\n"):
        assert checked_elsewhere(read_problem(text), []) is None


def test_the_command_says_who_has_checked_it(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accord.puzzles.proofs.reference.LARGEST_BLOCK", 3)
    file = tmp_path / "clash.cnf"
    file.write_text(CLASH)
    refused = CliRunner().invoke(command, [str(file), "--with", "backtracking-mrv"])
    assert refused.exit_code == 1
    assert "not certified: " in refused.output
    put_cadical(path)
    put_checker(path, "cake_lpr")
    done = CliRunner().invoke(command, [str(file), "--with", "backtracking-mrv"])
    assert done.exit_code == 0, done.output
    assert done.output.startswith("clash: none (checked by cake_lpr, not by accord): cadical, ")
