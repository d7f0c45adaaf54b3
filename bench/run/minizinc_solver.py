"""Accord as a solver of MiniZinc: whether the installed `minizinc` finds it, and how it does.

MiniZinc knows a solver by its configuration, a file NAME.msc in one of the folders that it looks
into; `accord.msc` ships beside accord's library for MiniZinc.  There the program is called by its
name and the library by a relative path: with MZN_SOLVER_PATH it is found where it stands.  What is
installed in the user's own folder has both with their whole paths.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from subprocess import SubprocessError
from typing import Any

from accord.puzzles.errors import InputError
from accord.puzzles.files.outside_file import read_outside
from accord.puzzles.formats import flatzinc
from accord.puzzles.outside_data import json_value

SHARE = Path(flatzinc.__path__[0]) / "share"
CONFIGURATION = SHARE / "accord.msc"
OWN = "org.accord.accord"  # its identifier there
PROGRAM = "fzn-accord"
PATIENCE = 30.0  # seconds that MiniZinc may take to answer
ABSENT = "minizinc is not installed; on Debian: apt install minizinc"


class MiniZincError(InputError):
    """MiniZinc is missing, says nothing of use, or has another file where one is to be written."""


def how_found() -> str:
    """How MiniZinc finds accord as a solver, or what is to be done for that, in a sentence."""
    try:
        known = [each for each in _asked("--solvers-json", list) if _is_ours(each)]
    except MiniZincError as error:
        return str(error)
    if not known:
        return (
            "`minizinc --solver accord` finds no accord: `accord doctor --install-minizinc`, or "
            f"MZN_SOLVER_PATH={SHARE}"
        )
    found = known[0].get("extraInfo", {})
    where = found.get("configFile", "a configuration")
    if program := found.get("executable"):
        return f"`minizinc --solver accord` runs {program}, as {where} says"
    return f"{where} names no program that is there: `accord doctor --install-minizinc`"


def install() -> Path:
    """Write the configuration, with whole paths, where MiniZinc looks for those of this user.

    Raises:
        MiniZincError: MiniZinc is missing, or another file stands there.
    """
    folder = _asked("--config-dirs", dict).get("userSolverConfigDir")
    if not isinstance(folder, str) or not folder:
        raise MiniZincError("minizinc says no folder for configurations of solvers, expected one")
    place = Path(folder) / CONFIGURATION.name
    if place.is_symlink() or (place.exists() and not _is_ours(_configuration(place))):
        raise MiniZincError(f"{place}: found another file, expected none, or one of accord's")
    own = json.loads(CONFIGURATION.read_text("utf-8"))
    own |= {"executable": _program(), "mznlib": str(SHARE / "mznlib")}
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"{json.dumps(own, indent=2)}\n", "utf-8")
    return place


def _program() -> str:
    """The path of the program beside this Python, or else on the path."""
    beside = Path(sys.executable).parent / PROGRAM
    found = str(beside) if beside.exists() else shutil.which(PROGRAM)
    if found is None:
        raise MiniZincError(f"found no program {PROGRAM}, expected it at {beside}")
    return found


def _configuration(place: Path) -> Any:
    try:
        return json_value(read_outside(place))
    except (ValueError, InputError):
        return None


def _is_ours(configuration: Any) -> bool:
    return isinstance(configuration, dict) and configuration.get("id") == OWN


def _asked(option: str, kind: type[list[Any] | dict[str, Any]]) -> Any:
    """What MiniZinc says to an option, in JSON, of this kind.

    Raises:
        MiniZincError: it is not there, or says none.
    """
    command = ["minizinc", option]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
        found = json.loads(said.stdout)
    except FileNotFoundError:
        raise MiniZincError(ABSENT) from None
    except (OSError, SubprocessError, ValueError) as error:
        name = type(error).__name__
        raise MiniZincError(f"minizinc {option}: found {name}, expected JSON") from None
    if not isinstance(found, kind):
        raise MiniZincError(f"minizinc {option}: found {found!r:.40}, expected a {kind.__name__}")
    return found
