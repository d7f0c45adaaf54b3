"""Texts: whatever says a puzzle in Python, as text that a reader takes, and as the puzzle.

In go text, nested or flat lists, arrays of numpy or pandas, mappings as `json.loads` gives them,
models of other libraries, and names of files; out comes text, or the puzzle.
"""

import warnings
from collections.abc import Mapping, Sequence
from itertools import chain
from os import PathLike, fspath
from os.path import exists, isdir, isfile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accord.puzzles.formats.draft import Variant
    from accord.puzzles.problem import Problem

_CHARACTERS = b".123456789".ljust(256)  # of each value; a 0 might be read as the first of nine


def problem_of(given: Any, variant: "Variant | None" = None, show: Any = None) -> "Problem":
    """The puzzle or other problem that is given, in any form.

    Args:
        given: a Problem or an Instance, which are taken as they are; a model of CPMpy or
            python-constraint; the path of a file of one puzzle or problem, or COLLECTION/NAME; or
            what `as_text` takes.
        variant: box, rules, regions and digits, where it does not say them.
        show: what is shown of a model.

    Raises:
        MalformedPuzzleError: it cannot be read.
        InputError: it is a model that is not taken.
    """
    from accord.puzzles.files.texts import read_problem
    from accord.puzzles.formats.draft import USUAL
    from accord.puzzles.problem import Problem
    from accord.puzzles.puzzle import Instance
    from accord.puzzles.sudoku.shape import MalformedPuzzleError

    if isinstance(given, Problem):
        return given
    if isinstance(given, Instance):
        return given.problem
    if show is not None or is_model(given):
        return _problem_of_model(given, show)
    variant = variant or USUAL
    if isinstance(given, PathLike) or (isinstance(given, str) and _is_name(given)):
        from accord.bench.make.instances.collection import one_of_file

        return one_of_file(str(fspath(given)), variant).problem
    try:
        return read_problem(as_text(given, short=not variant.digits), variant)
    except MalformedPuzzleError as error:
        from accord.bench.make.instances.collection import is_path, is_rather_a_name

        if not isinstance(given, str) or not is_rather_a_name(given):
            raise
        if isdir(given):
            raise MalformedPuzzleError(
                f"found the folder {given!r}, expected a file of one puzzle"
            ) from None
        found = f"found no file {given!r}"
        if is_path(given):
            raise MalformedPuzzleError(f"{found}, expected one of one puzzle") from None
        raise MalformedPuzzleError(f"{found}, and as a puzzle: {error}") from None


def is_model(given: Any) -> bool:
    """Whether an object is a model, or a list of what CPMpy calls expressions."""
    if type(given).__module__.startswith(("accord.", "builtins")) and not isinstance(given, list):
        return False
    from accord.puzzles.models import objects

    items = given if isinstance(given, list) else []
    return objects.is_model(given) or (
        bool(items) and all(type(each).__module__.startswith("cpmpy.") for each in items)
    )


def _problem_of_model(given: Any, show: Any) -> "Problem":
    """The problem that a model says; what may not be meant is warned of."""
    from accord.puzzles.models.objects import is_model, problem_of_model, remarks
    from accord.puzzles.models.program import ModelProgram

    if not is_model(given):
        from cpmpy import Model

        given = Model(given)
    problem = problem_of_model(given, show)
    for each in remarks(given, problem):
        warnings.warn(each, stacklevel=4)
    return ModelProgram.of_object(given, show).attach(problem)


def several(given: Any) -> Any:
    """Puzzles in any number: the name of their collection or file, or puzzles; one is a list of it.

    Args:
        given: a name, as text or a path; one puzzle as `problem_of` takes it; or puzzles, by their
            names where it is a mapping.  A nested list of n rows of n numbers is one puzzle, a
            mapping with a key of CELLS one in JSON.

    Raises:
        MalformedPuzzleError: it is none of these.
    """
    from accord.bench.make.instances.collection import collections, is_rather_a_name
    from accord.puzzles.errors import items_of, shown
    from accord.puzzles.formats.json_object import CELLS
    from accord.puzzles.problem import Problem
    from accord.puzzles.puzzle import Instance
    from accord.puzzles.sudoku.shape import MalformedPuzzleError

    if isinstance(given, PathLike):
        return fspath(given)
    if isinstance(given, str):
        if exists(given) or given.partition("/")[0] in collections():
            return given
        try:
            return [problem_of(given)]
        except MalformedPuzzleError:
            if is_rather_a_name(given):
                return given
            raise
    if isinstance(given, Mapping):
        parts = [*given.values()]
        named = any(isinstance(each, Problem | Instance | PathLike) for each in parts)
        return given if named or CELLS.isdisjoint(given) else [given]
    if isinstance(given, Problem | Instance) or is_model(given) or _is_board(plain(given)):
        return [given]
    if items_of(given) is None:
        raise MalformedPuzzleError(f"found {shown(given)}, expected puzzles, or the name of a file")
    return given


def _is_board(values: Any) -> bool:
    """Whether nested lists are the cells of one puzzle, and not puzzles."""
    if not isinstance(values, list) or not values:
        return False
    if all(isinstance(row, list) for row in values):
        cells = [*chain(*values)]
        return max(map(len, values)) == len(values) and not any(map(_is_puzzle, cells))
    return not any(map(_is_puzzle, values))


def _is_puzzle(value: Any) -> bool:
    """Whether an item of a list is a puzzle or another list, and not the value of a cell."""
    return value is not None and not isinstance(value, int | float)


def _is_name(text: str) -> bool:
    """Whether a text is the path of a file, or COLLECTION/NAME."""
    if "\n" in text or "\0" in text:
        return False
    if isfile(text):
        return True
    from accord.bench.make.instances.collection import collections

    return "/" in text and text.partition("/")[0] in collections()


def as_text(values: Any, short: bool = True) -> str:
    """Text as it is, and lists and mappings as their text.

    Args:
        values: text, a list, an array or a mapping.
        short: whether a 9x9 board may become a line of characters, in which 0 is a blank.

    Raises:
        MalformedPuzzleError: it is neither.
    """
    if isinstance(values, str):
        return values
    if isinstance(values, Mapping):
        return _as_json(values)
    if hasattr(values, "tolist"):
        values = values.tolist()
    if short and isinstance(values, list | tuple) and (line := _line(values)):
        return line
    if not isinstance(found := plain(values), list):
        from accord.puzzles.sudoku.shape import MalformedPuzzleError

        raise MalformedPuzzleError(
            f"found {type(values).__name__}, expected text, a list or a mapping"
        )
    return repr(found)


def _as_json(values: Mapping[Any, Any]) -> str:
    import json

    try:
        return json.dumps(dict(values))
    except (TypeError, ValueError, RecursionError) as error:
        from accord.puzzles.sudoku.shape import MalformedPuzzleError

        raise MalformedPuzzleError(
            f"found a mapping that is no JSON: {error}, expected one as json.loads gives it"
        ) from None


def _line(cells: Sequence[Any]) -> str | None:
    """A 9x9 board of integers as a line, which is read ten times as fast; None for others."""
    if len(cells) == 9 and all(isinstance(row, list | tuple) and len(row) == 9 for row in cells):
        cells = [*chain(*cells)]
    if len(cells) != 81 or {*map(type, cells)} != {int} or not 0 <= min(cells) <= max(cells) <= 9:
        return None
    return bytes(cells).translate(_CHARACTERS).decode()


def plain(values: Any) -> Any:
    """Nested lists of the builtin kinds, also where numpy or pandas made them."""
    if hasattr(values, "tolist"):
        return values.tolist()
    if isinstance(values, Mapping):
        return {name: plain(value) for name, value in values.items()}
    return [plain(value) for value in values] if isinstance(values, list | tuple) else values
