"""What reports of large campaigns cost: `python tools/report_cost.py SOLVERS PUZZLES`.

The campaign is made up: every solver has a speed of its own, every puzzle a difficulty; some runs
are timed out, some are wrong.  Its grids are real, as the judge verifies them.  Prints the time to
make the report and how much of it is reading and judging, the memory, the size of the page, and
the time until it is ready and until all is drawn.  Measured: docs/explanation/measuring.md.
"""

import json
import random
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from accord.bench.campaigns.database import database
from accord.bench.campaigns.deduplicate import deduplicate, put_puzzles
from accord.bench.campaigns.folder import Asked, write_question
from accord.bench.campaigns.parts import write_part
from accord.bench.campaigns.run import COLUMNS
from accord.bench.generation.generate import blanked
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.instance import Instance
from accord.puzzles.sudoku.symmetry import drawn
from accord.views.report.page import page
from accord.views.report.report_data import report_data

LIMIT = 10.0  # seconds
CLUES = 28
WRONG = 0.0005  # share of the runs
CLASSES = ("9x9-easy", "9x9-medium", "9x9-hard", "9x9-minimal")


def campaign(folder: Path, solvers: int, puzzles: int) -> None:
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
        folder, Asked("made-up", different.puzzles, different.digest, names, 2, LIMIT, 1, 0)
    )


def _puzzle(rng: random.Random) -> tuple[Puzzle, str]:
    """A puzzle and its solution: a form of the pattern that shifts rows by 3 and 1."""
    pattern = Grid((3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
    full = drawn(shape(9), rng).grid(pattern)
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


def opening(file: Path, chromium: str = "/usr/bin/chromium") -> dict[str, float]:
    """Seconds from navigation until a page is ready, and until every figure is drawn."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": 1280, "height": 900})
        tab.goto(file.absolute().as_uri())
        tab.wait_for_selector("html[data-drawn]", state="attached", timeout=120_000)
        times = tab.evaluate("({...document.documentElement.dataset})")
        browser.close()
    return {what: int(times[what]) / 1000 for what in ("ready", "drawn")}


def _measure(solvers: int, puzzles: int) -> Iterator[str]:
    """The figures, one sentence each."""
    with TemporaryDirectory() as scratch:
        folder, path = Path(scratch) / "campaign", Path(scratch) / "report.html"
        campaign(folder, solvers, puzzles)
        began = perf_counter()
        made = report_data(folder)
        read = perf_counter()
        path.write_text(page(made), encoding="utf-8")
        ended = perf_counter()
        usage = resource.getrusage(resource.RUSAGE_SELF)
        yield f"{solvers} x {puzzles}: {ended - began:.1f} s, of these {read - began:.1f} s to read"
        yield f"CPU with making up the campaign: {usage.ru_utime + usage.ru_stime:.1f} s"
        yield f"memory at most: {usage.ru_maxrss / 1024:.0f} MB"
        yield f"size: {path.stat().st_size / 1e6:.2f} MB"
        for _ in range(3):
            yield "opens: " + ", ".join(
                f"{what} {time:.2f} s" for what, time in opening(path).items()
            )


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    for sentence in _measure(*map(int, sys.argv[1:3])):
        print(sentence)
