"""The elaborator: what it makes of a refutation is accepted, and of anything else nothing is made.

The producer is Davis and Putnam's procedure: all resolvents on one variable after the other.  It
needs no library, and derives much that is not needed.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.puzzles.proofs.checker import check
from accord.puzzles.proofs.lrat import Deletion, Lemma, read_lrat
from accord.solvers.proofs.elaborate import ElaborationError, elaborated
from listed_clauses import listed
from optional import library

Clause = tuple[int, ...]
VARIABLES = 4
LITERALS = [x for v in range(1, VARIABLES + 1) for x in (v, -v)]
CLAUSES = st.lists(
    st.lists(st.sampled_from(LITERALS), max_size=3, unique=True).map(tuple),
    min_size=4,
    max_size=24,
)
# (1 and 2) or (3 and 4), as products; 7 is new, and says which of the two; neither can be.
FACTORED = [(1, 3), (1, 4), (2, 3), (2, 4), *product((-1,), (-2,), (5, -5), (6, -6)), (-3, -4)]
BY_NEW_VARIABLE = [(7, 1), (7, 2), (-7, 3), (-7, 4), (7, 5), (7,), ()]


def resolvents(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """All clauses by which one variable after the other is eliminated."""
    left = {frozenset(clause) for clause in clauses}
    for v in range(1, VARIABLES + 1):
        positive, negative = ([c for c in left if x in c] for x in (v, -v))
        made = {(p - {v}) | (n - {-v}) for p, n in product(positive, negative)}
        made = {clause for clause in made if not any(-x in clause for x in clause)}
        yield from sorted(map(tuple, made))
        left = {clause for clause in left if v not in clause and -v not in clause} | made


def has_model(clauses: Sequence[Clause]) -> bool:
    signs = product((1, -1), repeat=VARIABLES)
    models = ({s * v for s, v in zip(each, range(1, VARIABLES + 1), strict=True)} for each in signs)
    return any(all(not model.isdisjoint(c) for c in clauses) for model in models)


@given(CLAUSES)
@settings(max_examples=200, deadline=None)
def test_clauses_have_no_model_exactly_when_a_proof_comes_out_and_is_accepted(
    clauses: list[Clause],
) -> None:
    formula, proof = listed(clauses), [*resolvents(clauses)]
    if has_model(clauses):
        with pytest.raises(ElaborationError, match=r"found no conflict|does not follow|are false"):
            elaborated(formula, [*proof, ()], machine_code=False)
    else:
        check(formula, elaborated(formula, proof, machine_code=False))


@given(CLAUSES.filter(lambda clauses: not has_model(clauses)))
@settings(max_examples=25, deadline=None)
def test_machine_code_makes_the_same_proof(clauses: list[Clause]) -> None:
    library("numba")
    formula, proof = listed(clauses), [*resolvents(clauses)]
    assert elaborated(formula, proof, True) == elaborated(formula, proof, False)


@given(CLAUSES.filter(lambda clauses: not has_model(clauses)))
@settings(max_examples=50, deadline=None)
def test_each_line_is_needed_and_is_deleted_behind_the_last_that_names_it(
    clauses: list[Clause],
) -> None:
    proof = [*read_lrat(elaborated(listed(clauses), resolvents(clauses), machine_code=False))]
    lemmas = [step for step in proof if isinstance(step, Lemma)]
    named = [set(map(abs, step.hints)) for step in lemmas]
    assert {lemma.number for lemma in lemmas[:-1]} <= set().union(*named)
    deleted = set[int]()
    for before, step in pairwise(proof):
        if isinstance(step, Deletion):
            assert isinstance(before, Lemma)
            assert {abs(hint) for hint in before.hints}.issuperset(step.numbers)
            deleted.update(step.numbers)
    assert deleted == {lemma.number for lemma in lemmas[:-1]} - named[-1]


def test_a_new_variable_is_justified_with_each_clause_that_has_its_negation() -> None:
    formula = listed(FACTORED)
    proof = elaborated(formula, BY_NEW_VARIABLE, machine_code=False)
    check(formula, proof)
    assert [line for line in proof.decode().splitlines() if " -7 " in line] == [
        "12 -7 3 0 -10 1 -11 3 0",
        "13 -7 4 0 -10 2 -11 4 0",
    ]


@pytest.mark.parametrize("left_out", [0, 1, 2, 3])
def test_a_new_variable_whose_clauses_say_more_is_refused(left_out: int) -> None:
    formula = listed(FACTORED[:left_out] + FACTORED[left_out + 1 :])
    with pytest.raises(ElaborationError, match="does not follow, nor by RAT with"):
        elaborated(formula, BY_NEW_VARIABLE, machine_code=False)


def test_a_lemma_that_does_not_follow_is_named_where_it_is_needed() -> None:
    formula = listed([(1, 2), (-1, 2), (3, 4), (3, -4)])
    with pytest.raises(ElaborationError, match=r"found the lemma \(-3,\), which does not follow"):
        elaborated(formula, [(2,), (-3,), ()], machine_code=False)
    needless = listed([(1, 2), (-1, 2), (3, -2), (-3, -2)])
    check(needless, elaborated(needless, [(-1, -4), (2,), ()], machine_code=False))
