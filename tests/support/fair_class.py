"""A class whose solvers are treated fairly: each has something that is not to cost him points."""

import json
import subprocess
from pathlib import Path

import students

C = r"""
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static int grid[256], n, h, w;
__attribute__((constructor)) static void start(void) { usleep(200000); }
static int fits(int cell, int value) {
    int row = cell / n, column = cell % n;
    for (int k = 0; k < n; k++) {
        int r = row - row % h + k / w, c = column - column % w + k % w;
        if (grid[row * n + k] == value || grid[k * n + column] == value) return 0;
        if (grid[r * n + c] == value) return 0;
    }
    return 1;
}
static int search(int cell) {
    while (cell < n * n && grid[cell]) cell++;
    if (cell == n * n) return 1;
    for (int value = 1; value <= n; value++) {
        if (!fits(cell, value)) continue;
        grid[cell] = value;
        if (search(cell + 1)) return 1;
        grid[cell] = 0;
    }
    return 0;
}
int main(void) {
    char line[300];
    if (scanf("%299s", line) != 1) return 1;
    for (n = 1; n * n < (int)strlen(line); n++);
    for (h = n; h * h > n || n % h; h--);
    w = n / h;
    for (int k = 0; k < n * n; k++) grid[k] = line[k] == '.' ? 0 : line[k] - '0';
    if (search(0)) for (int k = 0; k < n * n; k++) putchar('0' + grid[k]);
    else puts("none");
}
"""
LINES = 'input = "puzzle"\nstdin = "puzzle"\nengine = "own"\nno_solution = "none"\n'
SEARCH, FITS = students.SOLVE.split("\n\n\ndef fits")
BOTH = """
from itertools import permutations


def solve(asked):
    if isinstance(asked, list):
        return search(asked)
    weights = {term[2]: term[1] for term in asked["objective"]["terms"][0][1:]}
    orders = [dict(zip(asked["variables"], order)) for order in permutations(range(4))]
    return max(orders, key=lambda each: sum(weights[name] * each[name] for name in each))
"""
CELLS = [["%matplotlib inline\n", "import math\n", "!pip list\n"], students.SOLVE.splitlines(True)]
NOTEBOOK = {"cells": [{"cell_type": "code", "source": each} for each in CELLS]}
CLASS = {
    "anna/solve.py": f"from helper import fits\n{SEARCH}\n",
    "anna/helper.py": f"def fits{FITS}",
    "anna/__pycache__/solve.pyc": "",
    "bob.py": "def solve(board):\n    print('I looked')\n    print('\\x1b[2Jnothing found')\n",
    "carl/solve.c": C,
    "carl/carl.toml": f'command = ["./solve"]\n{LINES}',
    "nina.ipynb": json.dumps(NOTEBOOK),
    "olga.py": students.SOLVE.replace("solve(board)", "search(board)") + BOTH,
    "pia.py": f"import numpy as np\n\nassert np.arange(3).sum() == 3\n{students.SOLVE}",
    "quin.py": f"import pandas\n{students.SOLVE}",
    "rob.py": f"import nowhere\n{students.SOLVE}",
    "sue/sue.toml": f'command = ["/opt/own/python", "solve.py"]\n{LINES}',
    "tom/tom.toml": f'command = ["./solve"]\n{LINES}',
    "tom/solve": "#!/opt/own/python\nprint('none')\n",
    "uwe/uwe.toml": f'command = ["./solve"]\n{LINES}',
    "uwe/solve": "#!/bin/sh\necho thinking\necho 'so hard' >&2\n",
    "README.md": "",
    ".hidden": "",
    "__pycache__/ada.pyc": "",
}
TASKS = """
title = "Solvers, week 4"
seed = 1
seconds = 2
slow = 50
packages = ["numpy"]
notebooks = true

[[task]]
name = "sudoku"
public = "4x4"
most = 2
points = 4

[[task]]
name = "best"
public = "best.json"
points = 2
"""
TERMS = [["mul", weight, f"x[{weight - 1}]"] for weight in range(1, 5)]
BEST = {
    "variables": {f"x[{place}]": "0..3" for place in range(4)},
    "constraints": [{"kind": "all-different", "scope": [f"x[{place}]" for place in range(4)]}],
    "objective": {"sense": "maximize", "measure": "sum", "terms": [["add", *TERMS]]},
}


def write_fair_class(folder: Path) -> tuple[Path, Path]:
    """Write the class, its programs compiled, and the tasks; the first and the last."""
    handed_in, tasks = students.write_class(folder, CLASS)
    tasks.write_text(TASKS, encoding="utf-8")
    (folder / "best.json").write_text(json.dumps(BEST), encoding="utf-8")
    for name in ("tom", "uwe"):
        (handed_in / name / "solve").chmod(0o755)
    own = handed_in / "carl"
    subprocess.run(["cc", "-O1", "-o", str(own / "solve"), str(own / "solve.c")], check=True)
    return handed_in, tasks
