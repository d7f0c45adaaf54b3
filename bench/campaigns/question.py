"""The question of a campaign: what is asked about each puzzle."""

from dataclasses import dataclass

from accord.bench.campaigns.deduplicate import Shard
from accord.bench.campaigns.folder import MOST_SHARDS, CampaignError
from accord.bench.run.terms import USUAL_TERMS, Terms
from accord.solvers.budget import LARGEST, expect_whole

MOST_REPETITIONS = 1_000_000
MOST_ISOMORPHS = 100_000  # of a puzzle: all of them are planned at once


@dataclass(frozen=True)
class CampaignQuestion:
    """The question of a campaign: solvers, terms, repetitions and shard.

    Raises:
        CampaignError: a number that makes no sense, or that the results cannot hold.
    """

    collection: str  # where the puzzles came from, in words
    solvers: tuple[str, ...]  # as people write them, `NAME[:SETTINGS]` or `PLACE:OBJECT[:SETTINGS]`
    terms: Terms = USUAL_TERMS
    repeat: int = 1  # how often each question is asked
    isomorphs: int = 0  # of each puzzle, that are asked besides it
    seed: int = 0  # draws the order, and the isomorphs
    shard: Shard | None = None  # I of N; then every N-th of the puzzles only
    reading: str = ""  # the options that say how the puzzles were read

    def __post_init__(self) -> None:
        for name, what, least, most in (
            ("repeat", "repetitions", 1, MOST_REPETITIONS),
            ("isomorphs", "isomorphs", 0, MOST_ISOMORPHS),
            ("seed", "as the seed", -LARGEST, LARGEST),
        ):
            number = expect_whole(what, getattr(self, name), least, most, CampaignError)
            object.__setattr__(self, name, number)
        if self.shard and not 1 <= self.shard[0] <= self.shard[1] <= MOST_SHARDS:
            found = "{}/{}".format(*self.shard)
            also = f", and N up to {MOST_SHARDS:,}" if self.shard[1] > MOST_SHARDS else ""
            raise CampaignError(f"found shard {found}, expected I/N with I from 1 to N{also}")
        for name in (self.collection, *self.solvers):
            expect_text(name)


def expect_text(name: str) -> None:
    """Require a name that can be encoded in UTF-8.

    Raises:
        CampaignError: it has bytes that are no UTF-8.
    """
    try:
        name.encode()
    except UnicodeEncodeError:
        raise CampaignError(f"found the name {name!r}, expected one in UTF-8") from None
