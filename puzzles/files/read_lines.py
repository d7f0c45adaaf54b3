"""Files with a puzzle on each line, read a megabyte at a time.

`read_many` takes 7 us to make a Puzzle of a line of 81 characters; a fast solver decides it in two.
Here the lines of a block that are equally long are translated at once, in 0.1 us each, and become
rows of an array.  A line is looked at by itself only where that does not make n*n values of each:
comments are left out (1.2 us a line then), lines of another length begin another batch, and what is
no plain line of characters is left to `read_line`, so that it means what it means in any other
file and errors have the same text.

Blocks are cut where lines end and are handed on as they come from a pipe, so that a program that
writes line by line is answered line by line; a million lines need no more memory than one block.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from accord.puzzles.batch import Batch
from accord.puzzles.files.read_many import read_line, says_one_per_line
from accord.puzzles.formats.draft import Variant
from accord.puzzles.formats.format import Complain, give_up
from accord.puzzles.formats.registry import plain_line
from accord.puzzles.formats.symbols import LARGEST_DIGIT, may_be_other_digits, quick_table
from accord.puzzles.grid import LARGEST_SYMBOL, SYMBOLS
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError, Shape

if TYPE_CHECKING:
    from numpy import bool_, uint8
    from numpy.typing import NDArray

BLOCK = 1 << 20  # bytes
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class _Line(NamedTuple):
    """A line of a file."""

    number: int  # counted from one
    raw: bytes
    cells: bytes  # without comment and margins


def blocks(read: Callable[[int], bytes], size: int = BLOCK) -> Iterator[bytes]:
    """Blocks of whole lines, as they come.

    Args:
        read: the method of an unbuffered binary file: waits for at least one byte, and returns at
            most so many.
        size: how many bytes to ask for; a block is larger only if a line is.
    """
    rest = b""
    while fresh := read(size):
        end = max(fresh.rfind(b"\n"), fresh[:-1].rfind(b"\r")) + 1  # a last \r may precede \n
        if end:
            yield rest + fresh[:end]
            rest = fresh[end:]
        else:
            rest += fresh
    if rest:
        yield rest


def lines_of(blocks: Iterable[bytes]) -> Iterator[str]:
    """The lines of the blocks, with their ends."""
    for number, block in enumerate(blocks):
        text = block if number else block.removeprefix(_BYTE_ORDER_MARK)
        for line in text.splitlines(keepends=True):
            yield line.decode()


def begins_lines(blocks: Iterator[bytes]) -> tuple[bool, Iterator[bytes]]:
    """Whether there is surely a puzzle on each line; and the blocks, some of which were looked at.

    `read_many` sees a puzzle on each line in more files: shorter lines need a look at the others.
    """
    seen: list[bytes] = []
    for block in blocks:
        seen.append(block if seen else block.removeprefix(_BYTE_ORDER_MARK))
        for line in seen[-1].splitlines():
            text = line.decode("latin-1")
            if text.partition("#")[0].strip():
                return says_one_per_line(text), chain(seen, blocks)
    return False, iter(seen)


def batches(
    blocks: Iterable[bytes], variant: Variant, complain: Complain = give_up
) -> Iterator[Batch | Puzzle]:
    """The puzzles of a file with one on each line, in their order.

    Args:
        blocks: of whole lines.
        variant: box, rules and regions, which plain lines do not hold.
        complain: called with a line that is no puzzle when what stands before it has been yielded;
            raises by default.

    Raises:
        UnicodeDecodeError: a line is no UTF-8.
    """
    reader = _LinesReader(variant, complain)
    number = 1
    for block in blocks:
        whole = block if block.endswith((b"\n", b"\r")) else block + b"\n"
        if batch := reader.uniform(whole):
            yield batch
            number += len(batch)
        else:
            lines = whole.splitlines()
            yield from reader.mixed(lines, number)
            number += len(lines)


def batch_of_texts(texts: Sequence[str], variant: Variant) -> Batch | None:
    """The puzzles of these texts, if they are equally long lines of characters and nothing else."""
    if texts[0].endswith("\n"):  # lines of a file
        texts = [text.strip() for text in texts]
    size = _size_of(len(texts[0])) if len(set(map(len, texts))) == 1 else 0
    if not size or (shape := _shape(variant, size)) is None:
        return None
    values = _values("".join(texts).encode("latin-1", "replace"), len(texts), size)
    return None if values is None else Batch(shape, values)


def _size_of(characters: int) -> int:
    """The size of a puzzle whose line is so long; 0 where such a line may be something else."""
    size = isqrt(characters)
    plain = plain_line("." * characters) is not None
    return size if plain and size <= LARGEST_SYMBOL else 0


def _shape(variant: Variant, size: int) -> Shape | None:
    """The shape of this size; None where `read_line` has to look at each line."""
    if variant.digits:
        return None
    try:
        return variant.shape(size)
    except MalformedPuzzleError:
        return None


def _values(cells: bytes, rows: int, size: int, ends: bytes = b"") -> "NDArray[uint8] | None":
    """The values of so many lines, their ends left out, if all are characters of this size."""
    import numpy as np

    values = np.frombuffer(cells.translate(quick_table(), ends), np.uint8)
    if len(values) != rows * size * size or values.max(initial=0) > size:
        return None
    if b"0" in cells and _other_digits(cells.translate(None, ends), rows, size):
        return None
    return values.reshape(rows, size * size)


def _other_digits(cells: bytes, rows: int, size: int) -> bool:
    """Whether a 0 of so many rows of characters may be a value."""
    if rows == 1:
        return may_be_other_digits(cells.decode("latin-1"), size)
    return bool(_rows_with_other_digits(cells, rows, size).any())


def _rows_with_other_digits(cells: bytes, rows: int, size: int) -> "NDArray[bool_]":
    """For each row of characters whether a 0 of it may be a value."""
    from numpy import frombuffer, uint8

    characters = frombuffer(cells, uint8).reshape(rows, size * size)
    zeros = (characters == ord("0")).sum(axis=1)
    found: NDArray[bool_] = zeros > 0
    if size <= LARGEST_DIGIT:
        found &= zeros <= size
        if found.any():
            found[found] = (characters[found] != ord(SYMBOLS[size])).all(axis=1)
    return found


@dataclass(frozen=True)
class _LinesReader:
    """The layout of a file's lines, known before its first puzzle."""

    variant: Variant
    complain: Complain

    def uniform(self, block: bytes) -> Batch | None:
        """The puzzles of a block of equally long lines and nothing else."""
        from numpy import frombuffer, uint8

        length = block.find(b"\n") + 1
        width = length - 2 if block[length - 2 : length] == b"\r\n" else length - 1
        size = _size_of(width) if length and len(block) % length == 0 else 0
        if not size or (shape := _shape(self.variant, size)) is None:
            return None
        ends = frombuffer(block, uint8).reshape(-1, length)[:, width:]
        if (ends != ends[0]).any():
            return None
        values = _values(block, len(ends), size, b"\r\n")
        return None if values is None else Batch(shape, values)

    def mixed(self, lines: Iterable[bytes], number: int) -> Iterator[Batch | Puzzle]:
        """The puzzles of lines of any kind, the first of which has this number."""
        for width, run in groupby(_significant(lines, number), lambda line: len(line.cells)):
            size = _size_of(width)
            shape = _shape(self.variant, size) if size else None
            if shape is None:
                for line in run:
                    try:
                        puzzle = self.puzzle(line)
                    except MalformedPuzzleError as error:
                        self.complain(error)
                    else:
                        yield puzzle
            else:
                yield from self.run(list(run), shape)

    def run(self, lines: Sequence[_Line], shape: Shape) -> Iterator[Batch | Puzzle]:
        """The puzzles of lines that are as long as those of this shape are."""
        from numpy import array, flatnonzero, frombuffer, uint8

        table = quick_table()
        cells = b"".join(line.cells for line in lines)
        givens = array(frombuffer(cells.translate(table), uint8).reshape(len(lines), -1))
        first = 0  # row that has not been yielded
        doubtful = givens.max(axis=1) > shape.size
        doubtful |= _rows_with_other_digits(cells, len(lines), shape.size)
        for row in map(int, flatnonzero(doubtful)):
            try:
                puzzle = self.puzzle(lines[row])
            except MalformedPuzzleError as error:
                yield from _filled(Batch(shape, givens[first:row]))
                self.complain(error)
                first = row + 1
                continue
            if puzzle.shape == shape and puzzle.candidates is None:
                givens[row] = puzzle.givens
            else:
                yield from _filled(Batch(shape, givens[first:row]))
                yield puzzle
                first = row + 1
        yield from _filled(Batch(shape, givens[first:]))

    def puzzle(self, line: _Line) -> Puzzle:
        """The puzzle of a line, read with care."""
        return read_line(line.number, line.raw.decode(), self.variant)


def _significant(lines: Iterable[bytes], number: int) -> Iterator[_Line]:
    """The lines that say something.

    Raises:
        UnicodeDecodeError: a line, or a comment, is no UTF-8.
    """
    for place, raw in enumerate(lines, number):
        if not raw.isascii():
            raw.decode()
        if cells := raw.partition(b"#")[0].strip():
            yield _Line(place, raw, cells)


def _filled(batch: Batch) -> Iterator[Batch]:
    """The batch, if there is anything in it."""
    if len(batch):
        yield batch
