"""Accord is made known to MiniZinc, and what is said of that is so."""

import json
import shutil
from pathlib import Path

import pytest

from accord.bench.run.minizinc_solver import (
    ABSENT,
    CONFIGURATION,
    SHARE,
    MiniZincError,
    how_found,
    install,
)

MINIZINC = """#!/bin/sh
case $1 in
  --config-dirs) echo '{{"userSolverConfigDir": "{folder}"}}' ;;
  --solvers-json) cat {known} ;;
esac
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the configuration is to stand; MiniZinc says what stands in the file `known`."""
    place = tmp_path / "solvers" / "accord.msc"
    program = tmp_path / "bin" / "minizinc"
    program.parent.mkdir()
    program.write_text(MINIZINC.format(folder=place.parent, known=tmp_path / "known"))
    (program.parent / "fzn-accord").touch()
    for each in program.parent.iterdir():
        each.chmod(0o755)
    (tmp_path / "known").write_text("[]")
    cat = Path(shutil.which("cat") or "").parent
    monkeypatch.setenv("PATH", f"{program.parent}:{cat}")
    monkeypatch.setattr("sys.executable", str(program.parent / "python"))
    return place


def test_it_is_installed_with_whole_paths_again_and_over_nothing_foreign(place: Path) -> None:
    for _ in range(2):
        assert install() == place
        written = json.loads(place.read_text())
        assert written["executable"] == str(place.parents[1] / "bin" / "fzn-accord")
        assert written["mznlib"] == str(SHARE / "mznlib")
        assert Path(written["mznlib"]).is_dir()
        assert written.keys() == json.loads(CONFIGURATION.read_text()).keys()
    for foreign in ('{"id": "org.gecode.gecode"}', "no JSON", "[]"):
        place.write_text(foreign)
        with pytest.raises(MiniZincError, match=r"accord\.msc: found another file"):
            install()
        assert place.read_text() == foreign
    place.unlink()
    place.symlink_to(place.parent / "elsewhere")
    with pytest.raises(MiniZincError, match="another file"):
        install()
    assert not (place.parent / "elsewhere").exists()


def test_it_says_how_minizinc_finds_it(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = place.parents[1] / "known"
    assert f"MZN_SOLVER_PATH={SHARE}" in how_found()
    own = json.loads(CONFIGURATION.read_text())
    known.write_text(json.dumps([{"id": "x"}, own | {"extraInfo": {"configFile": "a.msc"}}]))
    assert how_found().startswith("a.msc names no program that is there")
    found = {"configFile": "a.msc", "executable": "/b/fzn-accord"}
    known.write_text(json.dumps([own | {"extraInfo": found}]))
    assert how_found() == "`minizinc --solver accord` runs /b/fzn-accord, as a.msc says"
    known.write_text("garbage")
    assert how_found() == "minizinc --solvers-json: found JSONDecodeError, expected JSON"
    known.write_text("3")
    assert how_found() == "minizinc --solvers-json: found 3, expected a list"
    monkeypatch.setenv("PATH", "")
    assert how_found() == ABSENT
    with pytest.raises(MiniZincError, match="is not installed"):
        install()
