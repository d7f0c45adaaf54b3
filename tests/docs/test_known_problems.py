"""The sentences of "Who is good at what" are what the recorded runs on known problems say."""

import re
from collections.abc import Callable

import pandas
import pytest

import accord
from places import ROOT

PAGE = ROOT / "docs" / "explanation" / "known-problems.md"
HARD_JOB_SHOPS = ["job-shop-10-665", "job-shop-10-666"]
CP = ["cpsat", "choco", "cpmpy", "minizinc", "pumpkin"]


@pytest.fixture(scope="module")
def seconds() -> pandas.DataFrame:
    """Wall seconds by problem and solver of all that were asked: infinite if it did not decide."""
    rows = accord.load(ROOT / "results" / "classics")
    asked = rows[rows["outcome"] != "UNSUPPORTED"]
    decided = asked["wall_time"].where(asked["decided"], float("inf"))
    return asked.assign(seconds=decided).pivot(index="instance", columns="solver", values="seconds")


@pytest.fixture(scope="module")
def family() -> "pandas.Series[str]":
    """The family of each solver."""
    rows = accord.load(ROOT / "results" / "classics")
    return rows.groupby("solver")["family"].first()


def lost(seconds: pandas.DataFrame, solver: str) -> list[str]:
    """The problems that a solver was asked and did not decide."""
    return sorted(seconds.index[seconds[solver] == float("inf")])


def wins(seconds: pandas.DataFrame) -> "pandas.Series[int]":
    """On how many problems each solver is the fastest."""
    return seconds.idxmin(axis=1).value_counts()


def learners(seconds: pandas.DataFrame, family: "pandas.Series[str]") -> bool:
    all_ = seconds.columns[(seconds < float("inf")).all()]
    return sorted(family[all_]) == ["cp-sat", *["sat"] * 6] and "cpsat" in all_


def choco(seconds: pandas.DataFrame, family: "pandas.Series[str]") -> bool:
    first, second = wins(seconds).iloc[:2]
    fastest = wins(seconds).index[0] == "choco" and first > second
    return fastest and lost(seconds, "choco") == ["cars-30", "sports-10"]


def job_shops(seconds: pandas.DataFrame, family: "pandas.Series[str]") -> bool:
    hard = seconds.loc[HARD_JOB_SHOPS].dropna(axis="columns")
    kinds = family[hard.columns]
    sat = hard.columns[kinds == "sat"]
    return bool((hard[CP] < 1).all(axis=None) and (hard[sat] > 2).all(axis=None))


def relaxations(seconds: pandas.DataFrame, family: "pandas.Series[str]") -> bool:
    both = ["highs", "scip"]
    shares = [len(lost(seconds, name)) / seconds[name].count() for name in both]
    return all(0.2 <= share < 0.3 for share in shares) and not {*both} & {*wins(seconds).index}


def handwritten(seconds: pandas.DataFrame, family: "pandas.Series[str]") -> bool:
    name = "backtracking-mrv"
    return wins(seconds)[name] > 10 and len(lost(seconds, name)) == 10


HELD: tuple[Callable[[pandas.DataFrame, "pandas.Series[str]"], bool], ...] = (
    learners,
    choco,
    job_shops,
    relaxations,
    handwritten,
)


def test_there_is_something_to_hold_for_each_sentence() -> None:
    sentences = re.findall(r"^\d\. .*\.$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(sentences) == len(HELD)


@pytest.mark.parametrize("holds", HELD)
def test_a_sentence_is_what_the_runs_say(
    holds: Callable[[pandas.DataFrame, "pandas.Series[str]"], bool],
    seconds: pandas.DataFrame,
    family: "pandas.Series[str]",
) -> None:
    assert holds(seconds, family)
