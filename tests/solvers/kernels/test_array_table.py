"""Arrays behind one pointer: what compiled code sees of them, and that they live with the table."""

import gc
import re
import weakref
from typing import Any

import pytest

from optional import library

np = library("numpy")
numba = library("numba")

from accord.solvers.kernels.array_table import ArrayTable  # noqa: E402
from accord.solvers.kernels.board import Bytes, Integers, Longs  # noqa: E402
from accord.solvers.kernels.loading import compiled, general_entry  # noqa: E402


class OneOfEach(ArrayTable):
    """One field of each kind."""

    offset: int
    signs: Bytes
    totals: Longs
    arena: Integers


@compiled
def add(s: OneOfEach, i: int, by: int) -> int:
    """Count in two arrays; the sum of both."""
    s.totals[i] += by + s.offset
    s.signs[i] -= 1
    return int(s.totals[i] + s.signs[i])


@general_entry
def fill(s: OneOfEach, by: int) -> int:
    """Count in each place, in that of `arena[0]` twice; the length of `arena`."""
    add(s, s.arena[0], by)  # an index of 32 bits
    for i in range(s.totals.size):
        s.arena[i] = add(s, i, by)
    return s.arena.size


def one_of_each() -> OneOfEach:
    """A table over arrays that nothing else has."""
    return OneOfEach.zeros(offset=10, signs=3, totals=3, arena=3)


def test_compiled_code_reads_and_writes_each_kind_of_field() -> None:
    s = one_of_each()
    s.totals[:] = 1 << 40, -20, 0
    s.arena[0] = 1
    assert fill(s, 7) == 3
    assert s.totals.tolist() == [(1 << 40) + 17, 14, 17]
    assert s.signs.tolist() == [-1, -2, -1]
    assert s.arena.tolist() == [16, 12, 16]


def test_a_function_within_is_compiled_once_and_python_cannot_call_it() -> None:
    dispatcher: Any = add
    for index in (numba.int32, numba.int64):
        dispatcher.get_call_template((OneOfEach._numba_type_, index, numba.int64), {})
    assert [signature.args[1] for signature in dispatcher.nopython_signatures] == [numba.int64]
    with pytest.raises(TypeError, match="No matching definition"):
        add(one_of_each(), 0, 1)


def test_arrays_live_as_long_as_their_table_and_no_longer() -> None:
    s = one_of_each()
    arrays: list[Any] = [weakref.ref(s.signs), weakref.ref(s.totals), weakref.ref(s._table)]
    gc.collect()
    assert all(array() is not None for array in arrays)
    del s
    gc.collect()
    assert all(array() is None for array in arrays)


def test_an_array_that_grows_makes_a_new_table_and_the_old_one_stays_whole() -> None:
    old = one_of_each()
    new = old.replaced(arena=np.append(old.arena, np.zeros(4, np.int32)))
    assert (fill(old, 1), fill(new, 1)) == (3, 7)
    assert new.totals is old.totals
    assert old.totals.tolist()[1:] == [22, 22]
    assert (old.arena.tolist()[1:], new.arena.tolist()[1:]) == ([10, 10], [20, 20, 0, 0, 0, 0])
    other = new.copied()
    other.totals[:] = 0
    assert (new.totals[1], other.offset) == (22, 10)


@pytest.mark.parametrize("name", ["arena", "offset", "unknown"])
def test_no_field_is_exchanged_behind_the_table(name: str) -> None:
    with pytest.raises(AttributeError, match=f"{name} cannot be set"):
        setattr(one_of_each(), name, np.zeros(9, np.int32))


WRONG: dict[str, tuple[Any, str]] = {
    "another type": (np.zeros(3, np.int64), "found int64 in 1 dimensions, expected int32 in 1"),
    "two dimensions": (np.zeros((3, 1), np.int32), "found int32 in 2 dimensions"),
    "gaps": (np.zeros(6, np.int32)[::2], "arena: found int32 in 1 dimensions with gaps"),
}


@pytest.mark.parametrize(("array", "message"), WRONG.values(), ids=WRONG)
def test_an_array_that_is_not_as_declared_is_refused(array: Any, message: str) -> None:
    with pytest.raises(TypeError, match=re.escape(message)):
        one_of_each().replaced(arena=array)


def test_a_field_too_many_and_one_too_few_are_refused() -> None:
    with pytest.raises(
        TypeError, match=r"found other fields than OneOfEach has: \['signs', 'size'\]"
    ):
        OneOfEach(offset=0, totals=np.zeros(1, np.int64), arena=np.zeros(1, np.int32), size=3)
