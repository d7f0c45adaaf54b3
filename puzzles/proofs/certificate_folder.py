"""A certificate as a folder, which anybody can check again.

    problem.json        the problem, in accord's JSON
    certificate.json    what is claimed about it: see KEYS
    proof.lrat          why there are no other solutions
    formula.cnf         the reference formula in DIMACS' format, if it was asked for

Reading is strict: an unknown key, a digest that differs, a file that is missing or is there and not
listed, another format or version is an error that says what was found and what was expected.  The
formula of the folder, and what it left out, are made again and compared.

The commands in certificate.json run other checkers.  What these show is that formula.cnf has no
model; that this follows for the problem rests on the reference formula, which is made here.
"""

import json
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

from accord.puzzles.errors import InputError
from accord.puzzles.files.read import read_problem
from accord.puzzles.files.write import write
from accord.puzzles.problem import Problem
from accord.puzzles.proofs.certificate import Certificate, CertificateError
from accord.puzzles.proofs.dimacs_file import write_dimacs
from accord.puzzles.proofs.lrat import ProofError

FORMAT = 1
PROBLEM, CLAIM, PROOF, FORMULA = "problem.json", "certificate.json", "proof.lrat", "formula.cnf"
KEYS = {
    "format": "version of this format",
    "reference": "version of the reference formula",
    "problem": "SHA-256 of the problem's canonical JSON: domains and constraints, no names",
    "answer": "none, unique, or exactly N solutions",
    "witnesses": "all solutions, lists of a value for each variable in order",
    "omitted": "constraints that the formula left out as too large, with the reason",
    "files": "SHA-256 of proof.lrat, and of formula.cnf where that is there",
    "producer": "who made the proof; it need not be trusted",
    "commands": "how other checkers are run on formula.cnf",
}
COMMANDS = [f"lrat-check {FORMULA} {PROOF}", f"cake_lpr {FORMULA} {PROOF}"]


def write_certificate(certificate: Certificate, folder: Path, *, formula: bool = False) -> None:
    """Write the folder; what is there of another certificate is replaced.

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
    for name, data in files.items():
        (folder / name).write_bytes(data)
    (folder / PROBLEM).write_text(f"{write(certificate.problem, 'json')}\n", encoding="utf-8")
    claim = _claim(certificate, {name: sha256(data).hexdigest() for name, data in files.items()})
    rows = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in claim.items()]
    (folder / CLAIM).write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def read_certificate(folder: Path) -> Certificate:
    """The certificate in a folder, whose files belong together; it is not checked yet.

    Raises:
        CertificateError: they do not, or one is none; names the file.
        OSError: a file cannot be read.
    """
    found = {name: _bytes(folder / name) for name in (PROBLEM, CLAIM, PROOF)}
    claim = _object(folder / CLAIM, found[CLAIM])
    _expect(folder / CLAIM, "format", claim["format"], FORMAT)
    files = claim["files"]
    if not isinstance(files, dict) or files.keys() - {FORMULA} != {PROOF}:
        raise _wrong(folder / CLAIM, "files", files, f"digests of {PROOF} and perhaps {FORMULA}")
    if (folder / FORMULA).exists() != (FORMULA in files):
        there, listed = ("a file", "one") if FORMULA not in files else ("no file", "the one")
        raise CertificateError(
            f"{folder / FORMULA}: found {there}, expected {listed} that {CLAIM} lists"
        )
    _expect(folder / PROOF, "its SHA-256", sha256(found[PROOF]).hexdigest(), files[PROOF])
    problem = _problem(folder / PROBLEM, found[PROBLEM])
    _expect(folder / PROBLEM, "its digest", problem.full_digest, claim["problem"])
    certificate = Certificate(
        problem,
        _witnesses(folder / CLAIM, claim["witnesses"], len(problem.domains)),
        found[PROOF],
        _text(folder / CLAIM, "producer", claim["producer"]),
        _whole(folder / CLAIM, "reference", claim["reference"]),
    )
    _expect(folder / CLAIM, "answer", claim["answer"], certificate.answer)
    _expect(folder / CLAIM, "commands", claim["commands"], COMMANDS)
    return _with_its_formula(folder, certificate, claim["omitted"], files.get(FORMULA))


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


def _with_its_formula(
    folder: Path, certificate: Certificate, omitted: object, digest: object
) -> Certificate:
    """The certificate, if its formula is what the folder says."""
    try:
        _expect(folder / CLAIM, "omitted", omitted, [*certificate.formula.omitted])
        if digest is not None:
            _expect(folder / CLAIM, FORMULA, digest, sha256(_dimacs(certificate)).hexdigest())
            written = sha256(_bytes(folder / FORMULA)).hexdigest()
            _expect(folder / FORMULA, "its SHA-256", written, digest)
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
        "format": FORMAT,
        "reference": certificate.version,
        "problem": certificate.problem.full_digest,
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


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise CertificateError(f"{path}: found no file, expected one of a certificate") from None


def _object(path: Path, data: bytes) -> dict[str, Any]:
    """The object in certificate.json, with the keys of KEYS and no others."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        if twice := [key for key in keys if keys.count(key) > 1]:
            raise CertificateError(f"{path}: found {twice[0]!r} twice, expected it once")
        return dict(pairs)

    try:
        value = json.loads(data.decode(), object_pairs_hook=once)
    except CertificateError:
        raise
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"{path}: {error or 'too deep'}, expected JSON") from None
    if not isinstance(value, dict):
        raise _wrong(path, "", value, "an object")
    if value.keys() != KEYS.keys():
        kind = "unknown" if (odd := sorted(value.keys() - KEYS)) else "missing"
        odd = odd or sorted(KEYS.keys() - value.keys())
        raise CertificateError(f"{path}: {odd[0]!r} is {kind}, expected the keys {', '.join(KEYS)}")
    return value


def _problem(path: Path, data: bytes) -> Problem:
    try:
        return read_problem(data.decode(), format="json")
    except (InputError, ValueError) as error:
        raise CertificateError(f"{path}: {error}") from None


def _witnesses(path: Path, found: object, number: int) -> tuple[tuple[int, ...], ...]:
    """Lists of whole numbers, each as long as there are variables."""
    if not isinstance(found, list):
        raise _wrong(path, "witnesses", found, "a list of solutions")
    for place, values in enumerate(found, 1):
        if not isinstance(values, list) or any(type(value) is not int for value in values):
            raise _wrong(path, f"witness {place}", values, "a list of whole numbers")
        if len(values) != number:
            raise _wrong(path, f"witness {place}", f"{len(values)} values", f"{number}")
    return tuple(map(tuple, found))


def _text(path: Path, key: str, found: object) -> str:
    if not isinstance(found, str):
        raise _wrong(path, key, found, "a text")
    return found


def _whole(path: Path, key: str, found: object) -> int:
    if type(found) is not int:
        raise _wrong(path, key, found, "a whole number")
    return found


def _expect(path: Path, key: str, found: object, expected: object) -> None:
    if type(found) is not type(expected) or found != expected:
        raise _wrong(path, key, found, expected)


def _wrong(path: Path, key: str, found: object, expected: object) -> CertificateError:
    shown = found if isinstance(found, str) else json.dumps(found)
    where = f"{path}: {key}: " if key else f"{path}: "
    return CertificateError(f"{where}found {shown:.80}, expected {expected}")
