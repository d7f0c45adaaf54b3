"""Campaigns on problems that are no puzzles: what was claimed comes back as it was."""

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

import accord
from accord.bench.analysis.breakdown import breakdown
from accord.bench.analysis.judging import evidence, judging
from accord.bench.analysis.repair import repair
from accord.bench.campaigns.deduplicate import PUZZLES
from accord.bench.campaigns.folder import CampaignError
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.files.texts import read
from accord.puzzles.formats.json_object import write_instance
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Expected, Instance
from command_line import run_here
from optional import library, slow
from places import SUPPORT

FILE = SUPPORT / "wrong_problem_solvers.py"
HONEST, WRONG = f"{FILE}:honest", f"{FILE}:reads_less_as_at_most"
ASKED: dict[str, tuple[Problem, set[Solution]]] = {
    "forty": (Problem([[40]]), {(40,)}),
    "negative": (Problem([range(-2, 0)] * 2, [AllDifferent((0, 1))]), {(-2, -1), (-1, -2)}),
    "huge": (Problem([[10**30, -(10**30)]]), {(10**30,), (-(10**30),)}),
    "no-variables": (Problem([]), {()}),
    "none": (Problem([[1, 2], []], names=[*"xy"]), set()),
    "less": (Problem([range(3)] * 2, [Linear((0, 1), "<", 1, name="few")]), {(0, 0)}),
}
INSTANCES = [
    *(
        Instance(
            name, problem, Expected(count=len(solutions), solution=min(solutions, default=None))
        )
        for name, (problem, solutions) in ASKED.items()
    ),
    Instance("puzzle", read("12.43..221.34..1")),
]


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Problems with a puzzle among them, asked of an honest solver and a wrong one."""
    folder = tmp_path_factory.mktemp("problems") / "campaign"
    accord.run(folder, INSTANCES, [HONEST, WRONG], limit=None, isomorphs=2)
    return folder


def claimed(folder: Path) -> dict[str, set[frozenset[Solution]]]:
    with judging(folder) as base:
        return {
            each.name: {
                frozenset(claim.solutions) for claim in each.claims if "honest" in claim.label
            }
            for each in evidence(base, folder)
        }


def test_solutions_come_back_as_they_were_also_of_reordered_problems(campaign: Path) -> None:
    found = claimed(campaign)
    for name, (_, solutions) in ASKED.items():
        assert found[name] == {frozenset(solutions)}
    assert {len(each) for each in found["puzzle"]} == {1}


def test_rows_have_integers_in_a_column_of_their_own(campaign: Path) -> None:
    rows = accord.load(campaign)
    asked = rows[(rows["backend"] == HONEST) & (rows["isomorph"] == 0)]
    of: dict[str, Any] = {row["instance"]: row for row in asked.to_dict("records")}
    for name, text in (("forty", "[[40]]"), ("no-variables", "[[]]"), ("none", "[]")):
        assert (of[name]["assignments"], len(of[name]["solutions"])) == (text, 0)
    assert not isinstance(of["puzzle"]["assignments"], str)
    assert list(of["puzzle"]["solutions"]) == ["1234341221434321"]
    assert all(row["category"] == "correct" for row in of.values())


def test_a_wrong_solver_is_refuted_with_the_constraint_that_it_broke(campaign: Path) -> None:
    rows = accord.load(campaign)
    wrong = rows[rows["category"] == "wrong"]
    assert {*wrong["instance"]} == {"less"}
    assert len(wrong) == 3  # itself, and two reordered ones
    for reasons in wrong["refutations"]:
        assert any("few: x0 + x1 < 1: found 1" in reason for reason in reasons)


def test_the_file_of_puzzles_has_the_problem_and_its_full_digest(campaign: Path) -> None:
    with duckdb.connect() as base:
        found = base.execute(
            f"SELECT names[1], text, full_digest, puzzle FROM '{campaign / PUZZLES}'"
        ).fetchall()
    for name, text, full, digest in found:
        if name in ASKED:
            problem, _ = ASKED[name]
            assert accord.problem(text) == problem
            assert full == problem.full_digest
            assert digest == full[:16]
        else:
            assert full is None


def test_a_campaign_is_resumed_tabulated_and_merged(campaign: Path, tmp_path: Path) -> None:
    slow()
    before = len(accord.load(campaign))
    accord.run(campaign, INSTANCES, [HONEST, WRONG], limit=None, isomorphs=2)
    assert len(accord.load(campaign)) == before
    assert "REFUTED less" in run_here("table", campaign).stdout
    united = tmp_path / "united"
    assert run_here("merge", "-o", united, campaign).returncode == 1  # a solver is refuted
    assert claimed(united) == claimed(campaign)


def test_shards_and_workers_of_dask_claim_the_same(campaign: Path, tmp_path: Path) -> None:
    library("distributed")
    file, united = tmp_path / "problems.jsonl", tmp_path / "united"
    file.write_text("".join(f"{write_instance(each)}\n" for each in INSTANCES))
    words = ("bench", file, "-q", "-s", HONEST, "-s", WRONG, "-n", "all", "--isomorphs", 2)
    for shard, engine in (("1/2", ("-j", 1)), ("2/2", ("--engine", "dask", "-j", 2))):
        done = run_here(*words, "--shard", shard, *engine, "-o", tmp_path / shard[0])
        assert done.returncode in (0, 1), done.stderr
    assert run_here("merge", "-o", united, tmp_path / "1", tmp_path / "2").returncode == 1
    assert claimed(united) == claimed(campaign)


def test_a_breakdown_by_size_has_problems_by_their_number_of_variables(campaign: Path) -> None:
    kinds = breakdown(campaign).kinds
    assert kinds == ("0 variables", "1 variable", "2 variables", "4x4")


def test_a_campaign_is_compared_and_has_statistics(campaign: Path) -> None:
    library("scipy")
    for command in (("compare", campaign, campaign), ("stats", campaign)):
        done = run_here(*command)
        assert done.returncode in (0, 1), done.stderr
        assert "Traceback" not in done.stderr


def test_repair_sets_aside_what_is_no_list_of_integers(campaign: Path, tmp_path: Path) -> None:
    folder = tmp_path / "spoiled"
    run_here("merge", "-o", folder, campaign)
    before = len(accord.load(folder))
    (part,) = folder.glob("runs/part-*.parquet")
    with duckdb.connect() as base:
        base.execute(f"CREATE TABLE rows AS FROM '{part}'")
        base.execute("UPDATE rows SET assignments = '[[40.5]]' WHERE assignments = '[[40]]'")
        base.execute(f"COPY rows TO '{part}' (FORMAT parquet)")
    with pytest.raises(CampaignError, match=r"found '\[\[40.5\]\]' as the grids"):
        accord.load(folder)
    repair(folder)
    assert 0 < len(accord.load(folder)) < before


def test_solutions_are_counted_by_what_is_shown(tmp_path: Path) -> None:
    at_least = Linear((0, 1), "<=", 0, (1, -1))  # y is x or more
    hiding = Problem([range(3), range(3)], [at_least], "xy", shown=[0])
    unique = hiding.changed([[1], range(3)])
    nothing = Problem(hiding.domains, [at_least], "xy", shown=[])
    asked = [Instance("three", hiding), Instance("unique", unique), Instance("nothing", nothing)]
    solvers = [HONEST, "backtracking-mrv", "python-constraint", "sat-pycosat"]
    accord.run(tmp_path / "all", asked, solvers, limit=None, isomorphs=1)
    with judging(tmp_path / "all") as base:
        rows = base.rows(
            "SELECT names[1], solver, category, count, valid, digest, passed FROM judged "
            "JOIN puzzles ON judged.puzzle = puzzles.puzzle"
        )
        found = {(name, str(solver)): rest for name, solver, *rest in rows}
    expected = {"three": 3, "unique": 1, "nothing": 1}
    assert len(found) == len(solvers) * len(expected)
    for (name, _), (category, count, valid, *_) in found.items():
        assert (category, count, valid) == ("correct", expected[name], expected[name])
    passed = {
        solver: json.loads(rest[-1]) for (name, solver), rest in found.items() if name == "three"
    }
    assert sum(number for number, *_ in passed["backtracking-mrv"]) == 2  # one forbids
    assert sum(number for number, *_ in passed["sat-pycosat"]) == 1  # it is within the search
    for name in expected:
        assert len({rest[3] for (each, _), rest in found.items() if each == name}) == 1


ROTATING = """
from itertools import count, product

calls = count()


def solve(problem, budget):
    every = product(*map(sorted, problem.domains))
    found = [values for values in every if not any(problem.violations(values))]
    first = next(calls) % max(1, len(found))
    yield from found[first:] + found[:first]
"""


def test_other_hidden_values_when_it_is_asked_again_are_no_contradiction(tmp_path: Path) -> None:
    (tmp_path / "rotating.py").write_text(ROTATING, encoding="utf-8")
    unique = Problem([[1], range(3)], [], "xy", shown=[0])
    several = Problem([range(2), range(3)], [], "xy", shown=[0])
    for number in (1, 2):  # answers that are asked for again within a run, and of two runs
        accord.run(
            tmp_path / f"{number}",
            [Instance("unique", unique), Instance("several", several)],
            [f"{tmp_path / 'rotating.py'}:solve"],
            limit=2,
            repeat=number,
        )
        with judging(tmp_path / f"{number}") as base:
            rows = [*base.rows("SELECT category, contradictory, refutations FROM judged")]
        assert rows == [("correct", False, [])] * 2 * number
