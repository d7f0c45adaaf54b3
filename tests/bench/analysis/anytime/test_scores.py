"""Scores of optimisers: worked by hand, and once more by a second program from rows."""

import json
from math import inf, isnan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.bench.analysis.anytime import competitions
from accord.bench.analysis.anytime.histories import Contest, Contested, History
from accord.bench.analysis.anytime.quality import gap, gap_at, integral, penalised, within
from accord.bench.analysis.anytime.scoreboard import scoreboard, scores, turned
from accord.bench.analysis.table import rows
from accord.bench.campaigns.folder import CampaignError
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.objective import Objective
from command_line import run_here
from optional import library
from second_scores import second_scores

LEAST = Objective("minimize", (Variable(0),))
MOST = Objective("maximize", (Variable(0),))
LEX = Objective("minimize", (Variable(0), Variable(1)), "lex")
NOTHING = History(10.0)
FIRST = History(4.9, found=((1.0, 20), (3.0, 10)), solved=True, proved=True)
SECOND = History(10.0, found=((2.0, 10),), solved=True)
PROBLEM = Contested("a", LEAST, 10, "", 10.0, {"one": FIRST, "two": SECOND, "none": NOTHING})


def satisfied(**seconds: float) -> Contested:
    runs = {name: History(used, solved=True, proved=True) for name, used in seconds.items()}
    return Contested("s", None, None, "", 10.0, runs)


def test_scores_of_the_minizinc_challenge_by_hand() -> None:
    assert competitions.complete(PROBLEM) == {"one": 2, "two": 1, "none": 0}
    assert competitions.incomplete(PROBLEM) == {"one": 1.5, "two": 1.5, "none": 0}
    # UB 20, LB 10: 0.25 t(1) + 0.5 (q(0) (t(1) - 0) + q(1) (t(2) - t(1))) / 11 + 0.25 used
    one, two = 0.25 + 0.5 * (20 * 1 + 20 * 2) / 11 + 1, 0.5 + 0.5 * (20 * 2) / 11 + 2.5
    assert competitions.area(PROBLEM) == pytest.approx({"one": one, "two": two, "none": 10})
    one, two = 0.25 + 0.5 * (10 * 1 + 10 * 2) / 11 + 1, 0.5 + 0.5 * (10 * 2) / 11 + 2.5
    found = competitions.area(PROBLEM, above=True)
    assert found == pytest.approx({"one": one, "two": two, "none": 10})


def test_times_of_the_minizinc_challenge_are_whole_seconds_with_the_compiler() -> None:
    tied = satisfied(one=1.9, two=3.2)
    assert competitions.complete(tied) == {"one": 0.75, "two": 0.25}
    assert competitions.complete(tied, exact=True)["one"] == pytest.approx(3.2 / 5.1)
    assert competitions.complete(satisfied(one=0.9, two=0.1)) == {"one": 0.5, "two": 0.5}
    assert competitions.incomplete(tied) == {"one": 0.75, "two": 0.25}
    assert competitions.area(tied) == {"one": 1, "two": 3}
    late = History(2.0, 8.5, ((1.0, 5), (1.6, 4)), solved=True, proved=True)
    runs = {"late": late, "other": History(10.0, found=((9.0, 5),), solved=True)}
    problem = Contested("l", LEAST, 4, "", 10.0, runs)
    assert competitions.complete(problem) == {"late": 0.5, "other": 0.5}  # 4 came at 10.1 s
    assert competitions.xcsp3(problem) == {"late": 1, "other": 0}


def test_scores_of_other_competitions_by_hand() -> None:
    assert competitions.xcsp3(PROBLEM) == {"one": 1, "two": 0.5, "none": 0}
    assert competitions.maxsat(PROBLEM) == {"one": 1, "two": 1, "none": 0}
    unproved = {"two": SECOND, "worse": History(10.0, found=((1.0, 12),), solved=True)}
    problem = Contested("u", LEAST, 10, "", 10.0, unproved)
    assert competitions.xcsp3(problem) == {"two": 1, "worse": 0}
    assert competitions.maxsat(problem) == {"two": 1, "worse": 11 / 13}
    negated = Contested("n", MOST, 10, "", 10.0, unproved)
    assert competitions.xcsp3(negated) == {"two": 0, "worse": 1}
    assert all(map(isnan, competitions.maxsat(negated).values()))


@pytest.mark.parametrize(
    ("value", "best", "expected"),
    [(10, 10, 0), (0, 0, 0), (None, 0, 1), (20, 10, 0.5), (-5, 10, 1), (0, 10, 1), (-20, -10, 0.5)],
)
def test_gaps_are_those_of_berthold(value: int | None, best: int, expected: float) -> None:
    assert gap(value, best) == expected


def test_the_primal_integral_by_hand() -> None:
    assert integral(PROBLEM, FIRST) == pytest.approx((1 * 1 + 2 * 0.5) / 10)
    assert integral(PROBLEM, SECOND) == 0.2
    assert integral(PROBLEM, NOTHING) == 1
    assert [gap_at(PROBLEM, FIRST, at) for at in (0.5, 1.0, 5.0)] == [1, 0.5, 0]
    assert [within(PROBLEM, run, 0.01) for run in (FIRST, SECOND, NOTHING)] == [3, 2, inf]
    assert [penalised(PROBLEM, run, 2) for run in (FIRST, SECOND)] == [4.9, 20]
    several = Contested("x", LEX, (1, 2), "", 10.0, {})
    assert isnan(integral(several, History(1.0, found=((0.5, (1, 2)),), solved=True)))


def test_a_solver_that_leaves_can_turn_the_order_of_two_others() -> None:
    # one beats two on two problems of three; three makes both lose, and one more on its two
    def problem(**costs: int) -> tuple[Contested, ...]:
        runs = {
            name: History(10.0, found=((1.0, cost),), solved=True) for name, cost in costs.items()
        }
        return (Contested("t", LEAST, min(costs.values()), "", 10.0, runs),)

    problems = [problem(one=1, two=2, three=3)] * 2 + [problem(one=3, two=1, three=2)] * 3
    problems += [problem(one=2, two=3, three=1)] * 2
    contest = Contest(("one", "three", "two"), tuple(problems), 10.0)
    chosen = scores(10.0)
    whole, without = (scoreboard(each, chosen) for each in (contest, contest.without(["three"])))
    assert [*whole.column("complete").totals] == [6, 7, 8]
    assert ("complete", "one", "two") in [*turned(whole, without)]
    assert not [*turned(whole, whole)]


MOMENTS = (1.0, 5.0)
SOLVERS = ("a", "b", "c")
TIMES = st.integers(0, 48).map(lambda quarters: quarters / 4)


@st.composite
def rows_and_contest(draw: st.DrawFn) -> tuple[list[dict[str, Any]], dict[str, Any], Contest]:
    """Rows as a campaign has them, the best values, and the same as a contest."""
    rows, best, problems = [], {}, []
    for number in range(draw(st.integers(1, 4))):
        goal = draw(st.sampled_from([None, LEAST, MOST, LEX]))
        value: st.SearchStrategy[Any] = st.integers(-3, 9)
        if goal is LEX:
            value = st.tuples(*[st.integers(0, 3)] * 2)
        values = draw(st.lists(value, min_size=1, max_size=5)) if goal else []
        best[f"p{number}"] = goal.best(values) if goal else None
        rounds = []
        for repetition in (1, 2):
            runs = {}
            for solver in SOLVERS:
                kinds = ["correct", "unknown", "missing", *(["found"] if values else [])]
                category = draw(st.sampled_from(kinds))
                ended, compiled = draw(TIMES), draw(st.sampled_from([None, 0.5, 3.25]))
                outcome = "TIMEOUT" if category in ("unknown", "found") else "FINISHED"
                at = sorted(draw(st.lists(TIMES.filter(lambda t: t <= 10), max_size=4)))
                found = [(t, draw(st.sampled_from(values))) for t in at] if values else []
                if goal is None or category in ("unknown", "missing"):
                    found = []
                elif not found and values:
                    found = [(1.0, values[0])]
                ended = max([ended, *(second for second, _ in found)])
                rows.append(
                    {
                        "solver": solver,
                        "puzzle": f"p{number}",
                        "repetition": repetition,
                        "category": category,
                        "outcome": outcome,
                        "time_limit": 10.0,
                        "wall_time": ended,
                        "compile_time": compiled,
                        "incumbents": json.dumps(found),
                        "sense": goal.sense if goal else None,
                        "lex": goal is LEX,
                    }
                )
                improving = list[tuple[float, Any]]()
                for second, each in found:
                    if goal and (not improving or goal.is_better(each, improving[-1][1])):
                        improving.append((second, each))
                is_decided = category == "correct"
                runs[solver] = History(
                    min(ended, 10.0) if is_decided else 10.0,
                    compiled or 0.0,
                    tuple(improving),
                    (),
                    is_decided or bool(improving),
                    is_decided,
                )
            known = best[f"p{number}"]
            rounds.append(Contested(f"p{number}", goal, known, "", 10.0, runs))
        problems.append(tuple(rounds))
    return rows, best, Contest(SOLVERS, tuple(problems), 10.0)


def agrees(found: dict[str, dict[str, Any]], expected: dict[str, dict[str, Any]]) -> None:
    for solver, totals in expected.items():
        for heading, total in totals.items():
            own = found[solver][heading]
            own = inf if own is None and total == inf else own  # JSON has no word for it
            assert own == pytest.approx(total, nan_ok=True), (solver, heading)


@given(rows_and_contest())
@settings(deadline=None)
def test_a_second_program_comes_to_the_same(
    made: tuple[list[dict[str, Any]], dict[str, Any], Contest],
) -> None:
    rows, best, contest = made
    board = scoreboard(contest, scores(10.0, MOMENTS))
    found: dict[str, dict[str, Any]] = {
        solver: {each.score.heading: each.totals[place] for each in board.columns}
        for place, solver in enumerate(SOLVERS)
    }
    agrees(found, second_scores(rows, best, (*MOMENTS, 10.0)))


TWO: dict[str, Any] = {"variables": {"x": "0..9", "y": "0..9"}}
PROBLEMS: list[dict[str, Any]] = [
    {"constraints": [{"kind": "linear", "scope": ["x", "y"], "coefficients": [1, 1],
      "operator": ">=", "right": 7}],
     "objective": {"sense": "minimize", "terms": ["x", "y"]}},
    {"objective": {"sense": "maximize", "terms": ["x", "y"]}},
    {"objective": {"sense": "minimize", "terms": ["x", "y"], "measure": "lex"}},
    {"constraints": [{"kind": "linear", "scope": ["x"], "coefficients": [1],
      "operator": ">=", "right": 10}],
     "objective": {"sense": "minimize", "terms": ["x"]}},
    {},
]  # fmt: skip
OPTIMIZERS = Path(__file__).parents[3] / "support" / "optimizers.py"


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("scored")
    lines = [
        json.dumps({"name": f"p{number}"} | TWO | each) for number, each in enumerate(PROBLEMS)
    ]
    (home / "five.jsonl").write_text("\n".join(lines))
    solvers = ("backtracking-mrv", "backtracking-bitset", "cpsat")
    asked = [word for solver in solvers for word in ("-s", solver)]
    ran = run_here(
        "bench", home / "five.jsonl", *asked, "--repeat", "2", "-t", "20s", "-q",
        *("-o", home / "campaign"),
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return home / "campaign"


def scored(*words: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run_here("scores", *words, "--json").stdout)
    return found


def test_a_campaign_is_scored_as_a_second_program_scores_its_rows(campaign: Path) -> None:
    found = scored(campaign, "--at", "1ms", "--at", "1s")
    raw = [
        (row := json.loads(text)) | {"lex": row["instance"] == "p2"}
        for text in rows(campaign).to_json(orient="records", lines=True).splitlines()
    ]
    best = {row["puzzle"]: {"p0": 7, "p1": 18, "p2": [0, 0]}.get(row["instance"]) for row in raw}
    second = second_scores(raw, best, (0.001, 1.0, 20.0))
    agrees({each["solver"]: each for each in found["solvers"]}, second)
    assert [each["proved"] for each in found["solvers"]] == [5, 5, 0]  # the last was not asked
    assert found["best_values"]["p0"] == {"value": 7, "source": "recorded"}
    assert found["best_values"]["p3"] == {"value": None, "source": ""}


def test_what_changes_without_a_solver_and_by_known_values_is_told(
    campaign: Path, tmp_path: Path
) -> None:
    known = tmp_path / "known.csv"
    known.write_text("problem,best,bound,source\np0,5,,a talk\np1,17,,a talk\n")
    found = scored(campaign, "--reference", known, "--without", "backtracking-mrv")
    assert [each["solver"] for each in found["solvers"]].count("backtracking-mrv") == 0
    assert found["without"] == ["backtracking-mrv"]
    assert found["best_values"]["p0"] == {"value": 5, "source": "a talk"}
    assert found["best_values"]["p1"] == {"value": 18, "source": "recorded"}
    told = run_here("scores", campaign, "--reference", known)
    assert told.returncode == 1
    assert "refuted claims: 1" in told.stderr


def test_the_scores_are_a_frame_in_python(campaign: Path, tmp_path: Path) -> None:
    found = accord.scores(campaign, "complete", moments=[0.001, 1])
    printed = {
        each["solver"]: each for each in scored(campaign, "--at", "1ms", "--at", "1s")["solvers"]
    }
    assert {*found["solver"]} == {*printed}
    for row in found.to_dict("records"):
        expected = printed[row["solver"]]
        assert row["complete"] == pytest.approx(expected["complete"])
        assert row["integral"] == pytest.approx(expected["integral"], rel=1e-5)
    assert list(found["complete"]) == sorted(found["complete"], reverse=True)
    assert any("best first by complete" in note for note in found.attrs["notes"])
    known = tmp_path / "known.csv"
    known.write_text("problem,best,bound,source\np0,5,,a talk\n")
    called = {"cpsat": "mine"}
    left = accord.scores(campaign, without="backtracking-mrv", reference=known, names=called)
    assert sorted(left["solver"]) == ["backtracking-bitset", "mine"]
    assert any("a talk" in note for note in left.attrs["notes"])
    for words, said in (
        ({"by": "complet"}, "found the score 'complet', expected complete; one of "),
        ({"without": ["nobody"]}, "found the solver 'nobody'"),
        ({"without": ["cpsat", "backtracking-mrv", "backtracking-bitset"]}, "one that is left"),
    ):
        with pytest.raises(CampaignError, match=said):
            accord.scores(campaign, **words)


def test_pairs_are_rows_of_a_frame_and_of_csv(campaign: Path) -> None:
    library("scipy")
    found = accord.scores(campaign, "PAR-2", pairs=True)
    assert list(found["solver"]) == ["backtracking-bitset"] * 2 + ["backtracking-mrv"]
    assert {*found["standing"]} == {"too few problems"}
    printed = run_here("scores", campaign, "--by", "PAR-2", "--pairs", "--format", "csv").stdout
    assert printed.splitlines()[0] == ",".join(found.columns)
    assert len(printed.splitlines()) == 1 + len(found)


def test_a_liar_is_disqualified(tmp_path: Path) -> None:
    problem = tmp_path / "one.json"
    problem.write_text(json.dumps(TWO | PROBLEMS[1]))
    liar = f"{OPTIMIZERS}:stops_early_solver"
    asked = "-s", liar, "-s", "backtracking-mrv", "-q", "-o", tmp_path / "campaign"
    run_here("bench", problem, *asked)
    told = run_here("scores", tmp_path / "campaign")
    assert told.returncode == 1
    assert f"disqualified for a wrong answer: {liar}" in " ".join(told.stdout.split())
    assert [each["solver"] for each in scored(tmp_path / "campaign")["solvers"]] == [
        "backtracking-mrv"
    ]
    kept = scored(tmp_path / "campaign", "--keep-wrong")["solvers"]
    assert [each["proved"] for each in kept] == [1, 0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--by", "speed"), "found the score 'speed', expected one of PAR-2, best 1 s"),
        (("--without", "clingo"), "found the solver 'clingo', expected one of backtracking-bitset"),
    ],
)
def test_what_cannot_be_scored_is_refused(
    campaign: Path, words: tuple[str, ...], said: str
) -> None:
    told = run_here("scores", campaign, *words)
    assert told.returncode == 2
    assert said in " ".join(told.stderr.split())


def test_a_campaign_without_objectives_is_one_for_stats(tmp_path: Path) -> None:
    run_here("bench", "4x4/4x4-1", "-s", "backtracking-mrv", "-q", "-o", tmp_path)
    told = run_here("scores", tmp_path)
    assert (told.returncode, "`accord stats` ranks" in told.stderr) == (2, True)


def test_pairs_are_compared_by_a_score_of_their_own_runs() -> None:
    library("scipy")
    from accord.bench.analysis.anytime.score_pairs import score_pairs

    def costs(**each: int) -> tuple[Contested, ...]:
        runs = {name: History(10.0, found=((1.0, c),), solved=True) for name, c in each.items()}
        return (Contested("c", LEAST, 10, "", 10.0, runs),)

    problems = [costs(a=10, b=20, c=19 + 2 * (number % 2)) for number in range(12)]
    board = scoreboard(Contest(SOLVERS, tuple(problems), 10.0), scores(10.0))
    first, _, last = score_pairs(SOLVERS, board.column("integral"))
    assert (first.solver, first.other, first.standing) == ("a", "b", "different")
    assert first.difference == pytest.approx(-0.45)  # of a gap of one half, over nine tenths
    assert first.p_holm == pytest.approx(3 * 2**-11)
    assert last.standing == "not distinguishable"
    few = scoreboard(Contest(SOLVERS, tuple(problems[:5]), 10.0), scores(10.0))
    assert {each.standing for each in score_pairs(SOLVERS, few.column("integral"))} == {
        "too few problems"
    }
    for heading, why in (("XCSP3", "depends on who else takes part"), ("to 1 %", "is a median")):
        with pytest.raises(CampaignError, match=why):
            score_pairs(SOLVERS, board.column(heading))


def test_repetitions_of_one_solver_are_seldom_called_different() -> None:
    """Made-up histories of 20 problems, 6 runs each; times vary, and now and then the value.

    Halves of one solver's runs are one pair; thirds are three, corrected together.
    """
    library("scipy")
    import numpy

    from split_repetitions import compared_scores, figures, share_different, shares_changed

    rng = numpy.random.default_rng(48)

    def run(place: int, slower: float) -> History:
        first, last = slower * rng.lognormal(-2 + place / 10, 0.4, 2)
        found = [(first, 30 + place)]
        if first + last < 10 and rng.random() < 0.8:
            found.append((first + last, 20 + place))
        is_proved = len(found) == 2 and place % 3 == 0
        ended = 2 * (first + last) if is_proved else 10.0
        return History(min(ended, 10.0), 0.0, tuple(found), (), True, is_proved)

    problems = tuple(
        tuple(
            Contested(
                f"p{place}", LEAST, 20 + place, "", 10.0, {"a": run(place, 1), "b": run(place, 3)}
            )
            for _ in range(6)
        )
        for place in range(20)
    )
    made = Contest(("a", "b"), problems, 10.0)
    chosen = {each.heading: each for each in compared_scores(10.0)}
    assert [*chosen] == ["PAR-2", "gap 1 s", "gap 5 s", "gap 10 s", "integral", "MaxSAT"]
    splits = 100
    most = 0.05 + 2 * (0.05 * 0.95 / splits) ** 0.5
    for heading in ("PAR-2", "integral", "MaxSAT"):
        for parts in (2, 3):
            runs = figures(made, chosen[heading], "a")
            assert share_different(runs, chosen[heading], parts, splits=splits) <= most
    share, _ = shares_changed(made, splits=20)
    assert share <= 0.1  # 2 of the 20 ways to deal 6 runs, if none is as good as another
    column = scoreboard(made, [chosen["integral"]]).column("integral")
    from accord.bench.analysis.anytime.score_pairs import score_pairs

    (pair,) = score_pairs(made.solvers, column)
    assert pair.standing == "different"  # three times as slow is found
