"""What commands that certify share: a certificate that is false ends them, and is kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from accord.cli.commands import FALSE_THEOREM, Ending
from accord.puzzles.proofs.certificate import FalseTheoremError
from accord.puzzles.proofs.certificate_folder import write_certificate

if TYPE_CHECKING:
    from accord.bench.judging.judge import Verdict


@contextmanager
def keeping(folder: Path) -> Iterator[None]:
    """A false certificate in here is kept in this folder, and ends the command with 70."""
    try:
        yield
    except FalseTheoremError as error:
        write_certificate(error.certificate, folder, formula=True)
        raise Ending(FALSE_THEOREM, f"{error}: {folder}") from None


def folder_of(name: str) -> str:
    """A file name for the certificate of an instance: characters of names, `-` for others."""
    kept = "".join(each if each.isalnum() or each in "._" else "-" for each in name)
    return kept.strip(".") or "puzzle"


def another_name(name: str, used: set[str]) -> str:
    """A folder of its own for each instance: `name`, `name-2` ...; case is no difference."""
    found, number = folder_of(name), 1
    while found.lower() in used:
        number += 1
        found = f"{folder_of(name)}-{number}"
    used.add(found.lower())
    return found


def with_certificate(verdict: "Verdict", name: str) -> "tuple[Verdict, str]":
    """The verdict judged again with a certificate; or as it was, and why there is none."""
    from accord.bench.certifying.certify import UncertifiedError, certify
    from accord.bench.judging.judge import judge

    runs = [each.run for each in verdict.runs]
    with keeping(Path(f"false-{folder_of(name)}")):
        try:
            made = certify(verdict.puzzle, known=verdict.witnesses)
        except UncertifiedError as error:
            return verdict, str(error)
        return judge(verdict.puzzle, runs, made.certificate), ""
