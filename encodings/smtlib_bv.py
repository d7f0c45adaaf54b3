"""A puzzle in SMT-LIB 2: a bit-vector for each cell, distinct within each constraint.

The same assertions as in encodings/smtlib.py, over words of a few bits instead of integers: the
value v is the number v - 1, so that 16 values fit into four bits, 25 into five and 36 into six.
Numbers that are no value are excluded by a comparison, where there are any:

    (define-fun v5 () (_ BitVec 4) #b0100)        the value 5
    (declare-const r1c1 (_ BitVec 4))
    (assert (bvule r1c1 v9))                      a blank cell of a 9x9
    (assert (and (bvule v2 r1c2) (bvule r1c2 v5) (not (= r1c2 v3))))     of candidates 2, 4, 5

A solver for bit-vectors turns each bit into a variable of SAT ("bit-blasting"), where this is the
log encoding of K. Iwama and S. Miyazaki, "SAT-variable complexity of hard combinatorial problems",
IFIP World Computer Congress 1994; `distinct` becomes the comparison of each two words.

A blank grid costs as many assertions as in integers, but for the domains: there are none where the
values fill the bits, as in 4x4 and 16x16.  Measured: docs/encodings/others.md.
"""

from accord.encodings.smtlib import Term, Theory, encodings_in
from accord.puzzles import Value, ValueSet


def width(size: int) -> int:
    """The bits of a cell."""
    return max(1, (size - 1).bit_length())


def bit_vectors(size: int) -> Theory:
    """The theory in which the value v of 1..size is v - 1 in binary, as narrow as can be."""
    bits = width(size)
    sort = f"(_ BitVec {bits})"

    def number(value: Value) -> Term:
        return f"v{value}"

    def domain(name: str, values: ValueSet) -> Term:
        low, high = min(values), max(values)
        if low == high:
            return f"(= {name} {number(low)})"
        terms = [f"(bvule {number(low)} {name})"] * (low > 1)
        terms += [f"(bvule {name} {number(high)})"] * (high < 2**bits)
        crossed_out = sorted({*range(low, high)} - values)
        terms += [f"(not (= {name} {number(value)}))" for value in crossed_out]
        return f"(and {' '.join(terms)})" if len(terms) > 1 else "".join(terms)

    values = range(1, size + 1)
    definitions = [f"(define-fun {number(v)} () {sort} #b{v - 1:0{bits}b})" for v in values]
    about = ("and its bits are the value less one; v5 is the value 5.",)
    return Theory("QF_BV", sort, about, tuple(definitions), number, domain)


ENCODINGS = encodings_in(bit_vectors, 0, "smtlib-bv", "a bit-vector")
