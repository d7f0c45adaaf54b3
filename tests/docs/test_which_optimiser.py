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
SAID = {  # by the words in bold what a sentence says
    title.lower(): " ".join(text.split())
    for title, text in re.findall(r"^\d\. \*\*(.*?)\.\*\*(.*?)(?=^\d\. |^$)", PAGE, re.M | re.S)
}
WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
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


def two_prove_everything() -> list[str]:
    own = proved()
    first, second, third, *_ = sorted(own, key=own.__getitem__, reverse=True)
    assert {first, second} == {"cpsat", "backtracking-learning"}
    assert (own[first], own[second], own[third] < 40) == (40, 40, True)
    return ["all forty problems in each of three runs", f"the next, `{third}`, of {own[third]:g}."]


def nobody_is_first_everywhere() -> list[str]:
    firsts = proofs().idxmin(axis=1).value_counts()
    most = firsts.idxmax()
    return [
        f"{WORDS[len(firsts)].capitalize()} solvers are the soonest",
        f"`{most}` is on most, {firsts.max()}, though it proves only {proved()[str(most)]:g}.",
    ]


def a_good_value_is_not_a_proof() -> list[str]:
    near, gap = total("to 1 %"), total("gap 1 s")
    more = int(proved()["sat-glucose"] - proved()["choco"])
    return [
        f"`{min(near, key=near.__getitem__)}` is the soonest within 1 % of the best",
        f"after {1000 * near['choco']:.0f} ms",
        f"`sat-glucose` proves {WORDS[more]} problems more",
        f"are {100 * gap['sat-glucose']:.0f} % off in the mean, `choco`'s {gap['choco']:.0%}"[:-1],
    ]


def who_comes_from_the_other_side_has_nothing_until_the_end() -> list[str]:
    own = rows()[rows()["solver"] == "rc2"]
    assert {*own["category"]} == {"correct", "unknown"}
    assert own[own["category"] == "unknown"]["bound"].notna().any()
    return ["`rc2` raises a bound"]


def a_relaxation_pays_where_sums_are_the_problem() -> list[str]:
    knapsack = proofs().loc["knapsack-24"].dropna()
    relaxing = ["cpsat", "highs", "scip"]
    assert knapsack[relaxing].max() < 0.03
    assert knapsack.drop(relaxing).min() > 0.2
    highs, scip = proofs().loc[SHOP, ["highs", "scip"]].notna().sum().tolist()
    assert highs == 0
    return ["within 30 ms", "within 0.2 s", f"`highs` proves none and `scip` {WORDS[scip]}."]


def a_slow_start_is_no_slow_solver() -> list[str]:
    assert total("best 5 s")["xcsp3"] == 40
    return [f"of about {total('best 1 s')['xcsp3']:.0f} problems, after five of all forty."]


def much_is_chance() -> list[str]:
    means = total("integral")
    first = sorted(means, key=means.__getitem__)[:4]
    pairs = found().pairs
    among = {each.standing for each in pairs if {each.solver, each.other} <= {*first}}
    assert among == {"not distinguishable"}
    assert any(each.standing == "different" for each in pairs)
    return ["No two of the first four"]


CHECKS: list[Callable[[], list[str]]] = [
    two_prove_everything,
    nobody_is_first_everywhere,
    a_good_value_is_not_a_proof,
    who_comes_from_the_other_side_has_nothing_until_the_end,
    a_relaxation_pays_where_sums_are_the_problem,
    a_slow_start_is_no_slow_solver,
    much_is_chance,
]


def title(check: Callable[[], list[str]]) -> str:
    """The words in bold of the sentence that a function checks."""
    return str(check.__name__).replace("_", " ")


def test_every_sentence_has_a_check() -> None:
    assert [*SAID] == [*map(title, CHECKS)]


@pytest.mark.parametrize("check", CHECKS, ids=title)
def test_a_sentence_is_what_the_rows_say(check: Callable[[], list[str]]) -> None:
    library("scipy")
    assert [each for each in check() if each not in SAID[title(check)]] == []


def test_who_refuses_problems_is_named() -> None:
    refused = rows()[rows()["category"] == "missing"].groupby("solver")["instance"].nunique()
    assert refused.to_dict() == {"clingo": 6}
    assert "`clingo` gets domains value by value, and refuses six problems" in PAGE
