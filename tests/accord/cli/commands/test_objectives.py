"""Of a problem with an objective commands ask for the best, and for any where that is said."""

import json
import re
from pathlib import Path

import pytest

import accord
from accord.bench.certify.accepted import AcceptedChecks
from accord.bench.certify.certificates import StoredCertificate, judge_with_certificates
from accord.puzzles.files.texts import read_problem
from accord.puzzles.proofs.certificate_file import CERTIFICATES, lines_of, written_line
from accord.views.narration.captions import result
from command_line import run_here

PROBLEM = """
<instance format="XCSP3" type="COP">
  <variables>
    <var id="x"> 0..5 </var> <array id="y" size="[2]"> 0..5 </array>
    <var id="c" type="symbolic"> red blue </var>
  </variables>
  <constraints>
    <intension> ge(mul(x,y[0]),6) </intension>
    <intension> ne(c,red) </intension>
  </constraints>
  <objectives> <minimize type="sum"> <list> x y[] </list> <coeffs> 2 1 3 </coeffs> </minimize>
  </objectives>
</instance>
"""
OPTIMIZERS = Path(__file__).parents[3] / "support" / "optimizers.py"
IGNORED = "any solution counts, as this is ignored: minimize the sum of 2*x, y[0], 3*y[1]"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "best.xml"
    path.write_text(PROBLEM)
    return path


@pytest.mark.parametrize(
    "command", [["show", "--as", "dimacs"], ["show", "--as", "smtlib"]], ids=" ".join
)
def test_what_says_no_objective_refuses_it_by_name_unless_it_is_ignored(
    command: list[str], file: Path, tmp_path: Path
) -> None:
    name, *options = command
    refused = run_here(name, file, *options, cwd=tmp_path)
    assert refused.returncode == 2, refused.stderr
    assert f"{options[1]} cannot say it: found an objective" in refused.stderr
    assert "--ignore-objective" in refused.stderr
    assert not refused.stdout
    asked = run_here(name, file, *options, "--ignore-objective", cwd=tmp_path)
    assert asked.returncode == 0, asked.stderr
    assert IGNORED in asked.stderr


HONEST, SLOW = (f"{OPTIMIZERS}:{name}_solver" for name in ("honest", "slow"))


def test_the_best_is_asked_for_and_any_where_that_is_said(file: Path, tmp_path: Path) -> None:
    best = run_here("solve", file, "-s", HONEST)
    assert (best.returncode, best.stdout) == (0, "x=2, y=[3, 0], c=blue\noptimum 7\n")
    for options in (["--ignore-objective"], ["-n", "1"]):
        found = run_here("solve", file, *options)
        assert (found.returncode, IGNORED in found.stderr) == (0, True)
        assert "optimum" not in found.stdout
    unfinished = run_here("solve", file, "-s", SLOW, "-t", "1s")
    assert (unfinished.returncode, "best known 7" in unfinished.stdout) == (124, True)


def test_who_has_solutions_and_no_proof_is_not_waited_for_once_the_best_is_certified(
    file: Path,
) -> None:
    done = run_here("check", file, "-s", HONEST, "-s", SLOW, "-t", "600s", "-j", "2")
    assert re.search(rf"\n{re.escape(SLOW)} +7 +found +- ", done.stdout)
    assert f" {SLOW}: the verdict was certified\n" in done.stdout
    assert (done.returncode, "TIMEOUT" in done.stdout) == (0, False)


def test_the_best_is_shown_with_the_objective_in_words(file: Path) -> None:
    done = run_here("show", file, "--solved")
    assert (done.returncode, done.stdout.split("\n")[:3]) == (0, ["x = 2", "y[0] = 3", "y[1] = 0"])
    assert done.stderr.startswith("optimum 7\n")
    assert done.stderr.endswith("objective: minimize 2*x + y[0] + 3*y[1]\n")
    ignored = run_here("show", file, "--ignore-objective")
    assert ignored.stderr.endswith("y[0] + 3*y[1], which is ignored\n")


@pytest.mark.parametrize(("values", "code"), [("0..3", 0), ("0", 1)])
def test_hidden_values_that_are_added_give_the_objective_a_value(values: str, code: int) -> None:
    problem = {
        "variables": {"x": "0..2", "y": values},
        "objective": {"sense": "minimize", "terms": [["div", 6, "y"]]},
        "shown": ["x"],
    }
    assert run_here("verify", json.dumps(problem), "x=1").returncode == code


def test_the_competitions_have_a_line_for_each_better_value(file: Path) -> None:
    found = run_here("solve", file, "-s", HONEST, "--format", "xcsp3").stdout.splitlines()
    assert found[:3] == ["o 7", "s OPTIMUM FOUND", "v <instantiation>"]
    found = run_here("solve", file, "-s", SLOW, "-t", "1s", "--format", "xcsp3").stdout.splitlines()
    assert found[:2] == ["o 7", "s SATISFIABLE"]


def test_a_check_ends_with_0_for_an_optimum_and_124_for_the_best_known(file: Path) -> None:
    best = run_here("check", file, "-s", HONEST)
    assert best.returncode == 0
    assert best.stdout.splitlines()[-1] == "verdict: optimum 7 (certified)"
    known = run_here("check", file, "-s", SLOW, "-t", "1s")
    assert known.returncode == 124
    assert "found (TIMEOUT)" in known.stdout
    assert known.stdout.splitlines()[-1] == f"verdict: best known 7 (found by {SLOW}; no bound)"


def test_what_a_better_one_of_several_values_needs_is_said_by_its_terms() -> None:
    problem = {
        "variables": {"a": "0..5", "b": "0..5"},
        "constraints": [{"kind": "linear", "scope": ["a", "b"], "operator": "<=", "right": 6}],
        "objective": {"sense": "maximize", "measure": "lex", "terms": ["a", ["mul", 2, "b"]]},
    }
    said = run_here("why", json.dumps(problem)).stdout
    assert "best a = 5, best mul(2,b) = 2, a + b <= 6" in said
    assert "objective: (a, mul(2,b)) > (best a, best mul(2,b))" in said


def test_why_nothing_is_better_is_a_clash_with_what_a_better_one_needs(file: Path) -> None:
    said = run_here("why", file)
    assert said.returncode == 0, said.stderr
    assert said.stdout.startswith("optimum 7: x=2, y=[3, 0], c=blue\na better one is asked for:\n")
    assert "no solution: clash of" in said.stdout
    assert "objective" in said.stdout
    record = json.loads(run_here("why", file, "--json").stdout)
    assert (record["answer"], record["value"], record["solution"]) == ("optimum", 7, [2, 3, 0, 1])
    refused = run_here("why", file, "--cell", "x=2")
    assert (refused.returncode, "--ignore-objective" in refused.stderr) == (2, True)


def test_the_best_is_certified_and_checked_again(file: Path, tmp_path: Path) -> None:
    solver = ("--with", "backtracking-mrv")
    made = run_here("certify", file, *solver, "--cnf", "-o", "proved", cwd=tmp_path)
    assert made.stdout.startswith("best: optimum 7 (certified): backtracking-mrv, ")
    checked = run_here("certificate", "proved", "--witness", "2 3 1 1", cwd=tmp_path)
    assert checked.stdout.startswith("proved/best: optimum 7 (certified): 1 solution verified, ")
    told = run_here("show", "proved/best", cwd=tmp_path).stdout
    assert told.startswith("A solution of value 7: x=2, y=[3, 0], c=blue. What follows is")
    claim = tmp_path / "proved" / "best" / "certificate.json"
    claim.write_text(claim.read_text().replace('"minimize"', '"maximize"'))
    refused = run_here("certificate", "proved", cwd=tmp_path)
    assert refused.returncode == 1
    assert "certificate.json: sense: found maximize, expected minimize" in refused.stdout
    for bound, said, code in (("6", "no better than 6 (certified)", 0), ("9", "not certified", 1)):
        found = run_here(
            "certify", file, *solver, "--bound", bound, "-o", "all.jsonl", cwd=tmp_path
        )
        assert (found.returncode, found.stdout.startswith(f"best: {said}")) == (code, True)
    run_here("certify", file, *solver, "-o", "all.jsonl", cwd=tmp_path)
    again = run_here("certificate", "all.jsonl", cwd=tmp_path).stdout.splitlines()
    assert again[-1] == "all.jsonl: 2 accepted, 0 refused, 1 not there"
    for bound, why in (
        ("1 2", "value: found (1, 2)"),
        ("x", "expected a whole number, or several"),
    ):
        wrong = run_here("certify", file, "--bound", bound, cwd=tmp_path)
        assert (wrong.returncode, why in wrong.stderr) == (2, True)


def test_a_campaign_certifies_the_best_and_refutes_who_claims_another(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accord.bench.campaigns.campaign.LONG", 0.0)
    liar = f"{OPTIMIZERS}:no_better_solver"
    run_here("bench", file, "-q", "-s", liar, "-o", tmp_path / "c")
    (line,) = (tmp_path / "c" / CERTIFICATES).read_bytes().splitlines()
    assert b'"answer":"optimum 7"' in line
    found = run_here("table", tmp_path / "c").stdout
    assert "verdicts: 1 optimum (certified)" in found
    assert f"{liar} claims that nothing is better than" in found
    row = accord.load(tmp_path / "c")
    assert {*row["verdict"]} == {"optimum"}


def test_of_several_certificates_the_strongest_counts(tmp_path: Path) -> None:
    problem = read_problem(PROBLEM)
    bounds = [accord.certify(problem, "backtracking-mrv", bound=bound) for bound in (5, 3, 4)]
    best = accord.certify(problem, "backtracking-mrv")
    for made, said in ((bounds, "undecided (bound 5 certified)"), ([best, *bounds], "optimum 7")):
        path = tmp_path / CERTIFICATES
        path.write_bytes(b"".join(written_line("p", each) for each in made))
        checks = AcceptedChecks(path)
        stored = (StoredCertificate(line, checks) for line in lines_of(path))
        assert str(judge_with_certificates(problem, (), stored)).startswith(said)


def test_a_campaign_says_that_the_objective_was_ignored(file: Path, tmp_path: Path) -> None:
    run_here(
        "bench", file, "--ignore-objective", "-q", "-s", "backtracking-mrv", "-o", tmp_path / "c"
    )
    assert 'reading = "--ignore-objective"' in (tmp_path / "c" / "campaign.toml").read_text()
    (puzzle,) = accord.load(tmp_path / "c")["puzzle"].unique()
    problem = read_problem(PROBLEM)
    assert puzzle == problem.without_objective().digest != problem.digest


def test_in_python_too() -> None:
    problem = read_problem(PROBLEM)
    best = accord.solve(problem, HONEST)
    assert (best.value, best.exhausted) == (7, True)
    assert accord.check(problem, [HONEST]).words == "optimum 7"
    for any_ in (accord.solve(problem, limit=1), accord.solve(problem.without_objective())):
        assert (len(any_.solutions), any_.value) == (1, None)
    assert accord.check(problem, ["backtracking-mrv"], limit=1).answer == "satisfiable"


def test_what_is_converted_there_and_back_is_the_same(file: Path, tmp_path: Path) -> None:
    as_json = run_here("convert", file, "--format", "json")
    assert as_json.returncode == 0
    (tmp_path / "best.json").write_text(as_json.stdout)
    as_xml = run_here("convert", tmp_path / "best.json", "--format", "xcsp3")
    assert read_problem(as_xml.stdout) == read_problem(PROBLEM)
    kept = json.loads(as_json.stdout)
    assert kept["symbols"] == {"words": ["red", "blue"], "variables": ["c"]}
    assert kept["objective"]["sense"] == "minimize"
    back = run_here("convert", tmp_path / "best.json", "--format", "line")
    assert back.returncode == 2


def test_solutions_are_shown_in_the_words_of_the_file(file: Path) -> None:
    solved = run_here("solve", file, "--ignore-objective", "-s", "backtracking-first")
    assert solved.stdout == "x=2, y=[3, 0], c=blue\n"


def test_a_trace_says_the_optimum_and_not_that_there_is_no_other_solution(file: Path) -> None:
    assert result(accord.trace(file)) == "optimum 7 (claimed)"
