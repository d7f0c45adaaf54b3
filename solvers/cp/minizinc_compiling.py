"""Compiling a MiniZinc model: what `minizinc -c` makes of it, and its errors as people read them.

    minizinc -c --json-stream --output-mode json --fzn FLAT.fzn --ozn FLAT.ozn ... MODEL.mzn DATA

The flattened model has every variable of the model's own that has no right side; an `output` item
shows fewer, and is not looked at.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from accord.puzzles.errors import InputError
from accord.puzzles.formats import flatzinc
from accord.puzzles.models.minizinc_source import MiniZincModel
from accord.puzzles.outside_data import json_value
from accord.puzzles.phrasing import listed
from accord.solvers.budget import Budget
from accord.solvers.programs.program import path_of, run

LIBRARY = Path(flatzinc.__file__).with_name("share") / "accord.msc"  # a solver's configuration
MISSING = (
    "needs the program minizinc, which compiles such models (Debian: apt install minizinc; else "
    "www.minizinc.org)"
)


class CompileError(InputError):
    """MiniZinc refuses a model, or is not there; says where and why."""


def compiled(
    model: MiniZincModel, folder: Path, options: Sequence[str], budget: Budget
) -> tuple[Path, Path, list[str]]:
    """The FlatZinc of a model, the description of its output, and what MiniZinc warns of.

    Args:
        model: it and its data.
        folder: an empty one; the files are made in it.
        options: for which solver, and the like; with an output mode, errors have no place.
        budget: as long as this lasts.

    Raises:
        CompileError: there is no such program, or it refuses the model.
        GaveUpError: the time is over.
    """
    if not (program := path_of("minizinc")):
        raise CompileError(MISSING)
    sources = sources_in(folder)
    flat, output = folder / "flat.fzn", folder / "flat.ozn"
    in_json = ["--json-stream", "--output-mode", "json"]  # the stream changes what `output` says
    told = ["-c", *([] if "--output-mode" in options else in_json)]
    files = ["--fzn", str(flat), "--ozn", str(output)]
    ended = run([program, *told, *options, *files, *model.write(sources)], budget)
    said = [*_messages(ended.output)]
    errors = [_in_words(each, model, sources) for each in said if each["type"] == "error"]
    if errors or ended.code or not flat.exists():
        raise CompileError(errors[0] if errors else f"{model.file}: minizinc: {ended.manner}")
    placed = [each for each in said if "location" in each]  # others are about files, not the model
    return flat, output, [_in_words(each, model, sources) for each in placed]


def sources_in(folder: Path) -> Path:
    """Where the model's files are written in the folder that `compiled` gets."""
    return folder / "model"


def _messages(printed: str) -> Iterator[dict[str, Any]]:
    """The errors and warnings among what it prints."""
    for line in printed.splitlines():
        try:
            said = json_value(line)
        except json.JSONDecodeError:
            continue
        if isinstance(said, dict) and said.get("type") in ("error", "warning"):
            yield said


def _in_words(said: dict[str, Any], model: MiniZincModel, folder: Path) -> str:
    """A message with the place in the model that it is about."""
    words = " ".join(str(said.get("message", said.get("what", "no reason"))).split())
    words = words.partition(" Cannot use the following functions")[0]  # up to dozens
    place = said.get("location")
    if not isinstance(place, dict):
        return f"{model.file}: minizinc: {words.replace(f'{folder}/', '')}"
    if not place.get("filename"):  # as of a parameter that two files of data assign
        return f"{listed([model.file, *model.data_files])}: {words}"
    file = model.named(str(place["filename"]), folder)
    if file.startswith("cmd:/"):  # what -D said
        return f"--set {file.removeprefix('cmd:/').removesuffix(';')}: {words}"
    return f"{file}, line {place.get('firstLine', '?')}: {words}"
