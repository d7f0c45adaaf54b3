"""Rules of competitions: limits, cores and score of a campaign."""

import json
from pathlib import Path

import click
import pytest

from accord.bench.campaigns.folder import CampaignError, read_question
from accord.bench.campaigns.plan import CampaignQuestion
from accord.bench.run.terms import Limits
from accord.cli.options.competition_rules import SHIPPED, read_rules
from accord.cli.options.question import asking
from accord.puzzles.files.outside_file import toml_file
from command_line import run_here


def question(*arguments: str) -> CampaignQuestion:
    command = click.command()(asking(lambda asked: asked.question))
    found = command.main(["4x4", "-s", "cpsat", *arguments], standalone_mode=False)
    assert isinstance(found, CampaignQuestion)
    return found


@pytest.mark.parametrize("name", [*toml_file(SHIPPED)])
def test_rules_that_ship_set_the_limits_and_say_from_where_they_are(name: str) -> None:
    rules = read_rules(name)
    asked = question("--rules", name)
    limits = Limits(rules.time_limit, rules.memory_limit or None, rules.cpu_limit or None)
    assert asked.terms.limits == limits
    assert asked.rules == (name, rules.cores, rules.score, "out")
    assert all((rules.title, rules.source, rules.score))


def test_what_stands_on_the_command_line_or_in_a_campaign_file_departs_from_rules(
    tmp_path: Path,
) -> None:
    asked = question("--rules", "xcsp3-2025", "--rules", "diagonals", "-t", "2s")
    assert asked.terms.limits == Limits(2.0, 64 << 30, 1800.0)
    assert asked.rules.name == "xcsp3-2025, but time limit 2.00 s"
    assert asked.reading == "--rules diagonals"
    (tmp_path / "own.toml").write_text(
        'time_limit = "60s"\nmemory_limit = "8G"\nwrong = "unsolved"'
    )
    campaign = tmp_path / "campaign.toml"
    campaign.write_text('collection = "4x4"\nrules = "own.toml"\nmemory_limit = "1G"\n')
    command = click.command()(asking(lambda asked: asked.question))
    found: CampaignQuestion = command.main([str(campaign)], standalone_mode=False)
    assert found.terms.limits == Limits(60.0, 1 << 30)
    assert found.rules.name == f"{tmp_path / 'own.toml'}, but memory limit 1G"
    assert found.rules.wrong == "unsolved"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "found no 'time_limit', expected"),
        ('time_limit = "soon"', 'time_limit: found "soon", expected a time like 10s'),
        ("time_limit = 1\ncores = 0", "cores: found 0, expected 1 or more"),
        ('time_limit = 1\nscore = "gold"', 'score: found "gold", expected one of PAR-2, best 1 s'),
        ('time_limit = 1\nwrong = "kept"', "wrong: found"),
        ("time_limit = 1\nname = 'x'", "found the key 'name'"),
    ],
)
def test_files_that_are_no_rules(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "own.toml").write_text(text)
    with pytest.raises(CampaignError) as error:
        read_rules(str(tmp_path / "own.toml"))
    assert said in str(error.value)


def test_rules_that_nobody_has_and_two_competitions() -> None:
    with pytest.raises(CampaignError, match="found the rules 'xcsp3-2024', expected xcsp3-2025; "):
        question("--rules", "xcsp3-2024")
    with pytest.raises(click.UsageError, match="found xcsp3-2025 and minizinc-2026, expected one"):
        question("--rules", "xcsp3-2025", "--rules", "minizinc-2026")


def test_a_campaign_keeps_its_rules_and_is_scored_by_them(tmp_path: Path) -> None:
    solvers = ("-s", "backtracking-mrv", "-s", "backtracking-first", "-q")
    problem, folder = "optimise/photo-5", str(tmp_path / "ruled")
    rules = ("--rules", "xcsp3-2025", "-m", "1G")
    done = run_here("bench", problem, *solvers, *rules, "-o", folder)
    assert done.returncode == 0, done.stderr
    assert "\nrules: xcsp3-2025, but memory limit 1G.\n" in done.stdout
    kept = read_question(Path(folder))
    assert (kept.rules, kept.score) == ("xcsp3-2025, but memory limit 1G", "XCSP3")
    scored = run_here("scores", folder, "--json")
    assert json.loads(scored.stdout)["by"] == "XCSP3"
    assert json.loads(run_here("scores", folder, "--by", "area", "--json").stdout)["by"] == "area"
    again = run_here("bench", f"{folder}/campaign.toml", "-o", folder, "-q")
    assert again.returncode == 0, again.stderr
    assert read_question(Path(folder)) == kept


def test_a_solver_on_more_cores_than_rules_allow_is_refused(tmp_path: Path) -> None:
    given = ("-s", "cpsat:workers=2", "--rules", "xcsp3-2025", "-q", "-o", str(tmp_path / "two"))
    done = run_here("bench", "optimise/photo-5", *given)
    assert done.returncode == 2
    assert "found cpsat:workers=2, which works on 2 cores, expected at most 1" in done.stderr
    assert not (tmp_path / "two").exists()
