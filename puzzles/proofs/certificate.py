"""The certificate: a problem, all its solutions or the best, and a proof that there is no other.

It says one of three things: `none`, `unique`, or exactly k solutions.  `check` believes nothing of
it: each witness has a value for each variable, of its domain, and holds each constraint; they are
pairwise different in their shown values; and the proof refutes the reference formula in which each
of them is forbidden.
Who made the proof is said for people, and is no part of this.

Of a problem with an objective it holds a value V: no solution is better.  Then the formula is that
of the problem with the constraint "better than V", which is made here (optimization.py), and no
witness is forbidden in it.  A witness of value V makes it an optimum.  Without V it says `none`.

A solution that is verified, and that an accepted certificate lacks or that is better, would show
that this room is wrong: `expect_witness` raises an error of its own then, which nothing catches as
a bad input.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from accord.puzzles.errors import InputError
from accord.puzzles.objective import Value, value_text
from accord.puzzles.optimization import better_than
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem
from accord.puzzles.proofs.checker import check
from accord.puzzles.proofs.reference import VERSION, ReferenceFormula

FORMULAS: dict[int, Callable[[Problem, Sequence[tuple[int, ...]]], ReferenceFormula]] = {
    1: partial(ReferenceFormula, version=1),
    VERSION: ReferenceFormula,
}  # by version; an old one stays as long as there are certificates of it


class CertificateError(InputError, ValueError):
    """An object is no certificate; says where, what was found and what was expected."""


class FalseTheoremError(Exception):
    """A certificate is accepted, and a verified solution shows it false: the checker is wrong."""

    def __init__(self, certificate: "Certificate", solution: tuple[int, ...]) -> None:
        goal, found = certificate.problem.goal, certificate.problem.worded(solution)
        has = f" of value {value_text(goal.value(solution))}" if goal else ""
        super().__init__(
            f"an accepted certificate says {certificate.answer}, and lacks the verified solution "
            f"{found}{has}: accord is wrong; please report it with the files"
        )
        self.certificate, self._solution = certificate, solution

    def __reduce__(self) -> tuple[object, ...]:
        return FalseTheoremError, (self.certificate, self._solution)


@dataclass(frozen=True)
class Certificate:
    """A claim about all solutions of a problem, or its best, with a proof; nothing is checked yet.

    Args:
        problem: what it is about.
        witnesses: all solutions, a value for each variable; of a problem with an objective one of
            `value`, or none where only that nothing is better is claimed.
        proof: LRAT, text or binary, that the reference formula of `subject`, in which the
            witnesses of a problem without an objective are forbidden, has no model.
        producer: who made the proof.
        version: of the reference formula.
        value: of a problem with an objective, than which no solution is better; None where it has
            no solution.
    """

    problem: Problem
    witnesses: tuple[tuple[int, ...], ...]
    proof: bytes
    producer: str = ""
    version: int = VERSION
    value: Value | None = None

    @property
    def answer(self) -> str:
        """The claim in words: none, unique, the number of solutions, an optimum, or a bound."""
        number = len(self.witnesses)
        if self.value is not None:
            return f"{'no better than' if self.is_bound else 'optimum'} {value_text(self.value)}"
        return ("none", "unique")[number] if number < 2 else f"exactly {number} solutions"

    @property
    def is_bound(self) -> bool:
        """Whether it only says that nothing is better than a value, and has no solution of it."""
        return self.value is not None and not self.witnesses

    @cached_property
    def subject(self) -> Problem:
        """The problem that has no solutions but the witnesses, or none that are better.

        It is the problem itself; of one with an objective that of its better solutions.

        Raises:
            CertificateError: the objective cannot have this value.
        """
        self._expect_form()
        goal = self.problem.goal
        return better_than(self.problem, self.value) if goal else self.problem

    @cached_property
    def formula(self) -> ReferenceFormula:
        """The clauses that the proof is about.

        Raises:
            CertificateError: there is no formula of this version, or no `subject`.
        """
        if self.version not in FORMULAS:
            known = ", ".join(map(str, FORMULAS))
            raise CertificateError(
                f"found version {self.version!r} of the reference formula, expected one of {known}"
            )
        return FORMULAS[self.version](self.subject, () if self.problem.goal else self.witnesses)

    def check(self) -> None:
        """Check it, witness by witness and line by line.

        Raises:
            CertificateError: a witness is no solution, is there twice by its shown values, or has
                another value.
            ProofError: the proof proves nothing; names its line.
        """
        self._expect_form()
        goal = self.problem.goal
        first = dict[tuple[int, ...], int]()
        for number, witness in enumerate(self.witnesses, 1):
            if broken := violation(self.problem, witness):
                raise CertificateError(f"witness {number}: {broken}")
            if goal and self.value is not None and (value := goal.value(witness)) != self.value:
                found, expected = map(value_text, (value, self.value))
                raise CertificateError(
                    f"witness {number}: found the value {found}, expected {expected}"
                )
            shown = self.problem.projected(tuple(witness))
            if (before := first.setdefault(shown, number)) < number:
                raise CertificateError(
                    f"witness {number}: found witness {before} again, expected different ones"
                )
        check(self.formula, self.proof)

    def _expect_form(self) -> None:
        """See that the objective can have the value, and that there is at most one witness of it.

        Raises:
            CertificateError: it cannot, or there are more.
        """
        goal, number = self.problem.goal, len(self.witnesses)
        if self.value is not None and not (goal and goal.fits(self.value)):
            form = "as many numbers as terms" if goal and goal.measure == "lex" else "one"
            expected = f"{form} to {goal.words(self.problem.names)}" if goal else "none"
            raise CertificateError(f"value: found {self.value!r:.80}, expected {expected:.80}")
        if goal and number > (most := int(self.value is not None)):
            found = counted(number, "solution")
            raise CertificateError(f"witnesses: found {found}, expected at most {most}")

    def expect_witness(self, solution: tuple[int, ...]) -> None:
        """See that somebody's solution is among the witnesses, or that it is no better.

        To be called once the certificate is accepted.

        Raises:
            CertificateError: it is no solution.
            FalseTheoremError: it is one, and the certificate lacks it.
        """
        if broken := violation(self.problem, solution):
            raise CertificateError(f"found no solution, expected one: {broken}")
        if goal := self.problem.goal:
            if self.value is None or goal.is_better(goal.value(solution), self.value):
                raise FalseTheoremError(self, solution)
            return
        projected = self.problem.projected
        if projected(tuple(solution)) not in map(projected, self.witnesses):
            raise FalseTheoremError(self, solution)


def violation(problem: Problem, values: Sequence[int]) -> str:
    """The first thing that is wrong with values as a solution; empty where nothing is.

    Read from domains, constraints and objective, whatever a class of problems says of its own.
    """
    if len(values) != len(problem.domains):
        return f"found {counted(len(values), 'value')}, expected {len(problem.domains)}"
    for name, value, domain in zip(problem.names, values, problem.domains, strict=True):
        if type(value) is not int or value not in domain:
            return f"found {name} = {value!r}, expected a value of its domain"
    for place, constraint in enumerate(problem.constraints, 1):
        if not constraint.holds([values[variable] for variable in constraint.scope]):
            name = f" {constraint.name}" if constraint.name else ""
            return f"breaks constraint {place} ({constraint.kind}{name})"
    return next(problem.goal.violations(values, problem.names), "") if problem.goal else ""
