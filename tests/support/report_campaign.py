"""A small campaign with all that reports show: wrong answers, time-outs, isomorphs, odd names."""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from accord.bench.campaigns.deduplicate import deduplicate, put_puzzles
from accord.bench.campaigns.folder import RecordedQuestion, write_environment, write_question
from accord.bench.campaigns.run import Run
from accord.bench.run.environment import environment_hash
from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.puzzle import Instance
from stored_rows import FOUR, LATE, A, some_run, written

IMAGE = "<img src=x onerror=alert(1)>"
FACTS = {"cpu": f"Brain {IMAGE}", "cores": 2, "memory": 2**33, "commit": "abc+"}
FACTS |= {"packages": {"accord": "0.1", IMAGE: "1"}}
SCRIPT = "</script><script>document.title = 'owned'</script>"
SOLVERS = ("quick", "slow", "faulty", IMAGE)
LIMIT = 10.0
REGIONS = (0, 0, 1, 1, 0, 2, 1, 1, 0, 2, 3, 3, 2, 2, 3, 3)
JIGSAW_SOLUTION = Grid.parse("1234341241232341")
NINE = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@dataclass(frozen=True)
class Asked4:
    """An instance with its solution."""

    name: str
    puzzle: Puzzle
    solution: Grid


def instances() -> list[Asked4]:
    """A jigsaw, a Sudoku, small ones, and one whose name is a script."""
    jigsaw = Puzzle(shape(4, regions=REGIONS), Grid.parse("1234341241......"))
    nine = Puzzle(shape(9), Grid.parse("." * 9 + NINE[9:]))
    few = Puzzle(shape(4), Grid.parse("1.34341221434321"))
    return [
        Asked4("jigsaw-1", jigsaw, JIGSAW_SOLUTION),
        Asked4("nine-1", nine, Grid.parse(NINE)),
        Asked4("four-1", FOUR[0], A),
        Asked4(SCRIPT, few, A),
    ]


def campaign(folder: Path, *, isomorphs: int = 1, mute: str = "") -> Path:
    """Have a folder hold the campaign, in which `mute` reports no counter; returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    asked = instances()
    with TemporaryDirectory() as scratch:
        found = deduplicate((Instance(each.name, each.puzzle) for each in asked), Path(scratch))
        put_puzzles(folder, found.path)
        names = (found.puzzles, found.digest, SOLVERS)
    question = RecordedQuestion(
        "it's; echo 'x'", *names, 2, LIMIT, 1, 7, memory_limit=3 << 29, cpu_limit=0.5
    )
    write_question(folder, question)
    write_environment(folder, FACTS)
    written(folder, *(run for each in asked for run in _runs(each, isomorphs, mute)))
    return folder


def _runs(asked: Asked4, isomorphs: int, mute: str) -> list[Run]:
    common: dict[str, Any] = {
        "instance": asked.name,
        "environment": environment_hash(FACTS),
        "time_limit": LIMIT,
    }
    common |= {"encode_time": 0.1, "search_time": 0.3, "decode_time": 0.05, "nodes": 12}
    common |= {"conflicts": 3}
    answer = {"solutions": (asked.solution,), "digest": str(asked.solution)}
    late = LATE | dict.fromkeys(("nodes", "conflicts", "encode_time", "search_time"))
    none = {"count": 0, "valid": 0, "solutions": (), "digest": ""}
    first = asked.name == "jigsaw-1"
    rows = [
        *({"solver": "quick", "isomorph": n, "wall_time": 0.5 + n} for n in range(isomorphs + 1)),
        {"solver": "slow", "wall_time": 5.0, **(late if first else {})},
        {"solver": "faulty", **(none if asked.name == "nine-1" else {})},
        {"solver": IMAGE, "wall_time": 0.01},
    ]
    nothing = {"nodes": None, "conflicts": None}
    return [
        some_run(asked.puzzle, **common | answer | dict.fromkeys(_WHO, str(row["solver"])) | row)
        for row in (row | (nothing if row["solver"] == mute else {}) for row in rows)
    ]


_WHO = ("engine", "model")
