"""Recording speed: `python tools/record_speed.py [OPTION...]`.

Writes results/speed/kinds.json, all handwritten solvers on the kinds of 9x9 puzzles that ship, and
results/speed/growth.json, the same solvers on puzzles of growing size with one share of blanks, and
on puzzles of one size with growing shares.  Options are those of `accord speed` and go to the first
of the two, so that `--program 'NAME=COMMAND'` compares a program that takes 9x9 puzzles.  The page
docs/solvers/speed.md is made of both files.  Takes a quarter of an hour; the machine should have
nothing else to do.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

FOLDER = Path(__file__).parents[1] / "results" / "speed"
SIZES = (4, 9, 16, 25)  # of puzzles whose blanks are BLANK
BLANK = 50  # percent of the cells
SIZE = 16  # of puzzles with other shares of blanks
BLANKS = (30, 40, 45, 55, 60)  # percent of the cells
PUZZLES, SEED = 10, 1  # of each of these sets
OF_KINDS = ("--time", "1s", "--repeat", "9")
OF_GROWTH = ("--time", "200ms", "--repeat", "3")


def accord(*words: str, folder: Path | None = None) -> str:
    """The standard output of a command of accord; its progress goes on to the terminal."""
    command = [sys.executable, "-m", "accord", *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=folder, check=True)
    return done.stdout


def make(folder: Path) -> list[str]:
    """Write the sets that grow into a folder; returns the names of the files."""
    names = []
    for size, blank in (*((each, BLANK) for each in SIZES), *((SIZE, each) for each in BLANKS)):
        clues = round(size**2 * (100 - blank) / 100)
        asked = ("--size", str(size), "--clues", str(clues), "--count", str(PUZZLES))
        names.append(name := f"{size}x{size}, {blank} % blank")
        text = accord("generate", *asked, "--seed", str(SEED))
        (folder / name).write_text(text, encoding="utf-8")
    return names


def main(options: Sequence[str]) -> None:
    """Measure, and write both files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    print(accord("speed", *OF_KINDS, *options, "-o", str(FOLDER / "kinds.json")))
    with TemporaryDirectory() as folder:
        names = make(Path(folder))
        output = ("-o", str(FOLDER / "growth.json"))
        print(accord("speed", *names, *OF_GROWTH, *output, folder=Path(folder)))


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    main(sys.argv[1:])
