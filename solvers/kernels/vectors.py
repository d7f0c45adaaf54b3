"""Candidate boards in vector registers: the types that the 9x9 kernel computes with.

A board is nine planes, one for each value: the cells that may still have it, 27 bits for each of
the three bands.  `Planes` keeps a board in five vectors of eight 32-bit words, two values in each,
and four words to a value, so that the bands of a value are neighbours; the fourth word of a value
and the tenth value are always zero.  `Cells` is one such vector with the same four words twice: a
set of cells, whatever the value.  Both are known to numba by what is declared here; an operator on
planes becomes five vector instructions, and nothing is in memory unless `stored` puts it there.

    & | ^ + - << >> ~       word by word; beside planes, cells stand for themselves in every value
                            and an integer for a vector of equal words
    turned(x)               in the place of each band the next one
    seen_twice(planes)      the cells with at least one of the values, and with at least two
    seen_thrice(planes)     likewise, and with at least three
    swapped(planes)         in the place of each value of a vector the other one
    shifted(planes, n)      in the place of each vector the one n further on
    busiest(planes, some)   all cells of the two values with most candidates, `some` counted 4 times
    some(x)                 whether anything is left
    occupied(planes)        which of the 20 numbers are not zero, as the bits of an integer
    single(n, bit)          the planes with this bit in number n and nothing elsewhere
    loaded(rows, n)         the planes in row n of an array of N x 20 uint64
    stored(rows, n, planes) ... and back
    givens(puzzles, n)      the planes of the values given in row n of an array of N x 81 bytes
    written(grids, n, planes)  the grid of a decided board, to row n of an array of N x 81 bytes

Rows must be contiguous, and nothing checks their number.  Other widths of vectors, measured:
docs/solvers/kernels.md.
"""

import operator
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from llvmlite import ir

from accord.solvers.compiling import load_numba

numba = load_numba()
types, extending, templates = numba.types, numba.extending, numba.core.typing.templates
intrinsic, signature = extending.intrinsic, templates.signature
Type: Any = types.Type
Template: Any = templates.AbstractTemplate

Planes = Any  # what the type checker sees; numba sees PlanesType
Cells = Any  # CellsType
Vector = Any  # a value of llvmlite of the type VECTOR

VECTORS, WORDS = 5, 8  # of a board; of a vector
BIT, BYTE, WORD, LONG = (ir.IntType(width) for width in (1, 8, 32, 64))
VECTOR = ir.VectorType(WORD, WORDS)
BOARD = ir.ArrayType(VECTOR, VECTORS)
PAIRS = ir.VectorType(LONG, WORDS // 2)  # the same with two words in a number
LINE = ir.VectorType(BYTE, 32)  # the cells of a band, row by row, and five more bytes

OTHER_VALUE = (4, 5, 6, 7, 0, 1, 2, 3)
NEXT_BAND = (1, 2, 0, 3, 5, 6, 4, 7)


def place(cell: int) -> int:
    """The bit of a cell, 0..26, within the word of its band: nine bits a box, and a free one."""
    row, column = divmod(cell, 9)
    return 10 * (column // 3) + 3 * row + column % 3


class PlanesType(Type):
    """A board; in LLVM a BOARD."""


class CellsType(Type):
    """A set of cells; in LLVM a VECTOR."""


planes, cells = PlanesType("Planes"), CellsType("Cells")
extending.register_model(PlanesType)(partial(extending.models.PrimitiveModel, be_type=BOARD))
extending.register_model(CellsType)(partial(extending.models.PrimitiveModel, be_type=VECTOR))


def vectors(builder: Any, kind: Any, value: Any) -> list[Vector]:
    """The vectors of planes; of cells or an integer the same one each time."""
    if isinstance(kind, PlanesType):
        return [builder.extract_value(value, k) for k in range(VECTORS)]
    return [value if isinstance(kind, CellsType) else repeated(builder, value)] * VECTORS


def board(builder: Any, parts: Sequence[Vector]) -> Any:
    """The planes of these vectors."""
    result = ir.Constant(BOARD, ir.Undefined)
    for k, part in enumerate(parts):
        result = builder.insert_value(result, part, k)
    return result


def repeated(builder: Any, number: Any, kind: Any = VECTOR) -> Vector:
    """A vector of equal words: the low bits of an integer."""
    if number.type.width > kind.element.width:
        number = builder.trunc(number, kind.element)
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), number, WORD(0))
    return shuffled(builder, first, (0,) * kind.count)


def shuffled(builder: Any, vector: Any, order: Sequence[int], second: Any = None) -> Any:
    """The elements of a vector, then those of a second one, by their numbers."""
    second = second or ir.Constant(vector.type, ir.Undefined)
    numbers = ir.Constant(ir.VectorType(WORD, len(order)), list(order))
    return builder.shuffle_vector(vector, second, numbers)


def zeros(kind: Any) -> Any:
    """A vector of zeros."""
    return ir.Constant(kind, [0] * kind.count)


# Operators: what numba calls them, and the instruction.

INSTRUCTIONS = {
    operator.and_: "and_",
    operator.or_: "or_",
    operator.xor: "xor",
    operator.add: "add",
    operator.sub: "sub",
    operator.lshift: "shl",
    operator.rshift: "lshr",
}


class VectorOperation(Template):
    """Typing: planes with anything are planes, cells with cells or an integer are cells."""

    def generic(self, args: Any, kws: Any) -> Any:
        if not all(isinstance(a, PlanesType | CellsType | types.Integer) for a in args):
            return None
        result = next((kind for kind in (planes, cells) if kind in args), None)
        return result and signature(result, *map(types.unliteral, args))


def lowered(instruction: str) -> Callable[..., Any]:
    """The function by which numba lowers an operator to this LLVM instruction."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        operands = (vectors(builder, *pair) for pair in zip(sig.args, args, strict=True))
        parts = [getattr(builder, instruction)(*pair) for pair in zip(*operands, strict=True)]
        return board(builder, parts) if sig.return_type == planes else parts[0]

    return lower


for _operator, _instruction in INSTRUCTIONS.items():
    templates.infer_global(_operator)(type(_instruction, (VectorOperation,), {"key": _operator}))
    for _left in (PlanesType, CellsType, types.Integer):
        for _right in (PlanesType, CellsType, types.Integer):
            if (_left, _right) != (types.Integer, types.Integer):
                extending.lower_builtin(_operator, _left, _right)(lowered(_instruction))

templates.infer_global(operator.invert)(type("not_", (VectorOperation,), {"key": operator.invert}))
for _kind in (PlanesType, CellsType):
    extending.lower_builtin(operator.invert, _kind)(lowered("not_"))


# Functions.


@intrinsic
def turned(typing: Any, x: Any) -> Any:
    """The planes or cells with each band replaced by the next one."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        parts = [shuffled(builder, v, NEXT_BAND) for v in vectors(builder, x, args[0])]
        return board(builder, parts) if x == planes else parts[0]

    return signature(x, x), generate


@intrinsic
def swapped(typing: Any, x: Any) -> Any:
    """The vectors with their two values exchanged."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return board(
            builder, [shuffled(builder, v, OTHER_VALUE) for v in vectors(builder, x, *args)]
        )

    return signature(x, x), generate


@intrinsic(prefer_literal=True)
def shifted(typing: Any, x: Any, n: Any) -> Any:
    """The vectors rotated by a constant n."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        parts = vectors(builder, x, args[0])
        return board(builder, parts[n.literal_value :] + parts[: n.literal_value])

    return signature(x, x, n), generate


@intrinsic
def seen_twice(typing: Any, x: Any) -> Any:
    """The cells with at least one of the values, and with at least two."""
    return seen(2)


@intrinsic
def seen_thrice(typing: Any, x: Any) -> Any:
    """The cells with at least one, two and three of the values."""
    return seen(3)


def seen(most: int) -> Any:
    """The cells with at least 1, 2, ... `most` of the values: added up in pairs of vectors."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        counts = [[vector] for vector in vectors(builder, planes, args[0])]
        while len(counts) > 1:
            first, second, *rest = counts
            counts = [*rest, added(builder, first, second, most)]
        odd = [shuffled(builder, level, OTHER_VALUE) for level in counts[0]]
        return context.make_tuple(builder, sig.return_type, added(builder, counts[0], odd, most))

    return signature(types.UniTuple(cells, most), planes), generate


def added(builder: Any, a: list[Vector], b: list[Vector], most: int) -> list[Vector]:
    """The sum of two counts per cell, up to `most`; level n says at least n + 1."""
    levels = []
    for total in range(1, min(most, len(a) + len(b)) + 1):
        ways = []
        for n in range(max(0, total - len(b)), min(total, len(a)) + 1):
            m = total - n
            ways.append(
                builder.and_(a[n - 1], b[m - 1]) if n and m else a[n - 1] if n else b[m - 1]
            )
        level = ways[0]
        for way in ways[1:]:
            level = builder.or_(level, way)
        levels.append(level)
    return levels


@intrinsic
def some(typing: Any, x: Any) -> Any:
    """Whether planes or cells have anything."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        first, *rest = vectors(builder, x, args[0]) if x == planes else args
        for vector in rest:
            first = builder.or_(first, vector)
        bits = ir.IntType(WORD.width * WORDS)
        return builder.icmp_unsigned("!=", builder.bitcast(first, bits), bits(0))

    return signature(types.boolean, x), generate


@intrinsic
def busiest(typing: Any, x: Any, y: Any) -> Any:
    """The cells of the two values with most candidates in x, those in y counted four times."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pairs = zip(*(vectors(builder, planes, arg) for arg in args), strict=True)
        totals = [_total(builder, n, *pair) for n, pair in enumerate(pairs)]
        most, second = totals[0], zeros(VECTOR)
        for total in totals[1:]:
            second = larger(builder, second, smaller(builder, most, total))
            most = larger(builder, most, total)
        others = [shuffled(builder, vector, OTHER_VALUE) for vector in (most, second)]
        second = larger(builder, second, others[1])
        second = larger(builder, second, smaller(builder, most, others[0]))
        chosen = (builder.icmp_signed(">=", total, second) for total in totals)
        return board(builder, [builder.sext(vector, VECTOR) for vector in chosen])

    return signature(planes, planes, planes), generate


def _total(builder: Any, n: int, x: Vector, y: Vector) -> Vector:
    """The candidates of each value of vector n, in all its words; no two values have the same."""
    name = "llvm.ctpop.v8i32"
    known = builder.module.globals.get(name)
    count = known or ir.Function(builder.module, ir.FunctionType(VECTOR, [VECTOR]), name)
    total = builder.call(count, [y])
    total = builder.add(builder.shl(total, constant(2)), builder.call(count, [builder.xor(x, y)]))
    total = builder.add(total, shuffled(builder, total, (1, 0, 3, 2, 5, 4, 7, 6)))
    total = builder.add(total, shuffled(builder, total, (2, 3, 0, 1, 6, 7, 4, 5)))
    numbers = ir.Constant(VECTOR, [2 * n + (word > 3) for word in range(WORDS)])
    return builder.add(builder.shl(total, constant(4)), numbers)


def larger(builder: Any, x: Vector, y: Vector) -> Vector:
    """Word by word the larger one."""
    return builder.select(builder.icmp_signed(">", x, y), x, y)


def smaller(builder: Any, x: Vector, y: Vector) -> Vector:
    """Word by word the smaller one."""
    return builder.select(builder.icmp_signed("<", x, y), x, y)


def constant(number: int) -> Vector:
    """A vector of equal words."""
    return ir.Constant(VECTOR, [number] * WORDS)


@intrinsic
def occupied(typing: Any, x: Any) -> Any:
    """The numbers of planes that are not zero: bit n for number n of the 20."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        result = LONG(0)
        for k, vector in enumerate(vectors(builder, x, args[0])):
            pairs = builder.bitcast(vector, PAIRS)
            bits = builder.icmp_unsigned("!=", pairs, zeros(PAIRS))
            bits = builder.zext(builder.bitcast(bits, ir.IntType(PAIRS.count)), LONG)
            result = builder.or_(result, builder.shl(bits, LONG(PAIRS.count * k)))
        return result

    return signature(types.uint64, x), generate


@intrinsic
def single(typing: Any, number: Any, bit: Any) -> Any:
    """The planes with this bit in one of the 20 numbers and nothing elsewhere."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        bits = builder.shl(LONG(1), args[1])
        number, content = (repeated(builder, value, PAIRS) for value in (args[0], bits))
        parts = []
        for k in range(VECTORS):
            numbers = ir.Constant(PAIRS, [PAIRS.count * k + n for n in range(PAIRS.count)])
            same = builder.icmp_unsigned("==", numbers, number)
            part = builder.select(same, content, zeros(PAIRS))
            parts.append(builder.bitcast(part, VECTOR))
        return board(builder, parts)

    return signature(planes, types.int64, types.int64), generate


# Memory.


def pointer(context: Any, builder: Any, sig: Any, args: Any, offset: int, kind: Any) -> Any:
    """The pointer `offset` bytes into row args[1] of the array args[0]."""
    array = context.make_array(sig.args[0])(context, builder, args[0])
    start = builder.mul(args[1], builder.extract_value(array.strides, 0))
    start = builder.add(start, builder.ptrtoint(array.data, LONG))
    return builder.inttoptr(builder.add(start, LONG(offset)), kind.as_pointer())


@intrinsic
def loaded(typing: Any, rows: Any, n: Any) -> Any:
    """The planes in row n of an array of N x 20 uint64."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        places = (pointer(context, builder, sig, args, 32 * k, VECTOR) for k in range(VECTORS))
        return board(builder, [builder.load(place, align=4) for place in places])

    return signature(planes, rows, types.int64), generate


@intrinsic
def stored(typing: Any, rows: Any, n: Any, x: Any) -> Any:
    """Write planes to row n of an array of N x 20 uint64."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        for k, vector in enumerate(vectors(builder, x, args[2])):
            builder.store(vector, pointer(context, builder, sig, args, 32 * k, VECTOR), align=4)
        return context.get_dummy_value()

    return signature(types.void, rows, types.int64, x), generate


# A grid is read and written as lines of 32 bytes, of which a band takes 27.  The last line starts
# five bytes early, so that it ends with the grid.

STARTS = (0, 27, 49)  # of the lines in a grid, bytes
EARLY = (0, 0, 5)


@intrinsic
def givens(typing: Any, puzzles: Any, n: Any) -> Any:
    """The planes of the values given in row n of an array of N x 81 bytes, 0..9."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        parts = [zeros(VECTOR)] * VECTORS
        for band, (start, early) in enumerate(zip(STARTS, EARLY, strict=True)):
            raw = builder.load(pointer(context, builder, sig, args, start, LINE), align=1)
            order = [early] * 32  # the free bits are masked below
            for cell in range(27):
                order[place(cell)] = early + cell
            line = shuffled(builder, raw, order)
            for value in range(9):
                same = builder.icmp_unsigned("==", line, ir.Constant(LINE, [value + 1] * 32))
                word = builder.and_(builder.bitcast(same, WORD), WORD(0x1FF7FDFF))
                part, index = divmod(4 * value + band, WORDS)
                parts[part] = builder.insert_element(parts[part], word, WORD(index))
        return board(builder, parts)

    return signature(planes, puzzles, types.int64), generate


@intrinsic
def written(typing: Any, grids: Any, n: Any, x: Any) -> Any:
    """Write the values of a decided board to row n of an array of N x 81 bytes."""

    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        parts = vectors(builder, x, args[2])
        lines = [values_of(builder, parts, band) for band in range(3)]
        places = [place(cell) for cell in range(27)]
        end = [32 + bit for bit in places]
        orders = (places + [31] * 5, places + [31] * 5, places[-5:] + end)
        for start, order, first, second in zip(
            STARTS, orders, (*lines[:2], lines[1]), (None, None, lines[2]), strict=True
        ):
            line = shuffled(builder, first, order, second)
            builder.store(line, pointer(context, builder, sig, args, start, LINE), align=1)
        return context.get_dummy_value()

    return signature(types.void, grids, types.int64, x), generate


def values_of(builder: Any, parts: Sequence[Vector], band: int) -> Any:
    """A line with the value of each bit of this band."""
    line = zeros(LINE)
    for value in range(9):
        part, index = divmod(4 * value + band, WORDS)
        word = builder.extract_element(parts[part], WORD(index))
        mask = builder.bitcast(word, ir.VectorType(BIT, 32))
        here = builder.select(mask, ir.Constant(LINE, [value + 1] * 32), zeros(LINE))
        line = builder.or_(line, here)
    return line
