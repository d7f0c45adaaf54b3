"""A campaign says which code made it."""

import subprocess
from pathlib import Path

import pytest

from accord.bench.run import environment


@pytest.mark.parametrize(
    ("changed", "mark"), [((), ""), (("results/tour/table.md",), ""), (("code.py",), "+")]
)
def test_files_of_results_are_no_change_of_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: tuple[str, ...], mark: str
) -> None:
    def git(*arguments: str) -> str:
        named = ("-c", "user.name=a", "-c", "user.email=a@b")
        command = ["git", *named, *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    for name in ("code.py", "results/tour/table.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("one")
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    for name in changed:
        (tmp_path / name).write_text("two")
    assert environment.environment()["commit"] == git("rev-parse", "HEAD") + mark
