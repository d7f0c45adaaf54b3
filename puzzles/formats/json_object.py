"""JSON: the one format that can hold everything about a puzzle.

    {"size": 6, "box": [3, 2], "rules": ["diagonals"], "givens": "1....2......"}

    size        n; may be left out where it follows from givens or candidates
    box         [rows, columns]
    rules       a list of diagonals, windoku, latin
    regions     for each cell its region: a text of n*n symbols, or a list of numbers
    givens      a flat list, a list of rows, or text in any other format
    candidates  a list of n*n lists of values; an empty list leaves nothing for the cell
    extra       a list of lists of cells (0, 1, ... row by row) whose values differ pairwise
    constraints more of any kind, after these, as in a problem (problem_json.py); cells are r1c1 ...
    tables      lists that these have in common, and `format`, as in a problem

What is left out has its usual value.  A record of a collection may add `name`, `source`,
`solution` and `expected` (an object of `count`, `at_least`, `solution`, `optimum`), and may call
the givens `puzzle`, where an object with the keys above may stand too.  NOTES say nothing of the
puzzle and are ignored; they are text or numbers, or with a key of LISTED a list of texts.  Any
other key is an error: it may be a rule (antiknight, cages, inequalities), and a puzzle without it
would be another puzzle.  An object with the key `variables` is a problem: problem_json.py; one with
the key `grid` is that of f-puzzles: fpuzzles/board.py.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from typing import Any, cast

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.formats.digits import numbered_from_zero
from accord.puzzles.formats.draft import Box, Draft, Regions
from accord.puzzles.formats.format import Format, Record, the_only
from accord.puzzles.formats.fpuzzles.board import record_of as of_fpuzzles
from accord.puzzles.formats.problem_json import KEYS as OF_PROBLEMS
from accord.puzzles.formats.problem_json import constraints_of, malformed, problem_of
from accord.puzzles.formats.registry import read_text, read_values
from accord.puzzles.formats.source import Source
from accord.puzzles.formats.symbols import size_of
from accord.puzzles.grid import cell_name
from accord.puzzles.objective import Value
from accord.puzzles.outside_data import PROBLEM_MEMORY, NoJSONError, collector_paused, json_value
from accord.puzzles.phrasing import similar
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Expected, Instance, ValueSet
from accord.puzzles.sudoku.shape import MalformedPuzzleError

KEYS = (
    "size", "box", "rules", "regions", "givens", "candidates", "extra", "constraints", "format",
    "tables",
)  # fmt: skip
CELLS = {"size", "givens", "candidates", "puzzle", "grid", "cells", "variables"}  # one says them
OF_RECORDS = ("name", "source", "solution", "expected", "puzzle")
CLAIMS = ("count", "at_least", "solution", "optimum")
NOTES = (
    "title", "author", "authors", "comment", "comments", "note", "notes", "description", "date",
    "difficulty", "level", "rating", "stars", "tags", "id", "number", "clues", "url", "link",
    "publisher", "event", "copyright", "license", "generator", "seed",
)  # fmt: skip
LISTED = ("author", "authors", "tags")
LARGEST_EMPTY = 1000  # the largest size that may be asked for without a list of cells
Object = Mapping[str, Any]

_TEXT_IN_LIST = re.compile(r'"[^"]*"\s*,')  # {"53..7....", ...} of C and Java
_ARRAY = re.compile(r"\s*\[\s*\{\s*[\"}]")


def looks_like(source: Source) -> bool:
    """Whether a text begins like a JSON object."""
    start = "\n".join(line.text for line in source.lines[:2]).strip()
    inside = start[1:].lstrip()
    return start[:1] == "{" and (
        start == "{}" or (inside[:1] in ("", '"') and not _TEXT_IN_LIST.match(inside))
    )


def looks_like_array(source: Source) -> bool:
    """Whether a text begins like a JSON array of objects."""
    return bool(_ARRAY.match(source.raw.removeprefix("\ufeff")))


def records(source: Source) -> Iterator[Record]:
    """The records of an object or of an array of objects."""
    value = load(source)
    for number, item in enumerate(value if isinstance(value, list) else [value], 1):
        try:
            yield record(item, source.first)
        except MalformedPuzzleError as error:
            where = f"object {number}: " if isinstance(value, list) else ""
            raise MalformedPuzzleError(f"{where}{error}") from None


@collector_paused()
def load(source: Source) -> object:
    """The value that a JSON text says."""
    try:
        value = json_value(source.raw.removeprefix("\ufeff"), _without_repeats, PROBLEM_MEMORY)
        if "\\u" in source.raw:
            json.dumps(value, ensure_ascii=False).encode()
        return value
    except UnicodeEncodeError as error:
        found = error.object[error.start]
        raise MalformedPuzzleError(
            f"line {source.first}: found {found!r}, half of a pair, expected characters"
        ) from None
    except NoJSONError as error:
        line = source.first + error.lineno - 1
        raise MalformedPuzzleError(f"line {line}, column {error.colno}: {error.msg}") from None
    except (ValueError, RecursionError) as error:  # a number of 5000 digits, brackets 1000 deep
        raise MalformedPuzzleError(f"line {source.first}: {error}") from None


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The object of these keys; one that is there twice would hide the first."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise MalformedPuzzleError(f"found the key {twice!r} twice, expected it once")
    return found


def record(value: object, line: int = 1) -> Record:
    """The record that an object says.

    Raises:
        MalformedPuzzleError: a key is missing, or holds something else than it should.
    """
    if not isinstance(value, dict):
        raise _wrong("", value, "an object")
    if "nbformat" in value:
        raise MalformedPuzzleError("found a Jupyter notebook, expected a puzzle: copy the cells")
    if "grid" in value and not {*value} & {"givens", "puzzle"}:
        return of_fpuzzles(value, line)
    draft = _read_value(value)
    expected = value.get("expected")
    claims = {} if expected is None else _typed("expected", expected, dict, "an object")
    _refuse_unknown(claims, CLAIMS)
    solution = claims.get("solution", value.get("solution"))
    grid = None if solution is None else _solution(solution, draft)
    count, at_least = (_count(key, claims.get(key)) for key in ("count", "at_least"))
    optimum = _optimum(claims.get("optimum"), draft)
    wanted = Expected(count, at_least, grid, optimum)
    name, source = ("" if value.get(key) is None else value[key] for key in ("name", "source"))
    return Record(
        draft,
        _typed("name", name, str, "text"),
        wanted if wanted != Expected() else None,
        _typed("source", source, str, "text"),
        line,
        {key: note for key, note in value.items() if key.lower() in NOTES},
    )


def _read_value(value: Object) -> Draft | Problem:
    if "variables" in value:
        _refuse_unknown(value, (*OF_PROBLEMS, "name", "source", "expected"))
        return problem_of(value)
    _refuse_unknown(value, KEYS + OF_RECORDS)
    return _of_puzzle(value) if "puzzle" in value else _of_keys(value)


def _optimum(value: object, said: Draft | Problem) -> Value | None:
    """The value of the best solution, of a problem with an objective."""
    if value is None:
        return None
    optimum = tuple(value) if isinstance(value, list) else value
    objective = said.objective if isinstance(said, Problem) else None
    if objective is None or not objective.fits(optimum):
        raise _wrong("optimum", value, "a value of the objective")
    return cast("Value", optimum)


def _solution(value: object, said: Draft | Problem) -> Solution:
    if isinstance(said, Draft):
        return _draft("solution", value).grid
    values: list[object] = _typed("solution", value, list, "a list of whole numbers")
    return tuple(_integer("solution", each) for each in values)


def _of_puzzle(value: Object) -> Draft:
    cells, rest = value["puzzle"], {key: value[key] for key in KEYS if value.get(key) is not None}
    whole = isinstance(cells, dict)
    if beside := [key for key in rest if whole or key == "givens"]:
        where = "in" if whole else "without"
        raise MalformedPuzzleError(
            f"found the key {beside[0]!r} beside 'puzzle', expected it {where} that"
        )
    if whole:
        _refuse_unknown(cells, KEYS)
        return _of_keys(cells)
    return _of_keys({**rest, "givens": cells}, "puzzle")


def _of_keys(value: Object, givens: str = "givens") -> Draft:
    cells = value.get("givens")
    read = None if cells is None else _draft(givens, cells)
    candidates: Sequence[ValueSet] | None = read.candidates if read else None
    if value.get("candidates") is not None:
        candidates = [*map(frozenset, _lists("candidates", value["candidates"]))]
    size = _size(value, candidates if read is None else read.givens)
    return Draft(
        read.givens if read else [0] * (size * size),
        candidates,
        characters=read.characters if read else "",
        from_zero=read.from_zero if read else (),
        box=_box(value.get("box")),
        drawn_box=read.drawn_box if read else None,
        rules=frozenset(_rules(value)),
        regions=_regions(value),
        extra=_extra(value, size),
    )


def _extra(value: Object, size: int) -> tuple[Constraint, ...]:
    """The constraints besides the houses."""
    numbers = {cell_name(cell, size): cell for cell in range(size * size)}
    different = map(AllDifferent, map(tuple, _lists("extra", value.get("extra"))))
    with malformed():
        return (*different, *constraints_of(value, numbers))


def _refuse_unknown(value: Object, known: Sequence[str]) -> None:
    for key in value:
        if key in known:
            continue
        if key.lower() in NOTES:
            _refuse_structure(key, value[key])
            continue
        if meant := similar(key, known):
            raise MalformedPuzzleError(f"found the key {key!r}, expected {meant[0]!r}")
        raise MalformedPuzzleError(
            f"found the key {key!r}, expected one of {', '.join(known)}, "
            f"or a note such as {', '.join(NOTES[:3])}"
        )


def _refuse_structure(key: str, note: object) -> None:
    """See that a note is none that a rule could be said with."""
    several = key.lower() in LISTED
    if several and isinstance(note, list) and all(isinstance(each, str) for each in note):
        return
    if isinstance(note, bool) or not isinstance(note, str | int | float | None):
        raise _wrong(key, note, f"text or a number{', or a list of texts' if several else ''}")


def _size(value: Object, cells: Sequence[object] | None) -> int:
    if value.get("size") is None:
        if cells is None:
            raise MalformedPuzzleError("found neither givens nor candidates nor size")
        return size_of(len(cells))
    size = _integer("size", value["size"], "a whole number")
    if cells is None and not 1 <= size <= LARGEST_EMPTY:
        raise _wrong("size", size, f"1..{LARGEST_EMPTY} where no cells are listed")
    if size < 1:
        raise _wrong("size", size, "a number above 0")
    if cells is not None and size * size != len(cells):
        raise MalformedPuzzleError(f"found {len(cells)} cells, expected {size} x {size}")
    return size


def _draft(key: str, value: object) -> Draft:
    """The draft of a text, of a flat list or of a list of rows."""
    if isinstance(value, list):
        nested = all(isinstance(row, list) for row in value)
        texts = all(isinstance(row, str) for row in value)
        cells = [cell for row in value for cell in row] if nested else value
        if nested and any(len(row) != len(value) for row in value):
            raise MalformedPuzzleError(f"{key}: found rows of another length than {len(value)}")
        if not texts or not cells:
            found = [None if cell is None else _integer(key, cell) for cell in cells]
            from_zero = numbered_from_zero(found, isqrt(len(found)))
            return Draft([number or 0 for number in found], from_zero=from_zero)
        value = "\n".join(value)
    text = _typed(key, value, str, "text or a list")
    try:
        return read_text(text) if key == "puzzle" else read_values(Source(text))
    except MalformedPuzzleError as error:
        raise MalformedPuzzleError(f"{key}: {error}") from None


def _box(value: object) -> Box | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2:
        raise _wrong("box", value, "[rows, columns]")
    return _integer("box", value[0]), _integer("box", value[1])


def _rules(value: Object) -> list[str]:
    found = value.get("rules")
    rules: list[object] = _typed("rules", [] if found is None else found, list, "a list of names")
    return [_typed("rules", rule, str, "names") for rule in rules]


def _regions(value: Object) -> Regions | None:
    regions = value.get("regions")
    if isinstance(regions, list):
        return [_integer("regions", cell) for cell in regions]
    return None if regions is None else _typed("regions", regions, str, "text or a list")


def _lists(key: str, value: object) -> Iterator[list[int]]:
    """A list of lists of integers; nothing for null."""
    lists: list[object] = _typed(key, [] if value is None else value, list, "a list of lists")
    for item in lists:
        items: list[object] = _typed(key, item, list, "a list of lists")
        yield [_integer(key, number) for number in items]


def _count(key: str, value: object) -> int | None:
    key, expected = f"expected {key}", "a number of solutions"
    if value is not None and _integer(key, value, expected) < 0:
        raise _wrong(key, value, expected)
    return None if value is None else _integer(key, value)


def _integer(key: str, value: object, expected: str = "whole numbers") -> int:
    if isinstance(value, bool):
        raise _wrong(key, value, expected)
    return cast("int", _typed(key, value, int, expected))


def _typed(key: str, value: Any, kind: type, expected: str) -> Any:
    if not isinstance(value, kind):
        raise _wrong(key, value, expected)
    return value


def _wrong(key: str, found: object, expected: str) -> MalformedPuzzleError:
    text = json.dumps(found)
    shown = text if len(text) <= 40 else f"{text[:40]}..."
    return MalformedPuzzleError(f"{key}{': ' if key else ''}found {shown}, expected {expected}")


def write_instance(instance: Instance) -> str:
    """The text of an instance, on one line."""
    whole = {
        "name": instance.name,
        **instance.problem.record(),
        "expected": instance.expected.record() if instance.expected else None,
        "source": instance.source,
        **{key: note for key, note in instance.notes.items() if key.lower() in NOTES},
    }
    always = "variables"  # which may be none
    return json.dumps({key: each for key, each in whole.items() if each or key == always})


FORMATS = {
    "json": Format(
        "An object that says everything, rules included.",
        lambda source: the_only(records(source)),
        Problem.to_json,
        lambda source: looks_like(source) or looks_like_array(source),
        write_problem=Problem.to_json,
        one_line=True,
        rank=10,
        records=records,
    )
}
