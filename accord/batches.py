"""Many puzzles from arrays, lists, files or standard input.

Plain lines and arrays come as batches, which cost a tenth of a microsecond per puzzle to read;
everything else comes one by one, and all of it in order and while it is read.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any

from accord.bench.make.instances.collection import collections, instances_of, naming_file
from accord.bench.make.instances.folder import listed_files
from accord.puzzles.batch import Batch, batch_of_array, merged
from accord.puzzles.files.bytes_of_text import (
    UTF_8,
    encoding_of,
    encoding_of_stream,
    format_of_problem,
    no_text,
)
from accord.puzzles.files.foreign import refuse_foreign_file
from accord.puzzles.files.read_lines import batch_of_texts, batches, begins_lines, blocks, lines_of
from accord.puzzles.files.texts import read_many
from accord.puzzles.formats.csv_table import is_table
from accord.puzzles.formats.draft import Variant
from accord.puzzles.formats.format import Complain, give_up
from accord.puzzles.puzzle import Instance, Puzzle, expect_puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from accord.texts import problem_of

TOGETHER = 1 << 14  # items of a list in a batch


@dataclass(frozen=True, eq=False)
class Chunk:
    """A batch whose puzzles are named by their place in a file."""

    batch: Batch
    label: str
    first: int  # the number of its first puzzle, from one

    def __len__(self) -> int:
        return len(self.batch)

    @property
    def instances(self) -> Iterator[Instance]:
        """The puzzles with their names."""
        return map(self.instance, range(len(self)))

    def instance(self, row: int) -> Instance:
        """The puzzle of a row with its name."""
        return Instance(f"{self.label}#{self.first + row}", self.batch.puzzle(row))


def parts_of(puzzles: Any, variant: Variant) -> Iterator[Batch | Puzzle]:
    """The puzzles of an array, a list, a file or a collection, in their order.

    Those of one shape that follow each other are one batch.

    Args:
        puzzles: N x cells integers, puzzles or what `accord.puzzle` reads, or a name.
        variant: box, rules and regions, which plain values do not hold.

    Raises:
        MalformedPuzzleError: one is no puzzle; names it by its number from one, or by its line.
    """
    return merged(_batched(puzzles, variant))


def _batched(puzzles: Any, variant: Variant) -> Iterator[Batch | Puzzle]:
    """The items in batches as they come."""
    if isinstance(puzzles, str | PathLike):
        for part in chunks_of_file(str(puzzles), variant):
            yield part.batch if isinstance(part, Chunk) else expect_puzzle(part.problem, "an array")
        return
    if hasattr(puzzles, "dtype"):
        from numpy import asarray

        puzzles = asarray(puzzles)
        if puzzles.ndim != 1 or puzzles.dtype.kind in "biufc":
            yield batch_of_array(puzzles, variant)
            return
        puzzles = puzzles.tolist()
    yield from _parts_of_items(puzzles, variant)


def _parts_of_items(items: Iterable[Any], variant: Variant) -> Iterator[Batch | Puzzle]:
    remaining = iter(items)
    number = 1
    while some := list(islice(remaining, TOGETHER)):
        batch = batch_of_texts(some, variant) if {*map(type, some)} == {str} else None
        if batch is not None:
            yield batch
        else:
            for place, item in enumerate(some, number):
                try:
                    yield _puzzle_of(item, variant)
                except MalformedPuzzleError as error:
                    raise MalformedPuzzleError(f"puzzle {place}: {error}") from None
        number += len(some)


def _puzzle_of(item: Any, variant: Variant) -> Puzzle:
    return expect_puzzle(problem_of(item, variant), "solve_many")


def chunks_of_file(
    name: str, variant: Variant, complain: Complain = give_up
) -> Iterator[Chunk | Instance]:
    """The puzzles of a file or a collection.

    Args:
        name: of one of them.
        variant: box, rules and regions, which plain lines do not hold.
        complain: called with each line that cannot be read, which is left out; raises by default.

    Raises:
        MalformedPuzzleError: there is neither.
    """
    path = Path(name)
    is_missing = not path.exists() or path.is_dir()
    others = name in collections() or is_missing or format_of_problem(path) or listed_files(path)
    if others or encoding_of(path) != UTF_8:
        yield from instances_of(name, variant, None if complain is give_up else complain)
        return
    with path.open("rb", buffering=0) as file, _complaining_of(name, path):
        refuse_foreign_file(path)
        named = complain if complain is give_up else naming_file(path, complain)
        yield from _chunks(file.read, path.stem, variant, named, table=is_table(path))


def chunks_of_stdin(variant: Variant, complain: Complain = give_up) -> Iterator[Chunk | Instance]:
    """The puzzles on standard input; see `chunks_of_file`."""
    file = open(sys.stdin.fileno(), "rb", closefd=False)  # noqa: SIM115
    with _complaining_of("stdin"):
        if (encoding := encoding_of_stream(file)) == UTF_8:
            yield from _chunks(file.read1, "stdin", variant, complain)
        else:
            text = TextIOWrapper(file, encoding, newline="")
            yield from read_many(text, variant, name="stdin", complain=complain)


@contextmanager
def _complaining_of(name: str, path: Path | None = None) -> Iterator[None]:
    """A context whose errors name the file; of standard input only those about its bytes."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise MalformedPuzzleError(f"{name}: {no_text(path, error)}") from None
    except MalformedPuzzleError as error:
        raise error if path is None else MalformedPuzzleError(f"{name}: {error}") from None


def _chunks(
    read: Callable[[int], bytes],
    label: str,
    variant: Variant,
    complain: Complain,
    *,
    table: bool = False,
) -> Iterator[Chunk | Instance]:
    on_lines, found = begins_lines(blocks(read))
    if not on_lines:
        lines = lines_of(found)
        yield from read_many(lines, variant, name=label, complain=complain, table=table)
        return
    number = 1

    def count(error: MalformedPuzzleError) -> None:
        nonlocal number
        complain(error)
        number += 1

    for part in batches(found, variant, count):
        if isinstance(part, Batch):
            yield Chunk(part, label, number)
            number += len(part)
        else:
            yield Instance(f"{label}#{number}", part)
            number += 1
