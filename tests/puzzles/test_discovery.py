"""Which modules define something by a given name, whatever else lies beside them."""

from pathlib import Path

import pytest

from accord.puzzles.discovery import modules_defining


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
