"""Certificates in one file, one JSON object a line, so that a million can be written and read.

A line is a certificate (KEYS), or says that there is none of a problem, and why (FAILURE_KEYS):
that is no evidence, and only kept for who looks for a certificate.  Lines are added at the end, and
a kill leaves a last line that is not whole; the next who adds lines removes it.

What a line is worth is found by reading it strictly and checking its certificate.
"""

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from accord.puzzles.files.outside_file import open_outside
from accord.puzzles.files.write import write
from accord.puzzles.proofs.certificate import Certificate, CertificateError
from accord.puzzles.proofs.certificate_fields import (
    expect,
    expect_keys,
    read_claimed,
    read_object,
    text_of,
    whole_of,
    witnesses_of,
    wrong,
)

CERTIFICATES = "certificates.jsonl"  # the name of such a file in the folder of a campaign
FORMAT = 1
LONGEST = 2**30  # bytes of a proof
LONGEST_LINE = 2**28  # bytes, in which it is compressed
KEYS = {
    "format": "version of this format",
    "name": "of the puzzle, for people",
    "puzzle": "16 hexadecimal digits that say which, as in the rows of a campaign",
    "digest": "SHA-256 of the problem's canonical JSON",
    "reference": "version of the reference formula",
    "answer": "none, unique, or exactly N solutions",
    "producer": "who made the proof; it need not be trusted",
    "problem": "the problem, in accord's JSON",
    "witnesses": "all solutions, lists of a value for each variable in order",
    "omitted": "constraints that the formula left out as too large, with the reason",
    "proof": "LRAT, compressed by zlib, in base64",
}
FAILURE_KEYS = {
    **{key: KEYS[key] for key in ("format", "name", "puzzle", "producer")},
    "failure": "refused, too large, or none",
    "reason": "in words",
}
FAILURES = ("refused", "too large", "none")


@dataclass(frozen=True)
class CertificateLine:
    """A line of such a file, as it stands there."""

    file: Path
    number: int  # from 1
    start: int  # bytes before it
    data: bytes

    @property
    def where(self) -> str:
        """FILE:NUMBER."""
        return f"{self.file}:{self.number}"

    @property
    def digest(self) -> bytes:
        """SHA-256 of its bytes: of the problem, the witnesses and the proof."""
        return sha256(self.data).digest()

    def read(self) -> "NamedCertificate | NoCertificate":
        """What it says, which is not checked yet.

        Raises:
            CertificateError: it is neither.
        """
        value = read_object(self.where, self.data)
        if "failure" in value:
            return _failure(self.where, value)
        expect_keys(self.where, value, KEYS)
        expect(self.where, "format", value["format"], FORMAT)
        return NamedCertificate(text_of(self.where, value, "name"), _certificate(self.where, value))


@dataclass(frozen=True)
class NamedCertificate:
    """A certificate, and what its problem is called."""

    name: str
    certificate: Certificate


@dataclass(frozen=True)
class NoCertificate:
    """Why there is no certificate of a problem."""

    name: str
    puzzle: str  # its digest
    producer: str
    failure: str  # one of FAILURES
    reason: str


def lines_of(path: Path, within: Path | None = None) -> Iterator[CertificateLine]:
    """The lines of a file, one at a time; the last one may not be whole.

    Args:
        path: of the file.
        within: the folder from outside that holds it, below which no link is followed.

    Raises:
        CertificateError: a line is too long.
        FileNotFoundError: there is none.
        OutsideFileError: it is no plain file.
    """
    start = 0
    with open_outside(path, within) as file:
        for number, data in enumerate(iter(lambda: file.readline(LONGEST_LINE + 1), b""), 1):
            if len(data) > LONGEST_LINE:
                raise CertificateError(
                    f"{path}:{number}: found a line of more than {LONGEST_LINE:,} bytes, expected "
                    "at most that"
                )
            yield CertificateLine(path, number, start, data.rstrip(b"\n"))
            start += len(data)


def written_line(name: str, certificate: Certificate) -> bytes:
    """The line of a certificate, with its end."""
    return _line(
        {
            "format": FORMAT,
            "name": name,
            "puzzle": certificate.problem.digest,
            "digest": certificate.problem.full_digest,
            "reference": certificate.version,
            "answer": certificate.answer,
            "producer": certificate.producer,
            "problem": json.loads(write(certificate.problem, "json")),
            "witnesses": [[*witness] for witness in certificate.witnesses],
            "omitted": [*certificate.formula.omitted],
            "proof": b64encode(zlib.compress(certificate.proof)).decode(),
        }
    )


def written_failure(failure: NoCertificate) -> bytes:
    """The line that says why there is none, with its end."""
    return _line({"format": FORMAT} | vars(failure))


def ready_to_append(file: BinaryIO) -> None:
    """Go to the end of a file, without a last line that is not whole.

    Args:
        file: is open for reading and writing.
    """
    end = file.seek(0, 2)
    while end:
        begin = max(0, end - 2**16)
        file.seek(begin)
        if (found := file.read(end - begin).rfind(b"\n")) >= 0:
            end = begin + found + 1
            break
        end = begin
    file.truncate(end)
    file.seek(end)


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _certificate(where: str, value: dict[str, Any]) -> Certificate:
    problem = read_claimed(where, json.dumps(value["problem"]))
    expect(where, "puzzle", value["puzzle"], problem.digest)
    expect(where, "digest", value["digest"], problem.full_digest)
    certificate = Certificate(
        problem,
        witnesses_of(where, value["witnesses"], len(problem.domains)),
        _proof(where, text_of(where, value, "proof")),
        text_of(where, value, "producer"),
        whole_of(where, value, "reference"),
    )
    expect(where, "answer", value["answer"], certificate.answer)
    try:
        expect(where, "omitted", value["omitted"], [*certificate.formula.omitted])
    except KeyError as error:
        raise CertificateError(f"{where}: witnesses: {error.args[0]}") from None
    except CertificateError as error:
        raise CertificateError(f"{where}: {str(error).removeprefix(f'{where}: ')}") from None
    return certificate


def _proof(where: str, text: str) -> bytes:
    """A proof; of more than LONGEST bytes not even these are kept."""
    unpacking = zlib.decompressobj()
    try:
        proof = unpacking.decompress(b64decode(text, validate=True), LONGEST)
    except (ValueError, zlib.error) as error:
        raise CertificateError(f"{where}: proof: {error}, expected base64 of zlib") from None
    if unpacking.unconsumed_tail:
        raise CertificateError(f"{where}: proof: found more than {LONGEST:,} bytes, expected fewer")
    if not unpacking.eof or unpacking.unused_data:
        raise CertificateError(f"{where}: proof: found a part of it, or more, expected it whole")
    return proof


def _failure(where: str, value: dict[str, Any]) -> NoCertificate:
    expect_keys(where, value, FAILURE_KEYS)
    expect(where, "format", value["format"], FORMAT)
    found = NoCertificate(
        **{key: text_of(where, value, key) for key in FAILURE_KEYS if key != "format"}
    )
    if found.failure not in FAILURES:
        raise wrong(where, "failure", found.failure, f"one of {', '.join(FAILURES)}")
    return found
