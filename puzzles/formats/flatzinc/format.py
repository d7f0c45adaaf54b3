"""FlatZinc as one of the formats; the reader is imported when it is needed."""

import re
from collections.abc import Iterable, Iterator

from accord.puzzles.formats.format import Format, FormatError
from accord.puzzles.formats.original import Keeping
from accord.puzzles.formats.source import Source
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError

_BEGINNING = re.compile(
    r"\ufeff?(?:\s*+%[^\n]*+\n)*+\s*+(?:predicate|var|array|int|bool|set|constraint|solve)\b"
)
_SURE = re.compile(
    r"::\s*(?:output_var|output_array|is_defined_var|var_is_introduced|defines_var)\b|\bX_INTRODUCED_"
    r"|\bconstraint\s+(?:int|bool|array|set|fzn|accord)_\w+\s*\("
)


def looks_like(source: Source) -> bool:
    """Whether it begins as FlatZinc does, and has what models of MiniZinc do not have."""
    return bool(_BEGINNING.match(source.raw) and _SURE.search(source.raw))


def _lines(chunks: Iterable[bytes]) -> Iterator[str]:
    for number, line in enumerate(_raw_lines(chunks), 1):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise MalformedPuzzleError(f"line {number}: found no UTF-8, expected text") from None


def _raw_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    begun: list[bytes] = []  # parts of a line that has not ended
    for chunk in chunks:
        *ended, rest = chunk.split(b"\n")
        if ended:
            yield b"".join((*begun, ended[0]))
            yield from ended[1:]
            begun = []
        begun.append(rest)
    yield b"".join(begun)


def read_flatzinc(chunks: Iterable[bytes], int_bounds: tuple[int, int] | None = None) -> Problem:
    """The problem that the bytes of a file say; `int_bounds` as in `read`.

    Raises:
        MalformedPuzzleError: they say none; names the line.
    """
    from accord.puzzles.formats.flatzinc.read import read

    keeping = Keeping()
    problem = read(_lines(keeping.passed(chunks)), int_bounds=int_bounds).problem
    vars(problem)["packed"] = keeping.packed()
    return problem


def _read(source: Source) -> Problem:
    before = b"\n" * (source.first - 1)  # so that lines have the numbers of the file
    return read_flatzinc([before, source.raw.encode("utf-8", "surrogatepass")])


def _write(puzzle: Puzzle) -> str:
    raise FormatError(
        "found a puzzle to be written as flatzinc, which is read only; expected json, or "
        "`accord show PUZZLE --as minizinc`"
    )


FORMATS = {
    "flatzinc": Format(
        "FlatZinc, to which MiniZinc compiles its models. Read only.",
        _read,
        _write,
        looks_like,
        rank=6,
        chunks=read_flatzinc,
        endings=(".fzn",),
    )
}
