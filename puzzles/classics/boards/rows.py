"""Rows: boards of text, a word for each cell."""

from accord.puzzles.constraints.constraint import MalformedConstraintError


def rows_of(text: str) -> list[list[str]]:
    """The words of each line.

    Raises:
        MalformedConstraintError: there is none, or the lines have not the same number of words.
    """
    rows = [line.split() for line in text.strip().splitlines()]
    lengths = [len(row) for row in rows]
    if not rows:
        raise MalformedConstraintError("found no rows, expected at least one")
    if len(set(lengths)) > 1:
        found = ", ".join(map(str, lengths))
        raise MalformedConstraintError(f"found rows of {found} cells, expected equal lengths")
    return rows
