"""XCSP3 as one of the formats: what a text is recognised by, and how it is read and written.

The reader and the writer are imported when they are needed: every format is imported to recognise
one, and these take 30 ms.
"""

from collections.abc import Iterable

from accord.puzzles.formats.format import Format
from accord.puzzles.formats.source import Source
from accord.puzzles.problem import Problem


def looks_like(source: Source) -> bool:
    """Whether a text begins as XML does."""
    return source.raw.removeprefix("\ufeff").lstrip().startswith("<")


def _read_file(chunks: Iterable[bytes], encoding: str | None = None) -> Problem:
    from accord.puzzles.formats.xcsp3.read import read_xcsp3

    return read_xcsp3(chunks, encoding)


def _read(source: Source) -> Problem:
    return _read_file([source.raw.encode("utf-8", "surrogatepass")], "utf-8")


def _write(problem: Problem) -> str:
    from accord.puzzles.formats.xcsp3.write import write_xcsp3

    return "".join(write_xcsp3(problem)).rstrip("\n")


FORMATS = {
    "xcsp3": Format(
        "XML of the solver competitions: any problem; a puzzle without its grid.",
        _read,
        lambda puzzle: _write(puzzle.without_grid()),
        looks_like,
        write_problem=_write,
        rank=5,
        chunks=_read_file,
    )
}
