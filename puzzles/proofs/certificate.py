"""The certificate: a problem, all its solutions, and a proof that there are no others.

It says one of three things: `none`, `unique`, or exactly k solutions.  `check` believes nothing of
it: each witness has a value for each variable, of its domain, and holds each constraint; they are
pairwise different in their shown values; and the proof refutes the reference formula in which each
of them is forbidden.
Who made the proof is said for people, and is no part of this.

A solution that is verified, and that an accepted certificate lacks, would show that this room is
wrong: `expect_witness` raises an error of its own then, which nothing catches as a bad input.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from accord.puzzles.errors import InputError
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem
from accord.puzzles.proofs.checker import check
from accord.puzzles.proofs.reference import VERSION, ReferenceFormula

FORMULAS: dict[int, Callable[[Problem, Sequence[tuple[int, ...]]], ReferenceFormula]] = {
    VERSION: ReferenceFormula
}  # by version; an old one stays as long as there are certificates of it


class CertificateError(InputError, ValueError):
    """An object is no certificate; says where, what was found and what was expected."""


class FalseTheoremError(Exception):
    """A certificate is accepted, and a verified solution is not in it: the checker is wrong."""

    def __init__(self, certificate: "Certificate", solution: tuple[int, ...]) -> None:
        super().__init__(
            f"an accepted certificate says {certificate.answer}, and lacks the verified solution "
            f"{certificate.problem.worded(solution)}: accord is wrong; please report it with the "
            "files"
        )
        self.certificate, self._solution = certificate, solution

    def __reduce__(self) -> tuple[object, ...]:
        return FalseTheoremError, (self.certificate, self._solution)


@dataclass(frozen=True)
class Certificate:
    """A claim about all solutions of a problem, with its proof; nothing is checked yet.

    Args:
        problem: what it is about.
        witnesses: all solutions, a value for each variable.
        proof: LRAT, text or binary, that the reference formula with them has no model.
        producer: who made the proof.
        version: of the reference formula.
    """

    problem: Problem
    witnesses: tuple[tuple[int, ...], ...]
    proof: bytes
    producer: str = ""
    version: int = VERSION

    @property
    def answer(self) -> str:
        """The claim in words: none, unique, or the number of solutions."""
        number = len(self.witnesses)
        return ("none", "unique")[number] if number < 2 else f"exactly {number} solutions"

    @cached_property
    def formula(self) -> ReferenceFormula:
        """The clauses that the proof is about.

        Raises:
            CertificateError: there is no formula of this version.
        """
        if self.version not in FORMULAS:
            known = ", ".join(map(str, FORMULAS))
            raise CertificateError(
                f"found version {self.version!r} of the reference formula, expected one of {known}"
            )
        return FORMULAS[self.version](self.problem, self.witnesses)

    def check(self) -> None:
        """Check it, witness by witness and line by line.

        Raises:
            CertificateError: a witness is no solution, or is there twice by its shown values.
            ProofError: the proof proves nothing; names its line.
        """
        first = dict[tuple[int, ...], int]()
        for number, witness in enumerate(self.witnesses, 1):
            if broken := violation(self.problem, witness):
                raise CertificateError(f"witness {number}: {broken}")
            shown = self.problem.projected(tuple(witness))
            if (before := first.setdefault(shown, number)) < number:
                raise CertificateError(
                    f"witness {number}: found witness {before} again, expected different ones"
                )
        check(self.formula, self.proof)

    def expect_witness(self, solution: tuple[int, ...]) -> None:
        """See that somebody's solution is among the witnesses; to be called once it is accepted.

        Raises:
            CertificateError: it is no solution.
            FalseTheoremError: it is one, and the certificate lacks it.
        """
        if broken := violation(self.problem, solution):
            raise CertificateError(f"found no solution, expected one: {broken}")
        projected = self.problem.projected
        if projected(tuple(solution)) not in map(projected, self.witnesses):
            raise FalseTheoremError(self, solution)


def violation(problem: Problem, values: Sequence[int]) -> str:
    """The first thing that is wrong with values as a solution; empty where nothing is.

    Read from domains and constraints, whatever a class of problems says of its own.
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
    return ""
