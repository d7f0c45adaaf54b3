"""Files of puzzles, read one at a time: a million lines need no more memory than ten.

The first line that is no comment decides: a JSON object is the first of JSON lines, a header with
a column of puzzles begins a table, and a line that is a puzzle by itself is the first of one
puzzle per line.  Anything else are puzzles of many lines with blank lines between, or a single
text that has blank lines in it, or an array of JSON objects; only these two are read as a whole.
A line as `Grid 01` begins a puzzle and is its name.

A line of 16 characters may be a 4x4 puzzle or a row of a 16x16 one.  It is a row where exactly 16
such lines stand before a blank one or the end, and either not all of them are puzzles by
themselves, or the givens of the 16x16 puzzle do not clash, as those of sixteen 4x4 puzzles do
unless they are nearly blank.  In the same way four lines of 16 characters may be an 8x8 puzzle or
a band of a 16x16 one: a band, where three more such paragraphs follow.  A line with rulers is no
puzzle by itself.
"""

import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, dropwhile, islice
from typing import Any

from accord.puzzles.files.foreign import refuse_foreign
from accord.puzzles.formats import csv_table, json_object
from accord.puzzles.formats.draft import USUAL, Variant
from accord.puzzles.formats.format import Complain, Format, Record, give_up
from accord.puzzles.formats.plain.lists import is_call, is_open
from accord.puzzles.formats.plain.rulers import has_rulers, side_by_side
from accord.puzzles.formats.plain.spreadsheet import is_row
from accord.puzzles.formats.registry import detect, format_named, name_of, plain_line
from accord.puzzles.formats.source import Source, TextLine, heading, is_blank
from accord.puzzles.formats.symbols import quick_values
from accord.puzzles.outside_data import PROBLEM_MEMORY, expect_memory
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Expected, Instance, Puzzle, expect_puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError

Numbered = tuple[int, str]  # the number of a line in its file, and the line
Paragraph = Sequence[Numbered]  # the lines between blank ones
# name, puzzle, what to expect, source, notes
Named = tuple[str, Problem, Expected | None, str, Mapping[str, Any]]

_LONGER_THAN_A_ROW = re.compile(r"[0-9A-Za-z.*_]{36,}")
_BAND = re.compile(r"[0-9A-Za-z.*_\s,|]+")
_BETWEEN_CELLS = re.compile(r"[\s,|]+")
_OBJECT = re.compile(r'\s*\{\s*("|$)')  # `{159}` begins a board of candidates
_ONE_PROBLEM = re.compile(  # XML, or the first line of a formula or of FlatZinc
    r"\s*(?:<|[chp](?:\s|$)|\*(?![\w.*]{35})|(?:min|max):|[+-]?\d+\s+~?x\d"
    r"|%|(?:predicate|var|array|int|bool|set|constraint|solve)\b)"
)
_LOOKAHEAD = 64  # lines that may be faulty before the first that is not
_ON_A_LINE = ("line", "sdm", "sukaku")
_QUICK = {None: plain_line, "line": quick_values, "sdm": quick_values}


def read_many(
    lines: Iterable[str],
    variant: Variant = USUAL,
    *,
    format: str | None = None,
    name: str = "",
    complain: Complain | None = None,
    table: bool = False,
) -> Iterator[Instance]:
    """The instances of a file, one at a time.

    Args:
        lines: the lines of the file, with or without their ends.
        variant: as for `read`, of each puzzle.
        format: as for `read`.
        name: the name of the file; its third puzzle is NAME#3 unless the file names it.
        complain: called for a record or line that cannot be read, which is then left out; by
            default the first one ends the reading.
        table: whether the file is called one: what cannot be a puzzle are names of columns then.

    Raises:
        MalformedPuzzleError: a puzzle cannot be read; says on which line of the file.
        FormatError: there is no such format.
    """
    if format is not None:
        format_named(format)
    number = 0

    def collect(error: MalformedPuzzleError) -> None:
        nonlocal number
        (complain or give_up)(error)
        number += 1

    reader = _FileReader(variant, format, collect, table=table)
    for own, puzzle, expected, source, notes in reader.named(lines):
        number += 1
        yield Instance(own or f"{name}#{number}", puzzle, expected, source, notes)


def format_of(lines: Iterable[str]) -> str:
    """The name of the format as which the first puzzle of a file is read.

    Raises:
        MalformedPuzzleError: it cannot be read.
    """
    taken = ["line"]
    next(_FileReader(USUAL, None, give_up, taken.append).named(lines), None)
    return taken[-1]


def says_one_per_line(line: str) -> bool:
    """Whether a file that begins with this line surely has a puzzle of characters on each line."""
    return bool(_LONGER_THAN_A_ROW.fullmatch(_significant((1, line))))


def read_line(number: int, line: str, variant: Variant) -> Puzzle:
    """The puzzle on a line of such a file.

    Raises:
        MalformedPuzzleError: it cannot be read; names the line by this number.
    """
    try:
        reader = _FileReader(variant, None, give_up)
        return reader._of_line(number, line, _significant((number, line)))
    except MalformedPuzzleError as error:
        raise _located(error, number) from None


@dataclass(frozen=True)
class _FileReader:
    """The layout of a file, known before its first line."""

    variant: Variant
    format: str | None
    complain: Complain
    take: Callable[[str], object] = bool  # called with the name of each format that is tried
    table: bool = False

    def named(self, lines: Iterable[str]) -> Iterator[Named]:
        """The puzzles with what the file says of them."""
        lines = iter(lines) if self.format else refuse_foreign(lines)
        first = next(lines, "").removeprefix("\ufeff")
        every = enumerate(chain([first], lines), 1)
        numbered = dropwhile(lambda line: is_blank(line[1].split("#", 1)[0]), every)
        head = next(numbered, None)
        if head is None:
            return
        column, detects = self.variant.column, self.format is None
        if detects and csv_table.is_separator(head[1]):
            head = next(numbered, head)
        if (detects or format_named(self.format or "").chunks) and _ONE_PROBLEM.match(head[1]):
            yield from self._one_problem([head, *numbered])
        elif self.format in (None, "json") and _OBJECT.match(head[1]):
            yield from self._objects(head, numbered)
        elif self.format == "csv" or (detects and csv_table.is_header(head[1], column)):
            self.take("csv")
            rest = (line for _, line in numbered)
            table = chain([head[1]], rest)
            records = csv_table.records(table, head[0], self.complain, column)
            yield from self._completed(records, self.complain)
        elif detects and (error := csv_table.lacks_column(head[1], column)):
            raise _located(error, head[0])
        elif self.format is None and csv_table.lacks_header(head[1]):
            raise MalformedPuzzleError(
                f"line {head[0]}: found a table without a header, "
                "expected one that names its columns first: puzzle,solution"
            )
        elif detects and self.table and (error := csv_table.lacks_column(head[1], of_table=True)):
            yield from self._board_or(_located(error, head[0]), head, numbered)
        else:
            yield from self._text(head, numbered)

    def _one_problem(self, lines: Sequence[Numbered]) -> Iterator[Named]:
        """The problem that all lines say together; if they say none, the puzzles of the lines."""
        source = Source("".join(line for _, line in lines), lines[0][0])
        if self.format or detect(source).chunks:
            yield from self._completed(self._records_of(source), self.complain)
        else:
            yield from self._text(lines[0], iter(lines[1:]))

    def _objects(self, head: Numbered, rest: Iterator[Numbered]) -> Iterator[Named]:
        """The puzzles of JSON lines, or of one text that begins with a brace.

        If the first line is no object, it begins one that ends further down; or it is a faulty
        record, where it begins none and a line further down is one.
        """
        try:
            expect_memory(head[1], PROBLEM_MEMORY)
        except ValueError as error:
            raise MalformedPuzzleError(f"line {head[0]}: {error}") from None
        whole = _is_json_line(head)
        ahead = [] if whole else list(islice(rest, _LOOKAHEAD))
        rest = chain(ahead, rest)
        self.take("json")
        if whole or (not _begins_object(head, ahead) and any(map(_is_json_line, ahead))):
            records = _json_lines(chain([head], rest), self.complain)
            yield from self._completed(records, self.complain)
            return
        try:
            yield from self._text(head, rest)
        except MalformedPuzzleError as error:
            self.complain(error)

    def _board_or(
        self, error: MalformedPuzzleError, head: Numbered, rest: Iterator[Numbered]
    ) -> Iterator[Named]:
        """The puzzles of lines of which the first may name columns; `error` where none is read."""
        is_read = False

        def complain(found: MalformedPuzzleError) -> None:
            if not is_read:
                raise error from None
            self.complain(found)

        try:
            for each in replace(self, complain=complain)._text(head, rest):
                is_read = True
                yield each
        except MalformedPuzzleError as found:
            raise found if is_read else error from None

    def _text(self, head: Numbered, rest: Iterator[Numbered]) -> Iterator[Named]:
        """The puzzles of lines or paragraphs."""
        single, lines = self._is_single(head, rest)
        yield from self._one_per_line(lines) if single else self._many_lines_each(lines)

    def _is_single(
        self, head: Numbered, rest: Iterator[Numbered]
    ) -> tuple[bool, Iterator[Numbered]]:
        """Whether each line is a puzzle; and the lines, some of which had to be looked at."""
        if self.format in _ON_A_LINE or _LONGER_THAN_A_ROW.fullmatch(_significant(head)):
            return True, chain([head], rest)
        cells = None if heading(head[1]) else self._cells(head)
        if cells is None:
            ahead = list(islice(rest, 1))
            follows = any(_LONGER_THAN_A_ROW.fullmatch(_significant(line)) for line in ahead)
            return follows and self.complain is not give_up, chain([head], ahead, rest)
        ahead, block = [head], [head]
        for line in rest:
            ahead.append(line)
            if _significant(line):
                block.append(line)
            if len(block) > cells or (len(block) == cells and not line[1].strip()):
                break
        rows = len(block) == cells > 1 and (
            any(self._cells(line) != cells for line in block) or self._is_board(block)
        )
        return not rows, chain(ahead, rest)

    def _cells(self, line: Numbered) -> int | None:
        """The number of cells of a line that is a puzzle by itself."""
        if self.format is None and (has_rulers(Source(line[1])) or is_row(line[1])):
            return None
        if self.format is not None and not format_named(self.format).one_line:
            return None
        try:
            return len(self._of_line(*line).givens)
        except MalformedPuzzleError:
            return None

    def _misfit(self, line: Numbered) -> MalformedPuzzleError | None:
        """Why a line that is a puzzle by itself cannot be read with these options."""
        if not self.variant or replace(self, variant=USUAL)._cells(line) is None:
            return None
        try:
            self._of_line(*line)
        except MalformedPuzzleError as error:
            return _located(error, line[0])
        return None

    def _is_board(self, lines: Paragraph) -> bool:
        """Whether the lines are one puzzle whose givens do not clash."""
        try:
            puzzles = [puzzle for _, puzzle, *_ in self._completed(self._records(lines))]
        except MalformedPuzzleError:
            return False
        (puzzle,) = puzzles if len(puzzles) == 1 else [None]
        return isinstance(puzzle, Puzzle) and not _clash(puzzle)

    def _one_per_line(self, numbered: Iterable[Numbered]) -> Iterator[Named]:
        for line in numbered:
            if text := _significant(line):
                try:
                    found = self._on_line(line[0], line[1], text)
                except MalformedPuzzleError as error:
                    if not is_call(text):
                        self.complain(_located(error, line[0]))
                else:
                    yield found

    def _of_line(self, number: int, line: str, text: str = "") -> Puzzle:
        return expect_puzzle(self._on_line(number, line, text)[1], "a line")

    def _on_line(self, number: int, line: str, text: str) -> Named:
        """The only puzzle on a line, with what it says of it."""
        quick = None if self.variant.digits else _QUICK.get(self.format)
        if quick is not None and (values := quick(text)):
            self.take("line")
            return "", self.variant.plain(values), None, "", {}
        source = Source(line, number)
        form = self._format(source)
        records = [*form.records(source)] if form.records else []
        if len(records) != 1:
            return "", self.variant.puzzle(form.draft(source)), None, "", {}
        (named,) = self._completed(records)
        return named[0], expect_puzzle(named[1], "a line"), *named[2:]

    def _format(self, source: Source) -> Format:
        form = detect(source) if self.format is None else format_named(self.format)
        self.take(name_of(form))
        return form

    def _many_lines_each(self, numbered: Iterator[Numbered]) -> Iterator[Named]:
        """The puzzles of paragraphs; of the whole text where the first is no puzzle."""
        paragraphs = self._boards(_paragraphs(numbered))
        first = next(paragraphs)
        try:
            found = list(self._completed(self._records(first)))
        except MalformedPuzzleError as error:
            if misfit := self._misfit(first[0]):
                raise misfit from None
            rest = list(paragraphs)
            whole = list(chain(first, *rest))
            found = []
            try:
                if rest:
                    found = list(self._completed(self._records(whole)))
            except MalformedPuzzleError:
                paragraphs = iter(rest)
            if not found:
                self.complain(error)
        yield from found
        for paragraph in paragraphs:
            try:
                found = list(self._completed(self._records(paragraph)))
            except MalformedPuzzleError as error:
                if not all(is_call(line) for _, line in paragraph):
                    self.complain(error)
            else:
                yield from found

    def _boards(self, paragraphs: Iterator[Paragraph]) -> Iterator[Paragraph]:
        """The paragraphs; those that are bands of one board are joined."""
        waiting: deque[Paragraph] = deque(islice(paragraphs, 1))
        while waiting:
            rows, cells = _layout(waiting[0])
            number = cells // rows if cells % rows == 0 else 1
            waiting.extend(islice(paragraphs, max(0, number - len(waiting))))
            bands = list(islice(waiting, number))
            alike = len(bands) == number and {*map(_layout, bands)} == {(rows, cells)}
            if number == 1 or not alike or not self._belong_together(bands):
                bands = bands[:1]
            for _ in bands:
                waiting.popleft()
            yield list(chain.from_iterable(bands))
            if not waiting:
                waiting.extend(islice(paragraphs, 1))

    def _belong_together(self, bands: Sequence[Paragraph]) -> bool:
        """Whether not all are puzzles by themselves, or the board they make has no clash."""
        for band in bands:
            try:
                list(self._completed(self._records(band)))
            except MalformedPuzzleError:
                return True
        return self._is_board(list(chain.from_iterable(bands)))

    def _records(self, block: Paragraph) -> list[Record]:
        source = _joined(block)
        if not source.lines:
            return []
        try:
            if self._format(source).records:
                return list(self._records_of(source))
            name = heading(block[0][1])
            parts = map(self._records_of, side_by_side(source))
            return [replace(record, name=name) for record in chain.from_iterable(parts)]
        except MalformedPuzzleError as error:
            raise _located(error, block[0][0]) from None

    def _records_of(self, source: Source) -> Iterable[Record]:
        form = self._format(source)
        return (
            form.records(source) if form.records else [Record(form.read(source), line=source.first)]
        )

    def _completed(
        self, records: Iterable[Record], complain: Complain = give_up
    ) -> Iterator[Named]:
        for record in records:
            try:
                puzzle = self.variant.problem(record.draft)
            except MalformedPuzzleError as error:
                complain(_located(error, record.line))
            else:
                yield record.name, puzzle, record.expected, record.source, record.notes


def _significant(numbered: Numbered) -> str:
    """A line without comment and margins."""
    return numbered[1].split("#", 1)[0].strip()


def _is_json_line(head: Numbered) -> bool:
    """Whether a line is a whole JSON object."""
    source = Source(head[1], head[0])
    try:
        return json_object.looks_like(source) and isinstance(json_object.load(source), dict)
    except MalformedPuzzleError:
        return False


def _begins_object(head: Numbered, ahead: Sequence[Numbered]) -> bool:
    """Whether a line is the beginning of a JSON object that ends in these lines, or after them."""
    text = "\n".join(line for _, line in [head, *ahead]).strip()
    try:
        expect_memory(text, PROBLEM_MEMORY)
        _, end = json.JSONDecoder().raw_decode(text)
    except json.JSONDecodeError as error:
        return len(ahead) == _LOOKAHEAD and error.pos >= len(text)
    except (ValueError, RecursionError):  # a number of 5000 digits, brackets 1000 deep, too many
        return False
    return "\n" in text[:end]


def _json_lines(numbered: Iterable[Numbered], complain: Complain) -> Iterator[Record]:
    for number, line in numbered:
        if line.strip():
            try:
                yield from json_object.records(Source(line.rstrip("\r\n"), number))
            except MalformedPuzzleError as error:
                complain(_located(error, number))


def _paragraphs(numbered: Iterable[Numbered]) -> Iterator[Paragraph]:
    """The lines between blank ones, or from a heading to the next."""
    paragraph: list[Numbered] = []
    for line in numbered:
        ends = is_blank(line[1]) or heading(line[1])
        if ends and not all(heading(text) for _, text in paragraph) and not _is_open(paragraph):
            yield paragraph
            paragraph = []
        if not is_blank(line[1]):
            paragraph.append(line)
    if paragraph:
        yield paragraph


def _is_open(paragraph: Paragraph) -> bool:
    """Whether a list begins with these lines that goes on behind a blank one."""
    return is_open([TextLine(line.split("#", 1)[0], number) for number, line in paragraph])


def _layout(paragraph: Paragraph) -> tuple[int, int]:
    """The number of rows of a paragraph, and of cells in each; (1, 1) where they differ."""
    rows = [text for text in map(_significant, paragraph) if text]
    if not rows or heading(rows[0]) or not all(map(_BAND.fullmatch, rows)):
        return 1, 1
    characters = {len(_BETWEEN_CELLS.sub("", row)) for row in rows}
    words = {len(_BETWEEN_CELLS.sub(" ", row).split()) for row in rows}
    cells = characters if len(characters) == 1 else words
    return (len(rows), max(cells)) if len(cells) == 1 and max(cells) > 0 else (1, 1)


def _clash(puzzle: Puzzle) -> bool:
    """Whether a house has a given twice."""
    for house in puzzle.houses:
        values = [puzzle.givens[cell] for cell in house.cells if puzzle.givens[cell]]
        if len(set(values)) < len(values):
            return True
    return False


def _joined(lines: Paragraph) -> Source:
    """The lines of a paragraph as one text, with empty lines where lines were left out."""
    first, last = lines[0][0], lines[-1][0]
    texts = dict(lines)
    return Source("\n".join(texts.get(n, "").rstrip("\r\n") for n in range(first, last + 1)), first)


def _located(error: MalformedPuzzleError, line: int) -> MalformedPuzzleError:
    """The error, with the line of the file unless it names one."""
    text = str(error)
    return MalformedPuzzleError(text if text.startswith("line ") else f"line {line}: {text}")
