"""What commands that certify share: a certificate that is false ends them, and is kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from accord.cli.commands import FALSE_THEOREM, Ending
from accord.puzzles.proofs.certificate import FalseTheoremError
from accord.puzzles.proofs.certificate_folder import folder_of, write_certificate

if TYPE_CHECKING:
    from accord.bench.judge.judge import Verdict


@contextmanager
def keeping(folder: Path) -> Iterator[None]:
    """A false certificate in here is kept in this folder, and ends the command with 70."""
    try:
        yield
    except FalseTheoremError as error:
        write_certificate(error.certificate, folder, formula=True)
        raise Ending(FALSE_THEOREM, f"{error}: {folder}") from None


def with_certificate(verdict: "Verdict", name: str) -> "tuple[Verdict, str]":
    """The verdict judged again with a certificate; or as it was, and why there is none."""
    from accord.bench.certify.certify import UncertifiedError, certify
    from accord.bench.judge.judge import judge

    runs = [each.run for each in verdict.runs]
    with keeping(Path(f"false-{folder_of(name)}")):
        try:
            made = certify(verdict.problem, known=verdict.witnesses)
        except UncertifiedError as error:
            return verdict, str(error)
        return judge(verdict.problem, runs, made.certificate, check=already_accepted), ""


def already_accepted(_: object) -> None:
    """Check nothing: `certify` has."""
