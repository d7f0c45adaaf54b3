"""What is asked: by options, or by a campaign file and options."""

from pathlib import Path

import click
import pytest

from accord.bench.run.terms import Limits, Terms
from accord.cli.options.question import CampaignOptions, asking
from accord.solvers.registry import is_same_search


def test_zero_is_no_limit_in_the_folder_of_a_campaign_and_options_have_precedence(
    tmp_path: Path,
) -> None:
    asked = tmp_path / "asked.toml"
    asked.write_text(
        'collection = "seeds"\nlimit = 0\nmemory_limit = 0\ncpu_limit = 0.0\npuzzles = 3\n'
        'solvers = ["cpsat"]\nrepeat = 3\nisomorphs = 2\nseed = 9\n'
        'reading = "--rules diagonals,windoku"\n'
    )
    command = click.command()(asking(lambda asked: asked))
    given = ["-s", "backtracking-mrv", "--repeat", "1", "-t", "3s"]
    found: CampaignOptions = command.main([str(asked), *given], standalone_mode=False)
    question = found.question
    assert (question.solvers, question.repeat, question.seed) == (("backtracking-mrv",), 1, 9)
    assert question.isomorphs == 2
    assert question.terms == Terms(Limits(3.0), None)
    assert question.reading == "--rules diagonals --rules windoku"
    assert found.variant.rules == {"diagonals", "windoku"}


def test_the_same_search_chooses_settings_and_names_who_is_left_out(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = click.command()(asking(lambda asked: asked))

    def solvers(*names: str) -> tuple[str, ...]:
        given = [part for name in names for part in ("-s", name)]
        asked: CampaignOptions = command.main(
            ["seeds", "--same-search", *given], standalone_mode=False
        )
        return asked.question.solvers

    ours = "backtracking-mrv:branching=binary,filter=gac,order=first"
    assert solvers("backtracking-mrv", "dancing-links") == (ours,)
    assert capsys.readouterr().err.endswith(" search like this: dancing-links\n")
    (tmp_path / "same.toml").write_text(
        'collection = "seeds"\nsolvers = ["backtracking-mrv"]\nsame_search = true\n'
    )
    asked: CampaignOptions = command.main([str(tmp_path / "same.toml")], standalone_mode=False)
    assert asked.question.solvers == (ours,)
    assert is_same_search(ours)
    others = ("backtracking-mrv", "dancing-links", "backtracking-mrv:filter=gac", "unknown:a=1")
    assert not any(map(is_same_search, others))
    with pytest.raises(click.UsageError, match="found dancing-links, expected backtracking-mrv"):
        solvers("dancing-links")
    with pytest.raises(click.UsageError, match="found the solver backtracking-mrv:filter=gac"):
        solvers("backtracking-mrv:filter=gac")
