"""A domain is a set of integers that is never expanded to be looked at."""

import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.puzzles.domain import Domain

VALUES = st.sets(st.integers(-12, 12))


@given(VALUES, st.integers(-14, 14), st.integers(-14, 14))
def test_it_is_the_set_of_its_values(values: set[int], low: int, high: int) -> None:
    domain = Domain.of(values)
    assert [*domain] == sorted(values)
    assert (len(domain), bool(domain)) == (len(values), bool(values))
    assert all((value in domain) == (value in values) for value in range(-14, 15))
    assert {*domain.between(low, high)} == {value for value in values if low <= value <= high}
    assert all(end + 1 < start for (_, end), (start, _) in pairwise(domain.intervals))
    assert pickle.loads(pickle.dumps(domain)) == domain == Domain(domain.intervals[::-1])


@given(VALUES, VALUES)
def test_a_union_has_the_values_of_both(one: set[int], other: set[int]) -> None:
    assert {*(Domain.of(one) | Domain.of(other))} == one | other


def test_a_domain_of_many_values_takes_no_room() -> None:
    huge = Domain.of(range(-(10**15), 10**15 + 1))
    assert (len(huge), huge.min, huge.max) == (2 * 10**15 + 1, -(10**15), 10**15)
    assert huge.intervals == ((-(10**15), 10**15),)
    assert (10**15 in huge, 10**15 + 1 in huge, 0.5 in huge) == (True, False, False)


def test_a_domain_without_values_has_no_ends() -> None:
    with pytest.raises(ValueError, match="found an empty domain"):
        _ = Domain(()).min
    with pytest.raises(ValueError, match=r"found the interval 3\.\.1"):
        Domain(((3, 1),))
