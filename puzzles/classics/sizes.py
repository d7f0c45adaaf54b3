"""Sizes of instances: what a classic asks of the numbers that it is given."""

from accord.puzzles.problem import MalformedProblemError


def expect_at_least(least: int, **sizes: int) -> None:
    """Refuse sizes that are too small.

    Raises:
        MalformedProblemError: with the name of the size, what was found and what was expected.
    """
    for name, found in sizes.items():
        if found < least:
            raise MalformedProblemError(f"{name}: found {found}, expected {least} or more")
