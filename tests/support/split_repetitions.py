"""A solver against itself: its repetitions split at random into made-up solvers, and compared.

    python tests/support/split_repetitions.py CAMPAIGN [CAMPAIGN]

prints how often two halves, or any two of three thirds, of the repetitions of a solver are called
different by a score; with a second campaign, of the same solvers, also whether the two are; and how
often halves are told as a change of value or proof, as by `accord compare`.  The figures stand in
docs/explanation/scores.md and analysis.md.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy
from numpy.typing import NDArray

from accord.bench.analysis.anytime.histories import Contest, contest
from accord.bench.analysis.anytime.score_pairs import score_pairs
from accord.bench.analysis.anytime.scoreboard import Score, ScoreColumn, scores
from accord.bench.analysis.anytime.value_changes import value_change

Figures = NDArray[numpy.float64]  # of a solver, with the shape (problems, repetitions)
SPLITS = 500


def compared_scores(limit: float) -> list[Score]:
    """The scores that compare pairs."""
    return [each for each in scores(limit) if not each.relative and each.combine == "mean"]


def figures(found: Contest, score: Score, solver: str) -> Figures:
    """The score of each repetition of a solver."""
    return numpy.array(
        [[score.points(each)[solver] for each in rounds] for rounds in found.problems]
    )


def split(runs: Figures, parts: int, rng: numpy.random.Generator) -> list[Figures]:
    """The runs of each problem, dealt at random to so many parts of equal size."""
    dealt = rng.permuted(runs, axis=1)
    return numpy.split(dealt, parts, axis=1)


def called_different(parts: Sequence[Figures], score: Score) -> bool:
    """Whether any two of some solvers, each with its own runs, are called different."""
    means = numpy.array([each.mean(axis=1) for each in parts])
    column = ScoreColumn(score, means, means.mean(axis=1), means.shape[1])
    names = tuple(f"part {number}" for number in range(len(parts)))
    return any(each.standing == "different" for each in score_pairs(names, column))


def share_different(
    runs: Figures, score: Score, parts: int, seed: int = 0, splits: int = SPLITS
) -> float:
    """In which share of random splits any two parts are called different."""
    rng = numpy.random.default_rng(seed)
    return float(
        numpy.mean([called_different(split(runs, parts, rng), score) for _ in range(splits)])
    )


def shares_changed(found: Contest, seed: int = 0, splits: int = SPLITS) -> tuple[float, float]:
    """How often halves of a solver's runs on a problem are told as a change of value or proof.

    Returns:
        The share of all solvers and problems, and of splits with any.
    """
    rng = numpy.random.default_rng(seed)
    changed = []
    for _ in range(splits):
        for rounds in found.problems:
            for solver in found.solvers:
                runs = [("", rounds[each].runs[solver]) for each in rng.permutation(len(rounds))]
                halves = runs[: len(runs) // 2], runs[len(runs) // 2 :]
                who = rounds[0].name, rounds[0].name, solver, solver
                changed.append(bool(value_change(who, halves, rounds[0].goal).changes))
    of_splits = numpy.array(changed).reshape(splits, -1)
    return float(of_splits.mean()), float(of_splits.any(axis=1).mean())


def main(folder: str, *others: str) -> None:
    """Print the shares for each score and solver of a campaign, and whether others differ."""
    found = contest(Path(folder))
    again = [contest(Path(each)) for each in others]
    for score in compared_scores(found.limit):
        for solver in found.solvers:
            runs = figures(found, score, solver)
            line = [f"{score.heading:10} {solver:24}"] + [
                f"{parts} parts: {share_different(runs, score, parts):5.1%}"
                for parts in (2, 3)
                if runs.shape[1] % parts == 0
            ]
            for other in again:
                is_different = called_different([runs, figures(other, score, solver)], score)
                line.append("anew: different" if is_different else "anew: not distinguishable")
            print("  ".join(line))
    share, any_ = shares_changed(found)
    print(f"values and proofs: {share:.2%} of solvers and problems, {any_:.0%} of splits with any")


if __name__ == "__main__":
    main(*sys.argv[1:])
