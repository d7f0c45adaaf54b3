"""Constraints in a caption: by their names, or in words; the first ones, where they are many."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.outside_data import visible
from accord.views.narration.constraint_words import in_words

LISTED = 12  # constraints in a caption
LONGEST = 60  # characters of one of them


def listed_constraints(constraints: Iterable[Constraint], names: Sequence[str]) -> str:
    """Constraints by their names, or else in words; the first ones, where they are many.

    Args:
        constraints: what is listed.
        names: of all variables.
    """
    found = Counter(label(each, names) for each in constraints)
    shown = [f"{each} ({number})" if number > 1 else each for each, number in found.items()]
    series = [*_series(shown)]
    if len(series) > LISTED:
        left = sum([number for _, number in series][LISTED:])
        series[LISTED:] = [(f"and {left:,} more", left)]
    return "; ".join(words for words, _ in series)


def _series(labels: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Labels, and of how many each is made: row 1, row 2 and row 3 are `row 1..3`."""
    for (title, _), group in groupby(enumerate(labels), key=lambda each: _numbered(*each)):
        found = [label for _, label in group]
        if len(found) < 3:
            yield from ((label, 1) for label in found)
        else:
            yield f"{found[0]}..{found[-1].removeprefix(title)}", len(found)


def _numbered(place: int, label: str) -> tuple[str, int]:
    """The text before the number at a label's end, and that number less the label's place."""
    match = re.fullmatch(r"(.*?)([0-9]{1,9})", label)
    return (match[1], int(match[2]) - place) if match else (label, -place)


def label(constraint: Constraint, names: Sequence[str]) -> str:
    """A constraint by its name, or in words."""
    words = constraint.name or in_words(constraint, names)
    seen = visible(words)
    return seen if len(seen) <= LONGEST else f"{seen[: LONGEST - 3]}..."
