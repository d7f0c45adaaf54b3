"""Boards with one thing to find, for each technique, and exactly what it finds there.

They stand in technique_boards.toml.  Most are described by what a pattern needs and nothing else
(`boards.described`), so that a reason that names anything else is false.  Boards in text are from
generated puzzles (accord.bench.make.generate), as far as singles, sets and intersections go.
"""

import tomllib
from collections import defaultdict
from pathlib import Path

from accord.solvers.logic.engine.boards import Board
from boards import described

_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

# What a technique finds on boards: the values placed and the candidates removed (`boards.said`).
FOUND: dict[str, list[tuple[Board, list[str]]]] = defaultdict(list)
for _each in _TABLES["found"]:
    FOUND[_each["by"]].append((described(_each["board"]), _each["expected"]))

# What is said of the first deduction on the first board of some techniques.
SENTENCES: dict[str, str] = {
    each["by"]: each["sentence"] for each in _TABLES["found"] if "sentence" in each
}

# Boards on which a technique finds nothing, and what is in the way.
NOTHING = [(each["by"], each["why"], described(each["board"])) for each in _TABLES["nothing"]]

SEED_295 = FOUND["bug"][0][0]
