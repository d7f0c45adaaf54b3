"""CSV: a header that names a column `puzzle` (or `quizzes`, or what the reader is told).

Columns `solution` or `solutions`, `name`, `count` (of solutions) and `source` are read where they
are there.  A column that says a rule is refused where it holds something, as the puzzle would be
another one without it; others are notes, which are written again.  Semicolons and tabs may take the
place of commas, and Excel's first line `sep=;` is skipped.
"""

import csv
import io
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from accord.puzzles.formats.draft import Draft
from accord.puzzles.formats.format import Complain, Format, Record, give_up, the_only
from accord.puzzles.formats.registry import format_named, read_text, read_values
from accord.puzzles.formats.source import Source
from accord.puzzles.formats.symbols import NOTHING
from accord.puzzles.outside_data import inert, without_apostrophe
from accord.puzzles.phrasing import plural
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Expected, Instance, Puzzle, expect_puzzle
from accord.puzzles.sudoku.shape import RULES, MalformedPuzzleError

_PUZZLE = ("puzzle", "quizzes")
_SOLUTION = ("solution", "solutions")
_COLUMNS = ("name", "puzzle", "solution", "count", "source")
_SAYING_RULES = (
    "box", "regions", "rules", "extra", "candidates", "constraints", "variant", *RULES,
    "antiknight", "antiking", "nonconsecutive", "cages", "killer", "thermometers", "arrows",
    "kropki", "inequalities",
)  # fmt: skip


def looks_like(source: Source) -> bool:
    """Whether the first line is a header with a column of puzzles."""
    return is_header(source.lines[0].text) if source.lines else False


def is_header(line: str, column: str | None = None) -> bool:
    """Whether a line names a column of puzzles."""
    wanted = (column.lower(),) if column else _PUZZLE
    return any(name.lower() in wanted for name in _header(line))


def lacks_column(
    line: str, column: str | None = None, *, of_table: bool = False
) -> MalformedPuzzleError | None:
    """The error for a line that names columns, but none of puzzles; None for any other line.

    Args:
        line: the first of a file.
        column: that has the puzzles, if it is known.
        of_table: whether the file is called a table, in which each cell with a letter is a name.
    """
    names = _header(line)
    are_names = column or _are_names(names) or (of_table and _have_letters(names))
    if is_header(line, column) or not are_names:
        return None
    wanted = repr(column) if column else f"{' or '.join(_PUZZLE)} (--column NAME names another)"
    return MalformedPuzzleError(
        f"found the {plural(len(names), 'column')} {', '.join(names)}, expected {wanted}"
    )


def _are_names(cells: Sequence[str]) -> bool:
    """Whether cells name columns: what looks like a word, and a longer one than None and null."""
    words = [cell for cell in cells if re.fullmatch(r"[^\W\d_][\w .-]{0,40}", cell)]
    long = (word for word in words if len(word) > 2 and word not in NOTHING)
    return len(words) == len(cells) > 1 and any(long)


def _have_letters(cells: Sequence[str]) -> bool:
    return len(cells) > 1 and all(re.search(r"[^\W\d_]", cell) for cell in cells if cell)


def is_table(file: PurePath) -> bool:
    """Whether a file is called a table."""
    return file.suffix.lower() in (".csv", ".tsv")


def is_separator(line: str) -> bool:
    """Whether Excel says in this line what separates columns; the header is the next one."""
    return bool(re.fullmatch(r'"?sep=.?"?', line.removeprefix("\ufeff").strip(), re.IGNORECASE))


def lacks_header(line: str) -> bool:
    """Whether a line is a row of a table, with a puzzle and something else."""
    first, delimiter, _ = line.partition(_delimiter(line))
    return bool(delimiter) and bool(re.fullmatch(r"[0-9A-Za-z.*_]{16,}", first.strip().strip('"')))


def _header(line: str) -> Sequence[str]:
    cells = line.removeprefix("\ufeff").strip("\r\n ").split(_delimiter(line))
    return [cell.strip().strip('"') for cell in cells]


def _delimiter(line: str) -> str:
    return max(",;\t", key=line.count)


def records(
    lines: Iterable[str], first: int = 1, complain: Complain = give_up, column: str | None = None
) -> Iterator[Record]:
    """The records of a table; its first line is the header, and `column` has the puzzles."""
    lines = iter(lines)
    head = next(lines, "")
    if not is_header(head, column):
        wanted = repr(column) if column else "puzzle or quizzes"
        found = ", ".join(_header(head))
        raise MalformedPuzzleError(
            f"line {first}: found the columns {found}, expected {wanted} among them"
        )
    header = [_known(name, column) for name in _header(head)]
    taken: list[str] = []  # the lines of the present record
    again: deque[str] = deque()  # lines that a quote without an end had swallowed

    def feed() -> Iterator[str]:
        while (line := again.popleft() if again else next(lines, None)) is not None:
            taken.append(line)
            yield line

    def reader() -> Iterator[list[str]]:
        return csv.reader(feed(), delimiter=_delimiter(head))

    rows = reader()
    number = first + 1  # of the line at which the record begins
    while True:
        try:
            if (row := next(rows, None)) is None:
                return
            if any(cell.strip() for cell in row):
                cells = map(without_apostrophe, row)
                yield _record(dict(zip(header, cells, strict=False)), number)
        except (csv.Error, MalformedPuzzleError) as error:
            what = f": found no CSV: {error}" if isinstance(error, csv.Error) else f", {error}"
            complain(MalformedPuzzleError(f"line {number}{what}"))
            again.extendleft(reversed(taken[1:]))
            del taken[1:]
            rows = reader()
        number += len(taken)
        taken.clear()


def _record(row: Mapping[str, str], line: int) -> Record:
    puzzle, solution = _column(row, _PUZZLE), _column(row, _SOLUTION)
    count, grid = row.get("count", "").strip(), None
    if not ((count.isascii() and count.isdigit() and len(count) < 100) or not count):
        raise MalformedPuzzleError(f"count: found {count!r}, expected a number")
    for name in _SAYING_RULES:
        if text := row.get(name, "").strip():
            raise MalformedPuzzleError(
                f"{name}: found {text!r}, expected nothing: only JSON holds rules of single puzzles"
            )
    try:
        draft = replace(read_text(puzzle), entries=())  # their places are not the file's
    except MalformedPuzzleError as error:
        raise MalformedPuzzleError(f"puzzle: {error}") from None
    try:
        grid = read_values(Source(solution)).grid if solution.strip() else None
    except MalformedPuzzleError as error:
        raise MalformedPuzzleError(f"solution: {error}") from None
    number = int(count) if count else None
    expected = None if grid is None and number is None else Expected(number, None, grid)
    read = {*_PUZZLE, *_SOLUTION, *_COLUMNS}
    notes = {key: cell for key, cell in row.items() if key not in read}
    return Record(draft, row.get("name", ""), expected, row.get("source", ""), line, notes)


def _known(name: str, column: str | None) -> str:
    """A column as it is called here: known ones in small letters, that of the puzzles `puzzle`."""
    small = name.lower()
    if column and small == column.lower():
        return "puzzle"
    if column and small in _PUZZLE:
        return f"{name} (not read)"
    known = {*_PUZZLE, *_SOLUTION, *_COLUMNS, *_SAYING_RULES}
    return small if small in known else name


def _column(row: Mapping[str, str], names: Iterable[str]) -> str:
    return next((row[name] for name in names if name in row), "")


def write_instances(instances: Iterable[Instance]) -> Iterator[str]:
    """The lines of a table, with the notes that the first instance has."""
    notes: Sequence[str] | None = None
    for instance in instances:
        if notes is None:
            notes = [*instance.notes]
            yield _line([*_COLUMNS, *notes])
        known = instance.expected or Expected()
        puzzle = expect_puzzle(instance.problem, "a table")
        solution = "" if known.solution is None else puzzle.text(known.solution)
        count = "" if known.count is None else str(known.count)
        cells = (instance.name, _text(puzzle), solution, count, instance.source)
        yield _line([*cells, *(str(instance.notes.get(note, "")) for note in notes)])
    if notes is None:
        yield ",".join(_COLUMNS)


def _text(puzzle: Puzzle) -> str:
    """A line, or candidates where there are any."""
    return format_named("line" if puzzle.candidates is None else "candidates").write(puzzle)


def _line(cells: Sequence[str]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="").writerow(map(inert, cells))
    return buffer.getvalue()


def _write(puzzle: Puzzle) -> str:
    return f"puzzle\n{_line([_text(puzzle)])}"


def _records(source: Source) -> Iterator[Record]:
    return records(io.StringIO(source.raw.removeprefix("\ufeff"), newline=None), source.first)


def _read(source: Source) -> Draft | Problem:
    return the_only(_records(source))


FORMATS = {
    "csv": Format(
        "A table with a column puzzle.", _read, _write, looks_like, rank=20, records=_records
    )
}
