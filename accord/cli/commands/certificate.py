"""`accord certificate`: check certificates again, without any solver."""

from pathlib import Path

import click

from accord.cli.certifying import keeping
from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import values
from accord.cli.output import line
from accord.puzzles.files.assignment import read_assignment
from accord.puzzles.files.read import read_grid
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.proofs.certificate import CertificateError
from accord.puzzles.proofs.certificate_folder import (
    CLAIM,
    check_folder,
    read_certificate,
    write_certificate,
)
from accord.puzzles.puzzle import Puzzle

SECTION = "ask"


@click.command(cls=WithExamples)
@click.argument(
    "folders", nargs=-1, required=True, metavar="DIR...", type=values.PathName(path_type=Path)
)
@click.option(
    "--witness",
    metavar="SOLUTION",
    help="A solution that you know: it has to be among those of the certificate.",
)
@click.option("--cnf", is_flag=True, help="Write formula.cnf, for other checkers.")
def command(folders: tuple[Path, ...], witness: str | None, cnf: bool) -> None:
    """Check certificates again: the problem, each solution in it, and each line of the proof.

    DIR is the folder of a certificate, as `accord certify -o` makes it, or a folder of such. No
    solver is asked. Exits with 1 if one is refused, and with 70 if one is accepted that lacks the
    solution of --witness, which would be a bug of accord; the files stay.

    It needs nothing but accord; the example makes a certificate first.

    Examples:
        accord certify 3..1..2......4.. -o proved
        accord certificate proved
    """
    refused = False
    for folder in [each for given in folders for each in _certificates(given)]:
        try:
            found = read_certificate(folder)
            check_folder(found, folder)
        except CertificateError as error:
            line(f"{folder}: REFUSED: {error}")
            refused = True
            continue
        if witness is not None:
            with keeping(folder):
                found.expect_witness(_solution(witness, found.problem))
        if cnf:
            write_certificate(found, folder, formula=True)
        lines = found.proof.count(b"\n")
        line(
            f"{folder}: {found.answer} (certified): "
            f"{counted(len(found.witnesses), 'solution')} verified, "
            f"{counted(lines, 'line')} of proof over {counted(found.formula.clauses, 'clause')}, "
            f"version {found.version}; problem {found.problem.full_digest}"
        )
        for reason in found.formula.omitted:
            line(f"{folder}: left out of the formula: {reason}")
    if refused:
        raise Ending(FINDING)


def _certificates(folder: Path) -> list[Path]:
    """The folder, or the certificates in it."""
    if (folder / CLAIM).exists():
        return [folder]
    return sorted(file.parent for file in folder.glob(f"*/{CLAIM}")) or [folder]


def _solution(text: str, problem: Problem) -> Solution:
    """What a text says as a solution.

    Raises:
        MalformedPuzzleError: it is none of this problem's form.
    """
    if isinstance(problem, Puzzle):
        return tuple(read_grid(text, problem.size))
    return tuple(read_assignment(text, problem))
