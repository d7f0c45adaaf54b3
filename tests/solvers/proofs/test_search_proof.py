"""Searches prove what they claim: their traces become accepted proofs, and lies do not."""

from itertools import permutations

import pytest

from accord.bench.generation.random_problems import random_problem, solutions_by_trying
from accord.bench.instances.collection import named
from accord.puzzles import AllDifferent, Domain, Problem
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.proofs.checker import check
from accord.puzzles.proofs.reference import ReferenceFormula
from accord.solvers.interface import UnsupportedError
from accord.solvers.proofs import search_proof as searching
from accord.solvers.proofs.elaborate import ElaborationError, elaborated
from accord.solvers.proofs.produce import HasModelError
from accord.solvers.proofs.search_proof import SEARCHES, search_proof
from accord.solvers.registry import available
from accord.solvers.traces.events import Event
from optional import library

GENERAL = [name for name in SEARCHES if available()[name].traces_problems]


def accepted(problem: Problem, search: str) -> list[tuple[int, ...]]:
    """The solutions that a search meets one by one, until its proof that they are all."""
    witnesses = list[tuple[int, ...]]()
    while True:
        formula = ReferenceFormula(problem, witnesses)
        try:
            lemmas = search_proof(problem, formula, search)
        except HasModelError as found:
            witnesses.append(
                tuple(
                    next(v for v in domain if formula.literal(cell, v) in found.model)
                    for cell, domain in enumerate(problem.domains)
                )
            )
            continue
        check(formula, elaborated(formula, lemmas))
        return witnesses


@pytest.mark.parametrize("search", SEARCHES)
def test_a_puzzle_is_unique(search: str) -> None:
    library("pysat")
    instance = named("6x6/6x6-4")
    assert instance is not None
    assert len(accepted(instance.puzzle, search)) == 1


@pytest.mark.parametrize("search", GENERAL)
def test_random_problems_have_the_solutions_that_trying_finds(search: str) -> None:
    library("pysat")
    for seed in range(12):
        problem = random_problem(seed)
        if len(solutions := solutions_by_trying(problem)) < 20:
            assert {*accepted(problem, search)} == solutions, seed


def test_a_search_that_loses_a_solution_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It refutes the branch in which the solution is, as if it had not been there."""
    library("pysat")
    problem = EXAMPLES["queens-5"].problem()
    receive = searching._Translation.receive

    def lying(self: searching._Translation, event: Event) -> None:
        if event.kind != "solution":
            receive(self, event)

    monkeypatch.setattr(searching._Translation, "receive", lying)
    for search in GENERAL:
        with pytest.raises(ElaborationError, match="which does not follow from the rest"):
            search_proof(problem, ReferenceFormula(problem), search)


def test_what_propagation_does_not_see_is_derived_by_cadical(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three variables need three values, so the fourth has none of them."""
    library("pysat")
    few, more = Domain.of([1, 2, 3]), Domain.of([1, 2, 3, 4, 5])
    problem = Problem([few, few, few, more], [AllDifferent((0, 1, 2, 3))])
    search = "backtracking-mrv:filter=gac"
    witnesses = accepted(problem, search)
    assert {*witnesses} == {(*p, last) for p in permutations((1, 2, 3)) for last in (4, 5)}
    monkeypatch.setattr(searching, "missing", lambda _: "needs python-sat")
    formula = ReferenceFormula(problem, witnesses)
    removal = -formula.literal(3, 1)
    lemmas = search_proof(problem, formula, search)
    assert (removal,) in lemmas
    with pytest.raises(ElaborationError, match="does not follow by unit propagation"):
        elaborated(formula, lemmas)


def test_other_solvers_have_no_such_proof() -> None:
    problem = EXAMPLES["queens-5"].problem()
    with pytest.raises(UnsupportedError, match="expected one of backtracking-naive"):
        search_proof(problem, ReferenceFormula(problem), "cpsat")
