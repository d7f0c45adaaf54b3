"""The kinds of puzzles on boards that can be generated, by name, and their sizes."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from accord.bench.generation.boards.caged import kenken_draft, killer_draft
from accord.bench.generation.boards.draft import Draft
from accord.bench.generation.boards.filled import binairo_draft, hidato_draft
from accord.bench.generation.boards.kakuro import kakuro_draft
from accord.bench.generation.boards.latin import (
    futoshiki_draft,
    kropki_draft,
    skyscrapers_draft,
)


class Kind(NamedTuple):
    """How puzzles of a kind begin."""

    draft: Callable[[int, Random], Draft]
    sizes: Sequence[int]
    usual: int


KINDS: Mapping[str, Kind] = {
    "binairo": Kind(binairo_draft, (4, 6, 8, 10), 8),
    "futoshiki": Kind(futoshiki_draft, range(3, 10), 5),
    "hidato": Kind(hidato_draft, range(3, 8), 5),
    "kakuro": Kind(kakuro_draft, range(4, 11), 6),
    "kenken": Kind(kenken_draft, range(3, 8), 5),
    "killer": Kind(killer_draft, (4, 6, 8, 9), 6),
    "kropki": Kind(kropki_draft, range(3, 8), 5),
    "skyscrapers": Kind(skyscrapers_draft, range(3, 8), 5),
}
