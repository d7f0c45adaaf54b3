"""A made-up campaign of any size: every solver has a speed of its own, every puzzle a difficulty.

Some runs are timed out, some are wrong.  Its grids are real, as the judge verifies them.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from accord.bench.campaigns.database import database
from accord.bench.campaigns.deduplicate import deduplicate, put_puzzles
from accord.bench.campaigns.folder import RecordedQuestion, write_question
from accord.bench.campaigns.parquet_parts import write_part
from accord.bench.campaigns.run import COLUMNS
from accord.bench.make.generate import blanked
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.puzzle import Instance
from accord.puzzles.sudoku.symmetry import random_symmetry

LIMIT = 10.0  # seconds
CLUES = 28
WRONG = 0.0005  # share of the runs
CLASSES = ("9x9-easy", "9x9-medium", "9x9-hard", "9x9-minimal")


def large_campaign(folder: Path, solvers: int, puzzles: int) -> None:
    """Have an empty folder hold a campaign of so many solvers and puzzles, each run once."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "runs").mkdir()
    rng = random.Random(0)
    made = [_puzzle(rng) for _ in range(puzzles)]
    with TemporaryDirectory() as scratch, database() as base:
        instances = (
            Instance(f"{CLASSES[number % len(CLASSES)]}-{number}", puzzle)
            for number, (puzzle, _) in enumerate(made)
        )
        different = deduplicate(instances, Path(scratch))
        put_puzzles(folder, different.path)
        lines = Path(scratch) / "rows.jsonl"
        with lines.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in _rows(rng, solvers, made))
        write_part(base, folder, f"FROM {base.json_lines(lines, COLUMNS)}")
    names = tuple(f"solver-{number}" for number in range(solvers))
    write_question(
        folder,
        RecordedQuestion("made-up", different.puzzles, different.digest, names, 2, LIMIT, 1, 0),
    )


def _puzzle(rng: random.Random) -> tuple[Puzzle, str]:
    """A puzzle and its solution: a form of the pattern that shifts rows by 3 and 1."""
    pattern = Grid((3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
    full = random_symmetry(shape(9), rng).grid(pattern)
    puzzle = blanked(Puzzle(shape(9), full), rng.sample(range(81), 81 - CLUES))
    return puzzle, str(full)


def _rows(
    rng: random.Random, solvers: int, puzzles: list[tuple[Puzzle, str]]
) -> Iterator[dict[str, Any]]:
    """A row for each solver and puzzle: its solution and no other, or nothing, or a wrong claim."""
    speeds = [10 ** rng.uniform(-4, -1) for _ in range(solvers)]
    for number, (puzzle, solution) in enumerate(puzzles):
        hardness = 10 ** rng.gauss(0, 0.8)
        for solver, speed in enumerate(speeds):
            time = speed * hardness * 10 ** rng.gauss(0, 0.5)
            late = time > LIMIT
            found = rng.random() >= WRONG and not late
            time = min(time, LIMIT)
            yield {
                **_SAME,
                "puzzle": puzzle.digest,
                "instance": f"{CLASSES[number % len(CLASSES)]}-{number}",
                **{name: f"{name}-{solver}" for name in ("solver", "engine", "model")},
                "outcome": "TIMEOUT" if late else "OK",
                "exhausted": not late,
                **dict.fromkeys(("count", "valid"), int(found)),
                "solutions": [solution] if found else [],
                "digest": solution if found else "",
                **dict.fromkeys(("wall_time", "cpu_time"), time),
                **dict.fromkeys(("encode_time", "decode_time"), 0.1 * time),
                "search_time": 0.8 * time,
                "nodes": int(1e5 * time),
            }


_SAME: dict[str, Any] = {
    "solver_version": "1",
    "settings": "",
    "family": "search",
    "reason": "",
    "host": "here",
}
_SAME |= {"started": "2026", "limits": "enforced", "environment": "0"}
_SAME |= {"limit": 2, "time_limit": LIMIT, "repetition": 0, "seed": 0, "isomorph": 0}
_SAME |= {"contradictory": False, "cold": False}
