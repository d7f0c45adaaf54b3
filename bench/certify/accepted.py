"""Accepted checks, remembered by what was checked and what has checked it.

A line of the file says that one line of certificates was accepted: the SHA-256 of that line, which
holds the problem, its solutions and the proof, and a seal.  The seal is an HMAC of it and of the
SHA-256 of all code of accord.puzzles, which is all that checking runs, with a key that each user
has for himself: so another proof, another checker, and what another user says that he has accepted,
are checked anew.  Refusals are not remembered; what is no line of this file counts for nothing.
"""

import hmac
import os
import re
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes

import accord.puzzles
from accord.bench.run.environment import data_folder
from accord.puzzles.errors import InputError
from accord.puzzles.files.outside_file import OutsideFileError, open_outside, unlinked
from accord.puzzles.phrasing import counted
from accord.puzzles.proofs.certificate import Certificate
from accord.puzzles.proofs.certificate_file import CertificateLine

SUFFIX = ".accepted"  # of this file, beside that of the certificates
LINE, KEY = 130, 32  # bytes
MOST_LINES = 10_000_000
_LINE = re.compile(rb"([0-9a-f]{64}) ([0-9a-f]{64})\n")


class DamagedCacheWarning(UserWarning):
    """A file of accepted checks has lines of another form, which are ignored."""


class AcceptedChecks:
    """Digests of accepted certificates, earlier and new; 100 bytes of memory each."""

    def __init__(self, certificates: Path, *, recheck: bool = False) -> None:
        """Read the digests that were stored.

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
        if not recheck:
            with suppress(FileNotFoundError, OutsideFileError):
                self._known.update(self._remembered())

    def check(self, line: CertificateLine, certificate: Certificate) -> None:
        """Check the certificate in a line, unless the same line was accepted before.

        Raises:
            CertificateError, ProofError: it is refused.
        """
        if line.digest not in self._known:
            certificate.check()
            self.remember(line)

    def remember(self, line: CertificateLine) -> None:
        """Store that the certificate in this line was accepted."""
        self._known.add(line.digest)
        self._new.append(line.digest)

    def save(self) -> None:
        """Append new digests to the file, where that can be written."""
        saved = sorted(self._known) if self._renew else self._new
        if not (saved or self._renew):
            return
        sealed = _sealing()
        try:
            with open(self._path, "ab", opener=unlinked) as file:
                if self._renew:
                    file.truncate(0)
                file.writelines(f"{each.hex()} {sealed(each)}\n".encode() for each in saved)
        except (OSError, InputError):
            return  # the next reader checks again
        self._new, self._renew = [], False

    def _remembered(self) -> set[bytes]:
        sealed, damaged = _sealing(), 0
        found: set[bytes] = set()
        with open_outside(self._path, self._path.parent) as file:
            for _ in range(MOST_LINES):
                if not (line := file.readline(LINE)):
                    break
                match = _LINE.fullmatch(line)
                damaged += match is None
                if match is not None:
                    digest = bytes.fromhex(match[1].decode())
                    if hmac.compare_digest(match[2].decode(), sealed(digest)):
                        found.add(digest)
        self._renew |= bool(damaged)
        if damaged:
            warnings.warn(
                f"{self._path}: found {counted(damaged, 'line')} of something else, expected two "
                "digests in each; left out",
                DamagedCacheWarning,
                stacklevel=3,
            )
        return found


def _sealing() -> Callable[[bytes], str]:
    """A function that seals the digest of a line with this user's key and the checker's code."""
    key, checker = _key(data_folder("certificates.key")), checker_digest().encode()
    return lambda digest: hmac.digest(key, digest + checker, "sha256").hex()


@cache
def _key(path: Path) -> bytes:
    """This user's secret key, made where there is none; a temporary one if none can be kept.

    Two who make it at once: the seals of one of them are those of nobody, and what they are on is
    checked again.
    """
    with suppress(OSError):
        if len(key := path.read_bytes()) == KEY:
            return key
    key = token_bytes(KEY)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.{os.getpid()}")
        with open(new, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(key)
        new.replace(path)
    return key


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
