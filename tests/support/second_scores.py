"""Scores of optimisers once more, from the rows of a campaign alone, in fractions.

Written from the texts of the rules, and with no code of accord's.  A row is a dictionary with
solver, puzzle, repetition, category, outcome, time_limit, wall_time, compile_time, incumbents (in
JSON), sense, and lex (whether values are lists).
"""

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import floor, inf
from statistics import mean, median
from typing import Any

Row = dict[str, Any]


class ScoredRow:
    """One run, as competitions look at it; values are negated where the largest is best."""

    def __init__(self, row: Row, with_compiler: bool) -> None:
        self.limit = Fraction(row["time_limit"])
        start = Fraction(row["compile_time"] or 0) if with_compiler else Fraction(0)
        stopped = row["outcome"] == "TIMEOUT" or row["category"] == "missing"
        known = not stopped and row["wall_time"] is not None
        own = min(Fraction(row["wall_time"]), self.limit) if known else self.limit
        self.time = min(start + own, self.limit)
        in_time = start + own <= self.limit
        self.proof = row["category"] == "correct" and in_time
        self.steps: list[tuple[Fraction, Any]] = []
        if row["sense"] is not None and row["category"] in ("correct", "found"):
            for second, value in json.loads(row["incumbents"] or "[]"):
                cost = self.cost(value, row["sense"])
                at = start + Fraction(second)
                if at <= self.limit and (not self.steps or cost < self.steps[-1][1]):
                    self.steps.append((at, cost))
        self.answered = bool(self.steps) or self.proof
        self.asks_best = row["sense"] is not None
        self.is_lex = bool(row["lex"])

    @staticmethod
    def cost(value: Any, sense: str) -> Any:
        """A value that is the less the better."""
        if isinstance(value, list):
            return tuple(-each if sense == "maximize" else each for each in value)
        return -value if sense == "maximize" else value

    @property
    def last(self) -> Any:
        """The best cost; None of none."""
        return self.steps[-1][1] if self.steps else None


def _beats(one: ScoredRow, two: ScoredRow, proofs: bool) -> bool:
    if one.answered and not two.answered:
        return True
    if proofs and one.proof and not two.proof:
        return True
    return one.last is not None and two.last is not None and bool(one.last < two.last)


def _duel(one: ScoredRow, two: ScoredRow, proofs: bool) -> Fraction:
    if not one.answered or _beats(two, one, proofs):
        return Fraction(0)
    if _beats(one, two, proofs):
        return Fraction(1)
    if not proofs and one.asks_best:
        return Fraction(1, 2)
    times = floor(one.time), floor(two.time)
    return Fraction(times[1], sum(times)) if sum(times) else Fraction(1, 2)


def _area(entry: ScoredRow, entries: Sequence[ScoredRow], above: bool) -> Fraction | None:
    if entry.is_lex:
        return None
    if not entry.answered:
        return entry.limit
    if not entry.steps:
        return Fraction(floor(entry.time))
    upper = max(each.steps[0][1] for each in entries if each.steps)
    lower = min(each.last for each in entries if each.steps)
    height, before, integral = upper, Fraction(0), Fraction(0)
    for at, cost in entry.steps:
        integral += (height - (lower if above else 0)) * (at - before)
        before, height = at, cost
    parts = Fraction(entry.steps[0][0], 4), integral / (2 * (upper - lower + 1))
    return sum(parts, Fraction(floor(entry.time), 4))


def _gap(cost: int | None, best: int) -> Fraction:
    if cost is None or cost * best < 0:
        return Fraction(1)
    return Fraction(abs(cost - best), max(abs(cost), abs(best))) if cost != best else Fraction(0)


def _integral(entry: ScoredRow, best: int) -> Fraction:
    ends = [*(at for at, _ in entry.steps), entry.limit]
    gaps = [Fraction(1), *(_gap(cost, best) for _, cost in entry.steps)]
    begins = [Fraction(0), *ends[:-1]]
    pieces = zip(begins, ends, gaps, strict=True)
    return sum(((end - begin) * gap for begin, end, gap in pieces), Fraction(0)) / entry.limit


def _worth(integrals: Sequence[Fraction]) -> Fraction:
    return 1 - min(integrals, default=Fraction(1))


def _marginal(integrals: Sequence[Fraction]) -> list[Fraction]:
    places = range(len(integrals))
    others = [[integrals[each] for each in places if each != place] for place in places]
    return [_worth(integrals) - _worth(each) for each in others]


def _shapley(integrals: Sequence[Fraction]) -> list[Fraction]:
    """The mean of what each adds, over all orders."""
    added: list[list[Fraction]] = [[] for _ in integrals]
    for order in permutations(range(len(integrals))):
        for at, place in enumerate(order):
            before = [integrals[each] for each in order[:at]]
            added[place].append(_worth([*before, integrals[place]]) - _worth(before))
    return [mean(each) for each in added]


def _of_problem(rows: Sequence[Row], best: Any, moments: Sequence[float]) -> dict[str, list[Any]]:
    """By score a figure of each of the rows, which are one run of each solver."""
    sense = rows[0]["sense"]
    plain, entered = [ScoredRow(row, False) for row in rows], [ScoredRow(row, True) for row in rows]
    target: Any = None if best is None or sense is None else ScoredRow.cost(best, sense)
    has_gaps = isinstance(target, int)
    found: dict[str, list[Any]] = {
        "PAR-2": [each.time if each.proof else 2 * each.limit for each in plain],
        "complete": [
            sum(_duel(one, two, True) for two in entered if two is not one) for one in entered
        ],
        "incomplete": [
            sum(_duel(one, two, False) for two in entered if two is not one) for one in entered
        ],
        "area": [_area(each, entered, False) for each in entered],
        "area - LB": [_area(each, entered, True) for each in entered],
        "integral": [_integral(each, target) if has_gaps else None for each in plain],
    }
    integrals = found["integral"]
    found["marginal"] = _marginal(integrals) if has_gaps else [None] * len(plain)
    found["Shapley"] = _shapley(integrals) if has_gaps else [None] * len(plain)
    somebody = any(each.proof for each in plain)
    least = min((each.last for each in plain if each.steps), default=None)
    found["XCSP3"] = [
        1 if each.proof else (0.5 if somebody else 1) * (bool(each.steps) and each.last == least)
        for each in plain
    ]
    costs = [cost for each in plain for _, cost in each.steps]
    has_costs = sense == "minimize" and has_gaps and min([target, *costs]) >= 0
    found["MaxSAT"] = [
        None if not has_costs else Fraction(1 + target, 1 + each.last) if each.steps else 0
        for each in plain
    ]
    found["to 1 %"] = [
        next((at for at, cost in each.steps if _gap(cost, target) <= Fraction(1, 100)), inf)
        if has_gaps
        else None
        for each in plain
    ]
    for moment in moments:
        then = [
            next((cost for at, cost in reversed(each.steps) if at <= moment), None)
            for each in plain
        ]
        top = min((cost for cost in then if cost is not None), default=None)
        found[f"best {moment:g} s"] = [
            None if sense is None else int(cost is not None and cost == top) for cost in then
        ]
        found[f"gap {moment:g} s"] = [_gap(cost, target) if has_gaps else None for cost in then]
    return found


SUMS = ("complete", "incomplete", "XCSP3")


def second_scores(
    rows: Sequence[Row], best: dict[str, Any], moments: Sequence[float]
) -> dict[str, dict[str, float | None]]:
    """By solver and heading the totals.

    Args:
        rows: one of each solver on each puzzle in each repetition.
        best: the best known value of each puzzle.
        moments: seconds at which values are compared.
    """
    solvers = sorted({row["solver"] for row in rows})
    figures: dict[str, list[list[float]]] = {}  # by heading, of each puzzle one of each solver
    for puzzle in sorted({row["puzzle"] for row in rows}):
        of_rounds = []
        for repetition in sorted({row["repetition"] for row in rows}):
            own = [
                row for row in rows if (row["puzzle"], row["repetition"]) == (puzzle, repetition)
            ]
            own.sort(key=lambda row: row["solver"])
            of_rounds.append(_of_problem(own, best[puzzle], moments))
        for heading in of_rounds[0]:
            each = [[round_[heading][place] for round_ in of_rounds] for place in range(len(own))]
            if None not in each[0]:
                figures.setdefault(heading, []).append([float(mean(of)) for of in each])
    totals: dict[str, dict[str, float | None]] = {solver: {} for solver in solvers}
    for heading, puzzles in figures.items():
        is_sum = heading in SUMS or heading.startswith("best ")
        combine = sum if is_sum else median if heading == "to 1 %" else mean
        for place, solver in enumerate(solvers):
            totals[solver][heading] = float(combine(of[place] for of in puzzles))
    return totals
