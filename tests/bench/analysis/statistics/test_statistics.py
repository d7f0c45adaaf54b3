"""Statistics against figures that were worked out by hand, on a table that stands here.

Seconds of the median run within a limit of 10 s, `-` where it was not solved (of B on the fourth:
a wrong answer), a blank where the solver cannot be asked:

         first   second   third   fourth   fifth
    A      1        4       -        2       -
    B      2        1       8        -       -
    C      -        3       -                -
"""

from collections.abc import Mapping
from itertools import combinations
from math import exp, factorial, inf, log, nan, sqrt
from pathlib import Path
from typing import Any

import numpy
import pytest

from optional import library
from stored_rows import FOUR, LATE, LIE, NOTHING, put, some_run, written

library("scipy")

from accord.bench.analysis.statistics.censored import censored, ends, quantiles  # noqa: E402
from accord.bench.analysis.statistics.overview import NoneQualifiedError, statistics  # noqa: E402
from accord.bench.analysis.statistics.pair import Pair, holm, interval, pair, pairs  # noqa: E402
from accord.bench.analysis.statistics.portfolio import portfolio, shapley  # noqa: E402
from accord.bench.analysis.statistics.quantities import QUANTITIES, advantage  # noqa: E402
from accord.bench.analysis.statistics.ranks import ranks  # noqa: E402
from accord.bench.analysis.statistics.sample import Sample, flips, loaded, resampled  # noqa: E402  # noqa: E402
from accord.bench.analysis.statistics.scores import borda, par, unsolved_by_all  # noqa: E402
from accord.bench.analysis.statistics.typical import typical  # noqa: E402
from accord.bench.analysis.table import table  # noqa: E402
from accord.bench.campaigns.folder import CampaignError  # noqa: E402
from accord.bench.campaigns.run import Run  # noqa: E402
from accord.views.tables.statistics import difference, reference  # noqa: E402

LIMIT = 10.0
CRASHED = LATE | {"outcome": "ERROR", "wall_time": 0.05}
near: Any = pytest.approx
CUT, BLANK = -1.0, nan
TABLE = {
    "A": (1, 4, CUT, 2, CUT),
    "B": (2, 1, 8, CUT, CUT),
    "C": (CUT, 3, CUT, BLANK, CUT),
}


def sample(table: Mapping[str, tuple[float, ...]], measure: str = "wall") -> Sample:
    """A sample from a table as it stands above; what is cut of a counter is not known."""
    figures = numpy.array(list(table.values()), float)
    cut, asked = figures == CUT, ~numpy.isnan(figures)
    limit = LIMIT if measure in ("wall", "cpu") else None
    values = numpy.where(cut, nan if limit is None else limit, figures)
    puzzles = tuple(f"p{place}" for place in range(figures.shape[1]))
    return Sample(tuple(table), puzzles, measure, limit, values, cut, asked)


WHOLE = sample(TABLE)


def test_par_is_over_the_puzzles_that_were_asked_and_none_where_a_time_is_not_known() -> None:
    assert par(WHOLE, 2) == near((47 / 5, 51 / 5, 63 / 4))
    assert par(WHOLE, 10) == near((207 / 5, 211 / 5, 303 / 4))
    assert par(sample(TABLE, "nodes"), 2) == (None, None, None)
    unasked = sample({"A": (1, 2), "B": (BLANK, BLANK)})
    assert par(unasked) == (1.5, None)
    unknown = sample({"A": (1, 2)})
    unknown.values[0, 0] = nan
    assert par(unknown) == (None,)


def test_borda_shares_a_point_for_each_other_solver_also_of_counts_that_are_0() -> None:
    assert borda(WHOLE).tolist() == [
        near([2 / 3 + 1, 1 / 5 + 3 / 7, 0, 2, 0]),
        near([1 / 3 + 1, 4 / 5 + 3 / 4, 2, 0, 0]),
        near([0, 4 / 7 + 1 / 4, 0, 0, 0]),
    ]

    counts = sample({"A": (0, 0, 5), "B": (0, 3, CUT)}, "nodes")
    assert borda(counts).tolist() == [[0.5, 1, 1], [0.5, 0, 0]]


def test_puzzles_that_nobody_solved() -> None:
    assert unsolved_by_all(WHOLE) == 1
    assert unsolved_by_all(sample({"A": (1, CUT, BLANK), "B": (CUT, CUT, BLANK)})) == 1


def test_virtual_best_what_closes_the_gap_and_what_would_be_lost_without_each() -> None:
    whole = portfolio(WHOLE)
    assert (whole.single_best, whole.single_best_solved) == ("A", 3)
    assert whole.single_best_par2 == near(9.4)
    assert (whole.virtual_best_solved, whole.virtual_best_par2) == (4, near(6.4))
    assert whole.par2 == near((9.4, 10.2, 16.6))  # what C was not asked is not solved
    assert whole.gap_closed == near((0, -0.8 / 3, -7.2 / 3))
    found = [(step.solver, step.solved, step.par2, step.gap_closed) for step in whole.steps]
    assert found == [("A", 3, near(9.4), 0), ("B", 4, near(6.4), 1)]
    assert whole.marginal_solved == (1, 1, 0)
    assert whole.marginal_par2 == near((19 / 5, 14 / 5, 0))


def test_portfolios_grow_by_who_helps_most_until_the_gap_is_closed() -> None:
    table = {"A": (1, 1, 9, 9), "B": (9, 9, 8, 1), "C": (9, 9, 1, 9), "D": (9, 9, 9, 2)}
    found = [(step.solver, step.gap_closed) for step in portfolio(sample(table)).steps]
    assert found == [("A", 0), ("B", near(9 / 16)), ("C", 1)]


def test_cpu_time_of_several_threads_costs_no_more_than_not_solving() -> None:
    whole = portfolio(sample({"A": (50, 1), "B": (30, 2)}, "cpu"))
    assert whole.par2 == near((21 / 2, 22 / 2))
    assert whole.shapley_par2 == near(((18 / 2 + 1) / 2, 18 / 2 / 2))


def test_clones_have_no_marginal_contribution_but_share() -> None:
    whole = portfolio(sample({"A": (2, CUT), "B": (2, CUT)}))
    assert whole.marginal_solved == (0, 0)
    assert whole.shapley_solved == (0.5, 0.5)
    assert whole.marginal_par2 == (0, 0)
    assert whole.shapley_par2 == near((4.5, 4.5))
    assert whole.gap_closed == (None, None)


def test_shapley_values_are_those_of_the_definition_over_all_subsets() -> None:
    rng = numpy.random.default_rng(0)
    for solvers in (1, 2, 5):
        worth = rng.integers(0, 4, (solvers, 6)) * rng.random((solvers, 1)).round(1)
        weights = [
            factorial(size) * factorial(solvers - size - 1) / factorial(solvers)
            for size in range(solvers)
        ]
        for solver, values in enumerate(shapley(worth)):
            others = [other for other in range(solvers) if other != solver]
            expected = numpy.zeros(6)
            for size in range(solvers):
                for members in combinations(others, size):
                    have = worth[list(members)].max(axis=0, initial=0)
                    expected += weights[size] * (numpy.maximum(have, worth[solver]) - have)
            assert values == near(expected)


def test_portfolio_of_counters_shares_solved_puzzles_only() -> None:
    whole = portfolio(sample(TABLE, "nodes"))
    assert (whole.single_best, whole.single_best_par2, whole.virtual_best_par2) == ("B", None, None)
    assert whole.shapley_solved == near((11 / 6, 11 / 6, 1 / 3))
    assert whole.shapley_par2 == (None, None, None)


def test_kaplan_meier_by_hand() -> None:
    times, cut = numpy.array([1.0, 2.0, 3.0, 4.0]), numpy.array([False, True, False, False])
    shares = (0.25, 0.26, 0.625, 0.63, 1.0)  # the curve is 3/4 from 1, 3/8 from 3, 0 from 4 on
    assert [each.time for each in quantiles(times, cut, shares)] == [1, 3, 3, 4, 4]


def test_a_quantile_beyond_the_limit_is_not_known() -> None:
    found = censored(sample({"A": (1, 4, 2, CUT, CUT)}), "A", (0.5, 0.6, 0.61))
    assert found is not None
    assert [each.time for each in found.quantiles] == [4, 4, None]
    assert found.mean is None
    assert found.restricted_mean == near(27 / 5)
    none = censored(sample({"A": (CUT, CUT)}), "A", (0.5,))
    assert none is not None
    assert (none.quantiles[0].time, none.quantiles[0].low) == (None, None)


def test_intervals_of_quantiles_hold_where_the_curves_does_and_a_whole_mean_is_known() -> None:
    times = numpy.arange(1.0, 21)
    (median,) = quantiles(times, times > 15, (0.5,))
    lows, highs = [], []
    for solved in range(1, 16):  # Greenwood's formula without ties, on the scale of log(-log)
        left = 1 - solved / 20
        error = 1.96 * sqrt(solved / (20 * (20 - solved))) / log(left)
        lows.append(left ** exp(-error))
        highs.append(left ** exp(error))
    assert median.time == 10
    assert median.low == 1 + next(place for place, low in enumerate(lows) if low <= 0.5)
    assert median.high == 1 + next(place for place, high in enumerate(highs) if high <= 0.5)
    whole = censored(sample({"A": (1, 2, 6)}), "A")
    assert whole is not None
    assert (whole.mean, whole.restricted_mean) == (3, 3)
    assert censored(sample(TABLE, "nodes"), "A") is None
    assert censored(sample({"A": (BLANK,)}), "A") is None


def test_nothing_is_censored_before_the_limit_but_cpu_time() -> None:
    wall = sample({"A": (1, CUT)})
    wall.values[0, 1] = 6.5  # between a run of 3 s and one that overran its limit
    assert ends(wall, 0).tolist() == [1, 10]
    cpu = sample({"A": (1, CUT)}, "cpu")
    cpu.values[0, 1] = 9.9
    assert ends(cpu, 0).tolist() == [1, 9.9]


@pytest.mark.parametrize(
    ("measure", "mine", "others", "ratio", "counted"),
    [
        ("wall", (1, 8), (2, 1), 2, (2, 1, 1, 0, "")),
        ("wall", (1, CUT), (1, 5), sqrt(2), (2, 0, 1, 1, ">=")),
        ("wall", (1, 5), (1, CUT), sqrt(1 / 2), (2, 1, 0, 1, "<=")),
        ("cpu", (1, 2, inf), (1, 1, 1), sqrt(2), (2, 0, 1, 1, "")),  # inf: it is not known
        ("cpu", (1, CUT), (1, CUT), sqrt(0.99), (2, 0, 0, 2, "~")),
        ("nodes", (0, 7), (3, 0), sqrt(1 / 4 * 8), (2, 1, 1, 0, "")),  # plus one
    ],
)
def test_a_pair_by_hand(
    measure: str, mine: Any, others: Any, ratio: float, counted: tuple[Any, ...]
) -> None:
    """Expected are the ratio; the puzzles, wins, losses, ties and which bound the ratio is."""
    both = sample({"A": mine, "B": others}, measure)
    both.values[numpy.isinf(both.values)] = nan
    if measure == "cpu":
        both.values[:1, both.cut[0]] = 9.9  # as CPU time may be where wall time was the limit
    found = pair(both, "A", "B")
    assert found.ratio == near(ratio)
    assert (found.puzzles, found.wins, found.losses, found.ties, found.bound) == counted


def test_the_sign_of_a_ratio_is_right_whatever_the_runs_would_have_taken() -> None:
    rng, seen = numpy.random.default_rng(4), set()
    for _ in range(300):
        times = rng.lognormal(1, 1.5, (2, 12)) * rng.choice([0.02, 1], (2, 1))
        one = solved_by_one(times)
        true = exp(numpy.log(times[0] / times[1]).mean())
        usual = exp(typical(numpy.log(times[0] / times[1])[one], 0.95)[0]) if one.any() else nan
        found = pair(sample({"A": cut_off(times[0]), "B": cut_off(times[1])}), "A", "B")
        seen |= {("mean", found.bound), ("typical", found.typical_bound)}
        for ratio, without, sign in (
            (found.ratio, true, found.bound),
            (found.typical, usual, found.typical_bound),
        ):
            assert without >= ratio * (1 - 1e-9) or sign in ("<=", "~") or numpy.isnan(without)
            assert without <= ratio * (1 + 1e-9) or sign in (">=", "~") or numpy.isnan(without)
            assert (sign == "") <= (numpy.isnan(without) or without == near(ratio))
    assert seen == {(what, sign) for what in ("mean", "typical") for sign in ("", ">=", "<=", "~")}


def cut_off(times: Any) -> tuple[float, ...]:
    return tuple(numpy.where(times > LIMIT, CUT, times))


def solved_by_one(times: Any) -> Any:
    return (times <= LIMIT).any(axis=0)


def test_time_outs_on_both_sides_leave_a_ratio_open_either_way() -> None:
    """What runs take after their limit can put the ratio on either side of the cut one."""
    shown = pair(sample({"A": (1, 2, CUT), "B": (CUT, 1, 1)}), "A", "B")
    assert (shown.bound, shown.typical_bound) == ("~", "~")
    for mine, others in ((11.0, 1e9), (1e9, 11.0)):
        without = (1 / others * 2 * mine) ** (1 / 3)
        assert (without > shown.ratio) == (mine > others)


def test_what_two_solvers_differ_by_is_known_for_each_quantity() -> None:
    table = {"A": (1, 4, CUT, CUT, BLANK, 2), "B": (2, 1, 8, CUT, 1, CUT)}
    whole = sample(table)
    compared = pair(whole, "B", "A")
    found = {name: advantage(whole, compared, name) for name in QUANTITIES}
    assert {each.puzzles for each in found.values()} == {5}
    assert {each.solved for each in found.values()} == {(3, 3)}
    assert found["times"].ratio == near((2 * (1 / 4) * (8 / 10) * (10 / 2)) ** (1 / 5))
    assert found["typical"].ratio == near(exp(typical(numpy.log([2, 1 / 4, 0.8, 5]), 0.95)[0]))
    assert found["solved"].ratio == 1
    assert found["PAR-2"].ratio == near((2 + 1 + 8 + 20 + 20) / (1 + 4 + 20 + 20 + 2))
    assert [found[name].bound for name in QUANTITIES] == ["~", compared.typical_bound, "", ""]
    nothing = sample({"A": (CUT, CUT), "B": (CUT, CUT)})
    for name in QUANTITIES:
        unknown = advantage(nothing, pair(nothing, "B", "A"), name)
        assert numpy.isnan([unknown.ratio, *unknown.ends]).all()


def test_unseen_time_outs_of_a_solver_move_the_end_of_par2_that_they_would_move() -> None:
    """Of 20 puzzles A solves all in 1 s, B half in 2 s: 3 time-outs more, of 20 s each."""
    whole = sample({"A": (1,) * 20, "B": (2,) * 10 + (CUT,) * 10})
    found = advantage(whole, pair(whole, "B", "A"), "PAR-2")
    assert (found.ratio, found.doubtful) == (near(11), True)
    assert found.unseen == near(((17 * 1 + 3 * 20) / 20, (17 * 11 + 3 * 20) / 20 / 11))
    assert found.ends == (near(found.low / found.unseen[0]), found.high)
    other = advantage(whole, pair(whole, "A", "B"), "PAR-2")
    assert other.unseen == found.unseen[::-1]
    assert other.ends == near((1 / found.ends[1], 1 / found.ends[0]))


def test_the_interval_of_the_number_solved_is_wilsons_where_the_other_solves_all() -> None:
    """Of 20 puzzles A solves 12: Wilson's is 0.387 to 0.781, and B's own share 0.839 to 1."""
    whole = sample({"A": (1,) * 12 + (CUT,) * 8, "B": (1,) * 20})
    found = advantage(whole, pair(whole, "B", "A"), "solved")
    assert (found.ratio, found.solved) == (near(0.6), (12, 20))
    low = sqrt(log(0.6 / 0.3866) ** 2)
    high = sqrt(log(0.7812 / 0.6) ** 2 + log(1 / 0.8389) ** 2)
    assert (found.low, found.high) == near((0.6 * exp(-low), 0.6 * exp(high)), rel=1e-3)
    none = sample({"A": (1,) * 5, "B": (CUT,) * 5})
    found = advantage(none, pair(none, "B", "A"), "solved")
    assert (found.ratio, found.high) == (inf, inf)
    share = found.low / (1 + found.low)  # of 5 puzzles that one solved: Clopper and Pearson's
    assert share**5 == near(0.025)


def test_a_pair_with_cut_runs_by_hand() -> None:
    table = {"A": (1, 4, CUT, CUT, BLANK), "B": (2, 1, 8, CUT, 1)}
    found = pair(sample(table), "A", "B")
    assert found.puzzles == 4
    assert found.ratio == near((1 / 2 * 4 * 10 / 8) ** (1 / 4))
    assert (found.wins, found.losses, found.ties, found.bound) == (1, 2, 1, "~")
    # the tie has rank 1, and what only B solved the largest: 1/2 has 2, 4 has 3, that has 4
    assert found.effect == near((3 + 4 - 2) / 9)
    assert found.p == near(4 / 8)  # the sums of subsets of 2, 3, 4 as far from 4.5 as 7
    unknown = pair(sample({"A": (0, CUT), "B": (3, 0)}, "nodes"), "A", "B")
    assert numpy.isnan(unknown.ratio)
    assert (unknown.wins, unknown.losses) == (1, 1)


@pytest.mark.parametrize(
    ("low", "high", "p", "different"),
    [
        (1.1, 1.5, 0.04, True),
        (0.5, 0.9, 0.04, True),
        (1.1, 1.5, 0.06, False),
        (0.9, 1.5, 0.04, False),
        (nan, nan, 0.04, True),
        (nan, nan, 0.06, False),
    ],
)
def test_interval_and_corrected_test_have_to_agree(
    low: float, high: float, p: float, different: bool
) -> None:
    found = Pair("A", "B", 50, 1.2, low, high, "", 0, 0, 0, p / 2, p, 0)
    assert found.different is different


@pytest.mark.parametrize(
    ("unseen", "typical", "different", "said"),
    [
        (1.05, (0.9, 1.3), True, "slower"),  # not doubtful: the mean alone decides
        (1.06, (0.9, 1.3), False, "not distinguishable"),
        (1.06, (1.02, 1.3), True, "slower"),
        (1.2, (1.02, 1.3), True, "typically slower"),
        (1.2, (0.7, 0.9), False, "not distinguishable"),
    ],
)
def test_what_unseen_puzzles_could_do_is_heeded(
    unseen: float, typical: tuple[float, float], different: bool, said: str
) -> None:
    mean = (1.1, 1.1 * 1.0501)
    for each in (1.0, -1.0):
        found = Pair(
            *("A", "B", 50, 1.12**each, *sorted(end**each for end in mean), "", 0, 0, 0),
            *(0.001, 0.001, each, 1.1**each, *sorted(end**each for end in typical), unseen),
        )
        assert found.different is different
        assert difference(found) == (said if each > 0 else said.replace("slower", "faster"))


def test_what_unseen_puzzles_could_do_by_hand() -> None:
    table = {"A": (1.0, 2.0, 2.0, 4.0), "B": (1.0, 1.0, 1.0, 1.0)}  # the mean logarithm is ln 2
    found = pair(sample(table), "A", "B")
    # A takes 2 s and B is cut at 10 s: a ratio of 1/5, where the mean is 2
    assert found.unseen == near(10 ** (3 / 4))
    assert found.reversed.unseen == found.unseen == pair(sample(table), "B", "A").unseen
    few = {name: times[:2] for name, times in table.items()}
    assert pair(sample(few), "A", "B").unseen == near(10)  # 3 in 2 are not more than all
    counts = pair(sample({"A": (1, 3, 3, 7), "B": (0, 1, 1, 1)}, "nodes"), "A", "B")
    assert counts.unseen == near(
        2 ** (9 / 16)
    )  # no limit: as far as the farthest, 4 where the mean is 2^(5/4)


def test_the_typical_ratio_leaves_out_what_neither_solved_and_turns_with_the_pair() -> None:
    one, other = (2.0, 3, 5, 4, 8, 2, CUT, CUT), (1.0, 1, 1, 1, 1, CUT, CUT, CUT)
    found = pair(sample({"A": one, "B": other}), "A", "B")
    assert found.typical == near(exp(typical(numpy.log([2, 3, 5, 4, 8, 0.2]), 0.95)[0]))
    turned = found.reversed
    assert (turned.typical_low, turned.typical_high) == near(
        (1 / found.typical_high, 1 / found.typical_low)
    )
    assert turned.typical == near(1 / found.typical)


def test_a_pair_the_other_way_round() -> None:
    table = {"A": (1, 4, CUT, 3, 2, 8), "B": (2, 1, 8, 5, 1, 2)}
    one, other = (pair(sample(table), *names) for names in (("A", "B"), ("B", "A")))
    turned = one.reversed
    assert turned.ratio == near(other.ratio)
    assert (turned.low, turned.high) == near((other.low, other.high))
    assert (turned.solver, turned.bound, turned.wins, turned.effect) == (
        *("B", other.bound, other.wins),
        near(other.effect),
    )


def test_the_same_solver_twice_is_not_distinguishable_and_a_much_slower_one_is() -> None:
    times = tuple(numpy.random.default_rng(0).lognormal(-2, 1, 40).clip(max=3))
    slow = tuple(3 * time for time in times)
    found = pairs(sample({"A": times, "B": times, "C": slow}))
    assert [(each.solver, each.other, each.different) for each in found] == [
        ("A", "B", False),
        ("A", "C", True),
        ("B", "C", True),
    ]
    assert (found[0].ratio, found[0].p, found[0].effect) == (1, 1, 0)
    assert (found[1].low, found[1].high) == near((1 / 3, 1 / 3))


def test_corrected_p_values_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == near([0.03, 0.06, 0.06])
    assert holm([0.6, 0.001]) == near([0.6, 0.002])
    assert holm([0.6, 0.6]) == [1, 1]
    assert holm([]) == []


def test_an_interval_stands_around_the_mean_and_grows_with_confidence() -> None:
    numbers = numpy.random.default_rng(1).normal(3, 2, 50)
    low, high = interval(numbers)
    assert (low + high) / 2 == near(numbers.mean())
    assert high - low == near(2 * 2.01 * numbers.std(ddof=1) / sqrt(50), rel=0.15)
    wide_low, wide_high = interval(numbers, 0.99)
    assert wide_low < low < high < wide_high


def test_an_interval_that_cannot_be_known() -> None:
    for numbers in ([], [1.0], [1.0, nan], [1.0, inf]):
        assert numpy.isnan(interval(numpy.array(numbers))).all()


def test_an_interval_is_as_wide_as_resamples_are_off_by_their_own_error() -> None:
    numbers = numpy.random.default_rng(2).lognormal(0, 1, 25)
    off = []
    for counts in resampled(25):
        drawn = numpy.repeat(numbers, counts.astype(int))
        off.append(abs(drawn.mean() - numbers.mean()) / (drawn.std(ddof=1) / 5))
    far = sorted(off)[int(0.95 * len(off)) - 1]
    low, high = interval(numbers)
    assert high - low == near(2 * far * numbers.std(ddof=1) / 5)


def test_an_outlier_among_equals_makes_no_boundless_interval() -> None:
    numbers = numpy.append(numpy.full(19, 0.001) * (-1.0) ** numpy.arange(19), 1.0)
    low, high = interval(numbers)
    student = 2.093 * numbers.std(ddof=1) / sqrt(20)
    assert (low, high) == near(
        (numbers.mean() - 2 * student, numbers.mean() + 2 * student), rel=1e-3
    )


def test_mean_ranks_are_over_the_puzzles_that_all_were_asked() -> None:
    found = ranks(WHOLE, pairs(WHOLE))
    assert found.puzzles == 4
    assert found.mean == near((8.5 / 4, 6 / 4, 9.5 / 4))


def test_friedmans_test_by_hand() -> None:
    ordered = sample({name: (rank,) * 4 for rank, name in enumerate("ABC", 1)})
    found = ranks(ordered, pairs(ordered))
    assert found.statistic == near(12 / (4 * 3 * 4) * (4**2 + 8**2 + 12**2) - 3 * 4 * 4)
    assert found.p == near(exp(-8 / 2))  # chi squared with two degrees of freedom
    tied = sample(dict.fromkeys("ABC", (1, 2, CUT)))
    assert ranks(tied, pairs(tied)).p == 1
    two = sample({"A": (1, 2), "B": (2, 3)})
    assert ranks(two, pairs(two)).p is None
    apart = sample({"A": (1, BLANK), "B": (BLANK, 2)})
    assert ranks(apart, pairs(apart)).mean == (None, None)


def test_groups_are_the_largest_runs_in_which_no_two_differ() -> None:
    solvers = sample({name: (rank,) * 9 for rank, name in enumerate("ABCDE", 1)})
    apart = {("A", "C"), ("A", "D"), ("A", "E"), ("B", "E"), ("C", "E"), ("D", "E")}
    compared = [
        Pair(*each, 9, 2, 1.5, 3, "", 0, 0, 0, 0.1, 0.01 if each in apart else 0.9, 0)
        for each in combinations("ABCDE", 2)
    ]
    assert ranks(solvers, compared).groups == (("A", "B"), ("B", "C", "D"))


def test_the_order_of_equal_solvers_is_a_toss_up_and_a_clear_one_stands() -> None:
    costs = numpy.random.default_rng(0).random((3, 50))
    costs[1], costs[2] = costs[0] * (1 + 1e-15), costs[0] + 0.001
    assert flips(costs).tolist() == [[0.5, 0.5, 0], [0.5, 0.5, 0], [0, 0, 0.5]]


def test_the_share_of_resamples_that_turn_an_order_round() -> None:
    found = flips(numpy.array([[0.0, 3.0], [1.0, 0.0]]), resamples=4000)
    # the second is better but where the first puzzle is drawn twice: one time in four
    assert found[0, 1] == found[1, 0] == near(1 / 4, abs=0.03)


def test_resamples_are_the_same_however_many_are_in_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    costs = numpy.random.default_rng(2).random((4, 30))
    whole = flips(costs)
    monkeypatch.setattr("accord.bench.analysis.statistics.sample.CELLS", 1000)
    assert (flips(costs) == whole).all()
    assert 0 < whole[0, 1] < 1


def measured(folder: Path, *rows: Run) -> Sample:
    """The wall times of a campaign with these rows."""
    put(folder, *FOUR[: len({row.puzzle for row in rows})])
    written(folder, *rows)
    with loaded(folder) as campaign:
        return campaign.sample()


def test_repetitions_and_isomorphs_are_one_median_of_a_puzzle(tmp_path: Path) -> None:
    times = [(0, 0, 1.0), (1, 0, 2.0), (0, 1, 7.0), (1, 1, 3.0), (0, 2, 5.0)]
    rows: list[Any] = [
        some_run(repetition=repetition, isomorph=isomorph, wall_time=time)
        for repetition, isomorph, time in times
    ]
    rows += [some_run(FOUR[1], repetition=0, wall_time=4.0)]
    rows += [some_run(FOUR[1], repetition=each, **LATE) for each in (1, 2)]
    rows += [some_run(FOUR[2], wall_time=4.0), some_run(FOUR[2], repetition=1, **LATE)]
    found = measured(tmp_path, *rows)
    assert found.values.tolist() == [[3, 10, 7]]  # the last is a bound
    assert found.cut.tolist() == [[False, True, True]]
    assert found.solved.tolist() == [[True, False, False]]


def test_a_median_of_solved_runs_is_theirs_whatever_an_unsolved_one_used(tmp_path: Path) -> None:
    """Of CPU time a run that waited used 0.25 s, and would have taken more than all others."""
    rows: list[Any] = [some_run(repetition=n, cpu_time=cpu) for n, cpu in enumerate((2.0, 3.0))]
    rows += [some_run(repetition=2, **LATE | {"cpu_time": 0.25})]
    put(tmp_path, FOUR[0])
    written(tmp_path, *rows)
    with loaded(tmp_path) as campaign:
        found = campaign.sample("cpu")
    assert (found.values.tolist(), found.cut.tolist()) == ([[3.0]], [[False]])


def test_the_ratio_of_the_table_is_that_of_the_pair(tmp_path: Path) -> None:
    rng = numpy.random.default_rng(8)
    rows = []
    for puzzle in FOUR[:3]:
        for name in ("s", "t", "u", "crashing"):
            for n, time in enumerate(rng.lognormal(1.8, 1, 2)):
                late = CRASHED if name == "crashing" else LATE
                ends = late if time > LIMIT and name != "u" else {"wall_time": min(time, 9.0)}
                rows.append(some_run(puzzle, solver=name, repetition=n, **ends))
    put(tmp_path, *FOUR[:3])
    written(tmp_path, *rows)
    with loaded(tmp_path) as campaign:
        found = campaign.sample()
    made = table(tmp_path, reference="t")
    assert int(found.cut.any(axis=1).sum()) == 3
    assert int(found.stopped.any(axis=1).sum()) == 2
    assert pair(found, "crashing", "u").bound == pair(found, "crashing", "u").typical_bound == ""
    assert pair(found, "crashing", "u").failed == found.cut[found.place("crashing")].sum()
    for line in made.lines:
        if line.solver != "t":
            expected = pair(found, line.solver, "t")
            assert (line.ratio, line.bound) == (near(expected.ratio), expected.bound)
            assert line.ratio_puzzles == expected.puzzles == 3


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (
            [[1, None]] * 4,
            [[9, 9]] * 3 + [[None, None]],
            "t",
        ),  # the median of the first is unsolved
        ([[2, 3]] * 2 + [[]] * 2, [[1, 1]] * 2 + [[None, None]] * 2, "t"),  # one not asked counts
        ([[2, 3]] * 3 + [[]], [[1, 1]] * 2 + [[None, None]] * 2, "s"),
    ],
)
def test_table_and_statistics_compare_with_the_same_solver(
    one: list[list[float | None]], other: list[list[float | None]], expected: str, tmp_path: Path
) -> None:
    """Two runs of each of two solvers on four puzzles; none where it cannot be asked."""
    unasked = NOTHING | {"outcome": "UNSUPPORTED"}
    rows = []
    for name, runs in (("s", one), ("t", other)):
        for puzzle, times in zip(FOUR, runs, strict=True):
            for n, time in enumerate(times or (nan, nan)):
                ends = LATE if time is None else {"wall_time": time} if time == time else unasked
                rows.append(some_run(puzzle, solver=name, repetition=n, **ends))
    put(tmp_path, *FOUR)
    written(tmp_path, *rows)
    with loaded(tmp_path) as campaign:
        found = statistics(campaign)
    assert (reference(found), table(tmp_path).reference) == (expected, expected)


def test_versions_and_hosts_are_solvers_of_their_own(tmp_path: Path) -> None:
    found = measured(
        tmp_path,
        some_run(solver_version="1"),
        some_run(solver_version="2", wall_time=0.7),
        some_run(solver="t", host="there", wall_time=0.6),
    )
    assert found.solvers == ("s (1) @ here", "t @ there", "s (2) @ here")
    assert found.values.ravel().tolist() == [0.5, 0.6, 0.7]


def test_lies_and_early_ends_are_unsolved_and_what_was_not_asked_is_not(tmp_path: Path) -> None:
    put(tmp_path, FOUR[0])
    written(
        tmp_path,
        some_run(nodes=0),
        some_run(solver="faulty", solutions=(LIE,), valid=0, wall_time=0.01, nodes=1),
        some_run(solver="crash", outcome="ERROR", wall_time=0.01, **NOTHING),
        some_run(solver="small", outcome="UNSUPPORTED", wall_time=None, **NOTHING),
    )
    with loaded(tmp_path) as campaign:
        found = campaign.sample()
        whole = statistics(campaign, keep_wrong=True)
        alone = statistics(campaign, solvers=("small",))
        nodes = statistics(campaign, "nodes", keep_wrong=True)
        with pytest.raises(CampaignError, match="found no solver that reports its restarts"):
            campaign.sample("restarts")
        with pytest.raises(CampaignError, match="found 'beauty', expected one of wall, cpu"):
            campaign.sample("beauty")
    figures = zip(found.values.ravel().tolist(), found.cut.ravel().tolist(), strict=True)
    rows = dict(zip(found.solvers, figures, strict=True))
    assert rows["s"] == (0.5, False)
    assert rows["faulty"] == rows["crash"] == (10, True)
    assert found.asked.ravel().tolist() == [name != "small" for name in found.solvers]
    lines = {line.solver: line for line in whole.lines}
    assert {name: (line.solved, line.wrong) for name, line in lines.items()} == {
        "s": (1, 0),
        "faulty": (0, 1),
        "crash": (0, 0),
    }
    assert (whole.unasked, whole.everyone.solvers[-1]) == (("small",), "small")
    assert "small" not in (*whole.sample.solvers, *(each.other for each in whole.pairs))
    (line,) = alone.lines
    assert (alone.unasked, line.puzzles, line.par2, line.par2_of_all) == ((), 0, None, 20)
    assert whole.counters == ("nodes",)
    assert lines["s"].counters == {"nodes": 0}
    assert lines["faulty"].counters == {"nodes": None}  # it reported 1, and needs more
    assert [line.solver for line in nodes.lines] == ["s", "faulty"]


def test_all_statistics_of_some_solvers_in_their_order(tmp_path: Path) -> None:
    put(tmp_path, FOUR[0])
    runs = [some_run(solver=name, wall_time=time) for name, time in (("a", 3.0), ("b", 2.0))]
    written(tmp_path, *runs, some_run(solver="c", wall_time=1.0))
    with loaded(tmp_path) as campaign:
        whole = statistics(campaign, "wall", ("a", "b"))
        with pytest.raises(CampaignError, match="found the solver 'z', expected one of"):
            statistics(campaign, "wall", ("z",))
    assert [line.solver for line in whole.lines] == ["b", "a"]
    assert [line.par2 for line in whole.lines] == [2, 3]
    assert whole.pair("a", "b").ratio == near(1.5)
    assert whole.pair("b", "a").ratio == near(2 / 3)
    assert whole.flips.shape == (2, 2)
    with pytest.raises(CampaignError, match="found the pair a and c, expected solvers of it"):
        whole.pair("a", "c")


def test_a_solver_with_a_wrong_answer_is_out_of_ranks_portfolio_and_tests(tmp_path: Path) -> None:
    put(tmp_path, *FOUR[:2])
    lie = {"solutions": (LIE,), "valid": 0}
    for place, puzzle in enumerate(FOUR[:2]):
        written(
            tmp_path,
            some_run(puzzle, wall_time=1.0),
            some_run(puzzle, solver="t", wall_time=2.0),
            some_run(puzzle, solver="faulty", wall_time=0.01, **(lie if place else {})),
            some_run(puzzle, solver="faulty", settings="x=1", wall_time=0.5),
        )
    with loaded(tmp_path) as campaign:
        found, kept = statistics(campaign), statistics(campaign, keep_wrong=True)
        with pytest.raises(NoneQualifiedError, match=r"found a wrong answer of every .*\(faulty\)"):
            statistics(campaign, solvers=["faulty"])
    assert [
        (each.solver, each.puzzles, each.solved, each.wrong) for each in found.disqualified
    ] == [("faulty", 2, 1, 1)]
    assert [line.solver for line in found.lines] == ["faulty:x=1", "s", "t"]
    assert found.lines[0].borda == near(2 * (1 / 1.5 + 2 / 2.5))
    assert found.portfolio.virtual_best_par2 == 0.5
    assert [step.solver for step in found.portfolio.steps] == ["faulty:x=1"]
    assert "faulty" not in {name for each in found.pairs for name in (each.solver, each.other)}
    assert found.everyone.solvers == ("faulty:x=1", "s", "t", "faulty")
    assert not kept.disqualified
    par2 = {line.solver: line.par2 for line in kept.lines}
    assert par2["faulty"] == (0.01 + 20) / 2


def test_runs_under_different_limits_are_not_compared(tmp_path: Path) -> None:
    put(tmp_path, FOUR[0])
    with pytest.raises(CampaignError, match="found no runs, expected some"), loaded(tmp_path):
        pass
    written(tmp_path, some_run(), some_run(solver="t", time_limit=5.0))
    with (
        pytest.raises(CampaignError, match="found runs limited to 5 s and 10 s, expected one time"),
        loaded(tmp_path),
    ):
        pass
