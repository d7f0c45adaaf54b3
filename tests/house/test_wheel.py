"""The wheel has every file of the floors that git has, data included, and nothing else."""

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import accord
from places import ROOT

FLOORS = ("accord", "puzzles", "encodings", "solvers", "bench", "views")
RECORDED = "zoo", "classics", "optimise"  # campaigns
ELSEWHERE = {f"bench/{name}.toml" for name in RECORDED}  # their questions


def tracked() -> list[str]:
    """The files of the repository, those that are new and not ignored included."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [file for file in done.stdout.splitlines() if (ROOT / file).is_file()]


def test_the_wheel_has_what_git_has(tmp_path: Path) -> None:
    files = tracked()
    for file in files:
        if file.startswith(FLOORS) or "/" not in file:
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, tmp_path / file)
    code = "from setuptools.build_meta import build_wheel; build_wheel('dist')"
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    packed = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {
        file if file.startswith("accord/") else f"accord/{file}"
        for file in files
        if file.partition("/")[0] in FLOORS and file not in ELSEWHERE
    }
    assert packed == expected
    assert wheel.name.split("-")[:2] == ["accord", accord.__version__]
