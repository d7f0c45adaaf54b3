"""Arrays that compiled functions reach by one pointer, however many they are.

numba passes an array as seven numbers: a function that gets a tuple of sixty arrays takes a second
to compile for these numbers alone.  An `ArrayTable` writes the address and the length of each of
its arrays into a table.  Compiled functions get the address of the table, and `s.value` is there
the array of this name, as the table describes it.

Machine code keeps no array alive.  So the object that has the table has the arrays as well, and
neither is ever exchanged: where an array has to grow, `replaced` makes another object.
"""

from copy import copy
from functools import lru_cache
from typing import Any, Self, get_args, get_type_hints

import numpy as np
from llvmlite import ir

from accord.solvers.compiling import load_numba

numba = load_numba()
types, extending, cgutils = numba.types, numba.extending, numba.core.cgutils
as_dtype = numba.np.numpy_support.as_dtype
Type: Any = types.Type
AttributeTemplate: Any = numba.core.typing.templates.AttributeTemplate

LONG = ir.IntType(64)
ALIGNED = 64  # bytes


class TableType(Type):
    """The type of a subclass of `ArrayTable` for numba.

    Args:
        name: of the subclass.
        fields: name and type of each field.
    """

    def __init__(self, name: str, fields: tuple[tuple[str, Any], ...]) -> None:
        self.key = name, fields
        self.fields = dict(fields)
        super().__init__(name)

    key: Any = None  # what distinguishes it from others; a property of numba's types


class ArrayTable:
    """Arrays and integers by name, and a table by which compiled functions reach them.

    A subclass declares its fields: `name: NDArray[np.int64]`, a contiguous array of one dimension,
    or `name: int`.

    Args:
        fields: each that is declared.

    Raises:
        TypeError: a field is missing, unknown, or not as it is declared.
    """

    _numba_type_: Any
    _dtypes: dict[str, Any]  # of the elements of each field; None: an integer
    _fields: dict[str, Any]
    _table: Any  # int64: of each field address and length, or the number and 0

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls)
        kinds = {name: numba_type(hints[name]) for name in cls.__annotations__}
        cls._numba_type_ = TableType(cls.__name__, tuple(kinds.items()))
        cls._dtypes = {
            name: None if hints[name] is int else as_dtype(kind.dtype)
            for name, kind in kinds.items()
        }

    def __init__(self, **fields: Any) -> None:
        if odd := fields.keys() ^ self._dtypes.keys():
            raise TypeError(f"found other fields than {type(self).__name__} has: {sorted(odd)}")
        table: list[int] = []
        for name, dtype in self._dtypes.items():
            table += (fields[name], 0) if dtype is None else _entry(name, fields[name], dtype)
        self._hold(fields, np.array(table, np.int64))

    def _hold(self, fields: dict[str, Any], table: Any) -> None:
        vars(self).update(fields, _fields=fields, _table=table, _address=table.ctypes.data)

    @classmethod
    def zeros(cls, **sizes: int) -> Self:
        """An object with arrays of zeros of these lengths; integers are as they are given."""
        hashable: Any = cls
        places, length, table, moved = _layout(hashable, *sizes.items())
        block, made = np.zeros(length, np.uint8), cls.__new__(cls)
        fields = sizes | {
            name: np.ndarray(size, dtype, block, place) for name, size, dtype, place in places
        }
        made._hold(fields, table + moved * block.ctypes.data)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} cannot be set: the table would not show it; see `replaced`")

    def replaced(self, **others: Any) -> Self:
        """An object with these arrays in the place of its own ones of the same names."""
        return type(self)(**self._fields | others)

    def copied(self) -> Self:
        """An object with copies of the arrays."""
        return type(self)(**{name: copy(field) for name, field in self._fields.items()})


def numba_type(declared: Any) -> Any:
    """The type for numba of what is declared as an integer, a truth, a row or an `ArrayTable`."""
    if declared in (int, bool):
        return types.int64 if declared is int else types.boolean
    if hasattr(declared, "_numba_type_"):
        return declared._numba_type_
    (element,) = get_args(get_args(declared)[1])
    return types.Array(numba.from_dtype(np.dtype(element)), 1, "C")


@lru_cache(maxsize=64)
def _layout(cls: Any, *sizes: tuple[str, int]) -> tuple[list[Any], int, Any, Any]:
    """Arrays of these lengths in one block: name, length, type and place of each.

    Besides the bytes of the block, the table for a block at address 0, and which of its numbers
    move with the block.
    """
    places, table, moved, end = [], [], [], 0
    for name, dtype in cls._dtypes.items():
        size = dict(sizes)[name]
        if dtype is None:
            table += [size, 0]
        else:
            places.append((name, size, dtype, end))
            table += [end, size]
            end += -(-size * dtype.itemsize // ALIGNED) * ALIGNED
        moved += [dtype is not None, False]
    return places, end, np.array(table, np.int64), np.array(moved, np.int64)


def _entry(name: str, array: Any, dtype: Any) -> tuple[int, int]:
    """Address and length of an array."""
    contiguous = array.flags.c_contiguous
    if array.dtype != dtype or array.ndim != 1 or not contiguous:
        found = f"{array.dtype} in {array.ndim} dimensions{'' if contiguous else ' with gaps'}"
        raise TypeError(f"{name}: found {found}, expected {dtype} in 1 without gaps")
    return array.ctypes.data, array.size


extending.register_model(TableType)(extending.models.OpaqueModel)


@extending.infer_getattr
class _Fields(AttributeTemplate):
    key = TableType

    def generic_resolve(self, table: Any, name: str) -> Any:
        return table.fields.get(name)


@extending.lower_getattr_generic(TableType)
def _field(context: Any, builder: Any, table: Any, pointer: Any, name: str) -> Any:
    """The array that the table describes: it is read once, as a table never changes."""
    kind, place = table.fields[name], 2 * [*table.fields].index(name)
    numbers = builder.bitcast(pointer, LONG.as_pointer())
    fixed = builder.module.add_metadata([])

    def number(at: int) -> Any:
        value = builder.load(cgutils.gep_inbounds(builder, numbers, at))
        value.set_metadata("invariant.load", fixed)
        return value

    if kind == types.int64:
        return number(place)
    array = context.make_array(kind)(context, builder)
    size = LONG(context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    numba.np.arrayobj.populate_array(
        array,
        data=builder.inttoptr(number(place), array.data.type),
        shape=[number(place + 1)],
        strides=[size],
        itemsize=size,
        meminfo=None,
    )
    return array._getvalue()


@extending.unbox(TableType)
def _pointer(table: Any, owner: Any, c: Any) -> Any:
    """The pointer to the table of an object that Python passes."""
    address = c.pyapi.object_getattr_string(owner, "_address")
    number = c.pyapi.long_as_ulonglong(address)
    c.pyapi.decref(address)
    return extending.NativeValue(c.builder.inttoptr(number, c.context.get_value_type(table)))
