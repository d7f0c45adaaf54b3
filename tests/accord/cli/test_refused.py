"""Bad input: each command names what it found and expected, writes nothing and ends with 2."""

import shlex
import tomllib
from pathlib import Path

import pytest

from command_line import run_here as accord
from format_samples import NAKED
from places import SUPPORT

TABLE = tomllib.loads(Path(__file__).with_name("refused.toml").read_text(encoding="utf-8"))
FILES = {
    "two.txt": "..343412..434321\n1...............\n",
    "claims.toml": '[[claim]]\nsolver = "cpsat"\nagainst = "logic"\n',
    "campaign.toml": 'collection = "seeds"\nsolvers = ["cpsat"]\n',
    "mine.py": "def one(puzzle):\n    yield\n\n\nclass Solver:\n    pass\n",
}
WORDS = {"NINE": NAKED, "FOUR": "..343412..434321"}


@pytest.mark.parametrize(("line", "complaint"), TABLE["refused"])
def test_bad_input_is_said_clearly_and_exits_with_2(
    line: str, complaint: str, tmp_path: Path
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    words = [WORDS.get(word, word) for word in shlex.split(line)]
    wrong = str(SUPPORT / "wrong_solvers.py")
    done = accord(*(word.replace("WRONG", wrong) for word in words), cwd=tmp_path)
    assert complaint in done.stderr
    assert (done.stdout, done.returncode) == ("", 2)
    assert {path.name for path in tmp_path.iterdir()} <= FILES.keys() | {"__pycache__"}


@pytest.mark.parametrize(("line", "complaint"), TABLE["campaign"])
def test_what_a_campaign_file_cannot_ask_is_named(
    tmp_path: Path, line: str, complaint: str
) -> None:
    asked = tmp_path / "asked.toml"
    asked.write_text(f'collection = "seeds"\n{line}\n')
    done = accord("bench", asked, "-o", tmp_path / "out")
    assert f"accord: {asked}: " in done.stderr
    assert complaint in done.stderr
    assert (done.stdout, done.returncode) == ("", 2)
