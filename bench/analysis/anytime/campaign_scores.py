"""The scores of a campaign: of all solvers, without some of them, and of pairs by one score.

What `accord scores` and `accord.scores` print is computed here from a folder.  The score that
orders solvers is the one that is asked for, or that of the rules under which the campaign ran, or
the primal integral.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from accord.bench.analysis.anytime.histories import contest
from accord.bench.analysis.anytime.scoreboard import MOMENTS, Scoreboard, scoreboard, scores
from accord.bench.analysis.known_values import KnownValues
from accord.bench.analysis.shown_solvers import ShownSolvers
from accord.bench.campaigns.folder import CampaignError, known_question
from accord.bench.campaigns.run import expect_solver
from accord.bench.judge.steps import ShowStep, not_shown
from accord.puzzles.phrasing import nearest
from accord.solvers.registry import meant

if TYPE_CHECKING:  # it needs scipy
    from accord.bench.analysis.anytime.score_pairs import ScorePair

USUAL = "integral"  # the score that orders solvers


@dataclass(frozen=True)
class CampaignScores:
    """The scoreboard of a campaign, and what was asked besides."""

    board: Scoreboard  # of all solvers
    by: str  # the heading of the score that orders solvers and compares pairs
    without: Scoreboard | None = None  # of the solvers that are left, where some are to leave
    pairs: "tuple[ScorePair, ...]" = ()  # of those that are left

    @property
    def shown(self) -> Scoreboard:
        """The scoreboard of those that are left."""
        return self.without or self.board


def campaign_scores(
    folder: Path,
    by: str = "",
    moments: Sequence[float] = (),
    without: Sequence[str] = (),
    *,
    pairs: bool = False,
    exact: bool = False,
    known: KnownValues | None = None,
    shown: ShownSolvers | None = None,
    keep_wrong: bool = False,
    steps: ShowStep = not_shown,
) -> CampaignScores:
    """The scores of the campaign in a folder.

    Args:
        folder: of the campaign.
        by: the heading of a score; empty for that of its rules, or the primal integral.
        moments: seconds after which values are compared, besides the limit.
        without: solvers that are scored as if they had not taken part.
        pairs: whether solvers are compared two by two.
        exact: whether times of the MiniZinc Challenge are as measured, not whole seconds.
        known: best values that somebody knows.
        shown: the solvers that take part; all by default.
        keep_wrong: disqualify nobody; a wrong run counts as one without a solution.
        steps: called before each problem is judged.

    Raises:
        CampaignError: there is no campaign, none of its problems has an objective, or there is no
            such score or solver.
        ImportError: `pairs`, and scipy is not installed.
    """
    if asked := known_question(folder):
        by, keep_wrong = by or asked.score, keep_wrong or asked.wrong == "unsolved"
    by = by or USUAL
    found = contest(folder, known, shown, keep_wrong=keep_wrong, steps=steps)
    chosen = scores(found.limit, sorted({*moments}) or MOMENTS, exact=exact)
    headings = [each.heading for each in chosen]
    if by not in headings:
        raise CampaignError(f"found the score {by!r}, expected {nearest(by, headings)}")
    for each in without:
        expect_solver(each, found.solvers)
    left = found.without(meant(each, found.solvers) for each in without)
    if not left.solvers:
        raise CampaignError("found every solver among those to leave, expected one that is left")
    gone = scoreboard(left, chosen) if without else None
    made = CampaignScores(scoreboard(found, chosen), by, gone)
    if not pairs:
        return made
    from accord.bench.analysis.anytime.score_pairs import score_pairs

    compared = score_pairs(made.shown.contest.solvers, made.shown.column(by))
    return CampaignScores(made.board, by, gone, compared)
