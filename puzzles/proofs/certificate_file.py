"""Certificates in one file, one JSON object a line, so that a million can be written and read.

A line is a certificate (LineClaim), or says that there is none of a problem, and why
(NoCertificate): that is no evidence, and only kept for who looks for a certificate; both have the
key `format`.  Lines are added at the end, and a kill leaves a last line that is not whole; the next
who adds lines removes it.

What a line is worth is found by reading it strictly and checking its certificate.
"""

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, Literal

from accord.puzzles.files.outside_file import open_outside
from accord.puzzles.files.texts import write
from accord.puzzles.proofs.certificate import Certificate, CertificateError
from accord.puzzles.proofs.certificate_fields import (
    FORMAT,
    BestClaim,
    Witnesses,
    best_claim,
    expect,
    expect_best,
    expect_witnesses,
    format_of,
    read_claim,
    read_claimed,
    read_object,
)

CERTIFICATES = "certificates.jsonl"  # the name of such a file in the folder of a campaign
LONGEST = 2**30  # bytes of a proof
LONGEST_LINE = 2**28  # bytes, in which it is compressed


Failure = Literal["refused", "too large", "none"]


@dataclass(frozen=True)
class LineClaim(BestClaim):
    """The keys of a line with a certificate."""

    format: int  # version of this format: 2 of a problem with an objective, else 1

    name: str  # of the puzzle, for people
    puzzle: str  # 16 hexadecimal digits that say which, as in the rows of a campaign
    digest: str  # SHA-256 of the problem's canonical JSON
    reference: int  # version of the reference formula
    answer: str  # none, unique, exactly N solutions, optimum V, or no better than V
    producer: str  # who made the proof; it need not be trusted
    problem: Mapping[str, Any]  # in accord's JSON
    witnesses: Witnesses  # all solutions, or the best
    omitted: tuple[str, ...]  # constraints left out of the formula as too large, with the reason
    proof: str  # LRAT, compressed by zlib, in base64


@dataclass(frozen=True)
class NoCertificate:
    """A line without a certificate, by its keys: the reason why there is none."""

    name: str
    puzzle: str  # its digest
    producer: str
    failure: Failure
    reason: str


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
        """The certificate of a line, not checked yet, or the line's reason why there is none.

        Raises:
            CertificateError: it is neither.
        """
        value = read_object(self.where, self.data)
        if "failure" in value:
            expect(self.where, "format", value.pop("format", None), FORMAT)
            return read_claim(self.where, NoCertificate, value)
        said = read_claim(self.where, LineClaim, value)
        return NamedCertificate(said.name, _certificate(self.where, said))


@dataclass(frozen=True)
class NamedCertificate:
    """A certificate, and what its problem is called."""

    name: str
    certificate: Certificate


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
            "format": format_of(certificate.problem),
            "name": name,
            "puzzle": certificate.problem.digest,
            "digest": certificate.problem.full_digest,
            "reference": certificate.version,
            **best_claim(certificate),
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


def _certificate(where: str, said: LineClaim) -> Certificate:
    problem = read_claimed(where, json.dumps(said.problem))
    expect(where, "puzzle", said.puzzle, problem.digest)
    expect(where, "digest", said.digest, problem.full_digest)
    expect(where, "format", said.format, format_of(problem))
    expect_best(where, said, problem)
    expect_witnesses(where, said.witnesses, len(problem.domains))
    proof = _proof(where, said.proof)
    certificate = Certificate(
        problem, said.witnesses, proof, said.producer, said.reference, said.value
    )
    expect(where, "answer", said.answer, certificate.answer)
    try:
        expect(where, "omitted", [*said.omitted], [*certificate.formula.omitted])
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
