"""The hardness of the puzzles that ship, recorded, and where another one stands among them.

`recorded_hardness.jsonl` is made by `make record-hardness` (tools/hardness.py).  Its first line
says with which versions, how many isomorphs and which seed; each further line is a puzzle of the
collections that has one solution, up to 16x16, with the median, the lowest and the highest of each
measure.  Techniques stand there by their names, a technique beyond all as null, and so do undecided
counts.

Puzzles are compared with those of their own size: what is harder in a larger one is mostly that it
is larger.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

from accord.bench.analysis.hardness import MEASURES, TECHNIQUE, Figure, Hardness, Measured
from accord.solvers.logic.engine.engine import TECHNIQUES

FILE = Path(__file__).with_name("recorded_hardness.jsonl")
LARGEST = 16  # the largest size that is recorded
FEWEST = 10  # recorded puzzles of a size that it makes sense to stand among


@dataclass(frozen=True)
class Rank:
    """The numbers of recorded puzzles of its size that are easier, and as hard."""

    easier: int
    alike: int
    among: int

    @property
    def share(self) -> float:
        """The share that is easier, half of those that are as hard counted with them."""
        return (self.easier + self.alike / 2) / self.among


@dataclass(frozen=True)
class Ranking(Hardness):
    """The hardness of a puzzle with its rank by each measure among those that ship."""

    ranks: dict[str, Rank]  # by measure


def ranking(found: Hardness) -> Ranking:
    """A hardness with its ranks."""
    ranks = {each: rank for each in MEASURES if (rank := rank_of(found, each)) is not None}
    return Ranking(**vars(found), ranks=ranks)


def rank_of(found: Hardness, measure: str) -> Rank | None:
    """The rank of a puzzle by one measure; None where too few are recorded."""
    others = [
        each.measured[measure].median
        for each in recorded()
        if each.size == found.size and each.digest != found.digest and measure in each.measured
    ]
    if measure not in found.measured or len(others) < FEWEST:
        return None
    own = found.measured[measure].median
    return Rank(sum(each < own for each in others), others.count(own), len(others))


@cache
def recorded() -> Sequence[Hardness]:
    """The puzzles that are recorded."""
    _, *lines = FILE.read_text(encoding="utf-8").splitlines()
    return [of_record(json.loads(line)) for line in lines]


def circumstances() -> dict[str, Any]:
    """The versions and settings with which hardness was recorded."""
    with FILE.open(encoding="utf-8") as lines:
        found: dict[str, Any] = json.loads(next(lines))
    return found


def as_record(found: Hardness) -> dict[str, Any]:
    """A puzzle as an object of JSON."""
    measured = {
        measure: [_plain(measure, figure) for figure in spread]
        for measure, spread in found.measured.items()
    }
    return {"name": found.name, "hash": found.digest, "size": found.size} | measured


def of_record(record: dict[str, Any]) -> Hardness:
    """The puzzle of such an object."""
    measured = {
        measure: Measured(*(_figure(measure, figure) for figure in figures))
        for measure, figures in record.items()
        if measure in MEASURES
    }
    return Hardness(record["name"], record["hash"], record["size"], measured, {})


def _plain(measure: str, figure: Figure) -> Any:
    """A figure in JSON: `["x_wing", 2]`, `[null, 51]` beyond all techniques, 17, null."""
    if measure != TECHNIQUE:
        return None if figure[0] == inf else figure[0]
    names = [*TECHNIQUES, None]
    return [names[int(figure[0])], figure[1]]


def _figure(measure: str, plain: Any) -> Figure:
    if measure != TECHNIQUE:
        return (inf if plain is None else plain,)
    return [*TECHNIQUES, None].index(plain[0]), plain[1]
