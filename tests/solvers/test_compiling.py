"""numba takes its configuration from the user's environment, and from no file where he is."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from optional import library, slow
from places import ROOT

FOUND = """
{before}
from accord.solvers.compiling import load_numba
config = load_numba().core.config
config.reload_config()  # as it does whenever it compiles
import yaml
print(config.CACHE_DIR, int(config.OPT), yaml.safe_load.__name__)
"""


@pytest.mark.parametrize("before", ["", "import yaml", "import numba"])
def test_no_file_in_the_current_folder_configures_numba(before: str, tmp_path: Path) -> None:
    slow()
    library("numba")
    tmp_path.joinpath(".numba_config.yaml").write_text("cache_dir: theirs\n")
    tmp_path.joinpath("yaml.py").write_text(  # whether or not one is installed
        "def safe_load(_): return {'cache_dir': 'theirs', 'opt': '1'}\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", "-c", FOUND.format(before=before)],
        cwd=tmp_path,
        env={"NUMBA_CACHE_DIR": "mine", "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("mine 3 safe_load\n", "")


def test_numba_is_imported_in_one_place() -> None:
    importing = re.compile(r"^\s*(import|from) numba\b", re.MULTILINE)
    floors = ("accord", "bench", "encodings", "puzzles", "solvers", "tools", "views")
    files = [file for floor in floors for file in ROOT.joinpath(floor).rglob("*.py")]
    found = [str(file.relative_to(ROOT)) for file in files if importing.search(file.read_text())]
    assert found == ["solvers/compiling.py"]
