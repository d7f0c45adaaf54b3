"""Accepted checks, remembered by what was checked and what has checked it.

A line of the file says that one line of certificates was accepted: the SHA-256 of that line, which
holds the problem, its solutions and the proof, and the SHA-256 of all code of accord.puzzles, which
is all that checking runs.  So another proof, and another checker, are checked anew.  Refusals are
not remembered; what is no line of this file counts for nothing.
"""

import re
import warnings
from functools import cache
from hashlib import sha256
from pathlib import Path

import accord.puzzles
from accord.puzzles.phrasing import counted
from accord.puzzles.proofs.certificate import Certificate
from accord.puzzles.proofs.certificate_file import CertificateLine

SUFFIX = ".accepted"  # of this file, beside that of the certificates
_LINE = re.compile(rb"([0-9a-f]{64}) ([0-9a-f]{64})\n")


class DamagedCacheWarning(UserWarning):
    """A file of accepted checks holds something else; that is left out."""


class AcceptedChecks:
    """What was accepted before, and what is accepted now; 100 bytes each are held in memory."""

    def __init__(self, certificates: Path, *, recheck: bool = False) -> None:
        """Read what is remembered.

        Args:
            certificates: their file; neither it nor what is remembered of it need be there.
            recheck: whether nothing of it is believed; what is accepted is remembered anew.

        Warns:
            DamagedCacheWarning: not all of it is such lines.
        """
        self._path = certificates.with_suffix(SUFFIX)
        self._renew = recheck  # or it is damaged: what is there is written anew
        self._known: set[bytes] = set()
        self._new: list[bytes] = []
        if not recheck and self._path.is_file():
            self._known.update(self._remembered())

    def check(self, line: CertificateLine, certificate: Certificate) -> None:
        """Check the certificate that stands in a line, unless this one was accepted before.

        Raises:
            CertificateError, ProofError: it is refused.
        """
        if line.digest not in self._known:
            certificate.check()
            self.remember(line)

    def remember(self, line: CertificateLine) -> None:
        """The certificate in this line was accepted."""
        self._known.add(line.digest)
        self._new.append(line.digest)

    def save(self) -> None:
        """Add what is new to the file, where that can be written."""
        saved = sorted(self._known) if self._renew else self._new
        if not (saved or self._renew):
            return
        checker = checker_digest()
        try:
            with self._path.open("w" if self._renew else "a", encoding="ascii") as file:
                file.writelines(f"{each.hex()} {checker}\n" for each in saved)
        except OSError:
            return  # the next reader checks again
        self._new, self._renew = [], False

    def _remembered(self) -> set[bytes]:
        checker, damaged = checker_digest().encode(), 0
        found: set[bytes] = set()
        with self._path.open("rb") as file:
            for line in file:
                match = _LINE.fullmatch(line)
                damaged += match is None
                if match is not None and match[2] == checker:
                    found.add(bytes.fromhex(match[1].decode()))
        self._renew |= bool(damaged)
        if damaged:
            warnings.warn(
                f"{self._path}: found {counted(damaged, 'line')} of something else, expected two "
                "digests in each; left out",
                DamagedCacheWarning,
                stacklevel=3,
            )
        return found


@cache
def checker_digest() -> str:
    """SHA-256 of all code that checks a certificate: the names and texts of accord.puzzles."""
    (root,) = map(Path, accord.puzzles.__path__)
    found = sha256()
    for file in sorted(root.rglob("*.py")):
        text = file.read_bytes()
        found.update(f"{file.relative_to(root).as_posix()} {len(text)}\n".encode())
        found.update(text)
    return found.hexdigest()
