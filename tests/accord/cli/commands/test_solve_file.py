"""Files of many puzzles: read in blocks, asked as arrays, and answered as one by one."""

import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.bench.run.declare import declare
from accord.bench.run.supervisor import Worker
from accord.cli.commands import Ending
from accord.cli.commands.solve import command
from accord.puzzles.batch import Batch
from accord.puzzles.files.read_lines import batches, begins_lines, blocks, lines_of
from accord.puzzles.files.texts import read_many
from accord.puzzles.formats.draft import Variant
from accord.puzzles.grid import SYMBOLS, Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError, Shape
from accord.solvers.answer import answer
from accord.solvers.interface import UNDECIDED, Answers, Many, Within
from accord.solvers.registry import available, backends
from command_line import started
from puzzle_facts import puzzle_of

if TYPE_CHECKING:
    from accord.solvers.interface import Grids

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NONE = "11" + "." * 79
SIX = "1.....2...3.....4...5....6....1....."
SIXTEEN = "1" + "." * 254 + "G"
FOUR_SOLUTIONS = "534..89126721953..198342567859..14234268537917139248569615372..287419635345286179"
LINES = [
    UNIQUE,
    OTHER,
    NONE,
    "." * 81,
    UNIQUE.replace(".", "0"),
    UNIQUE.replace(".", "X"),
    f"  {UNIQUE}\t",
    f"{UNIQUE} # a comment",
    f"{OTHER}#",
    "# a comment",
    "# \u00fcber",
    "",
    "   ",
    SIX,
    SIXTEEN,
    "123456789" * 81,
    "12345678." + "." * 720,
    "{159}" + "." * 80,
    " ".join(UNIQUE),
    "1,2,3",
    UNIQUE[:-1],
    UNIQUE[:-1] + "A",
    f"{UNIQUE[:40]} {UNIQUE[41:]}",
    "\u00fc" * 81,
]
TAKERS = sorted(name for name, backend in available().items() if backend.many)
PATIENCE = 200.0  # seconds a loaded machine may take for what takes two


def together(text: bytes, size: int, variant: Variant) -> Iterator[Puzzle]:
    """The puzzles of a file that is read in blocks."""
    on_lines, found = begins_lines(blocks(BytesIO(text).read, size))
    assert on_lines
    for part in batches(found, variant):
        yield from map(part.puzzle, range(len(part))) if isinstance(part, Batch) else [part]


def one_by_one(text: bytes, variant: Variant) -> Iterator[Puzzle]:
    """The puzzles of a file that is read line by line."""
    lines = TextIOWrapper(BytesIO(text), encoding="utf-8-sig", newline="")
    yield from (puzzle_of(each) for each in read_many(lines, variant))


def said(puzzles: Iterator[Puzzle]) -> list[Puzzle | str]:
    """The puzzles up to an error, and that."""
    found: list[Puzzle | str] = []
    try:
        for puzzle in puzzles:
            found.append(puzzle)  # noqa: PERF402  (what came before an error counts)
    except MalformedPuzzleError as error:
        found.append(str(error))
    return found


@given(
    st.lists(st.tuples(st.sampled_from(LINES), st.sampled_from(["\n", "\r\n", "\r"])), max_size=30),
    st.integers(1, 3000),
    st.sampled_from([Variant(), Variant(rules=frozenset({"diagonals"})), Variant(box=(3, 2))]),
    st.booleans(),
)
def test_blocks_hold_what_the_lines_say_and_complain_in_the_same_words(
    lines: list[tuple[str, str]], size: int, variant: Variant, marked: bool
) -> None:
    text = "".join(line + end for line, end in [("#", "\n"), (UNIQUE, "\r\n"), *lines])
    data = (b"\xef\xbb\xbf" if marked else b"") + text.removesuffix("\n").encode()
    assert said(together(data, size, variant)) == said(one_by_one(data, variant))


@pytest.mark.parametrize("first", ["1...", '{"puzzle": "1..."}', "puzzle,solution", "1 2 3", ""])
def test_other_files_are_read_line_by_line(first: str) -> None:
    text = f"\ufeff# a comment\r\n\r{first}\r\nand so on\n"
    on_lines, found = begins_lines(blocks(BytesIO(text.encode()).read, 7))
    assert not on_lines
    expected = TextIOWrapper(BytesIO(text.encode()), encoding="utf-8-sig", newline="")
    assert list(lines_of(found)) == list(expected)


def test_a_block_is_read_when_the_one_before_it_is_used_up() -> None:
    read: list[int] = []

    def endless(size: int) -> bytes:
        read.append(size)
        return f"{UNIQUE}\n{OTHER}\n".encode()

    on_lines, found = begins_lines(blocks(endless))
    assert on_lines
    parts = batches(found, Variant())
    for number in range(1, 10):
        part = next(parts)
        assert isinstance(part, Batch)
        assert len(part) == 2
        assert len(read) == number


SIX_FULL = "".join(["123456", "456123", "231564", "564231", "312645", "645312"])  # boxes of 2 x 3
SIX_TALL = "".join(["123456", "345612", "561234", "214365", "436521", "652143"])  # boxes of 3 x 2
SIXTEEN_FULL = "".join(
    SYMBOLS[(4 * (row % 4) + row // 4 + column) % 16 + 1]
    for row in range(16)
    for column in range(16)
)


def blanked(grid: str, every: int) -> str:
    """A grid with a cell in so many left blank: few enough that it stays the only solution."""
    return "".join("." if cell % every == 0 else value for cell, value in enumerate(grid))


FILES = {
    "mixed": (f"# two\n{UNIQUE}\r\n\n{OTHER} # named\n{NONE}\n{NONE}\n{UNIQUE}", []),
    "an error": (f"{UNIQUE}\n{NONE}\n{OTHER}\n{UNIQUE[:-1]}Q\n{UNIQUE}\n", []),
    "two sizes": (f"{UNIQUE}\n{blanked(SIX_FULL, 7)}\n{OTHER}\n", []),
    "no square": (f"{UNIQUE}\n{OTHER}\n{UNIQUE[:-1]}\n{OTHER}\n", []),
    "candidates": (f"{UNIQUE}\n{UNIQUE.replace('.', '{123456789}')}\n{OTHER}\n", []),
    "letters": (f"{blanked(SIXTEEN_FULL, 19)}\n{blanked(SIXTEEN_FULL, 23)}\n", []),
    "a box": (f"{blanked(SIX_TALL, 7)}\n{blanked(SIX_FULL, 7)}\n", ["--box", "3x2"]),
    "no such box": (f"{blanked(SIX_TALL, 7)}\n{UNIQUE}\n", ["--box", "3x2"]),
    "rules": (f"{UNIQUE}\n{OTHER}\n", ["--rules", "diagonals"]),
    "one puzzle": (f"{UNIQUE}\n", []),
    "one line": (f"{UNIQUE}\n", ["--format", "line"]),
    "grids": (f"{UNIQUE}\n{OTHER}\n", ["--format", "rows"]),
    "no lines": (f"\n{UNIQUE[:27]}\n{UNIQUE[27:54]}\n{UNIQUE[54:]}\n", []),
    "nothing": ("# nothing\n", []),
    "no text": (f"{UNIQUE}\n{OTHER}\n# \udcff\n", []),
}


class Said(NamedTuple):
    """What the command printed, and how it ended."""

    out: bytes
    err: str  # without the rate and the note on compiling
    error: str
    code: int


def solve(capture: pytest.CaptureFixture[bytes], *arguments: str | Path) -> Said:
    error, code = "", 0
    try:
        command.main([*map(str, arguments)], standalone_mode=False)
    except Ending as ending:
        error, code = ending.message, ending.code
    except (MalformedPuzzleError, click.UsageError) as wrong:
        error = str(wrong)
    out, err = capture.readouterr()
    lines = err.decode().splitlines()
    kept = (
        line
        for line in lines
        if not re.search("per second|compiling the search kernels|solving with", line)
    )
    return Said(out, "\n".join(kept), error, code)


def solve_alone(capture: pytest.CaptureFixture[bytes], *arguments: str | Path) -> Said:
    """The same, with each puzzle asked by itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("accord.cli.commands.solve.bulk_solver", lambda *_: None)
        return solve(capture, *arguments)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("solver", TAKERS)
def test_many_at_once_print_the_same_as_one_by_one(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], solver: str, name: str
) -> None:
    text, options = FILES[name]
    file = tmp_path / "puzzles.txt"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    fast = solve(capsysbinary, "--file", file, "-s", solver, *options)
    careful = solve(capsysbinary, "--file", file, *options)
    assert fast.out or name in ("no such box", "nothing", "no text")
    if name == "no text":  # the bytes are counted from another place
        assert fast.error.startswith(careful.error.partition("position")[0])
    else:
        assert fast == careful


@pytest.mark.parametrize("solver", TAKERS)
def test_of_several_solutions_the_one_printed_is_the_one_that_the_solver_finds_first(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], solver: str
) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{UNIQUE}\n{'.' * 81}\n{blanked(OTHER, 2)}\n")
    asked = ("--file", file, "-s", solver)
    assert solve(capsysbinary, *asked) == solve_alone(capsysbinary, *asked)


@pytest.mark.parametrize("limit", ["2", "3", "all"])
@pytest.mark.parametrize("solver", TAKERS)
def test_who_wants_more_solutions_gets_those_of_one_by_one(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], solver: str, limit: str
) -> None:
    few = f"{blanked(OTHER, 2)}\n" if limit != "all" else ""  # it has many
    file = tmp_path / "puzzles.txt"
    lines = [
        FOUR_SOLUTIONS,
        UNIQUE,
        NONE,
        FOUR_SOLUTIONS,
        FOUR_SOLUTIONS,
        UNIQUE,
        blanked(SIX_FULL, 7),
        NONE,
        FOUR_SOLUTIONS,
    ]
    file.write_text("\n".join(lines) + f"\n{few}")
    asked = ("--file", file, "-s", solver, "-n", limit)
    together, alone = solve(capsysbinary, *asked), solve_alone(capsysbinary, *asked)
    assert together == alone
    assert solve(capsysbinary, *asked, "-t", "1h") == alone
    assert together.code == 0
    assert together.out.count(b"\n") > len(lines)


def test_with_a_time_limit_only_puzzles_that_might_exceed_it_are_asked_alone(
    tmp_path: Path,
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
    named: Callable[..., str],
) -> None:
    alone: list[Puzzle] = []
    ask = Worker.ask

    def noted(worker: Worker, puzzle: Puzzle, *rest: Any) -> Any:
        alone.append(puzzle)
        return ask(worker, puzzle, *rest)

    def hesitates(
        shape: Shape, givens: "Grids", limit: int | None, threads: int, seconds: float
    ) -> Answers:
        asked.append((limit, threads, seconds))
        answers = by_brute_force(shape, givens, limit, threads)
        undecided = (givens > 0).sum(axis=1) < seconds  # what has fewer givens takes longer
        answers.counts[undecided] = UNDECIDED
        return answers

    asked: list[tuple[int | None, int, float]] = []
    monkeypatch.setattr(Worker, "ask", noted)
    monkeypatch.setattr(
        "accord.cli.commands.solve.declare", lambda _, **limits: declare("backtracking-mrv")
    )
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{UNIQUE}\n{NONE}\n{FOUR_SOLUTIONS}\n{OTHER}\n")
    solver = named(by_brute_force, hesitates)
    said = solve(capsysbinary, "--file", file, "-s", solver, "-t", "31s", "--threads", "2")
    assert [sum(map(bool, puzzle.givens)) for puzzle in alone] == [30, 2]
    assert asked[-1] == (1, 2, 31.0)
    assert said == solve_alone(capsysbinary, "--file", file, "-s", solver)


def test_a_solver_that_takes_no_time_limits_is_asked_one_by_one(
    tmp_path: Path,
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
    named: Callable[..., str],
) -> None:
    monkeypatch.setattr(
        "accord.cli.commands.solve.declare", lambda _, **limits: declare("backtracking-mrv")
    )
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{UNIQUE}\n{NONE}\n")
    asked = ("--file", file, "-s", named(crashes))
    assert solve(capsysbinary, *asked, "-t", "100s").out.decode() == f"{SOLUTION}\nNo Solutions\n"
    refused = solve(capsysbinary, *asked, "-t", "100s", "--threads", "2")
    assert refused.error.startswith("found --threads 2, expected 1: many is asked one")


def by_brute_force(shape: Shape, givens: "Grids", limit: int | None, threads: int) -> Answers:
    """The answers of a simple solver, asked one by one."""
    found = [
        answer(backends()["backtracking-mrv"], Puzzle(shape, Grid(row.tolist())), limit=limit)
        for row in givens
    ]
    solutions = [each.solutions[0] if each.solutions else [0] * givens.shape[1] for each in found]
    counts = np.array([len(each.solutions) for each in found])
    return Answers(np.array(solutions, np.uint8), counts, np.zeros(len(givens), np.int64))


def test_two_solutions_are_wrong_where_the_first_one_is(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], named: Callable[[Many], str]
) -> None:
    def lies_twice(shape: Shape, givens: "Grids", limit: int | None, threads: int) -> Answers:
        answers = lies(shape, givens, limit, threads)
        return replace(answers, counts=2 * answers.counts)

    file = tmp_path / "puzzles.txt"
    file.write_text(f"{OTHER}\n{NONE}\n")
    said = solve(capsysbinary, "--file", file, "-s", named(lies_twice), "-n", "2")
    assert (said.out, said.code) == (b"", 1)
    assert [line.partition(":")[0] for line in said.err.splitlines()] == ["puzzles#1", "puzzles#2"]


def lies(shape: Shape, givens: "Grids", limit: int | None, threads: int) -> Answers:
    """Claims one solution of all puzzles, and none of an empty one; changes what it is given."""
    givens[:] = [int(value) for value in SOLUTION]
    counts = np.where(givens.any(axis=1), 1, 0)
    return Answers(givens, counts, np.zeros(len(givens), np.int64))


def crashes(shape: Shape, givens: "Grids", limit: int | None, threads: int) -> Answers:
    raise RuntimeError(f"out of order on {threads} threads")


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Gives a backend with these `many` and `within` a name."""

    def name(many: Many, within: Within | None = None) -> str:
        backend = replace(backends()["backtracking-mrv"], many=many, within=within)
        monkeypatch.setitem(backends().others, "many", backend)
        return "many"

    return name


def test_a_wrong_grid_is_refuted_and_not_printed(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], named: Callable[[Many], str]
) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{UNIQUE}\n{OTHER}\n{UNIQUE}\n{NONE}\n")
    said = solve(capsysbinary, "--file", file, "-s", named(lies))
    assert said.out.decode() == f"{SOLUTION}\n" * 2
    assert said.code == 1
    first, second = said.err.splitlines()
    assert first.startswith(f"puzzles#2: REFUTED many: yields {SOLUTION}, which is no solution: ")
    assert "r1c3 holds 4, but 3 is given" in first
    assert second.startswith("puzzles#4: REFUTED many: ")


def test_a_solver_that_fails_is_named_with_the_puzzles(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], named: Callable[[Many], str]
) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{UNIQUE}\n{OTHER}\n")
    said = solve(capsysbinary, "--file", file, "-s", named(crashes), "--threads", "2")
    assert said.code == 1
    expected = "puzzles#1 and 1 more: ERROR many: RuntimeError: out of order on 2 threads"
    assert said.error == expected


def test_threads_are_for_solvers_that_take_arrays(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    said = solve(capsysbinary, "--file", "tour", "--threads", "2")
    assert said.error.startswith("found --threads 2, expected 1: backtracking-mrv is asked one")


def test_the_rate_is_printed_of_files_only(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{UNIQUE}\n{OTHER}\n")
    for arguments, expected in (
        ((UNIQUE,), ""),
        (("--file", str(file)), "2 puzzles, N per second"),
    ):
        command.main([*arguments], standalone_mode=False)
        printed = capsysbinary.readouterr().err.decode().strip()
        assert re.sub(r", [0-9,.e+]+ per", ", N per", printed) == expected


def test_answers_come_before_the_next_puzzles_and_ctrl_c_ends_it() -> None:
    with started("solve", "--file", "-", "-s", "backtracking-bitset", bufsize=0) as child:
        give_up = threading.Timer(PATIENCE, child.kill)
        give_up.start()
        for _ in range(3):
            child.stdin.write(f"{UNIQUE}\n{NONE}\n".encode())
            assert child.stdout.readline().decode() == f"{SOLUTION}\n"
            assert child.stdout.readline() == b"No Solutions\n"
        child.send_signal(signal.SIGINT)
        assert child.wait() == 130
        give_up.cancel()
        assert child.stderr.read().splitlines()[-1] == b"accord: interrupted"


def test_ctrl_c_ends_the_program_while_a_solver_works() -> None:
    code = (
        "import ctypes, sys; from accord.cli.bulk_solving import interruptible\n"
        "def work():\n"
        "    print('working', flush=True)\n"
        "    ctypes.CDLL(None).usleep(10**9)\n"
        "try:\n"
        "    interruptible(work)\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(130)\n"
    )
    with started(command=(sys.executable, "-c", code)) as child:
        assert child.stdout.readline() == b"working\n"
        give_up = threading.Timer(PATIENCE, child.kill)
        give_up.start()
        child.send_signal(signal.SIGINT)
        assert child.wait() == 130
        give_up.cancel()
