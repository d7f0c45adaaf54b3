"""What a certificate claims, in JSON: read strictly.

An object has the keys it should have and no others, each once; what is wrong is an error that says
where, what was found and what was expected.
"""

import json
from dataclasses import dataclass
from typing import Any, TypeVar

from accord.puzzles.errors import InputError
from accord.puzzles.fields import LeftOut, MisfitError, read_fields
from accord.puzzles.files.texts import read_problem
from accord.puzzles.formats.problem_json import as_recorded
from accord.puzzles.objective import Value
from accord.puzzles.outside_data import PROBLEM_MEMORY, json_value
from accord.puzzles.problem import Problem
from accord.puzzles.proofs.certificate import Certificate, CertificateError

FORMAT, FORMAT_OF_BEST = 1, 2  # of a certificate; of one of a problem with an objective
Claim = TypeVar("Claim")
Witnesses = tuple[tuple[int, ...], ...]  # a value for each variable in order


@dataclass(frozen=True, kw_only=True)
class BestClaim:
    """The keys that a claim has besides, if the problem has an objective."""

    sense: LeftOut[str] = ""  # minimize or maximize, as the problem says
    measure: LeftOut[str] = ""  # as the problem says
    value: LeftOut[Value | None] = None  # no solution is better; left out where there is none


def format_of(problem: Problem) -> int:
    """The format of a problem's certificates."""
    return FORMAT if problem.goal is None else FORMAT_OF_BEST


def best_claim(certificate: Certificate) -> dict[str, Any]:
    """The keys of BestClaim; none, if the problem has no objective."""
    if (goal := certificate.problem.goal) is None:
        return {}
    value = {} if certificate.value is None else {"value": certificate.value}
    return {"sense": goal.sense, "measure": goal.measure, **value}


def expect_best(where: str, claim: BestClaim, found: Problem) -> None:
    """See that sense and measure are those of the problem."""
    goal = found.goal
    for key, said in (("sense", claim.sense), ("measure", claim.measure)):
        expect(where, key, said, getattr(goal, key) if goal else "")


def read_object(where: str, data: bytes) -> dict[str, Any]:
    """The object in some bytes.

    Raises:
        CertificateError: there is none, or a key twice.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise CertificateError(f"{where}: found {twice!r} twice, expected it once")
        return value

    try:
        value = json_value(data, once, PROBLEM_MEMORY)
    except CertificateError:
        raise
    except ValueError as error:
        raise CertificateError(f"{where}: {error}") from None
    if not isinstance(value, dict):
        raise wrong(where, "", value, "an object")
    return value


def read_claim(where: str, kind: type[Claim], value: dict[str, Any]) -> Claim:
    """The dataclass of an object in JSON, read strictly.

    Raises:
        CertificateError: a key is unknown or missing, or what stands under it is something else.
    """
    try:
        return kind(**read_fields(kind, value))
    except MisfitError as misfit:
        raise CertificateError(f"{where}: {misfit}") from None


def read_claimed(where: str, data: str) -> Problem:
    """The problem that it is about, from accord's JSON."""
    try:
        with as_recorded():
            return read_problem(data, format="json")
    except (InputError, ValueError) as error:
        raise CertificateError(f"{where}: {error}") from None


def expect_witnesses(where: str, witnesses: Witnesses, number: int) -> None:
    """See that each has a value for each of so many variables."""
    for place, values in enumerate(witnesses, 1):
        if len(values) != number:
            raise wrong(where, f"witness {place}", f"{len(values)} values", f"{number}")


def expect(where: str, key: str, found: object, expected: object) -> None:
    """See that something is what it should be, in its type too."""
    if type(found) is not type(expected) or found != expected:
        raise wrong(where, key, found, expected)


def wrong(where: str, key: str, found: object, expected: object) -> CertificateError:
    """The error for a value that is not what was expected."""
    shown = found if isinstance(found, str) else json.dumps(found)
    at = f"{where}: {key}: " if key else f"{where}: "
    wanted = "nothing" if expected == "" else expected
    return CertificateError(f"{at}found {shown or 'nothing':.80}, expected {wanted}")
