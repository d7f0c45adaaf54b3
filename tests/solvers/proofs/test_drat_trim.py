"""drat-trim does the elaborator's work where it is there, and nobody believes it."""

import sys
from pathlib import Path

import pytest

from accord.puzzles.files.texts import read
from accord.puzzles.proofs.checker import check
from accord.puzzles.proofs.reference import ReferenceFormula
from accord.solvers.proofs.drat_trim import trimmed
from accord.solvers.proofs.elaborate import ElaborationError, elaborated
from accord.solvers.proofs.produce import Clause
from accord.solvers.proofs.search_proof import search_proof

THREE = read("..3..4...1...3..")
FAKE = """#!{python} -P
import sys
from pathlib import Path
from accord.puzzles.proofs.reference import ReferenceFormula
from accord.solvers.proofs.elaborate import elaborated
_, cnf, drat, *words = sys.argv
header, *rest = Path(cnf).read_text().splitlines()
class Formula(list):
    variables, clauses = map(int, header.split()[2:])
formula = Formula(tuple(map(int, line.split()[:-1])) for line in rest)
lemmas, lemma, code, shift = [], [], 0, 0
data = Path(drat).read_bytes()
assert data[:1] == b"a"
place = 1
while place < len(data):
    code |= (data[place] & 127) << shift
    shift += 7
    if data[place] < 128:
        if code == 0:
            lemmas.append(tuple(lemma))
            lemma = []
            place += 1
            assert data[place : place + 1] in (b"a", b"")
        else:
            lemma.append(-(code >> 1) if code & 1 else code >> 1)
        code = shift = 0
    place += 1
Path(words[words.index("-L") + 1]).write_bytes({write})
print("s VERIFIED")
"""


def put(folder: Path, write: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = folder / "drat-trim"
    program.write_text(FAKE.format(python=sys.executable, write=write))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


@pytest.fixture
def formula() -> ReferenceFormula:
    """Of a puzzle with its three solutions forbidden."""
    from accord.solvers.answer import answer
    from accord.solvers.registry import available

    found = answer(available()["backtracking-mrv"], THREE, limit=None).solutions
    return ReferenceFormula(THREE, sorted(map(tuple, found)))


def test_its_proof_is_taken(
    tmp_path: Path, formula: ReferenceFormula, monkeypatch: pytest.MonkeyPatch
) -> None:
    lemmas = search_proof(THREE, formula, "backtracking-mrv")
    ours = elaborated(formula, lemmas)
    lines = "elaborated(formula, lemmas).splitlines(keepends=True)"
    put(tmp_path, f'b"".join(line for line in {lines} if b" d " not in line)', monkeypatch)
    assert trimmed(formula, lemmas) == ours  # it is too short to ask
    found = trimmed(formula, lemmas, large=0)
    check(formula, found)
    assert found != ours


@pytest.mark.parametrize("write", ['b"1 0 1 0"', 'b""', "sys.exit(1)"])
def test_where_it_lies_or_fails_ours_is_asked(
    tmp_path: Path, formula: ReferenceFormula, monkeypatch: pytest.MonkeyPatch, write: str
) -> None:
    lemmas = search_proof(THREE, formula, "backtracking-mrv")
    put(tmp_path, write, monkeypatch)
    assert trimmed(formula, lemmas, large=0) == elaborated(formula, lemmas)
    with pytest.raises(ElaborationError):
        trimmed(formula, list[Clause]([()]), large=0)
