"""The puzzles of a campaign, with what is expected of them, in its order."""

from collections.abc import Iterator
from pathlib import Path

from accord.bench.campaigns.deduplicate import PUZZLES, add_puzzles, expected_of, problem_of
from accord.bench.campaigns.store import opened
from accord.puzzles.instance import Instance


def campaign_puzzles(folder: Path) -> Iterator[Instance]:
    """Every puzzle of a campaign once, in its order.

    Raises:
        CampaignError: there is no campaign in this folder.
    """
    with opened(folder) as base:
        add_puzzles(base, folder / PUZZLES)
        query = "SELECT names[1], text, expected FROM puzzles ORDER BY place"
        for name, text, expected in base.rows(query):
            yield Instance(name, problem_of(text), expected_of(expected))
