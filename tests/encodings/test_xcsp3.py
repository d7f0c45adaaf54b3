"""XCSP3 instances mean the puzzle to another reader of the format, and what solvers print is read.

The reader is PyCSP3's parser with CPMpy and OR-Tools behind it.  It runs in a process of its own,
since PyCSP3 looks at the command line when it is imported and may write files when Python ends.
"""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest

from accord.bench.judging.conformance import EVERY_4X4, SMALL_CASES, USUAL_CASES
from accord.encodings.model import ModelError, UnsatisfiableError
from accord.encodings.registry import encoding
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import Shape, shape
from optional import library, program

library("cpmpy")
if find_spec("pycsp3") is None:
    library("pycsp3")  # says so, and is not imported otherwise

VALUES = "1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1"
GRID = Grid.parse("1234341221434321")

# Reads a list of instances, prints all solutions of each: values by the names of variables.


def blank(figure: Shape) -> Puzzle:
    return Puzzle(figure, Grid([0] * figure.size**2))


def competing(solver: str) -> list[str]:
    """How a solver of the XCSP competitions is called; two of them are in PyCSP3's wheel."""
    if solver == "CPMpy":
        return [sys.executable, "-m", "cpmpy.tools.xcsp3.xcsp3_cpmpy", "-c", "1"]
    package = find_spec("pycsp3")
    assert package
    assert package.origin
    (jar,) = Path(package.origin).parent.glob(f"solvers/{solver.lower()}/*.jar")
    if solver == "ACE":
        return [program("java"), "-jar", str(jar)]
    return [program("java"), "-cp", str(jar), "org.chocosolver.parser.xcsp.ChocoXCSP"]


@pytest.mark.parametrize(
    ("solver", "name", "case"),
    [
        ("CPMpy", "xcsp3", "one solution, 9x9"),
        ("CPMpy", "xcsp3+disequalities", "an empty domain"),
        ("ACE", "xcsp3", "one solution, 9x9"),
        ("ACE", "xcsp3+disequalities", "one solution, 9x9"),
        ("ACE", "xcsp3", "an empty domain"),
        ("Choco", "xcsp3", "tall boxes"),
        ("Choco", "xcsp3+disequalities", "a jigsaw no grid fits"),
    ],
)
def test_reads_what_competing_solvers_print(
    solver: str, name: str, case: str, tmp_path: Path
) -> None:
    puzzle, count = next((c.puzzle, c.count) for c in SMALL_CASES + USUAL_CASES if c.name == case)
    file = tmp_path / "instance.xml"
    file.write_text("".join(encoding(name).write(puzzle, True)), encoding="utf-8")
    command = [*competing(solver), str(file)]
    printed = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=tmp_path, timeout=60
    ).stdout
    if count:
        assert not list(puzzle.violations(encoding(name).read(puzzle, printed)))
    else:
        with pytest.raises(UnsatisfiableError, match="there is no solution"):
            encoding(name).read(puzzle, printed)


INSTANCE = """\
<instance format="XCSP3" type="CSP">
  <!-- A puzzle of 4 x 4 cells, each with a value from 1 to 4. -->
  <variables>
    <!-- x[0][0] is row 1, column 1 -->
    <array id="x" size="[4][4]">
      <domain for="x[0][0] x[0][2]"> 1 3 </domain>
      <domain for="others"> 1..4 </domain>
    </array>
  </variables>
  <constraints>
    <!-- row: all different -->
    <group>
      <allDifferent> %... </allDifferent>
      <args> x[0][] </args>
      <args> x[1][] </args>
      <args> x[2][] </args>
      <args> x[3][] </args>
    </group>
    <!-- column: all different -->
    <group>
      <allDifferent> %... </allDifferent>
      <args> x[][0] </args>
      <args> x[][1] </args>
      <args> x[][2] </args>
      <args> x[][3] </args>
    </group>
    <!-- box: all different -->
    <group>
      <allDifferent> %... </allDifferent>
      <args> x[0..1][0..1] </args>
      <args> x[0..1][2..3] </args>
      <args> x[2..3][0..1] </args>
      <args> x[2..3][2..3] </args>
    </group>
    <!-- two cells: all different -->
    <group>
      <allDifferent> %... </allDifferent>
      <args> x[0][0] x[1][2] </args>
    </group>
    <instantiation class="clues">
      <list>
        x[0][1]
      </list>
      <values>
        2
      </values>
    </instantiation>
    <!-- nothing is left for r4c4: there is no solution -->
    <intension> lt(x[3][3],1) </intension>
  </constraints>
</instance>
"""


def test_an_instance_is_there_to_be_read() -> None:
    every, odd = frozenset(range(1, 5)), frozenset({1, 3})
    marks = (odd, every, odd, *[every] * 12, frozenset[int]())
    figure = shape(4, extra=[AllDifferent((0, 6), "two cells")])
    puzzle = Puzzle(figure, Grid([0, 2] + [0] * 14), marks)
    assert "".join(encoding("xcsp3").write(puzzle, False)) == INSTANCE


def test_a_name_cannot_end_a_comment() -> None:
    figure = shape(4, extra=[AllDifferent((0, 6), "--> <b> & -- 7")])
    text = "".join(encoding("xcsp3").write(blank(figure), True))
    assert ElementTree.fromstring(text) is not None
    assert "<!-- b: all different -->" in text


@pytest.mark.parametrize(
    ("cells", "written"),
    [
        (range(4), "x[0][]"),
        (range(3), "x[0][0..2]"),
        (range(5, 8), "x[1][1..3]"),
        ((2, 6, 10), "x[0..2][2]"),
        ((0, 1, 4, 5, 8, 9), "x[0..2][0..1]"),
        ((0, 1, 3), "x[0][0] x[0][1] x[0][3]"),
        ((0, 1, 4), "x[0][0] x[0][1] x[1][0]"),
        ((0, 2, 8, 10), "x[0][0] x[0][2] x[2][0] x[2][2]"),
    ],
)
def test_a_rectangle_is_said_in_one_word(cells: tuple[int, ...], written: str) -> None:
    text = "".join(
        encoding("xcsp3").write(blank(shape(4, extra=[AllDifferent(tuple(cells))])), False)
    )
    assert f"<args> {written} </args>\n    </group>" in text


def said(cells: str, values: str) -> str:
    return f"<instantiation> <list> {cells} </list> <values> {values} </values> </instantiation>"


CELLS = [f"x[{row}][{column}]" for row in range(4) for column in range(4)]


@pytest.mark.parametrize(
    "text",
    [
        said("x[][]", VALUES),
        said(" ".join(CELLS), VALUES),
        said(" ".join(reversed(CELLS)), " ".join(reversed(VALUES.split()))),
        said("x[0][] x[1..3][]", VALUES),
        said("x[][0..1] x[][2] x[][3]", "1 2 3 4 2 1 4 3 3 1 4 2 4 2 3 1"),
        "c v <instantiation>\ns SATISFIABLE\nv " + said("x[][]", VALUES).replace("<v", "\nv <v"),
        said("x[][]", VALUES) + said("x[][]", VALUES[::-1]),
        "<instantiation id='sol1' type='solution'>" + said("x[][]", VALUES)[15:],
        "\x1b[92ms SATISFIABLE\x1b[0m\n\x1b[92m\nv\x1b[0m " + said("x[][]", VALUES),
    ],
)
def test_reads_the_first_instantiation(text: str) -> None:
    assert encoding("xcsp3").read(EVERY_4X4, text) == GRID


def test_reads_repeated_values() -> None:
    cells = " ".join(CELLS[at] for value in range(1, 5) for at in range(16) if GRID[at] == value)
    assert encoding("xcsp3").read(EVERY_4X4, said(cells, "1x4 2x3 2 3x1 3x3 4x4")) == GRID


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "found no instantiation"),
        ("s SATISFIABLE\n", "found no instantiation"),
        ("s UNKNOWN\n", "found the status 'UNKNOWN', expected SATISFIABLE"),
        ("s UNSUPPORTED\nv " + said("x[][]", VALUES), "found the status 'UNSUPPORTED'"),
        ("s UNSATISFIABLE\nv " + said("x[][]", VALUES), "UNSATISFIABLE and more"),
        ("s UNSATISFIABLE\ns SATISFIABLE\n", "UNSATISFIABLE and more"),
        (said("x[][]", VALUES)[:-10], "found no instantiation"),
        (said("x[][]", VALUES[2:]), "found 15 values for 16 cells"),
        (said("x[][]", VALUES + " 1"), "found 17 values for 16 cells"),
        (said("x[0][]", VALUES[:7]), "found no value of r2c1, expected one value of each cell"),
        (said("x[0][] x[0][] x[2..3][]", VALUES), "found the values 1 and 3 of r1c1"),
        (said("x[0..4][]", VALUES), r"found the index '0..4', expected 0 to 3"),
        (said("x[..][]", VALUES), r"found the index '..', expected a number"),
        (said("x[1.2][]", VALUES), r"found the index '1.2', expected a number"),
        (said("x[][] y", VALUES), "found 'y', expected cells such as"),
        (said("x[][]", VALUES.replace("4", "*")), r"found the value '\*', expected a number"),
        (said("x[][]", "1x999999999"), "found the value '1x999999999'"),
        (said("x[][]", VALUES).replace("</list>", ""), "the instantiation is no XML"),
        ("<instantiation> </instantiation>", "found no value of r1c1"),
    ],
)
def test_says_what_is_no_instantiation(text: str, complaint: str) -> None:
    with pytest.raises(ModelError, match=complaint):
        encoding("xcsp3").read(EVERY_4X4, text)
