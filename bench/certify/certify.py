"""Certify: all solutions of a problem or the best, and a proof that there is no other, checked.

    1. a search looks for solutions, for some seconds where there are several
    2. a producer refutes the reference formula in which these are forbidden; a model that it finds
       is one more solution, and it goes on
    3. the elaborator adds the hints, and the plain checker accepts the certificate or refuses it

Of solutions with the same shown values one is a witness, and forbids the others too.

Of a problem with an objective the best is looked for by a solver that optimises, if one is
installed; the producer refutes that there is a better one, and a model that it finds is one.  Who
gives a bound has only that refuted.

Solutions are verified wherever they come from.  A model that is no solution says that the formula
is weaker than the problem, since a constraint was too large for it: then there is no certificate.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import islice
from math import inf

from accord.puzzles.objective import Value, value_text
from accord.puzzles.optimization import goal_of
from accord.puzzles.phrasing import counted, seconds
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.proofs.certificate import Certificate, violation
from accord.puzzles.proofs.certificate_file import Failure
from accord.puzzles.proofs.lrat import ProofError
from accord.puzzles.proofs.reference import ReferenceFormula
from accord.solvers.answer import verified_answer
from accord.solvers.budget import Budget, Duration, GaveUpError, now
from accord.solvers.deciding import CONSTRAINTS, SEARCH, first_two_of
from accord.solvers.proofs.drat_trim import trimmed
from accord.solvers.proofs.elaborate import ElaborationError
from accord.solvers.proofs.produce import (
    DEFAULT,
    PRODUCERS,
    Clause,
    HasModelError,
    ProducerError,
    missing,
    produce,
)
from accord.solvers.proofs.search_proof import DERIVING, SEARCHES, search_proof
from accord.solvers.registry import MissingBackendError, backends, runnable, usable

FALLBACK = "backtracking-mrv"
AT_MOST = 1000  # solutions of a problem that is certified
SECONDS = 2.0  # that the search has for more than two solutions; the producer finds the rest


class UncertifiedError(Exception):
    """A problem could not be certified; says why."""

    failure: Failure = "none"
    solutions: tuple[
        Solution, ...
    ] = ()  # verified ones: too many, better than was known, or all that were found


class RefusedProofError(UncertifiedError):
    """The checker refuses a producer's proof, which says nothing about the problem."""

    failure: Failure = "refused"


class WeakFormulaError(UncertifiedError):
    """A constraint was too large for the formula."""

    failure: Failure = "too large"


@dataclass(frozen=True)
class Certified:
    """An accepted certificate with its costs."""

    certificate: Certificate
    spell: Duration

    @property
    def lines(self) -> int:
        """The number of lines of the proof."""
        return self.certificate.proof.count(b"\n")

    def __str__(self) -> str:
        made, size = self.certificate, len(self.certificate.proof)
        return (
            f"{made.answer} (certified): {made.producer}, "
            f"{counted(made.formula.clauses, 'clause')}, {counted(self.lines, 'line')}, "
            f"{counted(size, 'byte')}, {seconds(self.spell.cpu)} CPU"
        )


def certify(
    problem: Problem,
    producer: str = "",
    at_most: int = AT_MOST,
    known: Iterable[Solution] = (),
    *,
    found: Iterable[Solution] | None = None,
    most_clauses: float = inf,
    bound: Value | None = None,
    seconds: float = SECONDS,
    watch: Callable[[str], object] = lambda reached: None,
) -> Certified:
    """The certificate of a problem: `none`, `unique`, or all its solutions; or the best.

    Args:
        problem: what it is about.
        producer: who refutes the rest, one of PRODUCERS or of SEARCHES; by default the first
            producer that is installed, and backtracking-mrv where none is.
        at_most: solutions; of a problem with an objective those that the producer finds, each
            better than the last.
        known: solutions from elsewhere, which are looked for in the certificate once it is
            accepted; what is no solution is not looked for.
        found: different solutions to begin with; by default a search looks for some.
        most_clauses: of the formula.
        bound: of a problem with an objective, than which no solution is better: that is certified
            and nothing else.
        seconds: that the search for solutions may take, where there are several.
        watch: gets the best value that is known without a proof, in words, as often as it changes.

    Raises:
        UncertifiedError: there are more solutions, the producer gave up, or the bound is wrong.
        WeakFormulaError: the formula lacks a constraint that is needed.
        RefusedProofError: the proof proves nothing.
        FalseTheoremError: it is accepted, and lacks a known solution: the checker is wrong.
        MissingBackendError, UnsupportedError: the producer is not there, or nobody takes the
            problem.
        HasNoObjectiveError: there is a bound and no objective.
    """
    if at_most < 0:
        raise ValueError(f"found at most {at_most} solutions, expected 0 or more")
    began, chosen, claimed = now(), producer or default_producer(), ""
    if bound is None:
        if found is None:
            found, claimed = _searched(problem, at_most, seconds)
        made = _claim(problem, found, chosen)
    else:
        goal_of(problem)
        made = Certificate(problem, (), b"", chosen, value=bound)
    models = list[Solution]()  # that the producer has found
    while True:
        watch(reached := _reached(made, claimed))
        if len(more := models if problem.goal else made.witnesses) > at_most:
            too_many = f"more than {counted(at_most, 'solution')}; see --at-most"
            raise _uncertified(too_many + reached, more)
        if (number := made.formula.clauses) > most_clauses:
            expected = f"at most {most_clauses:,}"
            raise UncertifiedError(f"a formula of {number:,} clauses, expected {expected}")
        try:
            derived = refuted(made.subject, made.formula, chosen)
            break
        except HasModelError as model:
            models.append(_solution(made, model.model))
            made = _claim(problem, (*made.witnesses, models[-1]), chosen)
            if bound is not None:
                too_good = f"found a solution better than {value_text(bound)}"
                raise _uncertified(too_good + _reached(made), models) from None
        except GaveUpError as error:
            raise _uncertified(f"{chosen} gave up: {error}{reached}", models) from None
        except ProducerError as error:
            raise _uncertified(f"{error}{reached}", models) from None
        except ElaborationError as error:
            raise RefusedProofError(f"the proof of {chosen} is refused: {error}") from None
    try:
        certificate = replace(made, proof=trimmed(made.formula, derived))
        certificate.check()
    except (ElaborationError, ProofError) as error:
        lacking = chosen.partition(":")[0] in SEARCHES and missing(DERIVING)
        advice = f"; {DERIVING}, which {lacking}, might derive it" if lacking else ""
        refused = f"the proof of {chosen} is refused: {error}{advice}"
        raise _uncertified(refused, made.witnesses) from None
    ended = now()
    for solution in known:
        if not violation(problem, solution):
            certificate.expect_witness(tuple(solution))
    return Certified(certificate, Duration(ended.wall - began.wall, ended.cpu - began.cpu))


def _claim(problem: Problem, found: Iterable[Solution], producer: str) -> Certificate:
    """The certificate, without its proof, that there are no solutions but these, or no better."""
    if (goal := problem.goal) is None:
        different = {problem.projected(each): tuple(each) for each in found}.values()
        # sorted: whoever found them, and whenever, it is the same certificate
        return Certificate(problem, tuple(sorted(different)), b"", producer)
    values = {tuple(each): goal.value(each) for each in found}
    best = goal.best(values.values())
    witnesses = [each for each, value in values.items() if value == best]
    return Certificate(problem, tuple(witnesses[:1]), b"", producer, value=best)


def _reached(made: Certificate, claimed: str = "") -> str:
    """The best value that was found, and what a solver claims of it; empty where there is none."""
    if made.value is None or made.is_bound:
        return ""
    return f"; the best found has {value_text(made.value)}{claimed}"


def _uncertified(why: str, found: Iterable[Solution]) -> UncertifiedError:
    """The error that there is no certificate, with what was found."""
    error = UncertifiedError(why)
    error.solutions = tuple(found)
    return error


def refuted(problem: Problem, formula: ReferenceFormula, producer: str) -> list[Clause]:
    """The steps of a refutation of the formula, by a producer or a search.

    Raises:
        MissingBackendError: it is not installed.
        HasModelError, UnsupportedError, GaveUpError: as of `produce`.
        ElaborationError: a search has refuted what holds.
    """
    if not problem.shown and formula.clauses and not formula[formula.clauses]:  # of a witness
        return [()]
    if producer.partition(":")[0] in SEARCHES:
        return search_proof(problem, formula, producer)
    if producer in PRODUCERS and (lacking := missing(producer)):
        raise MissingBackendError(f"{producer}: {lacking}")
    budget = Budget()
    budget.resume()
    return produce(formula, producer, budget)


def default_producer() -> str:
    """The first producer that can run here; accord's own search where none can."""
    return next((each for each in (DEFAULT, *PRODUCERS) if not missing(each)), FALLBACK)


def _searched(problem: Problem, at_most: int, seconds: float) -> tuple[Iterable[Solution], str]:
    """Solutions found by searching: all if there are fewer than two, else as many as possible.

    Of a problem with an objective they are ever better ones; none without a solver that optimises.

    Returns:
        The solutions, and the bound that the solver claims, in words; empty where it claims none.
    """
    if problem.goal is not None:
        there = (runnable(name) for name in (CONSTRAINTS, SEARCH) if not backends()[name].missing)
        able = next((each for each in there if not each.backend.unsupported(problem)), None)
        if able is None:
            return (), ""
        best = verified_answer(able, problem, None, seconds)
        bound = best.value if best.exhausted else best.bound
        claimed = (
            f", and {able} claims no better than {value_text(bound)}" if bound is not None else ""
        )
        return best.solutions, claimed
    found = first_two_of(problem)
    if len(found) < 2 or at_most < 2:
        return found, ""
    searches = usable("backtracking-bitset"), usable("backtracking-mrv")
    able = next(each for each in searches if not each.backend.unsupported(problem))
    more = verified_answer(able, problem, at_most + 1, seconds).solutions
    both = {problem.projected(each): each for each in (*found, *more)}
    return islice(both.values(), at_most + 1), ""


def _solution(claimed: Certificate, model: frozenset[int]) -> Solution:
    """The solution that corresponds to a model of the formula of a certificate.

    Raises:
        WeakFormulaError: it is none.
    """
    subject, formula = claimed.subject, claimed.formula
    chosen = [
        [value for value in domain if formula.literal(variable, value) in model]
        for variable, domain in enumerate(subject.domains)
    ]
    values = tuple(each[0] for each in chosen if len(each) == 1)
    if broken := violation(subject, values):
        left_out = "; ".join(formula.omitted) or "nothing"
        weak = WeakFormulaError(
            f"the reference formula has a model that is no solution ({broken}); "
            f"left out of it as too large: {left_out}"
        )
        weak.solutions = claimed.witnesses
        raise weak
    return values[: len(claimed.problem.domains)]
