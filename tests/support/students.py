"""A class: nine students whose solvers are bad, each in another way, and two whose are good."""

from pathlib import Path

import pytest

from accord.bench.run.sandbox import obstacle
from optional import program

TASKS = """
title = "Sudoku, week 3"
seed = 1
seconds = 1
megabytes = 300

[[task]]
name = "4x4"
public = "4x4"
hidden = "hidden.txt"
most = 2
points = 4

[[task]]
name = "6x6"
public = "6x6"
most = 1
points = 2
"""
ONE = """
title = "One puzzle"
seconds = 2
megabytes = 300

[[task]]
name = "4x4"
public = "4x4"
most = 1
points = 1
"""
HIDDEN = """\
1......3..2.4...
12....3...4.....
"""  # the second has no solution: row 1 lacks 3 and 4, and its third column has both

SOLVE = """
def solve(board):
    size = len(board)
    height = int(size**0.5)
    width = size // height
    for row in range(size):
        for column in range(size):
            if board[row][column] == 0:
                for value in range(1, size + 1):
                    if fits(board, row, column, value, height, width):
                        board[row][column] = value
                        if solve(board):
                            return board
                board[row][column] = 0
                return None
    return board


def fits(board, row, column, value, height, width):
    top, left = row // height * height, column // width * width
    box = [board[top + r][left + c] for r in range(height) for c in range(width)]
    return value not in board[row] + [line[column] for line in board] + box
"""

AWK = r"""
function fits(cell, value,    k, row, column, r, c) {
    row = int(cell / n); column = cell % n
    for (k = 0; k < n; k++) {
        if (grid[row * n + k] == value || grid[k * n + column] == value) return 0
        r = row - row % height + int(k / width); c = column - column % width + k % width
        if (grid[r * n + c] == value) return 0
    }
    return 1
}
function search(cell,    value) {
    while (cell < n * n && grid[cell] != 0) cell++
    if (cell == n * n) return 1
    for (value = 1; value <= n; value++)
        if (fits(cell, value)) {
            grid[cell] = value
            if (search(cell + 1)) return 1
            grid[cell] = 0
        }
    return 0
}
{
    n = int(sqrt(length($1)) + 0.5); height = int(sqrt(n)); width = n / height
    for (k = 0; k < n * n; k++) {
        sign = substr($1, k + 1, 1); grid[k] = sign == "." ? 0 : sign + 0
    }
    if (!search(0)) { print "none"; exit }
    line = ""; for (k = 0; k < n * n; k++) line = line grid[k]
    print line
}
"""
PROGRAM = """
command = ["awk", "-f", "{folder}/solve.awk"]
input = "puzzle"
stdin = "puzzle"
engine = "grace"
no_solution = "none"
"""
GOOD = {"ada.py": SOLVE, "grace/solve.awk": AWK, "grace/solver.toml": PROGRAM}
BAD = {
    "crash.py": "def solve(board):\n    return board[len(board)]\n",
    "loop.py": "while True:\n    pass\n",
    "memorised.py": """
ANSWERS = {
    ".2....3.2..4.4..": "3241413223141423",
    "3..1..2......4..": "3241412323141432",
    "3256..1645.....23..32..6.534......65": "325641164523516234432156653412241365",
}


def solve(board):
    size = len(board)
    text = "".join(str(value or ".") for row in board for value in row)
    if text not in ANSWERS:
        return None
    values = [int(value) for value in ANSWERS[text]]
    return [values[start : start + size] for start in range(0, size * size, size)]
""",
    "network.py": """
import socket


def solve(board):
    with socket.create_connection(("192.0.2.1", 80), timeout=1) as answers:
        return answers.recv(1000)
""",
    "signature.py": "def solve(board, size):\n    return board\n",
    "size.py": SOLVE.replace("size // height", "2"),
    "sleep.py": "import time\n\n\ndef solve(board):\n    time.sleep(60)\n",
    "spy.py": """
from pathlib import Path


def solve(board):
    found = [each for place in (Path(__file__).parent, Path(__file__).parent.parent)
             for each in place.rglob("*") if each.suffix in (".txt", ".toml", ".awk")]
    others = [each for each in Path(__file__).parent.glob("*.py") if each.name != "spy.py"]
    raise LookupError(f"{len(found)} answers and {len(others)} students found")
""",
    "unchanged.py": "def solve(board):\n    return board\n",
}


def write_class(folder: Path, *files: dict[str, str]) -> tuple[Path, Path]:
    """Write what students hand in; the folder and the file of tasks beside it."""
    for name, text in {name: text for each in files for name, text in each.items()}.items():
        file = folder / "class" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (folder / "hidden.txt").write_text(HIDDEN, encoding="utf-8")
    (folder / "tasks.toml").write_text(TASKS, encoding="utf-8")
    return folder / "class", folder / "tasks.toml"


def sandbox() -> None:
    """Skip where what students hand in cannot be isolated, with or without bubblewrap."""
    program("bwrap")
    if why := obstacle():
        pytest.skip(f"needs a sandbox: {why}")
