"""Other people's programs solve what is written, and what they print is read.

The audit (test_audit.py) finds every model of small puzzles by libraries; here are the programs
that a user would start, each with the text in which it answers.
"""

from pathlib import Path

import pytest

from accord.bench.hunt.conformance import CASES
from accord.encodings.encoding import encodings
from accord.encodings.model import UnsatisfiableError
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.problem import Problem
from outside_programs import READERS, printed_by

WANTED = ("tall boxes", "an empty domain", "one solution, 9x9", "the only 1x1 grid", "givens clash")
TAKES = {name: not encodings()[name].puzzles_only for name in READERS}
PAIRS = [(name, reader) for name, readers in READERS.items() for reader in readers]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("name", "reader"), PAIRS)
def test_a_program_solves_what_is_written_and_what_it_prints_is_read(
    name: str, reader: str, tmp_path: Path
) -> None:
    encoding = encodings()[name]
    wanted = WANTED[:2] if name.startswith("xcsp3") else WANTED  # they take seconds to start
    for case in (case for case in CASES if case.name in wanted):
        file = tmp_path / f"puzzle{encoding.suffix}"
        file.write_text("".join(encoding.write(case.puzzle, True)), encoding="utf-8")
        text = printed_by(reader, file)
        if case.count:
            assert not list(case.puzzle.violations(encoding.read(case.puzzle, text))), case.name
        elif reader != "miniexact":  # which prints nothing then
            with pytest.raises(UnsatisfiableError):
                encoding.read(case.puzzle, text)


CLASSICS = {
    "send-more": EXAMPLES["send-more"].problem(),
    "no magic": Problem([range(3)] * 2, [AllDifferent((0, 1)), Linear((0, 1), ">", 3)]),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("name", "reader"), [pair for pair in PAIRS if TAKES[pair[0]]])
def test_a_program_solves_problems_too(name: str, reader: str, tmp_path: Path) -> None:
    encoding = encodings()[name]
    for case, problem in CLASSICS.items():
        file = tmp_path / f"problem{encoding.suffix}"
        file.write_text("".join(encoding.write(problem, True)), encoding="utf-8")
        text = printed_by(reader, file)
        if case == "send-more":
            assert encoding.read(problem, text) == (9, 5, 6, 7, 1, 0, 8, 2)
        else:
            with pytest.raises(UnsatisfiableError):
                encoding.read(problem, text)
