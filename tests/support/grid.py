"""Samples: of a test with several parameters each value of each of them, of long lists a part."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256


def sample(tests: Mapping[str, Sequence[str]], seed: str) -> set[str]:
    """The ids of a sample, the same for the same tests and seed everywhere.

    Args:
        tests: by id, `FILE::FUNCTION[...]`, the id of its value in each list of values.
        seed: draws the sample; a test with one list of values or none is always in it.
    """
    functions: dict[str, list[str]] = defaultdict(list)
    for each in tests:
        functions[each.partition("[")[0]].append(each)
    return {kept for ids in functions.values() for kept in _cover(ids, tests, seed)}


def is_drawn(test: str, seed: str, one_in: int) -> bool:
    """Whether the test with this id is among those, one in so many, that a seed draws."""
    return _order(test, seed) % one_in == 0


def _cover(ids: list[str], tests: Mapping[str, Sequence[str]], seed: str) -> Iterator[str]:
    seen: set[tuple[int, str]] = set()
    for each in sorted(ids, key=lambda id_: _order(id_, seed)):
        values = set(enumerate(tests[each]))
        if len(values) < 2 or values - seen:
            seen |= values
            yield each


def _order(test: str, seed: str) -> int:
    return int.from_bytes(sha256(f"{seed} {test}".encode()).digest())
