"""Where the constraints of a compiled MiniZinc model come from: their text in the model, and line.

With `--keep-paths` MiniZinc annotates each constraint with the expressions on the way to it, from
the model's own inwards:

    m.mzn|7|3|9|3|ca|forall;m.mzn|7|11|7|11|i=2;m.mzn|8|5|8|26|bin|'!=';...

The first one is what a person has written, in lines and columns; `i=2` says of which turn it is.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from accord.puzzles.models.growing import MOST_LABEL
from accord.puzzles.models.minizinc_source import MiniZincModel
from accord.puzzles.problem import Problem

MOST_TEXT = 80  # characters of a constraint's text
_STEP = re.compile(r"([^|;]+)\|([0-9]{1,9})\|([0-9]{1,9})\|([0-9]{1,9})\|([0-9]{1,9})\|")
_TURN = re.compile(r"\|(\w+=-?[0-9]+)$")


def called_by_place(
    problem: Problem, places: Mapping[int, str], model: MiniZincModel, folder: Path
) -> Problem:
    """The problem whose constraints are called by text and place, where that is known.

    Args:
        problem: the constraints of one statement of FlatZinc have one name.
        places: by constraint, from 0, MiniZinc's path to it.
        model: its texts.
        folder: where `minizinc` has read them.
    """
    if not places:
        return problem
    names = {
        problem.constraints[at].name: _called(path, model, folder) for at, path in places.items()
    }
    constraints = [
        replace(cast("Any", each), name=names.get(each.name) or each.name)
        for each in problem.constraints
    ]
    return problem.changed(constraints=constraints)


def _called(path: str, model: MiniZincModel, folder: Path) -> str:
    """The text that a path begins at, with file and line; empty where it is none of the model's."""
    if (step := _STEP.match(path)) is None:
        return ""
    texts = {str(folder / name): text for name, text in model.texts}
    line, start, last, end = map(int, step.groups()[1:])
    lines = texts.get(step[1], "").splitlines()[line - 1 : last]
    if not lines:
        return ""
    lines[-1] = lines[-1][:end]
    text = " ".join(" ".join([lines[0][start - 1 :], *lines[1:]]).split())
    cut = text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}..."
    own = [each for each in path.split(";") if each.partition("|")[0] in texts]
    turns = dict.fromkeys(turn for each in own for turn in _TURN.findall(each))
    where = f"{model.named(step[1], folder)}, line {line}"
    return f"{where}: {cut}{' with ' * bool(turns)}{', '.join(turns)}"[:MOST_LABEL]
