"""Bad input: each command names what it found and expected, writes nothing and ends with 2."""

import shlex
import tomllib
from pathlib import Path

import pytest

from command_line import run_here as accord
from format_samples import NAKED
from places import SUPPORT

TABLE = tomllib.loads(Path(__file__).with_name("refused.toml").read_text(encoding="utf-8"))
WORDS = {"NINE": NAKED, "FOUR": "..343412..434321"}


@pytest.mark.parametrize(("line", "complaint"), TABLE["refused"])
def test_bad_input_is_said_clearly_and_exits_with_2(
    line: str, complaint: str, tmp_path: Path
) -> None:
    words = [WORDS.get(word, word) for word in shlex.split(line)]
    wrong = str(SUPPORT / "wrong_solvers.py")
    done = accord(*(word.replace("WRONG", wrong) for word in words), cwd=tmp_path)
    assert complaint in done.stderr
    assert (done.stdout, done.returncode) == ("", 2)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


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
