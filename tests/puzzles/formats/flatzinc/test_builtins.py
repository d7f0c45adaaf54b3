"""FlatZinc's own predicates: over all assignments they mean what the handbook says."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

import pytest

from accord.puzzles.formats.flatzinc.builtins import PREDICATES
from accord.puzzles.formats.flatzinc.read import FlatModel, read

DECLARED = """\
array [1..3] of int: w = [1,-2,3];
set of int: s = {-1,1,2};
var -2..2: x :: output_var;
var -1..2: y :: output_var;
var -3..3: z :: output_var;
var bool: p :: output_var;
var bool: q :: output_var;
var bool: r :: output_var;
"""
RANGES = (range(-2, 3), range(-1, 3), range(-3, 4), range(2), range(2), range(2))
Meaning = Callable[[int, int, int, int, int, int], bool | None]


def truncated(a: int, b: int) -> int:
    return int(a / b)


def power(base: int, exponent: int) -> int | None:
    if exponent >= 0:
        return int(base**exponent)
    return truncated(1, base**-exponent) if base else None


def item(items: Sequence[int], index: int) -> int | None:
    return items[index - 1] if 1 <= index <= len(items) else None


TERMS: dict[str, Meaning] = {  # of which there are reified forms
    "int_eq(x,y": lambda x, y, z, p, q, r: x == y,
    "int_ne(x,1": lambda x, y, z, p, q, r: x != 1,
    "int_le(x,y": lambda x, y, z, p, q, r: x <= y,
    "int_lt(x,y": lambda x, y, z, p, q, r: x < y,
    "int_ge(x,y": lambda x, y, z, p, q, r: x >= y,
    "int_gt(x,y": lambda x, y, z, p, q, r: x > y,
    "int_lin_eq(w,[x,y,z],2": lambda x, y, z, p, q, r: x - 2 * y + 3 * z == 2,
    "int_lin_ne(w,[x,y,z],2": lambda x, y, z, p, q, r: x - 2 * y + 3 * z != 2,
    "int_lin_le([2,3],[x,1],-1": lambda x, y, z, p, q, r: 2 * x + 3 <= -1,
    "int_lin_lt([2,-2],[x,x],1": lambda x, y, z, p, q, r: True,
    "bool_lin_eq(w,[p,q,true],z": lambda x, y, z, p, q, r: p - 2 * q + 3 == z,
    "bool_lin_le(w,[p,q,r],1": lambda x, y, z, p, q, r: p - 2 * q + 3 * r <= 1,
    "bool_lin_ge([],[],1": lambda x, y, z, p, q, r: False,
    "bool_eq(p,q": lambda x, y, z, p, q, r: p == q,
    "bool_ne(p,true": lambda x, y, z, p, q, r: not p,
    "bool_not(p,q": lambda x, y, z, p, q, r: p != q,
    "bool_le(p,q": lambda x, y, z, p, q, r: p <= q,
    "bool_lt(p,q": lambda x, y, z, p, q, r: p < q,
    "bool2int(p,x": lambda x, y, z, p, q, r: p == x,
    "int_plus(x,y,z": lambda x, y, z, p, q, r: x + y == z,
    "int_minus(x,y,z": lambda x, y, z, p, q, r: x - y == z,
    "int_times(x,y,z": lambda x, y, z, p, q, r: x * y == z,
    "int_div(x,y,z": lambda x, y, z, p, q, r: bool(y) and truncated(x, y) == z,
    "int_mod(x,y,z": lambda x, y, z, p, q, r: bool(y) and x - y * truncated(x, y) == z,
    "int_div(-3,2,z": lambda x, y, z, p, q, r: z == -1,
    "int_min(x,y,z": lambda x, y, z, p, q, r: min(x, y) == z,
    "int_max(x,y,z": lambda x, y, z, p, q, r: max(x, y) == z,
    "int_abs(x,z": lambda x, y, z, p, q, r: abs(x) == z,
    "int_negate(x,z": lambda x, y, z, p, q, r: -x == z,
    "int_pow(x,y,z": lambda x, y, z, p, q, r: power(x, y) == z,
    "int_pow(x,2,z": lambda x, y, z, p, q, r: x * x == z,
    "int_pow_fixed(x,-1,z": lambda x, y, z, p, q, r: power(x, -1) == z,
    "set_in(x,s": lambda x, y, z, p, q, r: x in (-1, 1, 2),
    "set_in(x,0..1": lambda x, y, z, p, q, r: x in (0, 1),
    "set_in(x,{}": lambda x, y, z, p, q, r: False,
    "bool_and(p,q,r": lambda x, y, z, p, q, r: (p and q) == r,
    "bool_or(p,q,r": lambda x, y, z, p, q, r: (p or q) == r,
    "bool_xor(p,q,r": lambda x, y, z, p, q, r: (p != q) == r,
    "array_bool_and([p,q],r": lambda x, y, z, p, q, r: (p and q) == r,
    "array_bool_and([p,q],false": lambda x, y, z, p, q, r: not (p and q),
    "array_bool_and([],r": lambda x, y, z, p, q, r: r == 1,
    "array_bool_or([p,q],r": lambda x, y, z, p, q, r: (p or q) == r,
    "array_bool_or([p,q,false],true": lambda x, y, z, p, q, r: bool(p or q),
    "array_bool_or([],r": lambda x, y, z, p, q, r: r == 0,
    "array_bool_xor([p,q,r]": lambda x, y, z, p, q, r: (p + q + r) % 2 == 1,
    "array_bool_xor([]": lambda x, y, z, p, q, r: False,
    "bool_clause([p],[q,r]": lambda x, y, z, p, q, r: bool(p or not q or not r),
    "bool_clause([],[p,true]": lambda x, y, z, p, q, r: not p,
    "bool_clause([true,p],[]": lambda x, y, z, p, q, r: True,
    "bool_clause([],[]": lambda x, y, z, p, q, r: False,
}
OTHERS: dict[str, Meaning] = {
    "bool_xor(p,q": lambda x, y, z, p, q, r: p != q,
    "array_int_element(x,w,z": lambda x, y, z, p, q, r: item((1, -2, 3), x) == z,
    "array_var_int_element(y,[x,2],z": lambda x, y, z, p, q, r: item((x, 2), y) == z,
    "array_bool_element(x,[true,false],p": lambda x, y, z, p, q, r: item((1, 0), x) == p,
    "array_var_bool_element(x,[p,true],q": lambda x, y, z, p, q, r: item((p, 1), x) == q,
    "array_int_element(4,w,z": lambda x, y, z, p, q, r: False,
    "array_int_maximum(z,[x,y,-1]": lambda x, y, z, p, q, r: max(x, y, -1) == z,
    "array_int_minimum(z,[x,y]": lambda x, y, z, p, q, r: min(x, y) == z,
}


def model(*constraints: str) -> FlatModel:
    said = "".join(f"constraint {each};\n" for each in constraints)
    return read(f"{DECLARED}{said}solve satisfy;".splitlines())


def solutions(found: FlatModel) -> set[tuple[int, ...]]:
    """The values of the shown variables in each solution, found by trying all assignments."""
    problem = found.problem
    return {
        problem.projected(values)
        for values in product(*problem.domains)
        if all(each.holds([values[x] for x in each.scope]) for each in problem.constraints)
    }


def cases() -> Iterator[tuple[str, Meaning]]:
    for text, holds in {**TERMS, **OTHERS}.items():
        yield f"{text})", holds
    for text, holds in TERMS.items():
        name, rest = text.split("(")
        yield f"{name}_reif({rest},r)", lambda *v, holds=holds: bool(holds(*v)) == v[5]
        yield f"{name}_imp({rest},r)", lambda *v, holds=holds: bool(holds(*v)) >= v[5]
    for truth in (0, 1):
        word = str(bool(truth)).lower()
        yield f"int_le_reif(x,y,{word})", lambda x, y, *_, truth=truth: (x <= y) == truth
        yield (
            f"int_div_imp(x,y,z,{word})",
            lambda x, y, z, *_, truth=truth: not truth or (y and truncated(x, y) == z),
        )


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("text", "holds"), [pytest.param(*each, id=each[0]) for each in cases()])
def test_a_predicate_means_what_the_handbook_says(text: str, holds: Meaning) -> None:
    found = solutions(model(text))
    assert found == {values for values in product(*RANGES) if holds(*values)}


def test_every_builtin_is_tested() -> None:
    tested = {text.split("(")[0] for text, _ in cases()}
    alike = {
        f"{kind}_{word}"
        for kind in ("int_lin", "bool_lin", "bool")
        for word in ("gt", "ge", "lt", "eq", "ne", "le")
    }
    own = {name for name in PREDICATES if not name.startswith(("fzn_", "accord_"))}
    assert {name.removesuffix("_reif").removesuffix("_imp") for name in own} - tested <= alike
