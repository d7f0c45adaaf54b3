"""Which modules define something by a given name, whatever else lies beside them."""

import sys
from pathlib import Path

import pytest

from accord.puzzles.discovery import Members, modules_defining


def test_members_are_found_at_any_depth_and_nothing_else_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "discovered"
    files = {
        "__init__.py": "",
        "one.py": "SOLVERS = {}\n",
        "room/two.py": "import x\nSOLVERS: dict[str, int] = {}\n",
        "room/deeper/__init__.py": "SOLVERS = {}\n",
        "words.py": '"""A docstring.\n\nSOLVERS are here, and SOLVERS = {} too.\n"""\n',
        "others.py": "    SOLVERS = {}\nSOLVERS_OF_OTHERS = {}\nOTHER = SOLVERS\n",
        "room/.two.py": "SOLVERS = {}\n",
        "two-copy.py": "SOLVERS = {}\n",
        ".ipynb_checkpoints/one-checkpoint.py": "SOLVERS = {}\n",
    }
    for name, text in files.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text, encoding="utf-8")
    (package / ".#one.py").symlink_to("nobody@nowhere.1:2")
    monkeypatch.syspath_prepend(tmp_path)
    found = list(modules_defining("SOLVERS", "discovered"))
    assert found == ["discovered.one", "discovered.room.deeper", "discovered.room.two"]


def test_a_member_is_looked_up_without_importing_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "looked_up"
    package.mkdir()
    (package / "__init__.py").touch()
    for name, text in (
        ("one", 'SOLVERS = {"one": 1}\n'),
        ("quotes", 'SOLVERS = {"two": 2}\nNEAR = "one"\n'),
        ("computes", 'SOLVERS = {f"th{rest}": 3 for rest in ("ree",)}\n'),
    ):
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = Members("SOLVERS", "looked_up")
    assert found["two"] == 2
    assert "looked_up.one" not in sys.modules
    assert found["one"] == 1
    assert "looked_up.computes" not in sys.modules
    assert "four" not in found
    assert "\ud800" not in found
    assert dict(found) == {"one": 1, "three": 3, "two": 2}
