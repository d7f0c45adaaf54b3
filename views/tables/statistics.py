"""The statistics of a campaign, on a terminal, as Markdown, as LaTeX and as CSV.

A column in which no solver has anything is left out: counters have no limit, and so no PAR and no
quantiles.  `>=` stands before what is only known to be at least that, because a run was not solved
within the limit.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from itertools import pairwise
from math import isfinite, isnan

from accord.bench.analysis.endings import UNSOLVED
from accord.bench.analysis.statistics.censored import Quantile
from accord.bench.analysis.statistics.overview import ScoreLine, Statistics
from accord.bench.analysis.statistics.pair import (
    CONFIDENCE,
    REVERSED,
    SIGNIFICANT,
    UNSEEN,
    Pair,
    Standing,
)
from accord.bench.analysis.table import default_reference
from accord.puzzles.phrasing import (
    counted,
    integer,
    interval,
    listed,
    number,
    plural,
    probability,
    ratio,
    seconds,
    share,
)
from accord.views.tables.table import (
    CLOCKS,
    FAILED,
    PAR2,
    by_answer,
    defined,
    incomplete,
    numbers_by_answer,
    signs,
)
from accord.views.tables.text import ALWAYS, Cell, Legend, PrintedReport, TextTable, cell

MANY = 5  # solvers; of more, not every pair is shown unless asked for
MISSED = 4  # solvers that are named for puzzles they were not asked
NONE = "-"
INTERVAL = f"{share(CONFIDENCE)} interval"
TYPICAL_INTERVAL = f"typical {share(CONFIDENCE)}"
ALIKE = (
    "'not distinguishable': interval and p do not both say otherwise, and neither solves more by "
    "over a tenth ('solves fewer', 'solves more'); 'too few puzzles': no times could make "
    "them different, or less than half of what one was asked is common to both."
)
DOUBT = "!"  # behind an interval that unseen puzzles could move by more than its width
TYPICAL = (
    "Hodges-Lehmann, the median of all means of two puzzles, over those that one of the two "
    "solved; in simulations its interval holds the truth in 93 to 97 % of samples, few puzzles or "
    "many, also where one puzzle in twenty is of another kind"
)
TYPICAL_SIGN = (
    "Before a typical ratio: so on the puzzles that it is over; none where cut runs do not move it."
)
SCORES = (
    *("solver", "solved", "wrong", "not solved", "PAR-2", "PAR-10"),
    *("Borda", "median", "90 %", "mean rank", "flips"),
)
PORTFOLIO = (
    *("solver", "PAR-2 of all", "gap closed", "alone solves", "marginal PAR-2"),
    *("Shapley solved", "Shapley PAR-2"),
)
PAIRS_SPARE = (  # go first where there is little room
    *("flips", "ties", "losses", "wins", "effect", TYPICAL_INTERVAL, "p (Holm)"),
    *("typical", INTERVAL),
)
PAIRS = (
    *("solver", "other", "ratio", INTERVAL, "typical", TYPICAL_INTERVAL, "verdict", "p (Holm)"),
    *("effect", "wins", "losses", "ties", "puzzles", "flips"),
)


def _filled(table: TextTable) -> TextTable:
    """The table without columns in which there is nothing."""
    kept = [
        place
        for place in range(len(table.headings))
        if place < table.left or any(row[place] != NONE for row in table.rows)
    ]
    rows = [[row[place] for place in kept] for row in table.rows]
    return table._replace(headings=[table.headings[place] for place in kept], rows=rows)


def report(found: Statistics, which: str = "") -> PrintedReport:
    """Scores, what was solved by answer, the disqualified, the portfolio, and pairs.

    CSV has a line per solver, or per pair if pairs are asked for.

    Args:
        found: the statistics.
        which: pairs: all, ref, or by default neighbours in the order and those with the reference.
    """
    answered = by_answer(found.answers, ((line.solver, line.answers) for line in found.lines))
    made = _scores(found), answered, _disqualified(found), _portfolio(found), _pairs(found, which)
    solvers = _score_rows(found)
    rows = [_pair_row(found, pair) for pair in _chosen(found, which)] if which else solvers
    record = {
        "measure": found.sample.measure,
        "limit": found.sample.limit,
        "puzzles": len(found.sample.puzzles),
        "runs": found.runs,
        "asked": found.asked,
        "unsolved_by_all": found.unsolved_by_all,
        "solvers": [row for row in solvers if not row["disqualified"]],
        "disqualified": [asdict(each) for each in found.disqualified],
        "unasked": found.unasked,
        "portfolio": asdict(found.portfolio),
        "pairs": [_pair_row(found, pair) for pair in found.pairs],
        "ranks": asdict(found.ranks),
        "disturbances": found.disturbances,
        "notes": notes(found),
    }
    return PrintedReport(
        [each for each in map(_filled, made) if each.rows and each.headings[each.left :]],
        notes(found),
        [*rows[0]] if rows else _PAIR,
        [tuple(row.values()) for row in rows],
        record,
        disturbances=found.disturbances,
    )


def _score_rows(found: Statistics) -> list[dict[str, object]]:
    rows = []
    for line in found.lines:
        row = {each.name: getattr(line, each.name) for each in fields(ScoreLine)}
        times, counters = row.pop("times"), row.pop("counters")
        unsolved, answers = row.pop("unsolved"), row.pop("answers")
        row |= {words.replace(" ", "_"): unsolved.get(words, 0) for words in UNSOLVED.values()}
        for quantile in times.quantiles if times else ():
            name = f"quantile_{quantile.share:g}"
            row |= {name: quantile.time, f"{name}_low": quantile.low, f"{name}_high": quantile.high}
        if times:
            row |= {"mean": times.mean, "restricted_mean": times.restricted_mean}
        row |= {f"median_{name}": count for name, count in counters.items()}
        row |= numbers_by_answer(found.answers, answers)
        rows.append(row | {"disqualified": False})
    unknown = dict.fromkeys(rows[0])
    return rows + [unknown | asdict(each) | {"disqualified": True} for each in found.disqualified]


_PAIR = (*(each.name for each in fields(Pair)), "different", "doubtful", "standing", "flips")


def _pair_row(found: Statistics, pair: Pair) -> dict[str, object]:
    known = {name: None if value != value else value for name, value in asdict(pair).items()}
    known |= {"different": pair.different, "doubtful": pair.doubtful}
    known |= {"standing": found.standing(pair)}
    return known | {"flips": _flips(found, pair)}


def score_cells(line: ScoreLine, limit: float | None) -> dict[str, Cell]:
    """All that a table may show of the scores of a solver, by heading.

    Args:
        line: the solver.
        limit: in seconds, beyond which quantiles are not known.
    """
    quantiles = line.times.quantiles if line.times else ()
    return {
        "solver": Cell(line.solver, line.solver),
        "solved": Cell(f"{line.solved:,}/{line.puzzles:,}", line.solved),
        "wrong": Cell(f"{line.wrong:,}", line.wrong, "bad" if line.wrong else ""),
        "not solved": Cell(endings_text(line.unsolved) or NONE, line.puzzles - line.solved),
        "PAR-2": cell(seconds, line.par2),
        "PAR-10": cell(seconds, line.par10),
        "Borda": cell(number, line.borda),
        **{_share(each): _quantile(each, limit) for each in quantiles},
        "mean": cell(seconds, line.times and line.times.mean),
        "mean up to limit": cell(seconds, line.times and line.times.restricted_mean),
        "mean rank": cell(number, line.rank),
        "alone solves": cell(integer, line.marginal_solved),
        "Shapley solved": cell(number, line.shapley_solved),
        "marginal PAR-2": cell(seconds, line.marginal_par2),
        "Shapley PAR-2": cell(seconds, line.shapley_par2),
        "PAR-2 of all": cell(seconds, line.par2_of_all),
        "gap closed": cell(share, line.gap_closed),
        **{name: cell(number, count) for name, count in line.counters.items()},
    }


def endings_text(numbers: Mapping[str, int]) -> str:
    """Ends of runs that did not solve, with their numbers: `2 crashed, 1 out of time`."""
    return ", ".join(f"{number:,} {words}" for words, number in numbers.items() if number)


def _share(quantile: Quantile) -> str:
    """The heading of a quantile."""
    return "median" if quantile.share == 0.5 else share(quantile.share)


def _quantile(found: Quantile, limit: float | None) -> Cell:
    """A quantile with its interval."""
    if found.time is None:
        return Cell(seconds(limit, ">="), None)
    low = "?" if found.low is None else seconds(found.low)
    high = seconds(limit, ">=") if found.high is None else seconds(found.high)
    ends = found.low, found.high
    return Cell(f"{seconds(found.time)} ({low} to {high})", found.time, ends=ends)


def pair_cells(pair: Pair) -> dict[str, Cell]:
    """Cells of a pair of solvers, by heading."""
    doubtful = DOUBT if pair.doubtful else ""
    return {
        "solver": Cell(pair.solver, pair.solver),
        "other": Cell(pair.other, pair.other),
        "puzzles": cell(integer, pair.puzzles),
        "ratio": _ratio(pair.ratio, pair.bound),
        INTERVAL: _interval(pair.low, pair.high, doubtful),
        "typical": _ratio(pair.typical, pair.typical_bound),
        TYPICAL_INTERVAL: _interval(pair.typical_low, pair.typical_high),
        "verdict": Cell(difference(pair)),
        "p (Holm)": cell(probability, pair.p_holm),
        "effect": Cell(f"{pair.effect:+.2f}", pair.effect),
        "wins": cell(integer, pair.wins),
        "losses": cell(integer, pair.losses),
        "ties": cell(integer, pair.ties),
    }


def compared_cells(found: Statistics, pair: Pair) -> dict[str, Cell]:
    """The cells of a pair, with a verdict that regards what both solved."""
    return pair_cells(pair) | {"verdict": Cell(difference(pair, found.standing(pair)))}


def _ratio(value: float, bound: str) -> Cell:
    return Cell(ratio(value, bound), value if isfinite(value) else None)


def _interval(low: float, high: float, doubtful: str = "") -> Cell:
    least, most = (end if isfinite(end) else None for end in (low, high))
    return Cell(interval(low, high) + doubtful, least, ends=(least, most))


def _scores(found: Statistics) -> TextTable:
    headings = (*SCORES, *found.counters, "mean", "mean up to limit")
    flips = (*map(share, found.flips.diagonal(1)), NONE)
    rows = [
        _texts(score_cells(line, found.sample.limit) | {"flips": Cell(flip)}, headings)
        for line, flip in zip(found.lines, flips, strict=True)
    ]
    return TextTable(headings, rows, spare=("PAR-10", "mean up to limit", "mean", "flips"))


def _disqualified(found: Statistics) -> TextTable:
    headings = ("disqualified", "solved", "wrong")
    rows = [
        (each.solver, f"{each.solved:,}/{each.puzzles:,}", f"{each.wrong:,}")
        for each in found.disqualified
    ]
    return TextTable(headings, rows)


def _texts(cells: Mapping[str, Cell], headings: Sequence[str]) -> tuple[str, ...]:
    return tuple(cells.get(heading, Cell(NONE)).text for heading in headings)


def _portfolio(found: Statistics) -> TextTable:
    limit = found.sample.limit
    rows = [_texts(score_cells(line, limit), PORTFOLIO) for line in found.lines]
    return TextTable(PORTFOLIO, rows)


def _pairs(found: Statistics, which: str) -> TextTable:
    rows = [
        _texts(compared_cells(found, pair) | {"flips": Cell(share(_flips(found, pair)))}, PAIRS)
        for pair in _chosen(found, which)
    ]
    return TextTable(PAIRS, rows, left=2, spare=PAIRS_SPARE)


def difference(pair: Pair, standing: Standing = "not distinguishable") -> str:
    """The verdict on a pair: `typically` where unseen puzzles could turn its mean round."""
    if not pair.different:
        return standing
    low, high = pair.moved
    only = "typically " if pair.doubtful and low <= 1 <= high else ""
    return f"{only}{'slower' if pair.slower else 'faster'}"


def doubt(pairs: Sequence[Pair]) -> str:
    """A clause on why the interval of a mean does not hold what it promises."""
    fewest = min(pair.puzzles for pair in pairs)
    return (
        f"a rare kind of puzzles (up to {UNSEEN} in {fewest:,}) that is not among these could move "
        "the ratio by more than its interval is wide"
    )


def _flips(found: Statistics, pair: Pair) -> float:
    sample = found.sample
    return float(found.flips[sample.place(pair.solver), sample.place(pair.other)])


def reference(found: Statistics) -> str:
    """The solver that others are compared with, by the rule of the table of the campaign."""
    asked = [line for line in found.lines if line.puzzles] or found.lines
    return default_reference(
        (line.solver, line.solved, line.par2_of_all, line.wrong > 0) for line in asked
    )


def _chosen(found: Statistics, which: str) -> list[Pair]:
    """The pairs to be shown."""
    solvers, base = found.sample.solvers, reference(found)
    if which == "all" or (not which and len(solvers) <= MANY):
        return list(found.pairs)
    against = [found.pair(solver, base) for solver in solvers if solver != base]
    if which == "ref":
        return against
    chosen = [found.pair(*each) for each in pairwise(solvers) if base not in each]
    return chosen + against


def notes(found: Statistics) -> list[str]:
    """Sentences that say how to read the tables, and what else was found."""
    return [
        *found.disturbances,
        *_reading(found),
        *_together(found),
        *_order(found),
        *_doubts(found),
    ]


def _reading(found: Statistics) -> Iterator[str]:
    """Sentences that define the columns."""
    sample = found.sample
    what = CLOCKS.get(sample.measure, sample.measure)
    limit = "no limit" if sample.limit is None else f"{sample.limit:g} s limit"
    yield (
        f"{with_runs(found)}, {found.unsolved_by_all} of which no solver "
        f"solved; {what}, {limit}. Each puzzle counts once, with the median of all its runs."
    )
    yield from defined(sample.measure)
    if sample.unreported:
        yield f"left out, as they do not report their {what}: {listed(sample.unreported)}."
    if found.unasked:
        yield f"left out, as they take none of the puzzles: {listed(found.unasked)}."
    yield from incomplete(found.runs, found.asked)
    if found.disqualified:
        yield f"{disqualified(found)}; --keep-wrong counts wrong runs as unsolved."
    elif kept := [line.solver for line in found.lines if line.wrong]:
        yield f"kept with wrong answers, their wrong runs being unsolved: {listed(kept)}."
    if sample.limit is not None:
        yield Legend(
            (ALWAYS, f"{PAR2};"),
            ({"PAR-10"}, "PAR-10: the same with 10 x limit."),
            (
                {"median", "90 %"},
                "median, 90 %: the time by which so many puzzles are solved, with its "
                f"{share(CONFIDENCE)} interval (Kaplan-Meier), >= where it is beyond the limit;",
            ),
            ({"mean"}, "the mean is known only of a solver that solves all."),
        )
    yield Legend(
        (
            {"Borda"},
            "Borda: points of the MiniZinc Challenge, 1 for each puzzle and other solver that is "
            "beaten, shared by the times where both solve it; more is better.",
        ),
        ({"mean rank"}, f"Mean rank: {ranked_over(found)}, 1 is best."),
    )
    if found.counters:
        named = ", ".join(found.counters)
        said = f"{named}: median over the puzzles that were asked; - where it is not reported."
        yield Legend(({*found.counters}, said))


def ranked_over(found: Statistics) -> str:
    """The puzzles that ranks are over, and the solvers that were not asked all, in words."""
    sample, ranked = found.sample, found.ranks.puzzles
    over = f"over {of_all(ranked, len(sample.puzzles))} that every solver was asked"
    missed = (~sample.known).sum(axis=1).tolist()
    left = {name: count for name, count in zip(sample.solvers, missed, strict=True) if count}
    names = listed((f"{name} {count:,}" for name, count in left.items()), most=MISSED)
    return f"{over} (not asked, or not known: {names})" if left else over


def with_runs(found: Statistics) -> str:
    """The number of puzzles, and of how many where some have no runs."""
    puzzles = len(found.sample.puzzles)
    number = counted(puzzles, "puzzle")
    return number if puzzles == found.whole else f"{of_all(puzzles, found.whole)} with runs"


def of_all(some: int, every: int) -> str:
    """Some of the puzzles, of how many: `11 of 29 puzzles`, or `all 29 puzzles`."""
    number = f"all {every:,}" if some == every > 1 else f"{some:,} of {every:,}"
    return f"{number} {plural(every, 'puzzle')}"


def disqualified(found: Statistics) -> str:
    """The disqualified solvers and what that means, without a full stop."""
    names = listed(each.solver for each in found.disqualified)
    return f"disqualified by a wrong answer, and in no rank, portfolio or test: {names}"


def _together(found: Statistics) -> Iterator[str]:
    """Sentences on the portfolio of all solvers."""
    whole = found.portfolio
    timed = found.sample.limit is not None
    puzzles = len(found.sample.puzzles)
    yield Legend(
        (
            {"Borda", "PAR-2 of all", "gap closed"},
            f"over {of_all(puzzles, puzzles)}, one that was not asked being unsolved: Borda"
            f"{', PAR-2 of all, gap closed' if timed else ''};",
        ),
        ({"alone solves"}, "alone solves: puzzles that no other solver solves;"),
        (
            {"Shapley solved", "Shapley PAR-2"},
            "Shapley: puzzles, each shared by those who solve it"
            f"{' (in PAR-2: seconds saved on the mean puzzle)' if timed else ''}.",
        ),
    )
    single = f"single best: {whole.single_best}, {whole.single_best_solved:,} of {puzzles:,} solved"
    virtual = f"virtual best of all: {whole.virtual_best_solved:,} of {puzzles:,} solved"
    if whole.single_best_par2 is None:
        yield f"{single}; {virtual}."
        return
    yield (
        f"{single}, PAR-2 {seconds(whole.single_best_par2)}; {virtual}, "
        f"PAR-2 {seconds(whole.virtual_best_par2)}."
    )
    steps = [step for step in whole.steps if step.gap_closed is not None][1:4]
    if steps:
        grown = ", ".join(f"with {step.solver} {step.gap_closed:.0%}" for step in steps)
        yield f"gap between them that a perfect choice would close: {grown}."


def _order(found: Statistics) -> Iterator[str]:
    """Sentences on how reliable the order of the solvers is."""
    ranked, score = found.ranks, "Borda" if found.sample.limit is None else "PAR-2"
    if len(found.lines) > 1:
        said = (
            f"flips: in how many of {found.resamples:,} resamples of the puzzles a solver and the "
            f"next change places by {score}; near 50% their order says nothing."
        )
        yield Legend(({"flips"}, said))
    if ranked.p is not None and ranked.statistic is not None:
        outcome = "are not the same" if ranked.p < SIGNIFICANT else "may differ by chance"
        over = of_all(ranked.puzzles, len(found.sample.puzzles))
        yield (
            f"Friedman's test, over {over} that every solver was asked: the solvers {outcome} "
            f"(chi squared {ranked.statistic:.1f}, p {probability(ranked.p)})."
        )
    for group in ranked.groups:
        yield f"no two of these are distinguishable (Wilcoxon, Holm): {', '.join(group)}."


def _doubts(found: Statistics) -> Iterator[str]:
    """Sentences on how to read the pairs, and on what they do not say."""
    if not found.pairs:
        return
    failed = any(pair.failed for pair in found.pairs)
    limited = f", {FAILED}" if failed else ", cut at the limit"
    limited = "" if found.sample.limit is None else limited
    pairs = counted(len(found.pairs), "pair")
    yield Legend(
        (ALWAYS, f"ratio: geometric mean of the puzzles' ratios{limited}, above 1 slower;"),
        ({"effect"}, "effect: -1 always faster to +1 always slower;"),
        ({"p (Holm)"}, f"p: Wilcoxon's test, corrected for {pairs};"),
        (ALWAYS, "each over the puzzles that both were asked."),
    )
    yield ALIKE
    said = (
        f"{INTERVAL}: in simulations of 100 puzzles it holds the mean of all puzzles of the kind "
        f"in 93 to 97 %, if it has no {DOUBT}."
    )
    yield Legend(({INTERVAL}, said))
    yield Legend(({"typical", TYPICAL_INTERVAL}, f"typical: {TYPICAL}."))
    if doubtful := [pair for pair in found.pairs if pair.doubtful]:
        yield Legend(
            ({INTERVAL}, f"{DOUBT}: {doubt(doubtful)};"),
            ({INTERVAL}, "there the interval of the typical ratio has to agree, and"),
            (ALWAYS, "'typically' says that such puzzles could turn the ratio round."),
        )
    if bounds := {each for pair in found.pairs for each in (pair.bound, pair.typical_bound)} - {""}:
        bounds |= {REVERSED.get(each, each) for each in bounds}  # a pair may stand turned round
        said = signs(bounds, "the solver", "the other")
        yield Legend((ALWAYS, said), ({"typical"}, TYPICAL_SIGN))
    if any(isnan(pair.ratio) for pair in found.pairs):
        yield "no ratio: of a run it needs, solved or not, the figure is not known."
    if part := [line.solver for line in found.lines if line.puzzles < len(found.sample.puzzles)]:
        yield (
            "over the puzzles they were asked only, and not comparable with others but in pairs: "
            f"{', '.join(part)}; in the order and the portfolio they have not solved the rest."
        )
