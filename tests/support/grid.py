"""Samples of grids: of a test with several parameters, each value of each of them at least once."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from random import Random


def sample(tests: Mapping[str, Mapping[str, int]], chance: Random) -> set[str]:
    """The ids of a sample.

    Args:
        tests: by id, `FILE::FUNCTION[...]`, which value each parameter has, as a number.
        chance: draws the sample; a test with one parameter or none is always in it.
    """
    functions: dict[str, list[str]] = defaultdict(list)
    for each in tests:
        functions[each.partition("[")[0]].append(each)
    return {kept for ids in functions.values() for kept in _cover(ids, tests, chance)}


def _cover(ids: list[str], tests: Mapping[str, Mapping[str, int]], chance: Random) -> Iterable[str]:
    seen: set[tuple[str, int]] = set()
    for each in chance.sample(ids, len(ids)):
        values = set(tests[each].items())
        if not values or values - seen:
            seen |= values
            yield each
