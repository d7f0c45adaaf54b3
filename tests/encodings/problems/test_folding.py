"""A folded term is worth what the term is, under every assignment."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from accord.encodings.problems.folding import folded
from accord.encodings.problems.total import Totality
from accord.puzzles.constraints import terms
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.domain import Domain

DOMAIN = Domain.of(range(-1, 3))
LARGE = Domain.of(range(6))
LEAVES = st.integers(-2, 2) | st.sampled_from([Variable(0), Variable(1)])


def _operations(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    two = st.tuples(inner, inner)
    pairs = st.sampled_from(["lt", "le", "ge", "gt", "ne", "eq", "imp", "iff", "xor", "div", "mod"])
    several = st.sampled_from(["and", "or", "add", "min", "iff", "xor", "eq"])
    return (
        st.builds(Operation, pairs, two)
        | st.builds(Operation, several, st.tuples(inner, inner, inner))
        | st.builds(Operation, st.just("not"), st.tuples(inner))
        | st.builds(Operation, st.just("if"), st.tuples(inner, inner, inner))
        | st.builds(
            lambda member: Operation("in", (member, Operation("set", (0, 1)))),
            inner,
        )
    )


@given(st.recursive(LEAVES, _operations, max_leaves=12))
def test_it_is_worth_the_same(term: Term) -> None:
    total = Totality(Fresh([DOMAIN, DOMAIN]), eager=True).truth(term)
    short = folded(total, [DOMAIN, DOMAIN])
    for values in product(DOMAIN, repeat=2):
        assigned = dict(enumerate(values))
        assert terms.truth(short, assigned) == terms.truth(total, assigned)
    assert isinstance(short, int) or {*terms.variables_of(short)} <= {*terms.variables_of(total)}


def test_nothing_constant_is_left() -> None:
    x = Variable(0)
    is_3, below_2 = Operation("eq", (x, 3)), Operation("lt", (x, 2))
    never, always = Operation("ne", (0, 0)), Operation("le", (x, x))
    assert folded(Operation("imp", (is_3, never)), [LARGE]) == Operation("not", (is_3,))
    assert folded(Operation("and", (always, below_2)), [LARGE]) == below_2
    assert folded(Operation("or", (always, never)), [LARGE]) == 1
    assert folded(Operation("imp", (is_3, Operation("le", (x, 5)))), [LARGE]) == 1
    assert folded(Operation("or", (is_3, Operation("ge", (7, x)))), [LARGE]) == 1
    least, total = Operation("min", (x, 4)), Operation("add", (x, 3))
    assert folded(Operation("lt", (least, 0)), [LARGE]) == 0
    assert folded(Operation("ne", (total, 2)), [LARGE]) == 1
    assert folded(Operation("le", (least, Operation("add", (x, 4)))), [LARGE]) == 1
    assert folded(Operation("eq", (total, 3)), [LARGE]) == Operation("eq", (total, 3))
