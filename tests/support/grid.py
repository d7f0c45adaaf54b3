"""Samples of grids: of a test with several parameters, each value of each of them at least once."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random


def sample(tests: Mapping[str, Sequence[str]], chance: Random) -> set[str]:
    """The ids of a sample.

    Args:
        tests: by id, `FILE::FUNCTION[...]`, the id of its value in each list of values.
        chance: draws the sample; a test with one list of values or none is always in it.
    """
    functions: dict[str, list[str]] = defaultdict(list)
    for each in tests:
        functions[each.partition("[")[0]].append(each)
    return {kept for ids in functions.values() for kept in _cover(ids, tests, chance)}


def _cover(ids: list[str], tests: Mapping[str, Sequence[str]], chance: Random) -> Iterator[str]:
    seen: set[tuple[int, str]] = set()
    for each in chance.sample(ids, len(ids)):
        values = set(enumerate(tests[each]))
        if len(values) < 2 or values - seen:
            seen |= values
            yield each
