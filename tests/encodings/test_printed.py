"""Every encoding reads what solvers print, in each of their forms, and names what is no model.

The texts stand in printed.toml; what real programs print, test_programs.py reads.
"""

import tomllib
from pathlib import Path

import pytest

from accord.encodings.encoding import encodings
from accord.encodings.model import ModelError, UnsatisfiableError
from accord.puzzles.files.texts import read
from accord.puzzles.formats.draft import Variant
from accord.puzzles.grid import Grid

TEXTS = tomllib.loads(Path(__file__).with_name("printed.toml").read_text(encoding="utf-8"))
TWO = read("....", Variant(rules=frozenset({"latin"})))
GRID = Grid((1, 2, 2, 1))


@pytest.mark.parametrize("name", TEXTS)
def test_what_solvers_print_is_a_grid_a_claim_or_refused(name: str) -> None:
    encoding, texts = encodings()[name], TEXTS[name]
    for text in texts["reads"]:
        assert encoding.read(TWO, text.replace("{grid}", texts["grid"])) == GRID, text
    for text in texts.get("denies", ()):
        with pytest.raises(UnsatisfiableError):
            encoding.read(TWO, text)
    for text, complaint in texts.get("refuses", ()):
        with pytest.raises(ModelError) as refused:
            encoding.read(TWO, text.replace("{grid}", texts["grid"]))
        assert complaint in str(refused.value), text
        assert not isinstance(refused.value, UnsatisfiableError), text


def test_every_language_has_texts() -> None:
    languages = {encoding.language for encoding in encodings().values()}
    assert {encodings()[name].language for name in TEXTS} == languages


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("smtlib", "(" * 100_000, "expected 100000 closing parentheses"),
        ("cnf-log", "v " + "9" * 5000, "in a model"),
    ],
)
def test_a_text_without_end_is_refused_too(name: str, text: str, complaint: str) -> None:
    with pytest.raises(ModelError, match=complaint):
        encodings()[name].read(TWO, text)


def test_what_is_read_is_not_believed_and_not_corrected() -> None:
    assert encodings()["cnf-extended"].read(TWO, "v 1 3 5 7 0") == (1, 1, 1, 1)
    outside = "sat ((r1c1 (- 7)) (r1c2 2) (r2c1 2) (r2c2 1))"
    assert next(TWO.violations(encodings()["smtlib"].read(TWO, outside))) == (
        "r1c1 holds -7, expected 1..2"
    )
