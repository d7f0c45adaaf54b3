"""What a certificate claims, in JSON: read strictly.

An object has the keys it should have and no others, each once; what is wrong is an error that says
where, what was found and what was expected.
"""

import json
from collections.abc import Collection
from typing import Any

from accord.puzzles.errors import InputError
from accord.puzzles.files.read import read_problem
from accord.puzzles.formats.problem_json import as_recorded
from accord.puzzles.outside_data import PROBLEM_MEMORY, json_value
from accord.puzzles.problem import Problem
from accord.puzzles.proofs.certificate import CertificateError


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


def expect_keys(where: str, value: dict[str, Any], keys: Collection[str]) -> None:
    """See that an object has these keys and no others."""
    if value.keys() != {*keys}:
        kind = "unknown" if (odd := sorted(value.keys() - keys)) else "missing"
        odd = odd or sorted({*keys} - value.keys())
        raise CertificateError(
            f"{where}: {odd[0]!r} is {kind}, expected the keys {', '.join(keys)}"
        )


def read_claimed(where: str, data: str) -> Problem:
    """The problem that it is about, from accord's JSON."""
    try:
        with as_recorded():
            return read_problem(data, format="json")
    except (InputError, ValueError) as error:
        raise CertificateError(f"{where}: {error}") from None


def witnesses_of(where: str, found: object, number: int) -> tuple[tuple[int, ...], ...]:
    """Lists of whole numbers, each as long as there are variables."""
    if not isinstance(found, list):
        raise wrong(where, "witnesses", found, "a list of solutions")
    for place, values in enumerate(found, 1):
        if not isinstance(values, list) or any(type(value) is not int for value in values):
            raise wrong(where, f"witness {place}", values, "a list of whole numbers")
        if len(values) != number:
            raise wrong(where, f"witness {place}", f"{len(values)} values", f"{number}")
    return tuple(map(tuple, found))


def text_of(where: str, value: dict[str, Any], key: str) -> str:
    """The text under a key."""
    if not isinstance(value[key], str):
        raise wrong(where, key, value[key], "a text")
    return str(value[key])


def whole_of(where: str, value: dict[str, Any], key: str) -> int:
    """The whole number under a key."""
    if type(value[key]) is not int:
        raise wrong(where, key, value[key], "a whole number")
    return int(value[key])


def expect(where: str, key: str, found: object, expected: object) -> None:
    """See that something is what it should be, in its type too."""
    if type(found) is not type(expected) or found != expected:
        raise wrong(where, key, found, expected)


def wrong(where: str, key: str, found: object, expected: object) -> CertificateError:
    """What to raise for something else than was expected."""
    shown = found if isinstance(found, str) else json.dumps(found)
    at = f"{where}: {key}: " if key else f"{where}: "
    return CertificateError(f"{at}found {shown:.80}, expected {expected}")
