"""A certificate as a folder, which anybody can check again.

    problem.json        the problem, in accord's JSON
    certificate.json    what is claimed about it: see FolderClaim
    proof.lrat          why there are no other solutions
    formula.cnf         the reference formula in DIMACS' format, if it was asked for

Reading is strict: an unknown key, a digest that differs, a file that is missing or is there and not
listed, another format or version is an error that says what was found and what was expected.  The
formula of the folder, and what it left out, are made again and compared.

The commands in certificate.json run other checkers.  What these show is that formula.cnf has no
model; that this follows for the problem rests on the reference formula, which is made here.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from io import StringIO
from os.path import lexists
from pathlib import Path
from typing import Any

from accord.puzzles.files.outside_file import OutsideFileError, read_outside
from accord.puzzles.files.texts import write
from accord.puzzles.proofs.certificate import Certificate, CertificateError
from accord.puzzles.proofs.certificate_fields import (
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
    wrong,
)
from accord.puzzles.proofs.certificate_file import LONGEST
from accord.puzzles.proofs.lrat import ProofError
from accord.puzzles.proofs.reference import write_dimacs

LONGEST_NAME = 60  # characters of up to four bytes, of which a file's name has up to 255
MOST_TEXT = 2**28  # bytes of the problem, and of the claim
PROBLEM, CLAIM, PROOF, FORMULA = "problem.json", "certificate.json", "proof.lrat", "formula.cnf"
OWN = "one of certificates", f"*/{CLAIM}", f"*/{PROOF}"  # of a folder with several: `expect_own`
CHECKERS = [f"lrat-check {FORMULA} {PROOF}", f"cake_lpr {FORMULA} {PROOF}"]
COMMANDS = ["accord certificate . --cnf", *CHECKERS]


@dataclass(frozen=True)
class FolderClaim(BestClaim):
    """The keys of certificate.json."""

    format: int  # version of this format: 2 of a problem with an objective, else 1
    reference: int  # version of the reference formula
    problem: str  # SHA-256 of the problem's canonical JSON: domains, constraints, objective
    answer: str  # none, unique, exactly N solutions, optimum V, or no better than V
    witnesses: Witnesses  # all solutions, or the best
    omitted: tuple[str, ...]  # constraints left out of the formula as too large, with the reason
    files: Mapping[str, str]  # SHA-256 of proof.lrat, and of formula.cnf where that is there
    producer: str  # who made the proof; it need not be trusted
    commands: tuple[str, ...]  # what writes formula.cnf, and how other checkers are run on it


def write_certificate(certificate: Certificate, folder: Path, *, formula: bool = False) -> None:
    """Write the folder; what is there of another certificate is replaced, and no link is followed.

    Args:
        certificate: need not be checked yet.
        folder: is made where it is missing.
        formula: whether formula.cnf is written.

    Raises:
        OSError: a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / CLAIM).unlink(missing_ok=True)  # no half of a new one beside half of an old one
    files = {PROOF: certificate.proof} | ({FORMULA: _dimacs(certificate)} if formula else {})
    if not formula:
        (folder / FORMULA).unlink(missing_ok=True)
    claim = _claim(certificate, {name: sha256(data).hexdigest() for name, data in files.items()})
    rows = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in claim.items()]
    files[PROBLEM] = f"{write(certificate.problem, 'json')}\n".encode()
    files[CLAIM] = ("{\n" + ",\n".join(rows) + "\n}\n").encode()
    for name, data in files.items():
        (folder / name).unlink(missing_ok=True)
        with (folder / name).open("xb") as file:
            file.write(data)


def read_certificate(folder: Path) -> Certificate:
    """The certificate in a folder, whose files belong together; it is not checked yet.

    Raises:
        CertificateError: they do not, or one is none; names the file.
    """
    most = {PROBLEM: MOST_TEXT, CLAIM: MOST_TEXT, PROOF: LONGEST}
    found = {name: _bytes(folder / name, size) for name, size in most.items()}
    at = {name: str(folder / name) for name in found}
    claim = read_claim(at[CLAIM], FolderClaim, read_object(at[CLAIM], found[CLAIM]))
    files = claim.files
    if files.keys() - {FORMULA} != {PROOF}:
        raise wrong(at[CLAIM], "files", files, f"digests of {PROOF} and perhaps {FORMULA}")
    if lexists(folder / FORMULA) != (FORMULA in files):
        there, listed = ("a file", "one") if FORMULA not in files else ("no file", "the one")
        raise CertificateError(
            f"{folder / FORMULA}: found {there}, expected {listed} that {CLAIM} lists"
        )
    expect(at[PROOF], "its SHA-256", sha256(found[PROOF]).hexdigest(), files[PROOF])
    try:
        problem = read_claimed(at[PROBLEM], found[PROBLEM].decode())
    except UnicodeDecodeError:
        raise CertificateError(
            f"{at[PROBLEM]}: found bytes that are no UTF-8, expected JSON"
        ) from None
    expect(at[PROBLEM], "its digest", problem.full_digest, claim.problem)
    expect(at[CLAIM], "format", claim.format, format_of(problem))
    expect_best(at[CLAIM], claim, problem)
    expect_witnesses(at[CLAIM], claim.witnesses, len(problem.domains))
    certificate = Certificate(
        problem, claim.witnesses, found[PROOF], claim.producer, claim.reference, claim.value
    )
    expect(at[CLAIM], "answer", claim.answer, certificate.answer)
    commands = [*claim.commands]
    if commands != CHECKERS:  # of certificates without the first command
        expect(at[CLAIM], "commands", commands, COMMANDS)
    return _with_its_formula(folder, certificate, [*claim.omitted], files.get(FORMULA))


def check_folder(certificate: Certificate, folder: Path) -> None:
    """Check a certificate that was read; what is wrong names its file.

    Raises:
        CertificateError: it is refused.
    """
    try:
        certificate.check()
    except ProofError as error:
        raise CertificateError(f"{folder / PROOF}: {error}") from None
    except CertificateError as error:
        raise CertificateError(f"{folder / CLAIM}: {error}") from None


def certificate_folders(folder: Path) -> list[Path]:
    """The folder, if it is of a certificate, or those in it that are, by their names.

    Raises:
        CertificateError: a link leads to one of those.
    """
    if lexists(folder / CLAIM):
        return [folder]
    found = sorted(file.parent for file in folder.glob(f"*/{CLAIM}"))
    for each in found:
        if each.is_symlink():
            raise CertificateError(f"{each}: found a link, expected a folder")
    return found


def folder_of(name: str) -> str:
    """A file name for the certificate of an instance: characters of names, `-` for others."""
    kept = "".join(each if each.isalnum() or each in "._" else "-" for each in name[:LONGEST_NAME])
    return kept.strip(".") or "puzzle"


def _with_its_formula(
    folder: Path, certificate: Certificate, omitted: object, digest: object
) -> Certificate:
    """The certificate, if its formula is what the folder says."""
    try:
        expect(str(folder / CLAIM), "omitted", omitted, [*certificate.formula.omitted])
        if digest is not None:
            expect(str(folder / CLAIM), FORMULA, digest, sha256(_dimacs(certificate)).hexdigest())
            written = sha256(_bytes(folder / FORMULA, LONGEST)).hexdigest()
            expect(str(folder / FORMULA), "its SHA-256", written, digest)
    except KeyError as error:
        raise CertificateError(f"{folder / CLAIM}: witnesses: {error.args[0]}") from None
    except CertificateError as error:
        text = str(error)
        raise CertificateError(
            text if text.startswith(str(folder)) else f"{folder / CLAIM}: {text}"
        ) from None
    return certificate


def _claim(certificate: Certificate, files: dict[str, str]) -> dict[str, Any]:
    return {
        "format": format_of(certificate.problem),
        "reference": certificate.version,
        "problem": certificate.problem.full_digest,
        **best_claim(certificate),
        "answer": certificate.answer,
        "witnesses": [[*witness] for witness in certificate.witnesses],
        "omitted": [*certificate.formula.omitted],
        "files": files,
        "producer": certificate.producer,
        "commands": COMMANDS,
    }


def _dimacs(certificate: Certificate) -> bytes:
    file = StringIO()
    write_dimacs(certificate.formula, file)
    return file.getvalue().encode()


def _bytes(path: Path, most: int) -> bytes:
    try:
        return read_outside(path, path.parent, most)
    except FileNotFoundError:
        raise CertificateError(f"{path}: found no file, expected one of a certificate") from None
    except OutsideFileError as error:
        raise CertificateError(str(error)) from None
