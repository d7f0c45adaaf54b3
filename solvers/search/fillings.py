"""Every way to fill blanks, first to last, on one list of values that is filled and emptied again.

The loop of the searches that look only back, without recursion: a stack with what is still to try
for each blank that was reached.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from accord.puzzles import Solution


def fillings(
    values: list[Any],
    choices: Callable[[int], Iterator[int]],
    solution: Callable[[Iterable[int]], Solution],
    blank: int | None,
) -> Iterator[Solution]:
    """Every way to fill the blanks, from choices that depend on the values so far.

    Args:
        values: of all variables; changed in place.
        choices: for a variable, made anew each time it is reached.
        solution: makes what is yielded of the values.
        blank: what stands for no value.
    """
    blanks = [variable for variable, value in enumerate(values) if value == blank]
    if not blanks:
        yield solution(values)
        return
    untried = [choices(blanks[0])]  # for each blank reached, the values to come
    while untried:
        variable = blanks[len(untried) - 1]
        values[variable] = next(untried[-1], blank)
        if values[variable] == blank:
            untried.pop()
        elif len(untried) < len(blanks):
            untried.append(choices(blanks[len(untried)]))
        else:
            yield solution(values)
