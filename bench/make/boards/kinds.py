"""The kinds of puzzles on boards that can be generated, by name, and their sizes."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from accord.bench.make.boards.caged import kenken_draft, killer_draft
from accord.bench.make.boards.draft import BoardDraft
from accord.bench.make.boards.filled import binairo_draft, hidato_draft
from accord.bench.make.boards.kakuro import kakuro_draft
from accord.bench.make.boards.latin import (
    futoshiki_draft,
    kropki_draft,
    skyscrapers_draft,
)
from accord.bench.make.boards.nonogram import nonogram_draft
from accord.bench.make.boards.variants import (
    anti_knight_draft,
    arrows_draft,
    non_consecutive_draft,
    thermometers_draft,
)


class BoardKind(NamedTuple):
    """A kind of board: its first draft, the possible sizes, the usual one."""

    draft: Callable[[int, Random], BoardDraft]
    sizes: Sequence[int]
    usual: int


KINDS: Mapping[str, BoardKind] = {
    "anti-knight": BoardKind(anti_knight_draft, (6, 9), 9),
    "arrows": BoardKind(arrows_draft, (4, 6, 8, 9), 6),
    "binairo": BoardKind(binairo_draft, (4, 6, 8, 10), 8),
    "futoshiki": BoardKind(futoshiki_draft, range(3, 10), 5),
    "hidato": BoardKind(hidato_draft, range(3, 8), 5),
    "kakuro": BoardKind(kakuro_draft, range(4, 11), 6),
    "kenken": BoardKind(kenken_draft, range(3, 8), 5),
    "killer": BoardKind(killer_draft, (4, 6, 8, 9), 6),
    "kropki": BoardKind(kropki_draft, range(3, 8), 5),
    "non-consecutive": BoardKind(non_consecutive_draft, (6, 9), 6),
    "nonogram": BoardKind(nonogram_draft, range(4, 21), 10),
    "skyscrapers": BoardKind(skyscrapers_draft, range(3, 8), 5),
    "thermometers": BoardKind(thermometers_draft, (4, 6, 8, 9), 6),
}
