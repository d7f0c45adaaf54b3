"""`accord certificate`: check certificates again, without any solver."""

from os.path import lexists
from pathlib import Path

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.commands.certify import keeping
from accord.cli.help_pages import WithExamples
from accord.cli.options import values
from accord.cli.output import line
from accord.puzzles.files.assignment import read_assignment
from accord.puzzles.files.texts import read_grid
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.proofs.certificate import Certificate, CertificateError
from accord.puzzles.proofs.certificate_file import CERTIFICATES, NoCertificate, lines_of
from accord.puzzles.proofs.certificate_folder import (
    CLAIM,
    certificate_folders,
    check_folder,
    read_certificate,
    write_certificate,
)
from accord.puzzles.proofs.lrat import ProofError
from accord.puzzles.puzzle import Puzzle

SECTION = "ask"


@click.command(cls=WithExamples)
@click.argument(
    "certificates",
    nargs=-1,
    required=True,
    metavar="DIR|FILE...",
    type=values.PathName(exists=True, path_type=Path),
)
@click.option(
    "--witness",
    metavar="SOLUTION",
    help="A solution that you know: it has to be among those of the certificate, or no better than "
    "the value that it says is the best.",
)
@click.option("--cnf", is_flag=True, help="Write formula.cnf into the folder, for other checkers.")
def command(certificates: tuple[Path, ...], witness: str | None, cnf: bool) -> None:
    """Check certificates again: the problem, each solution in it, and each line of the proof.

    DIR is the folder of a certificate, as `accord certify -o` makes it, a folder of such, or one of
    a campaign; FILE has a certificate in each line. No solver is asked, and nothing is believed
    that was found earlier. Exits with 1 if one is refused, and with 70 if one is accepted that
    the solution of --witness shows false, which would be a bug of accord; the files stay.

    It needs nothing but accord; the example makes a certificate first.

    Examples:
        accord certify 3..1..2......4.. -o proved
        accord certificate proved
    """
    refused = False
    for place, given in [(place, each) for each in certificates for place in _places(each)]:
        if place.is_file():
            if witness is not None or cnf:
                raise click.UsageError(
                    f"{place}: found a file, expected a folder for --witness and --cnf"
                )
            refused |= _file_is_refused(place, given)
        else:
            refused |= _folder_is_refused(place, witness, cnf)
    if refused:
        raise Ending(FINDING)


def _folder_is_refused(folder: Path, witness: str | None, cnf: bool) -> bool:
    """Check and print the certificate in a folder; return whether it is refused."""
    try:
        found = read_certificate(folder)
        check_folder(found, folder)
    except CertificateError as error:
        line(f"{folder}: REFUSED: {error}")
        return True
    if witness is not None:
        with keeping(folder):
            found.expect_witness(_solution(witness, found.problem))
    if cnf:
        write_certificate(found, folder, formula=True)
    _say(str(folder), found)
    return False


def _file_is_refused(file: Path, given: Path) -> bool:
    """Check and print each certificate of a file; return whether one is refused."""
    accepted = refused = missing = 0
    for each in lines_of(file, None if file == given else given):
        try:
            found = each.read()
            if isinstance(found, NoCertificate):
                line(f"{each.where}: no certificate of {found.name}: {found.reason}")
                missing += 1
                continue
            found.certificate.check()
        except CertificateError as error:
            line(f"{each.where}: REFUSED: {str(error).removeprefix(f'{each.where}: ')}")
            refused += 1
        except ProofError as error:
            line(f"{each.where}: REFUSED: proof: {error}")
            refused += 1
        else:
            _say(f"{each.where}: {found.name}", found.certificate)
            accepted += 1
    line(f"{file}: {accepted:,} accepted, {refused:,} refused, {missing:,} not there")
    return bool(refused)


def _say(where: str, found: Certificate) -> None:
    """Print the theorem that a certificate proves."""
    lines = found.proof.count(b"\n")
    line(
        f"{where}: {found.answer} (certified): "
        f"{counted(len(found.witnesses), 'solution')} verified, "
        f"{counted(lines, 'line')} of proof over {counted(found.formula.clauses, 'clause')}, "
        f"version {found.version}; problem {found.problem.full_digest}"
    )
    for reason in found.formula.omitted:
        line(f"{where}: left out of the formula: {reason}")


def _places(given: Path) -> list[Path]:
    """A file, a folder, or the certificates in a folder."""
    if not lexists(given / CLAIM) and (given / CERTIFICATES).is_file():
        return [given / CERTIFICATES]
    return certificate_folders(given) or [given]


def _solution(text: str, problem: Problem) -> Solution:
    """The solution that a text states: a grid of a puzzle, or values of a problem.

    Raises:
        MalformedPuzzleError: it is none of this problem's form.
    """
    if isinstance(problem, Puzzle):
        return tuple(read_grid(text, problem.size))
    return tuple(read_assignment(text, problem))
