"""Campaigns that tests run: the question said in one line."""

from collections.abc import Iterable
from math import inf
from pathlib import Path
from typing import Any

from accord.bench.campaigns.campaign import Progress, run_campaign
from accord.bench.campaigns.plan import CampaignQuestion
from accord.bench.run.terms import USUAL_TERMS, Terms
from accord.puzzles.puzzle import Instance


def run(
    folder: Path,
    instances: Iterable[Instance],
    solvers: Iterable[str],
    *,
    collection: str = "c",
    terms: Terms = USUAL_TERMS,
    slots: int = 1,
    scheduler: str | None = None,
    stop_at: int | None = None,
    stale: bool = False,
    noisy: bool = False,
    seconds: float = inf,
    **question: Any,
) -> list[Progress]:
    """Run a campaign; returns what was reported of its progress.

    With `stop_at` it is interrupted as by Ctrl-C when so many runs are done.
    """
    reported: list[Progress] = []

    def watch(progress: Progress) -> None:
        reported.append(progress)
        if progress.done == stop_at:
            raise KeyboardInterrupt

    asked = CampaignQuestion(collection, tuple(solvers), terms, **question)
    how: dict[str, Any] = {"slots": slots, "scheduler": scheduler, "stale": stale, "noisy": noisy}
    run_campaign(folder, instances, asked, **how, watch=watch, seconds=seconds)
    return reported
