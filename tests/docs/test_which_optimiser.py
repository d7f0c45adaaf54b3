"""The sentences of "Which optimiser?": each is what the rows of results/optimise say."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pandas
import pytest

import accord
from accord.bench.analysis.anytime.campaign_scores import CampaignScores, campaign_scores
from accord.bench.analysis.anytime.scoreboard import Scoreboard
from optional import library
from places import ROOT

FOLDER = ROOT / "results" / "optimise"
PAGE = Path(ROOT, "docs", "explanation", "which-optimiser.md").read_text(encoding="utf-8")
SAID = re.findall(r"^\d\. \*\*(.*?)\.\*\*", PAGE, re.MULTILINE)  # in bold, in their order
SHOP = [f"la0{number}" for number in range(1, 6)]


@cache
def found() -> CampaignScores:
    return campaign_scores(FOLDER, "integral", pairs=True)


def board() -> Scoreboard:
    return found().board


@cache
def rows() -> pandas.DataFrame:
    return accord.load(FOLDER)


def total(heading: str) -> dict[str, float]:
    """A score of each solver."""
    totals = board().column(heading).totals.tolist()
    return dict(zip(board().contest.solvers, totals, strict=True))


def proved() -> dict[str, float]:
    """By solver the problems that it proves, a mean over the runs."""
    return dict(zip(board().contest.solvers, board().proved.tolist(), strict=True))


@cache
def proofs() -> pandas.DataFrame:
    """The median seconds of the proofs, by problem and solver."""
    proved = rows()[rows()["category"] == "correct"]
    return proved.groupby(["instance", "solver"])["wall_time"].median().unstack()


def two_prove_everything() -> None:
    best, second, third, *_ = sorted(proved().values(), reverse=True)
    assert (best, second, third) == (40, 40, proved()["sat-glucose"]) == (40, 40, 39)
    assert {each for each, number in proved().items() if number == 40} == {
        "cpsat",
        "backtracking-learning",
    }


def nobody_is_first_everywhere() -> None:
    firsts = proofs().idxmin(axis=1).value_counts()
    assert len(firsts) == 7
    assert (firsts.idxmax(), firsts.max(), proved()["choco"]) == ("choco", 16, 33)


def a_good_value_is_not_a_proof() -> None:
    near, gap = total("to 1 %"), total("gap 1 s")
    assert min(near, key=near.__getitem__) == "choco"
    assert f"{1000 * near['choco']:.0f} ms" == "11 ms"
    assert (f"{gap['sat-glucose']:.0%}", f"{gap['choco']:.0%}") == ("14%", "3%")
    assert proved()["sat-glucose"] - proved()["choco"] == 6


def who_comes_from_the_other_side_has_nothing_until_the_end() -> None:
    own = rows()[rows()["solver"] == "rc2"]
    assert {*own["category"]} == {"correct", "unknown"}
    assert own[own["category"] == "unknown"]["bound"].notna().any()


def a_relaxation_pays_where_sums_are_the_problem() -> None:
    knapsack = proofs().loc["knapsack-24"].dropna()
    relaxing = ["cpsat", "highs", "scip"]
    assert knapsack[relaxing].max() < 0.03
    assert knapsack.drop(relaxing).min() > 0.2
    assert proofs().loc[SHOP, ["highs", "scip"]].notna().sum().tolist() == [0, 2]


def a_slow_start_is_no_slow_solver() -> None:
    assert f"{total('best 1 s')['xcsp3']:.0f}" == "19"
    assert total("best 5 s")["xcsp3"] == 40


def much_is_chance() -> None:
    means = total("integral")
    first = sorted(means, key=means.__getitem__)[:4]
    pairs = found().pairs
    among = {each.standing for each in pairs if {each.solver, each.other} <= {*first}}
    assert among == {"not distinguishable"}
    assert any(each.standing == "different" for each in pairs)


CHECKS: list[Callable[[], None]] = [
    two_prove_everything,
    nobody_is_first_everywhere,
    a_good_value_is_not_a_proof,
    who_comes_from_the_other_side_has_nothing_until_the_end,
    a_relaxation_pays_where_sums_are_the_problem,
    a_slow_start_is_no_slow_solver,
    much_is_chance,
]


def test_every_sentence_has_a_check() -> None:
    assert [each.lower() for each in SAID] == [each.__name__.replace("_", " ") for each in CHECKS]


@pytest.mark.parametrize("check", CHECKS, ids=lambda each: str(each.__name__))
def test_a_sentence_is_what_the_rows_say(check: Callable[[], None]) -> None:
    library("scipy")
    check()
