"""What was found, in sentences: the head of the report."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy

from accord.bench.statistics.overview import Statistics
from accord.bench.statistics.pair import FEW, Pair
from accord.views.report.figure import title_of
from accord.views.report.material import Material
from accord.views.report.pairwise import interval
from accord.views.text import number

NAMED = 4  # solvers in a sentence


@dataclass(frozen=True)
class Finding:
    """A sentence, and whether it is good news, bad news or neither."""

    text: str
    mood: str = ""  # good, bad or empty
    more: str = ""  # what is said below, in a smaller voice


def findings(made: Material) -> Iterator[Finding]:
    """The most important first."""
    yield _honesty(made)
    if made.table.contradicted:
        some = made.table.contradicted
        yield Finding(
            f"What the collection expects is contradicted {some:,} time{'s' * (some != 1)}.", "bad"
        )
    yield _verdicts(made)
    if missing := made.table.asked - made.table.runs:
        yield Finding(
            f"The campaign is not finished: {missing:,} of {made.table.asked:,} runs are missing.",
            "bad",
        )
    yield from _fastest(made.statistics)
    yield from _unsolved(made)


def headline(made: Material) -> str:
    """What was asked of how many."""
    solvers = len({line.solver for line in made.table.lines})
    return (
        f"{_many(made.table.puzzles, 'puzzle')}, {_many(solvers, 'solver')}, "
        f"{_many(made.table.runs, 'run')}"
    )


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"


def _honesty(made: Material) -> Finding:
    liars = [line.solver for line in made.table.lines if line.wrong]
    if not liars:
        return Finding("No solver was refuted.", "good", "Every grid and every claim was checked.")
    wrong = sum(line.wrong for line in made.table.lines)
    were = "was" if len(liars) == 1 else "were"
    return Finding(
        f"{_listed(list(dict.fromkeys(liars)))} {were} refuted, in {_many(wrong, 'run')}.",
        "bad",
        "A grid that obeys the rules refutes every claim without it; the reasons stand below.",
    )


def _verdicts(made: Material) -> Finding:
    counts = made.table.verdicts
    undecided = counts.get("undecided", 0)
    said = ", ".join(f"{count:,} {what}" for what, count in sorted(counts.items()))
    if undecided:
        return Finding(
            f"{_many(undecided, 'puzzle')} of {sum(counts.values()):,} undecided.", "", said
        )
    return Finding("Every puzzle has its verdict.", "good", f"{said}.")


def _fastest(known: Statistics) -> Iterator[Finding]:
    """Who is quickest of those that solved most, and from whom that is not to be told apart."""
    solved = known.sample.solved.sum(axis=1)
    most = [
        solver
        for solver, count in zip(known.sample.solvers, solved, strict=True)
        if count == solved.max()
    ]
    if len(known.sample.solvers) < 2 or not solved.max():
        return
    first = min(most, key=lambda solver: _mean(known, solver))
    others = [known.pair(other, first) for other in known.sample.solvers if other != first]
    peers = [each.solver for each in others if not each.different]
    total = len(known.sample.puzzles)
    alone = len(most) == 1
    count = f"{int(solved.max()):,} of {total:,}"
    text = (
        f"{first} solved most puzzles ({count})."
        if alone
        else f"{first} is quickest of the {len(most)} that solved most ({count})."
    )
    yield Finding(text, "", _rivals(first, peers, others))


def _mean(known: Statistics, solver: str) -> float:
    """Mean of the logarithms of what it took."""
    place = known.sample.place(solver)
    values = known.sample.values[place][known.sample.asked[place]]
    return float(numpy.log(numpy.maximum(values, 1e-9)).mean())


def _rivals(first: str, peers: Sequence[str], others: Sequence[Pair]) -> str:
    """How sure that is."""
    few = min(each.puzzles for each in others)
    caution = f" With {few} puzzles intervals are too narrow." if few < FEW else ""
    if peers:
        return f"Not distinguishable from it: {_listed(list(peers))}.{caution}"
    nearest = min(others, key=lambda each: each.ratio)
    if nearest.ratio < 1:
        return (
            f"{nearest.solver} takes {number(nearest.ratio, nearest.bound)} times as long (95 % "
            f"interval {interval(nearest.low, nearest.high)}), but solved fewer.{caution}"
        )
    return (
        f"Nearest is {nearest.solver}, which takes {number(nearest.ratio, nearest.bound)} times as "
        f"long (95 % interval {interval(nearest.low, nearest.high)}).{caution}"
    )


def _unsolved(made: Material) -> Iterator[Finding]:
    sample = made.statistics.sample
    cut = int((sample.cut & sample.asked).sum())
    if not cut:
        return
    within = "" if sample.limit is None else f" within {sample.limit:g} s"
    yield Finding(
        f"{cut:,} of {int(sample.asked.sum()):,} times a solver did not solve a puzzle{within}.",
        "",
        f"They are in every figure, at the limit or beyond it ({title_of(sample.measure)}).",
    )


def _listed(names: Sequence[str]) -> str:
    """Some names, and how many more there are."""
    if len(names) > NAMED + 1:
        return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} others"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
