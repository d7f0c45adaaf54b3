"""Where certificates are kept: each in a folder of its own, or all in one file.

A file is gone on with: what is certified there is not certified again.  It takes a million, as it
is read and written line by line; 200 bytes for each are held in memory.
"""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from accord.bench.certify.accepted import AcceptedChecks
from accord.bench.certify.certify import UncertifiedError
from accord.puzzles.files.outside_file import expect_own, subfolder, unlinked
from accord.puzzles.problem import Problem
from accord.puzzles.proofs.certificate import Certificate, CertificateError
from accord.puzzles.proofs.certificate_file import (
    CertificateLine,
    NoCertificate,
    lines_of,
    ready_to_append,
    written_failure,
    written_line,
)
from accord.puzzles.proofs.certificate_folder import OWN, folder_of, write_certificate
from accord.puzzles.proofs.lrat import ProofError

if sys.platform != "win32":
    import fcntl


class CertificateStore(Protocol):
    """A place for certificates; a context manager."""

    def __enter__(self) -> "CertificateStore": ...
    def __exit__(self, *ending: object) -> None: ...

    def has(self, problem: Problem) -> bool:
        """Whether an accepted certificate of a problem is stored, of more than a bound."""

    def keep(self, name: str, certificate: Certificate) -> None:
        """Store a certificate that was accepted."""

    def fail(self, name: str, problem: Problem, producer: str, why: UncertifiedError) -> None:
        """Record why a problem has no certificate."""


class Nowhere:
    """A store that keeps nothing."""

    def __enter__(self) -> "Nowhere":
        return self

    def __exit__(self, *ending: object) -> None:
        pass

    def has(self, problem: Problem) -> bool:
        """No."""
        return False

    def keep(self, name: str, certificate: Certificate) -> None:
        """Do nothing."""

    def fail(self, name: str, problem: Problem, producer: str, why: UncertifiedError) -> None:
        """Do nothing."""


class CertificateFolders(Nowhere):
    """A store with a folder for each certificate: `name`, `name-2` ..., ignoring case.

    Raises:
        InputError: the folder of all holds something else and no certificate.
    """

    def __init__(self, folder: Path, *, formula: bool) -> None:
        expect_own(folder, *OWN)
        self._folder, self._formula = folder, formula
        self._used = set[str]()

    def keep(self, name: str, certificate: Certificate) -> None:
        """Write a certificate into a new folder, with its formula if asked for."""
        found, number = folder_of(name), 1
        while found.lower() in self._used:
            number += 1
            found = f"{folder_of(name)}-{number}"
        self._used.add(found.lower())
        place = subfolder(self._folder, found)
        write_certificate(certificate, place, formula=self._formula)


class CertificateFile:
    """A store in one file with a line for each certificate, and accepted checks beside it."""

    def __init__(self, file: Path, *, recheck: bool = False) -> None:
        self._path, self._recheck = file, recheck
        self._there = set[bytes]()  # problems that are certified
        self._failures = set[bytes]()
        self._open = ExitStack()

    def __enter__(self) -> "CertificateFile":
        """Read the certificates in the file.

        Raises:
            CertificateError: the file is of something else, or somebody else writes it.
        """
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as opening:
            file = open(self._path, "a+b", opener=unlinked)
            self._file = cast("BinaryIO", opening.enter_context(file))
            try:
                if sys.platform != "win32":
                    fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise CertificateError(
                    f"{self._path}: another process is writing certificates there"
                ) from None
            self._checks = AcceptedChecks(self._path, recheck=self._recheck)
            self._read_stored()
            ready_to_append(self._file)
            self._open = opening.pop_all()
        return self

    def __exit__(self, *ending: object) -> None:
        self._open.close()
        self._checks.save()

    def has(self, problem: Problem) -> bool:
        """Whether an accepted certificate of a problem, of more than a bound, is in the file."""
        return bytes.fromhex(problem.full_digest) in self._there

    def keep(self, name: str, certificate: Certificate) -> None:
        """Append the line of a certificate."""
        data = written_line(name, certificate)
        self._add(data)
        self._checks.remember(CertificateLine(self._path, 0, 0, data.rstrip(b"\n")))
        self._note(certificate)

    def fail(self, name: str, problem: Problem, producer: str, why: UncertifiedError) -> None:
        """Append a line with the reason, once for each problem."""
        failure = NoCertificate(name, problem.digest, producer, why.failure, str(why))
        data = written_failure(failure)
        if data not in self._failures:
            self._failures.add(data)
            self._add(data)

    def _note(self, accepted: Certificate) -> None:
        """Remember that the problem is certified."""
        if not accepted.is_bound:
            self._there.add(bytes.fromhex(accepted.problem.full_digest))

    def _add(self, data: bytes) -> None:
        self._file.write(data)
        self._file.flush()

    def _read_stored(self) -> None:
        for line in lines_of(self._path):
            try:
                found = line.read()
                if isinstance(found, NoCertificate):
                    self._failures.add(line.data + b"\n")
                    continue
                self._checks.check(line, found.certificate)
                self._note(found.certificate)
            except (CertificateError, ProofError) as error:
                if line.number == 1 and not line.data.startswith(b'{"format":'):
                    raise CertificateError(
                        f"{self._path}: found something else in its first line, expected "
                        f"certificates ({error}); choose another file"
                    ) from None
