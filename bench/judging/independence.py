"""Independence: whether two claims can be wrong for the same reason.

Two claims on a puzzle are independent if engine and model both differ.  Of another problem is known
what each constraint went through (bench/isolation/passed.py): the engines have to differ, and no
function may be passed by the same constraint in both.  A decomposition that is wrong would make
both wrong, whoever searched.
"""

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Protocol

Functions = tuple[str, ...]


class Lineage(Protocol):
    """What is known of where an answer comes from."""

    @property
    def engine(self) -> str: ...  # lineage of the search code
    @property
    def model(self) -> str: ...  # the encoder whose output it reads
    @property
    def passed(self) -> str | None: ...  # what constraints went through; None of a plain puzzle


def shared(one: Lineage, other: Lineage) -> str:
    """What two claims have in common, in words; empty where they are independent."""
    if one.engine == other.engine:
        return f"the engine {one.engine}"
    if one.passed is None and other.passed is None:
        return f"the model {one.model}" if one.model == other.model else ""
    if one.passed is None or other.passed is None:
        return "what is not known of one of them"
    both = zip(_sets(one.passed), _sets(other.passed), strict=False)
    for number, (mine, theirs) in enumerate(both, 1):
        if common := sorted({*mine} & {*theirs}):
            return f"{common[0]} (constraint {number})"
    return ""


@lru_cache(256)
def _sets(passed: str) -> tuple[Functions, ...]:
    """For each constraint what it went through."""
    return tuple(_expanded(passed))


def _expanded(passed: str) -> Iterator[Functions]:
    for number, *functions in json.loads(passed):
        yield from [tuple(functions)] * number
