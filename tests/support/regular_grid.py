"""The grid that needs no search: each row is the one above it, moved by a box or by one more."""

from accord.puzzles.grid import Grid


def regular_grid(height: int, width: int) -> Grid:
    """A grid with boxes of so many rows and columns; without boxes the height is 1."""
    size = height * width
    return Grid(
        (width * (row % height) + row // height + column) % size + 1
        for row in range(size)
        for column in range(size)
    )
