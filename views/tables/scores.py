"""The scores of a campaign with objectives, on a terminal, as Markdown, as LaTeX and as CSV.

One table has the figures of a solver's own runs, one those of competitions; lines are best first by
one of the scores.  Beside them stand pairs of solvers, and what changes without some solvers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import inf, isnan
from typing import TYPE_CHECKING

from accord.bench.analysis.anytime.campaign_scores import CampaignScores
from accord.bench.analysis.anytime.histories import CERTIFIED, RECORDED, Contest
from accord.bench.analysis.anytime.scoreboard import Scoreboard, ScoreColumn, turned
from accord.puzzles.phrasing import UNKNOWN, counted, listed, number, plural, probability, seconds
from accord.views.tables.text import Cell, PrintedReport, TextTable

if TYPE_CHECKING:  # it needs scipy
    from accord.bench.analysis.anytime.score_pairs import ScorePair

OWN = ("proved", "PAR-2", "to 1 %", "integral", "marginal", "Shapley", "MaxSAT")
BY_WHEN = ("best ", "gap ")  # how headings begin
SPARE = ("MaxSAT", "marginal", "best 5 s", "gap 5 s", "best 1 s", "gap 20 s", "best 20 s")
PAGE = "docs/explanation/scores.md"
MEANINGS = (
    "proved: problems of which a solver proved its answer, of all; PAR-2: mean time until then, "
    "2 x limit where it did not; to 1 %: median time to a gap of 1 %; integral: primal integral, "
    "the mean gap over the time to the limit; marginal: by how much the least integral of all is "
    "greater without it; Shapley: its share in 1 less that; MaxSAT: mean of (1 + best) / (1 + "
    "cost).",
    "best t: problems on which no other solver had a better value after t; gap t: mean of "
    "|x* - x| / max(|x*|, |x|) of its value x then, x* being the best, and 100 % without one.",
    "complete, incomplete and area: MiniZinc Challenge (rules of 2026); area - LB: the area above "
    "the best value instead of above 0; XCSP3: points of that competition.",
    "Of PAR-2, times, gaps, integral and areas less is better. Who cannot be asked a problem has "
    f"no solution of it. Means over repetitions; formulas and sources: {PAGE}.",
)


def report(found: CampaignScores) -> PrintedReport:
    """Scores, pairs of solvers by one of them, and what changes without some.

    CSV has a line with plain numbers for each solver, or where pairs are compared for each pair;
    JSON has the figures of each problem, too.
    """
    board, gone, shown, by, pairs = found.board, found.without, found.shown, found.by, found.pairs
    order = _order(shown, by)
    headings = [each.score.heading for each in shown.columns]
    by_when = [each for each in headings if each.startswith(BY_WHEN)]
    others = [each for each in headings if each not in (*OWN, *by_when)]
    tables = [
        *(_table(shown, part, order) for part in (OWN, by_when, others)),
        *([_pairs(pairs, board.column(by))] if pairs else []),
    ]
    rows = [_row(shown, place) for place in order]
    record = {
        "limit": shown.contest.limit,
        "by": by,
        "without": [each for each in board.contest.solvers if each not in shown.contest.solvers],
        "disqualified": shown.contest.disqualified,
        "best_values": {
            first.name: {"value": first.best, "source": first.source}
            for first, *_ in shown.contest.problems
        },
        "solvers": rows,
        "figures": {
            each.score.heading: {
                solver: dict(zip(_names(shown.contest), map(float, figures), strict=True))
                for solver, figures in zip(shown.contest.solvers, each.figures, strict=True)
            }
            for each in shown.columns
        },
        "pairs": [asdict(each) for each in pairs],
        "turned": [*turned(board, gone)] if gone else [],
    }
    lines = [asdict(each) for each in pairs] or rows
    return PrintedReport(
        tables,
        [*notes(board, by, gone)],
        [*lines[0]],
        [tuple(line.values()) for line in lines],
        record,
        disturbances=board.contest.disturbances,
    )


def notes(board: Scoreboard, by: str, gone: Scoreboard | None = None) -> Iterator[str]:
    """The sentences below the tables."""
    contest = (gone or board).contest
    yield from contest.disturbances
    repeated = max(map(len, contest.problems))
    times = f", {counted(repeated, 'repetition')}" if repeated > 1 else ""
    problems = counted(len(contest.problems), "problem")
    yield f"{problems}, {seconds(contest.limit)} limit{times}; best first by {by}."
    if contest.rules:
        yield f"rules: {contest.rules}."
    yield from _best_values(contest)
    if contest.disqualified:
        yield f"disqualified for a wrong answer: {listed(contest.disqualified)}"
    by_number = dict[int, list[str]]()
    for each in (gone or board).columns:
        by_number.setdefault(each.problems, []).append(each.score.heading)
    for defined, headings in by_number.items():
        if 0 < defined < len(contest.problems):
            yield f"over {counted(defined, 'problem')} alone, which define it: {listed(headings)}."
    if gone:
        yield from _changes(board, gone)
    yield from MEANINGS


def _best_values(contest: Contest) -> Iterator[str]:
    """A sentence on where the best values are from."""
    words = {CERTIFIED: "certified optima", RECORDED: "the best of all runs here"}
    found = [
        f"{words.get(each, f'by {each}')} ({times})" for each, times in contest.sources.items()
    ]
    yield f"best values: {listed(found) or 'none is known'}."


def _changes(board: Scoreboard, gone: Scoreboard) -> Iterator[str]:
    """Sentences on what changes without some solvers."""
    left = [each for each in board.contest.solvers if each not in gone.contest.solvers]
    found = [
        f"{first} is before {second} by {heading}" for heading, first, second in turned(board, gone)
    ]
    without = f"without {listed(left)}"
    if not found:
        yield f"{without} no score ranks two others in another order."
    for sentence in found:
        yield f"TURNED: {without} {sentence}; with {plural(len(left), 'it', 'them')} behind."


def _order(board: Scoreboard, by: str) -> list[int]:
    """The places of the solvers, best first; those of which a score is not known last."""
    column = board.column(by)
    sign = 1 if column.score.is_less_better else -1
    names = board.contest.solvers

    def key(place: int) -> tuple[bool, float, str]:
        total = float(column.totals[place])
        return isnan(total), 0.0 if isnan(total) else sign * total, names[place]

    return sorted(range(len(names)), key=key)


def _table(board: Scoreboard, shown: Sequence[str], order: Sequence[int]) -> TextTable:
    cells = [score_cells(board, place) for place in order]
    headings = ["solver", *(heading for heading in shown if heading in cells[0])]
    rows = [[of[heading].text for heading in headings] for of in cells]
    return TextTable(headings, rows, spare=SPARE)


def score_cells(board: Scoreboard, place: int) -> dict[str, Cell]:
    """All that a table may show of the scores of a solver, by heading; only what is defined."""
    whole, limit = len(board.contest.problems), board.contest.limit
    solver, proved = board.contest.solvers[place], float(board.proved[place])
    cells = {"solver": Cell(solver, solver), "proved": Cell(f"{_problems(proved)}/{whole}", proved)}
    for each in board.columns:
        if each.problems:
            total = float(each.totals[place])
            cells[each.score.heading] = Cell(_text(each, total, limit), total)
    return cells


def _problems(value: float) -> str:
    """A number of problems, which is a mean over repetitions."""
    return f"{value:.0f}" if value == round(value) else f"{value:.1f}"


def _text(column: ScoreColumn, value: float, limit: float) -> str:
    score = column.score
    if value == inf:
        return seconds(limit, ">")
    if score.unit == "%":
        return f"{value:z.1%}".replace("%", " %")
    if score.unit == "s":
        return seconds(value)
    return (
        _problems(value)
        if score.combine == "sum" and score.heading.startswith("best ")
        else number(value)
    )


def _pairs(pairs: "Sequence[ScorePair]", column: ScoreColumn) -> TextTable:
    """A line for each pair of solvers."""
    unit, heading = column.score.unit, column.score.heading

    def text(value: float) -> str:
        if isnan(value):
            return UNKNOWN
        return f"{100 * value:+.1f} %" if unit == "%" else f"{value:+.3g}{' s' * (unit == 's')}"

    rows = [
        [
            each.solver,
            each.other,
            text(each.difference),
            f"{text(each.low)} to {text(each.high)}",
            probability(each.p_holm),
            each.standing,
        ]
        for each in pairs
    ]
    headings = ("solver", "other", f"{heading}: difference", "95 % interval", "p (Holm)", "verdict")
    return TextTable(headings, rows, left=2)


def _names(contest: Contest) -> list[str]:
    return [first.name for first, *_ in contest.problems]


def _row(board: Scoreboard, place: int) -> dict[str, object]:
    """A line with plain numbers: seconds, and shares of 1."""
    named = {
        each.score.heading: None if isnan(each.totals[place]) else float(each.totals[place])
        for each in board.columns
    }
    return {
        "solver": board.contest.solvers[place],
        "problems": len(board.contest.problems),
        "proved": float(board.proved[place]),
        "solved": float(board.found[place]),
        **named,
    }
