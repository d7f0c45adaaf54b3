"""Independence: whether two claims can be wrong for the same reason.

Two claims on a puzzle are independent if engine and model both differ.  Of another problem is known
what each constraint went through (bench/run/worker.py): the engines have to differ, and no
function may be passed by the same constraint in both.  A decomposition that is wrong would make
both wrong, whoever searched.  The objective is one more constraint, where its value is a variable
that is added.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, combinations

from accord.bench.judge.claim import Claim
from accord.puzzles.outside_data import json_value

Functions = tuple[str, ...]
MOST = 2**24  # constraints; more than any problem has


def agreement(claims: Sequence[Claim]) -> tuple[tuple[str, ...], str]:
    """Two independent claims; or none, and what the first two have in common."""
    common = ""
    for one, other in combinations(_different(claims), 2):
        if not (why := shared(one, other)):
            return (one.label, other.label), ""
        common = common or f"{one.label} and {other.label} share {why}"
    return (), common


def _different(claims: Sequence[Claim]) -> Iterable[Claim]:
    """One claim of each engine and model, so that repetitions form no pairs."""
    found: dict[tuple[str | None, ...], Claim] = {}
    for each in claims:
        found.setdefault((each.engine, each.model, each.passed), each)
    return found.values()


def shared(one: Claim, other: Claim) -> str:
    """What two claims have in common, in words; empty where they are independent."""
    if one.engine == other.engine:
        return f"the engine {one.engine}"
    if one.passed is None and other.passed is None:
        return f"the model {one.model}" if one.model == other.model else ""
    if one.passed is None or other.passed is None:
        return "what is not known of one of them"
    for number, mine, theirs in _beside(one.passed, other.passed):
        if common := sorted({*mine} & {*theirs}):
            return f"{common[0]} (constraint {number})"
    return ""


def _beside(one: str, other: str) -> Iterator[tuple[int, Functions, Functions]]:
    """Constraint numbers where either claim's functions change, with the functions of both.

    The numbers of neighbours are not listed one by one: a row may say any.
    """
    both = equal_neighbours(one), equal_neighbours(other)
    ends = [[*accumulate(number for number, _ in each)] for each in both]
    last = min(each[-1] if each else 0 for each in ends)
    for start in sorted({0, *ends[0], *ends[1]}):
        if start < last:
            mine, theirs = (
                each[bisect(end, start)][1] for each, end in zip(both, ends, strict=True)
            )
            yield start + 1, mine, theirs


@lru_cache(256)
def equal_neighbours(passed: str) -> tuple[tuple[int, Functions], ...]:
    """The (number, functions) of each run of constraints with the same provenance.

    Raises:
        ValueError: the text does not say it as bench/run/worker.py does.
    """
    try:
        found = tuple((number, tuple(names)) for number, *names in json_value(passed))
    except (ValueError, TypeError):
        found = ((0, ()),)
    if not all(type(number) is int and 0 < number <= MOST for number, _ in found):
        raise ValueError("expected lists of a number of constraints and names of functions")
    if sum(number for number, _ in found) > MOST:
        raise ValueError(f"expected at most {MOST:,} constraints")
    if not all(type(name) is str and name.isprintable() for _, names in found for name in names):
        raise ValueError("expected names of functions in printable text")
    return found
